import { ServiceError } from '../contract/error.ts';
import type { Data, Options, PaperSize } from '../contract/scrape.ts';
import { type LivePage, ProtocolError } from '../page.ts';
import { imagePdf } from './image-pdf.ts';
import { bytesOfBase64, settlePicture } from './screenshot.ts';

/** Width and height in points (1/72 inch), portrait. */
const papers: Readonly<Record<PaperSize, readonly [number, number]>> = {
  A0: [2383.94, 3370.39],
  A1: [1683.78, 2383.94],
  A2: [1190.55, 1683.78],
  A3: [841.89, 1190.55],
  A4: [595.28, 841.89],
  A5: [419.53, 595.28],
  A6: [297.64, 419.53],
  Letter: [612, 792],
  Legal: [612, 1008],
  Tabloid: [792, 1224],
  Ledger: [1224, 792],
};

/** A finger's breadth, as browsers print by default. */
const defaultMargin = 28.8;
const pointsPerInch = 72;

interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly margin: {
    readonly top: number;
    readonly bottom: number;
    readonly left: number;
    readonly right: number;
  };
}

/** The page on paper: printed by the browser, or a picture of it where printing fails (spec, "Options for pdf"). */
export const pdf = async (page: LivePage, options: Options['pdf']): Promise<Data['pdf']> => {
  const sheet = sheetOf(options);
  await settlePicture(page);
  const data = await print(page, options, sheet).catch((error: unknown) => {
    if (error instanceof ProtocolError) return photograph(page, options, sheet);
    throw error;
  });
  return { data, format: 'pdf', size_bytes: bytesOfBase64(data) };
};

const sheetOf = ({ format, landscape, margin }: Options['pdf']): Sheet => {
  const [short, long] = papers[format];
  const [width, height] = landscape ? [long, short] : [short, long];
  const sides = margin ?? {
    top: defaultMargin,
    bottom: defaultMargin,
    left: defaultMargin,
    right: defaultMargin,
  };
  if (sides.left + sides.right >= width || sides.top + sides.bottom >= height)
    throw new ServiceError('invalid_request', {
      message: 'options.margin: the margins leave no room on the page.',
      issues: [{ path: 'options.margin', message: 'the margins leave no room on the page' }],
    });
  return { width, height, margin: sides };
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
    height: Math.max(1, Math.min(16_384, Math.ceil(cssContentSize.height))),
  };
  const { data } = await page.send('Page.captureScreenshot', {
    format: 'jpeg',
    quality,
    clip: { x: 0, y: 0, ...size, scale: 1 },
    captureBeyondViewport: true,
  });
  return imagePdf({ jpeg: Buffer.from(data, 'base64'), ...size }, sheet, scale).toString('base64');
};
