import type { Snapshot } from '../page.ts';
import { createOwnerSlots, type OwnerSlots } from './owner-slots.ts';

/** Limits the documents of each owner that threads work on. Large ones get a part of them only, so that short ones pass. */
export interface ThreadSlots {
  /** Waits for a slot, as `OwnerSlots` does; disposing of it gives it back. */
  take(owner: string, snapshot: Snapshot, signal: AbortSignal): Promise<Disposable>;
}

/** In characters: work of a second, on a busy machine. */
const largeFrom = 500_000;

interface Limits {
  /** Documents of one owner at once. */
  readonly share: number;
  /** Of these, most on large documents. */
  readonly large: number;
  /** Most that may wait, of one owner. */
  readonly line: number;
}

export const createThreadSlots = ({ share, large, line }: Limits): ThreadSlots => {
  const all: OwnerSlots = createOwnerSlots({ share, line });
  const ofLarge: OwnerSlots = createOwnerSlots({ share: large, line });
  return {
    take: async (owner, { html, file }, signal) => {
      using ownerSlots = new DisposableStack();
      if (file !== undefined || html.length >= largeFrom) ownerSlots.use(await ofLarge.take(owner, signal));
      ownerSlots.use(await all.take(owner, signal));
      return ownerSlots.move();
    },
  };
};
