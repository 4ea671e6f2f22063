import { sheetOf } from '../contract/paper.ts';
import type { Data, Options } from '../contract/scrape.ts';
import { type LivePage, ProtocolError } from '../page.ts';
import { imagePdf, type Sheet } from './image-pdf.ts';
import { addSheet, settleFixed, settleScrolled } from './lay-out.ts';
import {
  awaitStyle,
  bytesOfBase64,
  heightOf,
  maxHeight,
  scrollThrough,
  settle,
  showBelow,
  showUnrolled,
} from './screenshot.ts';

const pointsPerInch = 72;

/** The page on paper: printed by the browser, or a picture of it where printing fails. */
export const pdf = async (page: LivePage, options: Options['pdf']): Promise<Data['pdf']> => {
  const sheet = sheetOf(options);
  await awaitStyle(page);
  await ((await scrollThrough(page)) > 0 ? showUnrolled(page) : showBelow(page));
  await settle(page);
  await settleScrolled(page);
  await settleFixed(page, true);
  await setPaper(page, sheet, options.margin !== undefined);
  const data = await print(page, options, sheet).catch((error: unknown) => {
    if (error instanceof ProtocolError) return photograph(page, options, sheet);
    throw error;
  });
  return { data, format: 'pdf', size_bytes: bytesOfBase64(data) };
};

/** The paper is the caller's, and so are its margins where they are asked for: Chromium turns and fills it as the page's style says. */
const setPaper = (page: LivePage, { width, height, margin }: Sheet, hasMargin: boolean): Promise<void> => {
  const { top, right, bottom, left } = margin;
  const margins = hasMargin ? `margin: ${top}pt ${right}pt ${bottom}pt ${left}pt !important` : '';
  return addSheet(page, `@page { size: ${width}pt ${height}pt !important; ${margins} }`);
};

const print = async (
  page: LivePage,
  options: Options['pdf'],
  { width, height, margin }: Sheet,
): Promise<string> => {
  const { data } = await page.send('Page.printToPDF', {
    paperWidth: width / pointsPerInch,
    paperHeight: height / pointsPerInch,
    marginTop: margin.top / pointsPerInch,
    marginBottom: margin.bottom / pointsPerInch,
    marginLeft: margin.left / pointsPerInch,
    marginRight: margin.right / pointsPerInch,
    printBackground: options.print_background,
    scale: options.scale,
  });
  return data;
};

/** One long picture, cut into sheets. */
const photograph = async (
  page: LivePage,
  { quality, scale }: Options['pdf'],
  sheet: Sheet,
): Promise<string> => {
  const { cssContentSize } = await page.send('Page.getLayoutMetrics');
  const size = {
    width: Math.max(1, Math.ceil(cssContentSize.width)),
    height: Math.max(1, heightOf(page, cssContentSize, maxHeight)),
  };
  const { data } = await page.send('Page.captureScreenshot', {
    format: 'jpeg',
    quality,
    clip: { x: 0, y: 0, ...size, scale: 1 },
    captureBeyondViewport: true,
  });
  return imagePdf({ jpeg: Buffer.from(data, 'base64'), ...size }, sheet, scale).toString('base64');
};
