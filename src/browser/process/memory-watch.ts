import type { Logger } from '../../log.ts';
import type { Browser } from './browser.ts';
import { kill } from './kill.ts';
import { heldBy, type Memory, memoryOf } from './memory.ts';

/** Ends pages that take too much memory, and tells what the browser itself holds. */

export interface MemoryLimits {
  /** Memory of the browser itself, and of any one process of a page. */
  readonly bytes: number;
  /** Memory of all pages together: those of one may be spread over many processes. */
  readonly pagesBytes: number;
  /** No request takes so long. */
  readonly requestMs: number;
  /** A page may fill a machine while nobody looks. */
  readonly checkEveryMs: number;
}

interface Parts {
  readonly browser: Browser;
  readonly limits: MemoryLimits;
  readonly log: Logger;
  /** Told at every look what the browser itself holds, in bytes: 0 where that cannot be known. */
  readonly looked: (lasting: number) => void;
  /** Told when it does not answer and has grown by more than it may hold since it was asked, in bytes. */
  readonly flooded: (grown: number) => void;
}

/**
 * Looks at the memory of a browser's processes again and again, and ends those of single pages that take too much: replacing
 * the browser would help only until such a page is asked for again. But where it does not answer and grows by all that it may
 * hold, what pages have sent it would keep it busy for minutes, whatever becomes of them.
 * @returns what ends it.
 */
export const watchMemory = ({ browser, limits, log, looked, flooded }: Parts): (() => void) => {
  /** What the browser held when it was asked; undefined when it has answered. */
  let askedWith: number | undefined;
  const look = async () => {
    // A browser that does not answer is not asked again.
    if (askedWith !== undefined) {
      const grown = heldBy(browser.pid) - askedWith;
      if (grown > limits.bytes) flooded(grown);
      return;
    }
    askedWith = heldBy(browser.pid);
    const memory = await memoryNow(browser, limits.requestMs);
    askedWith = undefined;
    endPages(memory, limits, log);
    looked(memory.lasting);
  };
  const timer = setInterval(look, limits.checkEveryMs).unref();
  return () => clearInterval(timer);
};

/** Nothing of a browser that cannot be looked at, or ends meanwhile. */
const memoryNow = async (browser: Browser, requestMs: number): Promise<Memory> => {
  const memory = await memoryOf(browser, requestMs).catch(() => undefined);
  return memory ?? { lasting: 0, pages: [], leftPrinting: [] };
};

const endPages = ({ pages, leftPrinting }: Memory, limits: MemoryLimits, log: Logger): void => {
  for (const { pid, bytes } of excessOf(pages, limits)) {
    log.warn({ memory: bytes }, 'a page took too much memory: its process was killed');
    kill(pid);
  }
  for (const pid of leftPrinting) {
    log.warn('a page was still being printed long after its request: the process was killed');
    kill(pid);
  }
};

/** Each that is too large, and the largest of the others until what is left is not too much in all. */
export const excessOf = (
  pages: Memory['pages'],
  { bytes, pagesBytes }: Pick<MemoryLimits, 'bytes' | 'pagesBytes'>,
) => {
  let left = pages.reduce((sum, page) => sum + page.bytes, 0);
  return pages
    .toSorted((one, other) => other.bytes - one.bytes)
    .filter((page) => {
      const isExcess = page.bytes > bytes || left > pagesBytes;
      if (isExcess) left -= page.bytes;
      return isExcess;
    });
};
