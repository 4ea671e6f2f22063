import {
  ancestors,
  attr,
  type ChildNode,
  childElements,
  type Element,
  removeAll,
  rename,
} from '../tree/tree.ts';

/** Code editors (CodeMirror, Monaco, Ace), which draw each line as an element. */

/** What holds the lines of CodeMirror 6 and 5, Monaco and Ace. */
const text = /(?:^|\s)(?:cm-content|CodeMirror-code|view-lines|ace_text-layer)(?:\s|$)/;
/** A line; other software has something of the same name as holds them. */
const line =
  /(?:^|\s)(?:cm-line|CodeMirror-line|CodeMirror-gutter-wrapper|view-line|ace_line(?:_group)?)(?:\s|$)/;
/** Their numbers, and what folds them. */
const gutter = /(?:^|\s)(?:cm-gutters|CodeMirror-gutters?|margin-view-overlays|ace_gutter)(?:\s|$)/;

/** What an editor of code shows becomes a `<pre>`, in place. */
export const nameEditors = (all: readonly Element[]): void => {
  const gutters = new Set<ChildNode>();
  for (const element of all) {
    const names = element.tagName === 'div' ? attr(element, 'class') : undefined;
    if (names === undefined) continue;
    if (text.test(names) && holdsLines(element)) rename(element, 'pre');
    else if (gutter.test(names)) gutters.add(element);
  }
  removeAll(gutters);
};

const holdsLines = (element: Element): boolean => {
  const [first] = childElements(element);
  const [inner] = first === undefined ? [] : childElements(first);
  const isLine = (part: Element | undefined) => part !== undefined && line.test(attr(part, 'class') ?? '');
  const isInCode = ancestors(element).some(({ tagName }) => tagName === 'pre');
  return !isInCode && (isLine(first) || isLine(inner));
};
