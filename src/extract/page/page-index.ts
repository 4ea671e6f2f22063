import type { Page } from '../../document/page.ts';
import { isBlock } from '../../document/tree/measure.ts';
import { attr, clip, type Element, isElement, isText, squeeze, walk } from '../../document/tree/tree.ts';
import { labelsIn } from './label-index.ts';
import { createNames, type Names } from './names.ts';
import { onceForEach } from './once.ts';
import { type Held, isUnseen, surveyOf } from './survey.ts';

/** The elements of a page by place, tag, name and label: made once for all that is looked for. */
export interface PageIndex extends Names {
  readonly page: Page;
  /** Address of the page. */
  readonly url: string;
  /** Every element, in document order. */
  readonly all: readonly Element[];
  placeOf(element: Element): number;
  /** The place of the element around; -1 for the root. */
  parentOf(place: number): number;
  /** The place behind the last element inside. */
  endOf(place: number): number;
  /** Whether a reader sees it. */
  isShown(place: number): boolean;
  /** The first 2000 characters of its text as shown, on one line. */
  textOf(place: number): string;
  /** Places of elements in which text stands directly, in order. */
  readonly speakers: readonly number[];
  /** Places of elements of a kind, in order. */
  tagged(tagName: string): readonly number[];
  /** The values of data attributes, by attribute. */
  readonly held: ReadonlyMap<string, readonly Held[]>;
  /** Places of elements with few words that are a label, or begin with one and a colon, by the label. */
  labelled(label: string): readonly number[];
  /** A CSS selector that finds the element in the page as it was parsed. */
  selectorOf(place: number): string;
}

/** A part of the page: the element at `start` and all inside, or also what follows it, up to `end`. */
export interface Region {
  readonly index: PageIndex;
  readonly start: number;
  readonly end: number;
}

const maxText = 2000;
const none: readonly number[] = [];

export const createPageIndex = (page: Page, url: string): PageIndex => {
  const survey = surveyOf(page.document);
  const { all, places, parents, ends, hidden, speakers, byTag, byData } = survey;
  const texts: string[] = [];
  let labels: ReadonlyMap<string, readonly number[]> | undefined;
  return {
    ...createNames(survey.names),
    page,
    url,
    all,
    placeOf: (element) => places.get(element) ?? -1,
    parentOf: (place) => parents[place] ?? -1,
    endOf: (place) => ends[place] ?? place + 1,
    isShown: (place) => hidden[place] === false,
    textOf: (place) => {
      const element = all[place];
      if (element === undefined) return '';
      texts[place] ??= textIn(element);
      return texts[place];
    },
    speakers,
    tagged: (tagName) => byTag.get(tagName) ?? none,
    held: byData,
    labelled: (label) => {
      labels ??= labelsIn(survey);
      return labels.get(label) ?? none;
    },
    selectorOf: (place) => {
      const element = all[place];
      return element === undefined ? '' : page.structured.selectorOf(element);
    },
  };
};

const textIn = (root: Element): string => {
  const [only, ...others] = root.childNodes;
  if (only !== undefined && others.length === 0 && isText(only))
    return clip(squeeze(only.value.slice(0, 4 * maxText)), maxText);
  const parts: string[] = [];
  let length = 0;
  walk(
    root,
    (node) => {
      if (length > maxText) return false;
      if (isText(node)) {
        const text = node.value.length > maxText ? node.value.slice(0, maxText) : node.value;
        parts.push(text);
        length += text.trim() === '' ? 1 : text.length;
        return false;
      }
      if (!isElement(node) || isUnseen(node)) return false;
      if (isBlock(node) || node.tagName === 'br') parts.push(' ');
      return true;
    },
    (element) => {
      if (isBlock(element)) parts.push(' ');
    },
  );
  return clip(squeeze(parts.join('')), maxText);
};

/** Its value of an attribute; empty when it has none. */
export const attributeAt = ({ all }: PageIndex, place: number, name: string): string => {
  const element = all[place];
  return (element && attr(element, name)) ?? '';
};

/** Of sorted places, those within a region. */
export const within = (places: readonly number[], { index, start, end }: Region): readonly number[] =>
  start === 0 && end === index.all.length ? places : places.slice(rankOf(places, start), rankOf(places, end));

/** How many of sorted places stand before one. */
const rankOf = (places: readonly number[], before: number): number => {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < before) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Remembers what is found in a region: several that look for something ask for the same. */
export const oncePerRegion = <T>(find: (region: Region) => T): ((region: Region) => T) => {
  const knownIn = onceForEach((_: PageIndex) => new Map<string, T>());
  return (region) => {
    const known = knownIn(region.index);
    const key = `${region.start} ${region.end}`;
    const found = known.get(key) ?? find(region);
    known.set(key, found);
    return found;
  };
};
