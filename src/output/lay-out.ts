import type { LivePage } from '../page.ts';

/**
 * Lays a page out as a picture of all of it needs. Every function that runs in the page is self-contained and takes what it
 * reads by from prototypes.
 */

/** What the functions of `lay-out.ts`, `load-all.ts` and `window.ts` leave for each other in the page's isolated world. */
export interface PictureWorld {
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
    // Out of the window, what is behind with it is not painted. A control whose background has a style is drawn without its own.
    sheet.replaceSync(
      stay
        ? '::backdrop { position: absolute !important }'
        : ':not(button, input, meter, progress, select, textarea), ::before, ::after { background-attachment: scroll !important }',
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
    /** What the page makes without an element, to lie upon or as a veil: a rule alone reaches it. On paper it is on each sheet. */
    const growGenerated = (name: string, side: string) => {
      const maker = Document.prototype.querySelector.call(document, name);
      if (maker === null) return;
      const { position, content, width, height } = getComputedStyle(maker, side);
      const fills =
        Number.parseFloat(width) >= innerWidth * 0.9 && Number.parseFloat(height) >= innerHeight * 0.9;
      if (position !== 'fixed' || content !== '""' || !fills) return;
      const isAround = getComputedStyle(maker).position !== 'static';
      const { left, top } = isAround ? boxOf(maker) : { left: 0, top: 0 };
      sheet.insertRule(`${name}${side} { position: absolute !important; inset: ${-top}px auto auto ${-left}px !important;
        width: ${innerWidth}px !important; height: ${scrollHeight}px !important }`);
    };
    if (!stay)
      for (const name of [':root', 'body'])
        for (const side of ['::before', '::after']) growGenerated(name, side);
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
      if (stay) {
        // As wide as the window it would have Chromium make all of the page smaller, and so would what had brought it to the middle.
        set(element, 'max-width', '100%');
        for (const property of ['transform', 'translate']) set(element, property, 'none');
        if (Number.parseFloat(getComputedStyle(element).marginLeft) < 0) set(element, 'margin-left', '0');
        continue;
      }
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
