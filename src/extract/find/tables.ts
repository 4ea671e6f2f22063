import { readGrid } from '../../document/roles/tables.ts';
import { type Element, parentElement } from '../../document/tree/tree.ts';
import { evidenceOf, type Finding, findingsOf, nothing } from '../evidence/finding.ts';
import { type PageIndex, type Region, within } from '../page/page-index.ts';
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
      const { rows } = readGrid(table);
      const turned = turn(rows);
      return turned.length > fewestTurned ? [rows, turned] : [rows];
    })
    .map(([head = [], ...rows]) => {
      const labels = head.map((cell) => (cell === undefined ? '' : index.textOf(index.placeOf(cell))));
      return { rows, columns: columnsFor(items.fields, labels, isTextIn(rows, index)) };
    });
  const best = tables.reduce<(typeof tables)[number] | undefined>(
    (found, one) => (one.columns.length > (found?.columns.length ?? 0) ? one : found),
    undefined,
  );
  if (best === undefined || best.columns.length * 2 < items.fields.length) return [];
  return best.rows.map((row) => {
    const found = items.fields.map((field) => {
      const column = best.columns.find((one) => one.field === field);
      const cell = column && row[column.at];
      if (cell === undefined) return [field.name, column ? nothing : linkedIn(row, field, index)] as const;
      const place = index.placeOf(cell);
      const text = index.textOf(place);
      const coerced = coerce(text, field, settingOf(field, conceptOf(field), { index }));
      if (coerced === undefined) return [field.name, nothing] as const;
      const evidence = evidenceOf('semantic', index.selectorOf(place), text, confidence * coerced.fit);
      return [field.name, { value: coerced.value, evidence }] as const;
    });
    const { data, fields, confidence: mean } = findingsOf(found);
    const filled = found.filter(([, { value }]) => value !== null);
    const [first] = filled;
    const isMissing = found.some(([name, { value }]) => value === null && items.required.has(name));
    if (first === undefined || first[1].evidence === null || isMissing) return nothing;
    return { value: data, evidence: { ...first[1].evidence, confidence: mean }, inside: fields };
  });
};

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

/** Addresses and pictures have no column of their own. */
const linkedIn = (row: Row, field: Wish, index: PageIndex): Finding => {
  const [first] = row.filter((cell) => cell !== undefined);
  const around = first && parentElement(first);
  return around === undefined || !/^(?:url|image)$/.test(conceptOf(field)?.name ?? '')
    ? nothing
    : findValue(field, scopeAt(index, index.placeOf(around)));
};

/** A column for each field: the one of the same name, else of the same meaning, else with one of its words. */
const columnsFor = (fields: readonly Wish[], labels: readonly string[], isText: boolean): Column[] => {
  const taken = new Set<number>();
  const columns: Column[] = [];
  const take = (field: Wish, is: (label: string) => boolean) => {
    if (columns.some((column) => column.field === field)) return;
    const at = labels.findIndex((label, place) => label !== '' && !taken.has(place) && is(label));
    if (at === -1) return;
    taken.add(at);
    columns.push({ field, at });
  };
  for (const field of fields) take(field, (label) => wordsIn(label).join(' ') === field.words.join(' '));
  for (const field of fields) {
    const names = conceptOf(field)?.names ?? [];
    take(field, (label) => names.includes(labelOf(label)));
  }
  for (const field of fields)
    take(field, (label) => wordsIn(label).some((word) => word.length > 2 && field.words.includes(word)));
  // Names stand first, whatever is above them.
  const named = fields.find((field) => conceptOf(field)?.name === 'title');
  const isTaken = named === undefined || taken.has(0) || columns.some(({ field }) => field === named);
  if (!isTaken && isText && columns.length > 0) columns.push({ field: named, at: 0 });
  return columns;
};
