import { ServiceError } from '../../contract/error.ts';
import { raceSignal } from '../../deadline.ts';
import { TargetGone } from '../devtools/cdp.ts';
import type { Generation, SingleSupervisor, Supervisor } from './supervisor.ts';

/** Several browsers as one: a new context goes to the browser with the fewest, of those that answer. */
export interface Fleet extends Supervisor {
  add(member: SingleSupervisor): void;
  /** Lets it go: it takes no new contexts, and ends when those that are open have been given back. */
  dismiss(member: SingleSupervisor): void;
  /**
   * A browser for one context alone, which ends when that is given back; where none can be started, one for all.
   * @throws as `acquire`, or TargetGone where it does not start.
   */
  acquireApart(signal: AbortSignal): Promise<Generation>;
}

interface Options {
  /** Where no browser answers, the one that does so first is waited for, or nobody waits. */
  readonly whenNone: 'wait' | 'fail';
  /** Starts another browser; undefined where they run elsewhere. */
  readonly start?: () => Promise<SingleSupervisor>;
}

export const createFleet = ({ whenNone, start }: Options): Fleet => {
  const members = new Set<SingleSupervisor>();
  /** Those that were let go and have not ended. */
  const leaving = new Set<SingleSupervisor>();
  /** Those that are being started for one context. */
  const starting = new Set<Promise<unknown>>();
  const listeners: (() => void)[] = [];
  const owners = new WeakMap<Generation, Supervisor>();
  let turn = 0;

  const contextsOf = ({ browsers }: Supervisor) => browsers.reduce((sum, { contexts }) => sum + contexts, 0);
  /** Those that have as few take turns. */
  const inOrder = () => {
    const active = [...members].filter((member) => member.active);
    turn = (turn + 1) % Math.max(1, active.length);
    return [...active.slice(turn), ...active.slice(0, turn)].toSorted(
      (a, b) => contextsOf(a) - contextsOf(b),
    );
  };
  const ownedBy = (member: Supervisor, generation: Generation) => {
    owners.set(generation, member);
    return generation;
  };

  const firstToAnswer = async (signal: AbortSignal): Promise<Generation> => {
    const found = new AbortController();
    const either = AbortSignal.any([signal, found.signal]);
    const answers = [...members].map(async (member) => ownedBy(member, await member.acquire(either)));
    const first = await Promise.any(answers).catch((error: AggregateError) => {
      throw signal.aborted ? signal.reason : error.errors[0];
    });
    found.abort();
    // Two may have come in the same moment.
    for (const answer of await Promise.allSettled(answers))
      if (answer.status === 'fulfilled' && answer.value !== first) release(answer.value);
    return first;
  };
  const release = (generation: Generation) => owners.get(generation)?.release(generation);

  const acquire = async (signal: AbortSignal): Promise<Generation> => {
    for (const member of inOrder()) {
      const generation = member.tryAcquire();
      if (generation) return ownedBy(member, generation);
    }
    if (whenNone === 'wait' && members.size > 0) return firstToAnswer(signal);
    throw new ServiceError('overloaded', {
      message: 'No browser can be reached: try again later.',
      retry_after: 5,
    });
  };
  const dismiss = (member: SingleSupervisor) => {
    members.delete(member);
    leaving.add(member);
    void member.retire().then(() => leaving.delete(member));
  };

  return {
    add: (member) => {
      members.add(member);
      member.onRetired(() => {
        for (const listener of listeners) listener();
      });
    },
    dismiss,
    acquire,
    acquireApart: async (signal) => {
      if (start === undefined) return acquire(signal);
      const coming = start();
      starting.add(coming);
      const started = () => starting.delete(coming);
      coming.then(started, started);
      // Whoever does not wait any longer has no use for it.
      const member = await raceSignal(coming, signal).catch((error: unknown) => {
        void coming.then(dismiss, () => undefined);
        throw signal.aborted ? error : new TargetGone(`no browser of its own could be started: ${error}`);
      });
      const generation = member.tryAcquire();
      dismiss(member);
      if (generation === undefined) throw new TargetGone('the browser ended when it had just started');
      return ownedBy(member, generation);
    },
    release,
    onRetired: (listener) => {
      listeners.push(listener);
    },
    get browsers() {
      return [...members, ...leaving].flatMap(({ browsers }) => browsers);
    },
    get active() {
      return [...members].some((member) => member.active);
    },
    close: async () => {
      await Promise.allSettled(starting);
      await Promise.all([...members, ...leaving].map((member) => member.close()));
    },
  };
};
