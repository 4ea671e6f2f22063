import type { Code, PhrasingContent } from 'mdast';
import { isBlock } from '../../document/tree/measure.ts';
import {
  attr,
  childElements,
  collapsedText,
  type Element,
  firstElement,
  firstNode,
  isElement,
  isText,
  squeeze,
  walk,
} from '../../document/tree/tree.ts';
import { classWords } from '../../document/tree/words.ts';

/** Declarations of functions and types in API references. */

/** Signatures as Javadoc, TypeDoc and Doxygen set them apart from the text. */
const signatures = / (?:(?:type|member|package|module) signature|tsd signature|memproto) /;
/** Most elements are seen at once to be none. */
const anySignature = /signature|memproto/;
/** The name of what a term of Sphinx describes. */
const describedName = / (?:desc ?name|sig name) /;
const codeHeading = / code header /;

/** How a function or type is declared, in an element that is not made for code. */
export const isSignature = (element: Element): boolean =>
  (element.tagName === 'div' || element.tagName === 'section') &&
  anySignature.test(attr(element, 'class') ?? '') &&
  signatures.test(classWords(element));

/** A term that is a declaration, as Sphinx has them. */
export const isDeclaration = (term: Element): boolean => {
  const list = term.parentNode;
  return (
    (attr(term, 'class') !== undefined || (list !== null && isElement(list) && hasClass(list))) &&
    (/ sig object /.test(classWords(term)) || namesDescribed(term))
  );
};
const namesDescribed = (term: Element): boolean => {
  let parts = 0;
  const found = firstNode(term, (node) => ++parts > mostParts || (isElement(node) && isDescribedName(node)));
  return found !== undefined && parts <= mostParts;
};
const hasClass = (list: Element): boolean => attr(list, 'class') !== undefined;
const isDescribedName = (element: Element): boolean => describedName.test(classWords(element));
/** Before the name stand no more than what it is and where. */
const mostParts = 48;

/** A heading that is all code, as Rust's documentation has them. */
export const codeInHeading = (heading: Element): PhrasingContent[] | undefined => {
  if (!/code-header/.test(attr(heading, 'class') ?? '') || !codeHeading.test(classWords(heading)))
    return undefined;
  const value = squeeze(declared(heading).replaceAll('\n', ' '));
  return value === '' ? undefined : [{ type: 'inlineCode', value }];
};

/** A declaration as code. Undefined if it says nothing. */
export const signature = (element: Element): Code | undefined => {
  const value = declared(element);
  return value === '' ? undefined : { type: 'code', lang: languageOf(element), value };
};

const languageOf = (element: Element): string | null => {
  const [term, list] = [classWords(element), element.parentNode];
  const around = list !== null && isElement(list) ? classWords(list) : '';
  if (/ tsd signature /.test(term)) return 'ts';
  if (/ (?:type|member|package|module) signature /.test(term)) return 'java';
  if (/ memproto /.test(term)) return 'cpp';
  const [, domain] = / (py|cpp|js|c|rst|std|php|rb) /.exec(`${term}${around}`) ?? [];
  return (domain && domains.get(domain)) ?? null;
};
const domains = new Map(
  Object.entries({ py: 'python', cpp: 'cpp', js: 'js', c: 'c', php: 'php', rb: 'ruby' }),
);

/** Links to the source and to the declaration itself. */
const isBeside = (element: Element): boolean =>
  element.tagName === 'button' ||
  / (?:headerlink|viewcode link|viewcode back|anchor icon|tsd anchor icon|src|anchor) /.test(
    classWords(element),
  );

/** The characters of a declaration: a line for each `<br>` and block, and in Javadoc, where it was typed in several. */
const declared = (root: Element): string => {
  if (/ memproto /.test(classWords(root)) && firstElement(root, 'tr') !== undefined)
    return declaredInCells(root);
  const parts: string[] = [];
  const isTyped = / (?:type|member|package|module) signature /.test(classWords(root));
  walk(
    root,
    (node) => {
      if (isText(node))
        parts.push((isTyped ? node.value : node.value.replace(/[\t\n\f\r ]+/g, ' ')).replace(/\u00A0/g, ' '));
      if (!isElement(node) || isBeside(node)) return false;
      // One parameter a line, as Sphinx writes long ones.
      if (node.tagName === 'dd') parts.push('\n    ');
      else if (node.tagName === 'br' || isBlock(node)) parts.push('\n');
      return true;
    },
    (element) => {
      if (isBlock(element)) parts.push('\n');
    },
  );
  return linesOf(parts.join(''));
};

/** In characters. */
const longestLine = 100;

/** Doxygen lays a declaration out as a table, with a parameter in each row: one line, or one for each row; labels last. */
const declaredInCells = (root: Element): string => {
  const rows: string[] = [];
  const labels: string[] = [];
  walk(root, (node) => {
    if (!isElement(node)) return false;
    const isLabel = node.tagName === 'span' && / mlabel /.test(classWords(node));
    const isRow = node.tagName === 'tr' && firstElement(node, 'table') === undefined;
    if (isLabel) labels.push(`[${collapsedText(node)}]`);
    else if (isRow) rows.push(joinedCells(node));
    return !isLabel && !isRow;
  });
  const ends = labels.map((label) => ` ${label}`).join('');
  const line = tightened(rows.join(' ')) + ends;
  if (line.length <= longestLine) return line;
  const lines = rows.filter((row) => row !== '').map(tightened);
  return lines.map((row, at) => (at === 0 || row.startsWith(')') ? row : `    ${row}`)).join('\n') + ends;
};

const joinedCells = (row: Element): string =>
  childElements(row)
    .map(collapsedText)
    .filter((text) => text !== '')
    .join(' ');

const tightened = (code: string): string => code.replace(/\( /g, '(').replace(/ (?=[(),])/g, '');

/** Without blank lines, and spaces at the ends of the others. */
const linesOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '')
    .join('\n')
    .replace(/\[source\]$/, '')
    .trim();
