import type { Selector, SelectorObject } from '../contract/selectors.ts';
import { heldIn } from '../document/tree/fields.ts';
import { resolveUrl } from '../document/tree/links.ts';
import { compileSelector, type Matches } from '../document/tree/select.ts';
import { shownText } from '../document/tree/text.ts';
import { attr, type Document, type Element, firstElement, isElement, walk } from '../document/tree/tree.ts';
import { evidenceOf, type Finding, type Findings, findingsOf, nothing } from './evidence/finding.ts';
import { innerHtml, isDropped } from './markup.ts';
import { readNumber, readPlain } from './reading/numbers.ts';

/**
 * CSS selectors, on the page as it was read: what is in shadow roots stands in place of their slots, what is in a frame
 * inside a `div` in place of the frame. So one selector reaches across all of them, and the same page gives the same data
 * whether it was shown or read from its response.
 */

type Fields = Readonly<Record<string, Selector>>;

/** @throws ServiceError `invalid_request` naming the first field whose selector is none. */
export const checkSelectors = (fields: Fields, path = 'selectors'): void => {
  for (const [name, value] of Object.entries(fields)) {
    const at = `${path}.${name}`;
    if (typeof value === 'string') compileSelector(value, at);
    else {
      if (value.selector !== undefined) compileSelector(value.selector, `${at}.selector`);
      checkSelectors(value.fields ?? {}, `${at}.fields`);
    }
  }
};

/** @param base address that relative links resolve against. */
export const extractSelectors = (document: Document, base: string, fields: Fields): Findings => {
  const root = firstElement(document, 'html');
  const compiled = new Map<string, Matches>();
  return findingsOf(
    Object.entries(fields).map(([name, value]) => [
      name,
      root === undefined ? nothing : find({ scope: root, path: '', base, compiled }, objectOf(value)),
    ]),
  );
};

const objectOf = (value: Selector): SelectorObject =>
  typeof value === 'string' ? { selector: value } : value;

/** Where to look, and by which selector that was found. */
interface Part {
  readonly scope: Element;
  readonly path: string;
  readonly base: string;
  readonly compiled: Map<string, Matches>;
}

const find = (part: Part, wanted: SelectorObject): Finding => {
  const { selector, type, fields } = wanted;
  const path = [part.path, selector].filter((step) => step).join(' ') || ':root';
  const matches = selector === undefined ? [part.scope] : selectIn(part, selector);
  const found = (type === 'list' ? matches : matches.slice(0, 1)).flatMap((scope) => {
    const here = { ...part, scope, path };
    const finding = fields === undefined ? readValue(here, wanted) : readFields(here, fields);
    return finding.value === null ? [] : [finding];
  });
  const [first] = found;
  if (first === undefined) return nothing;
  if (type !== 'list') return first;
  return {
    value: found.map(({ value }) => value),
    evidence: first.evidence,
    inside: Object.fromEntries(
      found.flatMap(({ inside = {} }, index) =>
        Object.entries(inside).map(([name, evidence]) => [`[${index}].${name}`, evidence]),
      ),
    ),
  };
};

/** A selector that does not speak of its scope is compiled once, for all scopes. */
const speaksOfScope = /^\s*[>+~]|,\s*[>+~]|:scope/;

const selectIn = ({ scope, path, compiled }: Part, selector: string): Element[] => {
  const own = speaksOfScope.test(selector) ? scope : undefined;
  const matches = (own ? undefined : compiled.get(selector)) ?? compileSelector(selector, 'selectors', own);
  if (own === undefined) compiled.set(selector, matches);
  const below = readable(scope).filter(matches);
  // At the top the scope is the whole document, of which the root is a part; elsewhere it may be meant by its name.
  return (path === '' || own !== undefined) && matches(scope) ? [scope, ...below] : below;
};

/** Every element below, without scripts, styles and what is for readers without scripts, and all that is inside them. */
const readable = (scope: Element): Element[] => {
  const found: Element[] = [];
  walk(scope, (node) => {
    if (!isElement(node) || isDropped(node)) return false;
    found.push(node);
    return true;
  });
  return found;
};

/** An object of all fields; null where none of them was found. */
const readFields = (part: Part, fields: Fields): Finding => {
  const found = Object.entries(fields).map(([name, value]) => [name, find(part, objectOf(value))] as const);
  const { data, fields: inside, confidence } = findingsOf(found);
  if (found.every(([, { evidence }]) => evidence === null)) return nothing;
  return {
    value: data,
    evidence: evidenceOf('css_selector', part.path, shownText(part.scope, isDropped), confidence),
    inside,
  };
};

const readValue = ({ scope, path, base }: Part, { attribute, type }: SelectorObject): Finding => {
  const held = attribute === undefined ? heldIn(scope) : undefined;
  const shown = attribute === undefined && held === undefined ? shownText(scope, isDropped) : '';
  const text =
    shown || (attribute === undefined ? (held ?? standsFor(scope)) : attributeOf(scope, attribute, base));
  if (text === undefined) return nothing;
  const value =
    type === 'html' && attribute === undefined
      ? innerHtml(scope)
      : type === 'number'
        ? ((shown === '' ? readPlain(text) : null) ?? readNumber(text))
        : text;
  return value === null ? nothing : { value, evidence: evidenceOf('css_selector', path, text, 1) };
};

/** What an element without text stands for. */
const standsFor = (element: Element): string =>
  (
    attr(element, 'data-gn-value') ??
    attr(element, 'content') ??
    attr(element, 'value') ??
    attr(element, 'alt') ??
    ''
  ).trim();

const addresses = new Set(['href', 'src', 'action', 'poster', 'cite', 'data-src', 'data-href', 'formaction']);

/** Addresses absolute, the value of a form field the one that it has now. */
const attributeOf = (element: Element, given: string, base: string): string | undefined => {
  const name = given.toLowerCase();
  const value = (name === 'value' ? attr(element, 'data-gn-value') : undefined) ?? attr(element, name);
  if (value === undefined || !addresses.has(name)) return value;
  return resolveUrl(value, base) ?? value;
};
