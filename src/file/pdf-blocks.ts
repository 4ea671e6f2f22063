import { bodySize, largerBy, type PdfLine } from './pdf-lines.ts';

/** What the lines of a document are. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly lines: readonly PdfLine[] }
  | { readonly kind: 'paragraph'; readonly lines: readonly PdfLine[] }
  | {
      readonly kind: 'item';
      /** Undefined for one with a sign. */
      readonly number: number | undefined;
      readonly lines: readonly PdfLine[];
    }
  /** Between the text and its notes. */
  | { readonly kind: 'rule' }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly PdfLine[])[])[] };

/** @param lines of the whole document, in reading order. */
export const blocksOf = (lines: readonly PdfLine[]): Block[] => {
  const body = bodySize(lines);
  const levels = headingLevels(lines, body);
  const blocks: Block[] = [];
  for (const group of groupsOf(lines)) {
    if (group.kind === 'table') {
      blocks.push(group);
      continue;
    }
    for (const paragraph of paragraphsOf(group.lines)) blocks.push(blockOf(paragraph, levels));
  }
  const { text, notes } = withoutNotes(blocks, body);
  return [...joinPages(text), ...(notes.length > 0 ? [{ kind: 'rule' as const }] : []), ...notes];
};

type Paragraph = Extract<Block, { kind: 'paragraph' }>;

/** Notes at the foot of pages: paragraphs that begin with a raised number, each higher than the one before. */
const withoutNotes = (
  blocks: readonly Block[],
  body: number,
): { readonly text: readonly Block[]; readonly notes: readonly Block[] } => {
  const text: Block[] = [];
  const notes: Paragraph[] = [];
  let last = 0;
  let open: Paragraph | undefined;
  for (const block of blocks) {
    const number = block.kind === 'paragraph' ? raisedNumber(block) : undefined;
    // Numbers that begin anew on each page do not tell what they are of.
    if (number !== undefined && number <= last) return { text: blocks, notes: [] };
    if (block.kind === 'paragraph' && number !== undefined) {
      notes.push(block);
      last = number;
      open = block;
    } else if (block.kind === 'paragraph' && open !== undefined && follows(block, open, body)) {
      open = { kind: 'paragraph', lines: [...open.lines, ...block.lines] };
      notes[notes.length - 1] = open;
    } else {
      text.push(block);
      open = undefined;
    }
  }
  return { text, notes };
};

/** Straight below a paragraph, in letters as small. */
const follows = (block: Paragraph, { lines }: Paragraph, body: number): boolean => {
  const [[line], above] = [block.lines, lines.at(-1)];
  return line !== undefined && above !== undefined && line.size < 0.95 * body && goesOn(line, above, 1.3);
};

const raisedNumber = ({ lines: [line] }: Paragraph): number | undefined => {
  const first = line?.runs[0];
  return first?.script === 'sup' && /^\s*\d{1,3}\s*$/.test(first.text) ? Number(first.text) : undefined;
};

const maxLevels = 4;
const longHeading = 200;

/** Sizes well above the body's, the largest first: what is larger than most is a heading. */
const headingLevels = (lines: readonly PdfLine[], body: number): ReadonlyMap<number, number> => {
  const sizes = new Set(
    lines
      .filter(({ size, text }) => size >= largerBy * body && text.length < longHeading)
      .map(({ size }) => size),
  );
  const sorted = [...sizes].sort((one, other) => other - one);
  return new Map(sorted.map((size, index) => [size, Math.min(index + 1, maxLevels)]));
};

const bullet = /^[•◦▪▸●○■□–—‣⁃*·-]\s+\S/;
const ordinal = /^(\d{1,3})[.)]\s+\S/;
/** Of a large one more likely a name follows. */
const letter = /^[a-z][.)]\s+\S/;

const blockOf = (lines: readonly PdfLine[], levels: ReadonlyMap<number, number>): Block => {
  const [first] = lines;
  const level = levels.get(first?.size ?? 0);
  const text = lines.map((line) => line.text).join(' ');
  if (level !== undefined && text.length < longHeading && /\p{L}/u.test(text))
    return { kind: 'heading', level, lines };
  if (bullet.test(text)) return { kind: 'item', number: undefined, lines };
  const number = ordinal.exec(text)?.[1];
  return number === undefined
    ? { kind: 'paragraph', lines }
    : { kind: 'item', number: Number(number), lines };
};

type Group = { kind: 'lines'; lines: PdfLine[] } | { kind: 'table'; rows: PdfLine[][][] };

/** Runs of rows with several cells that stand below one another are tables. */
const groupsOf = (lines: readonly PdfLine[]): Group[] => {
  const rows = rowsOf(lines);
  const groups: Group[] = [];
  for (let at = 0; at < rows.length; ) {
    const table = tableAt(rows, at);
    if (table !== undefined) {
      groups.push({ kind: 'table', rows: table.cells });
      at = table.end;
      continue;
    }
    const last = groups.at(-1);
    const row = rows[at] ?? [];
    if (last?.kind === 'lines') last.lines.push(...row);
    else groups.push({ kind: 'lines', lines: row.slice() });
    at++;
  }
  return groups;
};

/** Lines beside each other. */
const rowsOf = (lines: readonly PdfLine[]): PdfLine[][] => {
  const rows: PdfLine[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    const beside =
      last !== undefined &&
      last.page === line.page &&
      Math.abs(last.y - line.y) < 0.45 * line.size &&
      line.left > last.right;
    if (row !== undefined && beside) row.push(line);
    else rows.push([line]);
  }
  return rows;
};

interface Column {
  left: number;
  right: number;
}

/** At least two rows of two cells or more; rows of one cell go on with it where they stand below a column. */
const tableAt = (
  rows: readonly PdfLine[][],
  start: number,
): { cells: PdfLine[][][]; end: number } | undefined => {
  const first = rows[start];
  if (first === undefined || first.length < 2) return undefined;
  const columns: Column[] = first.map(({ left, right }) => ({ left, right }));
  const cells: PdfLine[][][] = [];
  let end = start;
  let full = 0;
  for (; end < rows.length; end++) {
    const row = rows[end] ?? [];
    const above = rows[end - 1]?.[0];
    const [line] = row;
    if (line === undefined || line.page !== first[0]?.page) break;
    if (end > start && above !== undefined && above.y - line.y > 3.5 * line.size) break;
    const placed = row.map((cell) =>
      columns.findIndex((column) => cell.left < column.right && cell.right > column.left),
    );
    const fits = placed.every(
      (place, index) => (place !== -1 || row.length >= 2) && placed.indexOf(place) === index,
    );
    if (!fits && !(row.length >= 2 && placed.some((place) => place !== -1))) break;
    if (row.length === 1 && (placed[0] === -1 || isAcross(line, columns) || !isContinuation(line, above)))
      break;
    for (const [index, cell] of row.entries()) {
      const column = columns[placed[index] ?? -1];
      if (column === undefined) columns.push({ left: cell.left, right: cell.right });
      else {
        column.left = Math.min(column.left, cell.left);
        column.right = Math.max(column.right, cell.right);
      }
    }
    if (row.length >= 2) full++;
    cells.push(row.map((cell) => [cell]));
  }
  if (full < 2) return undefined;
  const grid = gridOf(cells, columns);
  // Of cells that reach over one another nothing is left to tell columns by.
  return (grid[0]?.length ?? 0) < 2 ? undefined : { cells: grid, end };
};

/** Text straight below a table is no cell: it would make one column of those that it stands below. */
const isAcross = ({ left, right }: PdfLine, columns: readonly Column[]): boolean =>
  columns.filter((column) => left < column.right && right > column.left).length > 1;

const isContinuation = (line: PdfLine, above: PdfLine | undefined): boolean =>
  above !== undefined && above.y - line.y < 1.6 * line.size;

/** Every row with a cell for each column; rows of one cell go to the row above. */
const gridOf = (rows: readonly PdfLine[][][], columns: readonly Column[]): PdfLine[][][] => {
  const merged: Column[] = [];
  for (const column of [...columns].sort((one, other) => one.left - other.left)) {
    const last = merged.at(-1);
    if (last !== undefined && column.left < last.right) last.right = Math.max(last.right, column.right);
    else merged.push({ ...column });
  }
  const grid: PdfLine[][][] = [];
  for (const row of rows) {
    const above = row.length === 1 ? grid.at(-1) : undefined;
    const cells = above ?? merged.map((): PdfLine[] => []);
    for (const cell of row.flat()) {
      const place = merged.findIndex((column) => cell.left < column.right && cell.right > column.left);
      cells[place]?.push(cell);
    }
    if (above === undefined) grid.push(cells);
  }
  return grid;
};

/** Where a paragraph ends: at a wider gap, another size, a list sign, a line that had room for the next word. */
const paragraphsOf = (lines: readonly PdfLine[]): PdfLine[][] => {
  const paragraphs: PdfLine[][] = [];
  const gap = usualGap(lines);
  for (const [index, line] of lines.entries()) {
    const paragraph = paragraphs.at(-1);
    const above = paragraph?.at(-1);
    const edge = () => rightEdge(lines.slice(Math.max(0, index - nearby), index + nearby), line);
    if (
      paragraph !== undefined &&
      above !== undefined &&
      goesOn(line, above, gap) &&
      !hadRoom(above, line, edge())
    )
      paragraph.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs;
};

/** In lines: far enough to find a full one. */
const nearby = 40;

const rightEdge = (lines: readonly PdfLine[], { page, column, left, right }: PdfLine): number =>
  lines
    .filter((line) => line.page === page && line.column === column && line.left < right && line.right > left)
    .reduce((most, line) => Math.max(most, line.right), 0);

/** The first word of the line below would have fitted: whoever broke the line wanted it to end. */
const hadRoom = (above: PdfLine, below: PdfLine, edge: number): boolean => {
  const [word = ''] = below.text.split(' ');
  const wordWidth = ((below.right - below.left) * (word.length + 1)) / below.text.length;
  return edge - above.right > 1.3 * wordWidth;
};

const usualGap = (lines: readonly PdfLine[]): number => {
  const gaps = lines.flatMap((line, index) => {
    const above = lines[index - 1];
    const gap = above === undefined ? 0 : (above.y - line.y) / line.size;
    return gap > 0.8 && gap < 3 ? [gap] : [];
  });
  return gaps.sort((one, other) => one - other)[Math.floor(gaps.length / 3)] ?? 1.3;
};

const goesOn = (line: PdfLine, above: PdfLine, usual: number): boolean => {
  if (line.size !== above.size || line.page !== above.page) return false;
  if ([bullet, ordinal, letter].some((sign) => sign.test(line.text))) return false;
  const gap = (above.y - line.y) / line.size;
  return gap >= 0 && gap <= Math.max(usual * 1.25, 1.2);
};

/** A paragraph that a break of page or column has parted. */
const joinPages = (blocks: readonly Block[]): Block[] => {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const [above, below] = [
      last?.kind === 'paragraph' ? last.lines.at(-1) : undefined,
      block.kind === 'paragraph' ? block.lines[0] : undefined,
    ];
    const parted =
      above !== undefined &&
      below !== undefined &&
      (above.page + 1 === below.page || (above.page === below.page && above.column !== below.column)) &&
      above.size === below.size &&
      !/[.!?:]$/.test(above.text) &&
      /^\p{Ll}/u.test(below.text);
    if (parted && last?.kind === 'paragraph' && block.kind === 'paragraph')
      joined[joined.length - 1] = { kind: 'paragraph', lines: [...last.lines, ...block.lines] };
    else joined.push(block);
  }
  return joined;
};
