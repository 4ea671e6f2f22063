import { attr, type Element, elements } from '../tree/tree.ts';

/** Ticks and crosses in SVG icons. */

/** In characters: icons are drawn with less. */
const longestPath = 200;

/** How filled ticks and crosses of widespread sets of icons begin, which no stroke tells. */
const filledTick = /^M(?:16\.70[47] [45]\.|9 16\.[127]|19\.916 4\.626)/;
const filledCross = /^M(?:19 6\.41|4\.293 4\.293|6\.28 5\.22|5\.47 5\.47)/;

type Point = readonly [x: number, y: number];

/** The tick or cross that an icon draws by the direction of its strokes; empty for others. */
export const strokeSign = (icon: Element): '✓' | '✗' | '' => {
  const paths = elements(icon)
    .map(pathOf)
    .filter((path) => path !== '');
  if (paths.some((path) => path.length > longestPath)) return '';
  if (paths.some((path) => filledTick.test(path))) return '✓';
  if (paths.some((path) => filledCross.test(path))) return '✗';
  const [first = [], second = [], ...others] = paths.flatMap(strokesOf);
  if (others.length > 0) return '';
  if (second.length === 0) return isTick(first) ? '✓' : '';
  return isCross(first, second) ? '✗' : '';
};

const pathOf = (element: Element): string => {
  const [d, points, x1, y1, x2, y2] = ['d', 'points', 'x1', 'y1', 'x2', 'y2'].map(
    (name) => attr(element, name)?.trim() ?? '',
  );
  if (element.tagName === 'line') return `M${x1} ${y1} ${x2} ${y2}`;
  if (element.tagName === 'polyline') return `M${points}`;
  return element.tagName === 'path' ? (d ?? '') : '';
};

/** The points of each stroke; none where anything but straight lines is drawn. */
const strokesOf = (path: string): Point[][] => {
  const strokes: Point[][] = [];
  if (/[^MmLlHhVv\d\s,.+-]/.test(path)) return strokes;
  let [x, y] = [0, 0];
  for (const [, command = '', rest = ''] of path.matchAll(/([MmLlHhVv])([^MmLlHhVv]*)/g)) {
    const numbers = (rest.match(/[+-]?(?:\d+(?:\.\d*)?|\.\d+)/g) ?? []).map(Number);
    const isRelative = command === command.toLowerCase();
    const axis = command.toLowerCase();
    const step = axis === 'h' || axis === 'v' ? 1 : 2;
    for (let at = 0; at + step <= numbers.length; at += step) {
      const [one = 0, two = 0] = numbers.slice(at);
      const [right, down] = axis === 'h' ? [one, undefined] : axis === 'v' ? [undefined, one] : [one, two];
      x = right === undefined ? x : isRelative ? x + right : right;
      y = down === undefined ? y : isRelative ? y + down : down;
      if (axis === 'm' && at === 0) strokes.push([[x, y]]);
      else strokes.at(-1)?.push([x, y]);
    }
  }
  return strokes;
};

/** Down a little, and up on the right; or the same from its other end. */
const isTick = (stroke: readonly Point[]): boolean => {
  const [left, middle, right, ...others] =
    (stroke[0]?.[0] ?? 0) > (stroke.at(-1)?.[0] ?? 0) ? stroke.toReversed() : stroke;
  if (left === undefined || middle === undefined || right === undefined || others.length > 0) return false;
  const isForward = left[0] < middle[0] && middle[0] < right[0];
  return isForward && middle[1] > left[1] && left[1] > right[1];
};

/** Two slanting lines, one up and one down, around the same middle. */
const isCross = (one: readonly Point[], other: readonly Point[]): boolean => {
  const [a, b] = [slope(one), slope(other)];
  return a * b < 0 && distance(middleOf(one), middleOf(other)) < 1;
};

/** 0 for what is no slanting line. */
const slope = ([from, to, ...others]: readonly Point[]): number =>
  from === undefined || to === undefined || others.length > 0 || from[0] === to[0]
    ? 0
    : (to[1] - from[1]) / (to[0] - from[0]);

const middleOf = ([from = [0, 0], to = [0, 0]]: readonly Point[]): Point => [
  (from[0] + to[0]) / 2,
  (from[1] + to[1]) / 2,
];

const distance = (one: Point, other: Point): number => Math.hypot(one[0] - other[0], one[1] - other[1]);
