import type { Candidate } from '../evidence/candidate.ts';
import type { Region } from '../page/page-index.ts';
import { readDate } from '../reading/dates.ts';
import type { Concept } from '../wishes/concepts.ts';
import type { Wish } from '../wishes/wish.ts';
import { firstOf } from './spoken.ts';

/** A day right behind the words that say what happened then: `Submitted on 12 Feb 2026, last revised 3 Apr 2026`. */

const generic = /^(?:date|day|time|on|at|the|is|was)$/;
/** In characters. */
const longestDate = 24;
/** The day on which something was submitted is not told by that of its publication, however sure. */
const ownShare = 1.45;

export const datedCandidates = (
  { words, format }: Wish,
  concept: Concept | undefined,
  region: Region,
): Candidate[] => {
  const isOwn = !concept?.names.includes(words.join(' '));
  const told = words.filter((word) => !generic.test(word));
  if (!/^date/.test(format) || told.length === 0 || !told.every((word) => /^[\p{L}\p{M}]{3,}$/u.test(word)))
    return [];
  const said = new RegExp(
    `(?<!\\p{L})${told.join('\\s+')}\\p{Ll}{0,2}[:\\s]+(?:on\\s+|am\\s+|le\\s+)?(?=\\p{L}{0,9}\\.?\\s?\\d)`,
    'iu',
  );
  return firstOf(
    region,
    (text) => {
      const match = said.exec(text);
      const behind = match === null ? '' : text.slice(match.index + match[0].length).slice(0, longestDate);
      return readDate(behind, true) === undefined ? undefined : behind;
    },
    isOwn ? ownShare : 0.85,
  );
};
