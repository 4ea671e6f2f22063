import { isBlock } from './measure.ts';
import type { Document, Element } from './tree.ts';
import { ancestors, attr, isElement, isText, squeeze, walk } from './tree.ts';

/** A line of text as it is shown. */
export interface Line {
  readonly text: string;
  /** Its text by elements: `By`, `Ada Park`, `Editor`. */
  readonly pieces: readonly string[];
  /** The innermost element that holds its first text. */
  readonly element: Element;
  /** What its elements that tell a time mean: the text may be `yesterday`. */
  readonly times: readonly string[];
}

/** What a `time` means, or words such as `7 hours ago` that say so under the pointer. */
const timeOf = (element: Element): string | undefined => {
  if (element.tagName === 'time' || element.tagName === 'relative-time') return attr(element, 'datetime');
  if (!ofWords.has(element.tagName)) return undefined;
  const title = attr(element, 'title');
  if (title !== undefined && isoTime.test(title)) return title;
  const isTime = namesTime.test(attr(element, 'class') ?? '');
  return isTime
    ? forScripts.map((name) => attr(element, name)).find((value) => value && aTime.test(value))
    : undefined;
};
const ofWords = new Set(['span', 'a', 'abbr', 'small', 'em', 'i']);
/** Where scripts that write `3 days ago` find the time. */
const forScripts = ['data-timestamp', 'data-time', 'data-datetime', 'data-date', 'data-utime'];
const aTime = /^(?:1\d{9}(?:\d{3})?$|\d{4}-\d\d-\d\d)/;
const namesTime = /(?:^|[\s_-])(?:age|ago|(?:relative-?)?time|time-?(?:ago|stamp)|date)(?![a-z])/i;
const isoTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/** Not shown, or not about the page. */
const passed = new Set(
  'head script style template select textarea svg iframe nav footer button summary'.split(' '),
);

/** The foot of an article may tell who wrote it. */
const isOfArticle = (element: Element): boolean =>
  element.tagName === 'footer' && ancestors(element).some(({ tagName }) => tagName === 'article');

/**
 * The lines of a page, in document order: text between the ends of blocks. It ends a while after the title.
 * @param isTitle whether a line is the title.
 * @param maxBehind how many lines behind the title are wanted.
 * @param isForeign what is passed over, too.
 */
export const readLines = (
  document: Document,
  isTitle: (line: Line) => boolean,
  maxBehind: number,
  isForeign: (element: Element) => boolean,
): Line[] => {
  const lines: Line[] = [];
  let most = Number.POSITIVE_INFINITY;
  let pieces: string[] = [];
  let times: string[] = [];
  let element: Element | undefined;
  const end = () => {
    if (element !== undefined) {
      const line: Line = { text: squeeze(pieces.join(' ')), pieces, element, times };
      lines.push(line);
      if (most === Number.POSITIVE_INFINITY && isTitle(line)) most = lines.length + maxBehind;
    }
    pieces = [];
    times = [];
    element = undefined;
  };
  walk(
    document,
    (node) => {
      if (lines.length > most) return false;
      if (isText(node)) {
        const text = squeeze(node.value);
        const parent = node.parentNode;
        if (text !== '' && parent !== null && isElement(parent)) {
          pieces.push(text);
          element ??= parent;
        }
        return false;
      }
      if (!isElement(node) || isForeign(node)) return false;
      if (passed.has(node.tagName) && !isOfArticle(node)) return false;
      if (isBlock(node) || node.tagName === 'br') end();
      const time = timeOf(node);
      if (time !== undefined) times.push(time);
      return true;
    },
    (node) => {
      if (isBlock(node)) end();
    },
  );
  end();
  return lines;
};
