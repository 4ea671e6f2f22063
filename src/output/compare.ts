/** Share of the words in fours that each of two texts must find in the other to say the same. */
const enough = 0.99;
/** In words: less proves nothing. */
const fewWords = 60;

/** Whether two Markdown texts say the same, give or take a date or a counter; undefined where too little is said. */
export const saysSame = (one: string, other: string): boolean | undefined => {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  const [some, all] = [shinglesOf(first), shinglesOf(second)];
  const same = shareIn(some, all) >= enough && shareIn(all, some) >= enough;
  return same && Math.min(first.length, second.length) < fewWords ? undefined : same;
};

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const shinglesOf = (words: readonly string[]): Set<string> =>
  new Set(words.map((_, index) => words.slice(index, index + 4).join(' ')));

const shareIn = (some: ReadonlySet<string>, all: ReadonlySet<string>): number => {
  let found = 0;
  for (const shingle of some) if (all.has(shingle)) found += 1;
  return some.size === 0 ? Number(all.size === 0) : found / some.size;
};
