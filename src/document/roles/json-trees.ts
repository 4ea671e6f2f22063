import { indentJson, isJson } from '../formats/json-text.ts';
import {
  ancestors,
  attr,
  type Element,
  isElement,
  isText,
  type ParentNode,
  rename,
  walk,
} from '../tree/tree.ts';

const named = /json/i;
/** Elements of a page that are looked at, and characters of each. */
const most = 100;
const longest = 50_000;

/** JSON that is drawn of elements, to be folded, becomes a `<pre>`, in place. */
export const nameJsonTrees = (all: readonly Element[]): void => {
  const likely = all.filter(
    (element) => element.tagName === 'div' && named.test(attr(element, 'class') ?? '') && !isInCode(element),
  );
  for (const element of likely.slice(0, most)) {
    const text = textOf(element).trim();
    if (!/^[{[].*"/s.test(text) || text.length > longest || !isJson(text)) continue;
    rename(element, 'pre');
    element.attrs = [{ name: 'class', value: 'language-json' }];
    element.childNodes = [{ nodeName: '#text', value: indentJson(text), parentNode: element }];
  }
};

const isInCode = (element: Element): boolean =>
  ancestors(element).some(({ tagName }) => tagName === 'pre' || tagName === 'code');

/** Without what the buttons say that fold and copy it. */
const textOf = (root: ParentNode): string => {
  let text = '';
  walk(root, (node) => {
    if (isText(node)) text += node.value;
    return (
      text.length <= longest && !(isElement(node) && (node.tagName === 'button' || node.tagName === 'pre'))
    );
  });
  return text;
};
