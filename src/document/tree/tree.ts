import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

/** The parsed page: parse5's default tree, and the few words that the rest of the code says about it. */
export type Document = Tree.Document;
export type Element = Tree.Element;
export type ParentNode = Tree.ParentNode;
export type ChildNode = Tree.ChildNode;
export type TextNode = Tree.TextNode;

export const isText = (node: Tree.Node): node is TextNode => node.nodeName === '#text';
/** Other nodes have names such as `#text`. */
export const isElement = (node: Tree.Node): node is Element => node.nodeName.charCodeAt(0) !== 0x23;
export const isTemplate = (node: Tree.Node): node is Tree.Template =>
  node.nodeName === 'template' && 'content' in node && node.content !== undefined;

export const attr = (element: Element, name: string): string | undefined => {
  for (const attribute of element.attrs) if (attribute.name === name) return attribute.value;
  return undefined;
};

export const hasAttr = (element: Element, name: string): boolean => attr(element, name) !== undefined;

export const parentElement = (node: ChildNode): Element | undefined =>
  node.parentNode !== null && isElement(node.parentNode) ? node.parentNode : undefined;

/** The elements around a node, innermost first. @param most how many of them. */
export const ancestors = (node: ChildNode, most = Infinity): Element[] => {
  const found: Element[] = [];
  let parent = parentElement(node);
  for (; parent !== undefined && found.length < most; parent = parentElement(parent)) found.push(parent);
  return found;
};

export const childElements = (parent: ParentNode): Element[] => parent.childNodes.filter(isElement);

/**
 * Visits everything below `root` in document order, without recursion: pages nest deeper than the call stack.
 * `enter` returns false to skip what is inside; `leave` is called for elements that were entered.
 */
export const walk = (
  root: ParentNode,
  enter: (node: ChildNode) => boolean,
  leave?: (element: Element) => void,
): void => {
  const parents: Element[] = [];
  const resume: number[] = [];
  let nodes = root.childNodes;
  let index = 0;
  for (;;) {
    const node = nodes[index++];
    if (node === undefined) {
      const parent = parents.pop();
      if (parent === undefined) return;
      leave?.(parent);
      nodes = parents.at(-1)?.childNodes ?? root.childNodes;
      index = resume.pop() ?? nodes.length;
    } else if (enter(node) && isElement(node)) {
      parents.push(node);
      resume.push(index);
      nodes = node.childNodes;
      index = 0;
    }
  }
};

/** Every element below `root`, in document order: many times as fast as `walk`, for those who need no more. */
export const elements = (root: ParentNode): Element[] => addElements(root, []);

/** Each of `roots` with every element below it. */
export const elementsIn = (roots: readonly Element[]): Element[] => {
  const found: Element[] = [];
  for (const root of roots) {
    found.push(root);
    addElements(root, found);
  }
  return found;
};

const addElements = ({ childNodes }: ParentNode, found: Element[]): Element[] => {
  for (let index = 0; index < childNodes.length; index++) {
    const node = childNodes[index];
    if (node === undefined || !isElement(node)) continue;
    found.push(node);
    if (node.childNodes.length > 0) addElements(node, found);
  }
  return found;
};

/** The first node below `root`, in document order, that `is` names. */
export const firstNode = (root: ParentNode, is: (node: ChildNode) => boolean): ChildNode | undefined => {
  for (const node of root.childNodes) {
    if (is(node)) return node;
    const found = isElement(node) ? firstNode(node, is) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};

export const firstElement = (root: ParentNode, tagName: string): Element | undefined => {
  const found = firstNode(root, (node) => isElement(node) && node.tagName === tagName);
  return found !== undefined && isElement(found) ? found : undefined;
};

/** Removes every node below `root` that `unwanted` names, with all that is inside it. */
export const prune = (root: ParentNode, unwanted: (node: ChildNode) => boolean): void => {
  const open: ParentNode[] = [root];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const { childNodes } = parent;
    let kept = 0;
    for (const node of childNodes) {
      if (unwanted(node)) continue;
      childNodes[kept++] = node;
      if (isElement(node)) open.push(node);
    }
    childNodes.length = kept;
  }
};

/** Removes nodes, each with all that is inside it; only the elements that hold them are looked at. */
export const removeAll = (nodes: ReadonlySet<ChildNode>): void => {
  const parents = new Set<ParentNode>();
  for (const { parentNode } of nodes) if (parentNode !== null) parents.add(parentNode);
  for (const { childNodes } of parents) {
    let kept = 0;
    for (const node of childNodes) if (!nodes.has(node)) childNodes[kept++] = node;
    childNodes.length = kept;
  }
};

/** Puts others in the place of nodes, parent by parent: looking for each takes the square of their number. */
export const replaceNodes = (replacements: ReadonlyMap<ChildNode, readonly ChildNode[]>): void => {
  const parents = new Set<ParentNode>();
  for (const { parentNode } of replacements.keys()) if (parentNode !== null) parents.add(parentNode);
  for (const parent of parents)
    parent.childNodes = parent.childNodes.flatMap((node) => {
      const nodes = replacements.get(node);
      if (nodes === undefined) return [node];
      for (const replacement of nodes) replacement.parentNode = parent;
      return nodes;
    });
};

/** The characters inside, as they stand in the source. */
export const rawText = (root: ParentNode): string => {
  const parts: string[] = [];
  walk(root, (node) => {
    if (isText(node)) parts.push(node.value);
    return true;
  });
  return parts.join('');
};

/** Whether there is more than ASCII white space. */
export const hasWord = (text: string): boolean => {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 32) return true;
  return false;
};

/** Runs of white space become one space; none at the ends. Single spaces are most of it, and stay as they are. */
export const squeeze = (text: string): string => text.trim().replace(/ \s+|[^\S ]\s*/g, ' ');

/** At most the first `length` UTF-16 code units of a text, no character cut in half. */
export const clip = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

export const collapsedText = (root: ParentNode): string => squeeze(rawText(root));

/** Makes another element of one, in place: its attributes and what it holds stay. */
export const rename = (element: Element, name: string): void => {
  element.tagName = name;
  element.nodeName = name;
};

/** Has an element hold these and nothing else. */
export const hold = (parent: Element, children: readonly Element[]): void => {
  parent.childNodes = [...children];
  for (const child of children) child.parentNode = parent;
};
