import { ServiceError } from '../contract/error.ts';
import type { Deadline } from '../deadline.ts';
import { asPage, type ConvertFile } from '../file/convert.ts';
import type { Snapshot } from '../page.ts';
import { moduleBeside, type Threads } from '../threads.ts';
import type { Findings } from './finding.ts';
import type { extractTask, Task } from './worker.ts';

/** Finds what is wanted in snapshots, on a thread. */
export interface Extractor {
  /**
   * @throws the deadline's reason when it ends first, with the thread that was still at work; ServiceError
   * `extract_failed` when the thread died of the page.
   */
  extract(snapshot: Snapshot, wanted: Task['wanted'], deadline: Deadline): Promise<Findings>;
}

const name: keyof { extractTask: typeof extractTask } = 'extractTask';
const entry = { module: moduleBeside(import.meta.url, 'worker'), name };

interface Parts {
  readonly threads: Threads;
  readonly convertFile: ConvertFile;
}

export const createExtractor = ({ threads, convertFile }: Parts): Extractor => ({
  extract: async (snapshot, wanted, { signal }) => {
    const { page, warnings } = await asPage(snapshot, (file) => convertFile(file, signal));
    const task: Task = { snapshot: page, wanted };
    const findings: Findings = await threads.run(entry, task, signal).catch((cause: unknown) => {
      throw signal.aborted ? signal.reason : new ServiceError('extract_failed', { cause });
    });
    return { ...findings, warnings: [...warnings, ...findings.warnings] };
  },
});
