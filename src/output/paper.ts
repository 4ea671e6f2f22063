import type { LivePage } from '../page.ts';
import { addSheet } from './lay-out.ts';

/** What paper cannot do: scroll sideways. Every function that runs in the page is self-contained. */

/** Tables stand at their full width, and lines of code go on below, where a reader would scroll. */
export const unrollSideways = async (page: LivePage): Promise<void> => {
  await addSheet(page, 'pre { white-space: pre-wrap !important; overflow-wrap: anywhere !important }');
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
      if (isTall) set(element, 'height', 'auto');
      set(element, 'max-height', 'none');
      set(element, 'overflow', 'visible');
    }
  });
};

/**
 * Measures how wide tables are on paper, without a change of the window, or of an element, that the page would be told of.
 * @param width of what can be printed upon, in CSS pixels.
 * @returns how wide it has to be for all columns to be there.
 */
export const widthOfTables = async (page: LivePage, width: number): Promise<number> => {
  if (!(await page.evaluate(hasTable))) return width;
  await page.send('Emulation.setEmulatedMedia', { media: 'print' });
  const taken = await page.evaluate((least) => {
    const boxOf = (element: Element) => Element.prototype.getBoundingClientRect.call(element);
    const root = document.documentElement;
    const tables: Element[] = Array.from(Document.prototype.querySelectorAll.call(document, 'table'));
    const sheet = new CSSStyleSheet();
    Object.getOwnPropertyDescriptor(Document.prototype, 'adoptedStyleSheets')
      ?.get?.call(document)
      .push(sheet);
    const takenWithin = (room: number) => {
      sheet.replaceSync(`:root { width: ${room}px !important }`);
      const { left, right } = boxOf(root);
      return tables
        .map(boxOf)
        .filter((box) => box.width > 0)
        .reduce((most, box) => Math.max(most, box.right - left, right - box.left), room);
    };
    let room = least;
    // What is centred moves on in a wider page.
    for (let round = 0; round < 8; round++) {
      const most = takenWithin(room);
      if (most <= room) break;
      room = most;
    }
    sheet.replaceSync('');
    return room;
  }, width);
  await page.send('Emulation.setEmulatedMedia', { media: '' });
  return taken;
};

const hasTable = (): boolean => Document.prototype.querySelector.call(document, 'table') !== null;
