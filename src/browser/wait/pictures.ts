import { setTimeout as delay } from 'node:timers/promises';
import { isOver, type Pending } from '../tab/requests.ts';
import { ask, askForFrames, halfOfTheRest } from './ask.ts';
import { nextFrame } from './scroll.ts';
import type { ShownPage } from './waiting.ts';

/** Waits for what a picture of the page shows: images, style sheets and fonts. */

/** What follows from what has just come is asked for within this. */
const followsMs = 100;

/** Waits, for so many milliseconds at most, for what the page has asked for since. */
export const untilLoaded = async (
  { activity, signal }: ShownPage,
  since: number,
  ms: number,
): Promise<void> => {
  const { requests } = activity;
  const end = performance.now() + ms;
  const isAwaited = (request: Pending) =>
    request.startedAt >= since &&
    !['Ping', 'EventSource'].includes(request.type) &&
    !requests.isPolled(request.question) &&
    !isOver(request);
  const goesOn = () =>
    [...requests.pending.values()].some(isAwaited) || performance.now() - requests.changedAt < followsMs;
  while (requests.changedAt >= since && goesOn() && performance.now() < end)
    await delay(30, undefined, { signal });
};

/** What a picture of the page would lack, wherever it is drawn: backgrounds and shadow roots have no element to ask. */
const isDrawn = (request: Pending): boolean =>
  ['Image', 'Stylesheet', 'Font'].includes(request.type) && !isOver(request);

export const awaitsStyle = ({ activity }: ShownPage): boolean =>
  [...activity.requests.pending.values()].some(({ type }) => type === 'Stylesheet');

/** Waits, for so many milliseconds at most, for pictures, style sheets and fonts that are on their way. */
export const untilPictured = async (page: ShownPage, ms: number): Promise<void> => {
  const { activity, signal } = page;
  const end = performance.now() + ms;
  // A background is asked for when it is drawn first.
  await askForFrames(page, nextFrame);
  while ([...activity.requests.pending.values()].some(isDrawn) && performance.now() < end)
    await delay(30, undefined, { signal });
};

/** Pictures and fonts may take this long once everything else is there. */
const picturesMs = 5000;

/** Waits for fonts and for the images that have begun to load. */
export const waitForPictures = async (page: ShownPage): Promise<void> => {
  const end = Math.min(page.until, performance.now() + picturesMs);
  while (performance.now() < end) {
    if ((await ask(page, halfOfTheRest(page), arePicturesThere)) !== false) return;
    await delay(50, undefined, { signal: page.signal });
  }
};

/** Self-contained: runs in the page's isolated world. */
const arePicturesThere = (): boolean => {
  const get = (prototype: object, name: string) => Object.getOwnPropertyDescriptor(prototype, name)?.get;
  const fonts: FontFaceSet | undefined = get(Document.prototype, 'fonts')?.call(document);
  if (fonts?.status === 'loading') return false;
  const images: HTMLCollectionOf<HTMLImageElement> = get(Document.prototype, 'images')?.call(document);
  // One that is far off and loads on sight only is never complete.
  return [...images].every((image) => image.complete || image.loading === 'lazy');
};
