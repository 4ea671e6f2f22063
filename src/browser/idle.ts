import { cpus } from 'node:os';

/**
 * Watches the processors of this machine; in a container that may use a part of their time, it is still all of it.
 * @returns the share of their time since it was called in which nothing ran, 0 to 1; 0 where the system does not tell.
 */
export const idleShare = (): (() => number) => {
  const before = spent();
  return () => {
    const after = spent();
    const all = after.all - before.all;
    return all > 0 ? (after.idle - before.idle) / all : 0;
  };
};

/** Milliseconds of all processors since the machine was started. */
const spent = (): { idle: number; all: number } => {
  let idle = 0;
  let all = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    for (const ms of Object.values(times)) all += ms;
  }
  return { idle, all };
};
