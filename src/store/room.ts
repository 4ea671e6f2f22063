import { statfs } from 'node:fs/promises';
import type { Logger } from '../log.ts';
import { DatabaseError } from './error.ts';

/** @returns bytes that may still be written to the disk of a folder. */
export type FreeBytes = (folder: string) => Promise<number>;

export interface Room {
  /** @throws DatabaseError `ENOSPC`, with a sentence for the operator, while there is too little. */
  assert(): void;
  close(): void;
}

/** All buffers, and a segment of the WAL. */
const enoughBytes = 32e6;

/** What is written in between is far less than what is kept free. */
const everyMs = 1000;

const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * Looks, again and again, whether the disk has room left. On a full one a statement fails alone and works again when there is
 * room; a checkpoint that fails, or a WAL that cannot go on, ends the database: so nothing more is to be written before.
 */
export const watchRoom = (folder: string, log: Logger, freeBytes: FreeBytes = freeBytesOf): Room => {
  let lack: string | undefined;
  const look = async () => {
    const bytes = await freeBytes(folder);
    const before = lack;
    lack = bytes < enoughBytes ? `the disk of ${folder} is almost full: ${bytes} bytes are free` : undefined;
    if (lack !== undefined && before === undefined)
      log.error(`${lack}; nothing is stored until there is more`);
    if (lack === undefined && before !== undefined) log.info(`the disk of ${folder} has room again`);
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.debug({ err: error }, 'room on the disk not known'));
  }, everyMs).unref();

  return {
    assert: () => {
      if (lack !== undefined) throw new DatabaseError(lack, 'ENOSPC');
    },
    close: () => clearInterval(timer),
  };
};
