import type { PdfLine } from './pdf-lines.ts';

/** Columns narrower than this many letters are those of a table. */
const fewLetters = 18;
const fewLines = 4;

/**
 * The lines of a page in the order in which they are read: the page is cut where nothing stands, from top to bottom into
 * columns, else from side to side, and so on with the parts (XY cut).
 * @param lines from top to bottom.
 */
export const inReadingOrder = (lines: readonly PdfLine[], depth = 0): PdfLine[] => {
  if (lines.length < 2 * fewLines || depth > 12) return lines.slice();
  const columns = columnsOf(lines);
  if (columns !== undefined)
    return columns.flatMap((column) => inReadingOrder(withColumn(column), depth + 1));
  const cut = cutAcross(lines);
  if (cut === undefined) return lines.slice();
  return [...inReadingOrder(lines.slice(0, cut), depth + 1), ...inReadingOrder(lines.slice(cut), depth + 1)];
};

const withColumn = (lines: readonly PdfLine[]): PdfLine[] => {
  const column = lines.reduce((most, { right }) => Math.max(most, right), 0);
  return lines.map((line) => ({ ...line, column }));
};

/** Left and right of the first gap that all lines leave, where both sides read like prose. */
const columnsOf = (lines: readonly PdfLine[]): [PdfLine[], PdfLine[]] | undefined => {
  const across = [...lines].sort((one, other) => one.left - other.left);
  let right = Number.NEGATIVE_INFINITY;
  for (const [index, line] of across.entries()) {
    if (index > 0 && line.left - right > 0.5 * line.size) {
      const isLeft = new Set(across.slice(0, index));
      const sides: [PdfLine[], PdfLine[]] = [
        lines.filter((one) => isLeft.has(one)),
        lines.filter((one) => !isLeft.has(one)),
      ];
      if (sides.every(readsLikeProse)) return sides;
    }
    right = Math.max(right, line.right);
  }
  return undefined;
};

const readsLikeProse = (lines: readonly PdfLine[]): boolean => {
  if (lines.length < fewLines) return false;
  const lengths = lines.map(({ text }) => text.length).sort((one, other) => one - other);
  return (lengths[Math.floor(lengths.length / 2)] ?? 0) >= fewLetters;
};

/** Where to part the page across: below what reaches over the middle, at the widest gap. */
const cutAcross = (lines: readonly PdfLine[]): number | undefined => {
  let best: number | undefined;
  let widest = 0;
  let bottom = lines[0]?.y ?? 0;
  for (const [index, { y, size }] of lines.entries()) {
    if (index > 0 && (bottom - y) / size > Math.max(widest, 1.7)) {
      widest = (bottom - y) / size;
      best = index;
    }
    bottom = Math.min(bottom, y);
  }
  return best;
};
