import {
  ancestors,
  attr,
  type ChildNode,
  childElements,
  collapsedText,
  type Element,
  elements,
  hasAttr,
  hasWord,
  isElement,
  type ParentNode,
  parentElement,
} from '../tree/tree.ts';
import { wordsOf } from '../tree/words.ts';
import { entriesIn } from './alike-folds.ts';
import { panelsIn } from './placed-panels.ts';
import { type ReadMore, readMoreOf } from './read-more.ts';

/** A hidden element that a reader opens. */
export interface Fold {
  readonly panel: Element;
  /** Where it is the rest of a text or list. */
  readonly readMore: ReadMore | undefined;
}

/**
 * Of what is hidden, what a reader opens where it stands, as what a closed `<details>` holds: panels of tabs, accordions and
 * carousels, by their role, by their name, by the question or heading that says it controls them or stands right before
 * them, by the radio buttons that choose them, by the `<details>` that they fill, by how they stand in a row, or as the rest of
 * a text. Menus fold out as well.
 */
export const foldedIn = (document: ParentNode, hidden: Iterable<ChildNode>): Fold[] => {
  const parts = [...hidden].filter(isElement);
  const rests = new Map(parts.map((part) => [part, readMoreOf(part)]));
  const known = new Set(parts.filter((part) => isKnown(part) || rests.get(part) !== undefined));
  // What says that it is a panel has labels that say so, too.
  const alike = new Set([...entriesIn(parts), ...panelsIn(parts.filter((part) => !known.has(part)))]);
  const likely = parts.filter((part) => known.has(part) || alike.has(part) || hasAttr(part, 'id'));
  if (likely.length === 0) return [];
  const all = elements(document);
  const controlled = controlledBy(all);
  const panels = likely.filter(
    (part) =>
      known.has(part) || alike.has(part) || controlled(part).some((by) => saysWhat(by) || names(by, part)),
  );
  const menus: ReadonlySet<unknown> = panels.length === 0 ? new Set() : withinMenus(all);
  // Scripts that fold out menus are used for answers as well.
  return panels
    .filter((part) => !menus.has(alike.has(part) ? part.parentNode : part))
    .map((panel) => ({ panel, readMore: rests.get(panel) }));
};

const isKnown = (element: Element): boolean =>
  isPanel(element) || isBehind(element) || isChosen(element) || fillsDetails(element);

const isPanel = (element: Element): boolean => {
  if (attr(element, 'role') === 'tabpanel' || attr(element, 'aria-roledescription') === 'slide') return true;
  const names = attr(element, 'class') ?? '';
  if (isSlide(element, names)) return true;
  // Asked first: most have no such name, and to cut them into words takes longer.
  return likelyPanel.test(names) && panel.test(wordsOf(names));
};

/** Of a talk made with reveal.js, or a part of one that comes later. */
const isSlide = (element: Element, names: string): boolean =>
  element.tagName === 'section'
    ? /(?:^|\s)(?:past|future)(?:\s|$)/.test(names)
    : /(?:^|\s)fragment(?:\s|$)/.test(names) &&
      ancestors(element).some(({ tagName }) => tagName === 'section');

const likelyPanel = /tab|accordion|collaps|expansion|faq|toggle|carousel/i;
const panel =
  / (?:carousel item|tab ?pane|tabs? ?panel|tabs? content|tabbed block|(?:accordion|collaps(?:e|ible)|expansion|faq|toggle)(?: item)? (?:collapse|content|body|panel|pane|text|answer|inner)) /;

/** Most nodes of an entry, that of its control and what it folds out among them. */
const largestEntry = 8;
/** How far inside what stands before is the control. */
const controlDepth = 3;

/** Nodes beside an element: of more, none is looked for. */
const mostBeside = 500;

/** Whether what stands right before an element folds it out, and does not say what. */
const isBehind = (element: Element): boolean => {
  const nodes = element.parentNode?.childNodes ?? [];
  if (nodes.length > mostBeside) return false;
  const [before, box] = nodes.slice(0, nodes.indexOf(element)).filter(isElement).toReversed();
  if (before === undefined) return false;
  if (isNamedSo(before) || names(before, element) || (box !== undefined && isLabelOf(before, box)))
    return true;
  return nodes.length <= largestEntry && opensQuestion(before);
};

const opensQuestion = (before: Element): boolean => {
  let control: Element | undefined = before;
  for (let depth = 0; depth < controlDepth && control !== undefined; depth++) {
    if (hasAttr(control, 'aria-expanded')) return !attr(control, 'aria-controls') && saysWhat(control);
    control = control.childNodes.find(isElement);
  }
  return false;
};

/** A button whose name says that it folds out what follows. */
const isNamedSo = (control: Element): boolean =>
  control.tagName === 'button' &&
  !hasAttr(control, 'aria-controls') &&
  / (?:accordion|collapsible) /.test(wordsOf(attr(control, 'class') ?? ''));

/** Words that tick a box that nobody sees: a style sheet shows what follows. Forms show theirs. */
const isLabelOf = (label: Element, box: Element): boolean =>
  label.tagName === 'label' &&
  box.tagName === 'input' &&
  hasAttr(box, 'data-gn-hidden') &&
  hasAttr(box, 'id') &&
  attr(label, 'for') === attr(box, 'id') &&
  hasWord(collapsedText(label));

/** Whether radio buttons in a row before all blocks, one for each, choose which of them is seen. */
const isChosen = (element: Element): boolean => {
  const holder = parentElement(element);
  const beside = holder?.parentNode?.childNodes ?? [];
  if (beside.length > mostBeside) return false;
  const row = holder && beside.slice(0, beside.indexOf(holder)).findLast(isElement);
  const choices = row === undefined ? 0 : childElements(row).filter(isRadio).length;
  return choices > 1 && holder !== undefined && childElements(holder).length === choices;
};

const isRadio = (element: Element): boolean =>
  element.tagName === 'input' && attr(element, 'type')?.toLowerCase() === 'radio';

/** How far inside `<details>` is what scripts unfold with it. */
const detailsDepth = 3;

/** Whether an element is all that `<details>` holds behind what it says. */
const fillsDetails = (element: Element): boolean => {
  let inner = element;
  for (let depth = 0; depth < detailsDepth; depth++) {
    const around = parentElement(inner);
    if (around === undefined || around.childNodes.length > largestEntry) return false;
    const others = childElements(around).filter((other) => other !== inner);
    if (around.tagName === 'details') return others.every(({ tagName }) => tagName === 'summary');
    if (others.length > 0) return false;
    inner = around;
  }
  return false;
};

const menuTags = new Set('nav header footer dialog'.split(' '));
const menuRoles = new Set('navigation banner contentinfo dialog menu menubar'.split(' '));

/** Leads through a site, or opens above the page. */
export const isMenu = ({ tagName, attrs }: Element): boolean =>
  menuTags.has(tagName) || attrs.some(({ name, value }) => name === 'role' && menuRoles.has(value));

const withinMenus = (all: readonly Element[]): ReadonlySet<Element> => {
  const within = new Set<Element>();
  for (const element of all) {
    if (within.has(element) || !isMenu(element)) continue;
    within.add(element);
    for (const inner of elements(element)) within.add(inner);
  }
  return within;
};

/** What says of an element that it folds it out. */
const controlledBy = (all: readonly Element[]): ((element: Element) => readonly Element[]) => {
  const byId = Map.groupBy(
    all.filter((element) => hasAttr(element, 'aria-expanded')),
    (element) => attr(element, 'aria-controls') ?? '',
  );
  return (element) => {
    const id = attr(element, 'id');
    return (id && byId.get(id)) || [];
  };
};

/** A part of the page with the name of what folds it out: menus and dialogs have other roles. */
const names = (control: Element, element: Element): boolean =>
  attr(element, 'role') === 'region' &&
  hasAttr(control, 'id') &&
  attr(element, 'aria-labelledby') === attr(control, 'id');

const controls = new Set('button a div span'.split(' '));
const titles = new Set('h1 h2 h3 h4 h5 h6 dt'.split(' '));
/** Elements around the control that may be its heading. */
const mostHolders = 3;
/** In characters. */
const longestQuestion = 300;

const saysWhat = (control: Element): boolean => {
  if (titles.has(control.tagName)) return true;
  if (!controls.has(control.tagName)) return false;
  if (/accordion|faq|collaps|disclosure|question/i.test(attr(control, 'class') ?? '')) return true;
  if (
    ancestors(control)
      .slice(0, mostHolders)
      .some(({ tagName }) => titles.has(tagName))
  )
    return true;
  const text = collapsedText(control);
  return text.length <= longestQuestion && /\p{L}{2}.*[?？؟]$/su.test(text);
};
