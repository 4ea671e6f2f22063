import { readFile } from 'node:fs/promises';
import type { Browser } from './browser.ts';

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
}

/** No request takes so long: what is older is a page kept ready, or was left over. */
const pageMs = 300_000;

/**
 * Anonymous and shared memory of every process: in sum within 5 % of what the kernel shares out among them (PSS), and
 * unlike that readable for everybody, in 0.1 ms instead of 3.
 * @returns undefined where there is no /proc, or for a browser elsewhere.
 */
export const memoryOf = async ({ pid, connection }: Browser): Promise<Memory | undefined> => {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  const { processInfo } = await connection.browser.send('SystemInfo.getProcessInfo');
  const uptimeMs = Number((await readFile('/proc/uptime', 'utf8')).split(' ', 1)[0]) * 1000;
  const holdings = await Promise.all(
    processInfo.map(async ({ id, type }) => {
      const [status, stat] = await Promise.all([read(id, 'status'), read(id, 'stat')]);
      // Field 22, in hundredths of a second since the start of the machine; counted behind the command.
      const startedMs = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]) * 10;
      const isPage = type === 'renderer' && uptimeMs - startedMs < pageMs;
      return { isPage, pid: id, bytes: bytesOf(status, 'RssAnon') + bytesOf(status, 'RssShmem') };
    }),
  );
  return {
    lasting: holdings.reduce((sum, { isPage, bytes }) => sum + (isPage ? 0 : bytes), 0),
    pages: holdings.filter(({ isPage }) => isPage),
  };
};

const read = (pid: number, file: string): Promise<string> =>
  // It may have ended meanwhile: then it holds nothing.
  readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');

const bytesOf = (status: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;
