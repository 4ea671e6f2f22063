import { plainSigns } from '../tree/text.ts';
import { attr, collapsedText, type Element, elements, parentElement } from '../tree/tree.ts';

/** What a link to its own heading shows. */
const anchorSign = /^[#¶§◆🔗⚓*\s]*$/u;
const anchorWords =
  /^(?:permalink|link|anchor|hashtag|copy link|direct link.*|link to this.*|(?:back to )?top)$/i;

/** Whether a link names a place on the page that it stands on. */
export const leadsWithin = (link: Element): boolean => attr(link, 'href')?.trim().startsWith('#') ?? false;

/** Whether a link leads to where it stands: to one of the elements next around it. */
export const leadsToItself = (link: Element): boolean => {
  if (!leadsWithin(link)) return false;
  const name = attr(link, 'href')?.trim().slice(1);
  const around = parentElement(link);
  const outer = around && parentElement(around);
  return name !== '' && [around, outer].some((element) => element && attr(element, 'id') === name);
};

/** Whether a link is there for its address alone, as those beside headings: nobody reads what it shows. */
export const isAnchor = (link: Element, inHeading: boolean): boolean => {
  const shown = plainSigns(collapsedText(link));
  if (anchorSign.test(shown))
    return (inHeading || leadsWithin(link)) && !elements(link).some(({ tagName }) => tagName === 'img');
  return inHeading && leadsWithin(link) && (anchorWords.test(shown) || shown === attr(link, 'href')?.trim());
};
