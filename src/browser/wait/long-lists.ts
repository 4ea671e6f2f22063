import { ask, askForFrames, halfOfTheRest } from './ask.ts';
import { nextFrame } from './scroll.ts';
import type { Waiting } from './waiting.ts';

/** CSS pixels: some three hundred rows. */
const tallest = 10_000;

/**
 * Lists and tables that hold no more than what is in sight of them are made as tall as all of them, so that they hold all;
 * of those that scroll with the page, the window is.
 * @returns whether there were any.
 */
export const unrollLists = async (waiting: Waiting): Promise<boolean> => {
  const found = await ask(waiting, halfOfTheRest(waiting), unroll, tallest);
  if (typeof found !== 'object' || !(found.grown || found.window)) return false;
  waiting.noteSights(true);
  if (found.window) await waiting.tab.resize(found.window);
  waiting.frames.take();
  await askForFrames(waiting, nextFrame);
  return true;
};

interface Unrolled {
  readonly grown: boolean;
  /** What shows the lists that scroll with the page. */
  readonly window: { readonly width: number; readonly height: number } | undefined;
}

/** Self-contained: runs in the page's isolated world. */
const unroll = (tallest: number): Unrolled => {
  const { getBoundingClientRect } = Element.prototype;
  const get = (prototype: object, name: string) => Object.getOwnPropertyDescriptor(prototype, name)?.get;
  const styleOfHtml = get(HTMLElement.prototype, 'style');
  const parentOf = get(Node.prototype, 'parentElement');
  const textOf = get(Node.prototype, 'textContent');
  const childrenOf = get(Element.prototype, 'childElementCount');
  const heightOf = get(Element.prototype, 'clientHeight');
  const fullHeightOf = get(Element.prototype, 'scrollHeight');
  const topOf = get(Element.prototype, 'scrollTop');
  const leastGap = 50;

  /** Drawings have one, too, by another reader. */
  const styleOf = (element: Element): CSSStyleDeclaration | undefined =>
    element instanceof HTMLElement ? styleOfHtml?.call(element) : undefined;
  /** As long as all of the rows would be, as scripts write it. */
  const isLong = (element: Element): boolean => {
    const style = styleOf(element);
    const sizes = [style?.height, style?.minHeight, style?.paddingBottom];
    return sizes.some((size) => size?.endsWith('px') && Number.parseFloat(size) > 200);
  };
  const scrollerOf = (element: Element): Element | undefined => {
    let around: Element | null = element;
    for (let depth = 0; depth < 8 && around !== null; depth++, around = parentOf?.call(around)) {
      if (around === document.body) return undefined;
      const isLonger = fullHeightOf?.call(around) > heightOf?.call(around) + leastGap;
      if (isLonger && /auto|scroll/.test(getComputedStyle(around).overflowY)) return around;
    }
    return undefined;
  };
  /** Where the text in an element ends: 0 where it has none, undefined where it has too much to be a part of a list. */
  const measureText = (element: Element): number | undefined => {
    let bottom = 0;
    let left = 2000;
    for (const part of Element.prototype.querySelectorAll.call(element, '*')) {
      if (--left === 0) return undefined;
      if (childrenOf?.call(part) === 0 && textOf?.call(part).trim() !== '')
        bottom = Math.max(bottom, getBoundingClientRect.call(part).bottom);
    }
    return bottom;
  };
  /** Many lists may stand in the same element. */
  const measured = new Map<Element, number | undefined>();
  const endOfText = (element: Element): number | undefined => {
    if (!measured.has(element)) measured.set(element, measureText(element));
    return measured.get(element);
  };
  /** Where its rows end, there is room for more. */
  const isUnfinished = (element: Element, end: number): boolean => {
    const bottom = endOfText(element);
    return bottom !== undefined && bottom > 0 && end - bottom > leastGap;
  };
  const isUnfinishedScroller = (scroller: Element): boolean =>
    heightOf?.call(scroller) >= 100 &&
    isUnfinished(
      scroller,
      getBoundingClientRect.call(scroller).top - topOf?.call(scroller) + fullHeightOf?.call(scroller),
    );
  /** Longer than the window that it scrolls in. What gives it its length may stand beside its rows. */
  const isUnfinishedInWindow = (list: Element): boolean => {
    const { height, bottom } = getBoundingClientRect.call(list);
    return (
      height > innerHeight && isUnfinished(childrenOf?.call(list) > 0 ? list : parentOf?.call(list), bottom)
    );
  };
  /** What is around has a height of its own as a rule. */
  const grow = (scroller: Element): void => {
    const wanted = Math.min(fullHeightOf?.call(scroller), tallest);
    let around: Element | null = scroller;
    for (let depth = 0; depth < 8 && around !== null && around !== document.body; depth++) {
      const missing = wanted - heightOf?.call(scroller);
      if (missing <= 0) return;
      const style = styleOf(around);
      const height = getBoundingClientRect.call(around).height + missing;
      style?.setProperty('max-height', 'none', 'important');
      style?.setProperty('flex', 'none', 'important');
      style?.setProperty('height', `${height}px`, 'important');
      around = parentOf?.call(around);
    }
  };

  const scrollers = new Set<Element>();
  const lists: Element[] = [];
  let left = 200;
  const long = '[style*="height:"],[style*="padding-bottom:"]';
  for (const element of Document.prototype.querySelectorAll.call(document, long)) {
    if (left-- === 0) break;
    if (!isLong(element)) continue;
    const scroller = scrollerOf(element);
    if (scroller === undefined) lists.push(element);
    else scrollers.add(scroller);
  }
  const unfinished = [...scrollers].filter(isUnfinishedScroller);
  for (const scroller of unfinished) grow(scroller);
  measured.clear();
  // Some look at their size only then.
  if (unfinished.length > 0) dispatchEvent(new Event('resize'));
  const height = Math.min(document.documentElement.scrollHeight, tallest);
  // A phone's window has another width than its page.
  const isPhone = /\bMobile\b/.test(navigator.userAgent);
  const isCut = !isPhone && height > innerHeight && lists.some(isUnfinishedInWindow);
  return { grown: unfinished.length > 0, window: isCut ? { width: innerWidth, height } : undefined };
};
