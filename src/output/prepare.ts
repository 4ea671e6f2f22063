import { type LivePage, ScriptError } from '../page.ts';
import { findScroller, settleFixed, settleScrolled, unroll } from './lay-out.ts';
import { isFontAwaited, loadLazily, settlePicture, untilCounted, untilDrawn } from './load-all.ts';
import { maxHeight } from './picture.ts';
import { findBelow, growWindow, isHollow, keepHeights, noteHeights, showCutOff } from './window.ts';

/** Prepares a live page for a screenshot or a PDF: all of it loaded, laid out, at rest, and nothing over it. */

/** Kept for taking the picture itself, in milliseconds. */
const takingMs = 700;

/** Prepares a page. One that does to its document what makes our code in it fail is pictured as it stands, with a warning. */
export const prepareOrWarn = (page: LivePage, prepare: () => Promise<void>): Promise<void> =>
  prepare().catch((error: unknown) => {
    if (!(error instanceof ScriptError)) throw error;
    page.warn(`the page is shown as it stood, parts may be missing (${error.message.split('\n', 1)[0]})`);
  });

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

/** What the picture of a whole page is made for. */
interface Medium {
  readonly onPaper: boolean;
  /** Shows all of what an element scrolls through. @param hidden pixels of it that are out of sight. */
  showInner(page: LivePage, hidden: number): Promise<void>;
}

/** Prepares a page that is to be pictured as a whole. */
export const prepareWhole = async (page: LivePage, { onPaper, showInner }: Medium): Promise<void> => {
  const inner = await scrollThrough(page);
  await (inner > 0 ? showInner(page, inner) : showBelow(page));
  await settle(page);
  // Some fade out so slowly that they were still there at the first look.
  if (!onPaper && inner === 0 && (await showTakenBack(page))) await settle(page);
  await page.hideCovers();
  await settleScrolled(page);
  await settleFixed(page, onPaper);
};

/** Scrolls through, so that all of it is loaded. @returns pixels of an inner scroller that are out of sight. */
const scrollThrough = async (page: LivePage): Promise<number> => {
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
const showBelow = async (page: LivePage): Promise<void> => {
  const below = await findBelow(page);
  if (below.hidden > 0 && (below.needsWindow || (await isHollow(page, false)))) await showAll(page, below);
};

/** @returns whether there was something that is shown in the window alone. */
const showTakenBack = async (page: LivePage): Promise<boolean> => {
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
