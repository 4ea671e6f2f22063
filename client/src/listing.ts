/** A part of a list when it is awaited; all of it, asked for part by part, in `for await`. */
export interface Listing<Part, Item> extends PromiseLike<Part>, AsyncIterable<Item> {}

export const createListing = <Part, Item>(
  part: () => Promise<Part>,
  items: () => AsyncGenerator<Item, void>,
): Listing<Part, Item> => {
  let asked: Promise<Part> | undefined;
  return {
    // biome-ignore lint/suspicious/noThenProperty: it is awaited, like a promise that begins when it is wanted
    then: (onFulfilled, onRejected) => {
      asked ??= part();
      return asked.then(onFulfilled, onRejected);
    },
    [Symbol.asyncIterator]: items,
  };
};

/** Which part of a list. */
export interface Window {
  /** Entries of a part, 1 to 1000. Default: 100. */
  readonly limit?: number | undefined;
  /** Entries to leave out. Default: 0. */
  readonly offset?: number | undefined;
}

/**
 * All entries of a list whose newest stand first. What is added meanwhile moves the others on: those that come again are
 * left out.
 */
export async function* everyEntry<Item>(
  ask: (window: Window) => Promise<readonly Item[]>,
  idOf: (item: Item) => string,
  { limit = 100, offset = 0 }: Window,
): AsyncGenerator<Item, void> {
  const seen = new Set<string>();
  for (let from = offset; ; from += limit) {
    const items = await ask({ limit, offset: from });
    for (const item of items) {
      if (seen.has(idOf(item))) continue;
      seen.add(idOf(item));
      yield item;
    }
    if (items.length < limit) return;
  }
}
