import type { Fragment } from './pdf-lines.ts';

/**
 * PDFs that tell their structure (ISO 32000, 14.8), as word processors and browsers write them: a tree of roles whose
 * leaves are pieces of the page's content.
 */
export interface TagNode {
  readonly role: string;
  readonly children: readonly (TagNode | TagLeaf)[];
}

export interface TagLeaf {
  readonly type: string;
  readonly id: string;
}

/** What the leaves of a page's tree stand for, by their ids. */
export interface TaggedContent {
  readonly texts: ReadonlyMap<string, string>;
  readonly links: ReadonlyMap<string, string>;
  /** Where a text is drawn. */
  readonly pieces: ReadonlyMap<string, readonly Fragment[]>;
}

/** What is drawn of a part, in its order. */
export const piecesIn = (node: TagNode, content: TaggedContent): Fragment[] => {
  const pieces: Fragment[] = [];
  const open: (TagNode | TagLeaf)[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    if ('role' in next) open.push(...next.children.toReversed());
    else pieces.push(...(content.pieces.get(next.id) ?? []));
  return pieces;
};
