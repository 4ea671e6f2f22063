import type { ChildNode, Element, TextNode } from './tree.ts';
import { ancestors, attr, hasAttr, isElement, isText } from './tree.ts';
import { wordsOf } from './words.ts';

/**
 * Elements of running text that touch are mostly set apart by a style sheet, as the parts of a card are: the browser's
 * measure of that (`browser/read/gaps.ts`) is not there for a page read from its response, nor where the style sheet is missing.
 * Of 1 350 places in saved pages where `areWords` says so, one is a single word.
 */

/** A place where a space is missing: before `node`. */
export interface Seam {
  readonly parent: Element;
  readonly node: ChildNode;
}

const inline = new Set(
  'a abbr b bdi bdo big cite data del dfn em font i ins label mark output q s samp small span strong strike time tt u var'.split(
    ' ',
  ),
);
const isInline = ({ tagName }: Element): boolean => inline.has(tagName) || tagName.includes('-');

/** In these a space would mean something. */
const verbatim = new Set('code kbd math pre svg textarea title'.split(' '));

const unseen = new Set(['link', 'meta']);

const none: readonly Seam[] = [];

type Piece = Element | TextNode;

/** The seams between the children of an element. */
export const seamsIn = (parent: Element): readonly Seam[] => {
  let seams: Seam[] | undefined;
  let before: Piece | undefined;
  let earlier: Piece | undefined;
  /** A field, which shows no words, stands between. */
  let isParted = false;
  /** What stands before is what a number counts, and the next number begins another count. */
  let isCounted = false;
  for (const node of parent.childNodes) {
    const isWords = isText(node);
    // Frameworks put comments between elements, and data about them stands there.
    if (!isWords && (!isElement(node) || unseen.has(node.nodeName))) continue;
    const isInText = isWords || isInline(node) || (node.nodeName === 'code' && isField(node));
    // An icon, or a line that a style sheet draws.
    if (before !== undefined && isInText && !isWords && node.childNodes.length === 0) continue;
    if (node.nodeName === 'input') {
      isParted = true;
      continue;
    }
    const touching = before;
    before = isInText || isCents(touching, node) || isLabelled(touching, node) ? node : undefined;
    const isNew: boolean =
      before !== undefined &&
      touching !== undefined &&
      (isSeam(touching, before) ||
        (isParted && areTold(touching, before)) ||
        (isCounted && isNumber(before)) ||
        (earlier !== undefined && isMeasured(earlier, touching, before)));
    isCounted = isNew && touching !== undefined && isWords && isNumber(touching);
    isParted = false;
    earlier = touching;
    if (!isNew) continue;
    seams ??= [];
    seams.push({ parent, node });
  }
  const isVerbatim = ({ tagName }: Element) => verbatim.has(tagName);
  return seams === undefined || [parent, ...ancestors(parent)].some(isVerbatim) ? none : seams;
};

const isSeam = (one: Piece, other: Piece): boolean => {
  if (other.nodeName === 'sup') return false;
  if (one.nodeName === 'code') return !isText(one) && isField(one) && areTold(one, other);
  if (other.nodeName === 'code') return true;
  if (one.nodeName === 'sup') return /^\p{L}{2}/u.test(textAt('start', other));
  if (isText(one))
    return (
      !isText(other) &&
      !joins.test(one.value.at(-1) ?? '') &&
      ((areApart(one, other) && isSetOff(other, one)) || isLabelBehind(one, other))
    );
  if (isText(other))
    return (
      !joins.test(other.value[0] ?? '') &&
      areApart(one, other) &&
      (isSetOff(one, other) || (isNumber(one) && counted.test(other.value)))
    );
  return areApart(one, other) || isAside(other) || (areTold(one, other) && areFields(one, other));
};

/** What is said of a word behind it: `Search<span class="badge">new</span>`. */
const isLabelBehind = (word: TextNode, element: Element): boolean =>
  areTold(word, element) && wordAt('start', element).length > 1 && isField(element);

/** Code behind a label, as changes of software are listed. */
const isLabelled = (before: Piece | undefined, node: Piece): boolean =>
  node.nodeName === 'code' && before !== undefined && !isText(before) && isField(before);

/** Whether letters or digits touch; an ending of an ordinal belongs to its number. */
const areTold = (one: Piece, other: Piece): boolean => {
  const [before, after] = [textAt('end', one), textAt('start', other)];
  return /[\p{L}\p{Nd})*%]$/u.test(before) && /^[\p{L}\p{Nd}]/u.test(after) && !ordinal.test(after);
};

const ordinal = /^(?:st|nd|rd|th|er|re|ère|e|ème|te|ter)(?!\p{L})/u;

/** Parts of a record by their names, or rows of two parts each. */
const areFields = (one: Element, other: Element): boolean =>
  one.tagName === 'label'
    ? other.tagName === 'label'
    : hasAsWord(one, other) && (isField(one) || isField(other) || areOfRows(one, other));

/** A single letter may be the first of a word, and what ends or begins with a digit a part of a number. */
const hasAsWord = (one: Element, other: Element): boolean => {
  const [before, after] = [wordAt('end', one), wordAt('start', other)];
  const isWord = before.length > 1 || /\p{Nd}/u.test(before) || inUnits.test(textAt('end', one));
  return /\p{L}/u.test(after) && after.length > 1 && isWord;
};
/** `2 h`, `450 g`: that letter begins no word. */
const inUnits = /\p{Nd}\s\p{L}$/u;

const field = / (?:amount|attributes|badge|chip|key|label|pill|qty|quantity|tag|units?|value) /;
const isField = (element: Element): boolean => {
  const names = attr(element, 'class');
  return names !== undefined && field.test(wordsOf(names));
};

/** In an element of two parts, beside one that is made like it: the first names what the second is. Editors style runs of text. */
const areOfRows = (one: Element, other: Element): boolean => {
  const row = one.parentNode;
  if (row === null || !isElement(row) || !rows.has(row.tagName) || one.tagName !== other.tagName)
    return false;
  if (!isPair(row, one.tagName) || hasAttr(one, 'style') || hasAttr(other, 'style')) return false;
  const around = row.parentNode?.childNodes ?? [];
  const at = around.indexOf(row);
  return [nearest(around, at, -1), nearest(around, at, 1)].some(
    (next) => next?.tagName === row.tagName && isPair(next, one.tagName),
  );
};
const rows = new Set(['div', 'li']);

const isPair = ({ childNodes }: Element, tag: string): boolean => {
  const parts = childNodes.filter((node) => !isText(node) || node.value.trim() !== '');
  return parts.length === 2 && parts.every(({ nodeName }) => nodeName === tag);
};

const nearest = (nodes: readonly ChildNode[], from: number, step: 1 | -1): Element | undefined => {
  for (let at = from + step; at >= 0 && at < nodes.length; at += step) {
    const node = nodes[at];
    if (node !== undefined && isElement(node)) return node;
  }
  return undefined;
};

const isNumber = (piece: Piece): boolean => !isText(piece) && number.test(textAt('end', piece));
const number = /^\s*\p{Nd}[\p{Nd}.,]*\+?$/u;
/** A few words: a line of code has more. */
const counted = /^\p{Ll}{4}[\p{Ll}\s,]{0,30}$/u;

/** Behind an amount and its unit, `225` `g`, stands what is measured. */
const isMeasured = (amount: Piece, unit: Piece, other: Piece): boolean =>
  !isText(amount) &&
  !isText(unit) &&
  !isText(other) &&
  /^\p{L}{2}/u.test(textAt('start', other)) &&
  /^\p{L}{1,6}\.?$/u.test(textAt('end', unit)) &&
  /^[\p{N}][\p{N}.,/⁄ –-]*$/u.test(textAt('end', amount));

/** Of a text: a space, and an apostrophe, behind which none is missing: `l’<a>Union européenne</a>`. */
const joins = /^[\s'’]?$/;

const areApart = (one: Piece, other: Piece): boolean => {
  const before = textAt('end', one);
  const after = textAt('start', other);
  // Mostly a space stands there.
  if (!/\S$/.test(before) || !/^\S/.test(after)) return false;
  return areWords(wordIn('end', before), wordIn('start', after)) || areSentences(before, after);
};

/**
 * Whether an element is not a part of the word beside it, as in `Data<b>Feed</b>`: it is a label, an amount or several words,
 * or is alone with a text that is.
 */
const isSetOff = (element: Element, text: TextNode): boolean =>
  isNoWord(textAt('start', element)) || isField(element) || (isNoWord(text.value) && isAlone(element, text));

const isNoWord = (text: string): boolean => /\S\s+\S|\p{Sc}|:$|^\p{Nd}{1,3}[.)]$/u.test(text);

const isAlone = (element: Element, text: TextNode): boolean => {
  const around = element.parentNode?.childNodes ?? [];
  return around.every((node) => node === element || node === text || node.nodeName === '#comment');
};

/** Puts a space into each seam. */
export const part = (seams: readonly Seam[]): void => {
  const behind = new Set<ChildNode>(seams.map(({ node }) => node));
  for (const parent of new Set(seams.map((seam) => seam.parent)))
    parent.childNodes = parent.childNodes.flatMap((node) =>
      behind.has(node) ? [space(parent), node] : [node],
    );
};

const space = (parentNode: Element): TextNode => ({ nodeName: '#text', value: ' ', parentNode });

/**
 * Whether what touches is two words, by its letters: `itemsSeller`, `Price12`, `99EUR`, `9 €12 €`. Not where one of them may be a
 * part of a word that is set off: small letters on both sides, a single capital or digit, an ordinal.
 */
const areWords = (one: string, other: string): boolean => {
  if (/\p{Sc}$/u.test(one) || /^\p{Sc}/u.test(other)) return one !== '' && other !== '';
  const [first, second] = [one.length > 1, other.length > 1];
  if (/\p{Ll}$/u.test(one)) return first && /^[\p{Lu}\p{Nd}]/u.test(other);
  if (/\p{Lu}$/u.test(one)) return first && (second ? /^[\p{Lu}\p{Nd}]/u : /^\p{Nd}/u).test(other);
  if (/\p{Nd}$/u.test(one)) return second && (first ? /^[\p{Lu}\p{Nd}]/u : /^\p{Lu}/u).test(other);
  return false;
};

/**
 * More than one word, that end as a sentence does or with a bracket, and a word with a capital; a label, `Tags:` (not `site:`, which a
 * program reads), and what it says; the mark of a paragraph, `(a)` or `1.`, or a number in brackets and its text; a number and what
 * is counted: `534shares`, `291kcal`, but for endings of ordinals; an amount and what it is for: `€99per user`, `£8pcm`; a date and
 * a version; a rating and a count: `4.5(120)`; stars and their number; the letter of a question and the question: `QWhy is it`; an
 * amount and by how much it is less: `9 €-19%`; the method and the address of a request; quoted values.
 */
const areSentences = (before: string, after: string): boolean => {
  if (/^\p{Ll}{4}/u.test(after) && /^\s*\+?\p{N}[\p{N}.,]*[%+]?$/u.test(before)) return true;
  if (/^\p{Ll}{2,}\s\p{L}/u.test(after) && !ordinal.test(after) && amount.test(before)) return true;
  if (/^\p{Ll}{3}/u.test(after) && /^\s*\p{Sc}\s?\p{Nd}[\p{Nd}.,]*$/u.test(before)) return true;
  if (/^["“][\p{L}\p{Nd}]/u.test(after) && /[\p{L}\p{Nd}]["”]$/u.test(before)) return true;
  if (/^v\p{Nd}/u.test(after) && /\p{Nd}{4}$/u.test(before)) return true;
  if (/^(?:https?:\/)?\/[\w{./]/.test(after) && method.test(before)) return true;
  if (/^[\p{L}\p{Nd}(]/u.test(after) && /[★☆⭐]$/u.test(before)) return true;
  if (/^\p{Lu}\p{Ll}+\s/u.test(after) && /^\s*[QAF]$/.test(before)) return true;
  if (/^\(\p{Nd}[\p{Nd}.,]*[km]?(?:\s\p{L}+)?\)$/iu.test(after) && /^\s*\p{Nd}[.,]\p{Nd}$/u.test(before))
    return true;
  if (/^[-−–]\p{Nd}[\p{Nd}.,]*\s?%/u.test(after) && /[\p{Nd}\p{Sc}]$/u.test(before)) return true;
  if (/^[\p{L}\p{Nd}]/u.test(after) && /^\s*\(\p{Nd}[\p{Nd}.,]*\)$/u.test(before)) return true;
  if (/^[\p{L}\p{Nd}]/u.test(after) && /^\s*(?:\p{Lu}|\S+\s).*\p{L}{2}[:)]$/su.test(before)) return true;
  return /^\p{Lu}\p{L}/u.test(after) && /\s.*[\p{L}\p{Nd}]\.?[.)!?:;,’”]$|^\s*\p{Nd}{1,3}[.)]$/su.test(before)
    ? true
    : /^\p{L}/u.test(after) && /^\s*\([\p{L}\p{Nd}]{1,4}\)$/u.test(before);
};

const method = /^\s*(?:get|put|post|patch|delete|head|options)$/i;

/** With its currency or without, or its cents alone. */
const amount = /^\s*\p{Sc}?\s?[.,]?\p{Nd}[\p{Nd}.,]*$/u;

/** Raised behind a number: `$29<sup>99</sup>`. What stands behind is what it is for, `per month`. */
const isCents = (before: Piece | undefined, node: Piece): boolean =>
  node.nodeName === 'sup' &&
  before !== undefined &&
  /\p{Nd}$/u.test(textAt('end', before)) &&
  /^\s*[.,]?\p{Nd}\p{Nd}$/u.test(textAt('start', node));

/** A word in brackets that leads on, as the `[source]` of what documentation describes. */
const isAside = (element: Element): boolean =>
  element.tagName === 'a' && /^\[\p{L}{3,}\]$/u.test(textAt('start', element));

/** With a currency it is an amount. */
const words = {
  start: /^(?:\p{Nd}+\.\p{Nd}|[\p{L}\p{Nd}]+|\p{Sc}\p{Nd})/u,
  end: /(?:\p{Nd}+[.,]\p{Nd}+|[\p{L}\p{Nd}]+|\p{Nd}\s?\p{Sc})$/u,
};

/** The word at one side of an element; empty where something else stands there. */
const wordAt = (side: 'start' | 'end', piece: Piece): string => wordIn(side, textAt(side, piece));

const wordIn = (side: 'start' | 'end', text: string): string => words[side].exec(text)?.[0] ?? '';

const longestWord = 40;
/** Icons are empty elements; of more than a few nobody looks behind. */
const mostEmpty = 4;

const textAt = (side: 'start' | 'end', piece: Piece): string => {
  // Enough for a word: looking for its beginning in a long text takes the square of its length.
  if (isText(piece))
    return side === 'start' ? piece.value.slice(0, longestWord) : piece.value.slice(-longestWord);
  const { childNodes } = piece;
  for (let step = 0; step < mostEmpty; step++) {
    const node = childNodes[side === 'start' ? step : childNodes.length - 1 - step];
    if (node === undefined) break;
    if (isText(node)) return textAt(side, node);
    // A box to be ticked stands before its label.
    if (!isElement(node) || node.tagName === 'input') continue;
    if (!isInline(node) && !(side === 'end' && node.tagName === 'sup')) return '';
    const text = textAt(side, node);
    if (text !== '') return text;
  }
  return '';
};
