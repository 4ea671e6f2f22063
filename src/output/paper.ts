import type { LivePage } from '../page.ts';
import { addSheet } from './lay-out.ts';

/** What paper cannot do: scroll sideways. Every function that runs in the page is self-contained. */

/** Tables stand at their full width, and lines of code go on below, where a reader would scroll. */
export const unrollSideways = async (page: LivePage): Promise<void> => {
  await addSheet(
    page,
    'pre, pre code { white-space: pre-wrap !important; overflow-wrap: anywhere !important }',
  );
  await page.evaluate(() => {
    const parentOf = Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement')?.get;
    const styleOf = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'style')?.get;
    const find = (selector: string): Iterable<Element> =>
      Document.prototype.querySelectorAll.call(document, selector);
    const set = (element: Element, property: string, value: string) =>
      element instanceof HTMLElement && styleOf?.call(element).setProperty(property, value, 'important');
    const done = new Set<Element>([document.documentElement, document.body]);
    const found: { element: Element; isTall: boolean }[] = [];
    for (const table of find('table')) {
      let isUnrolled = false;
      for (let element: Element = table; element && !done.has(element); element = parentOf?.call(element)) {
        done.add(element);
        const { overflowX, scrollSnapType } = getComputedStyle(element);
        // A gallery is shown as it stands.
        if (scrollSnapType !== 'none') break;
        const clips = /hidden|clip/.test(overflowX) && element.scrollWidth <= element.clientWidth;
        if (!/auto|scroll/.test(overflowX) && !(isUnrolled && clips)) continue;
        isUnrolled = true;
        found.push({ element, isTall: element.scrollHeight > element.clientHeight });
      }
    }
    for (const { element, isTall } of found) {
      // What stuck to its lower edge would lie upon rows, sheet by sheet.
      for (const inner of Element.prototype.querySelectorAll.call(element, '*'))
        if (getComputedStyle(inner).position === 'sticky') set(inner, 'bottom', 'auto');
      if (isTall) set(element, 'height', 'auto');
      set(element, 'max-height', 'none');
      set(element, 'overflow', 'visible');
    }
  });
};

export interface Fit {
  /** Shares of their size at which all of a page is on the sheet. */
  readonly page: number;
  /** Of the table that is brought down most, to be multiplied with that of the page. */
  readonly table: number;
  /** What the page is printed as. */
  readonly media: Medium;
}

type Medium = 'print' | 'screen';

/**
 * Makes all of a page fit on a sheet in its width, without a change of the window, or of an element, that the page would be
 * told of. One whose style leaves nothing of it to print is printed as it is on a screen.
 * @param width of what can be printed upon, in CSS pixels.
 */
export const fitOnSheet = async (page: LivePage, width: number): Promise<Fit> => {
  await page.evaluate(notePlaced);
  const shows = () => page.evaluate(showsAnything);
  const media = (await shows()) && !(await asMedia(page, 'print', shows)) ? 'screen' : 'print';
  return asMedia(page, media, async () => {
    const ofText = await page.evaluate(widthTaken, { width, withTables: false });
    const table = await page.evaluate(shrinkWide, { width: ofText, media });
    const taken = await page.evaluate(widthTaken, { width: ofText, withTables: true });
    return { page: width / taken, table, media };
  });
};

/** Does something while the page has another style. Where that fails it is as on a screen, for a picture in place of the print. */
export const asMedia = async <T>(page: LivePage, media: Medium, act: () => Promise<T>): Promise<T> => {
  await page.send('Emulation.setEmulatedMedia', { media });
  try {
    return await act();
  } finally {
    await page.send('Emulation.setEmulatedMedia', { media: '' });
  }
};

interface PaperWorld {
  /** What has a place of its own and stands within the width of the window. */
  gannetPlaced?: ReadonlySet<Element>;
}

/** To be noted before the page is as narrow as the sheet. */
const notePlaced = (): void => {
  const isPlaced = (element: Element) => {
    if (getComputedStyle(element).position !== 'absolute') return false;
    const { left, right } = Element.prototype.getBoundingClientRect.call(element);
    return left >= 0 && right <= innerWidth;
  };
  (globalThis as typeof globalThis & PaperWorld).gannetPlaced = new Set(
    Array.from(Document.prototype.querySelectorAll.call(document, 'body *')).filter(isPlaced),
  );
};

/** Whether there is a text or a picture that can be seen. */
const showsAnything = (): boolean => {
  const parentOf = Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement')?.get;
  const textOf = Object.getOwnPropertyDescriptor(CharacterData.prototype, 'data')?.get;
  const isSeen = (element: Element) => {
    const { width, height } = Element.prototype.getBoundingClientRect.call(element);
    const isVisible = Element.prototype.checkVisibility.call(element, { visibilityProperty: true });
    return width > 0 && height > 0 && isVisible;
  };
  const walker = Document.prototype.createTreeWalker.call(
    document,
    document.documentElement,
    NodeFilter.SHOW_TEXT,
  );
  while (walker.nextNode())
    if (textOf?.call(walker.currentNode).trim() !== '' && isSeen(parentOf?.call(walker.currentNode)))
      return true;
  const pictures = Document.prototype.querySelectorAll.call(document, 'img, svg, canvas, video, iframe');
  return Array.from(pictures).some(isSeen);
};

/**
 * Brings each table, and each picture that says how wide it is, down to the width of the sheet: what stands around it stays
 * as large as it is.
 * @returns the smallest share of its size that a table has.
 */
const shrinkWide = ({ width, media }: { width: number; media: string }): number => {
  const getOf = (prototype: object, name: string) =>
    Object.getOwnPropertyDescriptor(prototype, name)?.get ?? (() => undefined);
  const parentOf = getOf(Node.prototype, 'parentElement');
  const previousOf = getOf(Element.prototype, 'previousElementSibling');
  const boxOf = (element: Element): DOMRect => Element.prototype.getBoundingClientRect.call(element);
  const find = (selector: string): Element[] =>
    Array.from(Document.prototype.querySelectorAll.call(document, selector));
  const tables = new Set(find('table'));
  const styleOf = getOf(HTMLElement.prototype, 'style');
  /** In pixels: what goes with the window is smaller on paper by itself. */
  const saysWidth = (picture: Element): boolean => {
    const { width: wide } = boxOf(picture);
    const set = picture instanceof HTMLElement ? styleOf.call(picture).width : '';
    const natural = picture instanceof HTMLImageElement ? picture.naturalWidth : 0;
    const attribute = Number(Element.prototype.getAttribute.call(picture, 'width'));
    return [set.endsWith('px') ? Number.parseFloat(set) : 0, attribute, natural].some(
      (said) => Math.abs(said - wide) < 1,
    );
  };
  /** What is placed, or cut off within the sheet, is to be seen as it is. */
  const isCut = (picture: Element, edge: number): boolean => {
    for (let outer = picture; outer && outer !== document.documentElement; outer = parentOf.call(outer)) {
      const { position, overflowX } = getComputedStyle(outer);
      if (/absolute|fixed/.test(position)) return true;
      const clips = /hidden|clip/.test(overflowX) && outer !== document.body;
      if (clips && boxOf(outer).right <= edge + 1) return true;
    }
    return false;
  };
  const wide = [...tables, ...find('img, svg, canvas, video').filter(saysWidth)];
  if (wide.length === 0) return 1;
  const sheet = new CSSStyleSheet();
  getOf(Document.prototype, 'adoptedStyleSheets').call(document).push(sheet);

  /** Names an element by its place. */
  const pathOf = (named: Element): string => {
    let path = '';
    for (let element = named; element !== document.documentElement; element = parentOf.call(element)) {
      let place = 1;
      for (let other = previousOf.call(element); other; other = previousOf.call(other)) place += 1;
      path = ` > :nth-child(${place})${path}`;
    }
    return `:root${path}`;
  };
  /** Each has a rule of its own; of more the page is made smaller as a whole. */
  const mostShrunk = 100;
  const shares = new Map<Element, number>();
  let rules = '';
  // What has become smaller may stand elsewhere.
  for (let round = 0; round < 3; round++) {
    sheet.replaceSync(`:root { width: ${width}px !important }\n${rules}`);
    const { left, right } = boxOf(document.documentElement);
    for (const element of wide) {
      const box = boxOf(element);
      if (box.width <= width / 2 || (box.right <= right + 1 && box.left >= left - 1)) continue;
      if (shares.size >= mostShrunk && !shares.has(element)) continue;
      if (!tables.has(element) && isCut(element, right)) continue;
      // One that begins far to the side has half of the sheet.
      const room = Math.max(Math.min(box.right, right) - Math.max(box.left, left), width / 2);
      shares.set(element, ((shares.get(element) ?? 1) * room) / box.width);
    }
    // What is within another is as small as that.
    for (const element of shares.keys())
      for (let outer = parentOf.call(element); outer; outer = parentOf.call(outer))
        if (shares.has(outer)) shares.delete(element);
    const smaller = Array.from(
      shares,
      ([element, share]) => `${pathOf(element)} { zoom: ${share} !important }`,
    );
    rules = `@media ${media} { ${smaller.join('\n')} }`;
  }
  sheet.replaceSync(rules);
  return Math.min(1, ...Array.from(shares, ([element, share]) => (tables.has(element) ? share : 1)));
};

/**
 * How wide a sheet has to be for all text and all columns to be there: Chromium makes a page smaller by a third at most, and
 * cuts off the rest.
 */
const widthTaken = ({ width, withTables }: { width: number; withTables: boolean }): number => {
  const getOf = (prototype: object, name: string) =>
    Object.getOwnPropertyDescriptor(prototype, name)?.get ?? (() => undefined);
  const parentOf = getOf(Node.prototype, 'parentElement');
  const textOf = getOf(CharacterData.prototype, 'data');
  const boxOf = (element: Element): DOMRect => Element.prototype.getBoundingClientRect.call(element);
  const root = document.documentElement;
  /** Beyond so many, a look takes seconds. */
  const mostTexts = 50_000;
  /** Of those beside the sheet, which are looked at closely. */
  const mostOutside = 2000;
  const texts: { text: Node; around: Element }[] = [];
  const walker = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_TEXT);
  while (texts.length < mostTexts && walker.nextNode()) {
    const text = walker.currentNode;
    const around: Element = parentOf.call(text);
    if (
      textOf.call(text).trim() !== '' &&
      (withTables || Element.prototype.closest.call(around, 'table, svg') === null)
    )
      texts.push({ text, around });
  }
  const arounds = new Set(texts.map(({ around }) => around));
  const tables: Element[] = withTables
    ? Array.from(Document.prototype.querySelectorAll.call(document, 'table'))
    : [];
  const sheet = new CSSStyleSheet();
  getOf(Document.prototype, 'adoptedStyleSheets').call(document).push(sheet);

  const { gannetPlaced: inWindow } = globalThis as typeof globalThis & PaperWorld;
  /**
   * Galleries and menus have texts to the side of the window that nobody is to see yet. What is placed in the window is as wide
   * as that, but on paper as wide as the sheet.
   */
  const isShown = (element: Element, left: number, right: number): boolean => {
    if (getComputedStyle(element).visibility !== 'visible') return false;
    let isPlaced = false;
    for (let outer = element; outer && outer !== root; outer = parentOf.call(outer)) {
      const { position, overflowX, opacity } = getComputedStyle(outer);
      if (opacity === '0' || position === 'fixed') return false;
      const box = boxOf(outer);
      const isBeside = box.left >= right || box.right <= left;
      if (position === 'absolute' && isBeside && !inWindow?.has(outer)) return false;
      if (position !== 'static') isPlaced = position === 'absolute';
      const clips = overflowX !== 'visible' && outer !== document.body;
      if (clips && box.right <= right + 1 && box.left >= left - 1) return false;
    }
    return !isPlaced;
  };
  const widthWithin = (room: number): number => {
    sheet.replaceSync(`:root { width: ${room}px !important }`);
    const { left, right } = boxOf(root);
    const widthOf = (box: DOMRect) => (box.width > 0 ? Math.max(box.right - left, right - box.left) : 0);
    let most = tables.reduce((widest, table) => Math.max(widest, widthOf(boxOf(table))), room);
    const range = Document.prototype.createRange.call(document);
    const isOutside = (around: Element) => widthOf(boxOf(around)) > most + 1;
    const outside = new Set([...arounds].filter(isOutside).slice(0, mostOutside));
    for (const { text, around } of texts) {
      if (!outside.has(around)) continue;
      range.selectNodeContents(text);
      const taken = widthOf(range.getBoundingClientRect());
      if (taken > most + 1 && isShown(around, left, right)) most = taken;
    }
    return most;
  };
  let taken = width;
  // What is centred moves on in a wider page.
  for (let round = 0; round < 8; round++) {
    const most = widthWithin(taken);
    if (most <= taken + 1) break;
    taken = most;
  }
  sheet.replaceSync('');
  return taken;
};
