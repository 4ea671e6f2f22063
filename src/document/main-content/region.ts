import { isCode } from '../tree/code.ts';
import { hashOf, nameHashes } from '../tree/scan.ts';
import type { Element } from '../tree/tree.ts';

/** An element that holds text, and how much. */
export interface Region {
  readonly element: Element;
  /** Its place among the regions of the page. */
  readonly id: number;
  readonly tag: string;
  readonly parent: Region | undefined;
  readonly depth: number;
  /** 1 to 6 in a heading, else 0. */
  readonly level: number;
  /** Hashes of what it is called: its tag, role and the words of its class and id. */
  readonly names: readonly number[];
  /** The same for elements of the same tag and class in the same element. */
  readonly kind: number;
  /** The same for elements that look the same: tag and class, and those of the elements around. */
  readonly look: number;
  /** Which of those of its kind it is, from 0. */
  readonly turn: number;
  /** Whether it is a table, or in one; and the same of code. */
  readonly inTable: boolean;
  readonly inCode: boolean;
  characters: number;
  linked: number;
  /** Characters in blocks that read like prose. */
  prose: number;
  commas: number;
  blocks: number;
  /** Blocks that stand in figures. */
  captions: number;
  /** The first and last block below. */
  first: number;
  last: number;
  /** How much it looks like the holder of an article, by the paragraphs in it. */
  merit: number;
}

const headingTags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** What a page's regions share while they are made. */
export interface Seen {
  /** By tag, then by what else an element is called: the same calls come back many times on a page. */
  readonly calls: Map<string, Map<string, Call>>;
  /** How many regions there are of each kind. */
  readonly kinds: Map<number, number>;
  regions: number;
}

/** What follows from what an element is called: hashes, and what it is by its tag. */
interface Call {
  readonly names: readonly number[];
  /** Of its tag and class together. */
  readonly own: number;
  /** 1 to 6 for a heading, else 0. */
  readonly level: number;
}

export const regionOf = (element: Element, parent: Region | undefined, seen: Seen): Region => {
  const { tagName } = element;
  const { names, own, level } = callOf(element, seen);
  const kind = (Math.imul(parent?.id ?? -1, 0x9e3779b1) ^ own) | 0;
  const turn = seen.kinds.get(kind) ?? 0;
  seen.kinds.set(kind, turn + 1);
  return {
    element,
    id: seen.regions++,
    tag: tagName,
    parent,
    depth: parent === undefined ? 0 : parent.depth + 1,
    level: level || (parent?.level ?? 0),
    names,
    kind,
    look: parent === undefined ? own : lookWithin(parent.look, own),
    turn,
    inTable: parent?.inTable === true || tagName === 'table',
    inCode: parent?.inCode === true || isCode(element),
    characters: 0,
    linked: 0,
    prose: 0,
    commas: 0,
    blocks: 0,
    captions: 0,
    first: 0,
    last: -1,
    merit: 0,
  };
};

const lookWithin = (look: number, own: number): number => (Math.imul(look & 0xffffff, 31) + own) | 0;

/** How the region of an element would look in one that looks so. */
export const lookOf = (element: Element, around: number, seen: Seen): number =>
  lookWithin(around, callOf(element, seen).own);

const callOf = ({ tagName, attrs }: Element, { calls }: Seen): Call => {
  let known = calls.get(tagName);
  if (known === undefined) {
    known = new Map();
    calls.set(tagName, known);
  }
  let classes = '';
  let others = '';
  for (const { name, value } of attrs)
    if (name === 'class') classes = value;
    else if (name === 'id' || name === 'role' || name === 'itemprop' || name === 'data-gn-frame')
      others += `${name}=${value}\n`;
  const key = others === '' ? classes : `${classes}\n${others}`;
  let call = known.get(key);
  if (call === undefined) {
    call = {
      names: namesOf(tagName, classes, others),
      own: hashOf(classes, hashOf(tagName)),
      level: headingTags.indexOf(tagName) + 1,
    };
    known.set(key, call);
  }
  return call;
};

const namesOf = (tagName: string, classes: string, others: string): readonly number[] => {
  const found = nameHashes(classes);
  if (others !== '')
    for (const line of others.split('\n')) {
      const [name, value = ''] = line.split('=', 2);
      if (name === 'id') for (const hash of nameHashes(value)) found.push(hash);
      else if (name === 'data-gn-frame') found.push(hashOf('frame'));
      else if (name !== '') found.push(hashOf(line));
    }
  found.push(hashOf(tagName, tagStart));
  // They are few: quicker than by way of a set.
  return found.length <= fewNames
    ? found.filter((name, index) => found.indexOf(name) === index)
    : [...new Set(found)];
};
const tagStart = hashOf('tag ');
const fewNames = 16;

/** The innermost region that is so: this one or one around it, `most` of them looked at. */
export const regionAround = (
  region: Region,
  is: (region: Region) => boolean,
  most = Infinity,
): Region | undefined => {
  let outer: Region | undefined = region;
  for (let step = 0; step < most && outer !== undefined; step++, outer = outer.parent)
    if (is(outer)) return outer;
  return undefined;
};

/** The innermost region that is or is around both. */
export const commonRegion = (a: Region, b: Region): Region => {
  let one = a;
  let two = b;
  while (one !== two) {
    if (one.depth >= two.depth && one.parent !== undefined) one = one.parent;
    else if (two.parent !== undefined) two = two.parent;
    else return one;
  }
  return one;
};

/** Adds what stands in each region to the one around it; inner ones come later in the list. */
export const addUp = (regions: readonly Region[]): void => {
  for (let index = regions.length - 1; index > 0; index--) {
    const region = regions[index];
    const parent = region?.parent;
    if (region === undefined || parent === undefined || region.blocks === 0) continue;
    parent.characters += region.characters;
    parent.linked += region.linked;
    parent.prose += region.prose;
    parent.commas += region.commas;
    parent.first = parent.blocks === 0 ? region.first : Math.min(parent.first, region.first);
    parent.last = Math.max(parent.last, region.last);
    parent.blocks += region.blocks;
    if (region.tag === 'figure') region.captions = region.blocks;
    parent.captions += region.captions;
  }
};
