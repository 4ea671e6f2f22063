import { attr, firstElement } from '../tree/tree.ts';
import { wordsOf } from '../tree/words.ts';
import type { Block, Blocks } from './blocks.ts';
import { telling } from './named.ts';
import type { Region } from './region.ts';
import { between, sums } from './sums.ts';

/** What is more than this share of the text is what the page is about, or the page itself. */
const largest = 0.25;

/**
 * What opens over the page, asked for or not: the terms of an offer, a newsletter. Where no browser told that it is not
 * shown, it stands among the text. Tables that open are data, such as sizes. None where all of them are most of what was
 * chosen.
 */
export const dialogs = ({ all, regions, root }: Blocks, chosen: ReadonlySet<Block>): readonly Block[] => {
  const kept = sums(all, (block) => (chosen.has(block) ? block.characters : 0));
  const telling = sums(all, ({ level, region }) => (level === 1 || region.inTable ? 1 : 0));
  const whole = between(kept, root.first, root.last);
  const found: Block[] = [];
  let together = 0;
  /** What is inside one goes with it. */
  let end = -1;
  for (const region of regions) {
    const { first, last, blocks } = region;
    if (blocks === 0 || first <= end) continue;
    const own = between(kept, first, last);
    if (own === 0 || own > largest * whole || !(isDialog(region) || isSignUp(region))) continue;
    if (between(telling, first, last) > 0) continue;
    end = last;
    together += own;
    for (const block of all.slice(first, last + 1)) if (chosen.has(block)) found.push(block);
  }
  return together * 2 > whole ? [] : found;
};

const boxes = new Set('aside dialog div form section'.split(' '));

const isDialog = ({ element, tag }: Region): boolean => {
  if (!boxes.has(tag)) return false;
  if (tag === 'dialog' || roles.has(attr(element, 'role') ?? '') || attr(element, 'aria-modal') === 'true')
    return true;
  const classes = attr(element, 'class') ?? '';
  if (!likely.test(`${classes} ${attr(element, 'id') ?? ''}`)) return false;
  return called.test(wordsOf(`${classes} ${telling(element)}`));
};

/** In characters: what says more may be the newsletter itself. */
const longestSignUp = 500;

/** Where a newsletter is asked for among the text: a box that is called so, with something to fill in or to press. */
const isSignUp = ({ element, tag, characters }: Region): boolean =>
  (boxes.has(tag) || tag === 'figure') &&
  characters <= longestSignUp &&
  likelySignUp.test(attr(element, 'class') ?? '') &&
  signUp.test(wordsOf(attr(element, 'class') ?? '')) &&
  (firstElement(element, 'button') ?? firstElement(element, 'input') ?? firstElement(element, 'iframe')) !==
    undefined;
const likelySignUp = /newsletter|subscri|sign-?_?up|mailing|opt-?_?in/i;
const signUp =
  /(?<! (?:has|no|not|with|is|after|before)) (?:newsletters?|subscribe|subscription (?:widget|form|box)|sign ?up|mailing list|opt ?in) /;

const roles = new Set(['dialog', 'alertdialog']);
const likely = /modal|dialog|pop-?_?up|mfp-hide/i;
/** Not what opens one, nor what is shown beside it. */
const called =
  /(?<! (?:has|no|open|opens|show|shows|with|launch|trigger)) (?:modals?|dialogs?|popups?|pop up|mfp hide)(?! (?:trigger|toggle|link|btn|button|opener|open|launch|launcher|gallery|off canvas|cards?) )(?= )/;
