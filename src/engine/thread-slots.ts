import type { Snapshot } from '../page.ts';
import { createOwnerSlots, type OwnerSlots } from './owner-slots.ts';

/**
 * Limits the documents of each owner that threads work on. Large ones, and pages of crawls, get a part of them only, so that short
 * ones pass that somebody waits for.
 */
export interface ThreadSlots {
  /**
   * Waits for a slot, as `OwnerSlots` does; disposing of it gives it back.
   * @param crawled nobody waits for this page alone.
   */
  take(owner: string, snapshot: Snapshot, signal: AbortSignal, crawled?: boolean): Promise<Disposable>;
}

/** In characters: work of a second, on a busy machine. */
const largeFrom = 500_000;

/**
 * The pages of an owner's crawls keep to one thread, for on each further one V8 compiles the same code again. When one has waited
 * for `longestMs` they may take others for `pauseMs`: so long a thread is kept without work.
 */
const oneByOne = { longestMs: 200, pauseMs: 60_000 };

interface Limits {
  /** Documents of one owner at once. */
  readonly share: number;
  /** Of these, most on large documents and pages of crawls. */
  readonly slow: number;
  /** Most that may wait, of one owner. */
  readonly line: number;
}

export const createThreadSlots = ({ share, slow, line }: Limits): ThreadSlots => {
  const all: OwnerSlots = createOwnerSlots({ share, line });
  const ofSlow: OwnerSlots = createOwnerSlots({ share: slow, line });
  const ofCrawled: OwnerSlots = createOwnerSlots({ share: 1, line });
  let pausedUntil = 0;
  /** @returns nothing where it goes beside the one before. */
  const takeTurn = async (owner: string, signal: AbortSignal): Promise<Disposable | undefined> => {
    if (performance.now() < pausedUntil) return undefined;
    const patience = AbortSignal.timeout(oneByOne.longestMs);
    return ofCrawled.take(owner, AbortSignal.any([signal, patience])).catch((error: unknown) => {
      if (signal.aborted || !patience.aborted) throw error;
      pausedUntil = performance.now() + oneByOne.pauseMs;
      return undefined;
    });
  };
  return {
    take: async (owner, { html, file }, signal, crawled = false) => {
      using taken = new DisposableStack();
      if (crawled) taken.use(await takeTurn(owner, signal));
      const isLarge = file !== undefined || html.length >= largeFrom;
      if (isLarge || crawled) taken.use(await ofSlow.take(owner, signal));
      taken.use(await all.take(owner, signal));
      return taken.move();
    },
  };
};
