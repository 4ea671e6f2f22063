import { createSlots, type Slots } from '../browser/tab/slots.ts';

/** Limits the pages of each owner that are under way. More wait in a line of that owner alone: others are not held up. */
export interface OwnerSlots {
  /** Waits for a slot; disposing of it gives it back. @throws ServiceError `overloaded` as `Slots` does. */
  take(owner: string, signal: AbortSignal): Promise<Disposable>;
  /** How many wait, of all owners. */
  readonly waiting: number;
}

interface Limits {
  /** Pages of one owner at once. */
  readonly share: number;
  /** Most that may wait, of one owner. */
  readonly line: number;
}

/** An owner with pages under way, or waiting for one. */
interface Owner {
  readonly slots: Slots;
  users: number;
}

export const createOwnerSlots = ({ share, line }: Limits): OwnerSlots => {
  const owners = new Map<string, Owner>();
  const ownerOf = (name: string): Owner => {
    const known = owners.get(name) ?? { slots: createSlots({ slots: share, line }), users: 0 };
    owners.set(name, known);
    return known;
  };

  return {
    take: async (name, signal) => {
      const owner = ownerOf(name);
      owner.users += 1;
      const leave = () => {
        owner.users -= 1;
        if (owner.users === 0) owners.delete(name);
      };
      try {
        const giveBack = await owner.slots.take(signal);
        return {
          [Symbol.dispose]: () => {
            giveBack();
            leave();
          },
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
    get waiting() {
      return [...owners.values()].reduce((sum, { slots }) => sum + slots.waiting, 0);
    },
  };
};
