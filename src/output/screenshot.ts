import type { Data, Options } from '../contract/scrape.ts';
import type { LivePage } from '../page.ts';

/** Chromium's textures end here; a taller picture would repeat or stay blank. */
const maxHeight = 16_384;

/** More pixels would take the browser's memory, and come back as a picture of half a gigabyte. */
const maxPixels = 100_000_000;
/** Kept for taking the picture itself, in milliseconds. */
const takingMs = 700;

/** A picture of the page: PNG of the whole page or of the viewport, JPEG of the viewport (spec, "Options for screenshot"). */
export const screenshot = async (
  page: LivePage,
  options: Options['screenshot'],
): Promise<Data['screenshot']> => {
  const { format, full_page, quality } = options;
  const whole = format === 'png' && full_page;
  if (whole) await loadLazily(page);
  await settlePicture(page);
  // Measured last: images have their size by now.
  const clip = whole ? await wholePage(page) : undefined;
  const { data } = await page.send('Page.captureScreenshot', {
    format,
    ...(format === 'jpeg' ? { quality } : {}),
    ...(clip === undefined ? {} : { clip, captureBeyondViewport: true }),
  });
  return { data, format, size_bytes: bytesOfBase64(data) };
};

const wholePage = async (page: LivePage) => {
  const { cssContentSize, cssLayoutViewport } = await page.send('Page.getLayoutMetrics');
  const width = Math.max(1, Math.ceil(cssLayoutViewport.clientWidth));
  const highest = Math.min(maxHeight, Math.floor(maxPixels / width));
  return {
    x: 0,
    y: 0,
    width,
    height: Math.max(1, Math.min(highest, Math.ceil(cssContentSize.height))),
    scale: 1,
  };
};

/** Scrolls down and back so that images which load on sight are there: at most 20 screens. */
const loadLazily = (page: LivePage): Promise<void> =>
  page.evaluate(
    async (ms) => {
      const end = Date.now() + ms;
      const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
      const bottom = () => (document.scrollingElement?.scrollHeight ?? 0) - innerHeight;
      for (let screen = 0; screen < 20 && scrollY < bottom() && Date.now() < end; screen++) {
        scrollBy({ top: innerHeight, behavior: 'instant' });
        await pause(40);
      }
      scrollTo({ top: 0, behavior: 'instant' });
    },
    Math.min(1500, (page.remaining - takingMs) / 3),
  );

/** Waits for fonts, and for images that are on their way: up to two seconds, or what the request can spare. */
export const settlePicture = (page: LivePage): Promise<void> =>
  page.evaluate(
    async (ms) => {
      const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
      const images = [...document.images]
        .filter((image) => !image.complete && image.currentSrc !== '')
        .map((image) => image.decode().catch(() => undefined));
      await Promise.race([pause(ms), Promise.all([document.fonts.ready, ...images])]);
      const frame = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await Promise.race([pause(Math.min(300, ms)), frame]);
    },
    Math.max(0, Math.min(2000, page.remaining - takingMs - 300)),
  );

/** Length of what base64 text stands for, in bytes. */
export const bytesOfBase64 = (text: string): number => Buffer.byteLength(text, 'base64');
