import { createHash } from 'node:crypto';
import { invalidRequest } from '../contract/request.ts';

/** Long texts in parts: each ends where a block ends, and a cursor tells where the next begins. */

export type TextKind = 'markdown' | 'html' | 'csv';

/** Ends of blocks, in the order in which they are preferred; the first pattern that matches within the room is used. */
const ends: Readonly<Record<TextKind, (text: string) => readonly Iterable<number>[]>> = {
  markdown: (text) => [markdownBlocks(text), endsOf(text, /\n/g)],
  html: (text) => [
    endsOf(text, /<\/(?:p|div|li|[uod]l|d[dt]|table|tr|h[1-6]|pre|blockquote|figure|section|article)>\s*/gi),
    endsOf(text, />/g),
  ],
  csv: (text) => [csvRows(text)],
};

/** Where a part that begins at `from` ends, if it may have `room` characters. Always behind `from`. */
export const cut = (text: string, kind: TextKind, from: number, room: number): number => {
  const limit = from + Math.max(1, room);
  if (text.length <= limit) return text.length;
  for (const candidates of [...ends[kind](text), endsOf(text, /\s/g)]) {
    const end = lastWithin(candidates, from, limit);
    if (end !== undefined) return end;
  }
  // Not between the halves of a character.
  const half = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return half && limit - 1 > from ? limit - 1 : limit;
};

const lastWithin = (candidates: Iterable<number>, from: number, limit: number): number | undefined => {
  let last: number | undefined;
  for (const end of candidates) {
    if (end > limit) break;
    if (end > from) last = end;
  }
  return last;
};

function* endsOf(text: string, pattern: RegExp): Generator<number> {
  for (const { 0: match, index } of text.matchAll(pattern)) yield index + match.length;
}

/** Behind each run of blank lines outside code. */
function* markdownBlocks(text: string): Generator<number> {
  let fence = '';
  for (const { 0: line, index } of text.matchAll(/[^\n]*(?:\n|$)/g)) {
    const [, sign = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === '') fence = sign;
    else if (sign.startsWith(fence) && line.trim() === sign) fence = '';
    if (fence === '' && line === '\n') yield index + 1;
  }
}

/** Behind each line break outside quotes. */
function* csvRows(text: string): Generator<number> {
  let quoted = false;
  for (const { 0: sign, index } of text.matchAll(/["\n]/g)) {
    if (sign === '"') quoted = !quoted;
    else if (!quoted) yield index + 1;
  }
}

export interface Part {
  readonly text: string;
  /** Undefined for the last part. */
  readonly cursor: string | undefined;
  /** The text is not the one that the cursor was made for. */
  readonly changed: boolean;
}

/** Where a part begins, in a text with this digest. */
interface TextPosition {
  readonly at: number;
  readonly digest: string | undefined;
}

/** @param cursor as an earlier part gave it. @throws ServiceError `invalid_request` */
export const positionOf = (cursor: string | undefined): TextPosition => {
  if (cursor === undefined) return { at: 0, digest: undefined };
  const [, at, digest] = /^(\d{1,9})\.([0-9a-f]{8})$/.exec(cursor) ?? [];
  if (at === undefined) throw badCursor();
  return { at: Number(at), digest };
};

/** The part that begins at a position; an empty one where the text has become shorter. */
export const partOf = (text: string, kind: TextKind, position: TextPosition, room: number): Part => {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const end = cut(text, kind, position.at, room);
  return {
    text: text.slice(position.at, end),
    cursor: end < text.length ? `${end}.${digest}` : undefined,
    changed: position.digest !== undefined && position.digest !== digest,
  };
};

export const badCursor = () =>
  invalidRequest([{ path: 'cursor', message: 'leads nowhere: leave it out to begin anew' }]);
