import type { ChildNode, Element } from '../tree/tree.ts';
import { acts } from './acts.ts';
import { settleAlike } from './alike.ts';
import { besideAnswers, saidIn } from './asked.ts';
import { type Block, type Blocks, readBlocks } from './blocks.ts';
import { months } from './calendars.ts';
import { choose, findDropped } from './choose.ts';
import { findJunk } from './clutter.ts';
import { complete } from './complete.ts';
import { contacts } from './contacts.ts';
import { copies } from './copies.ts';
import { trimEdges } from './edges.ts';
import { entryPictures } from './entry-pictures.ts';
import { foldLabels } from './fold-labels.ts';
import { forms } from './forms.ts';
import { editIcons, furniture } from './furniture.ts';
import { goods } from './goods.ts';
import { happenings } from './happenings.ts';
import { judge } from './judge.ts';
import { stated } from './listed.ts';
import { mailParts } from './mails.ts';
import type { Model } from './model.ts';
import { namedParts } from './named-parts.ts';
import { others } from './others.ts';
import type { PageFacts } from './page-features.ts';
import { heads, noHeads } from './posts.ts';
import { priceBlock } from './price.ts';
import { priceLists } from './price-lists.ts';
import { productChoices } from './product-choices.ts';
import { productPictures } from './product-pictures.ts';
import { commonRegion, type Region } from './region.ts';

/** The part of a page that is its content: everything below `roots` except what is `dropped`. */
export interface Selection {
  readonly roots: readonly Element[];
  readonly dropped: ReadonlySet<ChildNode>;
}

/** Blocks to be added to those that are chosen so far, or to be taken away. */
type Pass = (blocks: Blocks, chosen: ReadonlySet<Block>, facts: PageFacts) => Iterable<Block>;

/** What readers want that the model does not pick. Each sees what those before it have added. */
const additions: Readonly<Record<'talk' | 'any' | 'page', readonly Pass[]>> = {
  talk: [saidIn, besideAnswers],
  any: [stated, goods, happenings, months, contacts, namedParts],
  page: [priceLists, foldLabels],
};
/** What they do not want, however much of it was picked or added. */
const removals: readonly Pass[] = [others, copies, forms];

/**
 * Chooses the main content of a cleaned page. Blocks are judged by what was learned from other pages; what is chosen by that
 * is completed and trimmed, then added to and taken from by rules for kinds of pages, whose order matters.
 */
export const chooseMain = (body: Element, facts: PageFacts, model: Model): Selection => {
  const blocks = readBlocks(body);
  if (blocks.all.length === 0) return { roots: [body], dropped: junkIn(body, blocks) };
  const chances = settleAlike(blocks, judge(blocks, facts, model));
  const picked = choose(blocks, chances);
  const chosen = mailParts(blocks, picked) ?? trimEdges(blocks, complete(blocks, picked, chances), facts);
  const add = (found: Iterable<Block>) => {
    for (const block of found) chosen.add(block);
  };
  const remove = (found: Iterable<Block>) => {
    for (const block of found) chosen.delete(block);
  };
  remove(furniture(chosen, facts.url));
  const posts = facts.isTalk ? heads(blocks, chosen, chances) : noHeads;
  remove(posts.dropped);
  add(posts.added);
  const { talk, any, page } = additions;
  for (const pass of facts.isTalk ? [...talk, ...any] : [...any, ...page]) add(pass(blocks, chosen, facts));
  const price = priceBlock(blocks, chosen, facts);
  if (price !== undefined) chosen.add(price);
  const choices = productChoices(blocks, chosen, facts);
  add(choices.blocks);
  for (const pass of removals) remove(pass(blocks, chosen, facts));

  const sold = productPictures(blocks, chosen, facts);
  let around = sold?.around;
  for (const { region } of chosen) around = around === undefined ? region : commonRegion(around, region);
  const { element } = holderOf(around ?? blocks.root);
  // What leads to a writer shows who that is.
  const shown = new Set([
    ...(facts.isTalk ? [] : entryPictures(blocks, chosen)),
    ...(sold?.pictures ?? []),
    ...choices.fields,
  ]);
  const dropped = findDropped(blocks, chosen, shown);
  const extras = [...editIcons(element, dropped), ...posts.pictures, ...(facts.isTalk ? acts(chosen) : [])];
  for (const part of extras) dropped.add(part);
  for (const junk of smallParts(junkIn(element, blocks, dropped), chosen)) dropped.add(junk);
  return { roots: [element], dropped };
};

/** What holds more than this share of the chosen text is not junk, whatever it is called. */
const largePart = 0.2;
/** Nor is anything with text where all of it together would take more than this. */
const largeWhole = 0.5;

const smallParts = (junk: ReadonlySet<Element>, chosen: ReadonlySet<Block>): Element[] => {
  if (junk.size === 0) return [];
  const held = new Map<Element, number>();
  let all = 0;
  for (const { region, characters } of chosen) {
    all += characters;
    for (let outer: Region | undefined = region; outer !== undefined; outer = outer.parent)
      if (junk.has(outer.element)) held.set(outer.element, (held.get(outer.element) ?? 0) + characters);
  }
  const heldBy = (element: Element) => held.get(element) ?? 0;
  const small = [...junk].filter((element) => heldBy(element) <= all * largePart);
  const together = small.reduce((sum, element) => sum + heldBy(element), 0);
  return together <= all * largeWhole ? small : small.filter((element) => heldBy(element) === 0);
};

/** The nearest element around that is more than a part of a list, table or paragraph. */
const holderOf = (region: Region): Region => {
  let holder = region;
  while (holder.parent !== undefined && !containers.has(holder.tag)) holder = holder.parent;
  return holder;
};

/** Elements that hold other blocks; text stands in the others. */
const containers = new Set('article body center div form main section'.split(' '));

/** The whole page without advertisements, consent banners and share buttons. */
export const chooseAll = (body: Element): Selection => ({
  roots: [body],
  dropped: junkIn(body, readBlocks(body)),
});

const junkIn = (
  root: Element,
  { regions }: Blocks,
  dropped?: ReadonlySet<ChildNode>,
): ReadonlySet<Element> => {
  // Asked for few elements, of some pages: made when it is needed.
  let characters: ReadonlyMap<Element, number> | undefined;
  const charactersOf = (element: Element): number => {
    characters ??= new Map(regions.map((region) => [region.element, region.characters]));
    return characters.get(element) ?? 0;
  };
  return findJunk(root, charactersOf, dropped);
};
