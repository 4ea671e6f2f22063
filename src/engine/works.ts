import type { Snapshot } from '../page.ts';
import { createTurns, type Turns } from './turns.ts';

/** Work on documents, on threads. Large ones never have all that an owner may have at once: short ones pass them. */
export interface Works {
  /** Waits for a turn, as `Turns` does; disposing of it gives it back. */
  take(owner: string, snapshot: Snapshot, signal: AbortSignal): Promise<Disposable>;
}

/** In characters: works of a second, on a busy machine. */
const largeFrom = 500_000;

interface Limits {
  /** Works of one owner at once. */
  readonly share: number;
  /** Of these, most on large documents. */
  readonly large: number;
  /** Most that may wait, of one owner. */
  readonly line: number;
}

export const createWorks = ({ share, large, line }: Limits): Works => {
  const all: Turns = createTurns({ share, line });
  const ofLarge: Turns = createTurns({ share: large, line });
  return {
    take: async (owner, { html, file }, signal) => {
      using turns = new DisposableStack();
      if (file !== undefined || html.length >= largeFrom) turns.use(await ofLarge.take(owner, signal));
      turns.use(await all.take(owner, signal));
      return turns.move();
    },
  };
};
