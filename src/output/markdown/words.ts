import type { PhrasingContent, RootContent } from 'mdast';

/** The words of a block, for comparing. */
export const wordsOfNode = (node: RootContent | PhrasingContent): string => {
  if ('value' in node) return node.value;
  if ('children' in node) return (node.children as RootContent[]).map(wordsOfNode).join('');
  return '';
};
