import { z } from 'zod';
import { readXml } from './office-xml.ts';
import { bodySize, largerBy } from './pdf-lines.ts';

/** Headings of documents whose authors made them by the size of the letters alone, as those of a PDF. */

/** What the reader has read of a Word document, as far as its size matters. */
const piece = z.object({
  type: z.string(),
  styleId: z.string().nullish(),
  fontSize: z.number().nullish(),
  numbering: z.unknown().optional(),
  value: z.unknown().optional(),
  children: z.array(z.unknown()).default([]),
});

interface Text {
  readonly text: string;
  /** In points. */
  readonly size: number;
}

const maxLevels = 4;
const longHeading = 200;
/** In points, where a file does not say (ECMA-376, part 1, 17.3.2.38). */
const unsaidSize = 10;

/**
 * Paragraphs that are made larger than the text become headings, where no style makes any.
 * @param stylesXml the styles of the document. @param headings the ids of those that are for headings.
 */
export const withSizedHeadings = (
  read: unknown,
  stylesXml: string,
  headings: ReadonlyMap<string, number>,
): unknown => {
  const { data } = piece.safeParse(read);
  const parts = data?.children.map((child) => piece.safeParse(child).data) ?? [];
  if (data === undefined || typeof read !== 'object' || parts.some((one) => headings.has(one?.styleId ?? '')))
    return read;
  const sizeOf = styleSizes(stylesXml);
  const texts = data.children.map((child) => textsIn(child, sizeOf, unsaidSize));
  const body = bodySize(texts.flat());
  const sizes = parts.map((part, index) =>
    part === undefined ? 0 : headingSize(part, texts[index] ?? [], sizeOf),
  );
  const larger = [...new Set(sizes)].filter((size) => size >= largerBy * body);
  const levels = new Map(
    larger.toSorted((one, other) => other - one).map((size, index) => [size, Math.min(index + 1, maxLevels)]),
  );
  const children = data.children.map((child, index) => {
    const level = levels.get(sizes[index] ?? 0);
    return level === undefined || typeof child !== 'object'
      ? child
      : { ...child, styleName: `Heading ${level}` };
  });
  return { ...read, children };
};

const textsIn = (read: unknown, sizeOf: (style: string) => number, around: number): Text[] => {
  const { data } = piece.safeParse(read);
  if (data === undefined) return [];
  const { type, styleId, fontSize, value, children } = data;
  const size = fontSize ?? (type === 'paragraph' ? sizeOf(styleId ?? '') : around);
  const own = typeof value === 'string' && value.trim() !== '' ? [{ text: value, size }] : [];
  return [...own, ...children.flatMap((child) => textsIn(child, sizeOf, size))];
};

/** The one size of a short paragraph, where it is not that of its style; 0 for what is no heading. */
const headingSize = (
  { type, styleId, numbering }: z.infer<typeof piece>,
  texts: readonly Text[],
  sizeOf: (style: string) => number,
): number => {
  const words = texts.map(({ text }) => text).join('');
  const [size = 0, ...others] = new Set(texts.map((text) => text.size));
  const isOwn = type === 'paragraph' && !numbering && others.length === 0 && size !== sizeOf(styleId ?? '');
  return isOwn && words.length < longHeading && /\p{L}/u.test(words) ? size : 0;
};

/** The size that a paragraph has by its style, or by that which holds where it has none. */
const styleSizes = (xml: string): ((style: string) => number) => {
  const sizes = new Map<string, number>();
  const bases = new Map<string, string>();
  let style = '';
  let usual = '';
  readXml(xml, (name, attributes) => {
    const value = attributes['w:val'] ?? '';
    if (name === 'style') {
      style = attributes['w:styleId'] ?? '';
      const isUsual = /^(?:1|true|on)$/.test(attributes['w:default'] ?? '');
      if (isUsual && attributes['w:type'] === 'paragraph') usual = style;
    } else if (name === 'basedOn') bases.set(style, value);
    else if (name === 'sz' && Number(value) > 0) sizes.set(style, Number(value) / 2);
  });
  // What stands before all styles holds for all.
  const sizeOf = (id: string, chain = 10): number =>
    sizes.get(id) ??
    (bases.has(id) && chain > 0 ? sizeOf(bases.get(id) ?? '', chain - 1) : (sizes.get('') ?? unsaidSize));
  return (id) => sizeOf(id || usual);
};
