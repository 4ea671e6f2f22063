// @ts-check
import { spawn } from 'node:child_process';

/** A failure that the user can do something about: told as one sentence. Anything else that is thrown is a bug. */
export class SetupError extends Error {}

/**
 * What every step of the set-up is given.
 * @typedef {object} Setup
 * @property {string} root folder of the project
 * @property {string} home folder of this user
 * @property {string} cache folder of this user for what is installed once
 * @property {Record<string, string | undefined>} env environment of every command that is run
 * @property {AbortSignal} signal aborted when the launcher is told to stop; the reason is the signal's name
 */

/** @param {string} sentence */
export const say = (sentence) => void process.stderr.write(`gannet: ${sentence}\n`);

/**
 * Runs a command to its end with its output kept. A command that fails, is missing or takes too long is an answer,
 * not an error: `ok` is false and `output` says why.
 * @param {readonly string[]} command program and arguments
 * @param {Pick<Setup, 'env' | 'signal'> & { timeoutMs: number, uid?: number }} options `uid`: user to run it as, for root
 * @returns {Promise<{ ok: boolean, output: string }>} rejects only when `signal` is aborted
 */
export const runCommand = ([program = '', ...args], { env, signal, timeoutMs, uid }) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env,
      ...(uid === undefined ? {} : { uid, gid: uid, cwd: '/' }),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);

    // Grandchildren may hold the pipes open: a command that is cut short is not waited for.
    const cut = (/** @type {() => void} */ settle) => {
      child.kill('SIGTERM');
      child.stdout.destroy();
      child.stderr.destroy();
      finish(settle);
    };
    const onAbort = () => cut(() => reject(signal.reason));
    const timer = setTimeout(
      () => cut(() => resolve({ ok: false, output: `${output}\nno answer in ${timeoutMs / 1000} s` })),
      timeoutMs,
    );
    const finish = (/** @type {() => void} */ settle) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      settle();
    };

    child.once('error', (error) => finish(() => resolve({ ok: false, output: error.message })));
    child.once('close', (code) => finish(() => resolve({ ok: code === 0, output })));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });

/**
 * The line of a command's output that says why it failed: the last one but for stack traces and where npm keeps its log.
 * @param {string} output
 */
export const reasonIn = (output) =>
  output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^at |A complete log of this run/.test(line))
    .at(-1) ?? 'no output';
