import { shownText } from './text.ts';
import { type Element, elements, hasAttr } from './tree.ts';

/** What of a page tells of the page itself. */
export interface OwnParts {
  readonly all: readonly Element[];
  /** Whether an element, and all that is in it, is left out. */
  readonly isForeign: (element: Element) => boolean;
}

/**
 * What is in frames is of others; a page that says nothing beside them is what they show.
 * @param all every element of the page.
 */
export const ownPartsOf = (all: readonly Element[]): OwnParts => {
  const frames = all.filter(isFrame);
  const body = all.find(({ tagName }) => tagName === 'body');
  if (frames.length === 0 || body === undefined || shownText(body, isNoText) === '')
    return { all, isForeign: () => false };
  const framed = new Set(frames.flatMap(elements));
  return { all: all.filter((element) => !framed.has(element)), isForeign: isFrame };
};

/** The document of a frame stands in an element of this mark. */
const isFrame = (element: Element): boolean => hasAttr(element, 'data-gn-frame');
const unread = new Set(['script', 'style', 'template', 'noscript']);
const isNoText = (element: Element): boolean => isFrame(element) || unread.has(element.tagName);
