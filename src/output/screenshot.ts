import { type Data, maxPicturePixels, type Options } from '../contract/scrape.ts';
import type { LivePage } from '../page.ts';
import { hiddenInside, hideScrollbar } from './lay-out.ts';
import { bytesOfBase64, capture, heightOf, maxHeight, uncovered } from './picture.ts';
import { awaitStyle, prepareOrWarn, prepareWhole, settle, showUnrolled } from './prepare.ts';
import { growWindow } from './window.ts';

/** A picture of the page: PNG of the whole page or of the viewport, JPEG of the viewport. */
export const screenshot = async (
  page: LivePage,
  options: Options['screenshot'],
): Promise<Data['screenshot']> => {
  const { format, full_page, quality } = options;
  const whole = format === 'png' && full_page;
  await awaitStyle(page);
  await hideScrollbar(page);
  await prepareOrWarn(page, () => (whole ? prepareWhole(page, { onPaper: false, showInner }) : settle(page)));
  // Measured last: images have their size by now.
  const area = whole ? await wholePage(page) : {};
  const { data } = await uncovered(page, () =>
    capture(page, { format, ...(format === 'jpeg' ? { quality } : {}), ...area }),
  );
  return { data, format, size_bytes: bytesOfBase64(data) };
};

/** Shows all of what an element scrolls through. */
const showInner = async (page: LivePage, inner: number): Promise<void> => {
  const shrink = await growWindow(page, inner, maxHeight);
  if ((await hiddenInside(page)) < inner) return;
  // Its parts are as high as the window, or it is a phone's.
  await shrink();
  await showUnrolled(page);
};

/** So many pixels beside the window are more than a shadow or an edge. */
const noticeable = 50;

const wholePage = async (page: LivePage) => {
  const { cssContentSize, cssLayoutViewport } = await page.send('Page.getLayoutMetrics');
  const ratio = await page.evaluate(() => devicePixelRatio);
  const width = Math.max(1, Math.ceil(cssLayoutViewport.clientWidth));
  const highest = Math.floor(Math.min(maxHeight, maxPicturePixels / (width * ratio)) / ratio);
  const height = Math.max(1, heightOf(page, cssContentSize, highest));
  if (cssContentSize.width - width > noticeable)
    page.warn(
      `the page is ${Math.ceil(cssContentSize.width)} pixels wide: of that the picture holds ${width}, more with a larger options.width`,
    );
  // A page that is read from the right begins where its width ends.
  const clip = { x: cssLayoutViewport.pageX, y: 0, width, height, scale: 1 };
  // Of one that fits into the window Chromium would move the right edge out of the picture.
  return { clip, captureBeyondViewport: height > cssLayoutViewport.clientHeight };
};
