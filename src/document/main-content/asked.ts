import { attr } from '../tree/tree.ts';
import { type Block, type Blocks, textOf } from './blocks.ts';
import { type Region, regionAround } from './region.ts';

/** Whether the page's own data says that an element is a question or an answer, or within one. */
export const isAsked = (region: Region): boolean => isWithin(region, /Answer$|^(?:mainEntity|question)$/);

/** Elements around a text that may say so. */
const farthest = 24;

const isWithin = (region: Region, property: RegExp): boolean =>
  regionAround(region, ({ element }) => property.test(attr(element, 'itemprop') ?? ''), farthest) !==
  undefined;

/** What the page marks as the text of a question or an answer of which a part was chosen: short lines look like no text. */
export const saidIn = ({ all, regions }: Blocks, chosen: ReadonlySet<Block>): Block[] => {
  const found: Block[] = [];
  /** One within another is a part of it. */
  let end = -1;
  for (const region of regions) {
    if (region.first <= end || attr(region.element, 'itemprop') !== 'text' || !isAsked(region)) continue;
    end = region.last;
    const said = all.slice(region.first, region.last + 1);
    if (said.some((block) => chosen.has(block))) for (const block of said) found.push(block);
  }
  return found;
};

/** In characters. */
const longest = 60;

/** Of a question and its answers, as the page marks them: how many answers there are, and which was accepted. */
export const besideAnswers = ({ all }: Blocks, chosen: ReadonlySet<Block>): Block[] => {
  const first = all.findIndex((block) => chosen.has(block));
  return all.slice(first + 1).filter((block) => {
    const { level, region, characters } = block;
    if (chosen.has(block) || characters > longest || !label.test(textOf(block))) return false;
    return level > 0 ? isAsked(region) : isWithin(region, /^acceptedAnswer$/);
  });
};

const label =
  /^(?:\d+ (?:answers?|antworten|réponses?|respuestas?|risposte|ответ\p{L}*)|.{0,30}\baccepted\b.{0,30})$/iu;
