import { shownText } from '../tree/text.ts';
import type { Element } from '../tree/tree.ts';
import { isAnchor } from './anchors.ts';
import type { Signals } from './signals.ts';
import { isOfSite } from './site.ts';

/** Headings that may say what a page is called. */
export interface Headings {
  /** The first one of the first level that does not name the site. */
  readonly main: Element | undefined;
  readonly first: readonly Element[];
  readonly second: readonly Element[];
}

/** @param isSiteName whether words are known to be the site's name; nothing is known of them without it. */
export const headingsOf = (
  { tagged }: Signals,
  isSiteName: (text: string) => boolean = () => false,
): Headings => {
  const first = tagged('h1').slice(0, 8);
  const others = first.filter((heading) => !isSiteName(headingText(heading)));
  return {
    main: others.find((heading) => !isOfSite(heading)) ?? others[0],
    first,
    second: tagged('h2').slice(0, 2),
  };
};

/** A heading's words without the link to itself, what is to be pressed, and what it says of the title. */
export const headingText = (heading: Element): string =>
  shownText(heading, (element) => isPressed(element) || isBeside(element)) || shownText(heading, isPressed);

const isPressed = (element: Element): boolean =>
  element.tagName === 'button' || (element.tagName === 'a' && isAnchor(element, true));

/** The kind of a thread, as forums set it before the title, or a slogan after it. */
const isBeside = ({ tagName, attrs }: Element): boolean =>
  tagName === 'span' &&
  attrs.some(({ name, value }) => (name === 'class' || name === 'id') && beside.test(value));
const beside = /(?:^|\s)(?:label|badge)(?:\s|$)|sub-?title|tag-?line/i;
