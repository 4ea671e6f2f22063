import { setTimeout as delay } from 'node:timers/promises';
import { isData } from '../tab/request-uses.ts';
import { hasLandedSince } from '../tab/requests.ts';
import { ask, askForFrames, halfOfTheRest } from './ask.ts';
import type { ShownPage } from './waiting.ts';

/**
 * Scrolls to the bottom by screens and back up, so that what loads on sight does load. A list that goes on at its end is
 * followed for as long.
 */
export const scrollThrough = async (page: ShownPage): Promise<void> => {
  for (let screen = 0; screen < 30 && performance.now() < page.until; screen++) {
    const since = performance.now();
    const atBottom = await ask(page, halfOfTheRest(page), scrollOn);
    // What is in sight is told to the page with its next frame.
    await askForFrames(page, nextFrame);
    await delay(restMs, undefined, { signal: page.signal });
    if (atBottom !== false && (atBottom !== true || !(await bringsMore(page, since)))) break;
  }
  await goBack(page);
};

/** Many scripts look at what is in sight five times a second only. */
export const restMs = 220;

/** Data that the end of a page asks for are waited for so long. */
const moreMs = 3000;

/** Whether data have come since, or are asked for and come now. */
export const bringsMore = async ({ activity, signal, until }: ShownPage, since: number): Promise<boolean> => {
  const asked = [...activity.requests.pending].filter(
    ([, { type, startedAt }]) => isData(type) && startedAt >= since,
  );
  const end = Math.min(until, performance.now() + moreMs);
  const isPending = () => asked.some(([id]) => activity.requests.pending.has(id));
  while (isPending() && performance.now() < end) await delay(30, undefined, { signal });
  return !isPending() && hasLandedSince(activity.requests, since);
};

/** Of places brought into sight. Further down there are answers to the answers; a reader does not go on for ever either. */
export const mostScreens = 12;

/** Self-contained: runs in the page's isolated world. The first frame may have begun already. */
export const nextFrame = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Self-contained: runs in the page's isolated world. */
export const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

interface ScrolledWorld {
  /** What scrolls instead of the document. */
  gannetScrolled?: Element | undefined;
}

/**
 * Scrolls the document, or an element that fills most of the window where that does not scroll. Self-contained: runs in the
 * page's isolated world.
 * @returns whether the bottom is reached.
 */
const scrollOn = (): boolean => {
  const get = (prototype: object, name: string) => Object.getOwnPropertyDescriptor(prototype, name)?.get;
  const parentOf = get(Node.prototype, 'parentElement');
  const root: Element | null = get(Document.prototype, 'scrollingElement')?.call(document);
  const world = globalThis as typeof globalThis & ScrolledWorld;
  const scrolls = (element: Element) =>
    element.clientHeight >= innerHeight * 0.5 &&
    element.clientWidth >= innerWidth * 0.4 &&
    /auto|scroll|overlay/.test(getComputedStyle(element).overflowY) &&
    element.scrollHeight > element.clientHeight + 50;
  const findInner = (): Element | undefined => {
    if (root !== null && root.scrollHeight > innerHeight + 50) return undefined;
    let found = Document.prototype.elementFromPoint.call(document, innerWidth * 0.6, innerHeight / 2);
    while (found && !scrolls(found)) found = parentOf?.call(found);
    return found ?? undefined;
  };
  world.gannetScrolled ??= findInner();
  const inner = world.gannetScrolled;
  const screen = inner ? inner.clientHeight : innerHeight;
  (inner ?? globalThis).scrollBy({ top: screen * 0.9, behavior: 'instant' });
  const top = inner ? inner.scrollTop : scrollY;
  return top + screen >= ((inner ?? root)?.scrollHeight ?? 0) - 2;
};

/** Of the page's isolated world: how what finds something to show tells `showNext`. */
export interface ShowingWorld {
  /** What is shown next. */
  gannetNext?: Element | undefined;
  /** What was scrolled within the page to show something, and where it stood. */
  gannetMoved?: Map<Element, number>;
}

/**
 * Brings into sight what was found, and waits until the page has drawn so many frames with it. Self-contained: runs in the page's
 * isolated world.
 */
export const showNext = async (frames: number): Promise<void> => {
  const world = globalThis as typeof globalThis & ShowingWorld;
  const get = (prototype: object, name: string) => Object.getOwnPropertyDescriptor(prototype, name)?.get;
  const parentOf = get(Node.prototype, 'parentElement');
  const topOf = get(Element.prototype, 'scrollTop');
  const { gannetNext, gannetMoved = new Map() } = world;
  world.gannetMoved = gannetMoved;
  const root = get(Document.prototype, 'scrollingElement')?.call(document);
  let left = 100;
  for (let around = gannetNext; around && left-- > 0; around = parentOf?.call(around))
    if (around !== root && !gannetMoved.has(around)) gannetMoved.set(around, topOf?.call(around));
  if (gannetNext) Element.prototype.scrollIntoView.call(gannetNext, { block: 'start', behavior: 'instant' });
  world.gannetNext = undefined;
  for (let frame = 0; frame < frames; frame++)
    await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
};

/**
 * Self-contained: runs in the page's isolated world.
 * @returns whether the page or something in it had been moved: a long list may have let go of its beginning.
 */
const scrollBack = (): boolean => {
  const { gannetScrolled, gannetMoved } = globalThis as typeof globalThis & ScrolledWorld & ShowingWorld;
  const top = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop');
  let moved = scrollY !== 0;
  for (const [element, before] of gannetMoved ?? []) {
    if (top?.get?.call(element) === before) continue;
    moved = true;
    top?.set?.call(element, before);
  }
  gannetMoved?.clear();
  (gannetScrolled ?? globalThis).scrollTo({ top: 0, behavior: 'instant' });
  return moved;
};

/** Goes back to where the page was, and waits until lists that were moved show their beginning again. */
export const goBack = async (page: ShownPage): Promise<void> => {
  if ((await ask(page, halfOfTheRest(page), scrollBack)) === true) await askForFrames(page, nextFrame);
};
