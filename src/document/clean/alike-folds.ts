import { attr, childElements, type Element, isElement, parentElement, prune, rename } from '../tree/tree.ts';
import { classWords } from '../tree/words.ts';
import { elementBefore, isLabel, isProse, says } from './fold-parts.ts';

/** Accordions by how their entries stand alone: plain scripts fold without saying so. */

interface Entry {
  readonly label: Element;
  readonly hidden: Element;
  /** What holds both. */
  readonly box: Element;
  /** What holds entries that look alike, and how they look. */
  readonly holder: Element;
  readonly look: string;
}

/** Fewest of them: with a heading each, and without. */
const fewest = { titled: 2, plain: 3 };

/**
 * The hidden parts of entries that stand in a row, each of a label and a text: an accordion. A button among the labels
 * becomes text, in place.
 */
export const entriesIn = (hidden: readonly Element[]): Element[] => {
  const concealed = new Set(hidden);
  const found = hidden
    .map(entryOf)
    .filter((entry) => entry !== undefined)
    .filter(({ label }) => !concealed.has(label));
  const rows = [...Map.groupBy(found, ({ holder }) => holder).values()].flatMap((entries) => [
    ...Map.groupBy(entries, ({ look }) => look).values(),
  ]);
  const alike = rows
    .filter((row) => countAlike(row) >= (row.every(isTitled) ? fewest.titled : fewest.plain))
    .flat();
  for (const { label } of alike) tellFolds(label);
  return alike.map((entry) => entry.hidden);
};

/** With those that are open. */
const countAlike = (row: readonly Entry[]): number => {
  const [{ box, holder, label }] = row as [Entry];
  if (box === holder) return row.length;
  const isAlike = (other: Element) => isBox(other) && childElements(other)[0]?.tagName === label.tagName;
  return childElements(holder).filter((other) => other.tagName === box.tagName && isAlike(other)).length;
};

const entryOf = (hidden: Element): Entry | undefined => {
  const body = outermost(hidden);
  const box = parentElement(body);
  if (box === undefined || popups.test(`${classWords(body)}${classWords(hidden)}`)) return undefined;
  if (menus.test(attr(hidden, 'role') ?? attr(body, 'role') ?? '')) return undefined;
  const label = elementBefore(body, box);
  if (label === undefined || !labels.has(label.tagName) || !isLabel(label, longestLabel) || !isProse(body))
    return undefined;
  const around = isBox(box) ? parentElement(box) : undefined;
  const look = `${around === undefined ? '' : box.tagName} ${label.tagName} ${body.tagName}`;
  return { label, hidden, box, holder: around ?? box, look };
};

/** What stands above the page when it is opened. */
const popups =
  / (?:modal|dialog|pop ?up|popover|tool ?tip|tip|hint|lightbox|overlay|drawer|off ?canvas|menu|flyout|toast|alert|error|tag|share) /;
const menus = /^(?:dialog|alertdialog|tooltip|menu|listbox|alert|status)$/;

const deepest = 3;

/** The element that holds a hidden one and nothing else. */
const outermost = (hidden: Element): Element => {
  let body = hidden;
  for (let depth = 0; depth < deepest; depth++) {
    const around = parentElement(body);
    if (around?.tagName !== 'div' || around.childNodes.some((node) => node !== body && says(node))) break;
    body = around;
  }
  return body;
};

/** An entry that holds its label, what it folds out, and nothing else. */
const isBox = (element: Element): boolean =>
  element.childNodes.length <= 8 && element.childNodes.filter(says).length === 2;

const titles = new Set('h1 h2 h3 h4 h5 h6 dt'.split(' '));
const labels = new Set([...titles, ...'button a div span p label header'.split(' ')]);
/** In characters. */
const longestLabel = 200;

const isTitled = ({ label }: Entry): boolean =>
  titles.has(label.tagName) || childElements(label).some(({ tagName }) => titles.has(tagName));

/** A button that names what it folds out is text. Words of a heading are anyway. */
const tellFolds = (label: Element): void => {
  const button = titles.has(label.tagName)
    ? undefined
    : [label, ...childElements(label)].find(({ tagName }) => tagName === 'button');
  if (button !== undefined) becomeSummary(button);
};

/** Beside its words a picture says that it folds. */
export const becomeSummary = (element: Element): void => {
  rename(element, 'summary');
  prune(element, (node) => isElement(node) && node.tagName === 'img');
};
