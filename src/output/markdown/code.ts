import type { Code } from 'mdast';
import { breaksLines, isLinesOfCode, isTree } from '../../document/tree/code.ts';
import {
  attr,
  collapsedText,
  type Element,
  elements,
  isElement,
  isText,
  parentElement,
  walk,
} from '../../document/tree/tree.ts';
import { classWords } from '../../document/tree/words.ts';
import { fenced, languageOf } from './code-language.ts';
import { codeText, isLineNumber, withoutLastLines } from './code-text.ts';
import { treeText } from './code-tree.ts';
import { signLines } from './diff.ts';

/** Inline by its element, a block by its name or its lines; or lines of code that stand in no element for it. */
export const isCodeBlock = (element: Element): boolean =>
  element.tagName === 'code'
    ? /(?:^|\s)block(?:\s|$)/.test(attr(element, 'class') ?? '') || hasLines(element) || isTree(element)
    : isLinesOfCode(element) || hasLines(element);

/** Whether code in a line has more than one. */
export const hasLines = (code: Element): boolean => breaksLines(code) && codeText(code).trim().includes('\n');

/** A `<pre>`, or what a highlighter made of one, as fenced code. Undefined if there is nothing in it. */
export const codeBlock = (pre: Element): Code | undefined => {
  if (isTree(pre)) return { type: 'code', lang: 'json', value: treeText(pre) };
  const editor = elements(pre).find((element) => / cm content /.test(classWords(element)));
  const isSigned = signLines(pre);
  const value = withoutLastLines(codeText(editor ?? pre).replace(/^(?:[^\S\n]*\n)+/, ''));
  if (value.trim() === '') return undefined;
  const lang = languageOf(pre) ?? (editor === undefined ? undefined : labelOf(pre));
  return fenced(value, lang, isSigned);
};

/** The language that an editor names above its code. */
const labelOf = (pre: Element): string | undefined => {
  let label: string | undefined;
  walk(pre, (node) => {
    if (isText(node) && node.value.trim() !== '') label ??= node.value.trim().toLowerCase();
    return label === undefined && !(isElement(node) && node.tagName === 'button');
  });
  return label !== undefined && /^[a-z][\w+#.-]{0,19}$/.test(label) ? label : undefined;
};

/** Numbers of lines that stand beside their code rather than within, or one of them. */
export const isNumbersBeside = (element: Element): boolean =>
  isNumberOfLine(element) || isColumnOfNumbers(element);

const isNumberOfLine = (element: Element): boolean => {
  const number = attr(element, 'data-line-number');
  return number !== undefined && number !== '' && collapsedText(element) === number;
};

const isColumnOfNumbers = (element: Element): boolean =>
  likelyNumbers.test(attr(element, 'class') ?? '') &&
  (parentElement(element)
    ?.childNodes.slice(0, mostParts)
    .some(({ nodeName }) => nodeName === 'pre') ??
    false) &&
  isLineNumber(element);
const likelyNumbers = /line-?num|lineno|gutter/i;
/** Of a box with code: a title, buttons, numbers. */
const mostParts = 12;
