import { attr, childElements, collapsedText, type Element, firstElement } from '../tree/tree.ts';
import { isBarrier, isBesideBarrier, longestBarrier } from './barriers.ts';
import { happens, isDate, isSourceLine, longestDate } from './block-dates.ts';
import { type Block, type Blocks, textOf } from './blocks.ts';
import { comments } from './comments.ts';
import { dialogs } from './dialogs.ts';
import { createNamed } from './named.ts';
import type { PageFacts } from './page-features.ts';
import { inserts, isLinks, longestLabel, looseLabels } from './read-also.ts';
import type { Region } from './region.ts';
import { isRegulation, tellsChange } from './regulations.ts';
import { charactersOf, isMost } from './sums.ts';

/** The chosen blocks without what only looks like a part of the text: at its edges, and lists of what else there is. */
export const trimEdges = (
  blocks: Blocks,
  chosen: ReadonlySet<Block>,
  facts: Pick<PageFacts, 'url' | 'types' | 'isTalk'>,
): Set<Block> => {
  const { url, types } = facts;
  const kept = blocks.all.filter((block) => chosen.has(block));
  const prose = kept.findIndex(({ isProse, level }) => isProse && level === 0);
  const lead = prose === -1 ? [] : kept.slice(0, prose);
  const left = new Set(kept);
  const isInTrail = createTrails(url);
  const isOfEvent = createNamed(eventNames, likelyEvent);
  const isOfWriter = createNamed(/ author name /, likelyAuthor);
  const isOfMeta = createNamed(/ (?:post|entry) meta(?:data)?(?! container) /, /meta/i);
  const isBeside = createBeside(blocks);
  const isWriter = (block: Block) =>
    block.level > 1 && block.characters <= longestLabel && isOfWriter(block.region);
  const isMeta = (block: Block) =>
    block.level === 0 && block.characters <= longestDate && isOfMeta(block.region);
  const isInForce = isRegulation(url);
  const tellsWhen = (block: Block) =>
    types.some((type) => happens.test(type)) ||
    isOfEvent(block.region) ||
    (isInForce && tellsChange.test(textOf(block)));
  for (const block of lead)
    if (
      (isDate(block) &&
        !tellsWhen(block) &&
        !isOfEntry(block, blocks.kinds) &&
        !isOfRow(block, blocks.all, left)) ||
      ((isSourceLine(block) || isMeta(block)) && !isOfEntry(block, blocks.kinds)) ||
      isInTrail(block) ||
      isWriter(block) ||
      isBeside(block) ||
      (facts.isTalk && isCount(block)) ||
      isMenu(block)
    )
      left.delete(block);
  for (const block of comments(kept, facts)) left.delete(block);
  for (const block of dialogs(blocks, chosen)) left.delete(block);
  for (const block of looseLabels(blocks.all, chosen)) left.delete(block);
  for (const block of linksBehind(blocks.all, kept, prose)) left.delete(block);
  for (const block of inserts(kept)) left.delete(block);
  for (const block of barred(kept)) left.delete(block);
  for (const block of biographies(kept)) left.delete(block);
  for (const block of wikiParts(kept)) left.delete(block);
  for (const block of sides(kept, prose)) left.delete(block);
  return left.size > 0 ? left : new Set(kept);
};

const likelyEvent = /event/i;
const eventNames = / events? /;

/** How far up from a date the part of a list is looked for that it belongs to, and how many such parts make one. */
const farthest = 3;
const fewestEntries = 3;

/** In a list of entries or of labels with their values it is a part of one of them. */
const isOfEntry = ({ region }: Block, kinds: Blocks['kinds']): boolean => {
  let part: Region | undefined = region;
  for (let steps = 0; steps < farthest && part !== undefined; steps++, part = part.parent)
    if (part.blocks > 1 && (kinds.get(part.kind) ?? 0) >= fewestEntries) return true;
  return false;
};

/** Cells of a row that is looked at. */
const mostCells = 12;

/** In a row of which another cell is kept. */
const isOfRow = (block: Block, all: readonly Block[], kept: ReadonlySet<Block>): boolean => {
  const { tag, parent: row } = block.region;
  if ((tag !== 'td' && tag !== 'th') || row?.tag !== 'tr' || row.last - row.first >= mostCells) return false;
  return all.slice(row.first, row.last + 1).some((other) => other !== block && kept.has(other));
};

/** How many points a post has, before it; the value of a label counts something else. */
const isCount = (block: Block): boolean =>
  block.digits > 0 && block.region.tag !== 'dd' && /^\d{1,6}$/.test(textOf(block).trim());

/** Tells of blocks whether they stand in what is called the side of a page, and not in its main part. */
const createBeside = ({ regions }: Blocks): ((block: Block) => boolean) => {
  const isSide = createNamed(/ side(?:bar)? /, /side/i);
  const main = regions.find(({ tag, element }) => tag === 'main' || attr(element, 'role') === 'main');
  return ({ index, region }) =>
    main !== undefined && (index < main.first || index > main.last) && isSide(region);
};

/** Tells of blocks whether they stand in a list that leads from the front page to this one: home, section, this page. */
const createTrails = (url: string): ((block: Block) => boolean) => {
  const known = new Map<Element, boolean>();
  return ({ region }) => {
    let list: Region | undefined = region;
    while (list !== undefined && list.tag !== 'ul' && list.tag !== 'ol') list = list.parent;
    if (list === undefined) return false;
    const found = known.get(list.element) ?? isTrail(list.element, url);
    known.set(list.element, found);
    return found;
  };
};

const isTrail = (list: Element, url: string): boolean => {
  const items = childElements(list).filter(({ tagName }) => tagName === 'li');
  const [first] = items;
  const link = first === undefined ? undefined : firstElement(first, 'a');
  if (link === undefined || items.length < 2 || items.length > mostSteps) return false;
  return isFrontPage(attr(link, 'href') ?? '', url) && collapsedText(link).length <= longestStep;
};

const mostSteps = 7;
/** In characters. */
const longestStep = 30;

const isFrontPage = (address: string, url: string): boolean => {
  const [target, here] = [URL.parse(address, url), URL.parse(url)];
  return address !== '' && target?.pathname === '/' && target.origin === here?.origin && target.hash === '';
};

/** Links side by side and nothing else: a name with the numbers of its notes is one. */
const isMenu = (block: Block): boolean =>
  block.level === 0 &&
  block.nodes.length > 2 &&
  isLinks(block) &&
  block.nodes.filter(({ value }) => /\p{L}{2}/u.test(value)).length > 1 &&
  !isInLink(block.region);

/** What is all one link may be an entry of a list. */
const isInLink = (region: Region): boolean => {
  for (let around: Region | undefined = region; around !== undefined; around = around.parent)
    if (around.tag === 'a') return true;
  return false;
};

/**
 * Paragraphs that are nothing but links, behind the last that is not: what else there is to read. One is a source, and most
 * of the page are what it is about.
 */
const linksBehind = (all: readonly Block[], kept: readonly Block[], prose: number): readonly Block[] => {
  const last = kept.findLastIndex((block) => !isLinks(block));
  const behind = kept.slice(last + 1);
  const [first] = behind;
  if (
    prose === -1 ||
    first === undefined ||
    last < prose ||
    behind.some((block) => paragraphOf(block) === undefined) ||
    isMost(behind, kept)
  )
    return [];
  const next = all[first.index + 1];
  const isRow = next !== undefined && isLinks(next) && paragraphOf(next)?.kind === paragraphOf(first)?.kind;
  return isRow ? behind : [];
};

/** The paragraph that a block is, or whose only link. */
const paragraphOf = ({ region }: Block): Region | undefined =>
  [region, region.parent].find((around) => around?.tag === 'p');

/** Lines of an article that ask to subscribe or to log in. */
const barred = (kept: readonly Block[]): readonly Block[] => {
  const found = new Set(
    kept.filter((block) => block.characters <= longestBarrier && isBarrier(textOf(block))),
  );
  if (found.size === 0) return [];
  const beside = kept.filter((block, index) => {
    const isBeside = [kept[index - 1], kept[index + 1]].some((other) => other && found.has(other));
    return isBeside && isBesideBarrier(textOf(block));
  });
  const all = [...found, ...beside];
  return isMost(all, kept) ? [] : all;
};

/** What is more than this share of the text is what the page is about. */
const largestSide = 0.15;

/** What stands behind the text in what is called the side of the page: links that were chosen there are what the page lists. */
const sides = (kept: readonly Block[], prose: number): readonly Block[] => {
  const isSide = createNamed(/ side ?bar /, /side-?_?bar/i);
  const last = kept.findLastIndex((block) => !isSide(block.region));
  const found = prose === -1 ? [] : kept.slice(last + 1);
  return found.some(isLinks) || charactersOf(found) > largestSide * charactersOf(kept) ? [] : found;
};

/**
 * What wikis have around an article: lists of other articles, notices to those who write it, a list of its own headings, as
 * references of programs have it, too.
 */
const wikiParts = (kept: readonly Block[]): readonly Block[] => {
  const isWikiPart = createNamed(wikiNames, likelyWiki);
  const found = kept.filter(({ region }) => isWikiPart(region));
  return isMost(found, kept) ? [] : found;
};
const likelyWiki = /navbox|ambox|toctitle|toc(?:level|text|number)|toc mw|tsd-(?:index|page)/i;
const wikiNames =
  / (?:navbox|ambox|toc ?title|toclevel \d+|toctext|tocnumber|tsd (?:index (?:group|panel)|page navigation)) /;

/** What is more than this share of the text is what the page is about. */
const largestBiography = 0.25;

/** Who the author is, which is not what was written. Several that are not said to be the author's are of whom a page is about. */
const biographies = (kept: readonly Block[]): readonly Block[] => {
  const isOfAuthor = createNamed(authorNames, likelyAuthor);
  const isBiography = createNamed(/ bio /, likelyAuthor);
  const others = kept.filter(({ region }) => isBiography(region) && !isOfAuthor(region));
  const isOne = new Set(others.map(({ region }) => outermost(region, isBiography))).size === 1;
  const found = [...kept.filter(({ region }) => isOfAuthor(region)), ...(isOne ? others : [])];
  return charactersOf(found) <= largestBiography * charactersOf(kept) ? found : [];
};

/** The last element around that is called so, or in one that is. */
export const outermost = (region: Region, isNamed: (region: Region) => boolean): Region => {
  let last = region;
  while (last.parent !== undefined && isNamed(last.parent)) last = last.parent;
  return last;
};

const likelyAuthor = /author|writer|bio/i;
const authorNames =
  / (?:(?:author|authors|writer) (?:bio|biography|box|card|about|info|profile|details|description)|about (?:the )?author) /;
