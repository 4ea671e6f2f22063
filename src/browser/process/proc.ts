import { readFileSync } from 'node:fs';

/** Reads `/proc`: what the kernel knows of a process (Linux). */

/** A file of the main thread of a process; empty where that cannot be known. */
export const readProc = (pid: number | undefined, file: string): string => {
  if (pid === undefined || process.platform !== 'linux') return '';
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/${file}`, 'utf8');
  } catch {
    // It has just ended, or this kernel does not tell.
    return '';
  }
};

/** A field of `stat` by its number in `proc_pid_stat(5)`, from 3 on: the command before, in parentheses, may hold anything. */
export const statField = (stat: string, number: number): string | undefined =>
  stat.slice(stat.lastIndexOf(')') + 2).split(' ')[number - 3];
