import { z } from 'zod';
import { leavesRoom, paperSizes } from './paper.ts';
import { cssSelector, isPlainObject, type PlainObject } from './request.ts';

/** Options of POST /v1/scrape, for each output its own, and what is said of those that mean nothing there. */

const pixels = z.int().min(1).max(7680);
const points = z.number().min(0).max(2000);
const quality = z.int().min(0).max(100).default(90).describe('JPEG quality.');

const contentOptions = z.object({
  only_main_content: z.boolean().default(true).describe('Leave out navigation, sidebars and footers.'),
  include_selectors: z.array(cssSelector).max(50).default([]).describe('Keep only elements that match.'),
  exclude_selectors: z.array(cssSelector).max(50).default([]).describe('Leave out elements that match.'),
  links: z.boolean().default(false).describe('Add `links`: every absolute link of the content.'),
});

const screenshotOptions = z.object({
  format: z.enum(['png', 'jpeg']).default('png').describe('Picture format.'),
  full_page: z.boolean().default(true).describe('The whole page, PNG only; a JPEG shows the viewport.'),
  width: pixels.optional().describe('Viewport width in CSS pixels.'),
  height: pixels.optional().describe('Viewport height in CSS pixels.'),
  quality,
});

const pdfOptions = z
  .object({
    format: z
      .string()
      .transform((text, context) => {
        const size = paperSizes.find((name) => name.toLowerCase() === text.toLowerCase());
        if (size === undefined) {
          context.addIssue(`must be one of ${paperSizes.join(', ')}`);
          return z.NEVER;
        }
        return size;
      })
      .pipe(z.enum(paperSizes))
      .default('A4')
      .describe(`Page size, in any case: ${paperSizes.join(', ')}.`),
    landscape: z.boolean().default(false).describe('Paper on its side.'),
    print_background: z.boolean().default(true).describe('Print background colours and images.'),
    scale: z.number().min(0.1).max(2).default(1).describe('Scale of the content.'),
    margin: z
      .object({
        top: points.default(0),
        bottom: points.default(0),
        left: points.default(0),
        right: points.default(0),
      })
      .optional()
      .describe('Margins in points (1/72 inch); 28.8 on every side when not sent, 0 for a side left out.'),
    quality: quality.describe('JPEG quality of the screenshot fallback.'),
  })
  .refine(leavesRoom, { path: ['margin'], message: 'the margins leave no room on the page' });

const csvOptions = z.object({
  table_selector: cssSelector.default('table').describe('CSS selector of the tables.'),
});

/** By output. */
export const scrapeOptions = {
  markdown: contentOptions,
  screenshot: screenshotOptions,
  pdf: pdfOptions,
  csv: csvOptions,
  html: contentOptions,
} as const satisfies Record<string, z.ZodObject>;

type Output = keyof typeof scrapeOptions;

/** The outputs that have an option of this name. */
const outputsWith = (name: string): string[] =>
  Object.entries(scrapeOptions).flatMap(([output, { shape }]) =>
    Object.hasOwn(shape, name) ? [output] : [],
  );

/** The body without what is no option of this output and one of others: to call it unknown would be half of the truth. */
export const withoutForeign = (
  body: PlainObject,
  output: Output,
): { readonly body: PlainObject; readonly warnings: readonly string[] } => {
  const given = Object.entries(isPlainObject(body.options) ? body.options : {});
  const isForeign = (name: string) => {
    const having = outputsWith(name);
    return having.length > 0 && !having.includes(output);
  };
  const foreign = given.map(([name]) => name).filter(isForeign);
  if (foreign.length === 0) return { body, warnings: [] };
  const own = given.filter(([name]) => !foreign.includes(name));
  return {
    body: { ...body, options: Object.fromEntries(own) },
    warnings: foreign.map(
      (name) => `unknown field options.${name} for ${output}: it is for ${outputsWith(name).join(', ')}`,
    ),
  };
};

/** Options of a picture that were asked for and belong to the other format. */
export const unusedOptions = ({ format }: z.infer<typeof screenshotOptions>, given: unknown): string[] => {
  if (!isPlainObject(given)) return [];
  if (format === 'png')
    return given.quality === undefined ? [] : ['options.quality is not used for png: it is for jpeg'];
  return given.full_page === true ? ['options.full_page is not used for jpeg: it shows the viewport'] : [];
};
