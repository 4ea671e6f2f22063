import { escapeHtml } from '../document/tree/escape.ts';
import { readFormats } from './number-format.ts';
import { readTargets, readXml, relationshipOf } from './office-xml.ts';
import { readProperties } from './properties.ts';
import { broken, type FileReader } from './read.ts';
import {
  type Cell,
  type Cells,
  type Context,
  maxCells,
  maxColumns,
  type Rows,
  readSheet,
} from './xlsx-sheet.ts';
import { unpack } from './zip.ts';

/** A workbook (ECMA-376, part 1): each sheet that is shown is a heading and a table, cells as they are displayed. */
export const readXlsx: FileReader = async (bytes) => {
  const entries = unpack(bytes, (name) => /\.(?:xml|rels)$/i.test(name));
  const decoder = new TextDecoder();
  const text = (name: string): string => {
    const entry = entries[name];
    return entry === undefined ? '' : decoder.decode(entry);
  };
  if (entries['xl/workbook.xml'] === undefined) throw broken();
  const { sheets, from1904 } = readWorkbook(text('xl/workbook.xml'));
  const targets = readTargets(text('xl/_rels/workbook.xml.rels'));
  const context: Context = {
    strings: readStrings(text('xl/sharedStrings.xml')),
    formats: readFormats(text('xl/styles.xml')),
    from1904,
    left: maxCells,
    places: maxCells,
    lacksValues: false,
    hasFar: false,
  };
  const parts = sheets.map(({ name, id }) => {
    const path = pathOf(targets.get(id) ?? '');
    const links = readTargets(text(path.replace(/[^/]+$/, '_rels/$&.rels')));
    const rows = readSheet(text(path), links, context);
    return rows.size === 0 ? '' : `<h2>${escapeHtml(name)}</h2>${tableOf(rows, context)}`;
  });
  const body = parts.join('');
  const isCut = context.left <= 0 || context.places < 0;
  return {
    ...readProperties(entries['docProps/core.xml']),
    body,
    warnings: [
      ...(body === '' ? ['the workbook holds no values'] : []),
      ...(context.lacksValues ? ['formulas of the workbook have no values yet: their cells are empty'] : []),
      ...(context.hasFar ? [`columns beyond the first ${maxColumns.toLocaleString('en')} are left out`] : []),
      ...(isCut ? ['the workbook is larger than is read: its end is missing'] : []),
    ],
  };
};

/** Of a part of the workbook, as its relationships name it. */
const pathOf = (target: string): string => (target.startsWith('/') ? target.slice(1) : `xl/${target}`);

const readWorkbook = (xml: string) => {
  const sheets: { name: string; id: string }[] = [];
  let from1904 = false;
  readXml(xml, (name, attributes) => {
    if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
    if (name === 'sheet' && (attributes.state ?? 'visible') === 'visible')
      sheets.push({ name: attributes.name ?? '', id: relationshipOf(attributes) });
  });
  return { sheets, from1904 };
};

const readStrings = (xml: string): string[] => {
  const strings: string[] = [];
  let text: string | undefined;
  let takes = false;
  let aloud = false;
  readXml(
    xml,
    (name) => {
      if (name === 'si') text = '';
      // What is read aloud for a word is not part of it.
      if (name === 'rPh') aloud = true;
      if (name === 't') takes = !aloud;
    },
    (part) => {
      if (takes && text !== undefined) text += part;
    },
    (name) => {
      if (name === 't') takes = false;
      if (name === 'rPh') aloud = false;
      if (name === 'si') strings.push(text ?? '');
    },
  );
  return strings;
};

/** The rows that hold something, from the first used column to the last of each; the first row names the columns. */
const tableOf = (rows: Rows, context: Context): string => {
  const filled = [...rows].sort(([one], [other]) => one - other).map(([, cells]) => cells);
  const first = filled.reduce((least, cells) => Math.min(least, ...cells.keys()), maxColumns);
  const widthOf = (cells: Cells) => Math.max(...cells.keys()) - first + 1;
  const end = filled.findIndex((cells) => {
    context.places -= widthOf(cells);
    return context.places < 0;
  });
  const line = (cells: Cells, tag: 'th' | 'td'): string => {
    const places = Array.from({ length: widthOf(cells) }, (_, index) => cells.get(first + index));
    return `<tr>${places.map((cell) => `<${tag}>${contentOf(cell)}</${tag}>`).join('')}</tr>`;
  };
  const [names, ...others] = end === -1 ? filled : filled.slice(0, end);
  return `<table><thead>${names === undefined ? '' : line(names, 'th')}</thead><tbody>${others.map((cells) => line(cells, 'td')).join('')}</tbody></table>`;
};

const contentOf = (cell: Cell | undefined): string => {
  if (cell === undefined) return '';
  const text = escapeHtml(cell.text).replaceAll('\n', '<br>');
  return cell.link === undefined ? text : `<a href="${escapeHtml(cell.link)}">${text}</a>`;
};
