import { getDocumentProxy } from 'unpdf';
import { blocksOf } from './pdf-blocks.ts';
import { createPdfFonts, type PdfFonts } from './pdf-fonts.ts';
import { htmlOf } from './pdf-html.ts';
import { linesOf, type PdfLine, withoutRunning } from './pdf-lines.ts';
import { inReadingOrder } from './pdf-order.ts';
import { type PdfPage, readPdfPage } from './pdf-page.ts';
import { surveyOf, taggedHtml } from './pdf-tagged.ts';
import type { TaggedContent } from './pdf-tagged-content.ts';
import { joinPages } from './pdf-tagged-pages.ts';
import { withoutBreaks } from './pdf-text.ts';
import { broken, type FileReader, locked } from './read.ts';

/** Later pages are left out. */
const maxPages = 1000;
/** In characters, over all pages. */
const maxText = 5_000_000;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** A PDF: by the structure that it tells, else by what its text looks like. */
export const readPdf: FileReader = async (bytes) => {
  const fonts = createPdfFonts();
  const pdf = await open(bytes, fonts);
  const pages: PdfPage[] = [];
  let characters = 0;
  const count = Math.min(pdf.numPages, maxPages);
  for (let number = 1; number <= count && characters < maxText; number++) {
    const page = await readPdfPage(pdf, number, fonts);
    characters += page.characters;
    pages.push(page);
  }
  const warnings = [
    ...(pages.length < pdf.numPages ? ['the document is longer than is read: its end is missing'] : []),
    ...(fonts.isTextLost() ? ['text is missing whose fonts do not tell what their signs stand for'] : []),
    ...(characters === 0 && !fonts.isTextLost()
      ? ['the document holds no text: it may be a picture of pages']
      : []),
  ];
  const body = withoutBreaks(taggedBody(pages) ?? htmlOf(blocksOf(drawnLines(pages))));
  return { ...(await propertiesOf(pdf)), body, warnings };
};

const drawnLines = (pages: readonly PdfPage[]): PdfLine[] =>
  withoutRunning(pages.map(({ fragments }) => linesOf(fragments))).flatMap((lines) => inReadingOrder(lines));

/** Of the text, what the structure must hold: some leave half of it out. */
const enough = 0.75;

/** By the structure; undefined where there is none, or it says too little. */
const taggedBody = (pages: readonly PdfPage[]): string | undefined => {
  let [held, all, hasStructure] = [0, 0, false];
  for (const { tags, characters, content } of pages) {
    const survey = tags === undefined ? undefined : surveyOf(tags);
    hasStructure ||= survey?.hasStructure ?? false;
    for (const id of survey?.ids ?? []) held += content.texts.get(id)?.length ?? 0;
    all += characters;
  }
  if (!hasStructure || held < enough * all) return undefined;
  const content: TaggedContent = {
    texts: new Map(pages.flatMap((page) => [...page.content.texts])),
    links: new Map(pages.flatMap((page) => [...page.content.links])),
    pieces: new Map(pages.flatMap((page) => [...page.content.pieces])),
  };
  const trees = pages.flatMap(({ tags }) => tags ?? []);
  return taggedHtml(joinPages(trees, content), content);
};

const open = async (bytes: Uint8Array, { BinaryDataFactory }: PdfFonts): Promise<Pdf> => {
  try {
    return await getDocumentProxy(bytes, {
      verbosity: 0,
      stopAtErrors: false,
      fontExtraProperties: true,
      BinaryDataFactory,
      cMapPacked: false,
    });
  } catch (error) {
    throw error instanceof Error && error.name === 'PasswordException' ? locked() : broken();
  }
};

const propertiesOf = async (pdf: Pdf) => {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const said: Readonly<Record<string, unknown>> = { ...info };
  const textOf = (name: string) => {
    const value = said[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    title: textOf('Title'),
    author: textOf('Author'),
    created: isoDate(textOf('CreationDate')),
    language: textOf('Language'),
  };
};

/** `D:20240503100000+02'00'` → `2024-05-03T10:00:00+02:00`; empty where it is none. */
const isoDate = (text: string): string => {
  const [, year, month = '01', day = '01', time = '', zone = ''] =
    /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d{6})?(Z|[+-]\d\d'?\d\d)?/.exec(text) ?? [];
  if (year === undefined) return '';
  const clock =
    time === ''
      ? ''
      : `T${time.replace(/(\d\d)(\d\d)(\d\d)/, '$1:$2:$3')}${zone.replace(/'?(\d\d)$/, ':$1')}`;
  return `${year}-${month}-${day}${clock}`;
};
