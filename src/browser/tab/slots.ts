import { ServiceError } from '../../contract/error.ts';

/** A semaphore with a fair queue: so many at once, and whoever comes later waits, the owners taking turns. */
export interface Slots {
  /**
   * Waits for a slot. @returns the function that gives it back, once.
   * @throws ServiceError `overloaded` when the line is full or the time is up in it; else the signal's reason.
   */
  take(signal: AbortSignal, claim?: Claim): Promise<() => void>;
  /** How many wait. */
  readonly waiting: number;
  /** Fails all who wait, with `shutting_down`. */
  close(): void;
}

/** Who asks for a slot. */
interface Claim {
  readonly owner: string;
  /** Whether it lets everybody pass who does not yield: nobody waits for its work. */
  readonly yields: boolean;
}

interface Limits {
  readonly slots: number;
  /** Most that one owner may have; all where it is not given. */
  readonly share?: number;
  /** Most that may wait. */
  readonly line: number;
}

interface Waiter extends Claim {
  /** The round in which it gets a slot: in each round every owner who waits gets one. */
  readonly round: number;
  readonly start: () => void;
  readonly fail: (error: ServiceError) => void;
}

/** One slot in so many may go to one who yields to the others: whoever yields must not wait for ever. */
const orderlyEvery = 4;

const nobody: Claim = { owner: '', yields: false };

/** Whether they stand behind one another: who yields does not hold up the same owner's other work. */
const isLike =
  ({ owner, yields }: Claim) =>
  (other: Claim) =>
    other.owner === owner && other.yields === yields;

/** @param onLine is told the length of the line whenever it changes. */
export const createSlots = (limits: Limits, onLine: (waiting: number) => void = () => undefined): Slots => {
  const { slots, share = slots } = limits;
  const line: Waiter[] = [];
  /** By owner. */
  const holdings = new Map<string, number>();
  let taken = 0;
  let given = 0;
  /** Of who came last out of the line. */
  let round = 0;
  /** Mean time a slot is held, for `Retry-After`. */
  let holdMs = 1000;

  const overloaded = () =>
    new ServiceError('overloaded', {
      retry_after: Math.max(1, Math.min(60, Math.ceil(((line.length + 1) * holdMs) / slots / 1000))),
    });

  const heldBy = ({ owner }: Claim) => holdings.get(owner) ?? 0;
  const count = (claim: Claim, change: 1 | -1) => {
    const now = heldBy(claim) + change;
    if (now === 0) holdings.delete(claim.owner);
    else holdings.set(claim.owner, now);
    taken += change;
  };

  const turn = (signal: AbortSignal, claim: Claim) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      // Where a slot is free, all who wait have their share.
      if (taken < slots && heldBy(claim) < share) {
        count(claim, 1);
        return resolve();
      }
      if (line.length >= limits.line) return reject(overloaded());
      const leave = () => {
        line.splice(line.indexOf(waiter), 1);
        onLine(line.length);
        const { reason } = signal;
        reject(reason instanceof ServiceError && reason.code === 'timeout' ? overloaded() : reason);
      };
      const settle = (then: () => void) => {
        signal.removeEventListener('abort', leave);
        then();
      };
      const waiter: Waiter = {
        ...claim,
        round: 1 + Math.max(round, line.findLast(isLike(claim))?.round ?? 0),
        start: () => settle(resolve),
        fail: (error) => settle(() => reject(error)),
      };
      signal.addEventListener('abort', leave, { once: true });
      line.push(waiter);
      onLine(line.length);
    });

  /** The first of the earliest round, of owners that have less than their share. */
  const next = (): Waiter | undefined => {
    const ready = line.filter((waiter) => heldBy(waiter) < share);
    const pressing = given % orderlyEvery === 0 ? [] : ready.filter(({ yields }) => !yields);
    const [first] = (pressing.length > 0 ? pressing : ready).toSorted((a, b) => a.round - b.round);
    return first;
  };

  const giveBack = (claim: Claim) => {
    given += 1;
    count(claim, -1);
    const waiter = next();
    if (waiter === undefined) return;
    line.splice(line.indexOf(waiter), 1);
    round = Math.max(round, waiter.round);
    count(waiter, 1);
    onLine(line.length);
    waiter.start();
  };

  return {
    take: async (signal, claim = nobody) => {
      await turn(signal, claim);
      const takenAt = performance.now();
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        holdMs += (performance.now() - takenAt - holdMs) / 10;
        giveBack(claim);
      };
    },
    get waiting() {
      return line.length;
    },
    close: () => {
      for (const waiter of line.splice(0)) waiter.fail(new ServiceError('shutting_down'));
      onLine(0);
    },
  };
};
