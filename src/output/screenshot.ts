import type { Data, Options } from '../contract/scrape.ts';
import type { LivePage } from '../page.ts';

/** Chromium's textures end here; a taller picture would repeat or stay blank. */
const maxHeight = 16_384;

/** A picture of the page: PNG of the whole page or of the viewport, JPEG of the viewport (spec, "Options for screenshot"). */
export const screenshot = async (
  page: LivePage,
  options: Options['screenshot'],
): Promise<Data['screenshot']> => {
  const { format, full_page, quality } = options;
  const clip = format === 'png' && full_page ? await wholePage(page) : undefined;
  await settlePicture(page);
  const { data } = await page.send('Page.captureScreenshot', {
    format,
    ...(format === 'jpeg' ? { quality } : {}),
    ...(clip === undefined ? {} : { clip, captureBeyondViewport: true }),
  });
  return { data, format, size_bytes: bytesOfBase64(data) };
};

const wholePage = async (page: LivePage) => {
  await loadLazily(page);
  const { cssContentSize, cssLayoutViewport } = await page.send('Page.getLayoutMetrics');
  return {
    x: 0,
    y: 0,
    width: Math.max(1, Math.ceil(cssLayoutViewport.clientWidth)),
    height: Math.max(1, Math.min(maxHeight, Math.ceil(cssContentSize.height))),
    scale: 1,
  };
};

/** Scrolls down and back so that images which load on sight are there: at most 20 screens. */
const loadLazily = (page: LivePage): Promise<void> =>
  page.evaluate(async () => {
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const bottom = () => (document.scrollingElement?.scrollHeight ?? 0) - innerHeight;
    for (let screen = 0; screen < 20 && scrollY < bottom(); screen++) {
      scrollBy({ top: innerHeight, behavior: 'instant' });
      await pause(40);
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });

/** Waits for fonts, and for images that are on their way: up to two seconds. */
export const settlePicture = (page: LivePage): Promise<void> =>
  page.evaluate(async () => {
    const limit = new Promise((resolve) => setTimeout(resolve, 2000));
    const images = [...document.images]
      .filter((image) => !image.complete && image.currentSrc !== '')
      .map((image) => image.decode().catch(() => undefined));
    await Promise.race([limit, Promise.all([document.fonts.ready, ...images])]);
    const frame = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 300)), frame]);
  });

/** Length of what base64 text stands for, in bytes. */
export const bytesOfBase64 = (text: string): number => Buffer.byteLength(text, 'base64');
