import type { Code } from 'mdast';
import { ownElements } from '../../document/roles/tables.ts';
import { breaksLines, isLinesOfCode, isTree } from '../../document/tree/code.ts';
import { isBlock } from '../../document/tree/measure.ts';
import {
  ancestors,
  attr,
  childElements,
  type Element,
  elements,
  firstElement,
  hasAttr,
  isElement,
  isText,
  parentElement,
  type TextNode,
  walk,
} from '../../document/tree/tree.ts';
import { classWords, wordsOf } from '../../document/tree/words.ts';
import { treeText } from './code-tree.ts';
import { diffLines, isDiff, signLines } from './diff.ts';

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

/** Of changed lines the fence says so first, then their language. */
const fenced = (value: string, lang: string | undefined, isChange: boolean): Code => {
  if (!isChange) return { type: 'code', lang: lang ?? null, value };
  return { type: 'code', lang: 'diff', meta: lang === 'diff' ? null : (lang ?? null), value };
};

/** Without blank lines at its end. A pattern would begin anew at every blank line within. */
const withoutLastLines = (text: string): string => {
  const { length } = text.trimEnd();
  const end = text.indexOf('\n', length);
  return end < 0 ? text : text.slice(0, end);
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

/** A table that holds code: numbers in one column, lines in the other. */
export const codeTable = (table: Element): Code | undefined => {
  const isChange = isDiff(table);
  const own = ownElements(table);
  const numbers = numberCells(table, own);
  if (!isHighlighter(table) && !isChange && !holdsNumberedCode(own, numbers)) return undefined;
  const value = rowsOfCode(table, isChange, numbers).replace(/^\n+/, '').trimEnd();
  return value === '' ? undefined : fenced(value, languageOf(table), isChange);
};

const highlighters =
  / (?:lntable|highlighttable|rouge table|hljs ln|blob code|code table|crayon table|syntaxhighlighter|js file line container) /;

/** By its own names, or that of the box that it fills. */
const isHighlighter = (table: Element): boolean => {
  const box = parentElement(table);
  return (
    highlighters.test(classWords(table)) ||
    (box?.tagName === 'div' && / syntaxhighlighter /.test(classWords(box)))
  );
};

/** Cells above code that name its file. */
export const fileNames = (table: Element): Element[] =>
  ownElements(table).filter(
    ({ tagName, attrs }) =>
      tagName === 'th' && attrs.some(({ name, value }) => name === 'class' && value === 'filename'),
  );

const holdsNumberedCode = (own: readonly Element[], numbers: ReadonlySet<Element>): boolean => {
  if (numbers.size > 0) return true;
  // Asked first: looking for numbers of lines takes longer.
  if (!own.some(({ tagName }) => tagName === 'pre')) return false;
  const cells = own.filter(({ tagName }) => tagName === 'td');
  return cells.some(isLineNumber) && cells.some((cell) => !isLineNumber(cell));
};

/** The first cells of rows, where they count the lines of code that are all of the others: 1, 2, 3, … */
const numberCells = (table: Element, own: readonly Element[]): ReadonlySet<Element> => {
  if (!own.some(({ tagName }) => tagName === 'pre') && !isCalledCode(table)) return none;
  let last: number | undefined;
  const cells = new Set<Element>();
  for (const row of own) {
    if (row.tagName !== 'tr') continue;
    const [numbers, code, ...others] = childElements(row);
    if (numbers === undefined || code === undefined || others.length > 0) return none;
    const text = plainText(numbers).trim();
    if (!/^\d+(?:\s+\d+)*$/.test(text) || onlyCode(code) === undefined) return none;
    for (const number of text.split(/\s+/).map(Number)) {
      if (last !== undefined && number !== last + 1) return none;
      last = number;
    }
    cells.add(numbers);
  }
  // A row with the number of one line may be anything.
  return cells.size > 1 || [...cells].some((cell) => firstElement(cell, 'pre') !== undefined) ? cells : none;
};

/** Names of signals and errors are code beside numbers, too. */
const isCalledCode = (table: Element): boolean => / (?:source ?)?code | highlight /.test(classWords(table));

/** The code that is all of a cell. */
const onlyCode = (cell: Element): Element | undefined => {
  const code = firstElement(cell, 'pre') ?? firstElement(cell, 'code');
  return code !== undefined && plainText(code).trim() === plainText(cell).trim() ? code : undefined;
};

const rowsOfCode = (table: Element, isChange: boolean, numbers: ReadonlySet<Element>): string => {
  const codeOf = (cell: Element) =>
    withoutLastLines(codeText(firstElement(cell, 'pre') ?? onlyCode(cell) ?? cell));
  const names = new Set(fileNames(table));
  return ownElements(table)
    .filter((row) => row.tagName === 'tr' && !childElements(row).some((cell) => names.has(cell)))
    .map((row) => {
      const cells = childElements(row).filter((cell) => !isLineNumber(cell) && !numbers.has(cell));
      return isChange ? diffLines(row, cells, codeOf) : cells.map(codeOf).join('');
    })
    .join('\n');
};

/** Names that highlighters give to the column of line numbers. */
const numberWords =
  / (?:line ?numbers?(?: rows)?|crayon nums|line num|lines num|code linenumber|linenos?|linenodiv|lineno|ln num|lnt|ln|gutter|blob num|line no|hljs ln numbers|rouge gutter|code line numbers?) /;

/** Numbers of lines that stand beside their code rather than within. */
export const isNumbersBeside = (element: Element): boolean =>
  likelyNumbers.test(attr(element, 'class') ?? '') &&
  (parentElement(element)
    ?.childNodes.slice(0, mostParts)
    .some(({ nodeName }) => nodeName === 'pre') ??
    false) &&
  isLineNumber(element);
const likelyNumbers = /line-?num|lineno|gutter/i;
/** Of a box with code: a title, buttons, numbers. */
const mostParts = 12;

const isLineNumber = (element: Element): boolean => {
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
  return isCount ? new Set(counts) : none;
};

const none: ReadonlySet<Element> = new Set();

/** What Prism calls a line stands behind its sign in one. */
const isNamedLine = (element: Element): boolean => {
  const words = classWords(element);
  return / (?:line|code line|view line|cm line) /.test(words) && words !== ' token line ';
};
const isLine = (element: Element): boolean => isBlock(element) || isNamedLine(element);

/** Class names that hold a language: `language-js`, `highlight-source-js`, `brush: js`. */
const languageClass =
  /^(?:language|lang|hl|highlight-source|mw-highlight-lang|highlight|code|gatsby-code|sourceCode|brush)[-:](.+)$|^sp-(javascript|jsx|typescript|tsx|css|html)$/i;
/** Languages that the class of code may be, and nothing else beside. */
const languages = new Set(
  `bash clojure console cpp csharp css dart dockerfile elixir erlang go golang graphql groovy haskell html http ini java
  javascript js json jsx julia kotlin latex less lua makefile matlab nginx objectivec ocaml perl php powershell py
  py3 pycon python python3 r ruby rust scala scss sh shell sql svg swift toml ts tsx typescript vim vue xml yaml yml zig`.split(
    /\s+/,
  ),
);
/** Class names that a language follows: `hljs js`, `sourceCode js`, `brush: js`. */
const beforeLanguage = /^(?:hljs|hl|highlight|sourceCode|syntaxhighlighter|brush:)$/;
/** What stands in such places without being a language. */
const noLanguage =
  /^(?:auto|block.*|wrapper|container|box|toolbar|example|snippet|body|copy|none|text|plain|plaintext|source|code|default|lines?|inner|area|content|tab-size|highlight.*|.+-highlight|nohighlight|numbersource|number-?lines)$/i;

const codeElements = new Set(['code', 'pre']);
const attributes = ['data-lang', 'data-language', 'data-code-language', 'language'];

/** The language that the element, the `<code>` in it, or one of three wrappers names. */
const languageOf = (element: Element): string | undefined => {
  const inner = elements(element).filter(({ tagName }) => tagName === 'code' || tagName === 'pre');
  const candidates = [...inner.slice(0, 4), element, ...ancestors(element).slice(0, 3)];
  return candidates.map(namedLanguage).find((language) => language !== undefined);
};

/** Sphinx tries code that no language is named of as Python, and colours it if it is. */
const isColoured = (element: Element): boolean =>
  elements(element).some(({ tagName, childNodes }) => tagName === 'span' && childNodes.length > 0);

const namedLanguage = (element: Element): string | undefined => {
  const classes = (attr(element, 'class') ?? '').split(/\s+/);
  const names = [
    ...attributes.map((name) => attr(element, name)),
    /\bbrush:\s*([\w+#-]+)/.exec(attr(element, 'data-syntaxhighlighter-params') ?? '')?.[1],
    ...classes.map((name) => languageClass.exec(name)?.slice(1).find(Boolean)),
    classes.includes('highlight-default') && isColoured(element) ? 'python' : undefined,
    ...classes.map((_, index) =>
      beforeLanguage.test(classes[index - 1] ?? '') ? classes[index] : undefined,
    ),
    codeElements.has(element.tagName)
      ? [...classes, attr(element, 'lang') ?? ''].find((name) => languages.has(name.toLowerCase()))
      : undefined,
  ];
  return names
    .map((name) =>
      name
        ?.trim()
        .toLowerCase()
        .replace(/^(?:source|text|lang)[.-]/, '')
        .replace(/;$/, '')
        .replace(/^(?:ipython\d?|py3)$/, 'python')
        .replace(/^diff-.+/, 'diff'),
    )
    .find((name) => name !== undefined && /^[\p{L}\p{N}_+#.-]{1,30}$/u.test(name) && !noLanguage.test(name));
};
