import { parse } from 'parse5';
import { expect, test } from 'vitest';
import { treeAdapter } from './nodes.ts';
import { type ChildNode, type ParentNode, walk } from './tree.ts';

const html =
  '<!doctype html><!-- a --><svg><a>b</a></svg><template><p>c</p></template><x-y>d</x-y>e<b>f</b>g';

const nodesOf = (root: ParentNode): ChildNode[] => {
  const found: ChildNode[] = [];
  walk(root, (node) => {
    found.push(node);
    return true;
  });
  return found;
};

test('all nodes of a page have one of four shapes', () => {
  const document = parse(html, { treeAdapter });
  const shapes = [document, ...nodesOf(document)].map((node) => Object.keys(node).join(' '));
  expect(new Set(shapes).size).toBe(4);
});

test('but for that and the doctype the tree is the one of the parser', () => {
  const [own, other] = [parse(html, { treeAdapter }), parse(html)].map((root) =>
    nodesOf(root)
      .filter(({ nodeName }) => nodeName !== '#documentType')
      .map((node) => ('value' in node ? node.value : node.nodeName)),
  );
  expect(own).toEqual(other);
});
