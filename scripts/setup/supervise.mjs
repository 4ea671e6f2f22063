// @ts-check
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A terminal signals the whole group and npm passes the signal on: one Ctrl-C arrives two or three times. */
const repeatMs = 500;
const parentPollMs = 500;

/**
 * Calls `stop` whenever this process is asked to end: by a signal, or because npm, which started it, is gone (npm and
 * its shell do not pass every signal on, and SIGKILL never). A process started by hand may outlive its parent.
 * @param {Record<string, string | undefined>} env
 * @param {(signal: NodeJS.Signals) => void} stop
 * @returns {() => void} ends the watch
 */
export const onStop = (env, stop) => {
  let lastAt = -Infinity;
  const onSignal = (/** @type {NodeJS.Signals} */ signal) => {
    const now = performance.now();
    if (now - lastAt < repeatMs) return;
    lastAt = now;
    // From here on npm may go before us: its shell dies of a Ctrl-C at once.
    clearInterval(poll);
    stop(signal);
  };
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, onSignal);

  const parents = lineage();
  const poll = setInterval(() => {
    if (lineage() !== parents) onSignal('SIGTERM');
  }, parentPollMs).unref();
  if (env.npm_lifecycle_event === undefined) clearInterval(poll);

  return () => {
    clearInterval(poll);
    for (const signal of signals) process.off(signal, onSignal);
  };
};

/**
 * Who started this process: npm itself, or the shell that npm runs a script in, which may stay between the two and
 * outlive npm. Where there is no /proc, that shell hands its process over to the command (macOS).
 */
const lineage = () => {
  const parent = process.ppid;
  const [, name = '', grandparent] = /^\d+ \((.*)\) \S (\d+)/.exec(statusOf(parent)) ?? [];
  return name.endsWith('sh') ? `${parent} of ${grandparent}` : `${parent}`;
};

/**
 * @param {number} pid
 * @returns {string} what Linux says of a process; empty when it is gone, and elsewhere
 */
const statusOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
};

/**
 * Runs the command with our own input and output, passes signals on and resolves when it has ended.
 * @param {readonly string[]} command program and arguments
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
 */
export const supervise = ([program = '', ...args], env) =>
  new Promise((resolve, reject) => {
    // Before there is a child: it may be at work before this process gets its next turn, and be left behind.
    const release = onStop(env, (signal) => child.kill(signal));
    const child = spawn(program, args, { env, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      release();
      resolve({ code, signal });
    });
  });
