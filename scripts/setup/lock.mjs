// @ts-check
import { closeSync, mkdirSync, openSync, rmSync, statSync, utimes } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError, say } from './command.mjs';

/** A lock whose holder has not renewed it for so long belongs to nobody: the holder was killed. */
const staleMs = 10_000;
const renewMs = 1_000;
const pollMs = 100;

/**
 * Runs `work` while no other process does the same. The lock is a file that its holder touches every second, so it
 * works across containers that share a folder, where process ids mean nothing.
 * @template T
 * @param {string} path
 * @param {AbortSignal} signal
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const withLock = async (path, signal, work) => {
  if (!take(path)) {
    say('waiting for another start to finish the same step …');
    do await sleep(pollMs);
    while (!signal.aborted && !take(path));
    signal.throwIfAborted();
  }
  // A lock that another process has taken away, after this one stood still for long, cannot be had back.
  const renewal = setInterval(() => utimes(path, new Date(), new Date(), () => undefined), renewMs);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    rmSync(path, { force: true });
  }
};

/**
 * @param {string} path
 * @returns {boolean} whether the lock is now ours
 */
const take = (path) => {
  try {
    mkdirSync(dirname(path), { recursive: true });
    closeSync(openSync(path, 'wx'));
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST')
      throw new SetupError(
        `cannot write to ${dirname(path)}: set XDG_CACHE_HOME to a folder that can be written.`,
      );
  }
  if (Date.now() - modifiedAt(path) > staleMs) rmSync(path, { force: true });
  return false;
};

/**
 * @param {string} path
 * @returns {number} milliseconds since the epoch; now when the file has gone meanwhile
 */
const modifiedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : undefined);
