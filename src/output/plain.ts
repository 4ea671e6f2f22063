import type { Code, Table, TableRow } from 'mdast';
import type { Data } from '../contract/scrape.ts';
import { parseCsv } from '../document/formats/csv-text.ts';
import { csvType, tsvType, xmlType } from '../document/formats/data-text.ts';
import { feedPage } from '../document/formats/feed.ts';
import type { FeedPage } from '../document/formats/feed-page.ts';
import { jsonFeedPage } from '../document/formats/json-feed.ts';
import { indentJson, jsonLinesType, jsonType } from '../document/formats/json-text.ts';
import type { Page } from '../document/page.ts';
import { bodyOf } from '../document/tree/parse.ts';
import { type Document, firstElement, rawText } from '../document/tree/tree.ts';
import type { Snapshot } from '../page.ts';
import { csvData } from './csv.ts';
import { markdownData } from './markdown/markdown.ts';
import { serialize } from './markdown/style.ts';

/** Pages that are not HTML: JSON, XML, CSV, plain text, pictures. */

/** Pages that are not HTML, as the browser shows them: their text stands in a `<pre>`. */
interface Plain {
  readonly contentType: RegExp;
  readonly toMarkdown: (text: string, url: string) => string;
}

const kinds: readonly Plain[] = [
  {
    contentType: jsonType,
    toMarkdown: (text) => fenced('json', indentJson(text)),
  },
  { contentType: jsonLinesType, toMarkdown: (text) => fenced('json', text.trim()) },
  { contentType: xmlType, toMarkdown: (text) => fenced('xml', text.trim()) },
  { contentType: /^text\/(?:plain|markdown|x-markdown)$/, toMarkdown: (text) => text.trim() },
  { contentType: csvType, toMarkdown: (text) => tableMarkdown(parseCsv(text)) },
  { contentType: tsvType, toMarkdown: (text) => tableMarkdown(parseCsv(text, '\t')) },
  { contentType: /^image\//, toMarkdown: (_, url) => serialize([image(url)]) },
  {
    contentType:
      /^(?:text|application)\/(?:javascript|ecmascript|css|x-sh|x-python|yaml|x-yaml|toml|ld\+json|sql)$/,
    toMarkdown: (text) => fenced(null, text),
  },
];

/** Undefined for HTML and for types without a rule here: they are read as pages. */
export const plainMarkdown = (
  { document, metadata }: Page,
  snapshot: Snapshot,
): Data['markdown'] | undefined => {
  const kind = kinds.find(({ contentType }) => contentType.test(snapshot.contentType));
  return kind === undefined
    ? undefined
    : markdownData(metadata.title, kind.toMarkdown(textOf(document), snapshot.url));
};

/** A feed as a page of HTML; undefined for everything else. */
export const feedIn = ({ document, base }: Page, { contentType }: Snapshot): FeedPage | undefined => {
  const [isJson, isXml] = [jsonType.test(contentType), xmlType.test(contentType)];
  const source = isJson || isXml ? firstElement(document, 'pre') : undefined;
  if (source === undefined) return undefined;
  return isJson ? jsonFeedPage(rawText(source)) : feedPage(rawText(source), base);
};

/** CSV and TSV as they came, in the form that tables get. Undefined for everything else. */
export const plainCsv = (document: Document, { contentType }: Snapshot): Data['csv'] | undefined => {
  if (csvType.test(contentType)) return csvData([parseCsv(textOf(document))]);
  return tsvType.test(contentType) ? csvData([parseCsv(textOf(document), '\t')]) : undefined;
};

const textOf = (document: Document): string => rawText(firstElement(document, 'pre') ?? bodyOf(document));

const fenced = (lang: string | null, value: string): string => {
  const code: Code = { type: 'code', lang, value };
  return serialize([code]);
};

const image = (url: string) => ({
  type: 'paragraph' as const,
  children: [{ type: 'image' as const, url, alt: '' }],
});

/** The first line names as many columns as the longest has: cells beyond it would not be shown. */
const tableMarkdown = (rows: readonly (readonly string[])[]): string => {
  const [names, ...others] = rows;
  if (names === undefined) return '';
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const head = Array.from({ length: width }, (_, column) => names[column] ?? '');
  const table: Table = { type: 'table', children: [head, ...others].map(tableRow) };
  return serialize([table]);
};

const tableRow = (row: readonly string[]): TableRow => ({
  type: 'tableRow',
  children: row.map((value) => ({
    type: 'tableCell',
    children: [{ type: 'text', value: value.replace(/\s+/g, ' ').trim() }],
  })),
});
