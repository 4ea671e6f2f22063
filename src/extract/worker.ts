import type { Wanted } from '../contract/extract.ts';
import { cutAfter } from '../deadline.ts';
import type { Snapshot } from '../page.ts';
import type { Findings } from './evidence/finding.ts';
import { extract } from './extraction.ts';

/** What a thread is given. */
export interface Task {
  readonly snapshot: Snapshot;
  readonly wanted: Exclude<Wanted, { method: 'xpath' }>;
  /** How long it may take, from its beginning on the thread. */
  readonly ms: number;
}

/** Of all values together: hundreds of fields may each hold the whole page. */
const maxCharacters = 20_000_000;

type Outcome = { readonly findings: Findings } | { readonly reason: 'too_slow' | 'too_large' };

/** Entry of a thread. */
export const extractTask = ({ snapshot, wanted, ms }: Task): Outcome =>
  cutAfter(ms, (): Outcome => {
    const findings = extract(snapshot, wanted);
    return charactersOf(findings.data) > maxCharacters ? { reason: 'too_large' } : { findings };
  }) ?? { reason: 'too_slow' };

const charactersOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, entry) => sum + charactersOf(entry), 0);
};
