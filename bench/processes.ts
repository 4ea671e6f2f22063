import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { descendantsOf, isRunning, openFilesOf } from '../test/support/service.ts';

/** What a Node.js process and the browser below it use (Linux, from /proc). */

/** CPU time since the start, in milliseconds. */
export interface CpuTime {
  /** Of the Node.js process itself. */
  readonly node: number;
  /** Of everything below it, ended processes included. */
  readonly browser: number;
}

/** Clock ticks of /proc: 100 a second on every Linux that runs Node.js. */
const tickMs = 10;

export const cpuTimeOf = (pid: number): CpuTime => {
  const own = ticksOf(pid);
  const below = descendantsOf(pid).map(ticksOf);
  const browser = below.reduce((sum, ticks) => sum + ticks.self + ticks.ended, own.ended);
  return { node: own.self * tickMs, browser: browser * tickMs };
};

export const cpuBetween = (before: CpuTime, after: CpuTime): CpuTime => ({
  node: after.node - before.node,
  browser: after.browser - before.browser,
});

/** `ended`: of its children that have ended and been waited for. */
const ticksOf = (pid: number): { self: number; ended: number } => ticksIn(`/proc/${pid}/stat`);

/** CPU time of the thread that a process began with, in milliseconds. */
export const mainThreadTimeOf = (pid: number): number =>
  ticksIn(`/proc/${pid}/task/${pid}/stat`).self * tickMs;

const ticksIn = (path: string): { self: number; ended: number } => {
  const stat = readIfThere(path);
  // The command in parentheses may hold spaces: fields are counted behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { self: user + system, ended: endedUser + endedSystem };
};

/** Of all processes below one, in megabytes: shared pages count by their share, or in full where that is not told. */
export const memoryBelow = (pid: number): number =>
  descendantsOf(pid).reduce((sum, id) => sum + memoryOf(id), 0);

export const memoryOf = (pid: number): number => {
  const kilobytes =
    /^Pss:\s+(\d+)/m.exec(readIfThere(`/proc/${pid}/smaps_rollup`)) ??
    /^VmRSS:\s+(\d+)/m.exec(readIfThere(`/proc/${pid}/status`));
  return Number(kilobytes?.[1] ?? 0) / 1000;
};

/** Open files of all processes below one. */
export const filesBelow = (pid: number): number =>
  descendantsOf(pid).reduce((sum, id) => sum + ifAllowed(() => openFilesOf(id), 0), 0);

/** Waits until these processes and all below them rest: tabs thrown away and made ahead must not fall on the next. */
export const calm = async (pids: readonly number[], ms = 3000): Promise<void> => {
  const used = () => pids.map(cpuTimeOf).reduce((sum, { node, browser }) => sum + node + browser, 0);
  const end = performance.now() + ms;
  let resting = 0;
  for (let before = used(); resting < 3 && performance.now() < end; ) {
    await delay(50);
    const now = used();
    resting = now - before <= tickMs ? resting + 1 : 0;
    before = now;
  }
};

/**
 * Ends a subject, and says which of its processes outlive it.
 * @param ms how long they may take to go: whoever is killed needs a moment.
 */
export const leftOver = async (
  pid: number,
  end: () => Promise<unknown>,
  ms = 3000,
): Promise<readonly number[]> => {
  const family = [pid, ...descendantsOf(pid)];
  await end();
  const latest = performance.now() + ms;
  while (family.some(isRunning) && performance.now() < latest) await delay(50);
  return family.filter(isRunning);
};

/** A process may end while it is looked at, or belong to somebody else. */
const ifAllowed = <T>(look: () => T, otherwise: T): T => {
  try {
    return look();
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return otherwise;
    throw error;
  }
};

const readIfThere = (path: string): string => ifAllowed(() => readFileSync(path, 'utf8'), '');
