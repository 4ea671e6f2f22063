import type { Wanted } from '../contract/extract.ts';
import type { Snapshot } from '../page.ts';
import { extract } from './extraction.ts';
import type { Findings } from './finding.ts';

/** What a thread is given. */
export interface Task {
  readonly snapshot: Snapshot;
  readonly wanted: Exclude<Wanted, { method: 'xpath' }>;
}

/** Entry of a thread. */
export const extractTask = ({ snapshot, wanted }: Task): Findings => extract(snapshot, wanted);
