import type { Element } from './tree.ts';
import { attr, rawText } from './tree.ts';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nodes of linked data may be nested; deeper than this nobody writes by intent. */
const maxDepth = 8;

/** Every node of the page's JSON-LD, `@graph` and arrays unfolded, in document order. Unreadable blocks are left out. */
export const readJsonLd = (all: readonly Element[]): JsonObject[] => {
  const nodes: JsonObject[] = [];
  for (const element of all) {
    if (element.tagName !== 'script' || !/^\s*application\/ld\+json/i.test(attr(element, 'type') ?? ''))
      continue;
    collect(parseJson(rawText(element)), nodes, 0);
  }
  return nodes;
};

const collect = (value: unknown, nodes: JsonObject[], depth: number): void => {
  if (depth > maxDepth) return;
  if (Array.isArray(value)) for (const entry of value) collect(entry, nodes, depth + 1);
  else if (isJsonObject(value)) {
    nodes.push(value);
    for (const key of ['@graph', 'mainEntity', 'mainEntityOfPage']) collect(value[key], nodes, depth + 1);
  }
};

const parseJson = (text: string): unknown => tryParse(text) ?? tryParse(repair(text));

const tryParse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const opening = /^(?:\s|<!--|\/\/\s*<!\[CDATA\[|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)+/;
const closing = /(?:\s|-->|\/\/\s*\]\]>|\/\*\s*\]\]>\s*\*\/|\]\]>|;)+$/;

/** What pages get wrong: comment and CDATA wrappers, commas before a bracket, line breaks inside strings. */
const repair = (text: string): string =>
  text
    .replace(opening, '')
    .replace(closing, '')
    .replace(/"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])/g, (token) =>
      token === ','
        ? ''
        : // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON forbids inside strings
          token.replace(/[\u0000-\u001f]/g, (character) => JSON.stringify(character).slice(1, -1)),
    );

/** The types of a node, without a vocabulary's address: `https://schema.org/Product` → `Product`. */
export const typesOf = (node: JsonObject): string[] =>
  [node['@type'] ?? []]
    .flat()
    .flatMap((type) => (typeof type === 'string' ? [type.replace(/^.*[/#:]/, '')] : []));

/** The texts of a property: strings, the names of things, members of lists. */
export const textsOf = (value: JsonValue | undefined, depth = 0): string[] => {
  if (depth > maxDepth || value === undefined || value === null) return [];
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [JSON.stringify(value)];
  if (!isJsonObject(value)) return value.flatMap((entry) => textsOf(entry, depth + 1));
  return textsOf(value['@value'] ?? value.name ?? value.url ?? value.contentUrl, depth + 1);
};

/** Pages that draw their text by script may still hold it here. */
export const storedText = (nodes: readonly JsonObject[]): string =>
  nodes
    .map(
      (node) =>
        [node.articleBody, node.reviewBody, node.text, node.description].flatMap((value) =>
          textsOf(value),
        )[0],
    )
    .reduce<string>((longest, text = '') => (text.length > longest.length ? text : longest), '');
