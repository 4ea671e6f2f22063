import { randomBytes } from 'node:crypto';
import { z } from 'zod';

/** The ids of rows: UUIDs that sort by time. */

let lastMs = 0;
let counter = 0;
const mostInOneMs = 0xfff;

/** Time never goes back: within one millisecond, or after the clock was set back, the counter goes on. */
const tick = (): void => {
  const now = Date.now();
  const isNew = now > lastMs || counter === mostInOneMs;
  lastMs = isNew ? Math.max(now, lastMs + 1) : lastMs;
  counter = isNew ? 0 : counter + 1;
};

/** Whether PostgreSQL takes it for a UUID: ids come from callers. */
export const isUuid = (id: string): boolean => z.uuid().safeParse(id).success;

/**
 * UUID version 7 (RFC 9562, section 6.2, method 1): 48 bits of milliseconds, a counter of 12 bits, then random bits. Those of
 * one process sort in the order in which they were made, so indexes grow at one end.
 */
export const uuidv7 = (): string => {
  tick();
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
