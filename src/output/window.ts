import type { LivePage } from '../page.ts';

/** A window as high as the page, for what is shown in the window alone. Every function that runs in the page is self-contained. */

interface WindowWorld {
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
 * Looks below the window for what is shown in the window alone: frames of other sites, and what a script has taken back when
 * it went out of sight. @returns the page's height and what of it is out of sight, too.
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
    const frames = Array.from(Document.prototype.querySelectorAll.call(document, 'iframe'));
    const elements = Array.from(Document.prototype.querySelectorAll.call(document, 'body *')).slice(
      0,
      20_000,
    );
    const { scrollHeight } = document.documentElement;
    return {
      needsWindow:
        frames.some((frame) => get?.call(frame) === null && isBelow(frame)) ||
        elements.some((element) => isTakenBack(element) && isBelow(element)),
      height: scrollHeight,
      hidden: scrollHeight - innerHeight,
    };
  });

/** To be told before the window grows: how high everything is that may grow with it. */
export const noteHeights = (page: LivePage): Promise<void> =>
  page.evaluate(() => {
    const heightOf = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetHeight')?.get;
    (globalThis as typeof globalThis & WindowWorld).gannetHeights = Array.from(
      Document.prototype.querySelectorAll.call(document, 'body, body *'),
    )
      .filter((element) => element instanceof HTMLElement)
      .map((element): readonly [HTMLElement, number] => [element, heightOf?.call(element)])
      .filter(([, height]) => height > innerHeight / 10);
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
