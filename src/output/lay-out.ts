import type { LivePage } from '../page.ts';

/**
 * Brings a page into the state that a picture of all of it needs. Every function that runs in the page is self-contained
 * and takes what it reads by from prototypes.
 */

interface PictureWorld {
  /** What scrolls instead of the document. */
  gannetScroller?: Element;
}

/**
 * Gives the page all of the width that was asked for. Told to hide scrollbars, Chromium leaves those that are there; a
 * sheet of our own changes no element, which the page might watch.
 */
export const hideScrollbar = (page: LivePage): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':root { scrollbar-width: none !important }');
    const own = Object.getOwnPropertyDescriptor(Document.prototype, 'adoptedStyleSheets');
    own?.get?.call(document).push(sheet);
  });

/** Finds what scrolls: the document, or an element that fills most of the window. @returns pixels of it that are out of sight. */
export const findScroller = (page: LivePage): Promise<{ hidden: number; isDocument: boolean }> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const ownHidden = root.scrollHeight - innerHeight;
    const parentOf = Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement')?.get;
    const isLarge = (element: Element) =>
      element.clientHeight >= innerHeight * 0.5 && element.clientWidth >= innerWidth * 0.4;
    const scrolls = (element: Element) =>
      /auto|scroll|overlay/.test(getComputedStyle(element).overflowY) &&
      element.scrollHeight > element.clientHeight + 50;
    let found =
      ownHidden > 50
        ? null
        : Document.prototype.elementFromPoint.call(document, innerWidth * 0.6, innerHeight / 2);
    while (found && !(isLarge(found) && scrolls(found))) found = parentOf?.call(found);
    if (!found || found === root) return { hidden: Math.max(0, ownHidden), isDocument: true };
    (globalThis as typeof globalThis & PictureWorld).gannetScroller = found;
    return { hidden: found.scrollHeight - found.clientHeight, isDocument: false };
  });

/** Scrolls down and back so that what loads on sight is there: at most 20 screens. */
export const loadLazily = (page: LivePage, ms: number): Promise<void> =>
  page.evaluate(async (time) => {
    const end = performance.now() + time;
    const inner = (globalThis as typeof globalThis & PictureWorld).gannetScroller;
    const scroller = inner ?? document.documentElement;
    const top = () => (inner ? inner.scrollTop : scrollY);
    const screen = inner ? inner.clientHeight : innerHeight;
    const go = (to: number) => (inner ?? window).scrollTo({ top: to, behavior: 'instant' });
    const pause = (length: number) => new Promise((resolve) => setTimeout(resolve, length));
    /** What watches for being seen is told when a frame is drawn. */
    const drawn = () =>
      Promise.race([
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        pause(300),
      ]);
    for (let count = 0; count < 20 && performance.now() < end; count++) {
      if (top() >= scroller.scrollHeight - screen - 1) break;
      go(top() + screen);
      await drawn();
      await pause(20);
    }
    go(0);
  }, ms);

/** Waits for fonts, for images that are on their way, and until it is drawn; what is still moving in has arrived then. */
export const settlePicture = (page: LivePage, ms: number): Promise<void> =>
  page.evaluate(async (time) => {
    const pause = (length: number) => new Promise((resolve) => setTimeout(resolve, length));
    const images = Array.from(Document.prototype.querySelectorAll.call(document, 'img'))
      .filter((image) => image instanceof HTMLImageElement)
      .filter((image) => !image.complete && image.currentSrc !== '')
      .map((image) => image.decode().catch(() => undefined));
    const fonts: FontFaceSet = Object.getOwnPropertyDescriptor(Document.prototype, 'fonts')?.get?.call(
      document,
    );
    await Promise.race([pause(time), Promise.all([fonts.ready, ...images])]);
    for (const animation of Document.prototype.getAnimations.call(document)) {
      const { endTime = Number.POSITIVE_INFINITY } = animation.effect?.getComputedTiming() ?? {};
      const isRunning = animation.playState === 'running' && animation.playbackRate > 0;
      if (isRunning && animation.timeline instanceof DocumentTimeline && Number(endTime) < 60_000)
        animation.finish();
    }
    const frame = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.race([pause(Math.min(300, time)), frame]);
  }, ms);

/** Makes the window as high as what scrolls in it, for nothing else shows all of an inner scroller. */
export const growWindow = async (page: LivePage, by: number, highest: number): Promise<void> => {
  const { width, height, scale, isMobile } = await page.evaluate(() => ({
    width: innerWidth,
    height: innerHeight,
    scale: devicePixelRatio,
    isMobile: /\bMobile\b/.test(navigator.userAgent),
  }));
  // A phone's window has another width than its page.
  if (isMobile) return;
  await page.send('Emulation.setDeviceMetricsOverride', {
    width,
    height: Math.min(highest, height + by),
    deviceScaleFactor: scale,
    mobile: false,
  });
};

/** On paper nothing scrolls: what did stands at its full length, and so does what is around it. */
export const unroll = (page: LivePage): Promise<void> =>
  page.evaluate(() => {
    const parentOf = Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement')?.get;
    const styleOf = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'style')?.get;
    let element = (globalThis as typeof globalThis & PictureWorld).gannetScroller;
    for (; element; element = parentOf?.call(element)) {
      const style: CSSStyleDeclaration | undefined =
        element instanceof HTMLElement ? styleOf?.call(element) : undefined;
      const set = (property: string, value: string) => style?.setProperty(property, value, 'important');
      const { position, top } = getComputedStyle(element);
      if (/fixed|absolute/.test(position)) {
        set('position', 'relative');
        // What lies above it must not come to lie upon it.
        set('margin-top', top);
      }
      for (const property of ['height', 'inset']) set(property, 'auto');
      set('max-height', 'none');
      set('overflow', 'visible');
    }
  });

/**
 * What is fixed stands once, where it covers nothing in between: what is in the lower half of the window moves to the end
 * of the page. On paper all of it stays on the first sheet, rather than on each.
 */
export const settleFixed = (page: LivePage, onPaper: boolean): Promise<void> =>
  page.evaluate((stay) => {
    const parentOf = Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement')?.get;
    const styleOf = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'style')?.get;
    const down = document.documentElement.scrollHeight - innerHeight;
    const fixed = new Set<HTMLElement>();
    for (const x of [0.03, 0.25, 0.5, 0.75, 0.97])
      for (const y of [0.03, 0.5, 0.7, 0.85, 0.97]) {
        let element = Document.prototype.elementFromPoint.call(document, innerWidth * x, innerHeight * y);
        for (; element; element = parentOf?.call(element))
          if (element instanceof HTMLElement && getComputedStyle(element).position === 'fixed')
            fixed.add(element);
      }
    for (const element of fixed) {
      const { top, left, width } = element.getBoundingClientRect();
      if (!stay && (down < 50 || top < innerHeight / 2)) continue;
      const style: CSSStyleDeclaration | undefined = styleOf?.call(element);
      const set = (property: string, value: string) => style?.setProperty(property, value, 'important');
      set('position', 'absolute');
      if (stay) continue;
      set('inset', 'auto');
      set('width', `${width}px`);
      set('top', '0');
      set('left', '0');
      // Measured anew: what it is positioned against may lie anywhere.
      const now = element.getBoundingClientRect();
      set('top', `${top + down - now.top}px`);
      set('left', `${left - now.left}px`);
    }
  }, onPaper);
