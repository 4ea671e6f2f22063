import { Piscina } from 'piscina';
import type { Logger } from './log.ts';

/** A function that a module exports, to be run on a thread: it is given plain data and gives plain data. */
export interface Entry {
  /** Address of the module. */
  readonly module: string;
  readonly name: string;
}

/** Threads for work on pages, which takes 10 ms to 2 s of processor time. */
export interface Threads {
  /** @throws what the function threw, errors without their class; the signal's reason, the thread at work ended with it. */
  // biome-ignore lint/suspicious/noExplicitAny: what a function of another module returns is known to its caller alone
  run(entry: Entry, task: unknown, signal: AbortSignal): Promise<any>;
  /** Ends all threads; what they were doing fails. */
  close(): Promise<void>;
}

interface Parts {
  /** Most threads at a time; one is kept warm. */
  readonly threads: number;
  /** What a thread has loaded before it is given a task: one that starts would hold its first up for 0.4 s. */
  readonly loads?: Entry;
  /** Memory for the objects of one thread, in MB: a page that needs more fails alone. */
  readonly memoryMb?: number;
  /** Told of threads that died without a task. */
  readonly log?: Logger;
}

const idleMs = 60_000;

/**
 * V8 ends a thread that reaches its limit only between two collections; one that moves more than the spare 16 MB from
 * the young objects to the old ones ends the process. So the young are kept few.
 */
export const youngMb = 16;

export const createThreads = ({ threads, loads, memoryMb = 1536, log }: Parts): Threads => {
  const pool: Piscina = new Piscina({
    minThreads: 1,
    maxThreads: Math.max(1, threads),
    ...(loads && { filename: loads.module, name: loads.name }),
    idleTimeout: idleMs,
    // By itself the pool gives tasks to threads that still load, while others come free.
    loadBalancer: (_task, workers) =>
      workers.find((worker) => worker.currentUsage === 0 && ready.has(worker.id)) ?? null,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
  });
  /** Ids of the threads that take tasks: those that have loaded, and the one kept warm, which has nobody before it. */
  const ready: Set<number> = new Set(pool.threads.map(({ threadId }) => threadId));
  pool.on('workerCreate', ({ id }: { readonly id: number }) => ready.add(id));
  pool.on('workerDestroy', ({ id }: { readonly id: number }) => ready.delete(id));
  pool.on('error', (error) => {
    // An answer that came just as its task was given up: nobody waits for it, and it may hold a page.
    if (error instanceof Error && error.message.startsWith('Unexpected message from Worker')) return;
    log?.error({ err: error }, 'an idle thread died');
  });
  return {
    run: async ({ module, name }, task, signal) =>
      pool.run(task, { filename: module, name, signal }).catch((error: unknown) => {
        throw signal.aborted ? signal.reason : error;
      }),
    close: () => pool.destroy(),
  };
};

/** A module in the folder of another: sources and what they compile to differ in their extension. */
export const moduleBeside = (address: string, name: string): string =>
  new URL(`./${name}${/\.\w+$/.exec(address)?.[0] ?? '.js'}`, address).href;
