import type { Image, Link, Root, RootContent, Table, Text } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import {
  defaultHandlers,
  type Handle,
  type Info,
  type Options,
  type State,
  toMarkdown,
} from 'mdast-util-to-markdown';

/** How the tree is written: ATX headings, `-` lists, fences, tables without padding, addresses as they are. */
export const serialize = (blocks: readonly RootContent[]): string => {
  const root: Root = { type: 'root', children: [...blocks] };
  return toMarkdown(root, style).trim();
};

/** Signs that may mean something wherever they stand; those that may at the start of a line. */
const sign = /[\\`*_[\]<>&~|!#\n\t\r]/;
const lineStart = /^[\s\d#+\-=:.)>]/;
const isBreak = (character: string): boolean => character === '' || /^[\n\r]/.test(character);

/** Most text holds nothing that can be taken for Markdown; to see that at once takes a third off the time. */
const isHarmless = (value: string, { before, after }: Info): boolean =>
  !sign.test(value) &&
  !(isBreak(before) && lineStart.test(value)) &&
  !(isBreak(after) && value.endsWith(' ')) &&
  !(before === ']' && value.startsWith('('));

const text: Handle = (node: Text, parent, state, info) =>
  isHarmless(node.value, info) ? node.value : defaultHandlers.text(node, parent, state, info);

/** Two spaces rather than a backslash: they leave the text as it is. */
const lineBreak: Handle = (_node, _parent, state) =>
  state.stack.includes('headingAtx') || state.stack.includes('tableCell') ? ' ' : '  \n';

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

/**
 * Addresses come from the URL parser, so little in them can break Markdown. That little is encoded rather than
 * escaped with backslashes, for those who take the address out with a pattern.
 */
const destination = (url: string): string => {
  const safe = url
    .replace(/[\s<>|\\]/g, (character) => encodeURIComponent(character))
    .replace(/&(?=#?\w+;)/g, '&amp;');
  return isBalanced(safe) ? safe : safe.replaceAll('(', '%28').replaceAll(')', '%29');
};

const isBalanced = (url: string): boolean => {
  let open = 0;
  for (const character of url) {
    if (character === '(') open++;
    if (character === ')' && --open < 0) return false;
  }
  return open === 0;
};

const inLabel = (state: State, node: 'link' | 'image', write: () => string): string => {
  const exit = state.enter(node);
  const exitLabel = state.enter('label');
  const label = write();
  exitLabel();
  exit();
  return label;
};

const between = (info: Info): Info => ({ ...info, before: '[', after: ']' });

const link = Object.assign(
  (node: Link, _parent: unknown, state: State, info: Info) => {
    const label = inLabel(state, 'link', () => state.containerPhrasing(node, between(info)));
    return `[${label}](${destination(node.url)})`;
  },
  { peek: () => '[' },
);

const image = Object.assign(
  (node: Image, _parent: unknown, state: State, info: Info) => {
    const label = inLabel(state, 'image', () => state.safe(node.alt, between(info)));
    return `![${label}](${destination(node.url)})`;
  },
  { peek: () => '!' },
);

const style: Options = {
  bullet: '-',
  emphasis: '*',
  rule: '-',
  listItemIndent: 'one',
  fences: true,
  handlers: { text, break: lineBreak, table, link, image },
  // Without the extension that escapes bare addresses: they are wanted as they stand. It alone has no handlers.
  extensions: gfmToMarkdown().extensions?.filter(({ handlers }) => handlers !== undefined) ?? [],
};
