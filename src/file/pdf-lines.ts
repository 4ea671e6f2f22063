import { inReadingDirection } from './pdf-direction.ts';

/** From pieces of text at places of a page to lines. Measures are points, y counts upwards. */

/** What is drawn at once. */
export interface Fragment {
  readonly text: string;
  readonly x: number;
  /** Of the base line. */
  readonly y: number;
  readonly width: number;
  /** Of the letters. */
  readonly size: number;
  readonly link: string | undefined;
}

/** Text on one base line without a wide gap: a line of a column, a cell of a table. */
export interface PdfLine {
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  readonly text: string;
  readonly runs: readonly Run[];
  /** Of how many pages before. */
  readonly page: number;
  /** Where its column ends, one of several: what columns are told by. */
  readonly column: number | undefined;
}

/** Text of a line that leads to one place, or to none, and stands at one height. */
export interface Run {
  text: string;
  readonly link: string | undefined;
  /** Raised or lowered: `sup` or `sub`. */
  readonly script: 'sup' | 'sub' | undefined;
}

/** Wider than any space between words, in sizes of the letters. */
const wideGap = 1.3;
const wordGap = 0.15;
/** Between columns there may be little more than between words. */
const narrowGap = 0.6;
/** As many texts that begin below one another make an edge. */
const fewStarts = 5;
/** In letters: what is shorter may be the sign or number of an item. */
const longSign = 10;
/** Between the sign of an item and its text. */
const signGap = 3;
const sign = /^(?:[•◦▪▸●○■□‣⁃]|(?:\d{1,3}|[a-z])[.)])$/;
/** In a table it says that there is nothing. */
const dash = /^[–—*·-]$/;

/** The lines of a page, from top to bottom, those on one base line from left to right. */
export const linesOf = (fragments: readonly Fragment[]): PdfLine[] => {
  const rows: { main: Fragment; fragments: Fragment[] }[] = [];
  for (const fragment of [...fragments].sort((one, other) => other.y - one.y)) {
    const row = rows.at(-1);
    // Raised and lowered signs stand on the line that they belong to.
    const isSameRow =
      row !== undefined && row.main.y - fragment.y < 0.45 * Math.max(row.main.size, fragment.size);
    if (isSameRow) {
      row.fragments.push(fragment);
      if (fragment.size > row.main.size) row.main = fragment;
    } else rows.push({ main: fragment, fragments: [fragment] });
  }
  const isEdge = edgesOf(fragments);
  return rows.flatMap((row) =>
    partsOf(
      row.fragments.sort((one, other) => one.x - other.x),
      isEdge,
    ).map((part) => lineOf(inReadingDirection(part))),
  );
};

/** Tells of a place whether many texts of the page begin there: at the left edge of a column. */
const edgesOf = (fragments: readonly Fragment[]): ((x: number) => boolean) => {
  const starts = new Map<number, number>();
  for (const { x } of fragments) starts.set(Math.round(x), (starts.get(Math.round(x)) ?? 0) + 1);
  return (x) =>
    [-1, 0, 1].reduce((sum, aside) => sum + (starts.get(Math.round(x) + aside) ?? 0), 0) >= fewStarts;
};

const partsOf = (row: readonly Fragment[], isEdge: (x: number) => boolean): Fragment[][] => {
  const parts: Fragment[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  let letters = 0;
  for (const fragment of row) {
    const { text, x, width, size } = fragment;
    const part = parts.at(-1);
    const begun = part?.length === 1 ? (part[0]?.text.trim() ?? '') : '';
    const isSign = sign.test(begun) || (parts.length === 1 && dash.test(begun));
    const least = isSign ? signGap : letters >= longSign && isEdge(x) ? narrowGap : wideGap;
    if (part !== undefined && x - end < least * size) part.push(fragment);
    else {
      parts.push([fragment]);
      letters = 0;
    }
    letters += text.length;
    end = Math.max(end, x + width);
  }
  return parts;
};

const lineOf = (part: readonly Fragment[]): PdfLine => {
  const main = mainOf(part);
  const runs: Run[] = [];
  let end: number | undefined;
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const fragment of part) {
    const { text, x, width, size, link } = fragment;
    const last = runs.at(-1);
    const gap = end !== undefined && x - end > wordGap * size ? ' ' : '';
    const script = scriptOf(fragment, main);
    if (last !== undefined && last.link === link && last.script === script) last.text += gap + text;
    else if (last?.script === undefined) {
      if (last !== undefined) last.text += gap;
      runs.push({ text, link, script });
    } else runs.push({ text: gap + text, link, script });
    end = x + width;
    left = Math.min(left, x);
    right = Math.max(right, end);
  }
  const text = runs
    .map((run) => run.text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  return { left, right, ...main, text, runs, page: 0, column: undefined };
};

/** The size and base line that most letters of a line have. */
const mainOf = (part: readonly Fragment[]): { readonly size: number; readonly y: number } => {
  const heights = new Map<number, { letters: number; y: number }>();
  for (const { size, text, y } of part) {
    const rounded = Math.round(2 * size) / 2;
    const height = heights.get(rounded);
    if (height === undefined) heights.set(rounded, { letters: text.length, y });
    else height.letters += text.length;
  }
  const [[size, { y }] = [0, { y: 0 }]] = [...heights].sort(
    ([, one], [, other]) => other.letters - one.letters,
  );
  return { size, y };
};

export const scriptOf = (
  { size, y }: Fragment,
  main: { readonly size: number; readonly y: number },
): 'sup' | 'sub' | undefined => {
  if (size > 0.85 * main.size || Math.abs(y - main.y) < 0.08 * main.size) return undefined;
  return y > main.y ? 'sup' : 'sub';
};

/** The size that most letters have. */
export const bodySize = (lines: readonly Pick<PdfLine, 'size' | 'text'>[]): number => {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0])[0];
};

/** Than the letters of the text: those of headings. */
export const largerBy = 1.12;

/** How many lines at either end of a page may be its header and footer. */
const edge = 3;

/** Pages without what runs through all of them at top and bottom: titles of the work, numbers. */
export const withoutRunning = (pages: readonly (readonly PdfLine[])[]): PdfLine[][] => {
  const body = bodySize(pages.flat());
  // Of headings the numbers tell them apart: `Day 1`, `Day 2`, each on a page of its own.
  const keyOf = ({ text, y, size }: PdfLine) =>
    `${size >= largerBy * body ? text : text.replace(/\d+/g, '#')} ${Math.round(y / 4)}`;
  const edges = (lines: readonly PdfLine[]) => [...lines.slice(0, edge), ...lines.slice(-edge)];
  const onMost = (keysOf: (lines: readonly PdfLine[]) => readonly string[]) => {
    const counts = new Map<string, number>();
    for (const lines of pages)
      for (const key of new Set(keysOf(lines))) counts.set(key, (counts.get(key) ?? 0) + 1);
    return (key: string) => (counts.get(key) ?? 0) >= Math.max(3, pages.length / 3);
  };
  const isRunning = onMost((lines) => edges(lines).map(keyOf));
  // Rows of numbers are not the same for having as many of them.
  const exactly = ({ text, y }: PdfLine) => `${text} ${Math.round(y / 4)}`;
  const inside = (lines: readonly PdfLine[]) => lines.slice(edge, -edge).map(exactly);
  const isRepeated = onMost(inside);
  // A form in three copies: nothing of what is on all of them is a header.
  const isCopy = (lines: readonly PdfLine[]) => {
    const keys = inside(lines);
    return keys.length > 0 && keys.filter(isRepeated).length * 2 > keys.length;
  };
  return pages.map((lines, page) => {
    const running = new Set(isCopy(lines) ? [] : edges(lines).filter((line) => isRunning(keyOf(line))));
    return lines.filter((line) => !running.has(line)).map((line) => ({ ...line, page }));
  });
};
