import type { List } from 'mdast';
import { attr, type Element } from '../../document/tree/tree.ts';
import type { Flow } from './blocks.ts';
import { isMarked, typedLists } from './typed-lists.ts';
import { wordsOfNode } from './words.ts';

/** Blocks put one behind the other: what are several in the page and one to a reader becomes one. */
export const createJoin = () => {
  let blocks: Flow[] = [];
  let isSettled = true;
  return {
    add: (more: Flow[]): void => {
      isSettled &&= (more.length > fewBlocks && settled.has(more)) || !more.some(mayChange);
      blocks = joined(blocks, more);
    },
    /** All of them; to be called once. */
    end: (): Flow[] => {
      if (!isSettled) return typedLists(withoutLanguages(blocks));
      if (blocks.length > fewBlocks) settled.add(blocks);
      return blocks;
    },
  };
};

/** So many are looked at in less time than they are noted in. */
const fewBlocks = 4;

/** Blocks that stay as they are whatever stands beside them: in elements in elements they are looked at once. */
const settled = new WeakSet<readonly Flow[]>();

const mayChange = (block: Flow): boolean => block.type === 'code' || isMarked(block);

/** What comes last is mostly the longer one where elements nest deeply. */
const joined = (before: Flow[], more: Flow[]): Flow[] => {
  const [last, next] = [before.at(-1), more[0]];
  if (last?.type === 'list' && next?.type === 'list' && goesOnIn(last, next)) {
    append(last.children, next.children);
    last.spread ||= next.spread;
    more.shift();
  }
  if (before.length < 100 && more.length > before.length) {
    more.unshift(...before);
    return more;
  }
  append(before, more);
  return before;
};

/** One by one: a page of 100 000 blocks is more than a call takes arguments. */
export const append = <T>(list: T[], more: readonly T[]): void => {
  for (const entry of more) list.push(entry);
};

/** Editors write each item as a list of its own: one more point, or the next number. */
const goesOnIn = (last: List, next: List): boolean => {
  const name = oneItem.get(last);
  return (
    name !== undefined &&
    name === oneItem.get(next) &&
    (!next.ordered || next.start === (last.start ?? 1) + last.children.length)
  );
};

/** Lists of one item, and what they are called: those that are one to a reader are called the same. */
const oneItem = new WeakMap<List, string>();

/** Notes of a list of one item that the next list may go on in it. @returns the list. */
export const mayGoOn = (list: List, element: Element): List => {
  if (list.children.length === 1) oneItem.set(list, `${element.tagName} ${attr(element, 'class') ?? ''}`);
  return list;
};

/** The language over a block of code is named in its fence; that it is code, and a button to select it, say nothing more. */
const withoutLanguages = (blocks: Flow[]): Flow[] => {
  if (!blocks.some(({ type }) => type === 'code')) return blocks;
  return blocks.filter((block, index) => {
    const next = blocks[index + 1];
    if (block.type !== 'paragraph' || next?.type !== 'code') return true;
    const label = wordsOfNode(block).trim().toLowerCase().replace(/ ?:$/, '');
    const isLanguage = [next.lang, next.meta].some(
      (name) => name === label || shortNames.get(name ?? '') === label,
    );
    return !(isLanguage || codeLabel.test(label));
  });
};

/** What style sheets draw over code of a language: the ending of its files. */
const shortNames = new Map([
  ['bash', 'sh'],
  ['shell', 'sh'],
  ['javascript', 'js'],
  ['typescript', 'ts'],
  ['python', 'py'],
  ['ruby', 'rb'],
  ['rust', 'rs'],
  ['yaml', 'yml'],
  ['markdown', 'md'],
  ['kotlin', 'kt'],
  ['csharp', 'cs'],
]);

const codeLabel = /^(?:(?:php|html|css|sql|javascript|xml) )?code(?: ?:? ?\[?select(?: all)?\]?)?$/;
