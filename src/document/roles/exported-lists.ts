import {
  attr,
  type ChildNode,
  childElements,
  type Element,
  elements,
  hasAttr,
  hasWord,
  isElement,
  isText,
  type ParentNode,
  rawText,
  rename,
  squeeze,
} from '../tree/tree.ts';

/** Lists as office programs and rich-text editors export them. */

/** An item of a list whose depth is told by a name or a style. */
interface Item {
  readonly element: Element;
  /** 0 is the outermost. */
  readonly level: number;
  /** Items of one level and another list stand in another. */
  readonly list: string;
  /** What holds the item: its element, and whether it counts. */
  readonly tag: 'ul' | 'ol';
  readonly attrs: Element['attrs'];
}

/**
 * Lists of office programs become lists in lists, in place: Google Docs writes each depth as a list of its own beside the
 * others, Word writes paragraphs with the sign as text, and the editor Quill a single list with what each item is. The titles of
 * such documents become headings.
 */
export const nameExported = (root: ParentNode): void => {
  const parents = new Set<ParentNode>();
  const all = elements(root);
  for (const element of all) {
    if (element.parentNode !== null && mayHoldItems(element)) parents.add(element.parentNode);
    if (element.tagName === 'p' && isTitle(element)) rename(element, 'h1');
  }
  for (const parent of parents) nestIn(parent);
};

const hasClass = (element: Element, name: RegExp): boolean => name.test(attr(element, 'class') ?? '');

/** Google's other classes are numbers. */
const title = /^(?:MsoTitle|(?:c\d+\s+)+title)$/;
const isTitle = (element: Element): boolean => hasClass(element, title) && hasWord(rawText(element));

const googleList = /(?:^|\s)lst-kix_([\w-]+)-(\d)(?:\s|$)/;
const wordList = /(?:^|;)\s*mso-list\s*:\s*l(\d+)\s+level(\d)\b/i;

const mayHoldItems = (element: Element): boolean =>
  element.tagName === 'p'
    ? wordList.test(attr(element, 'style') ?? '')
    : (element.tagName === 'ul' || element.tagName === 'ol') &&
      (hasClass(element, googleList) || isOfQuill(element));

const isOfQuill = (list: Element): boolean => {
  const first = list.childNodes.find(isElement);
  return list.tagName === 'ol' && first !== undefined && hasAttr(first, 'data-list');
};

/** Puts each run of items in the lists that they make. */
const nestIn = (parent: ParentNode): void => {
  const nodes: ChildNode[] = [];
  let run: Item[] = [];
  const endRun = () => {
    for (const list of nested(run)) {
      list.parentNode = parent;
      nodes.push(list);
    }
    run = [];
  };
  for (const node of parent.childNodes) {
    const items = isElement(node) ? itemsIn(node) : [];
    for (const item of items) run.push(item);
    const isLayout = isText(node) ? node.value.trim() === '' : !isElement(node);
    if (items.length > 0 || (isLayout && run.length > 0)) continue;
    endRun();
    nodes.push(node);
  }
  endRun();
  parent.childNodes = nodes;
};

const itemsIn = (element: Element): Item[] => {
  if (!mayHoldItems(element)) return [];
  if (element.tagName === 'p') return [paragraphItem(element)];
  if (isOfQuill(element)) return childElements(element).map(quillItem);
  const [, list = '', level = ''] = googleList.exec(attr(element, 'class') ?? '') ?? [];
  const tag = element.tagName === 'ol' ? 'ol' : 'ul';
  const attrs = element.attrs.filter(({ name }) => name === 'start');
  return childElements(element).map((item) => ({ element: item, level: Number(level), list, tag, attrs }));
};

const quillItem = (element: Element): Item => {
  const [, level = '0'] = /(?:^|\s)ql-indent-(\d)(?:\s|$)/.exec(attr(element, 'class') ?? '') ?? [];
  const tag = attr(element, 'data-list') === 'bullet' ? 'ul' : 'ol';
  return { element, level: Number(level), list: 'quill', tag, attrs: [] };
};

const paragraphItem = (element: Element): Item => {
  const [, list = '', level = '1'] = wordList.exec(attr(element, 'style') ?? '') ?? [];
  const sign = elements(element).find((part) => /mso-list\s*:\s*ignore/i.test(attr(part, 'style') ?? ''));
  const mark = sign === undefined ? '' : squeeze(rawText(sign));
  if (sign?.parentNode)
    sign.parentNode.childNodes = sign.parentNode.childNodes.filter((node) => node !== sign);
  rename(element, 'li');
  const [, number, letter] = /^\(?(?:(\d{1,4})|([a-z]|[ivx]+))[.)]$/i.exec(mark) ?? [];
  const attrs =
    number !== undefined
      ? [{ name: 'start', value: number }]
      : letter !== undefined
        ? [{ name: 'type', value: kindOf(letter) }]
        : [];
  return { element, level: Number(level) - 1, list, tag: attrs.length > 0 ? 'ol' : 'ul', attrs };
};

/** Of the first letter or roman number of a list. */
const kindOf = (letter: string): string => {
  const isSmall = letter === letter.toLowerCase();
  if (/^[ivx]+$/i.test(letter)) return isSmall ? 'i' : 'I';
  return isSmall ? 'a' : 'A';
};

interface Open {
  readonly item: Item;
  readonly list: Element;
}

const nested = (items: readonly Item[]): Element[] => {
  const outermost: Element[] = [];
  const open: Open[] = [];
  for (const item of items) {
    while ((open.at(-1)?.item.level ?? 0) > item.level) open.pop();
    const last = open.at(-1);
    const goesOn = last?.item.level === item.level;
    if (goesOn && last.item.list === item.list && last.item.tag === item.tag) {
      add(last.list, item.element);
      continue;
    }
    if (goesOn) open.pop();
    const list = listOf(item);
    const holder = open.at(-1)?.list.childNodes.at(-1);
    if (holder === undefined || !isElement(holder)) outermost.push(list);
    else add(holder, list);
    open.push({ item, list });
  }
  return outermost;
};

const listOf = ({ element, tag, attrs }: Item): Element => {
  const list: Element = { ...element, nodeName: tag, tagName: tag, attrs, childNodes: [] };
  add(list, element);
  return list;
};

const add = (parent: Element, child: Element): void => {
  child.parentNode = parent;
  parent.childNodes.push(child);
};
