import { constants, fstatSync, openSync, writeSync } from 'node:fs';

/** How long a reader that is behind is waited for: once, until it reads again. */
const patienceMs = 500;
const napMs = 5;

/**
 * Writes lines to a file descriptor before it returns. A line that nobody reads, or for which the disk has no room, is lost:
 * a log must not stop the service, as a full pipe would for ever.
 */
export const createOutput = (fd: number) => {
  const output = withoutWaiting(fd);
  let patience = patienceMs;
  let isCut = false;

  /** @returns what could not be written. */
  const writeMost = (bytes: Buffer): Buffer => {
    const begun = performance.now();
    let rest = bytes;
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(output, rest));
        patience = patienceMs;
      } catch (error) {
        const isFull = (error as NodeJS.ErrnoException).code === 'EAGAIN';
        if (!isFull || performance.now() - begun >= patience) break;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, napMs);
      }
    }
    return rest;
  };

  return {
    write: (line: string): void => {
      // What comes behind half a line begins a new one.
      const bytes = Buffer.from(isCut ? `\n${line}` : line);
      const rest = writeMost(bytes);
      if (rest.length > 0) patience = 0;
      if (rest.length < bytes.length) isCut = rest.length > 0;
    },
  };
};

/** A pipe is opened anew, since whether it blocks would else change for all who have it; not everybody may do so. */
const withoutWaiting = (fd: number): number => {
  if (!fstatSync(fd).isFIFO()) return fd;
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // macOS has no /proc; and a pipe may belong to another user.
    return fd;
  }
};
