import { createIsLayout } from '../roles/tables.ts';
import { isTree } from '../tree/code.ts';
import { isApart, isBlock } from '../tree/measure.ts';
import { scanText, type TextCounts } from '../tree/scan.ts';
import type { Element, TextNode } from '../tree/tree.ts';
import { hasWord, isElement, isText, squeeze, walk } from '../tree/tree.ts';
import { addUp, commonRegion, lookOf, type Region, regionOf, type Seen } from './region.ts';

/** A run of text between two block boundaries; far down a huge page, several that follow each other and look the same. */
export interface Block extends TextCounts {
  readonly index: number;
  /** How many runs it is. */
  runs: number;
  /** The innermost element around all of the text; of several runs, around the first. */
  region: Region;
  readonly nodes: TextNode[];
  linked: number;
  bold: number;
  /** Where its words stand in the page's list. */
  readonly from: number;
  to: number;
  /** Characters of the page before it. */
  readonly offset: number;
  /** 1 to 6 for headings, else 0. */
  readonly level: number;
  isProse: boolean;
  /** The first link in it. */
  link: Element | undefined;
  /** On one line, once it was asked for (`textOf`). */
  text: string | undefined;
}

/** The text of a page, cut into blocks. */
export interface Blocks {
  readonly root: Region;
  readonly all: readonly Block[];
  /** In the order of the document. */
  readonly regions: readonly Region[];
  /** How many regions there are of each kind. */
  readonly kinds: ReadonlyMap<number, number>;
  /** Hashes of the words, block after block. */
  readonly words: readonly number[];
  /** Whether a table of the page arranges it, rather than data. */
  readonly isLayout: (table: Element) => boolean;
}

/**
 * Most blocks of one run each. A page of more is a long table or list, of which not each part is judged by itself; what
 * looks at all blocks would take as long as the rest of the conversion.
 */
const mostSingle = 20_000;
/** Most runs of a block. */
const mostRuns = 100;

/** Shortest text that counts as prose, in characters: about ten words. */
const proseCharacters = 60;

const boldTags = new Set(['b', 'strong']);

/** Cuts what stands below `body` into blocks, in one pass. */
export const readBlocks = (body: Element): Blocks => {
  const reader = createReader(body);
  const links: Element[] = [];
  let bold = 0;
  let pre = 0;
  walk(
    body,
    (node) => {
      if (isText(node)) {
        if (hasWord(node.value)) reader.read(node, links.at(-1), bold > 0);
        return false;
      }
      if (!isElement(node)) return false;
      const { tagName } = node;
      if (pre === 0) {
        if (tagName === 'br') reader.breakLine();
        else if (isApart(node)) reader.end();
      }
      if (tagName === 'a') links.push(node);
      else if (boldTags.has(tagName)) bold++;
      else if (tagName === 'pre' || isTree(node)) pre++;
      reader.enter(node);
      return true;
    },
    (element) => {
      const { tagName } = element;
      if (tagName === 'a') links.pop();
      else if (boldTags.has(tagName)) bold--;
      else if (tagName === 'pre' || isTree(element)) pre--;
      if (pre === 0 && isApart(element)) reader.end();
      reader.leave();
    },
  );
  reader.close();
  addUp(reader.blocks.regions);
  return reader.blocks;
};

/** Collects blocks. Most elements hold no text: a region is made of one when its first text comes. */
const createReader = (body: Element) => {
  const seen: Seen = { calls: new Map(), kinds: new Map(), regions: 0 };
  const words: number[] = [];
  const all: Block[] = [];
  const root = regionOf(body, undefined, seen);
  const regions = [root];
  /** The elements around, without the body, and the regions of the outer ones of them. */
  const open: Element[] = [];
  const made: Region[] = [root];
  let block: Block | undefined;
  /** How the beginning of the block looks, and of the one before it. */
  let look = 0;
  let lookBefore: number | undefined;
  /** Whether a run of the block has ended, so that only one that looks the same goes on with it. */
  let isBetween = false;
  let breaks = 0;
  let offset = 0;

  const close = () => {
    isBetween = false;
    if (block === undefined) return;
    block.to = words.length;
    offset += block.characters;
    addToRegion(block);
    lookBefore = look;
    block = undefined;
  };
  const end = () => {
    breaks = 0;
    // The first block that looks so is judged by itself.
    if (all.length > mostSingle && look === lookBefore) isBetween = true;
    else close();
  };
  const lookHere = (): number => {
    let { look } = made.at(-1) ?? root;
    for (let at = made.length - 1; at < open.length; at++) {
      const element = open[at];
      if (element !== undefined) look = lookOf(element, look, seen);
    }
    return look;
  };
  /** Has the block go on behind the end of a run, if it may. */
  const goOn = (): void => {
    isBetween = false;
    if (block !== undefined && block.runs < mostRuns && lookHere() === look) block.runs++;
    else close();
  };
  const regionHere = (): Region => {
    let region = made.at(-1) ?? root;
    for (let at = made.length - 1; at < open.length; at++) {
      const element = open[at];
      if (element === undefined) break;
      region = regionOf(element, region, seen);
      regions.push(region);
      made.push(region);
    }
    return region;
  };
  return {
    blocks: { root, all, regions, kinds: seen.kinds, words, isLayout: createIsLayout() },
    end,
    close,
    breakLine: () => {
      if (++breaks === 2) end();
    },
    enter: (element: Element) => {
      open.push(element);
    },
    leave: () => {
      if (made.length > open.length) made.pop();
      open.pop();
    },
    read: (node: TextNode, link: Element | undefined, isBold: boolean) => {
      if (isBetween) goOn();
      // Elements of further runs are no regions.
      const region = block === undefined || block.runs === 1 ? regionHere() : block.region;
      if (block === undefined) {
        look = region.look;
        block = newBlock(node, { index: all.length, region, from: words.length, offset });
        all.push(block);
      } else block.nodes.push(node);
      const before = block.characters;
      scanText(node.value, block, words);
      if (link !== undefined) {
        block.linked += block.characters - before;
        block.link ??= link;
      }
      if (isBold) block.bold += block.characters - before;
      block.region = commonRegion(block.region, region);
      breaks = 0;
    },
  };
};

const newBlock = (
  node: TextNode,
  { index, region, from, offset }: Pick<Block, 'index' | 'region' | 'from' | 'offset'>,
): Block => ({
  index,
  runs: 1,
  region,
  level: region.level,
  from,
  offset,
  nodes: [node],
  characters: 0,
  digits: 0,
  capitals: 0,
  commas: 0,
  stops: 0,
  linked: 0,
  bold: 0,
  to: from,
  isProse: false,
  link: undefined,
  text: undefined,
});

/** Adds a finished block to its region. */
const addToRegion = (block: Block): void => {
  const { region, characters, linked, commas, index, runs } = block;
  block.isProse = characters >= proseCharacters * runs && linked < characters / 2;
  region.characters += characters;
  region.linked += linked;
  if (block.isProse) region.prose += characters;
  region.commas += commas;
  if (region.blocks++ === 0) region.first = index;
  region.last = index;
  if (characters >= 25 && runs === 1) credit(block);
};

/** A paragraph speaks for the elements around the one it stands in, the less the further away they are. */
const credit = ({ region, characters, linked, commas }: Block): void => {
  let merit = 1 + commas + Math.min(3, characters / 100);
  let isOutside = false;
  for (let outer: Region | undefined = region; outer !== undefined && merit > 0.1; outer = outer.parent) {
    if (isOutside) {
      outer.merit += merit * (1 - linked / characters);
      merit /= 2;
    }
    isOutside ||= isBlock(outer.element);
  }
};

/** What a block says. Many rules ask for it. */
export const textOf = (block: Block): string => {
  block.text ??= squeeze(block.nodes.map(({ value }) => value).join(' '));
  return block.text;
};
