import type { Fragment } from './pdf-lines.ts';

/** In a row, as an author leaves them between parts of code. */
const mostBlank = 2;

/** Lines of code as they are drawn: its signs have one width, and where a line begins tells how far it is set in. */
export const codeLines = (pieces: readonly Fragment[]): string[] => {
  const sum = pieces.reduce(
    (all, { text, width }) => ({ letters: all.letters + text.length, width: all.width + width }),
    { letters: 0, width: 0 },
  );
  const sign = sum.width / sum.letters;
  const left = pieces.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
  const lines: { readonly y: number; text: string }[] = [];
  for (const { text, x, y, size } of pieces) {
    const last = lines.at(-1);
    const line = last !== undefined && Math.abs(last.y - y) < size / 2 ? last : { y, text: '' };
    if (line !== last) lines.push(line);
    line.text = line.text.padEnd(Math.round((x - left) / sign)) + text;
  }
  const heights = lines.slice(1).map(({ y }, index) => (lines[index]?.y ?? y) - y);
  const height = heights.filter((one) => one > 0).reduce((least, one) => Math.min(least, one), Infinity);
  return lines.flatMap(({ text }, index) => {
    const blank = Math.round((heights[index - 1] ?? 0) / height) - 1;
    return [...Array<string>(Math.min(Math.max(blank, 0), mostBlank)).fill(''), text.trimEnd()];
  });
};
