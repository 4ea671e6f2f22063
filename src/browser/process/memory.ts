import { readFile } from 'node:fs/promises';
import type { Browser } from './browser.ts';
import { readProc, statField } from './proc.ts';

/** What each process of a browser holds in memory, as the kernel tells it (Linux). */

/** What one of a browser's processes holds, in bytes. */
interface Holding {
  readonly pid: number;
  readonly bytes: number;
}

export interface Memory {
  /**
   * Held by what lives as long as the browser: its main process, graphics, network, and renderers that outlived every
   * request. Only another browser gives it back.
   */
  readonly lasting: number;
  /** Renderers of pages: what they hold ends with their page. */
  readonly pages: readonly Holding[];
  /** Processes that still print what was asked for by a request that has long ended: Chromium lets them go on for hours. */
  readonly leftPrinting: readonly number[];
}

/**
 * Anonymous and shared memory of every process: in sum within 5 % of what the kernel shares out among them (PSS), and
 * unlike that readable for everybody, in 0.1 ms instead of 3.
 * @param requestMs no request takes so long: what is older is a page kept ready, or was left over.
 * @returns undefined where there is no /proc, or for a browser elsewhere.
 */
export const memoryOf = async (
  { pid, connection }: Browser,
  requestMs: number,
): Promise<Memory | undefined> => {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  const { processInfo } = await connection.browser.send('SystemInfo.getProcessInfo');
  const uptimeMs = Number((await readFile('/proc/uptime', 'utf8')).split(' ', 1)[0]) * 1000;
  const holdings = processInfo.map(({ id, type }) => {
    // In hundredths of a second since the start of the machine.
    const startedMs = Number(statField(readProc(id, 'stat'), 22)) * 10;
    const isOld = uptimeMs - startedMs >= requestMs;
    return {
      isPage: type === 'renderer' && !isOld,
      isLeft: type === printer && isOld,
      pid: id,
      bytes: heldBy(id),
    };
  });
  return {
    lasting: holdings.reduce((sum, { isPage, bytes }) => sum + (isPage ? 0 : bytes), 0),
    pages: holdings.filter(({ isPage }) => isPage),
    leftPrinting: holdings.filter(({ isLeft }) => isLeft).map(({ pid }) => pid),
  };
};

/** What Chromium calls the process that makes a PDF of a printed page. */
const printer = 'printing.mojom.PrintCompositor';

/** What a process holds, in bytes; 0 where that cannot be known. */
export const heldBy = (pid: number | undefined): number => {
  const status = readProc(pid, 'status');
  return bytesOf(status, 'RssAnon') + bytesOf(status, 'RssShmem');
};

const bytesOf = (status: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;
