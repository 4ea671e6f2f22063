import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { raceSignal } from '../deadline.ts';
import type { Logger } from '../log.ts';
import type { Database } from '../store/database.ts';
import { extendHold, type HostState, holdHost, longestRestMs, readHost, restHost } from '../store/hosts.ts';

/**
 * The pace of every host, over all jobs and processes: from the end of one page to the start of the next there is at
 * least the delay. Measured so, no slow browser and no retry can bring two requests closer together.
 */
export interface Politeness {
  /**
   * Waits until the host may be asked.
   * @returns undefined when whoever asks has better things to do. @throws the signal's reason, DatabaseError.
   */
  turn(host: string, asked: Asked, signal: AbortSignal): Promise<Turn | undefined>;
}

export interface Asked {
  readonly jobId: string;
  /** Between two pages: what the job wants or the host's robots.txt, whichever is more. */
  readonly delayMs: number;
  /** Whether the same page was asked for before: that it fails again says nothing new of its host. */
  readonly isRepeat: boolean;
  /** Whether the turn is still waited for. */
  readonly isWanted: () => boolean;
}

export interface Turn {
  /** The page is there, or is not to come. @returns for how many milliseconds the host is left alone. */
  done(answer: HostAnswer): Promise<number>;
}

/** How a host took being asked. */
export interface HostAnswer {
  /** Whether it failed to answer, or said that it is asked too often. */
  readonly inTrouble: boolean;
  /** What it asked for itself, by `Retry-After`; 0 for nothing. */
  readonly restMs: number;
}

/** It answered, and asked for nothing. */
export const calm: HostAnswer = { inTrouble: false, restMs: 0 };

/** A host is held so long, and again while its page is under way: a worker that dies lets go of it soon. */
const holdMs = 20_000;
const extendMs = 6000;
/** How often a host that somebody else holds is looked at again: it may be given back early. */
const pollMs = 400;
/** The trouble of each page doubles the pause, each answer halves it. */
const slowest = 30_000;
const firstSlow = 500;

/** In order within this process, so that one asks for all. @throws the signal's reason. */
const createLines = () => {
  const lines = new Map<string, Promise<void>>();
  /** @returns leaves the line of the host. */
  return async (host: string, signal: AbortSignal): Promise<() => void> => {
    const before = lines.get(host) ?? Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    lines.set(host, promise);
    const leave = () => {
      if (lines.get(host) === promise) lines.delete(host);
      resolve();
    };
    try {
      await raceSignal(before, signal);
    } catch (error) {
      // Whoever is next has still to wait for those before.
      void before.then(leave);
      throw error;
    }
    return leave;
  };
};

export const createPoliteness = (database: Database, log: Logger): Politeness => {
  const enter = createLines();
  const hosts = createHosts(database);

  const keepHeld = (host: string, jobId: string): NodeJS.Timeout =>
    setInterval(() => {
      extendHold(database, host, jobId, holdMs).catch((err: unknown) =>
        log.warn({ err, host }, 'a host that is being asked could not be held any longer'),
      );
    }, extendMs).unref();

  /** @param slowMs the pause that earlier trouble has brought. @param leave ends the turn. */
  const turnAt = (
    host: string,
    { jobId, delayMs, isRepeat }: Asked,
    { slowMs, isHeld, leave }: { slowMs: number; isHeld: boolean; leave: () => void },
  ): Turn => {
    const extending = isHeld ? keepHeld(host, jobId) : undefined;
    return {
      done: async (answer) => {
        clearInterval(extending);
        try {
          const slower = nextSlow(slowMs, answer.inTrouble, isRepeat);
          const rest = Math.min(Math.max(delayMs, slower, answer.restMs), longestRestMs);
          if (!isHeld && rest === 0) return 0;
          hosts.forget(host);
          await restHost(database, host, isHeld ? jobId : undefined, {
            restMs: Math.ceil(rest),
            slowMs: slower,
          });
          return rest;
        } finally {
          leave();
        }
      },
    };
  };

  return {
    turn: async (host, asked, signal) => {
      const { jobId, delayMs, isWanted } = asked;
      if (!isWanted()) return undefined;
      const leave = delayMs > 0 ? await enter(host, signal) : () => undefined;
      try {
        for (;;) {
          signal.throwIfAborted();
          if (!isWanted()) {
            leave();
            return undefined;
          }
          const { waitMs, slowMs } = await hosts.read(host, delayMs);
          const isHeld = delayMs + slowMs > 0;
          if (isHeld) hosts.forget(host);
          if (waitMs > 0) await delay(Math.min(Math.ceil(waitMs), pollMs), undefined, { signal });
          else if (!isHeld || (await holdHost(database, host, jobId, holdMs)))
            return turnAt(host, asked, { slowMs, isHeld, leave });
        }
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
};

/** For single requests of one caller, in a process that shares no hosts with others. */
export const createLonePace = (): Politeness => {
  const enter = createLines();
  /** By `performance.now()`: when a host was asked last, and from when it wants to be asked again. */
  const hosts = new LRUCache<string, { readonly askedAt: number; readonly freeAt: number }>({
    max: mostKnown,
  });
  return {
    turn: async (host, { delayMs, isRepeat }, signal) => {
      const leave = delayMs > 0 ? await enter(host, signal) : () => undefined;
      const { askedAt, freeAt } = hosts.get(host) ?? { askedAt: Number.NEGATIVE_INFINITY, freeAt: 0 };
      try {
        const waitMs = Math.max(askedAt + delayMs, freeAt) - performance.now();
        await delay(Math.max(0, waitMs), undefined, { signal });
      } catch (error) {
        leave();
        throw error;
      }
      return {
        done: async ({ inTrouble, restMs }) => {
          const rest = Math.min(Math.max(nextSlow(0, inTrouble, isRepeat), restMs), longestRestMs);
          const askedAt = performance.now();
          hosts.set(host, { askedAt, freeAt: askedAt + rest });
          leave();
          return rest;
        },
      };
    },
  };
};

const free: HostState = { waitMs: 0, slowMs: 0 };
/** Free hosts that are remembered. */
const mostKnown = 1000;

/**
 * How hosts are. Nobody but this process writes to the embedded database: a host that was free and has been neither held nor
 * left to rest since still is, and a page without a delay needs no look at the table, which would cost it more than its links.
 */
const createHosts = (database: Database) => {
  const known = new Set<string>();
  let changes = 0;
  return {
    read: async (host: string, delayMs: number): Promise<HostState> => {
      if (delayMs === 0 && known.has(host)) return free;
      const before = changes;
      const state = await readHost(database, host);
      const isFree = state.waitMs + state.slowMs === 0;
      if (isFree && database.kind === 'embedded' && before === changes) {
        if (known.size >= mostKnown) known.clear();
        known.add(host);
      }
      return state;
    },
    /** To be called before a host is held or left to rest: it is looked up again. */
    forget: (host: string): void => {
      changes += 1;
      known.delete(host);
    },
  };
};

const nextSlow = (slowMs: number, inTrouble: boolean, isRepeat: boolean): number => {
  if (inTrouble) return Math.min(slowest, Math.max(firstSlow, isRepeat ? slowMs : 2 * slowMs));
  return slowMs < firstSlow ? 0 : Math.floor(slowMs / 2);
};
