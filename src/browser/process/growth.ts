import type { Logger } from '../../log.ts';
import type { Fleet } from './fleet.ts';
import type { SingleSupervisor } from './supervisor.ts';

/** How many browsers run: more under load (docs/adr/0022). */

interface Parts {
  readonly fleet: Pick<Fleet, 'add' | 'dismiss'>;
  /** Starts another browser. */
  readonly start: () => Promise<SingleSupervisor>;
  /** Browsers at once, at most. */
  readonly most: number;
  readonly log: Logger;
}

const lookEveryMs = 500;
/** How long one that is not needed is kept. */
const keptMs = 60_000;
/** Before another is started where one could not be. */
const pauseMs = 60_000;

/** What their main threads do is told by so many looks. */
const looks = 8;
/**
 * Share of their time in which the main threads work or would. A thread that works more than that holds up what comes to it,
 * and opening a tab keeps it busy for a tenth of a second (docs/adr/0022).
 */
const busy = 0.75;

/**
 * Starts another browser where the main threads of those that run are busy, and lets the last one go that was not needed for
 * a while. The first one stays.
 * @returns a function that ends this: no other is started any more, and none is being started.
 * @throws Error where the first one does not start.
 */
export const growFleet = async ({ fleet, start, most, log }: Parts): Promise<() => Promise<void>> => {
  const first = await start();
  fleet.add(first);
  const members = [first];
  /** By time, the latest first. */
  let seen: readonly { readonly at: number; readonly busyMs: number }[] = [];
  let neededAt = performance.now();
  let starting: Promise<void> | undefined;
  let pausedUntil = 0;
  let ended = false;

  const grow = async () => {
    try {
      const member = await start();
      if (ended) return await member.close();
      members.push(member);
      fleet.add(member);
    } catch (error) {
      log.warn({ err: error }, 'another browser could not be started');
      pausedUntil = performance.now() + pauseMs;
    } finally {
      starting = undefined;
      seen = [];
      neededAt = performance.now();
    }
  };

  const look = () => {
    const at = performance.now();
    seen = [{ at, busyMs: members.reduce((sum, { busyMs }) => sum + busyMs, 0) }, ...seen.slice(0, looks)];
    const [now] = seen;
    const before = seen[looks];
    if (now === undefined || before === undefined || starting !== undefined) return;
    /** As many main threads as would have been busy all the time. */
    const threads = (now.busyMs - before.busyMs) / (now.at - before.at);
    if (threads > busy * (members.length - 1)) neededAt = at;
    if (threads > busy * members.length && members.length < most && at > pausedUntil) starting = grow();
    const last = members.at(-1);
    if (last === undefined || members.length === 1 || at - neededAt < keptMs) return;
    members.pop();
    fleet.dismiss(last);
    seen = [];
    neededAt = at;
  };
  const timer = most > 1 ? setInterval(look, lookEveryMs).unref() : undefined;
  return async () => {
    ended = true;
    clearInterval(timer);
    await starting;
  };
};
