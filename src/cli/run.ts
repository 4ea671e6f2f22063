import { isGannetError } from '../../client/src/index.ts';
import { SettingError } from '../config.ts';
import { ServiceError } from '../contract/error.ts';
import { exitCodeOf, exitCodes } from './exit-codes.ts';

/** What the settings are read from; a command may add to it what a file holds. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The command was called in a way that cannot work; its message is for the person who called it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Runs a command; what goes wrong is one sentence for the operator, and an exit code. */
export const reported = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    report(error);
  }
};

/** What a terminal takes for orders: text of a page could hide lines, rename the window or fill the clipboard. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const orders = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

/** A text that may be a stranger's as it goes to a stream: a terminal is given no control characters. */
export const textFor = ({ isTTY }: Pick<NodeJS.WriteStream, 'isTTY'>, text: string): string =>
  isTTY ? text.replace(orders, '') : text;

/** Says a sentence on stderr. */
export const say = (sentence: string): void => {
  process.stderr.write(`gannet: ${textFor(process.stderr, sentence)}\n`);
};

/** Says what went wrong, and sets the exit code. */
const report = (error: unknown): void => {
  say(sentenceOf(error));
  process.exitCode = exitCodeFor(error);
};

/** What was thrown, in its own words; of several faults at the end of something, the first. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof SuppressedError) return reasonOf(error.suppressed);
  return error instanceof Error ? error.message : String(error);
};

/** An error in words. */
export const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { reason, blocked_by: by } =
    error instanceof ServiceError ? error.extras : isGannetError(error) ? (error.detail ?? {}) : {};
  const why = [reason, by, hintOf(error)].filter(
    (part) => typeof part === 'string' && !error.message.includes(part),
  );
  return why.length === 0 ? error.message : `${error.message} (${why.join(', ')})`;
};

/** Why the guard, or Chromium before it, did not even try. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [
    /refused_address/,
    'its address is not public: GANNET_ALLOW_NETWORKS names networks that may be reached all the same',
  ],
  [/refused_port|ERR_UNSAFE_PORT/, 'its port belongs to another protocol: browsers ask for no pages there'],
];

/** What the message does not say, since it may go to strangers: who calls a command may know. */
const hintOf = (error: Error): string | undefined => {
  if (error instanceof ServiceError) return refusals.find(([of]) => of.test(rootOf(error)))?.[1];
  if (!isGannetError(error)) return undefined;
  if (error.code === 'network_error') return rootOf(error);
  return error.code === 'unauthorized' ? 'GANNET_KEY or --key' : undefined;
};

/** The message of what caused it in the end. */
const rootOf = ({ message, cause }: Error): string => (cause instanceof Error ? rootOf(cause) : message);

export const exitCodeFor = (error: unknown): number => {
  if (error instanceof SettingError || error instanceof UsageError) return exitCodes.usage.code;
  if (error instanceof ServiceError || isGannetError(error)) return exitCodeOf(error.code, error.status);
  return exitCodes.failed.code;
};

/** `gannet … | head` ends without noise; a disk that is full does not. */
export const heedOutput = (error: NodeJS.ErrnoException): void => {
  if (error.code === 'EPIPE') return;
  report(new Error(`the output cannot be written: ${error.message}`, { cause: error }));
  process.exit();
};

/** A second SIGINT right behind the first is the terminal and the launcher both passing on one Ctrl-C. */
export const sameKeystrokeMs = 500;

const patienceMs = 10_000;

/** Why a command was told to end. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/**
 * The same for a command that takes a while: it is told by a signal to end when the user presses Ctrl-C, and when nobody
 * reads its output any more. A second Ctrl-C ends it at once. When it is over, so is the process.
 */
export const interruptible = async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
  const stopping = new AbortController();
  let since = 0;
  const stop = (code: number) => {
    if (stopping.signal.aborted) {
      if (performance.now() - since > sameKeystrokeMs) process.exit(code);
      return;
    }
    since = performance.now();
    process.exitCode = code;
    // A browser or a database that is just starting is waited for, but not for ever.
    setTimeout(() => process.exit(), patienceMs).unref();
    stopping.abort(new Stopped());
  };
  process.on('SIGINT', () => stop(exitCodes.interrupted.code));
  process.on('SIGTERM', () => stop(143));
  // `gannet … | head`: what nobody reads need not be made.
  process.stdout.on('error', () => stop(exitCodes.ok.code));
  try {
    await work(stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) report(error);
  }
  // Nothing of ours is left; whatever a library keeps open must not keep the process.
  process.exit();
};

/** As `reported`; when it is over, so is the process: whatever a library keeps open must not keep it. */
export const exitAfter = async (work: () => Promise<void>): Promise<void> => {
  await reported(work);
  process.exit();
};

/** The same for a command that also ends when nobody reads its output any more. */
export const exitWith = async (work: () => Promise<void>): Promise<void> => {
  process.stdout.on('error', () => process.exit());
  await exitAfter(work);
};

/** Writes data, and waits until it is out of this process. */
export const writeOut = (data: string | Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    // What can go wrong is told to the stream's own listeners.
    process.stdout.write(data, () => resolve());
  });
