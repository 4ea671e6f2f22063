import { headingTags } from '../../document/tree/measure.ts';
import { childElements, type Element, isText, parentElement, squeeze } from '../../document/tree/tree.ts';
import { type Candidate, trust } from '../evidence/candidate.ts';
import { codeBehind } from '../page/label-index.ts';
import { labelledLines, linesOf, statementsOf } from '../page/lines.ts';
import { withoutMarks } from '../page/note-marks.ts';
import { attributeAt, type PageIndex, type Region, within } from '../page/page-index.ts';
import type { Wish } from '../wishes/wish.ts';

/** Values beside a label: rows of tables, definition lists, `Label: value`. */

const maxValue = 300;
const mostLabels = 5;

/** @param labels of what is looked for, as they are looked up, best first. */
export const labelledCandidates = (
  labels: readonly string[],
  { format }: Pick<Wish, 'format'>,
  region: Region,
): Candidate[] =>
  labels.flatMap((label, rank) => {
    const beside = within(region.index.labelled(label), region)
      .slice(0, mostLabels)
      .flatMap((place) => valueBeside(region.index, place) ?? []);
    const lines = (labelledLines(region.index).get(label) ?? [])
      .filter(({ place }) => place >= region.start && place < region.end)
      .slice(0, mostLabels);
    return [...beside, ...lines].flatMap((found): Candidate[] => {
      if (found.text === '' || found.text.length > maxValue) return [];
      const confidence = (trust.attribute + 0.1) * 0.998 ** rank;
      return [
        {
          source: 'attribute',
          raw:
            (/^ur[il]$/.test(format) && addressIn(region.index, found)) ||
            withoutMarks(region.index, found.place, found.text),
          snippet: found.text,
          confidence,
          path: () => region.index.selectorOf(found.place),
        },
      ];
    });
  });

/** Where a value leads to that is a link, or holds one. */
const addressIn = (index: PageIndex, { place, text }: Beside): string => {
  const links = within(index.tagged('a'), { index, start: place, end: index.endOf(place) });
  const link = links.find((one) => index.textOf(one) !== '' && text.includes(index.textOf(one)));
  return link === undefined ? '' : attributeAt(index, link, 'href');
};

/** The elements that a label stands for: what is beside it, or behind it under a heading. */
export const labelledPlaces = (label: string, region: Region): number[] =>
  within(region.index.labelled(label), region)
    .slice(0, mostLabels)
    .flatMap((place) => {
      const element = region.index.all[place];
      const beside = element && nextTo(region.index, element);
      return beside === undefined ? [] : [beside.place];
    });

interface Beside {
  readonly text: string;
  readonly place: number;
}

const valueBeside = (index: PageIndex, place: number): Beside | undefined => {
  const element = index.all[place];
  if (element === undefined) return undefined;
  const inside = behindColon(index, place, element);
  if (inside !== undefined) return inside;
  const column = columnOf(index, element);
  if (column !== undefined) return column.length === 1 ? column[0] : undefined;
  // A label may be wrapped: `<td><b>SKU</b></td><td>1</td>`.
  let label: Element | undefined = element;
  for (let climbs = 0; climbs < 3 && label !== undefined; climbs++) {
    const next = nextTo(index, label);
    if (next !== undefined) return element.tagName === 'a' && isLink(index, next) ? undefined : next;
    const parent: Element | undefined = parentElement(label);
    const isAlone: boolean =
      parent !== undefined &&
      squeeze(index.textOf(index.placeOf(parent))) === squeeze(index.textOf(index.placeOf(label)));
    label = isAlone ? parent : undefined;
  }
  return undefined;
};

/** One link beside another is no value: they are a menu. */
const isLink = (index: PageIndex, { place, text }: Beside): boolean =>
  within(index.tagged('a'), { index, start: place, end: index.endOf(place) }).some(
    (link) => index.textOf(link) === text,
  );

/** What parts a label from its value. A sign before a number, apart from the label, and its point are the number's. */
const between = /^(?:[\s:：#]|\.(?!\d)|(?<![\s:：])[.-]|-(?![\d.]))+/;

/** `SKU: 123`, or `SKU: <b>123</b>`. */
const behindColon = (index: PageIndex, place: number, element: Element): Beside | undefined => {
  const lines = linesOf(index, place)?.filter((line) => line !== '') ?? [index.textOf(place)];
  // Below `Represented by:` who does.
  const line = lines.slice(0, /[:：]$/.test(lines[0] ?? '') ? 2 : 1).join(' ');
  const [text = ''] = statementsOf(line);
  const first = element.childNodes.find((node) => isText(node) && node.value.trim() !== '');
  if (first === undefined || !isText(first)) return undefined;
  const coded = codeBehind.exec(squeeze(first.value));
  if (coded?.[2] !== undefined) return { text: coded[2], place };
  const hasColon = /[:：]/.test(first.value);
  if (!hasColon && childElements(element).length === 0) return undefined;
  const label = squeeze(first.value).replace(/[:：].*$/s, '');
  const value = squeeze(text.slice(label.length).replace(between, ''));
  return value === '' || !text.startsWith(label) ? undefined : { text: value, place };
};

/** The next text or element beside a label, of its parent. */
const nextTo = (index: PageIndex, label: Element): Beside | undefined => {
  const parent = parentElement(label);
  if (parent === undefined) return undefined;
  const { childNodes } = parent;
  for (const node of childNodes.slice(childNodes.indexOf(label) + 1)) {
    if (isText(node)) {
      const text = squeeze(node.value.replace(between, ''));
      if (text !== '') return { text, place: index.placeOf(parent) };
    } else if ('tagName' in node) {
      // A paragraph ends before the next heading.
      if (label.tagName === 'p' && headingTags.has(node.tagName)) return undefined;
      const place = index.placeOf(node);
      // What a list lets choose is several things.
      const said =
        node.tagName === 'select' ? attributeAt(index, place, 'data-gn-value') : index.textOf(place);
      const text =
        said.replace(/^[:：#\s]+/, '') ||
        attributeAt(index, place, 'content') ||
        attributeAt(index, place, 'value');
      if (text !== '') return { text, place };
    }
  }
  return undefined;
};

/** The cells below a head of a column; undefined for what is none. Of several the first is one thing of many. */
const columnOf = (index: PageIndex, cell: Element): Beside[] | undefined => {
  const row = cell.tagName === 'th' || cell.tagName === 'td' ? parentElement(cell) : undefined;
  if (row === undefined) return undefined;
  const cells = childElements(row);
  if (cells.length < 2 || !cells.every(({ tagName }) => tagName === 'th')) return undefined;
  // One with a colon among others speaks of what is beside it, as the first row does of many tables in files.
  const hasColon = (one: Element) => /[:：]\s*$/.test(index.textOf(index.placeOf(one)));
  if (hasColon(cell) && !cells.every(hasColon)) return undefined;
  const group = parentElement(row);
  const table = group?.tagName === 'thead' ? parentElement(group) : group;
  if (table === undefined) return undefined;
  const at = cells.indexOf(cell);
  const below = index.all
    .slice(index.endOf(index.placeOf(row)), index.endOf(index.placeOf(table)))
    .filter(({ tagName }) => tagName === 'tr')
    .flatMap((one) => childElements(one)[at] ?? [])
    .slice(0, 2)
    .map((one) => ({ place: index.placeOf(one), text: index.textOf(index.placeOf(one)) }));
  return below.length === 0 ? undefined : below;
};
