import { isCode, isData } from '../tab/request-uses.ts';
import { hasLandedSince } from '../tab/requests.ts';
import { ask, askForFrames, halfOfTheRest } from './ask.ts';
import { type BusySigns, busySigns } from './busy.ts';
import { lookAt } from './look-at.ts';
import { untilUp } from './rest.ts';
import { bringsMore, goBack, mostScreens, nextFrame, rest, type ShowingWorld, showNext } from './scroll.ts';
import type { Waiting } from './waiting.ts';

/** Scrolls empty places into sight, for scripts that fill them when a reader gets there. */

/** Between the word that something is in sight and what a framework asks for or shows by it, by the page's own time. */
const renderMs = 50;

/**
 * Scrolls to each empty place, and opens each empty `<details>`. The observers of a page see that with its next frame, so
 * one frame for each is enough.
 * @returns whether something came or was asked for.
 */
export const bringUnfilled = async (waiting: Waiting): Promise<boolean> => {
  const { activity, clock, evaluate, frames } = waiting;
  // What is unfolded may have come, or be asked for, before we are told that it was.
  const before = await lookAt(waiting);
  const since = performance.now();
  const findNext = () => ask(waiting, halfOfTheRest(waiting), findUnfilled, busySigns);
  let found = await findNext();
  if (found !== 'number' && found !== 'place') return false;
  let hasNumbers = false;
  frames.take();
  using _ = clock.keepUp(() => evaluate(() => performance.now()));
  for (let screen = 1; found === 'number' || found === 'place'; screen++) {
    hasNumbers ||= found === 'number';
    if ((await askForFrames(waiting, showNext, 1)) === 'stuck' || screen === mostScreens) break;
    found = await findNext();
  }
  await askForFrames(waiting, nextFrame);
  if (hasNumbers) await untilUp(waiting);
  await askForFrames(waiting, rest, renderMs);
  const after = await lookAt(waiting);
  const isAskedFor = [...activity.requests.pending.values()].some(
    ({ type, startedAt }) => startedAt >= since && (isData(type) || isCode(type)),
  );
  const isChanged =
    typeof before === 'object' && typeof after === 'object' && after.changes !== before.changes;
  const hadEffect = isAskedFor || isChanged || hasLandedSince(activity.requests, since);
  if (hadEffect) await bringsMore(waiting, since);
  await goBack(waiting);
  waiting.noteSights(hadEffect);
  return hadEffect;
};

interface UnfilledWorld extends ShowingWorld {
  /** What is empty and still to be brought into sight, in the order of the document. */
  gannetUnfilled?: Element[];
}

/**
 * Finds the next block with room for something, or element of the page's own, without any content, or that stands for what is
 * to come, below what is in sight, or a number that is to count up. Rules, spacers, and what only clears or decorates are none.
 * What unfolds and has nothing in it yet is unfolded, wherever it is. Self-contained: runs in the page's isolated world.
 */
const findUnfilled = (signs: BusySigns): 'number' | 'place' | 'none' => {
  const world = globalThis as typeof globalThis & UnfilledWorld;
  const { getBoundingClientRect, getClientRects, matches } = Element.prototype;
  const get = (prototype: object, name: string) => Object.getOwnPropertyDescriptor(prototype, name)?.get;
  const textOf = get(Node.prototype, 'textContent');
  const nameOf = get(Element.prototype, 'localName');
  const shadowOf = get(Element.prototype, 'shadowRoot');
  const childrenOf = get(Element.prototype, 'childElementCount');
  const folded = 'details:not([open],[name],:has(> :not(summary)))';
  const counts =
    '[data-count],[data-target],[data-to],[data-to-value],[data-counter],[class*="counter" i],[class*="countup" i],[class*="count-up" i],[class*="odometer" i]';
  /** As the Interactive Advertising Bureau has them. */
  const adSizes = new Set(
    '120x600 160x600 200x200 250x250 300x250 300x600 300x1050 320x100 336x280'.split(' '),
  );
  const mayBeFilled = /^(div|span|section|article|aside|main|ul|ol)$|-/;
  const isEmpty = (element: Element): boolean =>
    mayBeFilled.test(nameOf?.call(element)) &&
    childrenOf?.call(element) === 0 &&
    textOf?.call(element).trim() === '' &&
    shadowOf?.call(element) === null;
  /** As large as what a site is proud of; prices are as large. */
  const isProud = (element: Element): boolean =>
    Number.parseFloat(getComputedStyle(element).fontSize) >= 24 && !/\p{Sc}/u.test(textOf?.call(element));
  /**
   * A number that counts up from nothing as soon as it is seen, "0", "0 %" or "€0": no cart, and no likes. One that has begun on a
   * page that was run ahead is below it.
   */
  const isAtZero = (element: Element): boolean =>
    childrenOf?.call(element) === 0 &&
    /^\s*(?:\D{0,3}0(?:[.,]0+)?|-\d+)\D{0,3}\s*$/.test(textOf?.call(element).slice(0, 100)) &&
    (Element.prototype.closest.call(element, counts) !== null || isProud(element)) &&
    Element.prototype.closest.call(element, 'a,button') === null;
  const words = new RegExp(signs.words, 'i');
  const saysLoading = (element: Element): boolean =>
    childrenOf?.call(element) === 0 &&
    words.test(textOf?.call(element).slice(0, 100).trim()) &&
    Element.prototype.closest.call(element, 'a,button') === null;
  const isPlace = (element: Element): boolean => {
    const { top, width, height } = getBoundingClientRect.call(element);
    if (top < innerHeight) return false;
    if (matches.call(element, signs.marks) || saysLoading(element)) return true;
    const { display, position, clear, backgroundImage } = getComputedStyle(element);
    if (Element.prototype.getAttribute.call(element, 'aria-hidden') === 'true') return false;
    const isSpan = nameOf?.call(element) === 'span';
    const isWide = width >= innerWidth * 0.4;
    const isOfCard = width >= 100 && !adSizes.has(`${Math.round(width)}x${Math.round(height)}`);
    // What is as wide as the text may have no height yet.
    const hasRoom = height === 0 ? isWide && !isSpan : height >= 100 && (isWide || isOfCard);
    const isInFlow = /static|relative/.test(position) && clear === 'none';
    return (hasRoom || (display === 'inline' && !isSpan)) && isInFlow && backgroundImage === 'none';
  };
  const isUnfilled = (element: Element): boolean =>
    isEmpty(element) || isAtZero(element) || saysLoading(element);
  const marks = `${signs.marks},${folded}`;
  const all = (selector: string): NodeListOf<Element> =>
    Document.prototype.querySelectorAll.call(document, selector);
  const findAll = () => {
    const marked = new Set(all(marks));
    return [...all('body *')].filter((element) => marked.has(element) || isUnfilled(element));
  };
  const isFolded = (element: Element): boolean => nameOf?.call(element) === 'details';
  const isNext = (element: Element): boolean =>
    getClientRects.call(element).length > 0 &&
    // It may have been filled since.
    (matches.call(element, marks) || isUnfilled(element)) &&
    (isFolded(element) || isAtZero(element) || isPlace(element));
  world.gannetUnfilled ??= findAll();
  for (let next = world.gannetUnfilled.shift(); next; next = world.gannetUnfilled.shift()) {
    if (!isNext(next)) continue;
    if (isFolded(next)) Element.prototype.setAttribute.call(next, 'open', '');
    else world.gannetNext = next;
    return isAtZero(next) ? 'number' : 'place';
  }
  return 'none';
};
