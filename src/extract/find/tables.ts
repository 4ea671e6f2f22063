import { readGrid } from '../../document/roles/tables.ts';
import { type Element, parentElement } from '../../document/tree/tree.ts';
import { evidenceOf, type Finding, findingsOf, nothing } from '../evidence/finding.ts';
import { withoutMarks } from '../page/note-marks.ts';
import { attributeAt, type PageIndex, type Region, within } from '../page/page-index.ts';
import { coerce } from '../reading/coerce.ts';
import { readDate } from '../reading/dates.ts';
import { conceptOf } from '../wishes/concepts.ts';
import type { Wish } from '../wishes/wish.ts';
import { labelOf, wordsIn } from '../wishes/words.ts';
import { scopeAt } from './scope.ts';
import { findValue, settingOf } from './values.ts';

/** Tables whose head names what is wanted: a row an object. */

const mostTables = 30;
const confidence = 0.75;

interface Column {
  readonly field: Wish;
  readonly at: number;
}

/** The rows of the table of which most columns are wanted. */
export const findInTables = (items: Wish, region: Region): Finding[] => {
  const { index } = region;
  const tables = within(index.tagged('table'), region)
    .slice(0, mostTables)
    .flatMap((place) => index.all[place] ?? [])
    .flatMap((table) => {
      const rows = readGrid(table).rows.filter((row) => !isFoot(row));
      const turned = turn(rows);
      return turned.length > fewestTurned ? [rows, turned] : [rows];
    })
    .map((all) => {
      const { labels, rows } = headed(all, index);
      return { rows, columns: columnsFor(items.fields, labels, isTextIn(rows, index)) };
    });
  const best = tables.reduce<(typeof tables)[number] | undefined>(
    (found, one) => (one.columns.length > (found?.columns.length ?? 0) ? one : found),
    undefined,
  );
  if (best === undefined || best.columns.length * 2 < items.fields.length) return [];
  return best.rows.map((row) => objectIn(row, items, best.columns, index));
};

const objectIn = (row: Row, items: Wish, columns: readonly Column[], index: PageIndex): Finding => {
  const found = items.fields.map((field) => {
    const column = columns.find((one) => one.field === field);
    const cell = column && row[column.at];
    if (cell === undefined) return [field.name, column ? nothing : linkedIn(row, field, index)] as const;
    const place = index.placeOf(cell);
    const text = index.textOf(place);
    const coerced = coerce(withoutMarks(index, place), field, settingOf(field, conceptOf(field), { index }));
    if (coerced === undefined) return [field.name, nothing] as const;
    const evidence = evidenceOf('semantic', index.selectorOf(place), text, confidence * coerced.fit);
    return [field.name, { value: coerced.value, evidence }] as const;
  });
  const { data, fields, confidence: mean } = findingsOf(found);
  const [first] = found.filter(([, { value }]) => value !== null);
  const isMissing = found.some(([name, { value }]) => value === null && items.required.has(name));
  if (first === undefined || first[1].evidence === null || isMissing) return nothing;
  return { value: data, evidence: { ...first[1].evidence, confidence: mean }, inside: fields };
};

/** Of a column: what its head says, at the bottom of several rows, in all of them, and what it is short for. */
type Labels = readonly string[];

/** The rows of the head, and those behind it. A title over all columns is none. */
const headed = (all: readonly Row[], index: PageIndex): { labels: Labels[]; rows: readonly Row[] } => {
  const isTitle = (row: Row) => row.length > 1 && new Set(row).size === 1;
  const rows = all.slice(all.findIndex((row) => !isTitle(row)));
  const behind = rows.findIndex((row) => row.some((cell) => cell !== undefined && !isIn('thead', cell)));
  const heads = rows.slice(0, Math.max(1, behind));
  const labels = (heads.at(-1) ?? []).map((_, at): Labels => {
    const cells = heads.flatMap((row) => row[at] ?? []);
    const texts = [...new Set(cells)].map((cell) => withoutMarks(index, index.placeOf(cell)));
    return [texts.at(-1) ?? '', texts.join(' '), ...cells.slice(-1).flatMap((cell) => inFull(cell, index))];
  });
  return { labels, rows: rows.slice(heads.length) };
};

/** `<abbr title="Played">P</abbr>`, `<th aria-label="Played">`. */
const inFull = (cell: Element, index: PageIndex): string[] => {
  const place = index.placeOf(cell);
  return [place, ...within(index.tagged('abbr'), { index, start: place, end: index.endOf(place) })].flatMap(
    (at) => [attributeAt(index, at, 'title'), attributeAt(index, at, 'aria-label')],
  );
};

const isIn = (group: string, cell: Element): boolean => {
  const row = parentElement(cell);
  return row !== undefined && parentElement(row)?.tagName === group;
};

/** Rows at the foot of a table tell of all others. */
const isFoot = (row: Row): boolean => row.some((cell) => cell !== undefined && isIn('tfoot', cell));

type Row = readonly (Element | undefined)[];

/** Whether the first column is words, neither numbers nor dates. */
const isTextIn = (rows: readonly Row[], index: PageIndex): boolean =>
  rows.every(([cell]) => {
    const text = cell === undefined ? '' : index.textOf(index.placeOf(cell));
    return /\p{L}/u.test(text) && readDate(text, true) === undefined;
  });

/** A table that compares: a column is a thing. Of two columns the first is labels of the page. */
const fewestTurned = 2;
const turn = (rows: readonly Row[]): Row[] => (rows[0] ?? []).map((_, at) => rows.map((row) => row[at]));

/** Addresses, pictures and currencies have no column of their own. */
const linkedIn = (row: Row, field: Wish, index: PageIndex): Finding => {
  const [first] = row.filter((cell) => cell !== undefined);
  const around = first && parentElement(first);
  return around === undefined || !/^(?:url|image|currency)$/.test(conceptOf(field)?.name ?? '')
    ? nothing
    : findValue(field, scopeAt(index, index.placeOf(around)));
};

/** A column for each field: the one of the same name, else of the same meaning, of one of its words, or short for it. */
const columnsFor = (fields: readonly Wish[], columns: readonly Labels[], isText: boolean): Column[] => {
  const taken = new Set<number>();
  const found: Column[] = [];
  const take = (field: Wish, is: (label: string) => boolean) => {
    if (found.some((column) => column.field === field)) return;
    const at = columns.findIndex(
      (labels, place) => !taken.has(place) && labels.some((one) => one && is(one)),
    );
    if (at === -1) return;
    taken.add(at);
    found.push({ field, at });
  };
  for (const field of fields) take(field, (label) => wordsIn(label).join(' ') === field.words.join(' '));
  for (const field of fields) {
    const names = conceptOf(field)?.names ?? [];
    take(field, (label) => names.includes(labelOf(label)));
  }
  for (const field of fields)
    take(field, (label) => wordsIn(label).some((word) => word.length > 2 && field.words.includes(word)));
  for (const field of fields) {
    const words = field.words.filter((word) => !/^(?:time|date|name)$/.test(word));
    take(field, (label) => isShortFor(label.trim().toLowerCase(), words));
  }
  // Names stand first, whatever is above them.
  const named =
    fields.find((field) => conceptOf(field)?.name === 'title') ??
    fields.slice(0, 1).find(({ kind }) => kind === 'string');
  const isTaken = named === undefined || taken.has(0) || found.some(({ field }) => field === named);
  if (!isTaken && isText && found.length > 0) found.push({ field: named, at: 0 });
  return found;
};

const ranks = /^(?:position|rank|place|pos|number)$/;
/** `GD` is short for `goal_difference`, `Pts` for `points`, `#` for a rank. */
const isShortFor = (label: string, words: readonly string[]): boolean => {
  const [first = ''] = words;
  if (/^(?:#|no\.?|nr\.?|№)$/.test(label)) return words.length === 1 && ranks.test(first);
  if (!/^[a-z]{2,5}\.?$/.test(label)) return false;
  const short = label.replace('.', '');
  if (words.length > 1) return short === words.map(([letter]) => letter).join('');
  const isCut = short.length > 2 && first.startsWith(short);
  const isSqueezed = first[0] === short[0] && first.at(-1) === short.at(-1) && isWithin(short, first);
  return isCut || isSqueezed;
};

/** Whether letters stand in a word in their order. */
const isWithin = (letters: string, word: string): boolean => {
  let at = 0;
  for (const letter of letters) {
    at = word.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
};
