import { Parser } from 'htmlparser2';
import { wordsOfMarkup } from '../tree/text.ts';
import { parseCsv } from './csv-text.ts';
import { jsonLinesType, jsonType } from './json-text.ts';

/** Files that are data, as JSON: those of JSON as they came, rows of CSV and elements of XML as objects. */

export const xmlType = /^(?:(?:application|text)\/xml|application\/(?!xhtml)[\w.-]+\+xml)$/;
export const csvType = /^(?:text|application)\/(?:x-)?(?:csv|comma-separated-values)$/;
export const tsvType = /^text\/(?:tab-separated-values|(?:x-)?tsv)$/;

const kinds: readonly (readonly [RegExp, (text: string) => string])[] = [
  [jsonType, (text) => text],
  // One line is a list, too.
  [jsonLinesType, (text) => (text.trim().includes('\n') ? text : `[${text}]`)],
  [csvType, (text) => JSON.stringify(objectsOf(parseCsv(text)))],
  [tsvType, (text) => JSON.stringify(objectsOf(parseCsv(text, '\t')))],
  [xmlType, (text) => JSON.stringify(objectOf(text))],
];

export const isData = (contentType: string): boolean => kinds.some(([type]) => type.test(contentType));

/** @returns undefined for what is no data. */
export const dataIn = (text: string, contentType: string): string | undefined =>
  kinds.find(([type]) => type.test(contentType))?.[1](text);

/** Rows by the names in the first. */
const objectsOf = ([names = [], ...rows]: readonly (readonly string[])[]): Record<string, string>[] =>
  rows.map((row) =>
    Object.fromEntries(
      names.flatMap((name, column) => (name.trim() === '' ? [] : [[name.trim(), row[column]?.trim() ?? '']])),
    ),
  );

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Map<string, unknown[]>;
  /** Between its children, and within them. */
  text: string;
  isMixed: boolean;
}

/** What is deeper is text. */
const maxDepth = 50;
const isDeclaration = /^xml(?:ns)?(?::|$)/;
const addresses = ['href', 'url', 'src'];

/** Names that feeds and sitemaps have for what data of pages call otherwise. */
const otherNames: readonly (readonly [string, string])[] = [
  ['pubDate', 'datePublished'],
  ['published', 'datePublished'],
  ['updated', 'dateModified'],
  ['lastBuildDate', 'dateModified'],
  ['lastmod', 'dateModified'],
  ['dateModified', 'datePublished'],
  ['creator', 'author'],
  ['link', 'url'],
  ['loc', 'url'],
  ['encoded', 'content'],
  ['subtitle', 'description'],
  ['summary', 'description'],
];

const objectOf = (xml: string): unknown => {
  const root: Open = { name: '', attributes: {}, children: new Map(), text: '', isMixed: false };
  const open: Open[] = [root];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        open.push({ name, attributes, children: new Map(), text: '', isMixed: false });
      },
      ontext: (text) => {
        const element = open.at(-1);
        if (element === undefined) return;
        element.text += text;
        element.isMixed ||= text.trim() !== '';
      },
      onclosetag: () => {
        const element = open.pop();
        const parent = open.at(-1);
        if (element === undefined || parent === undefined) return;
        if (open.length > maxDepth) parent.text += element.text;
        else close(element, parent);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return [...root.children.values()].flat()[0] ?? {};
};

const add = ({ children }: Open, name: string, value: unknown): void => {
  const held = children.get(name);
  if (held === undefined) children.set(name, [value]);
  else held.push(value);
};

const close = (element: Open, parent: Open): void => {
  const { attributes, children, text, isMixed } = element;
  // What links of a feed lead to, they say beside it.
  const { rel = 'alternate' } = attributes;
  const name = rel === 'alternate' ? element.name : rel;
  const said = Object.entries(attributes).filter(([key]) => !isDeclaration.test(key));
  const isText = children.size === 0 || isMixed || attributes.type === 'xhtml';
  const words = isText ? wordsOfMarkup(text).trim() : '';
  const address = addresses.map((key) => attributes[key]).find((value) => value);
  parent.text += `${text} `;
  if (words !== '') {
    add(parent, name, words);
    // The currency of a price, the unit of a measure.
    for (const [key, value] of said) if (key !== 'type' && !parent.children.has(key)) add(parent, key, value);
  } else if (children.size === 0 && address !== undefined) add(parent, name, address);
  else if (children.size + said.length > 0) add(parent, name, members(element, said));
};

/** The members of an element: without a prefix where no other has the name without one. */
const members = ({ name, children }: Open, said: readonly (readonly [string, string])[]): object => {
  const found = new Map<string, unknown>(said);
  const [plain, prefixed] = [[...children], [...children]].map((all, index) =>
    all.filter(([key]) => key.includes(':') === (index === 1)),
  );
  for (const [key, values] of [...(plain ?? []), ...(prefixed ?? [])]) {
    const local = key.slice(key.indexOf(':') + 1);
    found.set(found.has(local) ? key.replace(':', '_') : local, values);
  }
  for (const [from, to] of otherNames) if (found.has(from) && !found.has(to)) found.set(to, found.get(from));
  return { '@type': name.slice(name.indexOf(':') + 1), ...Object.fromEntries(found) };
};
