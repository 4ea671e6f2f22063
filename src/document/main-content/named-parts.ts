import { attr } from '../tree/tree.ts';
import { type Block, type Blocks, textOf } from './blocks.ts';
import { outermost } from './edges.ts';
import { createNamed } from './named.ts';
import type { PageFacts } from './page-features.ts';
import { type Region, regionAround } from './region.ts';
import { isRegulation } from './regulations.ts';

/**
 * What a reader wants and what says by its name what it is, though most who mark pages leave it out: the facts beside an
 * article of a wiki, but for the name over them, which is that of the page; what a dish has in it; where a job is; when each
 * part of a report in many parts was written; the notes and declarations of documentation; the files of a release; what an
 * article leads to by a card in its text; the number of a product, and whether it can be had; when what is in force was last
 * changed.
 */
export const namedParts = (
  blocks: Blocks,
  chosen: ReadonlySet<Block>,
  { types, url }: Pick<PageFacts, 'types' | 'url'>,
): Block[] => {
  const { all } = blocks;
  if (chosen.size === 0) return [];
  // Most pages have none, which is seen in one pass.
  const isAny = createNamed(anyNames, anyHint);
  const any = all.filter(({ region }) => isAny(region));
  const parts =
    any.length === 0
      ? []
      : [
          ...factsIn(any),
          ...partsWithin(any, chosen),
          ...notesBehind(any, chosen),
          ...numberOfProduct(any, types),
          ...stockOfProduct(any, all, chosen),
        ];
  if (types.includes('Recipe') || isOfDish(chosen)) parts.push(...nutrition(all));
  if (types.includes('JobPosting') || jobPath.test(url)) parts.push(...placesOfJob(all, chosen));
  if (types.includes('LiveBlogPosting') || livePath.test(url)) parts.push(...timesOfEntries(blocks, chosen));
  if (releasePath.test(url)) parts.push(...filesOf(all));
  if (isRegulation(url)) parts.push(...changes(all, chosen));
  return parts.filter((block) => !chosen.has(block));
};

const factsIn = (any: readonly Block[]): Block[] => {
  const isFact = createNamed(/ portable infobox /, /infobox/i);
  const isOver = createNamed(/ pi (?:title|navigation) /, /pi-/);
  return any.filter(({ region }) => isFact(region) && !isOver(region));
};

const noteNames = 'admonition|starlight aside|custom block|hint container|markdown alert';
const withinNames = `${noteNames}|bookmark (?:title|description)|link to page|hatnote|starlight file tree|(?:type|member|package|tsd) signature|structfield|memproto|code header`;
const withinHints =
  'bookmark|link-to-page|hatnote|admonition|starlight|custom-block|hint-container|markdown-alert|signature|structfield|memproto|code-header';
const within = { names: new RegExp(` (?:${withinNames}) `), hint: new RegExp(withinHints, 'i') };
const stockNames = '(?:in|out of )?stock|availability';
const anyNames = new RegExp(` (?:portable infobox|product meta|${stockNames}|${withinNames}) `);
const anyHint = new RegExp(`infobox|product_meta|stock|availab|${withinHints}`, 'i');

/**
 * Between what was chosen, for others lead to what else there is: cards, notes of a wiki that lead to the main article, and
 * what documentation sets apart from its text, notes, how something is declared and trees of files.
 */
const partsWithin = (any: readonly Block[], chosen: ReadonlySet<Block>): Block[] => {
  const isWithin = createNamed(within.names, within.hint);
  const isBeside = createNamed(/ (?:rightside|src|since) /, /rightside|src|since/i);
  let [first, last] = [Number.POSITIVE_INFINITY, -1];
  for (const { index } of chosen) [first, last] = [Math.min(first, index), Math.max(last, index)];
  return any.filter(
    ({ index, region }) => index > first && index < last && isWithin(region) && !isBeside(region),
  );
};

/** Notes that end the element in which what was chosen stands. */
const notesBehind = (any: readonly Block[], chosen: ReadonlySet<Block>): Block[] => {
  const isNote = createNamed(new RegExp(` (?:${noteNames}) `), within.hint);
  let last = -1;
  for (const { index } of chosen) last = Math.max(last, index);
  return any.filter(({ index, region }) => {
    const holder = index > last && isNote(region) ? outermost(region, isNote).parent : undefined;
    return holder !== undefined && holder.first <= last;
  });
};

/** In characters. */
const longestNumber = 200;

/** The number of a product and what it is filed under, as WooCommerce has them: once, and not on the cards of others. */
const numberOfProduct = (any: readonly Block[], types: readonly string[]): Block[] => {
  if (!types.includes('Product')) return [];
  const isMeta = createNamed(/ product meta /, /product_meta/i);
  const [first, ...others] = any.filter(({ region }) => isMeta(region));
  return first === undefined || others.length > 0 || first.characters > longestNumber ? [] : [first];
};

/** In characters. */
const longestStock = 60;
/** More are those of a list of goods. */
const mostStocks = 2;
const inStock =
  /\b(?:(?:in|out of|on) stock|sold out|(?:(?<!list )un)?available|back ?order|auf lager|(?:sofort |nicht )?lieferbar|verfügbar|vergriffen|ausverkauft|en stock|rupture|disponib[il]|agotado|esaurito|op voorraad|uitverkocht|i lager)|в наличии|нет в наличии|在庫|有货|缺货/i;

/** Whether what a page is about can be bought, below its name. */
const stockOfProduct = (
  any: readonly Block[],
  all: readonly Block[],
  chosen: ReadonlySet<Block>,
): Block[] => {
  const isStock = createNamed(new RegExp(` (?:${stockNames}) `), /stock|availab/i);
  const found = any.filter(
    (block) =>
      block.linked === 0 &&
      block.characters <= longestStock &&
      isStock(block.region) &&
      inStock.test(textOf(block)),
  );
  const name = all.find((block) => block.level === 1 && chosen.has(block));
  const [first] = found;
  return name === undefined || first === undefined || first.index < name.index || found.length > mostStocks
    ? []
    : [first];
};

/** Recipes without data say what goes in. */
const isOfDish = (chosen: ReadonlySet<Block>): boolean =>
  [...chosen].some(
    (block) =>
      block.level > 0 &&
      /^(?:ingredients|zutaten|ingr[ée]dients|ingredientes|ingredienti)\s?:?$/i.test(textOf(block)),
  );

/** In characters: more is not what one dish has in it. */
const mostOfDish = 1500;

/** With the heading right above. */
const nutrition = (all: readonly Block[]): Block[] => {
  const isNutrition = createNamed(/ nutrition(?: \w+)* /, /nutrition/i);
  const found = all.filter(({ region }) => isNutrition(region));
  const [first] = found;
  const before = first === undefined ? undefined : all[first.index - 1];
  const isHeading = before !== undefined && before.level > 0 && /nutrition/i.test(textOf(before));
  const size = found.reduce((sum, { characters }) => sum + characters, 0);
  return size > mostOfDish ? [] : isHeading ? [before, ...found] : found;
};

const jobPath = /\/(?:jobs?|careers?|positions?|vacanc(?:y|ies)|openings?|stellen(?:angebote)?)\/./i;
/** In blocks, behind the name of the job. */
const nearName = 8;
/** In characters. */
const longestPlace = 120;

const placesOfJob = (all: readonly Block[], chosen: ReadonlySet<Block>): Block[] => {
  const isPlace = createNamed(/ (?:job )?locations? /, /location/i);
  const name = all.findIndex((block) => block.level === 1 && chosen.has(block));
  if (name === -1) return [];
  return all
    .slice(name + 1, name + 1 + nearName)
    .filter(
      (block) =>
        block.linked === 0 && block.characters <= longestPlace && !block.isProse && isPlace(block.region),
    );
};

const livePath = /\/(?:live|live-?blogs?|live-(?:news|updates|coverage))\/./i;
/** Fewest entries, and how many elements around its time one is looked for. */
const fewestEntries = 2;
const farthest = 6;

const timesOfEntries = ({ all, kinds }: Blocks, chosen: ReadonlySet<Block>): Block[] =>
  all.filter(({ region }) => {
    let around: Region | undefined = region;
    let isTime = false;
    for (let step = 0; step < farthest && around !== undefined; step++, around = around.parent) {
      isTime ||= around.tag === 'time';
      if (around.blocks > 1 && (kinds.get(around.kind) ?? 0) >= fewestEntries)
        return isTime && all.slice(around.first, around.last + 1).some((block) => chosen.has(block));
    }
    return false;
  });

const releasePath = /\/releases?\//i;
const file =
  /\.(?:zip|t?gz|tar|tgz|bz2|t?xz|zst|7z|dmg|pkg|exe|msix?|deb|rpm|apk|aab|ipa|jar|whl|appimage|flatpak|snap|vsix|crx|iso|bin|wasm|sig|asc|sha\d{3}|sha\d{3}sums?|json|txt)$/i;
const mostFiles = 300;

/** Links to files with what is said beside them, below the heading over the first. */
const filesOf = (all: readonly Block[]): Block[] => {
  const links = all.filter(({ link }) => link !== undefined && file.test(attr(link, 'href') ?? ''));
  const [first] = links;
  if (first === undefined || links.length > mostFiles) return [];
  const heading = all
    .slice(Math.max(0, first.index - nearHeading), first.index)
    .findLast(({ level }) => level > 0);
  const rows = new Set(links.map(({ region }) => rowOf(region)));
  const found = [...rows].flatMap((row) => all.slice(row.first, row.last + 1));
  return heading === undefined ? found : [heading, ...found];
};
const nearHeading = 4;

const rowOf = (region: Region): Region =>
  regionAround(region, ({ tag }) => tag === 'li' || tag === 'tr', farthest) ?? region;

/** In characters. */
const longestChange = 80;
/** Blocks before and behind the content in which such a line is looked for. */
const nearContent = 6;

/** When a regulation was last changed, in one line, or as a label with its date. */
const changes = (all: readonly Block[], chosen: ReadonlySet<Block>): Block[] => {
  const first = all.findIndex((block) => chosen.has(block));
  const last = all.findLastIndex((block) => chosen.has(block));
  const around = all.slice(Math.max(0, first - nearContent), last + 1 + nearContent);
  return around.flatMap((block, index) => {
    if (block.level > 0 || block.characters > longestChange || !lastChange.test(textOf(block))) return [];
    if (tellsDay(block)) return [block];
    const value = around[index + 1];
    return value !== undefined && value.characters <= longestChange && tellsDay(value) ? [block, value] : [];
  });
};

const lastChange =
  /^(?:(?:page |content )?last (?:updated|modified|reviewed|changed)|effective(?: date)?|updated)\b/i;
const tellsDay = (block: Block): boolean => /\b(?:19|20)\d\d\b/.test(textOf(block));
