import { childElements, type Element } from '../../document/tree/tree.ts';
import type { Finding } from '../evidence/finding.ts';
import { isAside } from '../page/aside.ts';
import type { PageIndex, Region } from '../page/page-index.ts';
import { conceptOf } from '../wishes/concepts.ts';
import type { Wish } from '../wishes/wish.ts';
import { placesMeant, singularsOf } from './meant.ts';
import { type FieldsIn, scopeAt } from './scope.ts';

/**
 * Parts of a page that repeat: the cards of a shop, the entries of a list, the results of a search. Where two kinds of elements
 * take turns, as headings and paragraphs or two rows for each entry do, they are a part together.
 */

/** From an element to what comes behind the last that belongs to it. */
interface Part {
  readonly start: number;
  readonly end: number;
}

const fewest = 2;
const mostGroups = 12;
const samples = 3;
const maxRecords = 500;

/** The repeated parts that tell most of what is wanted. */
export const findRecords = (wish: Wish, items: Wish, region: Region, fieldsIn: FieldsIn): Finding[] => {
  const { index } = region;
  const read = ({ start, end }: Part) =>
    fieldsIn(items, scopeAt(index, start, end), {
      source: 'semantic',
      path: index.selectorOf(start),
      snippet: index.textOf(start),
    });
  const isMeant = meantIn(wish, region);
  const others = items.fields.filter((field) => conceptOf(field)?.name !== 'text');
  // Some text have all parts of a page: that alone is no sign of what is looked for.
  const tellsMore = (value: unknown) =>
    others.some(({ name }) => ((value ?? {}) as Readonly<Record<string, unknown>>)[name] != null);
  const all = groupsIn(region);
  const groups = [...all.slice(0, mostGroups), ...all.slice(mostGroups).filter(isMeant).slice(0, mostGroups)];
  let best: { readonly parts: readonly Part[]; readonly score: number } | undefined;
  for (const parts of groups) {
    const found = parts.slice(0, samples).map(read);
    const sure = found.reduce((sum, { evidence }) => sum + (evidence?.confidence ?? 0), 0) / found.length;
    const score =
      sure *
      Math.log2(1 + Math.min(16, parts.length)) *
      (isMeant(parts) ? meantShare : isAside(region, parts[0]?.start ?? 0) ? 0.5 : 1);
    const isTold = isMeant(parts) || found.some(({ value }) => tellsMore(value));
    if (isTold && sure > 0.1 && score > (best?.score ?? 0)) best = { parts, score };
  }
  return best?.parts.slice(0, maxRecords).map(read) ?? [];
};

/** How much more parts are believed that bear the name of the list, or stand in what bears it. */
const meantShare = 1.5;

const meantIn = (wish: Wish, region: Region): ((parts: readonly Part[]) => boolean) => {
  const { index } = region;
  const places = placesMeant(wish, [], region).filter((place) => place > region.start);
  const one = singularsOf(wish.words.at(-1) ?? '');
  return ([first]) =>
    first !== undefined &&
    (one.some((word) => index.wordsOf(first.start).includes(word)) ||
      places.some((place) => place <= first.start && first.start < index.endOf(place)));
};

const states =
  /^(?:first|last|odd|even|active|selected|current|hidden|new|sale|sponsored|promoted|featured|accepted|best|pinned|sticky|popular|recommended|verified|highlight\w*|\d+|is|has)$/;
const kinds = new Set([
  'li',
  'article',
  'div',
  'section',
  'tr',
  'a',
  'dl',
  'figure',
  'details',
  'p',
  'td',
  'blockquote',
  'dt',
  'dd',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'dl',
  'table',
]);

/** Groups of alike children of one element, those with most text first. */
const groupsIn = ({ index, start, end }: Region): Part[][] => {
  const found: { parts: Part[]; mass: number }[] = [];
  const add = (siblings: readonly Element[]) => {
    const groups = groupsOf(index, siblings);
    for (const alike of [...groups, ...takingTurns(groups), sectionsOf(index, siblings)]) {
      const some = alike.slice(0, 20);
      const mass = some.reduce((sum, part) => sum + Math.min(400, lengthOf(index, part)), 0);
      const inside = alike.reduce((sum, part) => sum + part.end - part.start, 0) / alike.length;
      if (alike.length >= fewest && mass / some.length >= 4 && inside >= 2)
        found.push({ parts: alike, mass });
    }
  };
  // What stands side by side in the region itself.
  if (index.endOf(start) < end) add(topIn({ index, start, end }));
  for (let place = start; place < end; place++) {
    const element = index.all[place];
    if (element === undefined || !index.isShown(place) || element.childNodes.length < fewest) continue;
    add(childElements(element));
  }
  return found.sort((a, b) => b.mass - a.mass).map(({ parts }) => parts);
};

const topIn = ({ index, start, end }: Region): Element[] => {
  const found: Element[] = [];
  for (let place = start; place < end; place = index.endOf(place))
    found.push(...index.all.slice(place, place + 1));
  return found;
};

/** From a heading among them to the next of its kind. */
const sectionsOf = (index: PageIndex, siblings: readonly Element[]): Part[] => {
  const kind = siblings.find(({ tagName }) => /^h[2-4]$/.test(tagName))?.tagName;
  const heads = siblings.filter(({ tagName }) => tagName === kind).map((head) => index.placeOf(head));
  const last = siblings.at(-1);
  const end = last === undefined ? 0 : index.endOf(index.placeOf(last));
  return heads.map((start, at) => ({ start, end: heads[at + 1] ?? end }));
};

const lengthOf = (index: PageIndex, { start, end }: Part): number => {
  let length = 0;
  for (let place = start; place < end; place = index.endOf(place)) length += index.textOf(place).length;
  return length;
};

const groupsOf = (index: PageIndex, siblings: readonly Element[]): Part[][] => {
  const groups = new Map<string, Part[]>();
  for (const child of siblings) {
    if (!kinds.has(child.tagName)) continue;
    const start = index.placeOf(child);
    if (!index.isShown(start)) continue;
    const kind = `${child.tagName} ${classOf(index, start)}`;
    const part = { start, end: index.endOf(start) };
    const known = groups.get(kind);
    if (known === undefined) groups.set(kind, [part]);
    else known.push(part);
  }
  return [...groups.values()].filter(({ length }) => length >= fewest);
};

/** Each of the first group with the one of another that stands between it and the next. */
const takingTurns = ([heads, ...others]: readonly Part[][]): Part[][] => {
  if (heads === undefined) return [];
  const isBetween = (part: Part | undefined, at: number) =>
    part !== undefined &&
    part.start > (heads[at]?.start ?? 0) &&
    part.start < (heads[at + 1]?.start ?? Infinity);
  const turns = others.filter(
    (group) => group.length === heads.length && heads.every((_, at) => isBetween(group[at], at)),
  );
  const last = turns.at(-1);
  return last === undefined ? [] : [heads.map(({ start }, at) => ({ start, end: last[at]?.end ?? start }))];
};

const classOf = (index: PageIndex, place: number): string =>
  (index.all[place]?.attrs.find(({ name }) => name === 'class')?.value ?? '')
    .split(/\s+/)
    .filter((word) => !states.test(word.toLowerCase()))
    .slice(0, 2)
    .join(' ');
