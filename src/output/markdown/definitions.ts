import type { List, ListItem, PhrasingContent } from 'mdast';
import { headingTags } from '../../document/tree/measure.ts';
import {
  type ChildNode,
  collapsedText,
  type Element,
  elements,
  hasWord,
  isElement,
  isText,
} from '../../document/tree/tree.ts';
import type { Flow, Place, Write } from './blocks.ts';
import { plain } from './inline.ts';
import { isDeclaration, signature } from './signature.ts';
import { withMark } from './typed-lists.ts';

/** Terms in bold, what they mean after a colon, of which some bring one along: `**term**: meaning`. */
export const definitions = (element: Element, place: Place, flow: Write): Flow[] => {
  const blocks: Flow[] = [];
  let terms: PhrasingContent[] = [];
  /** Behind a question there is no colon. */
  let isAsked = false;
  const takeTerms = (): PhrasingContent[] => {
    const taken = terms;
    terms = [];
    return taken.length === 0
      ? []
      : [
          { type: 'strong', children: taken },
          { type: 'text', value: isAsked ? ' ' : ': ' },
        ];
  };
  const flush = () => {
    const [label] = takeTerms();
    if (label !== undefined) blocks.push({ type: 'paragraph', children: [label] });
  };
  /** What stands beside terms and their definitions. */
  let beside: ChildNode[] = [];
  const flushBeside = () => {
    const said = flow(beside, place);
    beside = [];
    if (said.length > 0) flush();
    for (const block of said) blocks.push(block);
  };
  for (const part of definitionParts(element)) {
    if (!isTerm(part) && !isDefinition(part)) {
      beside.push(part);
      continue;
    }
    flushBeside();
    if (isTerm(part) && isDeclaration(part)) {
      flush();
      const declared = signature(part);
      if (declared !== undefined) blocks.push(declared);
      continue;
    }
    if (isTerm(part) && isPassage(part)) {
      flush();
      for (const block of flow(nodesIn(part), place)) blocks.push(block);
      continue;
    }
    if (isTerm(part)) {
      const words = withoutColon(plain(part, place));
      isAsked = /[?？؟]$/.test(collapsedText(part));
      if (words.length > 0 && terms.length > 0) terms.push({ type: 'text', value: ', ' });
      terms.push(...words);
      continue;
    }
    const [first, ...rest] = flow(nodesIn(part), place);
    if (first?.type === 'paragraph' && !beginsWithTerms(part))
      blocks.push({ type: 'paragraph', children: [...takeTerms(), ...first.children] });
    else if (first === undefined) {
      // What nothing is said of is no term.
      if (terms.length > 0) blocks.push({ type: 'paragraph', children: terms });
      terms = [];
    } else {
      flush();
      blocks.push(first);
    }
    for (const block of rest) blocks.push(block);
  }
  flushBeside();
  flush();
  return blocks;
};

/** `1.`, `(2)`, `a)`: what is counted, as laws do, is no term. */
const count = /^\(?(?:(\d{1,3})|[a-z]{1,4})(?:[.)])$/i;

/** Definitions of which each term is a count of what stands behind it: a list. Undefined for others. */
export const enumerated = (element: Element, place: Place, flow: Write): [List] | undefined => {
  const parts = definitionParts(element).filter(
    (node) => isElement(node) || (isText(node) && hasWord(node.value)),
  );
  if (parts.length < 2) return undefined;
  const counts: (string | undefined)[] = [];
  for (const [index, part] of parts.entries()) {
    const isCount = index % 2 === 0;
    if (!(isCount ? isTerm(part) : isDefinition(part))) return undefined;
    const found = isTerm(part) ? count.exec(collapsedText(part)) : undefined;
    if (found === null) return undefined;
    if (found !== undefined) counts.push(found[1]);
  }
  if (parts.length !== counts.length * 2) return undefined;
  const start = Number(counts[0] ?? Number.NaN);
  const ordered = counts.every((number, index) => Number(number) === start + index);
  const inItem = { ...place, depth: place.depth + 1 };
  const children = counts.map((_, index): ListItem => {
    const [term = [], meaning = []] = parts.slice(index * 2, index * 2 + 2).map(nodesIn);
    const said = flow(meaning, inItem);
    const blocks = ordered ? said : withMark([...flow(term, inItem), ...said]);
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

/** What is meant is said by terms of their own: one behind the other they look like one. */
const beginsWithTerms = (part: ChildNode): boolean => {
  const first = nodesIn(part).find((node) => isElement(node) || (isText(node) && hasWord(node.value)));
  return first !== undefined && isElement(first) && first.tagName === 'dl';
};

/** What stands in place of a term and is more: the heading of its definition, as documentation has them, or terms of its own. */
const isPassage = (term: Element): boolean =>
  elements(term).some(({ tagName }) => tagName === 'dl' || headingTags.has(tagName));

const isTerm = (node: ChildNode): node is Element => isElement(node) && node.tagName === 'dt';
const isDefinition = (node: ChildNode): boolean => isElement(node) && node.tagName === 'dd';

/** Groups of a definition list may be wrapped in `<div>`. */
const definitionParts = (element: Element): ChildNode[] =>
  element.childNodes.flatMap((child) =>
    isElement(child) && child.tagName === 'div' ? child.childNodes : [child],
  );

const nodesIn = (part: ChildNode): readonly ChildNode[] => (isElement(part) ? part.childNodes : []);
