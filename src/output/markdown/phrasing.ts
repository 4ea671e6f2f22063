import type {
  Break,
  Delete,
  Emphasis,
  Heading,
  Image,
  InlineCode,
  Link,
  Paragraph,
  PhrasingContent,
  Strong,
  TableCell,
  Text,
} from 'mdast';
import type { Handle, Info, State } from 'mdast-util-to-markdown';
import { escapeText, type Surroundings } from './escape.ts';

/** Writes inline Markdown fast, and emphasis that the library would get wrong. */

type Emphasised = Strong | Emphasis | Delete;
type Parent = Heading | Link | Paragraph | TableCell;

/** Where the text stands, and whether emphasis that needs care may be left out. */
interface Place extends Surroundings {
  readonly plainly: boolean;
}

/** The library's care takes time that grows faster than the number of its subjects, and than their depth in each other. */
const mostEmphasis = 300;
const deepestEmphasis = 8;

/**
 * Inline content, written straight on. Where emphasis stands so that its marks could be taken for something else, the
 * library tries other marks until they are not: that is exact, and slow. A paragraph with hundreds of them, or many in each
 * other, loses those.
 */
export const writePhrasing = (parent: Parent, state: State, info: Info): string => {
  const children: readonly PhrasingContent[] = parent.children;
  const place = {
    ...placeOf(state, info),
    idleTildes: areIdle(children, '~'),
    idleStars: areIdle(children, '*'),
  };
  const written = write(children, place);
  if (written !== undefined) return written;
  return countEmphasis(children) > mostEmphasis || depthOf(children) > deepestEmphasis
    ? (write(children, { ...place, plainly: true }) ?? '')
    : state.containerPhrasing(parent, info);
};

const placeOf = ({ stack }: State, { before, after }: Info): Place => ({
  before,
  after,
  inLabel: stack.includes('label'),
  inCell: stack.includes('tableCell'),
  inHeading: stack.includes('headingAtx'),
  plainly: false,
  idleTildes: false,
  idleStars: false,
});

/**
 * Whether the signs of a text mark nothing as they stand: none that could begin a mark is before one that could end it,
 * and beside real marks of the sign none could begin one.
 */
const areIdle = (nodes: readonly PhrasingContent[], sign: '*' | '~'): boolean => {
  if (!nodes.some((node) => holds(node, sign))) return false;
  const line = nodes.map((node) => inLine(node, sign)).join('');
  const hasMarks = line.includes(realMark);
  let isOpen = false;
  for (const { 0: run, index } of line.matchAll(sign === '*' ? /\*+/g : /~+/g)) {
    const [before, after] = [line[index - 1] ?? ' ', line[index + run.length] ?? ' '];
    if (besideMarks.test(before + after)) return false;
    const [outer, inner] = [kindOf(before), kindOf(after)];
    if (isOpen && outer !== 'space' && (outer === 'word' || inner !== 'word')) return false;
    isOpen ||= inner !== 'space' && (inner === 'word' || outer !== 'word');
    if (isOpen && hasMarks) return false;
  }
  return true;
};

const holds = (node: PhrasingContent, sign: string): boolean => {
  if ('children' in node) return node.children.some((child) => holds(child, sign));
  return ('value' in node ? node.value : 'alt' in node ? (node.alt ?? '') : '').includes(sign);
};

/** Stands for what is marked with the sign, and for what holds it otherwise than as text. */
const realMark = '\ue000';
const marked = { '*': new Set(['strong', 'emphasis']), '~': new Set(['delete']) } as const;

/** A node as its neighbours see it. */
const inLine = (node: PhrasingContent, sign: '*' | '~'): string => {
  if (node.type === 'text') return node.value;
  if (node.type === 'break') return '\n';
  const isSafe = !holds(node, sign);
  if ((marked[sign] as ReadonlySet<string>).has(node.type))
    return isSafe ? realMark : realMark + sign + realMark;
  if (!('children' in node)) return isSafe ? '.' : realMark + sign + realMark;
  const edge = node.type === 'link' ? '.' : '_';
  return edge + node.children.map((child) => inLine(child, sign)).join('') + edge;
};

/** Next to other marks a sign may count where it would not otherwise. */
const besideMarks = /[*_~\ue000]/;

const kindOf = (character: string): 'space' | 'sign' | 'word' =>
  /\s/.test(character) ? 'space' : /[\p{P}\p{S}]/u.test(character) ? 'sign' : 'word';

const countEmphasis = (nodes: readonly PhrasingContent[]): number =>
  nodes.reduce(
    (count, node) =>
      'children' in node ? count + Number(node.type in marks) + countEmphasis(node.children) : count,
    0,
  );

const depthOf = (nodes: readonly PhrasingContent[]): number =>
  nodes.reduce(
    (deepest, node) =>
      'children' in node ? Math.max(deepest, Number(node.type in marks) + depthOf(node.children)) : deepest,
    0,
  );

/** Undefined if there is emphasis that needs care. */
const write = (children: readonly PhrasingContent[], around: Place): string | undefined => {
  const parts: string[] = [];
  // One for all of them: nobody keeps it.
  const here = { ...around };
  for (let index = 0; index < children.length; index++) {
    const [child, next] = [children[index], children[index + 1]];
    if (child === undefined) break;
    here.after = next === undefined ? around.after : firstOf(next);
    const part = writeOne(child, here);
    if (part === undefined) return undefined;
    if (part === '') continue;
    parts.push(part);
    here.before = part.slice(-1);
  }
  return parts.length === 1 ? parts[0] : parts.join('');
};

const writeOne = (node: PhrasingContent, around: Place): string | undefined => {
  switch (node.type) {
    case 'text':
      return escapeText(node.value, around);
    case 'break':
      return lineBreak(around);
    case 'html':
      return node.value;
    case 'footnoteReference':
      return `[^${node.identifier}]`;
    case 'image':
      // Simple readers end an image at the first parenthesis, and an image is not copied by hand.
      return `!${linked(escapeText(node.alt ?? '', { ...around, ...label }), { ...node, url: unbracketed(node.url) }, around)}`;
    case 'link': {
      const text = write(node.children, { ...around, ...label });
      return text === undefined ? undefined : linked(text, node, around);
    }
    case 'strong':
    case 'emphasis':
    case 'delete':
      return emphasised(node, around);
    case 'inlineCode':
      return inlineCode(node.value, around);
    case 'imageReference':
    case 'linkReference':
      throw new Error('references are never made');
  }
};

const marks = { strong: '**', emphasis: '*', delete: '~~' } as const;

/** No letter outside and no sign inside, next to the marks: they cannot be taken for anything else. */
const openly = /^(?![*~_\\])[\s\p{P}\p{S}]?$/u;
const wordly = /^[\p{L}\p{N}]$/u;

const emphasised = ({ type, children }: Emphasised, around: Place): string | undefined => {
  const mark = marks[type];
  const inside = write(children, { ...around, before: mark, after: mark });
  if (inside === undefined) return undefined;
  const isPlain =
    openly.test(around.before.slice(-1)) &&
    openly.test(around.after.slice(0, 1)) &&
    wordly.test(inside.slice(0, 1)) &&
    wordly.test(inside.slice(-1));
  if (isPlain) return mark + inside + mark;
  return around.plainly ? inside : undefined;
};

/** The first character that a node is written with. */
const firstOf = (node: PhrasingContent): string => {
  if (node.type === 'text' || node.type === 'html') return node.value.slice(0, 1);
  return node.type in firsts ? firsts[node.type as keyof typeof firsts] : '';
};

const firsts = {
  break: ' ',
  delete: '~',
  emphasis: '*',
  footnoteReference: '[^',
  image: '!',
  inlineCode: '`',
  link: '[',
  strong: '*',
} as const;

const label = { before: '[', after: ']', inLabel: true } as const;

/** A title is quoted, with what quotes and cells would end at escaped. */
const linked = (text: string, { url, title }: Link | Image, { inCell }: Surroundings): string => {
  const escaped = (title ?? '')
    .replace(inCell ? /["\\|]/g : /["\\]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '&amp;');
  return `[${text}](${destination(url)}${escaped === '' ? '' : ` "${escaped}"`})`;
};

/** Between more backticks than stand together inside. */
const inlineCode = (value: string, around: Surroundings): string => {
  const { inCell } = around;
  // A cell cannot hold this as code.
  if (inCell && value.includes('\\|')) return escapeText(value, around);
  const runs = new Set((value.match(/`+/g) ?? []).map(({ length }) => length));
  let length = 1;
  while (runs.has(length)) length++;
  const fence = '`'.repeat(length);
  const padding = /^`|`$|^ .* $/.test(value) ? ' ' : '';
  return fence + padding + (inCell ? value.replaceAll('|', '\\|') : value) + padding + fence;
};

/** Two spaces rather than a backslash: they leave the text as it is. */
const lineBreak = ({ inHeading, inCell }: Surroundings): string => (inHeading || inCell ? ' ' : '  \n');

/**
 * Addresses come from the URL parser, so little in them can break Markdown. That little is encoded rather than
 * escaped with backslashes, for those who take the address out with a pattern.
 */
const destination = (url: string): string => {
  const safe = url
    .replace(/[\s<>|\\]/g, (character) => encodeURIComponent(character))
    .replace(/&(?=#?\w+;)/g, '&amp;');
  return isBalanced(safe) ? safe : `<${safe}>`;
};

const unbracketed = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29');

const isBalanced = (url: string): boolean => {
  let open = 0;
  for (const character of url) {
    if (character === '(') open++;
    if (character === ')' && --open < 0) return false;
  }
  return open === 0;
};

type Leaf = Text | Break | InlineCode | Image;

/** What the library asks for where it writes inline content itself. */
const leaf: Handle = (node: Leaf, _parent, state, info) => writeOne(node, placeOf(state, info)) ?? '';
const link: Handle = (node: Link, _parent, state, info) => {
  const exitLink = state.enter('link');
  const exitLabel = state.enter('label');
  const text = writePhrasing(node, state, { ...info, before: '[', after: ']' });
  exitLabel();
  exitLink();
  return linked(text, node, placeOf(state, info));
};

export const phrasingHandlers = {
  break: leaf,
  image: Object.assign(leaf.bind(undefined), { peek: () => '!' }),
  inlineCode: Object.assign(leaf.bind(undefined), { peek: () => '`' }),
  link: Object.assign(link, { peek: () => '[' }),
  text: leaf,
};
