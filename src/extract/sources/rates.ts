import type { Candidate } from '../evidence/candidate.ts';
import type { Region } from '../page/page-index.ts';
import { type Unit, unitBehind, unitNamed } from '../wishes/units.ts';
import type { Wish } from '../wishes/wish.ts';
import { firstOf } from './spoken.ts';

/** What something costs by the unit, `4,324 €/m²`: another number than what all of it costs. */

/** The unit of `price_per_sqm`. */
export const rateUnit = (words: readonly string[]): Unit | undefined =>
  words.includes('per') ? unitNamed(words) : undefined;

const per = /(?:\/|(?<!\p{L})(?:per|pro|par|por|al))\s*(?=\p{L})/iu;

export const rateCandidates = ({ words }: Wish, region: Region): Candidate[] => {
  const unit = rateUnit(words);
  if (unit === undefined) return [];
  return firstOf(
    region,
    (text) => {
      const match = per.exec(text);
      const isUnit = match !== null && unitBehind(text.slice(match.index + match[0].length)) === unit;
      return isUnit ? text.slice(0, match.index) : undefined;
    },
    0.85,
  );
};
