import type { Outcome } from '../../contract/outcome.ts';
import type { Snapshot } from '../../page.ts';
import { evidenceOf } from './evidence.ts';
import { isMet } from './mark.ts';
import { troubles } from './troubles.ts';
import { walls } from './walls.ts';

/** What became of a page, and how that was seen. */
export interface Verdict {
  readonly outcome: Outcome;
  /** What it was recognised by; absent for `ok`. */
  readonly reason?: string;
  /** Whose wall it is. */
  readonly by?: string;
}

/** Judges a page by what left the browser. */
export const classify = (snapshot: Snapshot): Verdict => {
  // A file is no wall, whatever it says.
  if (snapshot.file !== undefined && snapshot.status < 400) return { outcome: 'ok' };
  const page = evidenceOf(snapshot);
  const wall = walls.find((row) => isMet(row, page));
  if (wall) return { outcome: wall.outcome, reason: `${wall.by}: ${wall.sign}`, by: wall.by };
  const trouble = troubles.find((row) => isMet(row, page));
  return trouble ? { outcome: trouble.outcome, reason: trouble.sign } : { outcome: 'ok' };
};
