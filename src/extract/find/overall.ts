import type { PageMetadata } from '../../contract/scrape.ts';
import type { Candidate } from '../evidence/candidate.ts';
import type { PageIndex } from '../page/page-index.ts';
import { readDate } from '../reading/dates.ts';

/** What the metadata of the page speak for, among the candidates. */

/**
 * What the page as a whole says of itself was weighed already, for its metadata: that speaks along, from the place where
 * it stands.
 */
const fields: Readonly<Record<string, keyof PageMetadata>> = {
  title: 'title',
  description: 'description',
  author: 'author',
  'date published': 'published_at',
  language: 'language',
  'site name': 'site_name',
  url: 'canonical_url',
  image: 'image',
};

const confidence = 0.9;
/** What is left of the belief in a value that the page's own contradicts: an element that is named so still counts. */
const doubted = 0.6;
/** A text that is longer says something else, too; dates and times of one day may be written out. */
const slack = 2;

/**
 * The page's own value, and the others by how far they agree with it.
 * @param found candidates of other sources: one of them holds the text, or an element does.
 * @param told what the data of the page's subject say: where that is something else, it comes first.
 */
export const overall = (
  concept: string,
  found: readonly Candidate[],
  index: PageIndex,
  told: Candidate | undefined,
): readonly Candidate[] => {
  const field = fields[concept];
  if (field === undefined) return found;
  const value = index.page.metadata[field];
  // That nobody signed it and no day is told says something, that a page has no title does not.
  if (!value && concept !== 'author' && concept !== 'date published') return found;
  const holds = holderOf(concept, value ?? '');
  if (told !== undefined && !holds(told.raw)) return found;
  const weighed = found.map((candidate) =>
    holds(candidate.raw) &&
    (field === 'published_at' || String(candidate.raw).length <= (value ?? '').length + slack)
      ? candidate
      : { ...candidate, confidence: candidate.confidence * doubted },
  );
  if (value === null || value === '') return weighed;
  const holder = found.find(({ raw }) => holds(raw)) ?? elementWith(holds, index);
  return holder === undefined
    ? weighed
    : [
        {
          ...holder,
          raw: field === 'published_at' ? fullest(value, String(holder.raw)) : value,
          snippet: holder.snippet ?? String(holder.raw),
          confidence,
          voice: 'metadata',
        },
        ...weighed,
      ];
};

/** The day that is told for the page as a whole, with the time that stands beside it. */
const fullest = (day: string, text: string): string => {
  const time = readDate(text, false) ?? '';
  return time.startsWith(`${day}T`) ? time : day;
};

type Raw = Candidate['raw'];
type Holds = (raw: Raw) => boolean;

/** Whether a text is where a value may come from: it contains it, or the same day. */
const holderOf = (concept: string, value: string): Holds => {
  if (value === '') return () => false;
  if (concept !== 'date published') return (raw) => String(raw).includes(value);
  const day = readDate(value, true);
  return (raw) => day !== undefined && /\d/.test(String(raw)) && readDate(String(raw), true) === day;
};

const longest = 300;

/** The innermost element of few words that holds it. */
const elementWith = (holds: Holds, index: PageIndex): Candidate | undefined => {
  // Others hold no more than what is inside them.
  const place = index.speakers.findLast((at) => {
    if (!index.isShown(at)) return false;
    const text = index.textOf(at);
    return text.length < longest && holds(text);
  });
  if (place !== undefined)
    return { source: 'semantic', raw: index.textOf(place), confidence, path: () => index.selectorOf(place) };
  return holds(index.url) ? { source: 'semantic', raw: index.url, confidence, path: () => 'url' } : undefined;
};
