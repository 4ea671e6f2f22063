import { ServiceError } from '../contract/error.ts';
import type { Deadline } from '../deadline.ts';
import { asPage, type ConvertFile } from '../file/convert.ts';
import type { Snapshot } from '../page.ts';
import { moduleBeside, type Threads } from '../threads.ts';
import type { Findings } from './evidence/finding.ts';
import { mostMs } from './time.ts';
import type { extractTask, Task } from './worker.ts';

/** Finds what is wanted in snapshots, on a thread. */
export interface Extractor {
  /**
   * @throws the deadline's reason when it ends first, with the thread that was still at work; ServiceError
   * `extract_failed` when the thread died of the page, or with the reason `too_slow` or `too_large`.
   */
  extract(snapshot: Snapshot, wanted: Task['wanted'], deadline: Deadline): Promise<Findings>;
}

const name: keyof { extractTask: typeof extractTask } = 'extractTask';
const entry = { module: moduleBeside(import.meta.url, 'worker'), name };

interface Parts {
  readonly threads: Threads;
  readonly convertFile: ConvertFile;
  /** Time on a thread for one page. */
  readonly ms?: number;
}

export const createExtractor = ({ threads, convertFile, ms = mostMs }: Parts): Extractor => ({
  extract: async (snapshot, wanted, { signal }) => {
    const { page, warnings } = await asPage(snapshot, (file) => convertFile(file, signal));
    const task: Task = { snapshot: page, wanted, ms };
    const found: Promise<ReturnType<typeof extractTask>> = threads.run(entry, task, signal);
    const outcome = await found.catch((cause: unknown) => {
      throw signal.aborted ? signal.reason : new ServiceError('extract_failed', { cause });
    });
    if ('reason' in outcome) {
      const { reason } = outcome;
      throw new ServiceError('extract_failed', { reason, message: messages[reason](ms) });
    }
    const { findings } = outcome;
    return { ...findings, warnings: [...warnings, ...findings.warnings] };
  },
});

const messages = {
  too_slow: (ms: number) =>
    `What is wanted takes longer to find in this page than the ${ms / 1000} s that there are for it.`,
  too_large: () => 'What is wanted of this page is longer than an answer may be.',
};
