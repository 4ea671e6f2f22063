import { ask, halfOfTheRest, type Waiting } from './ask.ts';
import { frameMs, nextFrame } from './scroll.ts';

/** CSS pixels: some three hundred rows. */
const tallest = 10_000;

/**
 * Lists and tables that scroll within the page and hold no more than what is in sight of them are made as tall as all of
 * them, so that they hold all.
 * @returns whether there were any.
 */
export const unrollLists = async (waiting: Waiting): Promise<boolean> => {
  if ((await ask(waiting, halfOfTheRest(waiting), unroll, tallest)) !== true) return false;
  waiting.frames.take();
  await ask(waiting, frameMs, nextFrame);
  return true;
};

/** Self-contained: runs in the page's isolated world. */
const unroll = (tallest: number): boolean => {
  const { getBoundingClientRect } = Element.prototype;
  const get = (prototype: object, name: string) => Object.getOwnPropertyDescriptor(prototype, name)?.get;
  const styleOf = get(HTMLElement.prototype, 'style');
  const parentOf = get(Node.prototype, 'parentElement');
  const textOf = get(Node.prototype, 'textContent');
  const childrenOf = get(Element.prototype, 'childElementCount');
  const heightOf = get(Element.prototype, 'clientHeight');
  const fullHeightOf = get(Element.prototype, 'scrollHeight');
  const topOf = get(Element.prototype, 'scrollTop');
  const leastGap = 50;

  /** As long as all of the rows would be, as scripts write it. */
  const isLong = (element: Element): boolean => {
    const style: CSSStyleDeclaration | undefined = styleOf?.call(element);
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
  /** Where its rows end, there is room for more. */
  const isUnfinished = (scroller: Element): boolean => {
    let bottom = 0;
    let left = 2000;
    for (const part of Element.prototype.querySelectorAll.call(scroller, '*')) {
      if (--left === 0) return false;
      if (childrenOf?.call(part) === 0 && textOf?.call(part).trim() !== '')
        bottom = Math.max(bottom, getBoundingClientRect.call(part).bottom);
    }
    const end =
      getBoundingClientRect.call(scroller).top - topOf?.call(scroller) + fullHeightOf?.call(scroller);
    return heightOf?.call(scroller) >= 100 && bottom > 0 && end - bottom > leastGap;
  };
  /** What is around has a height of its own as a rule. */
  const grow = (scroller: Element): void => {
    const wanted = Math.min(fullHeightOf?.call(scroller), tallest);
    let around: Element | null = scroller;
    for (let depth = 0; depth < 8 && around !== null && around !== document.body; depth++) {
      const missing = wanted - heightOf?.call(scroller);
      if (missing <= 0) return;
      const style: CSSStyleDeclaration | undefined = styleOf?.call(around);
      const height = getBoundingClientRect.call(around).height + missing;
      style?.setProperty('max-height', 'none', 'important');
      style?.setProperty('flex', 'none', 'important');
      style?.setProperty('height', `${height}px`, 'important');
      around = parentOf?.call(around);
    }
  };

  const scrollers = new Set<Element>();
  let left = 200;
  const long = '[style*="height:"],[style*="padding-bottom:"]';
  for (const element of Document.prototype.querySelectorAll.call(document, long)) {
    if (left-- === 0) break;
    const scroller = isLong(element) ? scrollerOf(element) : undefined;
    if (scroller !== undefined) scrollers.add(scroller);
  }
  const unfinished = [...scrollers].filter(isUnfinished);
  for (const scroller of unfinished) grow(scroller);
  return unfinished.length > 0;
};
