import type { TaggedContent, TagLeaf, TagNode } from './pdf-tagged-content.ts';

/** The structure of a file, of which each page holds a part: what a page break has parted becomes whole. */

export const joinPages = (pages: readonly TagNode[], content: TaggedContent): TagNode => {
  const [first = { role: 'Root', children: [] }, ...others] = pages;
  return others.reduce((whole, page) => together(whole, page, content), first);
};

/** Parts of a page that may go on over its end, whatever they hold. */
const open = new Set('Root Document DocumentFragment Part Art Sect Div NonStruct L LBody'.split(' '));

/** Between the pieces of a text on two pages. */
export const pageBreak: TagLeaf = { type: 'break', id: '' };

const together = (one: TagNode, other: TagNode, content: TaggedContent): TagNode => {
  const [last, next] = [one.children.at(-1), other.children[0]];
  const middle =
    last !== undefined && next !== undefined && 'role' in last && 'role' in next
      ? meeting(last, next, content)
      : [last, pageBreak, next].filter((child) => child !== undefined);
  return { role: one.role, children: [...one.children.slice(0, -1), ...middle, ...other.children.slice(1)] };
};

/** What ends a page and what begins the next one: one thing, or two. */
const meeting = (one: TagNode, next: TagNode, content: TaggedContent): TagNode[] => {
  const other = one.role === 'Table' ? withoutHead(next, one, content) : next;
  return one.role === other.role && goesOn(one, other, content)
    ? [together(one, other, content)]
    : [one, next];
};

/** A table whose names are said again on each page. */
const withoutHead = (table: TagNode, before: TagNode, content: TaggedContent): TagNode => {
  const [head, known] = [firstNode(table), firstNode(before)];
  const isSame =
    head !== undefined &&
    known !== undefined &&
    isHead(head) &&
    textOf(head, content).trim() === textOf(known, content).trim();
  return isSame ? { ...table, children: table.children.filter((child) => child !== head) } : table;
};

const firstNode = ({ children }: TagNode): TagNode | undefined => children.find((child) => 'role' in child);

const isHead = (row: TagNode): boolean => holds(row, 'TH') && !holds(row, 'TD');

const goesOn = (one: TagNode, other: TagNode, content: TaggedContent): boolean => {
  switch (one.role) {
    case 'P':
      return !/[.!?:]\s*$/.test(textOf(one, content)) && /^\s*\p{Ll}/u.test(textOf(other, content));
    case 'Table': {
      const first = firstNode(other);
      return first !== undefined && !isHead(first);
    }
    case 'LI':
      return !holds(other, 'Lbl');
    case 'L':
      // Another list begins with its first number.
      return !/^\s*[1aA]\s*[.)]/.test(textOf(other, content));
    default:
      return open.has(one.role);
  }
};

const holds = (node: TagNode, role: string): boolean =>
  node.children.some((child) => 'role' in child && (child.role === role || holds(child, role)));

const textOf = (node: TagNode, content: TaggedContent): string =>
  node.children
    .map((child) => ('role' in child ? textOf(child, content) : (content.texts.get(child.id) ?? '')))
    .join('');
