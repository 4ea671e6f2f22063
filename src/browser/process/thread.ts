import { readProc, statField } from './proc.ts';

/** What the kernel tells of the main thread of a process, without asking the process (Linux). */

/** Its state (`proc_pid_stat(5)`): R, S, D, T, …; empty where that cannot be known. */
export const stateOf = (pid: number | undefined): string => statField(readProc(pid, 'stat'), 3) ?? '';

/** Milliseconds in which it worked; 0 where that cannot be known. */
export const workedMs = (pid: number | undefined): number => scheduled(pid)[0] / 1e6;

/** Milliseconds in which it worked or waited for a processor; 0 where that cannot be known. */
export const runnableMs = (pid: number | undefined): number => {
  const [worked, waited] = scheduled(pid);
  return (worked + waited) / 1e6;
};

/** `sched-stats` of the kernel, in nanoseconds. */
const scheduled = (pid: number | undefined): readonly [worked: number, waited: number] => {
  const [worked = 0, waited = 0] = readProc(pid, 'schedstat').split(' ').map(Number);
  return [worked, waited];
};
