import type { Wanted } from '../contract/extract.ts';
import { cutAfter } from '../deadline.ts';
import type { Snapshot } from '../page.ts';
import { extract } from './extraction.ts';
import type { Findings } from './finding.ts';

/** What a thread is given. */
export interface Task {
  readonly snapshot: Snapshot;
  readonly wanted: Exclude<Wanted, { method: 'xpath' }>;
  /** How long it may take, from its beginning on the thread. */
  readonly ms: number;
}

/** Entry of a thread. @returns undefined when the time was up. */
export const extractTask = ({ snapshot, wanted, ms }: Task): Findings | undefined =>
  cutAfter(ms, () => extract(snapshot, wanted));
