import { setTimeout as delay } from 'node:timers/promises';
import type { LivePage } from '../page.ts';
import type { PictureWorld } from './lay-out.ts';

/**
 * Waits for what a picture of a page shows: style sheets, fonts and images, what loads on sight, figures that count up and what
 * is faded in. Every function that runs in the page is self-contained and takes what it reads by from prototypes.
 */

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
  // Where little time is left the page may just not have been drawn yet.
  if (page.awaitsStyle) page.warn('a style sheet did not come in time: the page is shown without it');
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
 * Waits for figures that count up, and for what a script fades in, since they came into sight: for as long as they change at each
 * look. On a page that was run ahead the time of frames stands still for a while: what counts by it writes the same again.
 */
export const untilCounted = (page: LivePage, ms: number): Promise<void> =>
  within(
    ms,
    page.evaluate(async (time) => {
      const textOf = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')?.get;
      const styleOf = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'style')?.get;
      const end = performance.now() + time;
      const figuresOf = (text: string) => text.replaceAll(/\D+/g, ' ');
      const opacityOf = (element: Node): string =>
        element instanceof HTMLElement ? styleOf?.call(element).opacity : '';
      const shades = new Map<Element, number>();
      const paled = new Set<Element>();
      /** How far in each is; what has paled comes and goes without end. */
      const fading = () => {
        for (const element of Document.prototype.querySelectorAll.call(document, '[style*="opacity"]')) {
          const opacity = Number(opacityOf(element) || 1);
          if (opacity < (shades.get(element) ?? 0)) paled.add(element);
          shades.set(element, opacity);
        }
        const isOnItsWay = ([element, opacity]: [Element, number]) =>
          opacity > 0 && opacity < 1 && !paled.has(element);
        return Array.from(shades)
          .filter(isOnItsWay)
          .map(([, opacity]) => opacity)
          .join(' ');
      };
      const figures = () => figuresOf(textOf?.call(document.documentElement));
      const { gannetText = '' } = globalThis as typeof globalThis & PictureWorld;
      let writes = 0;
      const observer = new MutationObserver((records) => {
        const isOfUse = ({ type, target }: MutationRecord) =>
          type !== 'attributes' || Number(opacityOf(target) || 1) < 1;
        writes += records.filter(isOfUse).length;
      });
      observer.observe(document, {
        childList: true,
        characterData: true,
        attributes: true,
        attributeFilter: ['style'],
        subtree: true,
      });
      const pause = (length: number) => new Promise<undefined>((resolve) => setTimeout(resolve, length));
      // Where many pages are drawn at once a frame may be that late.
      const frame = () =>
        Promise.race([new Promise<number>((resolve) => requestAnimationFrame(resolve)), pause(1000)]);
      let isHeldUp = true;
      /** Whether it still writes, though the same: once the time of frames goes on, a moment passes until that shows. */
      const isBeginning = async () => {
        const written = writes;
        const time = await frame();
        const wasHeldUp = isHeldUp;
        isHeldUp = time !== undefined && (await frame()) === time;
        return writes > written && (isHeldUp || wasHeldUp);
      };
      let before = figuresOf(gannetText);
      let faded = fading();
      for (
        let now = figures();
        (before !== now || (await isBeginning()) || faded !== fading()) && performance.now() < end;
        now = figures()
      ) {
        before = now;
        faded = fading();
        await Promise.all([pause(200), frame()]);
      }
      observer.disconnect();
    }, ms),
  );
