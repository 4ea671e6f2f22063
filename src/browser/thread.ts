import { readFileSync } from 'node:fs';

/** What the kernel tells of the main thread of a process, without asking the process (`proc_pid_stat(5)`, Linux). */

/** Its state: R, S, D, T, …; empty where that cannot be known. */
export const stateOf = (pid: number | undefined): string => fieldsOf(pid)[0] ?? '';

/** Processor time that it has used, in milliseconds; 0 where that cannot be known. */
export const mainThreadMs = (pid: number | undefined): number => {
  // Fields 14 and 15, in hundredths of a second.
  const [user = 0, system = 0] = fieldsOf(pid).slice(11, 13).map(Number);
  return 10 * (user + system);
};

/** From the third field on. */
const fieldsOf = (pid: number | undefined): readonly string[] => {
  if (pid === undefined || process.platform !== 'linux') return [];
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
    // The command in parentheses may hold anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    // It has just ended.
    return [];
  }
};
