import { ProtocolError } from '../../page.ts';
import type { InWorld } from '../tab/world.ts';
import { type BannerRules, bannerRules } from './banner-rules.ts';
import { type DomReaders, domReaders } from './dom.ts';
import { createOverlays, type Overlays } from './overlays.ts';

/**
 * Hides cookie banners, with what they lay over the page, and lets it scroll again. Nothing is clicked: nothing is
 * consented to.
 */
export const hideBanners = (inWorld: InWorld): Promise<boolean> => treat(inWorld, 'banners');

/** Notes what covers the page, once for each document: what comes by our scrolling is told from it. */
export const noteCovers = (inWorld: InWorld): Promise<boolean> => treat(inWorld, 'note');

/**
 * Hides cookie banners, and what has come to cover the page since that was noted, such as popups that wait for a reader to
 * scroll. @returns whether there was any.
 */
export const hideCovers = (inWorld: InWorld): Promise<boolean> => treat(inWorld, 'covers');

type Task = 'banners' | 'note' | 'covers';

const treat = async (inWorld: InWorld, task: Task): Promise<boolean> => {
  try {
    return await inWorld((world) => world.call(coverHider, [{ value: bannerRules }, { value: task }]));
  } catch (error) {
    // The page went on to another document in this moment.
    if (!(error instanceof ProtocolError)) throw error;
    return false;
  }
};

interface CoveredWorld {
  /** What covered the page before it was scrolled, in a window so high, and all that was fixed and to be seen. */
  gannetCovers?: {
    readonly elements: ReadonlySet<Element>;
    readonly fixed: ReadonlySet<Element>;
    readonly height: number;
  };
}

/** Self-contained: runs in the page's isolated world. */
const hide = (dom: DomReaders, overlays: Overlays, rules: BannerRules, task: Task): boolean => {
  const { topmostAt, pathTo, isAbove, holdingOf, set } = overlays;
  const subject = new RegExp(rules.subject, 'i');
  const answer = new RegExp(rules.answer, 'i');
  const cookies = new RegExp(rules.cookies, 'i');
  const use = new RegExp(rules.use, 'i');
  const leave = new RegExp(rules.leave, 'i');
  const frameName = new RegExp(rules.frame, 'i');
  const body = dom.body(document);
  const root = dom.documentElement(document);
  const find = (selector: string) => Array.from(Document.prototype.querySelectorAll.call(document, selector));
  const isShown = (element: Element) => dom.isVisible.call(element);

  /** The page itself may be in a fixed element, and may speak of cookies. */
  const holdsPage = (names: ReadonlySet<string>) =>
    ['main', 'article', 'body'].some((name) => names.has(name));
  const leavesNothing = (text: string) => {
    const whole = body && holdingOf(body);
    return !whole || (whole.text.length - text.length < 40 && !whole.names.has('img'));
  };
  const isBanner = (element: Element): boolean => {
    const { text, buttons, frames, names, links } = holdingOf(element);
    if (holdsPage(names) || names.has('header') || names.has('nav') || links > 15 || text.length > 4000)
      return false;
    if (text.length < 15) return frames.length > 0 && frames.every((name) => frameName.test(name));
    const says = (words: RegExp) => buttons.some((button) => button.length < 50 && words.test(button));
    const isAsking = says(answer) && subject.test(text);
    const isTelling = text.length < 600 && cookies.test(text) && use.test(text) && says(leave);
    return (isAsking || isTelling) && !leavesNothing(text);
  };
  /** Above the page or below it, rather than over it: a page may ask for another consent, and its frame be called after the banner. */
  const isBeside = (element: Element, depth: number): boolean => {
    if (depth > 5 || !Element.prototype.matches.call(element, rules.named)) return false;
    const { text, names } = holdingOf(element);
    const isPartOfText = Element.prototype.closest.call(element, 'main,article,[role="main"]') !== null;
    return cookies.test(text) && text.length < 1500 && !names.has('h1') && !isPartOfText;
  };

  const hidden: Element[] = [];
  const remove = (element: Element) => {
    if (element === body || element === root || hidden.some((other) => other === element)) return;
    if (set(element, 'display', 'none')) hidden.push(element);
  };
  /** Shares of the window, in its middle close enough for no line of text to fall between them. */
  const points = [
    ...Array.from({ length: 25 }, (_, row) => [0.5, 0.02 + row * 0.04] as const),
    ...[0.05, 0.95].flatMap((x) => [0.03, 0.2, 0.4, 0.6, 0.8, 0.97].map((y) => [x, y] as const)),
  ];

  const hideKnown = () => {
    const found = [
      ...rules.ids.map((id) => Document.prototype.getElementById.call(document, id)),
      ...rules.classes.flatMap((name) =>
        Array.from(Document.prototype.getElementsByClassName.call(document, name)),
      ),
      ...find(rules.selector),
    ];
    for (const element of found)
      if (element && isShown(element) && !holdsPage(holdingOf(element).names)) remove(element);
  };
  /** The outermost element over the page that is a banner, on the way to something seen. */
  const hideOther = () => {
    const seen = [
      ...points.map(([x, y]) => topmostAt(x, y)),
      ...find(rules.maybe).slice(0, 50).filter(isShown),
    ];
    const judged = new Set<Element>([...(body ? [body] : []), ...(root ? [root] : [])]);
    for (const element of seen)
      for (const [depth, outer] of pathTo(element).entries()) {
        if (judged.has(outer)) continue;
        judged.add(outer);
        if (!(isAbove(outer) || isBeside(outer, depth)) || !isBanner(outer)) continue;
        remove(outer);
        break;
      }
  };

  /** A veil over the whole window, with nothing of its own. */
  const isBackdrop = (element: Element): boolean => {
    if (!isAbove(element)) return false;
    const { width, height } = dom.boxOf.call(element);
    const { text, frames, names } = holdingOf(element);
    return (
      width >= innerWidth * 0.9 &&
      height >= innerHeight * 0.9 &&
      text === '' &&
      frames.length === 0 &&
      !['img', 'svg', 'canvas', 'video', 'picture'].some((name) => names.has(name)) &&
      getComputedStyle(element).backgroundImage === 'none'
    );
  };
  const hideBackdrops = () => {
    for (let rounds = 0; rounds < 4; rounds++) {
      const backdrop = pathTo(topmostAt(0.5, 0.5)).find(isBackdrop);
      if (!backdrop) return;
      remove(backdrop);
    }
  };

  const isFixed = (element: Element): boolean =>
    getComputedStyle(element).position === 'fixed' || dom.localName(element) === 'dialog';
  /** Fixed, and over the middle of the window or much of it; no header, bar or rail at an edge. */
  const isCover = (element: Element): boolean => {
    const { pointerEvents } = getComputedStyle(element);
    if (!isFixed(element)) return false;
    const { left, top, right, bottom, width, height } = dom.boxOf.call(element);
    const [x, y] = [innerWidth / 2, innerHeight / 2];
    const isInMiddle = left < x && right > x && top < y && bottom > y;
    const isBar =
      (width >= innerWidth * 0.9 && height < innerHeight / 3) ||
      (height >= innerHeight * 0.9 && width < innerWidth / 4);
    return (
      (isInMiddle || (width >= 200 && height >= 200 && !isBar)) &&
      bottom > 0 &&
      right > 0 &&
      left < innerWidth &&
      top < innerHeight &&
      // What lets clicks through is a frame for what does not.
      pointerEvents !== 'none'
    );
  };
  const isSeen = (element: Element) =>
    dom.isVisible.call(element, { opacityProperty: true, visibilityProperty: true });
  const world = globalThis as typeof globalThis & CoveredWorld;
  const isLarge = Document.prototype.getElementsByTagName.call(document, '*').length > 20_000;
  /**
   * Close enough for no cover to fall between them in a window of 1920 by 1080. Among 100,000 elements one takes 15 ms to
   * find: there the middle and a fifth of the others have to do.
   */
  const grid = Array.from(
    { length: 60 },
    (_, at) => [0.05 + (at % 10) / 10, (Math.floor(at / 10) + 0.5) / 6] as const,
  ).filter((_, at) => !isLarge || (at + Math.floor(at / 10) * 2) % 5 === 0);
  if (isLarge) grid.push([0.5, 0.5]);
  const onTop = () => grid.flatMap(([x, y]) => pathTo(topmostAt(x, y)));
  /** Of many elements those where popups mostly stand. */
  const mayCover = () => {
    const outer = find(isLarge ? 'body > *,body > :not(main) > *' : '*');
    return isLarge ? new Set([...outer.slice(0, 1000), ...outer.slice(-1000)]) : outer;
  };
  const note = () => {
    const fixed = new Set([...mayCover()].filter((element) => isFixed(element) && isSeen(element)));
    const elements = new Set([...fixed, ...onTop()].filter(isCover));
    world.gannetCovers ??= { elements, fixed, height: innerHeight };
  };
  const hideNew = () => {
    const noted = world.gannetCovers;
    const isOther = noted?.height !== innerHeight;
    // Of very many elements not all that were fixed are known.
    if (!noted || (isOther && isLarge)) return;
    // In a higher window all that is fixed has another size: there, what is to be seen only since then has come.
    const elements = isOther ? noted.fixed : noted.elements;
    for (let rounds = 0; rounds < 4; rounds++) {
      const before = hidden.length;
      for (const element of new Set(onTop())) {
        if (elements.has(element) || !isCover(element)) continue;
        const { text, names } = holdingOf(element);
        if (!holdsPage(names) && text.length <= 4000 && !leavesNothing(text)) remove(element);
      }
      if (hidden.length === before) return;
    }
  };
  const unlock = () => {
    for (const element of [root, body]) {
      if (!element) continue;
      const { overflowY, position } = getComputedStyle(element);
      if (/hidden|clip/.test(overflowY)) set(element, 'overflow', 'visible');
      if (position === 'fixed') set(element, 'position', 'static');
    }
  };

  if (task === 'note') {
    note();
    return false;
  }
  hideKnown();
  hideOther();
  if (hidden.length > 0) hideBackdrops();
  if (task === 'covers') hideNew();
  if (hidden.length > 0) unlock();
  return hidden.length > 0;
};

export const coverHider = `function (rules, task) {
  const dom = (${domReaders})();
  return (${hide})(dom, (${createOverlays})(dom), rules, task);
}`;
