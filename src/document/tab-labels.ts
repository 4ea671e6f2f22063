import {
  attr,
  childElements,
  collapsedText,
  type Element,
  elements,
  hasAttr,
  isElement,
  isText,
  type ParentNode,
  parentElement,
  rename,
} from './tree.ts';
import { wordsOf } from './words.ts';

/**
 * Tabs that are labels of radio buttons, as documentation has them over blocks of code: all stand in one row before all
 * that they show, and run into one word. In place, each goes to the head of its panel, as the summary that it is; where a
 * browser has hidden panels, the row becomes a list.
 */
export const placeTabLabels = (root: ParentNode): void => {
  for (const element of elements(root)) {
    const labels = isRow(element) ? rowOfLabels(element) : none;
    if (labels.length < 2) continue;
    const panels = panelsBehind(element);
    if (panels.length === labels.length)
      for (const [index, label] of labels.entries()) head(panels[index], label);
    else if (panels.length > 0) nameList(element, labels);
  }
};

/** Labels in a row may be the answers to a question. */
const isRow = (element: Element): boolean => {
  const names = attr(element, 'class') ?? '';
  // Asked first: most have no such name, and to cut them into words takes longer.
  return /tab/i.test(names) && / tab(?:s|bed|list)? /.test(wordsOf(names));
};

/** The labels that an element holds, beside fields and nothing else. */
const rowOfLabels = (element: Element): readonly Element[] => {
  const labels: Element[] = [];
  for (const node of element.childNodes) {
    if (isText(node) ? node.value.trim() === '' : isElement(node) && node.tagName === 'input') continue;
    if (!isElement(node) || !isTab(node)) return none;
    labels.push(node);
  }
  return labels;
};

const none: readonly Element[] = [];

const isTab = (element: Element): boolean =>
  element.tagName === 'label' && hasAttr(element, 'for') && collapsedText(element) !== '';

const panelsBehind = (row: Element): Element[] => {
  const around = parentElement(row);
  const beside = around === undefined ? [] : childElements(around);
  const panels = beside[beside.indexOf(row) + 1];
  return panels === undefined ? [] : childElements(panels);
};

const head = (panel: Element | undefined, label: Element): void => {
  const row = parentElement(label);
  if (panel === undefined || row === undefined) return;
  row.childNodes.splice(row.childNodes.indexOf(label), 1);
  rename(label, 'summary');
  label.parentNode = panel;
  panel.childNodes.unshift(label);
};

const nameList = (row: Element, labels: readonly Element[]): void => {
  rename(row, 'ul');
  for (const label of labels) rename(label, 'li');
};
