import { resolveUrl } from '../tree/links.ts';
import type { SelectorOf } from '../tree/selectors.ts';
import type { Element } from '../tree/tree.ts';
import { attr, hasAttr, isElement, walk } from '../tree/tree.ts';
import { type Entity, localName, type Value } from './entity.ts';
import { propertyValue, tokensOf } from './property-value.ts';

/** Microdata as entities. */

/** Deepest nesting of items that is read. */
const maxDepth = 16;
/** Elements looked at over all items: `itemref` can send many items over the same part of a page. */
const maxElements = 100_000;

interface Reader {
  readonly byId: ReadonlyMap<string, Element>;
  readonly base: string;
  readonly selectorOf: SelectorOf;
  /** Items read, or being read: references between items may form circles. */
  readonly items: Map<Element, Entity>;
  left: number;
}

/** Every top-level item of the page (WHATWG HTML, "Microdata"), in document order. */
/** @param items elements with `itemscope`; `all`: every element of the page. */
export const readMicrodata = (
  items: readonly Element[],
  all: readonly Element[],
  base: string,
  selectorOf: SelectorOf,
): Entity[] => {
  const byId = new Map<string, Element>();
  for (const element of all) {
    const id = attr(element, 'id');
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  }
  const reader: Reader = { byId, base, selectorOf, items: new Map(), left: maxElements };
  return items.filter((item) => !hasAttr(item, 'itemprop')).map((item) => readItem(item, reader, 0));
};

const readItem = (item: Element, reader: Reader, depth: number): Entity => {
  const known = reader.items.get(item);
  if (known !== undefined) return known;
  const { base, selectorOf, byId } = reader;
  const itemid = attr(item, 'itemid');
  const properties = new Map<string, Value[]>();
  const entity: Entity = {
    source: 'microdata',
    id: itemid === undefined ? undefined : (resolveUrl(itemid, base) ?? itemid),
    types: tokensOf(item, 'itemtype').map(localName),
    properties,
    path: () => selectorOf(item),
  };
  reader.items.set(item, entity);
  if (depth === maxDepth) return entity;
  /** @returns whether properties of this item may be inside. */
  const read = (element: Element): boolean => {
    if (reader.left-- <= 0) return false;
    const names = tokensOf(element, 'itemprop');
    const isItem = hasAttr(element, 'itemscope');
    if (names.length > 0) {
      const value = isItem ? { value: readItem(element, reader, depth + 1) } : propertyValue(element, base);
      for (const name of new Set(names.map(localName))) {
        const values = properties.get(name) ?? [];
        values.push({ ...value, path: () => selectorOf(element) });
        properties.set(name, values);
      }
    }
    return !isItem;
  };
  const readInside = (element: Element) => walk(element, (node) => isElement(node) && read(node));
  readInside(item);
  for (const id of new Set(tokensOf(item, 'itemref'))) {
    const referenced = byId.get(id);
    if (referenced !== undefined && referenced !== item && read(referenced)) readInside(referenced);
  }
  return entity;
};
