import { isBlock } from '../../document/tree/measure.ts';
import {
  attr,
  type Element,
  elements,
  hasAttr,
  isElement,
  isText,
  parentElement,
  type TextNode,
  walk,
} from '../../document/tree/tree.ts';
import { classWords, wordsOf } from '../../document/tree/words.ts';

/** Without blank lines at its end. A pattern would begin anew at every blank line within. */
export const withoutLastLines = (text: string): string => {
  const { length } = text.trimEnd();
  const end = text.indexOf('\n', length);
  return end < 0 ? text : text.slice(0, end);
};

/** Names that highlighters give to the column of line numbers. */
const numberWords =
  / (?:line ?numbers?(?: rows)?|crayon nums|line num|lines num|code linenumber|linenos?|linenodiv|lineno|ln num|lnt|ln|gutter|blob num|line no|hljs ln numbers|rouge gutter|code line numbers?) /;

export const isLineNumber = (element: Element): boolean => {
  if (hasAttr(element, 'data-line-number') && element.childNodes.length === 0) return true;
  return numberWords.test(classWords(element)) && /^[\s\d]*$/.test(plainText(element));
};

/** What appears over code while a reader points at it. */
const isTip = (element: Element): boolean => {
  const names = attr(element, 'class');
  return names !== undefined && tipName.test(names) && tipWords.test(wordsOf(names));
};
const tipName = /hover|tip|popup|ttc/i;
const tipWords =
  / (?:ttc|hover info|hover content|tool ?tip(?: text| content)?|twoslash (?:hover info|popup(?: container)?)) /;

/** What no reader takes along who copies the code: buttons, what folds lines, prompts and marks that cannot be selected. */
const isNotCopied = (element: Element): boolean =>
  element.tagName === 'button' ||
  element.tagName === 'summary' ||
  /(?:^|\s)vp-copy-ignore(?:\s|$)/.test(attr(element, 'class') ?? '') ||
  /(?:^|[;-])\s*user-select\s*:\s*none/i.test(attr(element, 'style') ?? '');

export const plainText = (element: Element): string => {
  let text = '';
  walk(element, (node) => {
    if (isText(node)) text += node.value;
    return true;
  });
  return text;
};

/** Characters as they stand; a line for each `<br>`, block or element that is a line by its name. */
export const codeText = (root: Element): string => {
  const parts: string[] = [];
  const counts = countsOf(root);
  let last = '';
  /** A line has ended; highlighters either keep the line break after it or leave that to the style sheet. */
  let ended = false;
  /** An empty line has ended. */
  let emptied = false;
  const starts: number[] = [];
  /** Behind a break the layout of the source begins a new line, too; only in a `<pre>` it shows. */
  const isLaidOut = root.tagName === 'code';
  let broken = false;
  let behindBlock = false;
  const owesBreak = () => emptied || (ended && last !== '' && !last.endsWith('\n'));
  const append = (value: string) => {
    if (value === '') return;
    if (!value.startsWith('\n') && owesBreak()) parts.push('\n');
    ended = false;
    emptied = false;
    last = value;
    parts.push(value);
  };
  const leaveLine = (element: Element) => {
    const isEmpty = starts.pop() === parts.length;
    if (isEmpty && isNamedLine(element)) {
      if (owesBreak()) append('\n');
      emptied = true;
      // A line around this one is not empty.
      parts.push('');
    }
    ended = true;
  };
  walk(
    root,
    (node) => {
      if (isText(node)) {
        const text = node.value.replace(/\r\n?/g, '\n').replace(/\u00a0/g, ' ');
        if (text === '\n' && owesBreak() && isWholeBlock(node)) append('\n');
        append(broken && isLaidOut ? text.replace(/^\n/, '') : text);
      }
      broken = isElement(node) && node.tagName === 'br';
      if (!isElement(node) || isNotCopied(node) || isLineNumber(node) || isTip(node) || counts.has(node))
        return false;
      if (node.tagName === 'br') {
        // Behind a block that is an empty line.
        if (owesBreak() && behindBlock) append('\n');
        append('\n');
      }
      behindBlock = false;
      if (isLine(node)) {
        ended = true;
        starts.push(parts.length);
      }
      return true;
    },
    (element) => {
      if (isLine(element)) leaveLine(element);
      behindBlock = isBlock(element);
    },
  );
  return parts.join('');
};

/** What is all of a block within the code: a break there is an empty line. */
const isWholeBlock = (text: TextNode): boolean => {
  const block = parentElement(text);
  return block !== undefined && block.childNodes.length === 1 && isBlock(block);
};

/** The first elements of lines, where these count the lines from the first on: 1, 2, 3, … What is all of each line is its text. */
const countsOf = (root: Element): ReadonlySet<Element> => {
  const counts = elements(root).filter((element) => {
    const line = parentElement(element);
    return (
      line !== undefined &&
      line !== root &&
      line.childNodes[0] === element &&
      /^\d+$/.test(plainText(element))
    );
  });
  const [first] = counts;
  const isCount =
    first !== undefined &&
    counts.length > 1 &&
    counts.every((element, index) => plainText(element) === String(index + 1)) &&
    plainText(root)
      .trimStart()
      .startsWith(plainText(parentElement(first) ?? first).trimStart()) &&
    counts.some((element) => plainText(parentElement(element) ?? element).trim() !== plainText(element));
  return isCount ? new Set(counts) : new Set();
};

/** What Prism calls a line stands behind its sign in one. */
const isNamedLine = (element: Element): boolean => {
  const words = classWords(element);
  return / (?:line|code line|view line|cm line) /.test(words) && words !== ' token line ';
};
const isLine = (element: Element): boolean => isBlock(element) || isNamedLine(element);
