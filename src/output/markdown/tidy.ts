import type { PhrasingContent, Text } from 'mdast';

/**
 * Inline content as Markdown can say it: white space collapsed across elements and moved out of emphasis and links,
 * neighbours of one kind joined, empty ones dropped, no breaks or spaces at the ends.
 */
export const tidy = (nodes: readonly PhrasingContent[]): PhrasingContent[] => {
  if (nodes.every(isText)) {
    const value = clean(nodes.map((node) => node.value).join('')).trim();
    return value === '' ? [] : [{ type: 'text', value }];
  }
  return withoutTwins(trim(part(join(hoistAll(nodes)))));
};

/**
 * Lazy loaders write a picture twice, once for readers without scripts; of two that are one, one goes. Three and more are
 * the stars of a rating.
 */
const withoutTwins = (nodes: PhrasingContent[]): PhrasingContent[] => {
  if (nodes.length < 2) return nodes;
  const pictures = nodes.filter((node) => !isSpace(node));
  const isTwin = (node: PhrasingContent, index: number): boolean => {
    const address = addressOf(node);
    const others = [index - 2, index - 1, index + 1].map((at) => addressOf(pictures[at]));
    return address !== undefined && others[1] === address && others[0] !== address && others[2] !== address;
  };
  const twins = new Set(pictures.filter(isTwin));
  return twins.size === 0 ? nodes : trim(nodes.filter((node) => !twins.has(node)));
};

const addressOf = (node: PhrasingContent | undefined): string | undefined =>
  node?.type === 'image' ? node.url : undefined;

const hoistAll = (nodes: readonly PhrasingContent[]): PhrasingContent[] => {
  const hoisted: PhrasingContent[] = [];
  for (const node of nodes)
    if (isWrapper(node)) for (const part of hoist(node)) hoisted.push(part);
    else hoisted.push(isText(node) ? { type: 'text', value: clean(node.value) } : node);
  return hoisted;
};

type Wrapper = Extract<PhrasingContent, { type: 'strong' | 'emphasis' | 'delete' | 'link' }>;

const isWrapper = (node: PhrasingContent): node is Wrapper =>
  node.type === 'strong' || node.type === 'emphasis' || node.type === 'delete' || node.type === 'link';

const isText = (node: PhrasingContent | undefined): node is Text => node?.type === 'text';

/**
 * Invisible: zero-width space, byte order mark, soft hyphen, word joiner. Joiners that shape letters stay; one behind
 * nothing is what editors put into empty paragraphs.
 */
const invisible = /[\u00ad\u200b\u2060\ufeff]|(?<!\S)\u200d+/g;
const spaces = /[\s\p{Cc}]+/gu;

/** What most text has nothing of, seen at once. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const untidy = /[\0-\x1f\x7f-\xa0\xad\u1680\u2000-\u200b\u2028-\u202f\u205f\u2060\u3000\ufeff]|\u200d| {2}/;

const clean = (value: string): string =>
  untidy.test(value) ? value.replace(invisible, '').replace(spaces, ' ') : value;

/** A wrapper with its inside tidied, the space and breaks at its edges put beside it. */
const hoist = (node: Wrapper): PhrasingContent[] => {
  const inside = withoutTwins(part(join(hoistAll(node.children))));
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

/** Neighbouring texts and marks of one kind become one; of several spaces that meet one stays. */
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
    // A picture in a word is a letter of it; any other stands beside.
    if (isPicture(last) && startsWord.test(value) && !endsInWord(joined.at(-2))) value = ` ${value}`;
    if (value !== '') joined.push({ type: 'text', value });
    texts = [];
  };
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index];
    if (node === undefined || isText(node)) {
      texts.push(node?.value ?? '');
      continue;
    }
    endText(isBreak(node));
    const last = joined.at(-1);
    if (
      isPicture(node)
        ? (endsInWord(last) && !startsInWord(nodes[index + 1])) || endsSentence(last)
        : isPicture(last) && isWrapper(node)
    )
      joined.push(space);
    if (isMark(node)) {
      const end = endOfMark(nodes, index);
      joined.push(end === index + 1 ? node : marked(node, nodes.slice(index, end)));
      index = end - 1;
      continue;
    }
    // Links and keys laid side by side are apart on the screen.
    if ((node.type === 'link' || node.type === 'inlineCode') && joined.at(-1)?.type === node.type)
      joined.push(space);
    joined.push(node);
  }
  endText(false);
  return joined;
};

type Mark = Exclude<Wrapper, { type: 'link' }>;

const isMark = (node: PhrasingContent | undefined): node is Mark =>
  node !== undefined && isWrapper(node) && node.type !== 'link';

/** Where the marks that look like one end: bold words in a row do; titles in italics and prices struck out are several. */
const endOfMark = (nodes: readonly PhrasingContent[], start: number): number => {
  const { type } = nodes[start] as Mark;
  let end = start + 1;
  for (let next = end; next < nodes.length; next++) {
    const node = nodes[next];
    if (node?.type === type) end = next + 1;
    else if (!isText(node) || (type === 'strong' ? node.value.trim() : node.value) !== '') break;
  }
  return end;
};

const marked = (node: Mark, run: readonly PhrasingContent[]): Mark => ({
  ...node,
  children: join(run.flatMap((part) => (isMark(part) ? part.children : [part]))),
});

const startsWord = /^(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])[\p{L}\p{N}]/u;
const endsWord = /(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])[\p{L}\p{N}]$/u;
const startsInWord = (node: PhrasingContent | undefined): boolean =>
  isText(node) && startsWord.test(node.value);
/** As `Sale!` does, on the picture of what is sold. */
const endsSentence = (node: PhrasingContent | undefined): boolean =>
  isText(node) && /[.!?…]$/.test(node.value);
const endsInWord = (node: PhrasingContent | undefined): boolean => isText(node) && endsWord.test(node.value);

/** A picture, alone or as all of a link. One that is called by a letter is a letter. */
const isPicture = (node: PhrasingContent | undefined): boolean => {
  if (node?.type === 'link') return node.children.length === 1 && isPicture(node.children[0]);
  return node?.type === 'image' && !/^\p{L}$/u.test(node.alt ?? '');
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

const word = /^[\p{L}\p{N}]/u;
/** From the first of them alone: each of a row would be tried. */
const signsAtEnd = /(?<![\p{P}\p{S}])[\p{P}\p{S}]+$/u;
const signsAtStart = /^[\p{P}\p{S}]+/u;

/**
 * `**a,**b` is not bold in Markdown: a marker between a sign and a letter does not count. The sign moves out of the
 * emphasis (`**a**,b`); where it is none of the text's, a space comes between.
 */
const part = (nodes: PhrasingContent[]): PhrasingContent[] => {
  if (!nodes.some((node) => isWrapper(node) && node.type !== 'link')) return nodes;
  const parted: PhrasingContent[] = [];
  nodes.forEach((node, index) => {
    const [before, after] = [nodes[index - 1], nodes[index + 1]];
    if (!isWrapper(node) || node.type === 'link') {
      parted.push(node);
      return;
    }
    const fromLetter = isText(before) && /[\p{L}\p{N}]$/u.test(before.value);
    const toLetter = isText(after) && word.test(after.value);
    const start = fromLetter ? edge(node.children[0], signsAtStart) : '';
    // Nothing but signs has moved out at its start already.
    const rest = without(node.children, start ?? '', '');
    const end = toLetter ? edge(rest.at(-1), signsAtEnd) : '';
    const children = without(rest, '', end ?? '');
    if (start === undefined) parted.push(space);
    else pushText(parted, start);
    if (children.length > 0) parted.push({ ...node, children } as Wrapper);
    if (end === undefined) parted.push(space);
    else pushText(parted, end);
  });
  return join(parted);
};

/** Signs at an edge of emphasis: those of its text; undefined if something else ends it that is written with signs. */
const edge = (node: PhrasingContent | undefined, signs: RegExp): string | undefined => {
  if (node === undefined) return '';
  if (isText(node)) return signs.exec(node.value)?.[0] ?? '';
  if (!isWrapper(node) || node.type === 'link') return undefined;
  // Marks beside marks count as one run.
  const inner = edge(signs === signsAtStart ? node.children[0] : node.children.at(-1), signs);
  return inner === '' ? '' : undefined;
};

const without = (nodes: readonly PhrasingContent[], start: string, end: string): PhrasingContent[] =>
  nodes.flatMap((node, index): PhrasingContent[] => {
    if (!isText(node)) return [node];
    const from = index === 0 ? start.length : 0;
    const to = node.value.length - (index === nodes.length - 1 ? end.length : 0);
    const value = node.value.slice(from, Math.max(from, to));
    return value === '' ? [] : [{ type: 'text', value }];
  });

const pushText = (nodes: PhrasingContent[], value: string): void => {
  if (value !== '') nodes.push({ type: 'text', value });
};
