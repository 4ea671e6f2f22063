import { attr } from '../tree/tree.ts';
import { type Block, type Blocks, textOf } from './blocks.ts';
import { isLink } from './ends.ts';
import { charactersOf } from './sums.ts';

/** Tables that say that they arrange a page. */
const fewestTables = 3;
/** Of the text, in tables. */
const leastShare = 0.9;

/**
 * All of a mail, as archives of newsletters show them, is what was sent, from its first text to why it was sent and how to get
 * no more: its columns and buttons look like what is beside an article. Undefined for other pages.
 */
export const mailParts = (blocks: Blocks, chosen: ReadonlySet<Block>): Set<Block> | undefined => {
  const { all } = blocks;
  const first = all.find((block) => chosen.has(block));
  if (first === undefined || !isMail(blocks)) return undefined;
  const behind = all.slice(first.index).filter(({ from, to }) => to > from);
  const end = behind.findIndex((block) => ending.test(textOf(block)));
  const parts = behind.slice(0, end === -1 ? undefined : end);
  // Links of the sender stand last.
  return new Set(parts.slice(0, parts.findLastIndex((block) => !isLink(block)) + 1));
};

const isMail = ({ all, regions }: Blocks): boolean => {
  const arranging = regions.filter(
    ({ tag, element }) => tag === 'table' && attr(element, 'role') === 'presentation',
  );
  const inTables = all.filter(({ region }) => region.inTable);
  return (
    arranging.length >= fewestTables &&
    !regions.some(({ tag }) => pageParts.has(tag)) &&
    charactersOf(inTables) >= leastShare * charactersOf(all)
  );
};
const pageParts = new Set(['article', 'aside', 'footer', 'form', 'header', 'main', 'nav']);

const ending =
  /\bunsubscribe\b|\byou(?:['’]re| are)? (?:get|got|received?|receiving|getting) this\b|\babmelden\b|\babbestellen\b|désabonner|désinscri|darse de baja|cancelar (?:la |tu )?suscripción|disiscri|annulla l['’]iscrizione|\buitschrijven\b|\bafmelden\b|descadastr|cancelar (?:a )?(?:inscrição|subscrição)|отписаться|退订|退訂|配信停止|구독 취소/i;
