import {
  type ChildNode,
  type Element,
  isElement,
  isText,
  rawText,
  squeeze,
} from '../../document/tree/tree.ts';
import type { Candidate } from '../evidence/candidate.ts';
import { isAside, titlePlace } from '../page/aside.ts';
import { attributeAt, oncePerRegion, type PageIndex, type Region, within } from '../page/page-index.ts';
import { hasCurrency, readAmount } from '../reading/money.ts';
import { numbersIn } from '../reading/numbers.ts';
import { at, isWhole } from './finder.ts';

/** The price that a page, or a part of it, shows: of all amounts the one that looks like it most. */

const priced =
  'price prices preis prix precio preco prezzo cena cijena hind kaina pris fiyat prijs cost amount money'.split(
    ' ',
  );
const reduced =
  /^(?:current|sale|final|special|now|our|offer|actual|sell|selling|discounted|promo|new|akcia|action|reduced|main|big|buy|deal|today)$/;
const passed =
  /^(?:old|was|list|regular|strike|striked|strikethrough|crossed|before|original|rrp|uvp|msrp|compare|previous|retail|alte|alt|stara|vecchio|vieux|antes|del|through|high|max|recommended|suggested|without)$/;
const partial =
  /^(?:unit|per|base|grund|installment|installments|instalment|rate|monthly|month|mesic|shipping|delivery|versand|save|saving|savings|discount|tax|vat|cart|basket|total|subtotal|credit|finance|financing|loan|points|warranty|insurance|deposit|filter|range|slider|min|from)$/;

const maxLength = 60;
const mostAmounts = 150;
const best = 6;

interface Shown {
  readonly place: number;
  readonly text: string;
  readonly value: number;
  /** Its class or id says that it is a price. */
  readonly isNamed: boolean;
}

interface Amount extends Shown {
  readonly look: number;
  /** It is crossed out, or called the old one, beside a lower one. */
  readonly hasPassed: boolean;
}

/** Amounts of money in the region, best first. */
export const priceCandidates = (region: Region): Candidate[] =>
  amountsIn(region)
    .slice(0, best)
    .map(({ place, text, look }, rank) =>
      at(region.index, place, text, Math.max(0.05, Math.min(1, look)) * 0.85 ** rank),
    );

/** Amounts that are crossed out beside what is asked for now, best first. */
export const passedCandidates = (region: Region): Candidate[] =>
  amountsIn(region)
    .filter(({ hasPassed }) => hasPassed)
    .slice(0, best)
    .map(({ place, text }, rank) => at(region.index, place, text, 0.9 * 0.85 ** rank));

/** Every amount of money in the region, what looks most like its price first. */
export const amountsIn = oncePerRegion((region): readonly Amount[] => {
  const { index, start } = region;
  const named = new Set(priced.flatMap((word) => within(index.named(word), region)));
  const places = [...named];
  for (const place of within(index.speakers, region)) {
    if (places.length >= mostAmounts * 2) break;
    if (!named.has(place) && isBare(index, place)) places.push(place);
  }
  const isPage = start === 0;
  const title = isPage ? titlePlace(index) : undefined;
  const shown = places
    .filter((place) => index.isShown(place))
    .slice(0, mostAmounts)
    .flatMap((place) => {
      const text = ownMoney(index.all[place]) || index.textOf(place);
      if (text.length > maxLength || !/\p{Nd}/u.test(text)) return [];
      const value = readAmount(text);
      return value === null || value <= 0 ? [] : [{ place, text, value, isNamed: named.has(place) }];
    });
  const isListed = listed(
    index,
    shown.map(({ place }) => place),
  );
  const lowered = withLowerNearby(shown);
  const byValue = Map.groupBy(shown, ({ value }) => value);
  return shown
    .map((amount): Amount => {
      const alike = byValue.get(amount.value) ?? [];
      const again = alike.filter(({ place }) => !isAside(region, place)).length - 1;
      const mayHavePassed = lowered.has(amount);
      const sight = sightOf(region, amount, mayHavePassed);
      const look =
        lookOf(sight, title) + Math.min(0.09, 0.03 * again) - (isPage && isListed(amount.place) ? 0.2 : 0);
      return { ...amount, hasPassed: mayHavePassed && sight.isOld, look };
    })
    .sort((a, b) => b.look - a.look);
});

/** Places between a price and the one it has replaced. */
const nearby = 40;

/** The amounts near which a lower one stands. */
const withLowerNearby = (shown: readonly Shown[]): ReadonlySet<Shown> => {
  const inOrder = shown.toSorted((a, b) => a.place - b.place);
  const found = new Set<Shown>();
  let first = 0;
  for (const [at, amount] of inOrder.entries()) {
    while (amount.place - (inOrder[first]?.place ?? 0) >= nearby) first++;
    for (const before of inOrder.slice(first, at))
      if (before.value !== amount.value) found.add(before.value < amount.value ? amount : before);
  }
  return found;
};

/** Children with prices of one element: more are a list of other things. */
const mostListed = 3;

/** Whether an amount stands in a list of which several members have one. */
const listed = (index: PageIndex, places: readonly number[]): ((place: number) => boolean) => {
  const members = new Map<number, Set<number>>();
  const climb = (place: number, visit: (parent: number, child: number) => void) => {
    let child = place;
    for (let climbs = 0; climbs < 9 && index.parentOf(child) !== -1; climbs++) {
      visit(index.parentOf(child), child);
      child = index.parentOf(child);
    }
  };
  for (const place of places)
    climb(place, (parent, child) => members.set(parent, (members.get(parent) ?? new Set()).add(child)));
  return (place) => {
    let found = false;
    climb(place, (parent) => {
      found ||= (members.get(parent)?.size ?? 0) > mostListed;
    });
    return found;
  };
};

/** An element of few words with a sign of money: `<p>£5</p>`, `<p><s>£6</s> £5</p>`. */
const isBare = (index: PageIndex, place: number): boolean => {
  const element = index.all[place];
  const first = element?.childNodes[0];
  return isMoney(first !== undefined && 'value' in first ? first.value : '') || isMoney(ownMoney(element));
};

const isMoney = (said: string): boolean => said.length <= 40 && /\p{Nd}/u.test(said) && hasCurrency(said);

/** The amount of an element beside what is crossed out in it, or behind a name; empty where it holds nothing else. */
export const ownMoney = (element: Element | undefined): string => {
  const nodes = element?.childNodes ?? [];
  const first = nodes.find((node) => !isText(node) || node.value.trim() !== '');
  if (nodes.some((node) => isElement(node) && struck.has(node.tagName)))
    return squeeze(
      nodes.map((node) => (isElement(node) && struck.has(node.tagName) ? ' ' : textIn(node))).join(''),
    );
  const own = squeeze(nodes.map((node) => (isText(node) ? node.value : ' ')).join(''));
  return first !== undefined && !isText(first) && isMoney(own) ? own : '';
};

const textIn = (node: ChildNode): string =>
  isText(node) ? node.value : isElement(node) ? rawText(node) : '';

/** What is seen of an amount. */
interface Sight extends Shown {
  /** The words of its own name. */
  readonly own: readonly string[];
  /** Those of the elements around it. */
  readonly near: readonly string[];
  readonly isOld: boolean;
  /** A lower one stands nearby. */
  readonly mayHavePassed: boolean;
  readonly isAside: boolean;
  /** It stands in a link to another page: as the price of what that is about. */
  readonly isElsewhere: boolean;
}

const anyOf = (words: readonly string[], pattern: RegExp) => words.some((word) => pattern.test(word));

/** A number, a sign or short word of money, nothing else. */
const alone =
  /^[^\p{L}\p{Nd}]*(?:\p{L}{1,3}\.?)?[^\p{L}\p{Nd}]*\p{Nd}[\p{Nd}.,'\s]*[^\p{L}\p{Nd}]*(?:\p{L}{1,4}\.?)?[^\p{L}\p{Nd}]*$/u;

/** What speaks for an amount, and what against it. */
const signs: readonly (readonly [weight: number, holds: (sight: Sight) => boolean])[] = [
  [0.4, () => true],
  [0.12, ({ isNamed }) => isNamed],
  [0.12, ({ text }) => hasCurrency(text)],
  [0.06, ({ text }) => alone.test(text)],
  [0.1, ({ own }) => anyOf(own, reduced)],
  [0.05, ({ own, near }) => !anyOf(own, reduced) && anyOf(near, reduced)],
  [-0.25, ({ mayHavePassed, isOld }) => mayHavePassed && isOld],
  [-0.1, ({ mayHavePassed, isOld, near }) => mayHavePassed && !isOld && anyOf(near, passed)],
  [-0.2, ({ own }) => anyOf(own, partial)],
  [-0.1, ({ own, near }) => !anyOf(own, partial) && anyOf(near, partial)],
  [-0.25, ({ isAside }) => isAside],
  [-0.25, ({ isElsewhere }) => isElsewhere],
  [-0.15, ({ text }) => numbersIn(text).length > 1],
];

const sightOf = (region: Region, shown: Shown, mayHavePassed: boolean): Sight => {
  const { place } = shown;
  const own = region.index.wordsOf(place);
  const { words, isStruck } = namesAround(region.index, place);
  return {
    ...shown,
    own,
    near: words,
    isOld: isStruck || anyOf(own, passed),
    mayHavePassed,
    isAside: isAside(region, place),
    isElsewhere: isWhole(region) && leadsElsewhere(region.index, place),
  };
};

const leadsElsewhere = (index: PageIndex, place: number): boolean => {
  let at = place;
  while (at !== -1 && index.all[at]?.tagName !== 'a') at = index.parentOf(at);
  const address = at === -1 ? null : URL.parse(attributeAt(index, at, 'href'), index.url);
  if (address === null || !/^https?:$/.test(address.protocol)) return false;
  return address.pathname !== new URL(index.url).pathname;
};

/** @param title place of the page's title: a price follows soon. */
const lookOf = (sight: Sight, title: number | undefined): number => {
  const { place } = sight;
  const look = signs.reduce((sum, [weight, holds]) => (holds(sight) ? sum + weight : sum), 0);
  if (title === undefined) return look;
  return look + (place > title ? 0.18 * Math.exp(-(place - title) / 120) : -0.03);
};

/** Amounts that are shown as what something has cost before. */
export const passedAmounts = (region: Region): ReadonlySet<number> => {
  const amounts = amountsIn(region);
  const standing = new Set(
    amounts
      .filter(({ hasPassed, text }) => !hasPassed && numbersIn(text).length === 1)
      .map(({ value }) => value),
  );
  return new Set(
    amounts.filter(({ hasPassed, value }) => hasPassed && !standing.has(value)).map(({ value }) => value),
  );
};

const struck = new Set(['del', 's', 'strike']);

/** What the elements around say: three of them. */
const namesAround = (index: PageIndex, place: number) => {
  const words: string[] = [];
  let isStruck = false;
  for (let at = place, climbs = 0; climbs < 4 && at !== -1; at = index.parentOf(at), climbs++) {
    isStruck ||= struck.has(index.all[at]?.tagName ?? '');
    if (climbs > 0) words.push(...index.wordsOf(at));
  }
  return { words, isStruck };
};
