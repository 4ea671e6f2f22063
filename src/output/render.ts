import { Piscina } from 'piscina';
import { ServiceError } from '../contract/error.ts';
import type { Options, OutputName } from '../contract/scrape.ts';
import type { Deadline } from '../deadline.ts';
import type { Logger } from '../log.ts';
import type { Snapshot } from '../page.ts';
import type { Rendered } from './text.ts';
import type { Outcome, runTask, Task } from './worker.ts';

/** Renders snapshots on threads of their own: converting a page takes 10 ms to 2 s of processor time. */
export interface Renderer {
  /**
   * @throws ServiceError `invalid_request` for a selector that is none; the deadline's reason when it ends first,
   * with the thread that was still at work; `scrape_failed` when the thread died of the page.
   */
  render<N extends OutputName>(
    snapshot: Snapshot,
    output: N,
    options: Options[N],
    deadline: Deadline,
  ): Promise<Rendered<N>>;
  /** Ends all threads; what they were doing fails. */
  close(): Promise<void>;
}

interface Parts {
  /** Most threads at a time; one is kept warm. */
  readonly threads: number;
  /** Memory for the objects of one thread, in MB: a page that needs more fails alone. */
  readonly memoryMb?: number;
  /** Told of threads that died without a task. */
  readonly log?: Logger;
}

const idleMs = 60_000;

/** Runs from sources and from what they compile to: the worker has this file's extension. */
const worker = new URL(`./worker${/\.\w+$/.exec(import.meta.url)?.[0] ?? '.js'}`, import.meta.url);
const entry: keyof { runTask: typeof runTask } = 'runTask';

export const createRenderer = ({ threads, memoryMb = 1536, log }: Parts): Renderer => {
  const pool = new Piscina({
    filename: worker.href,
    name: entry,
    minThreads: 1,
    maxThreads: Math.max(1, threads),
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  pool.on('error', (error) => log?.error({ err: error }, 'an idle render thread died'));
  return {
    render: async <N extends OutputName>(
      snapshot: Snapshot,
      output: N,
      options: Options[N],
      { signal }: Deadline,
    ) => {
      const task: Task<N> = { snapshot, output, options };
      const outcome: Outcome<N> = await pool.run(task, { signal }).catch((cause: unknown) => {
        throw signal.aborted ? signal.reason : new ServiceError('scrape_failed', { cause });
      });
      if ('rendered' in outcome) return outcome.rendered;
      const { code, message, extras } = outcome.refused;
      throw new ServiceError(code, { message, ...extras });
    },
    close: () => pool.destroy(),
  };
};
