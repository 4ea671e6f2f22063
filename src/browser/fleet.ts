import { ServiceError } from '../contract/error.ts';
import type { Generation, SingleSupervisor, Supervisor } from './supervisor.ts';

/** Several browsers as one: contexts go to those that answer, in turn; nobody waits for one that does not. */
export const createFleet = (members: readonly SingleSupervisor[]): Supervisor => {
  const owners = new WeakMap<Generation, Supervisor>();
  let turn = 0;
  return {
    acquire: async () => {
      turn += 1;
      const active = members.filter((member) => member.active);
      for (const at of active.keys()) {
        const member = active[(turn + at) % active.length];
        const generation = member?.tryAcquire();
        if (member === undefined || generation === undefined) continue;
        owners.set(generation, member);
        return generation;
      }
      throw new ServiceError('overloaded', {
        message: 'No browser can be reached: try again later.',
        retry_after: 5,
      });
    },
    release: (generation) => owners.get(generation)?.release(generation),
    onRetired: (listener) => {
      for (const member of members) member.onRetired(listener);
    },
    get browsers() {
      return members.flatMap(({ browsers }) => browsers);
    },
    get active() {
      return members.some((member) => member.active);
    },
    close: async () => {
      await Promise.all(members.map((member) => member.close()));
    },
  };
};
