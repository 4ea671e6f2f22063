import type { Element } from './tree.ts';

const blocks = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure
  footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p plaintext pre
  search section summary table tbody td tfoot th thead tr ul xmp`.split(/\s+/),
);

/** Of headings. */
export const headingTags: ReadonlySet<string> = new Set('h1 h2 h3 h4 h5 h6'.split(' '));

/** Whether the element stands in a block of its own, by the default style sheet. */
export const isBlock = ({ tagName }: Element): boolean => blocks.has(tagName);

/** Whether its text is apart from what is around it: so is that of a button, though it stands in the line. */
export const isApart = (element: Element): boolean => isBlock(element) || element.tagName === 'button';
