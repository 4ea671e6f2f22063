import { attr, type Element } from '../../document/tree/tree.ts';
import { type Candidate, trust } from '../evidence/candidate.ts';
import { isAside } from '../page/aside.ts';
import { onceForEach } from '../page/once.ts';
import { type PageIndex, type Region, within } from '../page/page-index.ts';
import type { Held } from '../page/survey.ts';
import type { Concept } from '../wishes/concepts.ts';
import type { Wish } from '../wishes/wish.ts';
import { wordsIn } from '../wishes/words.ts';

import { ownMoney } from './price.ts';

/** Values of elements that are named like what is looked for: by class, id, or a data attribute. */

const mostPlaces = 8;
const fewestListed = 3;
const mostNames = 5;
/** Further names of a concept are of other languages; short ones are words of styles, too. */
const fewestLetters = 5;
const mostForeign = 40;

export const namedCandidates = (wish: Wish, concept: Concept | undefined, region: Region): Candidate[] => {
  const names = namesOf(wish, concept);
  return names.flatMap((name, rank) => {
    const told = placesNamed(name, region)
      .filter((place) => concept?.name !== 'text' || !holdsTime(region.index, place))
      .slice(0, mostPlaces)
      .map((place) => ({ place, raw: textFor(region.index, place, wish, concept) }))
      .filter(({ raw }) => raw !== '' && !isOwnLabel(raw, name));
    // Several that say different things are a list of other things: brands to choose from, what others bought.
    const isList = new Set(told.map(({ raw }) => raw)).size > fewestListed;
    const share = 0.97 ** Math.min(rank, 2) * (isList ? 0.5 : 1);
    return told.map(({ place, raw }): Candidate => {
      const words = region.index.wordsOf(place);
      const isStyle = words.some((word) => styles.has(word) && !name.includes(word));
      const tightness =
        (0.6 + 0.4 * Math.min(1, name.length / Math.max(1, words.length))) * (isStyle ? 0.6 : 1);
      const doubt = isAside(region, place) ? 0.6 : 1;
      const confidence = trust.attribute * tightness * share * doubt;
      return { source: 'attribute', raw, confidence, path: () => region.index.selectorOf(place) };
    });
  });
};

/** What holds when it was written is more than what was. */
const holdsTime = (index: PageIndex, start: number): boolean =>
  within(index.tagged('time'), { index, start, end: index.endOf(start) }).length > 0;

/** `All brands`, `From the manufacturer`: an element that is named so for what it says itself. */
const isOwnLabel = (text: string, name: readonly string[]): boolean => {
  if (text.length > 40 || /\d|:/.test(text)) return false;
  const words = wordsIn(text);
  return name.some((word) => words.some((one) => one === word || one === `${word}s`));
};

/** Words that tell how an element looks, not what it holds: `brand-color`. */
const styles = new Set(
  'color colour bg background font btn icon border primary secondary theme logo tooltip modal popup'.split(
    ' ',
  ),
);

/** Its own name first, then those of its concept that are not too common to be a name of a class. */
const namesOf = ({ words }: Wish, concept: Concept | undefined): (readonly string[])[] => {
  const known = concept?.nameWords ?? [];
  const seen = new Set<string>();
  const first = [words, ...known.slice(0, mostNames + 1)]
    .filter((name) => {
      const text = name.join(' ');
      const isNew = text.length > 1 && !seen.has(text);
      seen.add(text);
      return isNew;
    })
    .slice(0, mostNames);
  const others = known
    .slice(mostNames + 1, mostForeign)
    .filter(([word = '', ...more]) => more.length === 0 && word.length >= fewestLetters);
  return [...first, ...others];
};

/** Elements in whose names all words stand. */
export const placesNamed = (name: readonly string[], region: Region): number[] => {
  const [rarest] = name.map((word) => region.index.named(word)).sort((a, b) => a.length - b.length);
  return within(rarest ?? [], region).filter((place) => {
    const words = region.index.wordsOf(place);
    return name.every((word) => words.includes(word));
  });
};

const addresses = /^(?:url|logo|download url|same as|video)$/;
const pictures = /^(?:image|logo)$/;
const longTexts = /^(?:description|text|ingredients|instructions|features|reviews)$/;

/** What an element says of a wish: an address, a date, its text, or what it holds for scripts. */
export const textFor = (
  index: PageIndex,
  place: number,
  { format, kind }: Wish,
  concept: Concept | undefined,
): string => {
  const element = index.all[place];
  if (element === undefined) return '';
  const name = concept?.name ?? '';
  if (pictures.test(name))
    return (
      pictureOf(element) ||
      (element.tagName === 'a' ? (attr(element, 'href') ?? '') : pictureInside(index, place))
    );
  if (addresses.test(name) || format === 'uri' || format === 'url')
    return attr(element, 'href') ?? attr(element, 'content') ?? attr(element, 'src') ?? '';
  if (element.tagName === 'time') return attr(element, 'datetime') ?? index.textOf(place);
  const held =
    attr(element, 'content') ??
    attr(element, 'data-gn-value') ??
    (element.tagName === 'input' ? attr(element, 'value') : undefined) ??
    '';
  // What may be chosen is several things.
  const text =
    element.tagName === 'select' ? '' : (name === 'price' && ownMoney(element)) || index.textOf(place);
  const most = longTexts.test(name) ? 2000 : kind === 'string' ? 200 : 80;
  if (text === '' || !index.isShown(place)) return held || text.slice(0, most);
  return text.length <= most ? text : '';
};

export const pictureOf = (element: Element): string =>
  element.tagName === 'img' || element.tagName === 'source'
    ? attr(element, 'data-gn-src') ||
      firstOf(attr(element, 'data-src')) ||
      (/^data:/.test(attr(element, 'src') ?? '') ? '' : attr(element, 'src')) ||
      firstOf(attr(element, 'srcset') ?? attr(element, 'data-srcset')) ||
      ''
    : '';

/** Of some pixels, or called so: it counts visitors, parts things from each other, or stands for the site. */
export const isOrnament = (element: Element): boolean =>
  /(?:^|[/_.-])(?:logo|icon|sprite|pixel|spacer)s?(?:[/_.-]|$)/i.test(attr(element, 'src') ?? '') ||
  element.attrs.some(
    ({ name, value }) => /^(?:width|height)$/.test(name) && /^(?:\d|1\d|2[0-4])(?:px)?$/.test(value),
  );

const firstOf = (sources: string | undefined): string => sources?.trim().split(/[\s,]/, 1)[0] ?? '';

const pictureInside = (index: PageIndex, place: number): string => {
  for (let at = place + 1; at < index.endOf(place); at++) {
    const element = index.all[at];
    const found = element && pictureOf(element);
    if (found) return found;
  }
  return '';
};

const mostHeld = 3;

/** Values of data attributes that are named like the wish: `data-price="12"`. */
export const heldCandidates = (wish: Wish, concept: Concept | undefined, region: Region): Candidate[] => {
  const { index, start, end } = region;
  return namesOf(wish, concept).flatMap((name, rank) =>
    (heldIn(index).get(name.join(' ')) ?? [])
      .filter(({ place }) => place >= start && place < end)
      .slice(0, mostHeld)
      .map(
        ({ place, key, value }): Candidate => ({
          source: 'attribute',
          raw: value,
          isData: true,
          confidence: trust.attribute * 0.9 * 0.97 ** rank * (isAside(region, place) ? 0.6 : 1),
          path: () => `${index.selectorOf(place)}[${key}]`,
        }),
      ),
  );
};

/** The values of data attributes, by the words of the attribute. */
const heldIn = onceForEach((index: PageIndex): ReadonlyMap<string, readonly Held[]> => {
  const byWords = Map.groupBy(index.held, ([key]) => wordsIn(key.slice('data-'.length)).join(' '));
  return new Map([...byWords].map(([name, entries]) => [name, entries.flatMap(([, values]) => values)]));
});
