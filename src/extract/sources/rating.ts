import type { Candidate } from '../evidence/candidate.ts';
import { isAside } from '../page/aside.ts';
import { attributeAt, oncePerRegion, type PageIndex, type Region, within } from '../page/page-index.ts';
import { at, type Finder, isWhole } from './finder.ts';
import { firstOf } from './spoken.ts';

/** How many stars or points a thing has: said, told to those who listen, drawn as signs, or named by a class. */

const outOf = /\d(?:[.,]\d+)?\s*(?:\/|out of|of|von|sur|de|su|z|из)\s*\d/i;
const starsSaid =
  /^(?:rated |rating:? )?(\d(?:[.,]\d{1,2})?)[ -](?:stars?|sterne?n?|étoiles?|estrellas?|stelle)\b/iu;
/** `4.6 ★ (213)`, `★ 4.6` */
const starred =
  /[★⭐]\s*(\d[.,]\d{1,2})(?![\d%])|(?<![\d.,])(\d[.,]\d{1,2})\s*[★⭐]|^(\d[.,]\d)\s*\(\d[\d.,]*[kK]?\)$/u;
/** `★★★★☆` */
const drawn = /^([★⭐]\ufe0f?){1,5}[½⯪]?[☆✩\s]*$/u;

const longest = 60;
const most = 5;

const readSaid = (text: string): string | undefined => {
  if (text.length > longest) return undefined;
  return outOf.test(text) ? text : starsSaid.exec(text)?.[1];
};

/** One sign alone is that of a list to keep. */
const readDrawn = (text: string): string | undefined =>
  text.length > 1 && drawn.test(text)
    ? String((text.match(/[★⭐]/gu) ?? []).length + (/[½⯪]/u.test(text) ? 0.5 : 0))
    : undefined;

/** `star-rating Three`, `stars-4`. */
const readName = (words: readonly string[]): string | undefined => {
  if (!words.some((word) => /^(?:stars?|rating)$/.test(word))) return undefined;
  const told = words.map((word) => (/^[0-5]$/.test(word) ? Number(word) : counts.indexOf(word)));
  const [count, ...others] = told.filter((one) => one !== -1);
  return count === undefined || others.length > 0 ? undefined : String(count);
};
const counts = ['zero', 'one', 'two', 'three', 'four', 'five'];

const names = ['rating', 'stars', 'star', 'review', 'reviews', 'bewertung', 'score'];

/** Elements that bear a name of ratings, and those that tell something to those who listen. */
const placesIn = (region: Region): number[] => {
  const { index, start, end } = region;
  const found = names.flatMap((name) => within(index.named(name), region).slice(0, most));
  for (let place = start; place < end; place++) if (isTold(index, place)) found.push(place);
  return [...new Set(found)].sort((a, b) => a - b);
};

const isTold = (index: PageIndex, place: number): boolean =>
  readSaid(attributeAt(index, place, 'aria-label')) !== undefined;

const toldAt = (region: Region, place: number): Candidate[] => {
  const { index } = region;
  const texts = ['aria-label', 'title', 'alt'].map((name) => attributeAt(index, place, name));
  const said = [...texts, index.textOf(place)].map(readSaid).find((text) => text !== undefined);
  const raw = said ?? readName(index.wordsOf(place));
  if (raw === undefined) return [];
  const share = isAside(region, place) ? 0.5 : 0.9;
  return [{ ...at(index, place, raw, share), snippet: said ?? attributeAt(index, place, 'class') }];
};

/** What several elements of a page say that is not the same is the rating of several things. */
const manyShare = 0.75;

export const rating: Finder = oncePerRegion((region) => {
  const told = placesIn(region).flatMap((place) => toldAt(region, place));
  const signs = firstOf(region, (text) => readDrawn(text) ?? starred.exec(text)?.slice(1).find(Boolean), 0.8);
  const isMany = isWhole(region) && new Set(told.map(({ raw }) => raw)).size > 1;
  const doubted = (one: Candidate) => ({ ...one, confidence: one.confidence * manyShare });
  return [...(isMany ? told.map(doubted) : told).slice(0, most), ...signs];
});

export const reviewCount: Finder = (region) =>
  firstOf(region, (text) => (starred.test(text) ? /\((\d[\d.,]*[kK]?)\)/.exec(text)?.[1] : undefined), 0.8);
