import { setTimeout as delay } from 'node:timers/promises';
import { type LivePage, type Params, ScriptError } from '../page.ts';
import { findScroller, unroll } from './lay-out.ts';
import { isFontAwaited, loadLazily, settlePicture, untilCounted, untilDrawn } from './load-all.ts';
import { findBelow, growWindow, isHollow, keepHeights, noteHeights, showCutOff } from './window.ts';

/** What a screenshot and a PDF have in common: how a page is prepared for its picture, and how that is taken. */

/** Chromium's textures end here, in pixels; a taller picture would repeat or stay blank. */
export const maxHeight = 16_384;

/** Kept for taking the picture itself, in milliseconds. */
const takingMs = 700;

/**
 * Prepares a page for its picture. Where what it does to its document makes a look of ours fail, it is shown as it stands then,
 * which the caller is told of.
 */
export const unlessItFails = (page: LivePage, prepare: () => Promise<void>): Promise<void> =>
  prepare().catch((error: unknown) => {
    if (!(error instanceof ScriptError)) throw error;
    page.warn(`the page is shown as it stood, parts may be missing (${error.message.split('\n', 1)[0]})`);
  });

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

/** Waits for style sheets up to eight seconds, or half of what the request can spare. */
export const awaitStyle = (page: LivePage): Promise<void> =>
  untilDrawn(page, Math.max(0, Math.min(8000, (page.remaining - takingMs) / 2)));

/** Waits for pictures up to two seconds, or what the request can spare. */
export const settle = async (page: LivePage): Promise<void> => {
  const end = performance.now() + Math.max(0, Math.min(2000, page.remaining - takingMs - 300));
  const left = () => Math.max(0, end - performance.now());
  await page.untilPictured(left());
  await settlePicture(page, left());
  await untilLegible(page);
  await untilCounted(page, Math.max(0, Math.min(5000, page.remaining - takingMs - 300)));
};

/** Text whose font is on its way is not drawn: one that does not come in time is given up, which the caller is told of. */
const untilLegible = async (page: LivePage): Promise<void> => {
  if (!(await isFontAwaited(page))) return;
  page.warn('a font did not come in time: its text is shown in another');
  await page.send('Page.stopLoading');
};

/** Scrolls through, so that all of it is loaded. @returns pixels of an inner scroller that are out of sight. */
export const scrollThrough = async (page: LivePage): Promise<number> => {
  await showCutOff(page);
  const { hidden, isDocument } = await findScroller(page);
  if (hidden > 0) {
    const since = performance.now();
    await page.noteCovers();
    const load = () => loadLazily(page, Math.min(4000, (page.remaining - takingMs) / 3));
    await load();
    // A popup may have kept the page from scrolling on.
    if (await page.hideCovers()) await load();
    await page.untilLoaded(since, Math.min(3000, (page.remaining - takingMs) / 3));
  }
  // Banners come late, or when the page is scrolled.
  await page.hideCovers();
  return isDocument ? 0 : (await findScroller(page)).hidden;
};

/** What moves in from below when it comes into sight sticks out at the end of the page until then, by so many pixels. */
const movedIn = 150;

/** Shows all of what an element scrolls through, as far as the page makes it. */
export const showUnrolled = async (page: LivePage): Promise<void> => {
  await unroll(page);
  await isHollow(page, true);
};

/** What is shown in the window alone is shown by one as high as the page, unless the page grows with it all the same. */
export const showBelow = async (page: LivePage): Promise<void> => {
  const below = await findBelow(page);
  if (below.hidden > 0 && (below.needsWindow || (await isHollow(page, false)))) await showAll(page, below);
};

/** @returns whether there was something that is shown in the window alone. */
export const showTakenBack = async (page: LivePage): Promise<boolean> => {
  const below = await findBelow(page);
  if (below.hidden <= 0 || !below.needsWindow) return false;
  await showAll(page, below);
  return true;
};

const showAll = async (
  page: LivePage,
  { height, hidden }: Awaited<ReturnType<typeof findBelow>>,
): Promise<void> => {
  await noteHeights(page);
  const shrink = await growWindow(page, hidden, maxHeight);
  await keepHeights(page);
  if ((await findBelow(page)).height > height + movedIn) await shrink();
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
