import { type Activity, age } from '../tab/activity.ts';
import type { Patience } from './patience.ts';

/** Whether a page is being filled by an answer that streams in piece by piece. */

/** That a document shows what comes in as it comes: since when, when last, and how often. */
export interface Fed {
  readonly since: number;
  readonly at: number;
  readonly pieces: number;
}

export const fedAgain = (fed: Fed | undefined): Fed => {
  const at = performance.now();
  return { since: fed?.since ?? at, at, pieces: (fed?.pieces ?? 0) + 1 };
};

/** How long the next piece may take: a page may have grown by chance when the first one came. */
const nextPieceMs = ({ pieces }: Fed): number => (pieces === 1 ? 700 : 1500);

/** Whether there may be more of what the page shows piece by piece: some goes on for ever. */
export const isFedOn = (
  fed: Fed | undefined,
  { requests }: Activity,
  { data: [, longest] }: Patience,
): boolean =>
  fed !== undefined &&
  requests.pieceAt !== undefined &&
  age(fed.at) < nextPieceMs(fed) &&
  age(fed.since) < longest;
