import { childElements, type Element, parentElement } from '../tree/tree.ts';
import { elementBefore, isLabel, mostBeside } from './fold-parts.ts';

/** Tabs by their place alone: plain scripts show one of several parts without saying so. */

/** In characters. */
const longestTab = 60;
const mostTabs = 20;

/**
 * The hidden ones of parts that stand in a row of their own, one of them shown, right behind as many labels: tabs. In place,
 * they are told to be.
 */
export const panelsIn = (hidden: readonly Element[]): Element[] => {
  const concealed = new Set(hidden);
  return [...new Set(hidden.map(parentElement))].flatMap((holder) => {
    const panels = holder === undefined ? [] : tabPanels(holder, concealed);
    return panels.filter((panel) => concealed.has(panel));
  });
};

const tabPanels = (holder: Element, hidden: ReadonlySet<Element>): Element[] => {
  if (holder.childNodes.length > mostBeside) return [];
  const parts = childElements(holder);
  const around = parentElement(holder);
  const first = parts.findIndex((part) => hidden.has(part));
  // The first is shown as a rule.
  const beside = [first - 1, first - 2].map((at) => {
    const row = parts[at];
    return { row, panels: parts.slice(at + 1, at + 1 + (row === undefined ? 0 : labelsOf(row).length)) };
  });
  const found = [...beside, { row: around && elementBefore(holder, around), panels: parts }].find(
    ({ row, panels }) => row !== undefined && areTabs(row, panels, hidden),
  );
  if (found?.row === undefined) return [];
  tell(found.row, 'role', 'tablist');
  for (const label of labelsOf(found.row)) tell(label, 'role', 'tab');
  for (const panel of found.panels) tell(panel, 'role', 'tabpanel');
  return found.panels;
};

const tell = (element: Element, name: string, value: string): void => {
  element.attrs = [...element.attrs.filter((other) => other.name !== name), { name, value }];
};

const panelTags = new Set('div section article ul ol dl table pre figure li'.split(' '));
/** Of a list or a table. */
const ofLists = new Set('li tr td th'.split(' '));

const areTabs = (row: Element, panels: readonly Element[], hidden: ReadonlySet<Element>): boolean => {
  if (panels.length < 2 || panels.length > mostTabs || hidden.has(row) || ofLists.has(row.tagName))
    return false;
  if (panels.filter((panel) => !hidden.has(panel)).length !== 1) return false;
  const [{ tagName }] = panels as [Element];
  if (!panelTags.has(tagName) || panels.some((panel) => panel.tagName !== tagName)) return false;
  const labels = labelsOf(row);
  return (
    labels.length === panels.length &&
    labels.every((label) => !hidden.has(label) && isLabel(label, longestTab))
  );
};

/** Elements around labels that hold nothing else. */
const deepest = 3;

/** What a row holds, past elements that hold nothing else. */
const labelsOf = (row: Element): Element[] => {
  let inner = row;
  for (let depth = 0; depth < deepest; depth++) {
    const [only, ...others] = childElements(inner);
    if (only === undefined || others.length > 0) break;
    inner = only;
  }
  return childElements(inner);
};
