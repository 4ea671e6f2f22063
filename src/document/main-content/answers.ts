import { attr } from '../tree/tree.ts';
import { wordsOf } from '../tree/words.ts';
import { type Block, type Blocks, textOf } from './blocks.ts';
import type { Region } from './region.ts';

/** In characters. What is longer is judged by what it says. */
const longestAnswer = 200;
/** Paragraphs or lines of one answer. */
const mostLines = 4;
/** Blocks at the end of a quotation that are looked at: they nest, and all of each would be looked at again and again. */
const mostEnd = 16;

/**
 * What is said right below a quotation that was chosen, in the element that holds both: a line such as “No, it won’t.” looks
 * like no text by itself, and without it the quotation is put into its mouth who answered.
 */
export const answers = ({ all, regions }: Blocks, chosen: ReadonlySet<Block>): Block[] => {
  const found: Block[] = [];
  for (const region of regions) {
    if (!isQuotation(region)) continue;
    const { parent, first, last } = region;
    if (parent === undefined || isQuotation(parent)) continue;
    const end = all.slice(Math.max(first, last + 1 - mostEnd), last + 1);
    if (!end.some((block) => chosen.has(block))) continue;
    for (const block of all.slice(last + 1, last + 1 + mostLines)) {
      if (chosen.has(block) || !isLine(block, parent)) break;
      found.push(block);
    }
  }
  return found;
};

/** What is said by whom a quotation names, where that was chosen and nothing of what was said: `Ann wrote:` alone says nothing. */
export const quotations = ({ all, regions }: Blocks, chosen: ReadonlySet<Block>): Block[] => {
  const found: Block[] = [];
  /** What is quoted in a quotation is a part of it: they nest deeply. */
  let end = -1;
  for (const region of regions) {
    const { first, last, blocks } = region;
    const named = all[first];
    if (first <= end || blocks < 2 || !isQuotation(region) || !named) continue;
    end = last;
    if (!chosen.has(named) || !isAttribution(named)) continue;
    const said = all.slice(first + 1, last + 1);
    if (said.some((block) => chosen.has(block))) continue;
    for (const block of said) if (block.linked === 0) found.push(block);
  }
  return found;
};

/** Who said what was chosen of a quotation, in the footer of it. */
export const attributions = ({ all, regions }: Blocks, chosen: ReadonlySet<Block>): Block[] =>
  regions.filter(isSource).flatMap(({ parent, first, last }) => {
    const said = all[(parent?.first ?? first) === first ? last + 1 : first - 1];
    return first === last && said !== undefined && chosen.has(said) ? all.slice(first, last + 1) : [];
  });

const isSource = ({ tag, parent }: Region): boolean =>
  (tag === 'footer' || tag === 'cite') && parent?.tag === 'blockquote';

/** In characters. */
const longestAttribution = 80;

const isAttribution = (block: Block): boolean =>
  block.characters <= longestAttribution && /[:：]$/.test(textOf(block));

const isQuotation = ({ tag, element }: Region): boolean => {
  if (tag === 'blockquote') return true;
  if (!boxes.has(tag)) return false;
  const names = attr(element, 'class') ?? '';
  return /quote/i.test(names) && / (?:block |bb code |bbcode )?quote /.test(wordsOf(names));
};

/** What is not a quotation by its name, and may be by its class. */
const boxes = new Set('div aside section table details'.split(' '));

/** A line of the holder itself, or a paragraph in it. */
const isLine = ({ region, characters, linked, level }: Block, holder: Region): boolean =>
  level === 0 &&
  characters <= longestAnswer &&
  linked * 2 <= characters &&
  (region === holder || (region.parent === holder && lines.has(region.tag)));

const lines = new Set('p span b strong i em font'.split(' '));

/** Fewest questions of a list, each with its answer. */
const fewestQuestions = 3;
/** In blocks, with its question. */
const longestEntry = 60;

/** Of a list of questions, each in an element with its answer, what was left out of those of which a part was chosen. */
export const questions = ({ all, regions, kinds }: Blocks, chosen: ReadonlySet<Block>): Block[] => {
  const isEntry = ({ kind, blocks, first }: Region) =>
    blocks > 1 &&
    blocks <= longestEntry &&
    (kinds.get(kind) ?? 0) >= fewestQuestions &&
    // Behind its number.
    isQuestion(all[all[first]?.digits === all[first]?.characters ? first + 1 : first]);
  const found: Block[] = [];
  for (const [kind, asked] of Map.groupBy(regions.filter(isEntry), (region) => region.kind)) {
    const entries = asked.map(({ first, last }) => all.slice(first, last + 1));
    const open = entries.filter((entry) => entry.some((block) => chosen.has(block)));
    const isList = asked.length >= fewestQuestions && asked.length * 2 >= (kinds.get(kind) ?? 0);
    if (!isList || open.length * 2 < entries.length) continue;
    const missing = open.flat().filter((block) => !chosen.has(block) && block.linked * 2 <= block.characters);
    // What is said below each answer asks whether it helped.
    for (const same of Map.groupBy(missing, textOf).values())
      if (same.length * 2 < open.length) for (const block of same) found.push(block);
  }
  return found;
};

const isQuestion = (block: Block | undefined): boolean =>
  block !== undefined && block.characters <= longestAnswer && /[?？]$/.test(textOf(block));
