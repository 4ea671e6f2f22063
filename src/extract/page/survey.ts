import { type Document, type Element, isElement, isText, walk } from '../../document/tree/tree.ts';

/** A value of a data attribute: `data-price="12"`. */
export interface Held {
  readonly place: number;
  readonly key: string;
  readonly value: string;
}

/** What one walk over a page tells of its elements, each by its place in the order of the document. */
export interface Survey {
  readonly all: readonly Element[];
  readonly places: ReadonlyMap<Element, number>;
  /** The place of the element around; -1 for the root. */
  readonly parents: readonly number[];
  /** The place behind the last element inside. */
  readonly ends: readonly number[];
  readonly hidden: readonly boolean[];
  /** Its class, id and what tests and scripts call it by, in one text; empty for most. */
  readonly names: readonly string[];
  /** Places of elements in which text stands directly. */
  readonly speakers: readonly number[];
  readonly byTag: ReadonlyMap<string, readonly number[]>;
  readonly byData: ReadonlyMap<string, readonly Held[]>;
}

const unseen = new Set(['script', 'style', 'template', 'noscript', 'head', 'select', 'datalist']);

/** Whether nothing inside an element is text that a reader sees. */
export const isUnseen = ({ tagName }: Element): boolean => unseen.has(tagName);

/** Attributes that name an element. Compared one by one: most attributes are none of them, and to hash each costs more. */
const naming = ['class', 'id', 'itemprop', 'name', 'rel'];
const dataNaming = new Set(
  'data-test data-testid data-test-id data-qa data-qa-id data-cy data-role data-hook data-auto data-automation data-automation-id data-type data-element data-field data-component data-name data-target data-ref'.split(
    ' ',
  ),
);
const hiding = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const maxHeld = 300;
const mostHeld = 50;

export const surveyOf = (document: Document): Survey => {
  const all: Element[] = [];
  const places = new Map<Element, number>();
  const parents: number[] = [];
  const ends: number[] = [];
  const hidden: boolean[] = [];
  const names: string[] = [];
  const speaks: boolean[] = [];
  const byTag = new Map<string, number[]>();
  const byData = new Map<string, Held[]>();
  let around = -1;

  const readAttributes = (element: Element, place: number): void => {
    let name = '';
    let isHidden = hidden[around] === true || isUnseen(element);
    for (const { name: key, value } of element.attrs) {
      const isData = key.startsWith('data-');
      if (isData ? dataNaming.has(key) : naming.includes(key))
        name = name === '' ? value : `${name} ${value}`;
      else if (key === 'hidden' || key === 'data-gn-hidden') isHidden = true;
      else if (key === 'style') isHidden ||= hiding.test(value);
      if (isData && value !== '' && value.length <= maxHeld && !key.startsWith('data-gn-')) {
        const held = byData.get(key);
        if (held === undefined) byData.set(key, [{ place, key, value }]);
        else if (held.length < mostHeld) held.push({ place, key, value });
      }
    }
    names.push(name);
    hidden.push(isHidden);
  };

  walk(
    document,
    (node) => {
      if (isText(node)) {
        if (speaks[around] === false) speaks[around] = /\S/.test(node.value);
        return false;
      }
      if (!isElement(node)) return false;
      const place = all.length;
      all.push(node);
      places.set(node, place);
      parents.push(around);
      speaks.push(false);
      readAttributes(node, place);
      const alike = byTag.get(node.tagName);
      if (alike === undefined) byTag.set(node.tagName, [place]);
      else alike.push(place);
      around = place;
      return true;
    },
    () => {
      ends[around] = all.length;
      around = parents[around] ?? -1;
    },
  );
  const speakers = [...all.keys()].filter((place) => speaks[place]);
  return { all, places, parents, ends, hidden, names, speakers, byTag, byData };
};
