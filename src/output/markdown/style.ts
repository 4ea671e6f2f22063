import type { Heading, Paragraph, Root, RootContent, Table, TableCell } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown';
import { phrasingHandlers, writePhrasing } from './phrasing.ts';

/** How the tree is written: ATX headings, `-` lists, fences, tables without padding, addresses as they are. */
export const serialize = (blocks: readonly RootContent[]): string => {
  const root: Root = { type: 'root', children: [...blocks] };
  return toMarkdown(root, style).trim();
};

/** The paragraph of a task begins with its box. */
const paragraph: Handle = (node: Paragraph, parent, state, info) => {
  const isTask =
    parent?.type === 'listItem' &&
    typeof parent.checked === 'boolean' &&
    parent.children.find(({ type }) => type === 'paragraph') === node;
  const exit = state.enter('paragraph');
  const exitPhrasing = state.enter('phrasing');
  const value = writePhrasing(node, state, info);
  exitPhrasing();
  exit();
  return isTask ? `[${parent.checked ? 'x' : ' '}] ${value}` : value;
};

const heading: Handle = (node: Heading, _parent, state, info) => {
  const exit = state.enter('headingAtx');
  const exitPhrasing = state.enter('phrasing');
  const value = writePhrasing(node, state, { ...info, before: ' ', after: '\n' });
  exitPhrasing();
  exit();
  return `${'#'.repeat(node.depth)} ${value}`;
};

const tableCell: Handle = (node: TableCell, _parent, state, info) => {
  const exit = state.enter('tableCell');
  const exitPhrasing = state.enter('phrasing');
  const value = writePhrasing(node, state, { ...info, before: ' ', after: ' ' });
  exitPhrasing();
  exit();
  return value;
};

const delimiters = { left: ':--', right: '--:', center: ':-:', none: '---' } as const;

/** Without padding, which would multiply the size of a table with one long cell. */
const table: Handle = (node: Table, _parent, state, info) => {
  const exit = state.enter('table');
  const lines = node.children.map(
    (row) => `| ${row.children.map((cell) => state.handle(cell, row, state, info)).join(' | ')} |`,
  );
  const rule =
    node.children[0]?.children.map((_, column) => delimiters[node.align?.[column] ?? 'none']) ?? [];
  exit();
  return [lines[0], `| ${rule.join(' | ')} |`, ...lines.slice(1)].join('\n');
};

const style: Options = {
  bullet: '-',
  emphasis: '*',
  rule: '-',
  listItemIndent: 'one',
  fences: true,
  handlers: { ...phrasingHandlers, heading, paragraph, table, tableCell },
  // Without the extension that escapes bare addresses: they are wanted as they stand. It alone has no handlers.
  extensions: gfmToMarkdown().extensions?.filter(({ handlers }) => handlers !== undefined) ?? [],
};
