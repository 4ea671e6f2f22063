import type { PhrasingContent } from 'mdast';
import { type ChildNode, childElements, type Element } from '../document/tree.ts';
import type { Flow, Place } from './markdown-blocks.ts';
import { plain } from './markdown-inline.ts';

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

const withoutColon = (words: PhrasingContent[]): PhrasingContent[] => {
  const last = words.at(-1);
  if (last?.type !== 'text') return words;
  const value = last.value.replace(/\s*[:：]$/, '');
  return [...words.slice(0, -1), ...(value === '' ? [] : [{ ...last, value }])];
};

/** Groups of a definition list may be wrapped in `<div>`. */
const definitionParts = (element: Element): Element[] =>
  childElements(element).flatMap((child) => (child.tagName === 'div' ? childElements(child) : [child]));
