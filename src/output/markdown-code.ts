import type { Code } from 'mdast';
import { isBlock } from '../document/measure.ts';
import {
  attr,
  childElements,
  type Element,
  elements,
  hasAttr,
  isElement,
  isText,
  parentElement,
  walk,
} from '../document/tree.ts';
import { wordsOf } from '../document/words.ts';

/** A `<pre>`, or what a highlighter made of one, as fenced code. Undefined if there is nothing in it. */
export const codeBlock = (pre: Element): Code | undefined => {
  const value = codeText(pre).replace(/^\n+|\s+$/g, '');
  if (value === '') return undefined;
  return { type: 'code', lang: languageOf(pre) ?? null, value };
};

/** A table that holds code: numbers in one column, lines in the other. */
export const codeTable = (table: Element): Code | undefined => {
  const words = wordsOf(attr(table, 'class') ?? '');
  const isHighlighter =
    / (?:lntable|highlighttable|rouge table|hljs ln|blob code|code table|syntaxhighlighter) /.test(words);
  const cells = elements(table).filter(({ tagName }) => tagName === 'td');
  const holdsCode = cells.some(isLineNumber) && cells.some((cell) => !isLineNumber(cell));
  if (
    !isHighlighter &&
    !(holdsCode && cells.some((cell) => elements(cell).some(({ tagName }) => tagName === 'pre')))
  )
    return undefined;
  const value = rowsOfCode(table).replace(/^\n+|\s+$/g, '');
  return value === '' ? undefined : { type: 'code', lang: languageOf(table) ?? null, value };
};

const rowsOfCode = (table: Element): string =>
  elements(table)
    .filter(({ tagName }) => tagName === 'tr')
    .map((row) =>
      childElements(row)
        .filter((cell) => !isLineNumber(cell))
        .map((cell) => codeText(cell).replace(/\n+$/, ''))
        .join(''),
    )
    .join('\n');

/** Names that highlighters give to the column of line numbers. */
const numberWords =
  / (?:line ?numbers?(?: rows)?|linenos?|linenodiv|lineno|ln num|lnt|ln|gutter|blob num|line no|hljs ln numbers|rouge gutter|code line numbers?) /;

const isLineNumber = (element: Element): boolean => {
  if (hasAttr(element, 'data-line-number') && element.childNodes.length === 0) return true;
  return numberWords.test(wordsOf(attr(element, 'class') ?? '')) && /^[\s\d]*$/.test(plainText(element));
};

const plainText = (element: Element): string => {
  let text = '';
  walk(element, (node) => {
    if (isText(node)) text += node.value;
    return true;
  });
  return text;
};

/** Characters as they stand; a line for each `<br>`, block or element that is a line by its name. */
const codeText = (root: Element): string => {
  const parts: string[] = [];
  let last = '';
  /** A line has ended; highlighters either keep the line break after it or leave that to the style sheet. */
  let ended = false;
  const starts: number[] = [];
  const append = (value: string) => {
    if (value === '') return;
    if (ended && last !== '' && !last.endsWith('\n') && !value.startsWith('\n')) parts.push('\n');
    ended = false;
    last = value;
    parts.push(value);
  };
  walk(
    root,
    (node) => {
      if (isText(node)) append(node.value.replace(/\r\n?/g, '\n').replace(/\u00a0/g, ' '));
      if (!isElement(node) || node.tagName === 'button' || isLineNumber(node)) return false;
      if (node.tagName === 'br') append('\n');
      if (isLine(node)) {
        ended = true;
        starts.push(parts.length);
      }
      return true;
    },
    (element) => {
      if (!isLine(element)) return;
      if (starts.pop() === parts.length) append('\n');
      ended = true;
    },
  );
  return parts.join('');
};

const isLine = (element: Element): boolean =>
  isBlock(element) || / (?:line|code line|view line|cm line) /.test(wordsOf(attr(element, 'class') ?? ''));

const languageClass =
  /(?:^|\s)(?:language|lang|highlight-source|brush:|code|sourceCode|highlight|prettyprint lang)[-: ]\s*([\w+#.-]+)/i;
/** What follows such a class without being a language. */
const noLanguage =
  /^(?:block|wrapper|container|box|toolbar|example|snippet|body|copy|none|text|plain|plaintext|source|code|default|line|lines|inner|area|content|highlight.*|nohighlight)$/i;

const attributes = ['data-lang', 'data-language', 'data-code-language', 'lang-name'];

/** The language that the element, the `<code>` in it, or one of three wrappers names. */
const languageOf = (element: Element): string | undefined => {
  const inside = elements(element).filter(({ tagName }) => tagName === 'code' || tagName === 'pre');
  const around: Element[] = [];
  for (
    let outer = parentElement(element);
    outer !== undefined && around.length < 3;
    outer = parentElement(outer)
  )
    around.push(outer);
  for (const candidate of [...inside.slice(0, 2), element, ...around]) {
    const found = namedLanguage(candidate);
    if (found !== undefined) return found;
  }
  return undefined;
};

const namedLanguage = (element: Element): string | undefined => {
  const classes = attr(element, 'class') ?? '';
  const named = [
    ...attributes.map((name) => attr(element, name)),
    languageClass.exec(classes)?.[1],
    // Pandoc: `sourceCode haskell`; highlight.js: `hljs haskell`.
    /(?:^|\s)(?:sourceCode|hljs)\s+([\w+#-]+)/.exec(classes)?.[1],
  ];
  return named
    .map((name) =>
      name
        ?.trim()
        .toLowerCase()
        .replace(/^(?:source|text)[.-]/, ''),
    )
    .find((name) => name !== undefined && /^[\w+#.-]{1,30}$/.test(name) && !noLanguage.test(name));
};
