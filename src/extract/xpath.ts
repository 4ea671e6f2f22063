import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../contract/error.ts';
import { squeeze } from '../document/tree.ts';
import type { LivePage } from '../page.ts';
import { evidenceOf, type Finding, type Findings, findingsOf, nothing } from './finding.ts';
import { mostMs } from './time.ts';

/**
 * XPath 1.0, evaluated by the browser itself in the isolated world of the live page. An expression sees what XPath sees in
 * a browser: the document, without shadow roots and what is in frames.
 */

/** Plain data of an evaluation: the texts of nodes, or a value that is none. */
type Evaluated =
  | { readonly nodes: readonly { readonly text: string; readonly verbatim: boolean }[] }
  | { readonly value: string | number | boolean | null }
  | { readonly refused: true };

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
  const timer = new AbortController();
  const time = Math.min(mostMs, Math.max(0, page.remaining - reserveMs));
  const late = delay(time, undefined, { signal: timer.signal }).then(() => {
    throw new ServiceError('timeout', {
      reason: 'xpath',
      message: 'The XPath expressions took too long to evaluate.',
    });
  });
  try {
    const answers = await Promise.race([
      page.evaluate(evaluateAll, Object.values(xpaths), maxNodes, maxCharacters),
      late,
    ]);
    const issues = names.flatMap((name, index) =>
      answers[index] && 'refused' in answers[index]
        ? [{ path: `xpaths.${name}`, message: 'is not an XPath 1.0 expression' }]
        : [],
    );
    const [first] = issues;
    if (first)
      throw new ServiceError('invalid_request', { message: `${first.path} ${first.message}`, issues });
    return Object.fromEntries(
      names.flatMap((name, index) => (answers[index] ? [[name, answers[index]]] : [])),
    );
  } finally {
    timer.abort();
  }
};

/** Self-contained: runs in the page's isolated world. The page may have elements named like what is called here. */
const evaluateAll = (
  expressions: readonly string[],
  maxNodes: number,
  maxCharacters: number,
): Evaluated[] => {
  const { createExpression } = Document.prototype;
  const textOf = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')?.get;
  const typeOf = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeType')?.get;
  let left = maxCharacters;
  const taken = (text: string) => {
    const kept = text.slice(0, left);
    left -= kept.length;
    return kept.toWellFormed();
  };
  const textsOf = (set: XPathResult) =>
    Array.from({ length: Math.min(set.snapshotLength, maxNodes) }, (_, index) => {
      const node = set.snapshotItem(index);
      const type = typeOf?.call(node);
      const text = textOf?.call(type === Node.DOCUMENT_NODE ? document.documentElement : node) ?? '';
      return { text: taken(text), verbatim: type === Node.ATTRIBUTE_NODE };
    });
  const read = (expression: XPathExpression): Evaluated => {
    const result = expression.evaluate(document, XPathResult.ANY_TYPE);
    if (result.resultType === XPathResult.STRING_TYPE) return { value: taken(result.stringValue) };
    if (result.resultType === XPathResult.BOOLEAN_TYPE) return { value: result.booleanValue };
    if (result.resultType === XPathResult.NUMBER_TYPE)
      return { value: Number.isFinite(result.numberValue) ? result.numberValue : null };
    // The nodes of any type are in no order.
    return { nodes: textsOf(expression.evaluate(document, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE)) };
  };
  return expressions.map((text) => {
    try {
      return read(createExpression.call(document, text, null));
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
    answers === undefined ? ['the document was not shown by the browser: no expression was evaluated'] : [],
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
