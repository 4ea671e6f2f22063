import { type ChildNode, type Element, isElement, isText, walk } from '../../document/tree/tree.ts';

/** The text of data whose objects fold: each item of its lists is a line. */
export const treeText = (tree: Element): string => {
  const lines = [''];
  let depth = 0;
  const isList = ({ nodeName }: ChildNode) => nodeName === 'ul';
  const newLine = () => {
    lines.push('  '.repeat(Math.min(depth, mostIndents)));
  };
  walk(
    tree,
    (node) => {
      if (isText(node)) lines.push(`${lines.pop()}${node.value}`);
      if (!isElement(node) || node.tagName === 'button') return false;
      if (isList(node)) depth++;
      if (node.tagName === 'li') newLine();
      return true;
    },
    (element) => {
      if (!isList(element)) return;
      depth--;
      newLine();
    },
  );
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
};
const mostIndents = 20;
