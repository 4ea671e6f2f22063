import { resolveUrl } from '../../document/tree/links.ts';
import type { Candidate } from '../evidence/candidate.ts';
import { attributeAt, type Region } from '../page/page-index.ts';
import { type Concept, fillers } from '../wishes/concepts.ts';
import type { Wish } from '../wishes/wish.ts';
import { wordsIn } from '../wishes/words.ts';
import { at, type Finder, places } from './finder.ts';

/** Links that say what they lead to: `apply_url` and “Apply now”, `next_page` and “Next”. */

const addresses = new Set(['url', 'uri', 'link', 'href', 'page']);
const maxWords = 4;

export const socialLinks: Finder = (region) =>
  places(region, ['a'], (place) => isSocial(attributeAt(region.index, place, 'href')), mostSocial).map(
    (place) => at(region.index, place, attributeAt(region.index, place, 'href')),
  );
const mostSocial = 20;
const isSocial = (address: string): boolean =>
  hostOf(address)
    .split('.')
    .some((part) => part === 'x' || sites.has(part));

/** Sites that are called by name. */
export const sites: ReadonlySet<string> = new Set(
  'facebook twitter linkedin instagram youtube github gitlab tiktok pinterest xing mastodon'.split(' '),
);
const hostOf = (address: string): string => URL.parse(address)?.hostname ?? '';

/** The words that say where a wish for an address leads: `apply` of `apply_url`, none of `product_url` and `price`. */
export const destinationOf = (words: readonly string[]): string[] => {
  const meant = words.filter((word) => !addresses.has(word));
  return meant.length === words.length ? [] : meant.filter((word) => !fillers.has(word));
};

export const ledToCandidates = (
  { words }: Wish,
  concept: Concept | undefined,
  region: Region,
): Candidate[] => {
  const isNamed = words.length === 1 && words.every((word) => sites.has(word));
  const meant = isNamed ? words : concept === undefined ? destinationOf(words) : [];
  if (meant.length === 0) return [];
  const { index } = region;
  const [first = ''] = meant;
  const isSite = (place: number) =>
    sites.has(first) && hostOf(attributeAt(index, place, 'href')).includes(`${first}.`);
  const says = (place: number) => {
    const text = index.textOf(place) || attributeAt(index, place, 'aria-label');
    const told = isNamed ? [] : wordsIn(text || attributeAt(index, place, 'rel'));
    return told.length <= maxWords && meant.every((word, rank) => told[rank] === word);
  };
  return places(region, ['a'], (place) => isSite(place) || says(place), 1).flatMap((place) => {
    const url = resolveUrl(attributeAt(index, place, 'href'), index.page.base);
    return url === undefined ? [] : [at(index, place, url, 0.8)];
  });
};
