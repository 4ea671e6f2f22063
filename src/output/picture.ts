import { setTimeout as delay } from 'node:timers/promises';
import type { LivePage, Params } from '../page.ts';

/** How a page that is prepared is pictured, for a screenshot or a PDF. */

/** Chromium's textures end here, in pixels; a taller picture would repeat or stay blank. */
export const maxHeight = 16_384;

/** A page whose popups come faster than pictures are taken is shown with one. */
const mostTaken = 3;
/** Milliseconds for a look at a page that was taken already. */
const lookMs = 500;

/**
 * What came to cover the page after the last look, while it was taken, is hidden, and the page is taken again, where there is
 * time for that.
 */
export const uncovered = async <T>(page: LivePage, take: () => Promise<T>): Promise<T> => {
  const isCovered = () => {
    const late = delay(Math.min(lookMs, page.remaining / 4), false, { ref: false });
    // A page that cannot be looked at any more was taken all the same.
    const found = page.hideCovers().catch(() => false);
    return Promise.race([found, late]);
  };
  const before = page.remaining;
  let taken = await take();
  const takingMs = before - page.remaining;
  for (let times = 1; times < mostTaken; times++) {
    if (page.remaining < 2 * takingMs || !(await isCovered())) break;
    taken = await take();
  }
  return taken;
};

/** A picture that takes longer than this, in milliseconds, may never come. */
const captureMs = 3000;

/** Now and then Chromium waits for a frame that it does not draw, above all after a page was locked and unlocked: asked again it does. */
export const capture = async (page: LivePage, params: Params<'Page.captureScreenshot'>) => {
  const take = () => page.send('Page.captureScreenshot', params);
  const first = take();
  const late = delay(Math.min(captureMs, page.remaining / 2), undefined, { ref: false });
  return (await Promise.race([first, late])) ?? Promise.race([first, take()]);
};

/** Of a picture: that of the page, or the highest there can be, which the caller is told of. */
export const heightOf = (page: LivePage, content: { readonly height: number }, highest: number): number => {
  const height = Math.ceil(content.height);
  if (height <= highest) return height;
  page.warn(`the page is ${height} pixels high: of that the picture holds the first ${highest}`);
  return highest;
};

/** Length of what base64 text stands for, in bytes. */
export const bytesOfBase64 = (text: string): number => Buffer.byteLength(text, 'base64');
