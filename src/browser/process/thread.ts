import { readProc, statField } from './proc.ts';

/** What the kernel tells of the main thread of a process, without asking the process (Linux). */

/** Its state (`proc_pid_stat(5)`): R, S, D, T, …; empty where that cannot be known. */
export const stateOf = (pid: number | undefined): string => statField(readProc(pid, 'stat'), 3) ?? '';

/** Milliseconds in which it worked or waited for a processor (`sched-stats` of the kernel); 0 where that cannot be known. */
export const runnableMs = (pid: number | undefined): number => {
  const [worked = 0, waited = 0] = readProc(pid, 'schedstat').split(' ').map(Number);
  return (worked + waited) / 1e6;
};
