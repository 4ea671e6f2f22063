import { becomeSummary } from '../clean/alike-folds.ts';
import { isBlock } from '../tree/measure.ts';
import {
  ancestors,
  attr,
  type ChildNode,
  childElements,
  collapsedText,
  type Element,
  elements,
  firstNode,
  hasAttr,
  isElement,
  isText,
  type ParentNode,
  parentElement,
  rawText,
  rename,
  squeeze,
  walk,
} from '../tree/tree.ts';
import { wordsOf } from '../tree/words.ts';
import { isOfFoldedList, says } from './folded-lists.ts';

/**
 * Buttons act on the page, and what they say is no text of it. Where one is a heading, a term, a word of a sentence or the name
 * of a column, leads elsewhere, or names what it folds out, it is text: in place, such a button becomes an element that says so.
 */
export const nameButtons = (root: ParentNode): void => {
  for (const element of elements(root)) {
    const name = element.tagName === 'button' ? textName(element) : foldName(element);
    if (name === undefined) continue;
    if (name === 'summary') becomeSummary(element);
    else rename(element, name);
  }
};

const titles = new Set('h1 h2 h3 h4 h5 h6 summary'.split(' '));

const textName = (button: Element): string | undefined => {
  const around = ancestors(button);
  const title = around.find(isTitle);
  if (title !== undefined) return isActOn(title, button) ? undefined : 'span';
  if (isInSentence(button, around.find(isBlock))) return 'span';
  // A link that is drawn as a button.
  if (around.some((outer) => outer.tagName === 'a' && hasAttr(outer, 'href'))) return 'span';
  if (elements(button).some(isTitle) || isValue(button, around)) return 'div';
  if (opensEntry(button)) return 'summary';
  if (isEntry(button)) return 'div';
  if (isOperation(button)) return 'div';
  if (!opensWhatFollows(button) && !isOfFoldedList(button, around)) return undefined;
  return around.some(({ tagName }) => tagName === 'dt') ? 'span' : 'summary';
};

/** What else says that it is a button, and folds out what follows. */
const foldName = (element: Element): string | undefined =>
  (element.tagName === 'div' || element.tagName.includes('-')) &&
  attr(element, 'role') === 'button' &&
  hasAttr(element, 'aria-expanded') &&
  !ancestors(element).some(isTitle) &&
  opensWhatFollows(element)
    ? 'summary'
    : undefined;

/**
 * All that a cell says: the name of a column, which sorts the table, or a value made of several parts. What is done with a
 * row is one.
 */
const isValue = (button: Element, around: readonly Element[]): boolean => {
  const depth = around.slice(0, mostHolders).findIndex(({ tagName }) => tagName === 'td' || tagName === 'th');
  const path = [button, ...around.slice(0, depth + 1)];
  return (
    depth >= 0 &&
    (around[depth]?.tagName === 'th' || elements(button).some(isBlock)) &&
    collapsedText(button) !== '' &&
    // The first text beside it ends the search: cells have thousands of buttons.
    path.every(
      (inner, index) => !path[index + 1]?.childNodes.some((node) => node !== inner && saysWord(node)),
    )
  );
};

/** What Redoc has for the address of an operation, and for each of its responses: they fold out hosts and schemas. */
const isOperation = (button: Element): boolean => {
  const text = squeeze(rawText(button));
  if (/^(?:get|post|put|patch|delete|del|head|options) ?\/\S*$/i.test(text)) return true;
  const status = /^(?:[1-5]\d\d|[1-5]xx|default)(?= \S)/i.exec(text)?.[0];
  const first = status && childElements(button).find(({ tagName }) => tagName !== 'svg');
  return (
    !!first && first.tagName === 'strong' && collapsedText(first) === status && elements(button).some(isBlock)
  );
};

const saysWord = (node: ChildNode): boolean =>
  isText(node) ? node.value.trim() !== '' : isElement(node) && collapsedText(node) !== '';

const isTitle = (element: Element): boolean =>
  titles.has(element.tagName) || attr(element, 'role') === 'heading';

/** A button that does not unfold anything, in a heading whose words stand before all of its buttons: in which units, copy, edit. */
const isActOn = (title: Element, button: Element): boolean => {
  const word = firstNode(title, (node) => isText(node) && /\p{L}/u.test(node.value));
  return (
    word !== undefined &&
    !hasAttr(button, 'aria-expanded') &&
    !ancestors(word).some(({ tagName }) => tagName === 'button')
  );
};

/** A word of a paragraph that opens an explanation, or of any text that leads up to it and goes on behind it. */
const isInSentence = (button: Element, block: Element | undefined): boolean =>
  (block?.tagName === 'p' && collapsedText(block).length > 4 * collapsedText(button).length) ||
  (collapsedText(button) !== '' &&
    leadsUp.test(textBeside(button, -1)) &&
    goesOn.test(textBeside(button, 1)));

const leadsUp = /[\p{Ll}\p{Lo},(]\s*$/u;
const goesOn = /^\s*(?:[.,;)]|\p{Ll}|\p{Lo})/u;

const textBeside = (element: Element, step: 1 | -1): string => {
  const nodes = element.parentNode?.childNodes ?? [];
  const node = nodes.length <= mostInLine ? nodes[nodes.indexOf(element) + step] : undefined;
  return node !== undefined && isText(node) ? node.value : '';
};
/** Nodes of a text: what holds more is none. */
const mostInLine = 200;

/**
 * An entry that is folded out, and says more than a name: a sentence, or what reference documentation has for each of its
 * operations. What opens a menu says one thing.
 */
const opensEntry = (button: Element): boolean => {
  if (!hasAttr(button, 'aria-expanded') || hasAttr(button, 'aria-haspopup')) return false;
  if ((attr(button, 'role') ?? 'button') !== 'button') return false;
  let blocks = 0;
  let texts = 0;
  walk(button, (node) => {
    if (isText(node) && /[\p{L}\p{N}]/u.test(node.value)) texts++;
    if (isElement(node) && isBlock(node)) blocks++;
    return true;
  });
  return blocks > 0 && texts > 1;
};

/** A card or a row of a list that is pressed as a whole: a sentence beside its name, or several blocks with a text each. */
const isEntry = (button: Element): boolean => {
  if (!entryRoles.has(attr(button, 'role') ?? 'button')) return false;
  const holders = new Set<Element>();
  const blocks = new Set<Element>();
  let longest = 0;
  walk(button, (node) => {
    if (!isText(node) || !/\p{L}{2}/u.test(node.value)) return true;
    const [holder, ...around] = ancestors(node);
    if (holder !== undefined) holders.add(holder);
    const block = [holder, ...around].find((outer) => outer === button || (outer && isBlock(outer)));
    if (block !== undefined && block !== button) blocks.add(block);
    longest = Math.max(longest, squeeze(node.value).length);
    return true;
  });
  const isMenu = hasAttr(button, 'aria-haspopup') || hasAttr(button, 'aria-expanded');
  return (holders.size > 1 && longest >= leastSentence) || (blocks.size > 1 && !isMenu);
};
const entryRoles = new Set(['button', 'listitem', 'article']);
/** In characters: labels of buttons are shorter. */
const leastSentence = 40;

const folds = / (?:accordions?|faqs?|collapse|collapsible|disclosure|question) /;

/** A sign alone explains what is beside it. */
const question = /^(?=.*?\p{L}{2}).*[?？؟]$/su;

/** What is folded out stands right behind the button or what holds nothing else. A tab or an option is one of a row. */
const opensWhatFollows = (button: Element): boolean => {
  const role = attr(button, 'role') ?? 'button';
  if (role !== 'button' || hasAttr(button, 'aria-haspopup')) return false;
  const text = collapsedText(button);
  if (text === '') return false;
  const { isFirst, isFollowed } = placeOf(button);
  if (!isFollowed) return false;
  const names = wordsOf(`${attr(button, 'id') ?? ''} ${attr(button, 'class') ?? ''}`);
  return (isFirst && hasAttr(button, 'aria-expanded')) || folds.test(names) || question.test(text);
};

/** Elements that hold the button alone, and nodes beside each of them: more are not looked at. */
const mostHolders = 6;
const mostBeside = 8;

/** What is behind an item or cell is another one. */
const parts = new Set('li td th tr'.split(' '));

/** Whether there is text before and behind the button, in the nearest element that holds more. */
const placeOf = (button: Element): { isFirst: boolean; isFollowed: boolean } => {
  let holder = button;
  for (let step = 0; step < mostHolders; step++) {
    const around = parentElement(holder);
    if (around === undefined || parts.has(holder.tagName)) break;
    const at = around.childNodes.indexOf(holder);
    const isFirst =
      holder.tagName === 'dt' || !around.childNodes.slice(Math.max(0, at - mostBeside), at).some(says);
    const isFollowed = around.childNodes.slice(at + 1, at + 1 + mostBeside).some(says);
    if (!isFirst || isFollowed) return { isFirst, isFollowed };
    holder = around;
  }
  return { isFirst: true, isFollowed: false };
};
