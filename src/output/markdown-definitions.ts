import type { List, ListItem, PhrasingContent } from 'mdast';
import { type ChildNode, childElements, collapsedText, type Element } from '../document/tree.ts';
import type { Flow, Place } from './markdown-blocks.ts';
import { plain } from './markdown-inline.ts';
import { withMark } from './markdown-typed-lists.ts';

/** Terms in bold, what they mean after a colon, of which some bring one along: `**term**: meaning`. */
export const definitions = (
  element: Element,
  place: Place,
  flow: (nodes: readonly ChildNode[], place: Place) => Flow[],
): Flow[] => {
  const blocks: Flow[] = [];
  let terms: PhrasingContent[] = [];
  const takeTerms = (): PhrasingContent[] => {
    const taken = terms;
    terms = [];
    return taken.length === 0
      ? []
      : [
          { type: 'strong', children: taken },
          { type: 'text', value: ': ' },
        ];
  };
  const flush = () => {
    const [label] = takeTerms();
    if (label !== undefined) blocks.push({ type: 'paragraph', children: [label] });
  };
  for (const part of definitionParts(element)) {
    if (part.tagName === 'dt') {
      const words = withoutColon(plain(part, place));
      if (words.length > 0 && terms.length > 0) terms.push({ type: 'text', value: ', ' });
      terms.push(...words);
      continue;
    }
    if (part.tagName !== 'dd') {
      flush();
      for (const block of flow([part], place)) blocks.push(block);
      continue;
    }
    const [first, ...rest] = flow(part.childNodes, place);
    if (first?.type === 'paragraph')
      blocks.push({ type: 'paragraph', children: [...takeTerms(), ...first.children] });
    else {
      flush();
      if (first !== undefined) blocks.push(first);
    }
    for (const block of rest) blocks.push(block);
  }
  flush();
  return blocks;
};

/** `1.`, `(2)`, `a)`: what is counted, as laws do, is no term. */
const count = /^\(?(?:(\d{1,3})|[a-z]{1,4})(?:[.)])$/i;

/** Definitions of which each term is a count of what stands behind it: a list. Undefined for others. */
export const enumerated = (
  element: Element,
  place: Place,
  flow: (nodes: readonly ChildNode[], place: Place) => Flow[],
): [List] | undefined => {
  const parts = definitionParts(element);
  if (parts.length < 2) return undefined;
  const counts: (string | undefined)[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.tagName !== (index % 2 === 0 ? 'dt' : 'dd')) return undefined;
    const found = part.tagName === 'dt' ? count.exec(collapsedText(part)) : undefined;
    if (found === null) return undefined;
    if (found !== undefined) counts.push(found[1]);
  }
  if (parts.length !== counts.length * 2) return undefined;
  const start = Number(counts[0] ?? Number.NaN);
  const ordered = counts.every((number, index) => Number(number) === start + index);
  const inItem = { ...place, depth: place.depth + 1 };
  const children = counts.map((_, index): ListItem => {
    const [term, meaning] = [parts[index * 2], parts[index * 2 + 1]];
    const said = flow(meaning?.childNodes ?? [], inItem);
    const blocks = ordered ? said : withMark([...flow(term?.childNodes ?? [], inItem), ...said]);
    return { type: 'listItem', spread: false, children: blocks };
  });
  return [{ type: 'list', ordered, spread: false, ...(ordered ? { start } : {}), children }];
};

const withoutColon = (words: PhrasingContent[]): PhrasingContent[] => {
  const last = words.at(-1);
  if (last?.type !== 'text') return words;
  const value = last.value.replace(/\s*[:：]$/, '');
  return [...words.slice(0, -1), ...(value === '' ? [] : [{ ...last, value }])];
};

/** Groups of a definition list may be wrapped in `<div>`. */
const definitionParts = (element: Element): Element[] =>
  childElements(element).flatMap((child) => (child.tagName === 'div' ? childElements(child) : [child]));
