import type { Element } from '../tree/tree.ts';
import { ancestors, attr } from '../tree/tree.ts';
import { wordsOf } from '../tree/words.ts';

const words =
  / (?:logo|brand|site title|site name|sitename|masthead|branding|navbar|modal|cookie|popup|dialog) /;

/** A cheaper test, asked first: most names mean nothing. */
const likely = /logo|brand|site|masthead|navbar|modal|cookie|popup|dialog/i;

/** Whether an element names the site rather than the page. */
export const isOfSite = (element: Element): boolean =>
  [element, ...ancestors(element)].some((at) => {
    if (at.tagName === 'nav') return true;
    const names = `${attr(at, 'class') ?? ''} ${attr(at, 'id') ?? ''}`;
    return likely.test(names) && words.test(wordsOf(names));
  });
