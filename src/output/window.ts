import type { LivePage } from '../page.ts';
import type { PictureWorld } from './lay-out.ts';

/** A window as high as the page, for what is shown in the window alone. Every function that runs in the page is self-contained. */

interface WindowWorld extends PictureWorld {
  /** How high large elements were before the window grew. */
  gannetHeights?: readonly (readonly [HTMLElement, number])[];
}

/**
 * Makes the window as high as what scrolls in it, for nothing else shows all of an inner scroller.
 * @returns what gives it its height back.
 */
export const growWindow = async (
  page: LivePage,
  by: number,
  highest: number,
): Promise<() => Promise<unknown>> => {
  const { width, height, scale, isMobile } = await page.evaluate(() => ({
    width: innerWidth,
    height: innerHeight,
    scale: devicePixelRatio,
    isMobile: /\bMobile\b/.test(navigator.userAgent),
  }));
  // A phone's window has another width than its page.
  if (isMobile) return async () => undefined;
  const setHeight = (high: number) =>
    page.send('Emulation.setDeviceMetricsOverride', {
      width,
      height: high,
      deviceScaleFactor: scale,
      mobile: false,
    });
  await setHeight(Math.min(highest, height + by));
  return () => setHeight(height);
};

/**
 * Some pages do not scroll and cut off screens of text, which a script moves through the window by wheel or key: they are shown
 * below each other, and the page scrolls.
 */
export const showCutOff = (page: LivePage): Promise<void> =>
  page.evaluate(() => {
    const parentOf = Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement')?.get;
    const styleOf = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'style')?.get;
    const root = document.documentElement;
    const cutsOff = (element: Element) =>
      element.clientHeight >= innerHeight * 0.9 &&
      element.clientWidth >= innerWidth * 0.9 &&
      element.scrollHeight >= element.clientHeight * 1.5 &&
      /hidden|clip/.test(getComputedStyle(element).overflowY);
    let found: Element | null =
      root.scrollHeight - innerHeight > 50
        ? null
        : Document.prototype.elementFromPoint.call(document, innerWidth * 0.6, innerHeight / 2);
    while (found && !cutsOff(found)) {
      // What scrolls shows all of itself.
      const { overflowY } = getComputedStyle(found);
      if (/auto|scroll/.test(overflowY) && found.scrollHeight > found.clientHeight + 50) return;
      found = parentOf?.call(found);
    }
    if (!found) return;
    /** Screens of text, and not a menu or picture that waits below. */
    const { bottom, left, right } = Element.prototype.getBoundingClientRect.call(found);
    const texts = Document.prototype.createTreeWalker.call(document, found, NodeFilter.SHOW_TEXT);
    let below = 0;
    for (
      let node = texts.nextNode(), steps = 0;
      node && steps < 5000 && below < 100;
      node = texts.nextNode()
    ) {
      const text = node.nodeValue?.trim() ?? '';
      const parent: Element | null = parentOf?.call(node);
      if (text === '' || parent === null) continue;
      steps += 1;
      const box = Element.prototype.getBoundingClientRect.call(parent);
      const isBelow = box.height > 0 && box.top >= bottom && box.left < right && box.right > left;
      if (isBelow && Element.prototype.checkVisibility.call(parent, { visibilityProperty: true }))
        below += text.length;
    }
    if (below < 100) return;
    for (; found; found = parentOf?.call(found)) {
      if (!(found instanceof HTMLElement)) continue;
      const style: CSSStyleDeclaration = styleOf?.call(found);
      style.setProperty('overflow', 'visible', 'important');
      if (getComputedStyle(found).position === 'fixed')
        style.setProperty('position', 'absolute', 'important');
    }
  });

/**
 * Looks below the window for what is shown in the window alone: frames of other sites, what a script has taken back when it
 * went out of sight, and what a script moves through a box that fills the window. @returns the page's height and what of it is
 * out of sight, too.
 */
export const findBelow = (
  page: LivePage,
): Promise<{ needsWindow: boolean; height: number; hidden: number }> =>
  page.evaluate(() => {
    const get = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentDocument')?.get;
    const textOf = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')?.get;
    const isBelow = (element: Element) => {
      const { width, height, bottom } = Element.prototype.getBoundingClientRect.call(element);
      return width > 10 && height > 10 && bottom > innerHeight;
    };
    const isTakenBack = (element: Element) => {
      const { opacity, position } = getComputedStyle(element);
      return opacity === '0' && /static|relative/.test(position) && textOf?.call(element).trim() !== '';
    };
    /** Cut off by the window, and there for whoever scrolls. */
    const isMovedThrough = (element: Element) => {
      const { clientHeight, clientWidth, scrollHeight } = element;
      const fills = clientHeight >= innerHeight * 0.9 && clientWidth >= innerWidth * 0.9;
      if (!fills || scrollHeight < clientHeight * 1.5) return false;
      const { position, overflowY } = getComputedStyle(element);
      return position === 'fixed' && /hidden|clip/.test(overflowY) && textOf?.call(element).trim() !== '';
    };
    const frames = Array.from(Document.prototype.querySelectorAll.call(document, 'iframe'));
    const elements = Array.from(Document.prototype.querySelectorAll.call(document, 'body *')).slice(
      0,
      20_000,
    );
    const { scrollHeight } = document.documentElement;
    return {
      needsWindow:
        frames.some((frame) => get?.call(frame) === null && isBelow(frame)) ||
        elements.some((element) => (isTakenBack(element) && isBelow(element)) || isMovedThrough(element)),
      height: scrollHeight,
      hidden: scrollHeight - innerHeight,
    };
  });

/** To be told before the window grows: how high everything is that may grow with it. */
export const noteHeights = (page: LivePage): Promise<void> =>
  page.evaluate(() => {
    const heightOf = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetHeight')?.get;
    const textOf = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')?.get;
    /** What the page lies upon, and the box that it is moved through, are as high as the window. */
    const goesWithWindow = (element: Element) =>
      getComputedStyle(element).position === 'fixed' &&
      (element.scrollHeight >= element.clientHeight * 1.5 || textOf?.call(element).trim() === '');
    (globalThis as typeof globalThis & WindowWorld).gannetHeights = Array.from(
      Document.prototype.querySelectorAll.call(document, 'body, body *'),
    )
      .filter((element) => element instanceof HTMLElement)
      .map((element): readonly [HTMLElement, number] => [element, heightOf?.call(element)])
      .filter(([element, height]) => height > innerHeight / 10 && !goesWithWindow(element));
  });

/** What has grown with the window, such as a screen as high as it, gets back the height that it had. */
export const keepHeights = (page: LivePage): Promise<void> =>
  page.evaluate(async () => {
    const heightOf = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetHeight')?.get;
    const styleOf = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'style')?.get;
    const { gannetHeights = [] } = globalThis as typeof globalThis & WindowWorld;
    // The page is told of its new window with the next frame.
    const frame = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.race([frame, new Promise((resolve) => setTimeout(resolve, 300))]);
    // What holds them is no higher, once they are not.
    for (const [element, height] of gannetHeights.toReversed()) {
      if (Math.abs(heightOf?.call(element) - height) <= 1) continue;
      const style: CSSStyleDeclaration | undefined = styleOf?.call(element);
      const set = (property: string, value: string) => style?.setProperty(property, value, 'important');
      set('box-sizing', 'border-box');
      for (const property of ['height', 'min-height', 'max-height']) set(property, `${height}px`);
    }
  });

/**
 * Whether what scrolls goes on for more than a window without anything in it: rows of long lists are made for the window alone.
 * @param mayCut makes an element that scrolls end with what is in it then.
 */
export const isHollow = (page: LivePage, mayCut: boolean): Promise<boolean> =>
  page.evaluate(async (cuts) => {
    const get = (prototype: object, name: string) => Object.getOwnPropertyDescriptor(prototype, name)?.get;
    const countOf = get(Element.prototype, 'childElementCount');
    const textOf = get(Node.prototype, 'textContent');
    const nameOf = get(Element.prototype, 'localName');
    // The page makes more for what is larger now.
    const frame = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.race([frame, new Promise((resolve) => setTimeout(resolve, 300))]);
    const { gannetScroller: inner } = globalThis as typeof globalThis & WindowWorld;
    const scroller = inner ?? document.documentElement;
    const boxOf = (element: Element) => Element.prototype.getBoundingClientRect.call(element);
    const shows = (element: Element) => {
      if (
        /^(img|svg|canvas|video|iframe|frame|object|embed|input|textarea|select)$/.test(nameOf?.call(element))
      )
        return true;
      if (countOf?.call(element) > 0) return false;
      if (/\S/.test(textOf?.call(element))) return true;
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      return backgroundImage !== 'none' || !/^rgba\(.*, 0\)$/.test(backgroundColor);
    };
    const elements = Array.from(Element.prototype.querySelectorAll.call(scroller, '*'));
    if (elements.length > 20_000) return false;
    const lowest = elements.filter(shows).reduce((end, element) => Math.max(end, boxOf(element).bottom), 0);
    const reach = lowest - boxOf(scroller).top + (inner?.scrollTop ?? 0);
    if (lowest === 0 || scroller.scrollHeight - reach < innerHeight) return false;
    const style = get(HTMLElement.prototype, 'style');
    if (cuts && inner instanceof HTMLElement)
      for (const [property, value] of Object.entries({ height: `${reach}px`, overflow: 'hidden' }))
        style?.call(inner).setProperty(property, value, 'important');
    return true;
  }, mayCut);
