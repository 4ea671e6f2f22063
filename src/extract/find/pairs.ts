import { childElements, type Element } from '../../document/tree/tree.ts';
import { evidenceOf, type Finding, findingsOf, nothing } from '../evidence/finding.ts';
import { type PageIndex, type Region, within } from '../page/page-index.ts';
import { coerce } from '../reading/coerce.ts';
import { conceptOf } from '../wishes/concepts.ts';
import type { Wish } from '../wishes/wish.ts';
import { placesMeant } from './meant.ts';
import type { Scope } from './scope.ts';
import { settingOf } from './values.ts';

/** Names with a value each, of which a schema does not say which there are: technical data, opening hours. */

interface Pair {
  readonly key: Said;
  readonly value: Said;
}

interface Said {
  readonly place: number;
  readonly text: string;
}

const mostPairs = 200;
const mostTables = 20;
const fewest = 2;
const confidence = 0.6;

/** An object without known fields: every name of a table or list that bears its name, with its value. */
export const findPairs = (wish: Wish, scope: Scope): Finding => {
  const { index } = scope;
  const pairs = pairsFor(wish, scope);
  const [first] = pairs;
  if (first === undefined) return nothing;
  const found = pairs.map((pair): readonly [string, Finding] => [
    pair.key.text,
    { value: pair.value.text, evidence: evidenceAt(index, pair.value.place) },
  ]);
  const { data, fields } = findingsOf(found);
  return { value: data, evidence: evidenceAt(index, first.value.place), inside: fields };
};

/** A list of objects of two fields, a name and its value. */
export const findPairList = (wish: Wish, items: Wish, scope: Scope): Finding[] => {
  const { index } = scope;
  const [one, other] = items.fields;
  if (one === undefined || other === undefined || items.fields.length !== 2) return [];
  const [key, value] = isValue(one) ? [other, one] : [one, other];
  const read = (field: Wish, { place, text }: Said): readonly [string, Finding] => {
    const coerced = coerce(text, field, settingOf(field, conceptOf(field), scope));
    return [
      field.name,
      coerced === undefined ? nothing : { value: coerced.value, evidence: evidenceAt(index, place) },
    ];
  };
  return pairsFor(wish, scope).flatMap((pair) => {
    const found = [read(key, pair.key), read(value, pair.value)];
    if (found.some(([, { evidence }]) => evidence === null)) return [];
    const { data, fields } = findingsOf(found);
    return [{ value: data, evidence: evidenceAt(index, pair.key.place), inside: fields }];
  });
};

const isValue = ({ words }: Wish): boolean =>
  /^(?:value|values|text|detail|content)$/.test(words.at(-1) ?? '');

const evidenceAt = (index: PageIndex, place: number) =>
  evidenceOf('semantic', index.selectorOf(place), index.textOf(place), confidence);

/** Without the colon behind a name. */
const nameAt = (index: PageIndex, place: number): string => index.textOf(place).replace(/\s*[:：]\s*$/, '');

/** Of the first element that bears the name; of technical data the longest table of the page. */
const pairsFor = (wish: Wish, { index, region, around, isPage }: Scope): Pair[] => {
  if (region === undefined) return [];
  const meant = placesMeant(wish, around, region)
    .map((start) => pairsIn({ index, start, end: index.endOf(start) }))
    .find(({ length }) => length >= fewest);
  if (meant !== undefined) return meant;
  if (!isPage || conceptOf(wish, around)?.name !== 'specifications') return [];
  const tables = ['dl', 'table'].flatMap((tag) => within(index.tagged(tag), region).slice(0, mostTables));
  return tables
    .map((start) => pairsIn({ index, start, end: index.endOf(start) }))
    .filter(({ length }) => length >= fewest)
    .reduce((most, pairs) => (pairs.length > most.length ? pairs : most), []);
};

const pairsIn = (region: Region): Pair[] => {
  const { index } = region;
  const terms = within(index.tagged('dt'), region).map((place) => index.all[place]);
  const rows = within(index.tagged('tr'), region).map((place) => index.all[place]);
  const entries = within(index.tagged('li'), region).map((place) => index.all[place]);
  const pairs = [
    ...terms.map((term) => [term, term && nextOf(term)] as const),
    ...[...rows, ...entries].map((row) => {
      const [key, value, more] = row === undefined ? [] : childElements(row);
      return [key, more === undefined ? value : undefined] as const;
    }),
  ];
  const apart = pairs.flatMap(([key, value]): Pair[] => {
    if (key === undefined || value === undefined || (key.tagName === 'th' && value.tagName === 'th'))
      return [];
    const [name, told] = [index.placeOf(key), index.placeOf(value)];
    return [
      {
        key: { place: name, text: nameAt(index, name) },
        value: { place: told, text: index.textOf(told) },
      },
    ];
  });
  return [...apart, ...entries.flatMap((entry) => pairInText(index, entry))]
    .filter(({ key, value }) => index.isShown(key.place) && key.text !== '' && value.text !== '')
    .slice(0, mostPairs);
};

/** `<li>Monday: 9–17</li>` */
const pairInText = (index: PageIndex, entry: Element | undefined): Pair[] => {
  const place = entry === undefined || childElements(entry).length > 0 ? -1 : index.placeOf(entry);
  const [, key, value] =
    /^([^:：]{1,40}?)\s*[:：](?!\d)\s*(.+)$/s.exec(place === -1 ? '' : index.textOf(place)) ?? [];
  return key === undefined || value === undefined
    ? []
    : [{ key: { place, text: key }, value: { place, text: value } }];
};

/** What explains a term. */
const nextOf = (term: Element): Element | undefined => {
  const all = term.parentNode === null ? [] : childElements(term.parentNode);
  const next = all[all.indexOf(term) + 1];
  return next?.tagName === 'dd' ? next : undefined;
};
