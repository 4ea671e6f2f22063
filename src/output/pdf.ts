import { sheetOf } from '../contract/paper.ts';
import type { Data, Options } from '../contract/scrape.ts';
import { type LivePage, ProtocolError, ScriptError } from '../page.ts';
import { imagePdf, type Sheet } from './image-pdf.ts';
import { addSheet } from './lay-out.ts';
import { asMedia, fitOnSheet, unrollSideways } from './paper.ts';
import { bytesOfBase64, capture, heightOf, maxHeight, uncovered } from './picture.ts';
import { awaitStyle, prepareOrWarn, prepareWhole, showUnrolled } from './prepare.ts';

const pointsPerInch = 72;

/** The page on paper: printed by the browser, or a picture of it where printing fails. */
export const pdf = async (page: LivePage, options: Options['pdf']): Promise<Data['pdf']> => {
  const sheet = sheetOf(options);
  await awaitStyle(page);
  await prepareOrWarn(page, () => prepareForPaper(page));
  await setPaper(page, sheet, options.margin !== undefined);
  const take = () =>
    print(page, options, sheet).catch((error: unknown) => {
      if (error instanceof ProtocolError || error instanceof ScriptError)
        return photograph(page, options, sheet);
      throw error;
    });
  const data = await uncovered(page, take);
  return { data, format: 'pdf', size_bytes: bytesOfBase64(data) };
};

const prepareForPaper = async (page: LivePage): Promise<void> => {
  await prepareWhole(page, { onPaper: true, showInner: showUnrolled });
  await unrollSideways(page);
};

/** The paper is the caller's, and so are its margins where they are asked for: Chromium turns and fills it as the page's style says. */
const setPaper = (page: LivePage, { width, height, margin }: Sheet, hasMargin: boolean): Promise<void> => {
  const { top, right, bottom, left } = margin;
  const margins = hasMargin ? `margin: ${top}pt ${right}pt ${bottom}pt ${left}pt !important` : '';
  return addSheet(page, `@page { size: ${width}pt ${height}pt !important; ${margins} }`);
};

/** A CSS pixel. */
const pixel = 0.75;
/** Chromium prints no smaller. */
const leastScale = 0.1;
/** Smaller than this share of its size, text takes a magnifying glass. */
const legible = 0.5;

/**
 * Nodes of a page that is tagged with what each of its parts is. Tags of a table take forty times its size, and time by the
 * square of their number: of 100,000 rows more than six minutes.
 */
const mostTagged = 20_000;

const print = async (
  page: LivePage,
  options: Options['pdf'],
  { width, height, margin }: Sheet,
): Promise<string> => {
  const room = (width - margin.left - margin.right) / pixel / options.scale;
  const fit = await fitOnSheet(page, room);
  const scale = options.scale * fit.page;
  const warnOf = (what: string, share: number) =>
    page.warn(
      `${what} at ${Math.round(share * 100)} % of its size to fit the width of the paper: options.landscape or a larger options.format makes more of it`,
    );
  if (fit.page < 1 && scale < legible) warnOf('printed', scale);
  if (fit.table < 1 && scale * fit.table < legible) warnOf('a table is printed', scale * fit.table);
  const { nodes } = await page.send('Memory.getDOMCounters');
  const take = () =>
    page.send('Page.printToPDF', {
      generateTaggedPDF: nodes <= mostTagged,
      paperWidth: width / pointsPerInch,
      paperHeight: height / pointsPerInch,
      marginTop: margin.top / pointsPerInch,
      marginBottom: margin.bottom / pointsPerInch,
      marginLeft: margin.left / pointsPerInch,
      marginRight: margin.right / pointsPerInch,
      printBackground: options.print_background,
      scale: Math.max(leastScale, scale),
    });
  if (fit.media === 'print') return (await take()).data;
  page.warn('the page shows nothing of itself on paper: it is printed as it is on a screen');
  return (await asMedia(page, fit.media, take)).data;
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
  const { data } = await capture(page, {
    format: 'jpeg',
    quality,
    clip: { x: 0, y: 0, ...size, scale: 1 },
    captureBeyondViewport: true,
  });
  return imagePdf({ jpeg: Buffer.from(data, 'base64'), ...size }, sheet, scale).toString('base64');
};
