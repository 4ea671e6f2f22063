import { readFileSync } from 'node:fs';

/** What the kernel tells of the main thread of a process, without asking the process (Linux). */

/** Its state (`proc_pid_stat(5)`): R, S, D, T, …; empty where that cannot be known. */
export const stateOf = (pid: number | undefined): string => {
  const stat = read(pid, 'stat');
  // The command in parentheses may hold anything.
  return stat.charAt(stat.lastIndexOf(')') + 2);
};

/** Milliseconds in which it worked or waited for a processor (`sched-stats` of the kernel); 0 where that cannot be known. */
export const runnableMs = (pid: number | undefined): number => {
  const [worked = 0, waited = 0] = read(pid, 'schedstat').split(' ').map(Number);
  return (worked + waited) / 1e6;
};

const read = (pid: number | undefined, file: string): string => {
  if (pid === undefined || process.platform !== 'linux') return '';
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/${file}`, 'utf8');
  } catch {
    // It has just ended, or this kernel does not tell.
    return '';
  }
};
