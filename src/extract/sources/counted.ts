import { type Element, isElement } from '../../document/tree/tree.ts';
import type { Candidate } from '../evidence/candidate.ts';
import { oncePerRegion, type Region } from '../page/page-index.ts';
import type { Concept } from '../wishes/concepts.ts';
import { isMeasure, unitNamed } from '../wishes/units.ts';
import type { Wish } from '../wishes/wish.ts';
import { labelOf } from '../wishes/words.ts';
import { at } from './finder.ts';
import { piecesOf, spokenIn } from './spoken.ts';

/** Numbers beside the word for what they count: `128 results`, `3 beds · 2 baths`, `42,000 miles`. */

/** What is measured in units, or counted under another name, by concept. */
const units: Readonly<Record<string, readonly string[]>> = {
  mileage: ['miles', 'mi', 'km', 'kms', 'kilometers', 'kilometres'],
  'floor size': ['sq ft', 'sqft', 'square feet', 'm²', 'm2', 'sq m', 'sqm'],
  bedrooms: [
    'beds',
    'bedrooms',
    'bd',
    'bds',
    'br',
    'schlafzimmer',
    'chambres',
    'habitaciones',
    'dormitorios',
    'quartos',
    'slaapkamers',
  ],
  bathrooms: ['baths', 'bathrooms', 'ba', 'badezimmer', 'bäder', 'baños', 'bagni', 'banheiros', 'badkamers'],
  rooms: ['rooms', 'zimmer', 'pièces', 'locali', 'pokoje', 'kamers'],
  credits: ['ects', 'credits', 'credit points', 'cfu'],
  'review count': [
    'reviews',
    'ratings',
    'votes',
    'bewertungen',
    'avis',
    'opiniones',
    'recensioni',
    '件のレビュー',
  ],
  calories: ['kcal', 'calories'],
  servings: [
    'servings',
    'portions',
    'portionen',
    'people',
    'personen',
    'personnes',
    'personas',
    'raciones',
    '人分',
  ],
  views: ['views', 'plays'],
  pages: ['pages', 'seiten'],
  employees: ['employees', 'mitarbeiter', 'mitarbeitende', 'salariés', 'empleados', 'dipendenti'],
  discount: ['% off'],
};

/** Words of a name that say that it is a number. */
const counting = new Set('total number num no nr of count amount quantity qty the'.split(' '));
const maxUnits = 4;
/** `1,204 reviews`, `Based on 1,204 reviews`. */
const piece =
  /^(?:[^\p{L}\p{N}]*|(?:based on|from|over|more than|serves|for|für|pour|para|aus|sur)\s+|\D{0,12}\d[\d.,]*\s?[–-]\s?\d[\d.,]*\s(?:of|von|sur|de)\s+)(\p{Nd}[\p{Nd}.,'’\s]*(?:[kKM](?![\p{L}\p{N}]))?\+?)[\s-]*([%\p{L}][\p{L}\p{M}.²]*(?:\s\p{L}[\p{L}\p{M}.²]*){0,2})[^\p{L}\p{N}]*$/iu;

const singular = (words: string): string => words.replace(/(?<=\p{L}{2})s$/u, '');
const keyOf = (unit: string): string => (unit.startsWith('%') ? unit : singular(labelOf(unit)));

/** `reviews` and `rating_count` are counts; a `rating` is none, though ratings are counted, and neither is a `year`. */
const countedBy = (words: readonly string[]): string => {
  const counted = words.filter((word) => !counting.has(word));
  const isCount = counted.length < words.length || /..s$/.test(counted.at(-1) ?? '');
  return isCount ? counted.join(' ') : '';
};

/** @returns nothing for wishes that no number answers. */
export const countedCandidates = (wish: Wish, concept: Concept | undefined, region: Region): Candidate[] => {
  const known = units[concept?.name ?? ''];
  const isNumber = [wish, ...wish.others].some(({ kind }) => kind === 'number' || kind === 'integer');
  if (!isNumber && known === undefined) return [];
  const counted = countedBy(wish.words);
  const of = (names: readonly string[]) =>
    [...new Set(names.map(keyOf))].flatMap((name) => countsIn(region).get(name) ?? []);
  const isRate = wish.words.includes('per');
  const measured = isRate ? [] : of(unitNamed(wish.words)?.written ?? wish.words.filter(isMeasure));
  // Of several that are measured in the unit nobody knows which is meant.
  const isOne = new Set(measured.map(({ raw }) => raw)).size === 1;
  return [
    ...of([...(counted === '' ? [] : [counted]), ...(known ?? [])]),
    ...(isOne ? measured.map(doubted) : []),
  ];
};

/** A label says more than a unit. */
const doubted = (one: Candidate): Candidate => ({ ...one, confidence: one.confidence * 0.75 });

const numberAlone = /^\p{Nd}[\p{Nd}.,'’]*(?:[kKM]\+?|\+)?$/u;

/** White space may stand around each. */
const mostNodes = 5;
const holdsTwo = (element: Element | undefined): boolean =>
  element !== undefined &&
  element.childNodes.length <= mostNodes &&
  element.childNodes.filter(isElement).length === 2;

/** What is said in the region; a number above its word as `3 beds`. */
const withUnitsBelow = (region: Region): { readonly place: number; readonly text: string }[] => {
  const { index } = region;
  const all = spokenIn(region);
  return all.map(({ place, text }, rank) => {
    const below = all[rank + 1];
    const around = index.parentOf(place);
    const isPair =
      below !== undefined &&
      numberAlone.test(text) &&
      !/\p{Nd}/u.test(below.text) &&
      index.parentOf(below.place) === around &&
      holdsTwo(index.all[around]);
    return isPair ? { place, text: `${text} ${below.text}` } : { place, text };
  });
};

/** By what is counted, as one of it. */
const countsIn = oncePerRegion((region): ReadonlyMap<string, readonly Candidate[]> => {
  const found = new Map<string, Candidate[]>();
  for (const { place, text } of withUnitsBelow(region))
    for (const part of /\p{Nd}/u.test(text) ? piecesOf(text) : []) {
      const [, number, unit] = piece.exec(part) ?? [];
      if (number === undefined || unit === undefined) continue;
      const words = unit.split(/\s/);
      for (const key of new Set([unit, words[0] ?? '', words.at(-1) ?? ''].map(keyOf))) {
        const known = found.get(key) ?? [];
        // The first are the most likely; what is a part of the text is less than the whole.
        const share = (part === text ? 0.85 : 0.8) * 0.9 ** known.length;
        if (known.length < maxUnits)
          known.push({ ...at(region.index, place, `${number.trim()} ${unit}`, share), snippet: text });
        found.set(key, known);
      }
    }
  return found;
});
