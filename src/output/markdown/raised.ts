import type { PhrasingContent } from 'mdast';
import { type Element, elements, parentElement, rawText } from '../../document/tree/tree.ts';
import { classWords } from '../../document/tree/words.ts';

/** Superscript and subscript. */

/** In characters: what is longer is small print. */
const longest = 12;

/** A number, a bracket or a variable: what may have a power or an index. */
const base = /(?:[\d)\]]|(?:^|[^\p{L}\p{N}])\p{L})$/u;
/** `n+1`, `−kt`, `2n`, `i,j` */
const term = /^(?=.*\p{L})(?:[+−-]?[\p{L}\p{N}]+(?:\s*[+−–/·,-]\s*[\p{L}\p{N}]+)+|[+−-]\p{L}+|\d+\p{L})$/u;

/**
 * What raised text is written as: a power reads as one (`x^2`, `2^n`, `2^(n+1)`), raised cents are behind a point, a
 * fraction behind a space. Undefined for all else, such as ordinals and trademarks, which stand on the line.
 */
export const raisedText = (element: Element, found: readonly PhrasingContent[]): string | undefined => {
  const text = plainText(element);
  if (text === undefined) return undefined;
  const before = lastText(found);
  // Of notes there may be several.
  if (/^\d+(?:\s*[,;–]\s*\d+)+$/.test(text)) return `^${text}`;
  if (/^[\d+−-]+$/.test(text))
    return isCents(element, text, endOf(found)) ? `${point(before)}${text}` : `^${text}`;
  if (/^\d+\s*[/⁄]\s*\d+$/.test(text)) return /\d$/.test(before) ? ` ${text}` : text;
  if (!base.test(before)) return undefined;
  if (term.test(text)) return `^(${text})`;
  return isVariable(text, before) ? `^${text}` : undefined;
};

/** What lowered text is written as: an index of letters is one, `x_i`; digits stand on the line as in `H2O`. */
export const loweredText = (element: Element, found: PhrasingContent[]): string | undefined => {
  const text = plainText(element);
  if (text !== undefined && /^\d+$/.test(text)) settleFraction(found);
  const before = lastText(found);
  if (
    text === undefined ||
    /[\d)\]]$/.test(before) ||
    !(base.test(before) || /(?:^|\P{L})log$/u.test(before))
  )
    return undefined;
  if (term.test(text)) return `_(${text})`;
  return /^\p{L}[\p{L}\p{N}]*$/u.test(text) ? `_${text}` : undefined;
};

/** What seemed to be a power is above the line of a fraction: `2<sup>1</sup>/<sub>4</sub>` is `2 1/4`. */
const settleFraction = (found: PhrasingContent[]): void => {
  const [top, line] = found.slice(-2);
  if (top?.type !== 'text' || line?.type !== 'text' || !/^\s*[/⁄]\s*$/.test(line.value)) return;
  const behind = /\d$/.test(lastText(found.slice(-3, -2))) ? ' ' : '';
  found.splice(-2, 1, { type: 'text', value: top.value.replace(/^\^/, behind) });
};

const plainText = (element: Element): string | undefined => {
  const text = rawText(element).trim();
  return text === '' || text.length > longest || !elements(element).every(isStyle) ? undefined : text;
};

const styles = new Set('b em font i small span strong var'.split(' '));
const isStyle = ({ tagName }: Element): boolean => styles.has(tagName);

/** The end of what is written already. */
const lastText = (found: readonly PhrasingContent[]): string => {
  const last = found.at(-1);
  if (last === undefined) return '';
  if ('children' in last) return lastText(last.children);
  return last.type === 'text' || last.type === 'inlineCode' ? last.value.slice(-30) : '';
};

/** Of all that is written already: the currency, the units and their point may be elements of their own. */
const endOf = (found: readonly PhrasingContent[]): string =>
  found
    .slice(-3)
    .map((node) => lastText([node]))
    .join('');

/** A letter behind a number may be that of an ordinal: `2e`, `1o`; behind another, of an abbreviation: `no`, `Dr`. */
const isVariable = (text: string, before: string): boolean => {
  if (!/^\p{L}$/u.test(text)) return false;
  if (/\d$/.test(before)) return !/[aoerdhª]/i.test(text);
  return /\p{Lu}$/u.test(before) ? /[nmkTxyzij]/.test(text) : text !== 'o';
};

const isCents = (element: Element, text: string, before: string): boolean => {
  if (!/^\d\d$/.test(text) || !/\d$/.test(before)) return false;
  if (/\p{Sc}\s*\d[\d.,\s]*$/u.test(before)) return true;
  const outer = parentElement(element);
  return [outer, outer && parentElement(outer)].some(
    (one) => one && / (?:price|prices|amount) /.test(classWords(one)),
  );
};

/** Where points part the thousands, a comma parts the cents. */
const point = (before: string): string => (/\d\.\d{3}$/.test(before) ? ',' : '.');
