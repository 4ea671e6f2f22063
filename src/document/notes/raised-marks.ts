import { attr, childElements, type Element, isText, rawText } from '../tree/tree.ts';

/** `[2]`, `†`: they mean nothing else. */
const always = /^(?:\[[^\]]{1,20}\]|[*†‡§¶]+)$/;
/** What a number behind is no power of: a word or a number longer than a base, a share. */
const longWord = /\p{L}{4,}$/u;
const longNumber = /(?:\d[.,]\d+|\d{3,}|[%)])$/;
const ofLength = /(?:miles?|inch(?:es)?|foot|feet|yards?|met(?:er|re)s?)$/i;

/** Whether raised text refers to a note, and is no power, ordinal or unit: `South<sup>a</sup>`, `8,930<sup>1</sup>`. */
export const isNoteMark = (element: Element): boolean => {
  if (element.tagName !== 'sup') return false;
  const text = rawText(element).trim();
  const leads = childElements(element).some((child) => (attr(child, 'href') ?? '').startsWith('#'));
  if (always.test(text) || (leads && text.length <= 3)) return true;
  const before = textBefore(element);
  if (/^[a-d]$/i.test(text)) return /\p{L}{2}$/u.test(before) || longNumber.test(before);
  const isUnit = /^[23]$/.test(text) && ofLength.test(before);
  return /^\d{1,2}$/.test(text) && !isUnit && (longWord.test(before) || longNumber.test(before));
};

const mostSiblings = 200;
/** In characters. */
const longestBefore = 30;
const textBefore = (element: Element): string => {
  const siblings = element.parentNode?.childNodes ?? [];
  if (siblings.length > mostSiblings) return '';
  const before = siblings[siblings.indexOf(element) - 1];
  return before !== undefined && isText(before) ? before.value.slice(-longestBefore).trimEnd() : '';
};
