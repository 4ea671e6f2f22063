import { setTimeout as delay } from 'node:timers/promises';
import type { LivePage } from '../page.ts';

/**
 * Brings a page into the state that a picture of all of it needs. Every function that runs in the page is self-contained
 * and takes what it reads by from prototypes.
 */

interface PictureWorld {
  /** What scrolls instead of the document. */
  gannetScroller?: Element;
  /** How far down the page was scrolled through, in pixels. */
  gannetReached?: number;
  /** What the page said when it had been scrolled through, or was to be settled. */
  gannetText?: string;
  /** Frames that were to load on sight, and when they have. */
  gannetFrames?: readonly { frame: Element; loaded: Promise<unknown> }[];
}

/** Adds a style sheet that changes no element, which the page might watch. */
export const addSheet = (page: LivePage, css: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    const own = Object.getOwnPropertyDescriptor(Document.prototype, 'adoptedStyleSheets');
    own?.get?.call(document).push(sheet);
  }, css);

/** Gives the page all of the width that was asked for: told to hide scrollbars, Chromium leaves those that are there. */
export const hideScrollbar = (page: LivePage): Promise<void> =>
  addSheet(page, ':root { scrollbar-width: none !important }');

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

/** Of the element that scrolls: pixels of it that are out of sight, now that the window is another. */
export const hiddenInside = (page: LivePage): Promise<number> =>
  page.evaluate(() => {
    const { gannetScroller: inner } = globalThis as typeof globalThis & PictureWorld;
    return inner ? inner.scrollHeight - inner.clientHeight : 0;
  });

/**
 * Waits until the page may be drawn: it is not before the style sheets of its head are there, and a picture of it would wait
 * for as long. One that does not come in time is given up, which the caller is told of.
 */
export const untilDrawn = async (page: LivePage, ms: number): Promise<void> => {
  const drawn = page.evaluate(() => {
    const state = Object.getOwnPropertyDescriptor(Document.prototype, 'readyState')?.get?.call(document);
    if (state === 'complete') return true;
    return new Promise<boolean>((resolve) => requestAnimationFrame(() => resolve(true)));
  });
  if (await Promise.race([drawn, delay(ms, false, { ref: false })])) return;
  page.warn('a style sheet did not come in time: the page is shown without it');
  await page.send('Page.stopLoading');
};

/** The clock of a page whose scripts had to be stopped may stand still: its time is measured here, too. */
const within = async (ms: number, done: Promise<void>): Promise<void> => {
  await Promise.race([done, delay(ms + 500, undefined, { ref: false })]);
};

/** Scrolls down, from where it had come to before, and back so that what loads on sight is there: at most 20 screens. */
export const loadLazily = (page: LivePage, ms: number): Promise<void> =>
  within(
    ms,
    page.evaluate(async (time) => {
      const end = performance.now() + time;
      const world = globalThis as typeof globalThis & PictureWorld;
      const frameDocumentOf = Object.getOwnPropertyDescriptor(
        HTMLIFrameElement.prototype,
        'contentDocument',
      )?.get;
      const lazy = Document.prototype.querySelectorAll.call(document, 'iframe[loading="lazy"]');
      world.gannetFrames ??= Array.from(lazy)
        .filter((frame) => frameDocumentOf?.call(frame)?.URL === 'about:blank')
        .map((frame) => ({
          frame,
          loaded: new Promise((resolve) =>
            EventTarget.prototype.addEventListener.call(frame, 'load', resolve),
          ),
        }));
      const inner = world.gannetScroller;
      const scroller = inner ?? document.documentElement;
      const top = () => (inner ? inner.scrollTop : scrollY);
      const screen = inner ? inner.clientHeight : innerHeight;
      const go = (to: number) => (inner ?? window).scrollTo({ top: to, behavior: 'instant' });
      const pause = (length: number) => new Promise((resolve) => setTimeout(resolve, length));
      /** What watches for being seen is told when a frame is drawn: at worst there is one a second. */
      const drawn = () =>
        Promise.race([
          new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
          pause(1100),
        ]);
      // Some parts show themselves only once most of them is in sight.
      const step = screen * 0.6;
      const { gannetReached = screen } = world;
      go(gannetReached - screen);
      for (let way = top(); way < 20 * screen && performance.now() < end; way += step) {
        if (top() >= scroller.scrollHeight - screen - 1) break;
        go(top() + step);
        await drawn();
        await pause(20);
      }
      world.gannetReached = top() + screen;
      go(0);
      const middle = Document.prototype.elementFromPoint.call(document, innerWidth / 2, innerHeight / 2);
      const place = () => (middle ? Element.prototype.getBoundingClientRect.call(middle).top : 0);
      let before: number;
      // What changes with the way back, such as a header that returns, is told then. Some pages follow more slowly.
      do {
        before = place();
        await drawn();
      } while (Math.abs(place() - before) > 0.5 && performance.now() < end);
      const textOf = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')?.get;
      world.gannetText = textOf?.call(document.documentElement);
    }, ms),
  );

/** Whether the page waits for a font. */
export const isFontAwaited = (page: LivePage): Promise<boolean> =>
  page.evaluate(() => {
    const fonts = Object.getOwnPropertyDescriptor(Document.prototype, 'fonts')?.get?.call(document);
    return fonts.status === 'loading';
  });

/** Waits for fonts, for images and frames that are on their way, and until it is drawn; what is still moving in has arrived then. */
export const settlePicture = (page: LivePage, ms: number): Promise<void> =>
  within(
    ms,
    page.evaluate(async (time) => {
      const pause = (length: number) => new Promise((resolve) => setTimeout(resolve, length));
      const world = globalThis as typeof globalThis & PictureWorld;
      const { gannetReached = 0, gannetFrames = [] } = world;
      const textOf = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')?.get;
      world.gannetText ??= textOf?.call(document.documentElement);
      /** What loads on sight and was never in sight does not come. */
      const wasSeen = (element: Element) => {
        const { top, left, right, bottom, width } = Element.prototype.getBoundingClientRect.call(element);
        return (
          width > 0 &&
          bottom > 0 &&
          right > 0 &&
          left < innerWidth &&
          top < Math.max(innerHeight, gannetReached)
        );
      };
      const images = Array.from(Document.prototype.querySelectorAll.call(document, 'img'))
        .filter((image) => image instanceof HTMLImageElement)
        .filter((image) => !image.complete && wasSeen(image))
        .map((image) => image.decode().catch(() => undefined));
      const frames = gannetFrames.filter(({ frame }) => wasSeen(frame)).map(({ loaded }) => loaded);
      const fonts: FontFaceSet = Object.getOwnPropertyDescriptor(Document.prototype, 'fonts')?.get?.call(
        document,
      );
      await Promise.race([pause(time), Promise.all([fonts.ready, ...images, ...frames])]);
      for (const animation of Document.prototype.getAnimations.call(document)) {
        const { endTime = Number.POSITIVE_INFINITY } = animation.effect?.getComputedTiming() ?? {};
        const isRunning = animation.playState === 'running' && animation.playbackRate > 0;
        if (isRunning && animation.timeline instanceof DocumentTimeline && Number(endTime) < 60_000)
          animation.finish();
      }
      const frame = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await Promise.race([pause(Math.min(300, time)), frame]);
    }, ms),
  );

/**
 * Waits for figures that count up since they came into sight: for as long as they change at each look. On a page that was run
 * ahead the time of frames stands still for a while: what counts by it writes the same again.
 */
export const untilCounted = (page: LivePage, ms: number): Promise<void> =>
  within(
    ms,
    page.evaluate(async (time) => {
      const textOf = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')?.get;
      const end = performance.now() + time;
      const figuresOf = (text: string) => text.replaceAll(/\D+/g, ' ');
      const figures = () => figuresOf(textOf?.call(document.documentElement));
      const { gannetText = '' } = globalThis as typeof globalThis & PictureWorld;
      let writes = 0;
      const observer = new MutationObserver((records) => {
        writes += records.length;
      });
      observer.observe(document, { childList: true, characterData: true, subtree: true });
      const pause = (length: number) => new Promise<undefined>((resolve) => setTimeout(resolve, length));
      const frame = () =>
        Promise.race([new Promise<number>((resolve) => requestAnimationFrame(resolve)), pause(300)]);
      const isHeldUp = async () => {
        const written = writes;
        const time = await frame();
        return time !== undefined && (await frame()) === time && writes > written;
      };
      let before = figuresOf(gannetText);
      for (
        let now = figures();
        (before !== now || (await isHeldUp())) && performance.now() < end;
        now = figures()
      ) {
        before = now;
        await pause(200);
      }
      observer.disconnect();
    }, ms),
  );

/**
 * What is animated by its place in the window looks as it does in the middle of it: a window as high as the page would show
 * most of it as it comes in.
 */
export const settleScrolled = (page: LivePage): Promise<void> =>
  page.evaluate(() => {
    for (const animation of Document.prototype.getAnimations.call(document)) {
      const { timeline, startTime } = animation;
      const isAcross = timeline instanceof ViewTimeline && /inline|x/.test(timeline.axis);
      if (!(timeline instanceof ViewTimeline && startTime instanceof CSSUnitValue) || isAcross) continue;
      animation.pause();
      animation.currentTime = CSS.percent(50 - startTime.value);
    }
  });

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
 * What goes with the window stands once, where it covers nothing in between: what is fixed in the lower half of the window
 * moves to the end of the page, and what sticks to the lower edge to its own place. What the page lies upon is as long as
 * the page. On paper all that is fixed stays on the first sheet, rather than on each, but for what the page lies upon; what is
 * fixed in the lower half stands in its own place in the text.
 */
export const settleFixed = (page: LivePage, onPaper: boolean): Promise<void> =>
  page.evaluate((stay) => {
    const parentOf = Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement')?.get;
    const styleOf = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'style')?.get;
    const textOf = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')?.get;
    const boxOf = (element: Element) => Element.prototype.getBoundingClientRect.call(element);
    const set = (element: Element, property: string, value: string) =>
      styleOf?.call(element).setProperty(property, value, 'important');
    /** An element and what is around it, innermost first. */
    const pathOf = (element: Element): Element[] => {
      const path: Element[] = [];
      for (let step: Element | undefined = element; step; step = parentOf?.call(step)) path.push(step);
      return path;
    };
    const isFixed = (element: Element) => getComputedStyle(element).position === 'fixed';

    const sheet = new CSSStyleSheet();
    // Out of the window, what is behind with it is not painted.
    sheet.replaceSync(
      stay
        ? '::backdrop { position: absolute !important }'
        : '*, ::before, ::after { background-attachment: scroll !important }',
    );
    const sheets = Object.getOwnPropertyDescriptor(Document.prototype, 'adoptedStyleSheets');
    sheets?.get?.call(document).push(sheet);

    const fixed: HTMLElement[] = [];
    for (const element of Document.prototype.querySelectorAll.call(document, '*')) {
      if (!(element instanceof HTMLElement)) continue;
      const { position, bottom, contentVisibility } = getComputedStyle(element);
      // Out of sight it is not painted.
      if (contentVisibility === 'auto') set(element, 'content-visibility', 'visible');
      if (position === 'fixed') fixed.push(element);
      if (position !== 'sticky' || bottom === 'auto') continue;
      const isInBox = pathOf(element)
        .slice(1, -2)
        .some((outer) => /auto|scroll|hidden/.test(getComputedStyle(outer).overflowY));
      if (!isInBox) set(element, 'bottom', 'auto');
    }

    const isInWindow = (element: Element): boolean => {
      const { top, left, right, bottom } = boxOf(element);
      const shown = Element.prototype.checkVisibility.call(element, { visibilityProperty: true });
      return shown && bottom > 0 && right > 0 && left < innerWidth && top < innerHeight;
    };
    /** Fills the window, and all that is not fixed lies upon it. */
    const isBehind = (element: Element): boolean => {
      const { width, height } = boxOf(element);
      if (width < innerWidth * 0.9 || height < innerHeight * 0.9 || textOf?.call(element).trim() !== '')
        return false;
      set(element, 'pointer-events', 'auto');
      const stacks = [0.2, 0.4, 0.6, 0.8].map((y) =>
        Document.prototype.elementsFromPoint.call(document, innerWidth / 2, innerHeight * y),
      );
      const around = pathOf(element);
      const isApart = (other: Element) =>
        !around.some((outer) => outer === other) && !pathOf(other).some(isFixed);
      return (
        stacks.some((stack) => stack.slice(0, stack.indexOf(element)).some(isApart)) &&
        stacks.every((stack) => !stack.slice(stack.indexOf(element) + 1).some(isApart))
      );
    };
    const { scrollHeight } = document.documentElement;
    const down = scrollHeight - innerHeight;
    if (!stay && down < 50) return;
    const shown = fixed.filter(isInWindow).map((element) => ({ element, behind: isBehind(element) }));
    for (const { element, behind } of shown) {
      const { top, left, width } = boxOf(element);
      const isHigh = !behind && top < innerHeight / 2;
      // Beside its neighbours it would take their room.
      const isInLine = /flex|grid/.test(getComputedStyle(parentOf?.call(element)).display);
      if (stay && !behind) set(element, 'position', isHigh || isInLine ? 'absolute' : 'relative');
      if (isHigh || (stay && (behind || isInLine))) continue;
      set(element, 'inset', 'auto');
      set(element, 'box-sizing', 'border-box');
      set(element, 'width', `${width}px`);
      if (stay) continue;
      const place = { top: behind ? 0 : top + down, left };
      set(element, 'position', 'absolute');
      if (behind) set(element, 'height', `${scrollHeight}px`);
      set(element, 'top', '0');
      set(element, 'left', '0');
      // Measured anew: what it is positioned against may lie anywhere.
      const now = boxOf(element);
      set(element, 'top', `${place.top - now.top}px`);
      set(element, 'left', `${place.left - now.left}px`);
    }
  }, onPaper);
