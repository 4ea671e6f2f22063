import type { PhrasingContent, Text } from 'mdast';

/**
 * Inline content as Markdown can say it: white space collapsed across elements and moved out of emphasis and links,
 * neighbours of one kind joined, empty ones dropped, no breaks or spaces at the ends.
 */
export const tidy = (nodes: readonly PhrasingContent[]): PhrasingContent[] =>
  trim(join(nodes.flatMap(hoist)));

type Wrapper = Extract<PhrasingContent, { type: 'strong' | 'emphasis' | 'delete' | 'link' }>;

const isWrapper = (node: PhrasingContent): node is Wrapper =>
  node.type === 'strong' || node.type === 'emphasis' || node.type === 'delete' || node.type === 'link';

const isText = (node: PhrasingContent | undefined): node is Text => node?.type === 'text';

/** Invisible: zero-width space, byte order mark, soft hyphen, word joiner. Joiners that shape letters stay. */
const invisible = /[\u00ad\u200b\u2060\ufeff]/g;
const spaces = /[\s\p{Cc}]+/gu;

const clean = (value: string): string => value.replace(invisible, '').replace(spaces, ' ');

/** A wrapper with its inside tidied, the space and breaks at its edges put beside it. */
const hoist = (node: PhrasingContent): PhrasingContent[] => {
  if (isText(node)) return [{ type: 'text', value: clean(node.value) }];
  if (!isWrapper(node)) return [node];
  const inside = join(node.children.flatMap(hoist));
  const start = inside.findIndex((child) => !isSpace(child));
  if (start === -1) return inside;
  const end = inside.findLastIndex((child) => !isSpace(child)) + 1;
  const [before, within, after] = [inside.slice(0, start), inside.slice(start, end), inside.slice(end)];
  const [first, last] = [within[0], within.at(-1)];
  const leading = isText(first) && first.value.startsWith(' ');
  const trailing = isText(last) && last.value.endsWith(' ');
  return [
    ...before,
    ...(leading ? [space] : []),
    { ...node, children: trim(within) } as Wrapper,
    ...(trailing ? [space] : []),
    ...after,
  ];
};

const space: Text = { type: 'text', value: ' ' };

const isBreak = (node: PhrasingContent): boolean =>
  node.type === 'break' || (node.type === 'html' && node.value === '<br>');

const isSpace = (node: PhrasingContent): boolean =>
  isBreak(node) || (isText(node) && node.value.trim() === '');

/** Neighbouring texts and wrappers of one kind become one; of several spaces that meet one stays. */
const join = (nodes: readonly PhrasingContent[]): PhrasingContent[] => {
  const joined: PhrasingContent[] = [];
  /** Texts in a row, put together once: page authors make rows of 50 000. */
  let texts: string[] = [];
  const endText = (atBreak: boolean) => {
    if (texts.length === 0) return;
    const last = joined.at(-1);
    let value = texts.join('').replace(/ {2,}/g, ' ');
    if (last !== undefined && isBreak(last)) value = value.trimStart();
    if (atBreak) value = value.trimEnd();
    if (value !== '') joined.push({ type: 'text', value });
    texts = [];
  };
  for (const node of nodes) {
    if (isText(node)) {
      texts.push(node.value);
      continue;
    }
    endText(isBreak(node));
    const last = joined.at(-1);
    if (last !== undefined && isWrapper(last) && last.type !== 'link' && last.type === node.type)
      joined[joined.length - 1] = {
        ...last,
        children: join([...last.children, ...node.children]),
      } as Wrapper;
    else {
      // Links laid side by side are apart on the screen.
      if (last?.type === 'link' && node.type === 'link') joined.push(space);
      joined.push(node);
    }
  }
  endText(false);
  return joined;
};

/** Nothing invisible at either end; of several breaks in a row one stays. */
const trim = (nodes: readonly PhrasingContent[]): PhrasingContent[] => {
  const start = nodes.findIndex((node) => !isSpace(node));
  const end = nodes.findLastIndex((node) => !isSpace(node)) + 1;
  if (start === -1) return [];
  const kept = nodes.slice(start, end).filter((node, index, all) => {
    const before = all[index - 1];
    return !(isBreak(node) && before !== undefined && isBreak(before));
  });
  return kept.map((node, index) => {
    if (!isText(node)) return node;
    let { value } = node;
    if (index === 0) value = value.trimStart();
    if (index === kept.length - 1) value = value.trimEnd();
    return { type: 'text', value };
  });
};
