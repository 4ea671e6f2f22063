import { heldIn, isTicked, offersChoice } from '../../document/tree/fields.ts';
import { isBlock } from '../../document/tree/measure.ts';
import {
  ancestors,
  attr,
  type ChildNode,
  collapsedText,
  type Element,
  elements,
  hasAttr,
  isElement,
  isText,
  parentElement,
  squeeze,
} from '../../document/tree/tree.ts';
import { classWords } from '../../document/tree/words.ts';

/** In characters: longer values are code and addresses to be copied. */
const longest = 80;
const longestOffer = 400;

/**
 * What is chosen or typed, where words before it tell what it is: a field by itself is for the visitor to fill in, but for what may be
 * chosen of goods.
 */
export const fieldText = (field: Element, inCell: boolean): string => {
  const value = squeeze(heldIn(field) ?? '');
  const isOffer = offersChoice(field);
  if (value === '' || value.length > (isOffer ? longestOffer : longest) || arranges(field)) return '';
  if (!inCell && !isOffer && !followsWords(field)) return '';
  const next = nextTo(field, 1);
  return ` ${value}${next !== undefined && isText(next) && /^\p{P}/u.test(next.value) ? '' : ' '}`;
};

/** How a list is sorted, filtered or cut into pages is no part of it. */
const arranges = (field: Element): boolean =>
  ['name', 'id', 'class', 'aria-label'].some((name) =>
    /sort|order.?by|filter|per.?page|page.?size|limit/i.test(attr(field, name) ?? ''),
  );

/** The label stands before; what comes behind is more often about something else. */
const followsWords = (node: Element): boolean => {
  const before = nextTo(node, -1);
  const parent = parentElement(node);
  if (before !== undefined || parent === undefined || isBlock(parent)) return hasWords(before);
  return followsWords(parent);
};

/** The node before or behind that is more than white space. */
const nextTo = (node: Element, step: -1 | 1): ChildNode | undefined => {
  const siblings = node.parentNode?.childNodes ?? [];
  let at = siblings.indexOf(node) + step;
  for (let next = siblings[at]; next && isText(next) && next.value.trim() === ''; next = siblings[at])
    at += step;
  return siblings[at];
};

const hasWords = (node: ChildNode | undefined): boolean => {
  if (node === undefined || !isElement(node)) return node !== undefined;
  return !isBlock(node) && node.tagName !== 'button' && collapsedText(node) !== '' && !holdsField(node);
};

/** Its words are about that one. */
const holdsField = (node: Element): boolean => elements(node).some((inner) => heldIn(inner) !== undefined);

/**
 * The box that begins a line of a list to be ticked off, as a sign: nobody sends it anywhere, so it has no name. Undefined for other
 * fields.
 */
export const boxOfLine = (field: Element): string | undefined => {
  if (field.tagName !== 'input' || attr(field, 'type') !== 'checkbox' || hasAttr(field, 'name'))
    return undefined;
  const before = nextTo(field, -1);
  const next = nextTo(field, 1);
  const beginsLine = before === undefined || before.nodeName === 'br';
  // A label without words is drawn upon: it folds a menu.
  const hasText =
    next !== undefined &&
    (isText(next) || (isElement(next) && !isBlock(next) && (next.tagName !== 'label' || hasWords(next))));
  const isPlain = ancestors(field).every(({ tagName }) => !formParts.has(tagName));
  return beginsLine && hasText && isPlain ? (isTicked(field) ? '☑ ' : '☐ ') : undefined;
};

/** Where boxes are for something else, or are told of by `checked`. */
const formParts: ReadonlySet<string> = new Set(['form', 'label', 'li', 'td', 'th', 'button', 'fieldset']);

/** Whether the box of a list's item is ticked; null for an item without one of its own, or with one that folds what is behind it. */
export const checked = (item: Element): boolean | null => {
  const named = namedCheck(item);
  if (named !== undefined) return named;
  const box = elements(item).find((inner) => inner.tagName === 'input' || drawnBox(inner) !== undefined);
  if (box === undefined || (box.tagName === 'input' && attr(box, 'type') !== 'checkbox')) return null;
  if (ancestors(box).find(({ tagName }) => tagName === 'li') !== item) return null;
  const next = parentElement(box) === item ? nextTo(box, 1) : undefined;
  return next !== undefined && isElement(next) && isBlock(next) ? null : (drawnBox(box) ?? isTicked(box));
};

/** A box that is no field, ticked or not: one for screen readers, or an empty element called so, as in exports of Notion. */
const drawnBox = (element: Element): boolean | undefined => {
  if (element.attrs.length === 0 || element.tagName === 'input') return undefined;
  if (attr(element, 'role') === 'checkbox') return attr(element, 'aria-checked') === 'true';
  const state = / checkbox (on|off) $/.exec(classWords(element))?.[1];
  return state === undefined || element.childNodes.length > 0 ? undefined : state === 'on';
};

/** Lists of tasks whose boxes the style sheet draws: Confluence, and editors. */
const namedCheck = (item: Element): boolean | undefined => {
  if (item.attrs.length === 0) return undefined;
  if (hasAttr(item, 'data-inline-task-id')) return /(?:^|\s)checked(?:\s|$)/.test(attr(item, 'class') ?? '');
  const state = attr(item, 'data-checked') ?? /^(?:un)?checked$/.exec(attr(item, 'data-list') ?? '')?.[0];
  return state === undefined ? undefined : state === 'true' || state === 'checked';
};
