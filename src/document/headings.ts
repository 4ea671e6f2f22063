import { isAnchor } from './anchors.ts';
import type { Signals } from './signals.ts';
import { isOfSite } from './site.ts';
import { shownText } from './text.ts';
import { type Element, elements, hasAttr } from './tree.ts';

/** Headings that may say what a page is called. */
export interface Headings {
  /** The first one of the first level that does not name the site. */
  readonly main: Element | undefined;
  readonly first: readonly Element[];
  readonly second: readonly Element[];
}

/** @param all every element of the page. */
export const headingsOf = (all: readonly Element[]): Headings => {
  const own = withoutFrames(all);
  const first = own.filter(({ tagName }) => tagName === 'h1').slice(0, 8);
  return {
    main: first.find((heading) => !isOfSite(heading)) ?? first[0],
    first,
    second: own.filter(({ tagName }) => tagName === 'h2').slice(0, 2),
  };
};

/** What is in frames is of others; a page that says nothing beside them is what they show. */
const withoutFrames = (all: readonly Element[]): readonly Element[] => {
  const frames = all.filter(isFrame);
  const body = all.find(({ tagName }) => tagName === 'body');
  if (frames.length === 0 || body === undefined || shownText(body, isNoText) === '') return all;
  const framed = new Set(frames.flatMap(elements));
  return all.filter((element) => !framed.has(element));
};

const isFrame = (element: Element): boolean => hasAttr(element, 'data-gn-frame');
const unread = new Set(['script', 'style', 'template', 'noscript']);
const isNoText = (element: Element): boolean => isFrame(element) || unread.has(element.tagName);

/** A heading's words without the link to itself, and without what is to be pressed. */
export const headingText = (heading: Element): string =>
  shownText(
    heading,
    (element) => element.tagName === 'button' || (element.tagName === 'a' && isAnchor(element, true)),
  );
