import { totalmem } from 'node:os';

/** Bytes of memory that the machine has, or that the container or the service manager leaves to it. */
export const machineBytes = (): number => {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
};
