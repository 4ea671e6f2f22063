import type { JsonObject, JsonValue } from './jsonld.ts';
import { resolveUrl } from './links.ts';
import type { Element } from './tree.ts';
import { attr, collapsedText, hasAttr, isElement, walk } from './tree.ts';

/** Deepest nesting of items that is read. */
const maxDepth = 8;

/** The attribute that holds the value of a property, by element (WHATWG HTML, "Microdata: values"). */
const valueAttributes: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  object: 'data',
  data: 'value',
  meter: 'value',
  time: 'datetime',
};

interface Reader {
  readonly byId: ReadonlyMap<string, Element>;
  readonly base: string;
  /** Items being or already read: references between items may form circles. */
  readonly seen: Set<Element>;
}

/** Every top-level item of the page, in the shape of JSON-LD nodes. */
export const readMicrodata = (all: readonly Element[], base: string): JsonObject[] => {
  const items = all.filter((element) => hasAttr(element, 'itemscope') && !hasAttr(element, 'itemprop'));
  if (items.length === 0) return [];
  const byId = new Map<string, Element>();
  for (const element of all) {
    const id = attr(element, 'id');
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  }
  const reader: Reader = { byId, base, seen: new Set() };
  return items.map((item) => readItem(item, reader, 0));
};

const readItem = (item: Element, reader: Reader, depth: number): JsonObject => {
  const properties: Record<string, JsonValue[]> = Object.create(null);
  if (depth > maxDepth || reader.seen.has(item)) return properties;
  reader.seen.add(item);
  const read = (element: Element): boolean => {
    const names = tokens(attr(element, 'itemprop'));
    const isItem = hasAttr(element, 'itemscope');
    if (names.length > 0) {
      const value = isItem ? readItem(element, reader, depth + 1) : propertyValue(element, reader.base);
      for (const name of names) properties[name] = [...(properties[name] ?? []), value];
    }
    return !isItem;
  };
  const readInside = (element: Element) => walk(element, (node) => isElement(node) && read(node));
  readInside(item);
  for (const id of tokens(attr(item, 'itemref'))) {
    const referenced = reader.byId.get(id);
    if (referenced !== undefined && read(referenced)) readInside(referenced);
  }
  return { '@type': tokens(attr(item, 'itemtype')), ...properties };
};

const tokens = (text: string | undefined): string[] =>
  text?.split(/\s+/).filter((token) => token !== '') ?? [];

/** `content` counts on every element, as it does for those who read these pages. */
const propertyValue = (element: Element, base: string): string => {
  const content = attr(element, 'content');
  if (content !== undefined) return content.trim();
  const name = valueAttributes[element.tagName];
  const value = name === undefined ? undefined : attr(element, name);
  if (value === undefined) return collapsedText(element);
  return name === 'href' || name === 'src' || name === 'data' ? (resolveUrl(value, base) ?? value) : value;
};
