import type { PDFPageProxy } from 'unpdf/pdfjs';
import { z } from 'zod';
import { characterMap, unknownSign } from './pdf-character-maps.ts';

/** What is known of the fonts of a document, and what cannot be known of their text. */
export interface PdfFonts {
  /** For pdf.js, which asks it for the maps of characters that a file names. */
  readonly BinaryDataFactory: new () => { readonly fetch: (asked: Asked) => Promise<Uint8Array> };
  /** Fonts of the page whose text stands for something else: a number of a shape is no character. */
  readonly unknownOn: (page: PDFPageProxy, texts: readonly FontText[]) => Promise<ReadonlySet<string>>;
  /** Whether text is missing. */
  readonly isTextLost: () => boolean;
}

interface Asked {
  readonly kind: string;
  readonly filename: string;
}

interface FontText {
  readonly str: string;
  readonly fontName: string;
}

/** Control characters and the sign for what is unknown: no text of a page holds them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for.
const noText = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufffd]/;

/** A font whose codes are taken for those of Unicode, for it says nothing of them. */
const untold = z.object({ composite: z.literal(true), toUnicode: z.object({ firstChar: z.number() }) });

/** Numbers of a collection have become the sign for what is unknown. */
const isUnknown = (texts: readonly FontText[], font: string): boolean => {
  const signs = texts.flatMap(({ str, fontName }) => (fontName === font ? [...str] : []));
  return 2 * signs.filter((sign) => sign === unknownSign).length > signs.length;
};

export const createPdfFonts = (): PdfFonts => {
  const unknown = new Set<string>();
  const known = new Set<string>();
  let lost = false;
  return {
    BinaryDataFactory: class {
      readonly fetch = async ({ kind, filename }: Asked): Promise<Uint8Array> => {
        const map = kind === 'cMapUrl' ? characterMap(filename) : undefined;
        if (map !== undefined) return Buffer.from(map, 'latin1');
        // Text in a font without its map is left out by pdf.js.
        lost ||= kind === 'cMapUrl';
        throw new Error(`${filename} is not here`);
      };
    },
    unknownOn: async (page, texts) => {
      const strange = texts.filter(({ str }) => noText.test(str)).map(({ fontName }) => fontName);
      const unjudged = new Set(strange.filter((name) => !unknown.has(name) && !known.has(name)));
      // Costs as much as drawing the page: for few fonts, and once for each.
      if (unjudged.size > 0) await page.getOperatorList();
      for (const name of unjudged) {
        const font: unknown = page.commonObjs.has(name) ? page.commonObjs.get(name) : undefined;
        (untold.safeParse(font).success || isUnknown(texts, name) ? unknown : known).add(name);
      }
      lost ||= texts.some(({ fontName }) => unknown.has(fontName));
      return unknown;
    },
    isTextLost: () => lost,
  };
};
