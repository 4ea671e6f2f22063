import { Worker } from 'node:worker_threads';
import { ServiceError } from '../contract/error.ts';
import type { Logger } from '../log.ts';
import type { Snapshot, SourceFile } from '../page.ts';
import { youngMb } from '../threads.ts';
import type { FileOutcome } from './worker.ts';

/** A file as a page. */
export interface ConvertedFile {
  readonly html: string;
  /** What is missing from it, in words for the caller. */
  readonly warnings: readonly string[];
}

export interface FileLimits {
  /** For all that one file takes while it is read, in MB. */
  readonly memoryMb: number;
  readonly ms: number;
}

const defaults: FileLimits = { memoryMb: 512, ms: 30_000 };
const watchMs = 100;

/** Runs from sources and from what they compile to: the worker has this file's extension. */
const worker = new URL(`./worker${/\.\w+$/.exec(import.meta.url)?.[0] ?? '.js'}`, import.meta.url);

interface Parts {
  /** Most files at a time; others wait. */
  readonly threads: number;
  readonly limits?: FileLimits;
  readonly log?: Logger | undefined;
}

/**
 * Reads a file on a thread of its own, which ends with it, whatever the file does: it may be made to take all memory, or
 * never to end.
 * @throws ServiceError `scrape_failed` with the reason `document_locked`, `document_broken` or `document_too_large`; the
 * signal's reason when it ends first.
 */
export type ConvertFile = (file: SourceFile, signal: AbortSignal) => Promise<ConvertedFile>;

export const createConvertFile = ({ threads, limits = defaults, log }: Parts): ConvertFile => {
  let free = threads;
  const waiting = new Set<() => void>();
  const takeTurn = async (signal: AbortSignal): Promise<void> => {
    if (free > 0) {
      free--;
      return;
    }
    const turn = Promise.withResolvers<void>();
    const leave = () => {
      if (waiting.delete(turn.resolve)) turn.reject(signal.reason);
    };
    waiting.add(turn.resolve);
    signal.addEventListener('abort', leave, { once: true });
    await turn.promise.finally(() => signal.removeEventListener('abort', leave));
  };
  const passTurn = () => {
    const [next] = waiting;
    if (next === undefined) free++;
    else {
      waiting.delete(next);
      next();
    }
  };
  return async (file, signal) => {
    signal.throwIfAborted();
    await takeTurn(signal);
    try {
      return await runThread(file, signal, limits, log);
    } finally {
      passTurn();
    }
  };
};

const runThread = async (
  file: SourceFile,
  signal: AbortSignal,
  { memoryMb, ms }: FileLimits,
  log: Logger | undefined,
): Promise<ConvertedFile> => {
  signal.throwIfAborted();
  const thread = new Worker(worker, {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
    // What parsers have to say of files is of no use to anybody.
    stdout: true,
    stderr: true,
  });
  const tooLarge = new ServiceError('scrape_failed', {
    reason: 'document_too_large',
    message: 'The document takes more time or memory than this service gives.',
  });
  const ended = Promise.withResolvers<FileOutcome>();
  const abort = () => ended.reject(signal.reason);
  const timer = setTimeout(() => ended.reject(tooLarge), ms);
  // The limits above are those of objects; buffers are counted here.
  const watch = setInterval(() => {
    thread.getHeapStatistics().then(
      ({ used_heap_size, external_memory }) => {
        if (used_heap_size + external_memory > memoryMb * 1e6) ended.reject(tooLarge);
      },
      // The thread has ended: its end is told by itself.
      () => undefined,
    );
  }, watchMs);
  signal.addEventListener('abort', abort, { once: true });
  thread.once('message', ended.resolve);
  thread.once('error', (cause) => {
    log?.debug({ err: cause }, 'a file could not be read');
    const isMemory = 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
    ended.reject(isMemory ? tooLarge : unreadable(cause));
  });
  thread.once('exit', () => ended.reject(unreadable()));
  try {
    const outcome = await ended.promise;
    if ('html' in outcome) return outcome;
    throw new ServiceError('scrape_failed', outcome.refused);
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener('abort', abort);
    await thread.terminate();
  }
};

/** A snapshot of a file as that of a page; one of a page as it is. */
export const asPage = async (
  snapshot: Snapshot,
  convert: (file: SourceFile) => Promise<ConvertedFile>,
): Promise<{ readonly page: Snapshot; readonly warnings: readonly string[] }> => {
  const { file, ...rest } = snapshot;
  if (file === undefined) return { page: snapshot, warnings: [] };
  const { html, warnings } = await convert(file);
  return { page: { ...rest, html, title: '', contentType: 'text/html' }, warnings };
};

const unreadable = (cause?: unknown) =>
  new ServiceError('scrape_failed', {
    reason: 'document_broken',
    message: 'The document is damaged: it cannot be read.',
    cause,
  });
