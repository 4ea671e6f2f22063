import { ServiceError } from '../contract/error.ts';
import { Deadline } from '../deadline.ts';
import { squeeze } from '../document/tree/tree.ts';
import type { LivePage } from '../page.ts';
import { evidenceOf, type Finding, type Findings, findingsOf, nothing } from './evidence/finding.ts';
import { mostMs } from './time.ts';

/**
 * XPath 1.0, evaluated by the browser itself in the isolated world of the live page. An expression sees what XPath sees in
 * a browser: the document, without shadow roots and what is in frames.
 *
 * Of XML it sees a copy, without what Chromium puts around it to show it, and names without a prefix mean elements without one,
 * as in HTML: `//entry` finds those of a feed, whose names stand in a namespace. Who asks for namespaces gets them as they are.
 */

/** Plain data of an evaluation: the texts of nodes, or a value that is none. */
type Evaluated = (
  | { readonly nodes: readonly { readonly text: string; readonly verbatim: boolean }[] }
  | { readonly value: string | number | boolean | null }
  | { readonly refused: true }
) & {
  /** Of the expression, those that the document has no namespace for: they find nothing. */
  readonly unknownPrefixes?: readonly string[];
};

export type XPathAnswers = Readonly<Record<string, Evaluated>>;

/** Kept of the request's time for the answer. */
const reserveMs = 200;
const maxNodes = 10_000;
const maxCharacters = 5_000_000;

/**
 * Evaluates every expression in the page.
 * @throws ServiceError `invalid_request` naming those that are none; `timeout` when the page did not answer in time: it
 * is still at it, and ends with its tab.
 */
export const evaluateXPaths = async (
  page: LivePage,
  xpaths: Readonly<Record<string, string>>,
): Promise<XPathAnswers> => {
  const names = Object.keys(xpaths);
  using deadline = new Deadline(
    Math.min(mostMs, Math.max(0, page.remaining - reserveMs)),
    undefined,
    tooLate,
  );
  const answers = await deadline.race(
    page.evaluate(evaluateAll, Object.values(xpaths), maxNodes, maxCharacters),
  );
  const issues = names.flatMap((name, index) =>
    answers[index] && 'refused' in answers[index]
      ? [{ path: `xpaths.${name}`, message: 'is not an XPath 1.0 expression' }]
      : [],
  );
  const [first] = issues;
  if (first) throw new ServiceError('invalid_request', { message: `${first.path} ${first.message}`, issues });
  return Object.fromEntries(names.flatMap((name, index) => (answers[index] ? [[name, answers[index]]] : [])));
};

const tooLate = () =>
  new ServiceError('timeout', {
    reason: 'xpath',
    message: 'The XPath expressions took too long to evaluate.',
  });

/** Self-contained: runs in the page's isolated world. The page may have elements named like what is called here. */
const evaluateAll = (
  expressions: readonly string[],
  maxNodes: number,
  maxCharacters: number,
): Evaluated[] => {
  const { createExpression, querySelector } = Document.prototype;
  const textOf = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')?.get;
  const typeOf = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeType')?.get;
  const isXml = document instanceof XMLDocument;
  const root =
    (isXml && document.getElementById('webkit-xml-viewer-source-xml')?.firstElementChild) ||
    querySelector.call(document, ':root');
  const copies = new Map<boolean, Document>();
  const copyOf = (withNamespaces: boolean): Document => {
    const copy = document.implementation.createDocument(null, null);
    const copied = (node: Node): Node => {
      if (!(node instanceof Element)) return copy.importNode(node, false);
      const space = withNamespaces || node.prefix !== null ? node.namespaceURI : null;
      const element = copy.createElementNS(space, node.nodeName);
      for (const attribute of node.attributes)
        if (withNamespaces || attribute.name !== 'xmlns')
          element.setAttributeNS(attribute.namespaceURI, attribute.name, attribute.value);
      for (const child of node.childNodes) element.appendChild(copied(child));
      return element;
    };
    if (root !== null) copy.appendChild(copied(root));
    return copy;
  };
  const documentFor = (expression: string): Document => {
    if (!isXml) return document;
    const withNamespaces = /namespace-uri\s*\(/.test(expression);
    const copy = copies.get(withNamespaces) ?? copyOf(withNamespaces);
    copies.set(withNamespaces, copy);
    return copy;
  };
  const usual: Readonly<Record<string, string>> = {
    svg: 'http://www.w3.org/2000/svg',
    math: 'http://www.w3.org/1998/Math/MathML',
    xlink: 'http://www.w3.org/1999/xlink',
  };
  const spaceOf = (prefix: string): string | null => {
    const all = isXml && root !== null ? [root, ...root.querySelectorAll('*')] : [];
    const holder = all.find((element) => element.hasAttribute(`xmlns:${prefix}`));
    return holder?.getAttribute(`xmlns:${prefix}`) || usual[prefix] || null;
  };
  let left = maxCharacters;
  const taken = (text: string) => {
    const kept = text.slice(0, left);
    left -= kept.length;
    return kept.toWellFormed();
  };
  const textsOf = (set: XPathResult, at: Document) =>
    Array.from({ length: Math.min(set.snapshotLength, maxNodes) }, (_, index) => {
      const node = set.snapshotItem(index);
      const type = typeOf?.call(node);
      const text = textOf?.call(type === Node.DOCUMENT_NODE ? querySelector.call(at, ':root') : node) ?? '';
      return { text: taken(text), verbatim: type === Node.ATTRIBUTE_NODE };
    });
  const read = (expression: XPathExpression, at: Document): Evaluated => {
    const result = expression.evaluate(at, XPathResult.ANY_TYPE);
    if (result.resultType === XPathResult.STRING_TYPE) return { value: taken(result.stringValue) };
    if (result.resultType === XPathResult.BOOLEAN_TYPE) return { value: result.booleanValue };
    if (result.resultType === XPathResult.NUMBER_TYPE)
      return { value: Number.isFinite(result.numberValue) ? result.numberValue : null };
    // The nodes of any type are in no order.
    return { nodes: textsOf(expression.evaluate(at, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE), at) };
  };
  return expressions.map((text) => {
    const unknownPrefixes: string[] = [];
    const resolver = (prefix: string | null): string => {
      const space = spaceOf(prefix ?? '');
      if (space === null) unknownPrefixes.push(prefix ?? '');
      return space ?? 'urn:unknown';
    };
    try {
      const at = documentFor(text);
      const answer = read(createExpression.call(at, text, resolver), at);
      return unknownPrefixes.length === 0 ? answer : { ...answer, unknownPrefixes };
    } catch (error) {
      if (error instanceof DOMException) return { refused: true };
      throw error;
    }
  });
};

/**
 * Of a set of nodes: nothing, the text of the one, or the texts of all; attributes as they stand, other nodes with runs of
 * white space as one space. Strings, numbers and booleans are as the expression computes them.
 * @param answers undefined for a document that was never shown.
 */
export const fromXPaths = (
  xpaths: Readonly<Record<string, string>>,
  answers: XPathAnswers | undefined,
): Findings =>
  findingsOf(
    Object.entries(xpaths).map(([name, expression]) => [name, findingOf(expression, answers?.[name])]),
    answers === undefined
      ? ['the document was not shown by the browser: no expression was evaluated']
      : Object.entries(answers).flatMap(([name, { unknownPrefixes = [] }]) =>
          unknownPrefixes.map(
            (prefix) => `xpaths.${name}: the document has no namespace for the prefix ${prefix}`,
          ),
        ),
  );

const findingOf = (expression: string, answer: Evaluated | undefined): Finding => {
  if (answer === undefined || 'refused' in answer) return nothing;
  if ('value' in answer) {
    const { value } = answer;
    return value === null ? nothing : { value, evidence: evidenceOf('xpath', expression, String(value), 1) };
  }
  const texts = answer.nodes.map(({ text, verbatim }) => (verbatim ? text : squeeze(text)));
  const [first] = texts;
  if (first === undefined) return nothing;
  return {
    value: texts.length === 1 ? first : texts,
    evidence: evidenceOf('xpath', expression, first, 1),
  };
};
