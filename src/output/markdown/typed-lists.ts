import type { List, ListItem, Paragraph, PhrasingContent } from 'mdast';
import type { Flow } from './blocks.ts';

/** Lists typed as plain text, with dashes or numbers. */

/** A line that begins with the mark of a list. */
interface Entry {
  /** The sign, or the point or bracket behind the number. */
  readonly sign: string;
  readonly number: number | undefined;
  /** Whether the box that it begins with is ticked; null without one. */
  readonly checked: boolean | null;
  readonly children: PhrasingContent[];
}

/** A paragraph whose last lines are all entries, and what it says before them. */
interface Typed {
  readonly paragraph: Paragraph;
  readonly lead: readonly PhrasingContent[];
  readonly entries: readonly Entry[];
}

/**
 * Lists that were typed as text, `- one<br>- two` or `<p>1. one</p><p>2. two</p>`, as lists: that is how they look.
 * A sign alone may be anything, and so may a number: a list has the same sign in the next line, or the next number, be
 * it after some text.
 */
export const typedLists = (given: Flow[]): Flow[] => {
  const blocks = given.flatMap((block): Flow[] => (isMarked(block) ? behindLists(block) : [block]));
  const typed = new Map<Flow, Typed>();
  for (const block of blocks) {
    const found = isMarked(block) ? readTyped(block) : undefined;
    if (found !== undefined) typed.set(block, found);
  }
  if (typed.size === 0) return given;
  const listed = listedIn(blocks, typed);
  const written: Flow[] = [];
  let last: Open | undefined;
  for (const block of blocks) {
    const found = typed.get(block);
    if (found?.entries.every((entry) => listed.has(entry))) last = write(found, written, last);
    else {
      written.push(block);
      last = undefined;
    }
  }
  return written;
};

/** The list that the last entry stands in. */
interface Open {
  readonly list: List;
  readonly entry: Entry;
}

/** A sign to be typed with a space behind it, one that draws a point, one that says something of its item and stays; or a number. */
const mark =
  /^(?:([-*+–—]) +|([•·▪◦●‣■◆►▶➤➜➔🔹🔸])\uFE0F? *|(?=([✓✔✅□❌✗✘]))|([☐☑☒])\uFE0F? *|(\d{1,3})([.)]) +)/u;

/** What also begins a line of speech: a list of such lines stands in one paragraph. */
const dashes = new Set(['–', '—']);

/** A paragraph that may hold or be entries of such a list. */
export const isMarked = (block: Flow): block is Paragraph =>
  block.type === 'paragraph' && block.children.some((node) => node.type === 'text' && mark.test(node.value));

const linesOf = ({ children }: Paragraph): PhrasingContent[][] => {
  const lines: PhrasingContent[][] = [[]];
  for (const node of children)
    if (node.type === 'break') lines.push([]);
    else lines.at(-1)?.push(node);
  return lines;
};

const withBreaks = (lines: readonly PhrasingContent[][]): PhrasingContent[] =>
  lines.flatMap((line, index): PhrasingContent[] => (index === 0 ? line : [{ type: 'break' }, ...line]));

/**
 * A paragraph in which text follows on a list, without a blank line between, as several. That may be the second line of an entry, but
 * not behind boxes to be ticked, nor behind a list that stands together and is announced by a colon.
 */
const behindLists = (paragraph: Paragraph): Paragraph[] => {
  const lines = linesOf(paragraph);
  const entries = lines.map(readEntry);
  const ends = entries.flatMap((entry, at) =>
    entry !== undefined && at + 1 < lines.length && entries[at + 1] === undefined ? [at + 1] : [],
  );
  if (ends.length === 0 || !(isChecklist(entries) || isAnnounced(lines, entries))) return [paragraph];
  return [0, ...ends].map((from, at) => ({
    type: 'paragraph',
    children: withBreaks(lines.slice(from, ends[at])),
  }));
};

const isChecklist = (entries: readonly (Entry | undefined)[]): boolean => {
  const found = entries.filter((entry) => entry !== undefined);
  return found.length > 1 && found.every(({ checked }) => checked !== null);
};

const isAnnounced = (
  lines: readonly PhrasingContent[][],
  entries: readonly (Entry | undefined)[],
): boolean => {
  const first = entries.findIndex((entry) => entry !== undefined);
  const end = entries.findLastIndex((entry) => entry !== undefined) + 1;
  const list = entries.slice(first, end);
  const isList = list.every((entry, at) => {
    const last = list[at - 1];
    return entry !== undefined && !dashes.has(entry.sign) && (at === 0 || (last && goesOn(last, entry)));
  });
  return isList && list.length > 1 && endsWithColon(lines[first - 1]);
};

const endsWithColon = (line: readonly PhrasingContent[] | undefined): boolean => {
  const last = line?.at(-1);
  return last?.type === 'text' && /[:：]\s*$/.test(last.value);
};

const readTyped = (paragraph: Paragraph): Typed | undefined => {
  const lines = linesOf(paragraph);
  const entries = lines.map(readEntry);
  const first = entries.findIndex((entry) => entry !== undefined);
  if (first === -1) return undefined;
  const last = entries.slice(first).filter((entry) => entry !== undefined);
  if (last.length < entries.length - first) return undefined;
  return { paragraph, lead: withBreaks(lines.slice(0, first)), entries: last };
};

const readEntry = ([first, ...others]: readonly PhrasingContent[]): Entry | undefined => {
  const found = first?.type === 'text' ? mark.exec(first.value) : null;
  if (first?.type !== 'text' || found === null) return undefined;
  const [all, typed, point, tick, box, number, behind] = found;
  const value = first.value.slice(all.length);
  const children: PhrasingContent[] = value === '' ? [...others] : [{ type: 'text', value }, ...others];
  return children.length === 0
    ? undefined
    : {
        // What is done and what is not may stand in one list.
        sign: typed ?? point ?? behind ?? (tick === undefined && box === undefined ? '' : '✓'),
        number: number === undefined ? undefined : Number(number),
        checked: box === undefined ? null : box !== '☐',
        children,
      };
};

/** The entries that have a neighbour in their list. */
const listedIn = (blocks: readonly Flow[], typed: ReadonlyMap<Flow, Typed>): ReadonlySet<Entry> => {
  const listed = new Set<Entry>();
  let before: Entry | undefined;
  let numbered: Entry | undefined;
  for (const block of blocks) {
    const found = typed.get(block);
    if (found === undefined || found.lead.length > 0 || dashes.has(before?.sign ?? '')) before = undefined;
    for (const entry of found?.entries ?? []) {
      const last = entry.number === undefined ? before : numbered;
      if (last !== undefined && goesOn(last, entry)) listed.add(last).add(entry);
      before = entry;
      if (entry.number !== undefined) numbered = entry;
    }
  }
  return listed;
};

const goesOn = (last: Entry, entry: Entry): boolean =>
  last.sign === entry.sign && (entry.number === undefined || entry.number - 1 === last.number);

const write = ({ lead, entries }: Typed, written: Flow[], before: Open | undefined): Open | undefined => {
  let open = lead.length > 0 ? undefined : before;
  if (lead.length > 0) written.push({ type: 'paragraph', children: [...lead] });
  for (const entry of entries) {
    const list = open !== undefined && goesOn(open.entry, entry) ? open.list : newList(entry);
    if (list !== open?.list) written.push(list);
    list.children.push(itemOf(entry));
    open = { list, entry };
  }
  return open;
};

const newList = ({ number }: Entry): List => ({
  type: 'list',
  ordered: number !== undefined,
  ...(number === undefined ? {} : { start: number }),
  spread: false,
  children: [],
});

const itemOf = ({ checked, children }: Entry): ListItem => ({
  type: 'listItem',
  spread: false,
  checked,
  children: [{ type: 'paragraph', children }],
});

const typedMark = /^(?:(\d{1,3})[.)]\s|[•▪◦●‣·■◆►▶➤➜➔🔹🔸]|[–∗⋆](?=\s))\s*/u;

/** The mark of an item that stands in an element of its own, before the blocks of the item. */
const onlyMark = /^(?:[•▪◦●‣·–∗⋆-]|\(?(?:\d{1,3}|[a-z]{1,5})[.)])$/i;

/** The number of a paragraph, as laws and judgments have it beside their text: `12.`, `(a)`, `iv)`; the sign of a box. */
const onlyNumber = /^(?:\(?(?:\d{1,3}|[a-z]|[ivx]{2,4})[.)]|\p{Extended_Pictographic}\uFE0F?)$/u;

/** An item without its mark on a line of its own: the mark begins the text. */
export const withMark = (blocks: Flow[]): Flow[] => begunBy(onlyMark, blocks);

/** The same outside lists, where what is no number may be anything. */
export const withNumber = (blocks: Flow[]): Flow[] => begunBy(onlyNumber, blocks);

const begunBy = (start: RegExp, blocks: Flow[]): Flow[] => {
  const [first, second] = blocks;
  if (first?.type !== 'paragraph' || second?.type !== 'paragraph') return blocks;
  const text = onlyText(first);
  const next = onlyText(second);
  if (text === undefined || !start.test(text) || (next !== undefined && start.test(next))) return blocks;
  const children: PhrasingContent[] = [{ type: 'text', value: `${text} ` }, ...second.children];
  return [{ ...second, children: joined(children) }, ...blocks.slice(2)];
};

/** What a paragraph says that is one text, plain or strong. */
export const onlyText = ({ children: [only, ...others] }: Paragraph): string | undefined => {
  const text = only?.type === 'strong' ? only.children[0] : only;
  return text?.type === 'text' && others.length === 0 ? text.value : undefined;
};

/** The first text in one piece. */
export const joined = ([one, other, ...rest]: PhrasingContent[]): PhrasingContent[] =>
  one?.type === 'text' && other?.type === 'text'
    ? [{ type: 'text', value: one.value + other.value }, ...rest]
    : [one, other, ...rest].filter((node) => node !== undefined);

/** The number of an item that a page shows by a text of its own. */
const shownNumber = /^0*(\d{1,3})[.)]?$/;

/**
 * Takes out, in place, the marks that were typed into a list although it has its own: `1. 1. One`, `- • One`, and the number
 * that stands before the blocks of its item. Numbers in a list without any of its own number it.
 * Returns the first number; undefined where there is none.
 */
export const dropTypedMarks = (items: readonly ListItem[], ordered: boolean): number | undefined => {
  const found = items.map(({ children: [first, ...others] }) => {
    const [text, ...rest] = first?.type === 'paragraph' ? first.children : [];
    if (text?.type !== 'text') return null;
    const isAlone = rest.length === 0 && others.length > 0;
    // A number in an element of its own is set off as one behind which a space was typed.
    return (
      typedMark.exec(rest.length > 0 ? `${text.value} ` : text.value) ??
      (isAlone ? shownNumber.exec(text.value) : null)
    );
  });
  const numbered = ordered || found[0]?.[1] !== undefined;
  const start = Number(found[0]?.[1] ?? 0);
  const isTyped = (match: RegExpExecArray | null, index: number): boolean =>
    match !== null && (numbered ? Number(match[1]) === start + index : match[1] === undefined);
  if (items.length < 2 || !found.every(isTyped)) return undefined;
  items.forEach(({ children }, index) => {
    const [first] = children;
    const [text] = first?.type === 'paragraph' ? first.children : [];
    if (first?.type !== 'paragraph' || text?.type !== 'text') return;
    text.value = text.value.slice(found[index]?.[0].length);
    if (text.value === '') first.children.shift();
    if (first.children.length === 0 && children.length > 1) children.shift();
  });
  return numbered ? start : undefined;
};
