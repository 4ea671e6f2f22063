import {
  attr,
  type ChildNode,
  childElements,
  collapsedText,
  type Element,
  elements,
  elementsIn,
  hasAttr,
  isElement,
  isText,
  type ParentNode,
  parentElement,
  removeAll,
} from '../tree/tree.ts';
import { keyOf, wordsOf } from '../tree/words.ts';

/** What opens a panel, and what it says. */
export interface Tab {
  readonly label: Element;
  readonly panel: Element;
  readonly words: string;
}

/** In characters: what is longer is no label. */
const longest = 100;

/**
 * The tabs below `root`: those with a role, labels of radio buttons, as documentation has them over blocks of code, and lists of
 * links to panels. A panel is told by its id or that of its tab, else by its place.
 */
export const tabsIn = (root: ParentNode): Tab[] => {
  const all = elements(root);
  const rows = labelsByRow(all);
  if (rows.size === 0) return [];
  const named = new Map<string, Element>();
  for (const panel of all)
    if (isPanel(panel))
      for (const name of [attr(panel, 'id'), attr(panel, 'aria-labelledby')])
        if (name !== undefined) named.set(name, panel);
  const tabs: Tab[] = [];
  for (const [row, beside] of besideRows(rows)) {
    const labels = rows.get(row) ?? [];
    const placed = placedPanels(beside, labels.length);
    for (const [index, label] of labels.entries()) {
      const found =
        namesOf(label)
          .map((name) => named.get(name))
          .find(Boolean) ?? placed[index];
      const panel = found !== undefined && (!isListOfLinks(row) || isPanel(found)) ? found : undefined;
      const words = collapsedText(label);
      if (panel !== undefined && words !== '' && words.length <= longest) tabs.push({ label, panel, words });
    }
  }
  return tabs;
};

const labelsByRow = (all: readonly Element[]): Map<Element, Element[]> => {
  const rows = new Map<Element, Element[]>();
  /** A row in a row is looked at once. */
  const within = new Set<Element>();
  for (const element of all) {
    const kind = rowKind(element);
    if (kind === undefined || within.has(element)) continue;
    const inside = kind === 'list' ? elements(element) : [];
    for (const inner of inside) within.add(inner);
    const labels = kind === 'list' ? inside.filter(isTab) : labelsIn(element);
    if (labels.length > 1) rows.set(element, labels);
  }
  return rows;
};

const isPanel = (element: Element): boolean => attr(element, 'role') === 'tabpanel' || isCalledPanel(element);

/** Links of a list may lead to sections of a text: only what is called so is a panel. */
const isCalledPanel = (element: Element): boolean => {
  const names = attr(element, 'class') ?? '';
  return /tab|pane/i.test(names) && / (?:tabs? (?:pane|panel|content)|panel|pane) /.test(wordsOf(names));
};

const isTab = (element: Element): boolean => attr(element, 'role') === 'tab';

/** What may be a row of tabs, by its role or name. Labels in a row may be the answers to a question, too. */
const rowKind = ({ attrs }: Element): 'list' | 'labels' | undefined => {
  for (const { name, value } of attrs) {
    if (name === 'role' && value === 'tablist') return 'list';
    // Asked first: most have no such name, and to cut them into words takes longer.
    if (name === 'class' && /tab/i.test(value) && / tab(?:s|bed|list)? /.test(wordsOf(value)))
      return attrs.some((other) => other.name === 'role' && other.value === 'tablist') ? 'list' : 'labels';
  }
  return undefined;
};

const labelsIn = (row: Element): Element[] => (isListOfLinks(row) ? rowOfLinks(row) : rowOfLabels(row));

const isListOfLinks = (row: Element): boolean =>
  (row.tagName === 'ul' || row.tagName === 'ol') && attr(row, 'role') !== 'tablist';

/** The items of a list, each a link that leads nowhere else and nothing more. */
const rowOfLinks = (list: Element): Element[] => {
  const items = childElements(list);
  return items.every((item) => isAnchor(onlyLink(item))) ? items : [];
};

/** Elements between an item and its link. */
const linkDepth = 3;

const onlyLink = (item: Element): Element | undefined => {
  let around: Element | undefined = item;
  for (let depth = 0; depth <= linkDepth && around !== undefined; depth++) {
    if (around.tagName === 'a') return around;
    const inner: readonly Element[] = childElements(around);
    around = inner.length === 1 ? inner[0] : undefined;
  }
  return undefined;
};

const isAnchor = (link: Element | undefined): boolean =>
  link !== undefined && (attr(link, 'href')?.trim().startsWith('#') ?? true);

/** The labels that an element holds, beside fields and nothing else. */
const rowOfLabels = (element: Element): Element[] => {
  const labels: Element[] = [];
  for (const node of element.childNodes) {
    if (isText(node) ? node.value.trim() === '' : isElement(node) && node.tagName === 'input') continue;
    if (!isElement(node) || !isLabel(node)) return [];
    labels.push(node);
  }
  return labels;
};

/** Of a radio button, or called that of a tab. */
const isLabel = (element: Element): boolean =>
  element.tagName === 'label'
    ? hasAttr(element, 'for')
    : element.tagName !== 'a' && / tabs? label /.test(wordsOf(attr(element, 'class') ?? ''));

/** For each row what follows in the element around, no more than it has labels. */
const besideRows = (rows: ReadonlyMap<Element, readonly Element[]>): Map<Element, Element[]> => {
  const beside = new Map<Element, Element[]>();
  const holders = new Map([...rows.keys()].map((row) => [holderOf(row), row]));
  for (const around of new Set([...holders.keys()].map(parentElement))) {
    const parts = around === undefined ? [] : childElements(around);
    for (const [index, holder] of parts.entries()) {
      const part = holders.get(holder) ?? holder;
      const labels = rows.get(part);
      if (labels !== undefined) beside.set(part, parts.slice(index + 1, index + 1 + labels.length));
    }
  }
  return beside;
};

/** The element that holds a list of links and nothing else. */
const holderOf = (row: Element): Element => {
  const around = isListOfLinks(row) ? parentElement(row) : undefined;
  return around !== undefined && around.tagName === 'div' && childElements(around).length === 1
    ? around
    : row;
};

/** What follows are the panels, or holds them. */
const placedPanels = (beside: readonly Element[], count: number): readonly Element[] => {
  if (beside.length === count && beside.every(isPanel)) return beside;
  const [holder] = beside;
  const panels = holder === undefined ? [] : childElements(holder);
  return panels.length === count ? panels : [];
};

/** Ids by which a tab may name its panel: that of the panel, or its own. */
const namesOf = (label: Element): string[] =>
  [label, onlyLink(label)].flatMap((named) =>
    ['aria-controls', 'href', 'data-bs-target', 'data-target', 'id'].flatMap((name) => {
      const value = named && attr(named, name)?.trim().replace(/^#/, '');
      return value === undefined || value === '' ? [] : [value];
    }),
  );

/**
 * Tabs stand in one row before all that they show, where they say nothing, or run into one word: each goes, in place, to the
 * head of its panel, as the summary that it is, but where that has a heading that begins with the same words.
 */
export const placeTabLabels = (tabs: readonly Tab[], roots: readonly Element[]): void => {
  if (tabs.length === 0) return;
  const left = new Set(elementsIn(roots));
  const placed = tabs.filter(({ panel }) => left.has(panel) && panel.childNodes.length > 0);
  removeAll(new Set<ChildNode>(placed.map(({ label }) => label)));
  const openers = Map.groupBy(placed, ({ panel }) => panel);
  // What several tabs change is one thing, filtered.
  for (const { panel, words } of placed)
    if (openers.get(panel)?.length === 1 && !counted.test(words) && !beginsWith(panel, keyOf(words)))
      head(panel, words);
};

/** What dots below a row of slides are called. */
const counted = /^(?:(?:go to )?(?:item|page|panel|slide) )?\d{1,2}(?: of \d{1,2})?$/i;

const titles = new Set('h1 h2 h3 h4 h5 h6 summary'.split(' '));
/** A heading stands no deeper in what it is over. */
const headingDepth = 4;

const beginsWith = (panel: Element, words: string): boolean => {
  let first: ChildNode | undefined = panel;
  for (let depth = 0; depth < headingDepth && first !== undefined && isElement(first); depth++) {
    // Behind the words may stand what else leads to it.
    if (titles.has(first.tagName)) return `${keyOf(collapsedText(first))} `.startsWith(`${words} `);
    first = first.childNodes.find(isElement);
  }
  return false;
};

const head = (panel: Element, words: string): void => {
  const summary: Element = {
    ...panel,
    nodeName: 'summary',
    tagName: 'summary',
    attrs: [],
    parentNode: panel,
  };
  summary.childNodes = [{ nodeName: '#text', value: words, parentNode: summary }];
  panel.childNodes.unshift(summary);
};
