import type { Fragment } from './pdf-lines.ts';

/** Lines of Hebrew and Arabic: what stands on the right is read first, but for numbers and words of other scripts. */

const rightToLeft = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}]/u;
const leftToRight = /[\p{L}\p{N}]/u;

export const holdsRightToLeft = (text: string): boolean => rightToLeft.test(text);

const isRightToLeft = (text: string): boolean => {
  let sum = 0;
  for (const letter of text) sum += rightToLeft.test(letter) ? 1 : /\p{L}/u.test(letter) ? -1 : 0;
  return sum > 0;
};

type Direction = 'left' | 'right' | undefined;

const directionOf = ({ text }: Fragment): Direction =>
  rightToLeft.test(text) ? 'left' : leftToRight.test(text) ? 'right' : undefined;

/** Neighbours that are read in one direction. */
interface Run {
  readonly direction: Direction;
  readonly fragments: Fragment[];
}

/** The pieces of a line, from left to right, as they are read: at places as if all of them were read so. */
export const inReadingDirection = (line: readonly Fragment[]): readonly Fragment[] => {
  if (!line.some(({ text }) => holdsRightToLeft(text))) return line;
  const base = isRightToLeft(line.map(({ text }) => text).join('')) ? 'left' : 'right';
  const whole = endsOf(line);
  return runsOf(line.flatMap(withoutEdges), base)
    .flatMap(({ direction, fragments }) => {
      const ends = endsOf(fragments);
      const aside = base === 'left' ? whole - ends : 0;
      return fragments.map((fragment) => {
        const { x, width } = fragment;
        return { ...fragment, x: aside + (direction === 'left' ? ends - x - width : x) };
      });
    })
    .sort((one, other) => one.x - other.x);
};

/** The sum of both: what is at x from one is at this less x from the other. */
const endsOf = (line: readonly Fragment[]): number =>
  Math.min(...line.map(({ x }) => x)) + Math.max(...line.map(({ x, width }) => x + width));

/** Points and brackets at the ends of a word are read with what is around it. */
const withoutEdges = (fragment: Fragment): Fragment[] => {
  const { text, x, width } = fragment;
  if (directionOf(fragment) !== 'right') return [fragment];
  const from = text.search(leftToRight);
  const to = text.length - [...text].reverse().join('').search(leftToRight);
  return [
    [0, from],
    [from, to],
    [to, text.length],
  ].flatMap(([start = 0, end = 0]) =>
    start === end
      ? []
      : [
          {
            ...fragment,
            text: text.slice(start, end),
            x: x + (width * start) / text.length,
            width: (width * (end - start)) / text.length,
          },
        ],
  );
};

/** What has no direction takes that of the line, unless it stands between two of the other. */
const runsOf = (fragments: readonly Fragment[], base: Direction): Run[] => {
  const runs: Run[] = [];
  let between: Fragment[] = [];
  for (const fragment of fragments) {
    const direction = directionOf(fragment);
    if (direction === undefined) {
      between.push(fragment);
      continue;
    }
    const last = runs.at(-1);
    if (last?.direction === direction) last.fragments.push(...between, fragment);
    else {
      for (const one of between) runs.push({ direction: base, fragments: [one] });
      runs.push({ direction, fragments: [fragment] });
    }
    between = [];
  }
  for (const one of between) runs.push({ direction: base, fragments: [one] });
  return runs;
};
