import {
  attr,
  type ChildNode,
  type Element,
  isElement,
  parentElement,
  removeAll,
  replaceNodes,
} from './tree.ts';

/**
 * React sends what is late below the page, hidden, and a script puts it in its place: `<template id="B:0">` up to the
 * comment `/$`, or `<template id="P:0">` alone, gives way to what `<div hidden id="S:0">` holds. In a page that no
 * browser has run it is still below.
 */
export interface Streamed {
  /** By their number. */
  readonly places: Map<string, Element>;
  readonly parts: Map<string, Element>;
}

/** Pages are sent in dozens of parts. */
const most = 1000;

export const newStreamed = (): Streamed => ({ places: new Map(), parts: new Map() });

/** Keeps an element that is a place or a part of a streamed page. */
export const noteStreamed = (element: Element, { places, parts }: Streamed): void => {
  const id = attr(element, 'id') ?? '';
  if (id.charCodeAt(1) !== 0x3a || places.size + parts.size > most) return;
  if (element.tagName === 'template' && /^[BP]:/.test(id)) places.set(id.slice(2), element);
  else if (id.startsWith('S:') && attr(element, 'hidden') !== undefined) parts.set(id.slice(2), element);
};

/** Puts each part in its place. */
export const settleStreamed = ({ places, parts }: Streamed): void => {
  for (const [name, place] of places) {
    const part = parts.get(name);
    if (part === undefined || parentElement(place) === undefined) continue;
    if (attr(place, 'id')?.startsWith('B:')) removeAll(fallbackBehind(place));
    replaceNodes(new Map([[place, part.childNodes]]));
    part.childNodes = [];
  }
};

/** What is shown until the part comes: up to the comment that ends it, those within it passed over. None without it. */
const fallbackBehind = (place: Element): ReadonlySet<ChildNode> => {
  const siblings: readonly ChildNode[] = place.parentNode?.childNodes ?? [];
  const found = new Set<ChildNode>();
  let open = 0;
  for (const node of siblings.slice(siblings.indexOf(place) + 1)) {
    const mark = isElement(node) || !('data' in node) ? '' : node.data;
    if (mark === '/$' && open-- === 0) return found;
    if (mark === '$?' || mark === '$' || mark === '$!') open++;
    found.add(node);
  }
  return new Set();
};
