import { cpus } from 'node:os';

/** How much of the processors' time nobody uses: whether there is room for another tab. */

/** Begins to watch the processors. @returns the share of their time since then in which nothing ran, 0 to 1. */
export type IdleShare = () => () => number;

/** Of this machine; in a container that may use a part of it, it is still all. 0 where the system does not tell. */
export const idleShare: IdleShare = () => {
  const before = spent();
  return () => {
    const after = spent();
    const all = after.all - before.all;
    return all > 0 ? (after.idle - before.idle) / all : 0;
  };
};

interface Spent {
  readonly at: number;
  readonly idle: number;
  readonly all: number;
}

/** The system counts in steps of 10 ms, and a look costs 0.02 ms for each processor. */
const freshMs = 20;
let latest: Spent | undefined;

/** Milliseconds of all processors since the machine was started. */
const spent = (): Spent => {
  const at = performance.now();
  if (latest !== undefined && at - latest.at < freshMs) return latest;
  let idle = 0;
  let all = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    for (const ms of Object.values(times)) all += ms;
  }
  latest = { at, idle, all };
  return latest;
};

interface Slack {
  /** Watches anew: what has just begun is to be seen in it. */
  anew(): void;
  /** Whether more than enough was left since the last look, which is so long ago. */
  isLeft(): boolean;
}

export const watchSlack = (
  begin: IdleShare,
  { everyMs, share }: { readonly everyMs: number; readonly share: number },
): Slack => {
  const watch = () => ({ idle: begin(), since: performance.now() });
  let watched = watch();
  const anew = () => {
    watched = watch();
  };
  return {
    anew,
    isLeft: () => {
      if (performance.now() - watched.since < everyMs) return false;
      const left = watched.idle();
      anew();
      return left > share;
    },
  };
};
