/** Paper and margins of a PDF. All lengths are in points (1/72 inch). */

export const paperSizes = [
  'A0',
  'A1',
  'A2',
  'A3',
  'A4',
  'A5',
  'A6',
  'Letter',
  'Legal',
  'Tabloid',
  'Ledger',
] as const;
type PaperSize = (typeof paperSizes)[number];

/** Width and height, portrait. */
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

interface Margin {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** A finger's breadth, as browsers print by default. */
const defaultMargin: Margin = { top: 28.8, bottom: 28.8, left: 28.8, right: 28.8 };

interface PaperOptions {
  readonly format: PaperSize;
  readonly landscape: boolean;
  readonly margin?: Margin | undefined;
}

/** The sheet that the options describe, as it lies. */
export const sheetOf = ({ format, landscape, margin = defaultMargin }: PaperOptions) => {
  const [short, long] = papers[format];
  const [width, height] = landscape ? [long, short] : [short, long];
  return { width, height, margin };
};

/** Whether the margins leave anything of the sheet to print on. */
export const leavesRoom = (options: PaperOptions): boolean => {
  const { width, height, margin } = sheetOf(options);
  return margin.left + margin.right < width && margin.top + margin.bottom < height;
};
