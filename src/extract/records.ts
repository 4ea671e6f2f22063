import { childElements, type Element } from '../document/tree.ts';
import { isAside } from './aside.ts';
import type { Finding } from './finding.ts';
import type { PageIndex, Region } from './page-index.ts';
import { type FieldsIn, scopeAt } from './scope.ts';
import type { Wish } from './wish.ts';

/** Parts of a page that repeat: the cards of a shop, the entries of a list, the results of a search. */

const fewest = 2;
const mostGroups = 12;
const samples = 3;
const maxRecords = 500;

/** The repeated parts that tell most of what is wanted. */
export const findRecords = (items: Wish, region: Region, fieldsIn: FieldsIn): Finding[] => {
  const { index } = region;
  const read = (place: number) =>
    fieldsIn(items, scopeAt(index, place), {
      source: 'semantic',
      path: index.selectorOf(place),
      snippet: index.textOf(place),
    });
  const groups = groupsIn(region).slice(0, mostGroups);
  let best: { readonly places: readonly number[]; readonly score: number } | undefined;
  for (const places of groups) {
    const found = places.slice(0, samples).map(read);
    const sure = found.reduce((sum, { evidence }) => sum + (evidence?.confidence ?? 0), 0) / found.length;
    const score =
      sure * Math.log2(1 + Math.min(16, places.length)) * (isAside(region, places[0] ?? 0) ? 0.5 : 1);
    if (sure > 0.1 && score > (best?.score ?? 0)) best = { places, score };
  }
  return best?.places.slice(0, maxRecords).map(read) ?? [];
};

const states =
  /^(?:first|last|odd|even|active|selected|current|hidden|new|sale|sponsored|promoted|featured|highlight\w*|\d+|is|has)$/;
const parts = new Set([
  'li',
  'article',
  'div',
  'section',
  'tr',
  'a',
  'dl',
  'figure',
  'p',
  'td',
  'blockquote',
]);

/** Groups of alike children of one element, those with most text first. */
const groupsIn = (region: Region): number[][] => {
  const { index, start, end } = region;
  const found: { places: number[]; mass: number }[] = [];
  for (let place = start; place < end; place++) {
    const element = index.all[place];
    if (element === undefined || !index.isShown(place) || element.childNodes.length < fewest) continue;
    for (const alike of groupsOf(index, element)) {
      if (alike.length < fewest) continue;
      const mass = alike.slice(0, 20).reduce((sum, one) => sum + Math.min(400, index.textOf(one).length), 0);
      const inside = alike.reduce((sum, one) => sum + index.endOf(one) - one, 0) / alike.length;
      if (mass / Math.min(20, alike.length) >= 8 && inside >= 2) found.push({ places: alike, mass });
    }
  }
  return found.sort((a, b) => b.mass - a.mass).map(({ places }) => places);
};

const groupsOf = (index: PageIndex, element: Element): number[][] => {
  const groups = new Map<string, number[]>();
  for (const child of childElements(element)) {
    if (!parts.has(child.tagName)) continue;
    const place = index.placeOf(child);
    if (!index.isShown(place)) continue;
    const kind = `${child.tagName} ${classOf(index, place)}`;
    const known = groups.get(kind);
    if (known === undefined) groups.set(kind, [place]);
    else known.push(place);
  }
  return [...groups.values()];
};

const classOf = (index: PageIndex, place: number): string =>
  (index.all[place]?.attrs.find(({ name }) => name === 'class')?.value ?? '')
    .split(/\s+/)
    .filter((word) => !states.test(word.toLowerCase()))
    .slice(0, 2)
    .join(' ');
