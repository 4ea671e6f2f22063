import type { Element } from './tree.ts';
import { ancestors, attr } from './tree.ts';
import { wordsOf } from './words.ts';

const words =
  / (?:logo|brand|site title|site name|sitename|masthead|branding|navbar|modal|cookie|popup|dialog) /;

/** Whether an element names the site rather than the page. */
export const isOfSite = (element: Element): boolean =>
  [element, ...ancestors(element)].some(
    (at) => at.tagName === 'nav' || words.test(wordsOf(`${attr(at, 'class') ?? ''} ${attr(at, 'id') ?? ''}`)),
  );
