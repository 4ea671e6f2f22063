import type { getDocumentProxy } from 'unpdf';
import { z } from 'zod';
import { holdsRightToLeft } from './pdf-direction.ts';
import { type FilledField, fieldOf } from './pdf-fields.ts';
import type { PdfFonts } from './pdf-fonts.ts';
import { type Fragment, linesOf } from './pdf-lines.ts';
import type { TaggedContent, TagNode } from './pdf-tagged-content.ts';
import { asWritten } from './pdf-text.ts';
import { type Box, boxOf, quarterOf, type Upright, uprightOf } from './pdf-upright.ts';

/** What a page of a PDF holds, as plain data. */
export interface PdfPage {
  readonly fragments: readonly Fragment[];
  /** Without what is marked as no part of the text. */
  readonly characters: number;
  /** Its structure, where the file tells one. */
  readonly tags: TagNode | undefined;
  readonly content: TaggedContent;
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

const empty: PdfPage = {
  fragments: [],
  characters: 0,
  tags: undefined,
  content: { texts: new Map(), links: new Map(), pieces: new Map() },
};

/** @returns an empty page for one that is broken: the others may be whole. */
export const readPdfPage = async (pdf: Pdf, number: number, fonts: PdfFonts): Promise<PdfPage> => {
  try {
    const page = await pdf.getPage(number);
    const [{ items }, annotations, tree] = await Promise.all([
      page.getTextContent({ includeMarkedContent: true }),
      page.getAnnotations(),
      page.getStructTree(),
    ]);
    const shown = items.map((item) => textItem.safeParse(item).data ?? markItem.parse(item));
    const unknown = await fonts.unknownOn(
      page,
      shown.filter((item) => 'str' in item),
    );
    page.cleanup();
    const read = shown.map((item) =>
      'str' in item && unknown.has(item.fontName) ? { ...item, str: '' } : item,
    );
    const upright = uprightOf(
      read.filter((item) => 'str' in item),
      page.view,
    );
    const areas = annotations.flatMap((annotation) => areaOf(annotation, upright));
    const fields = annotations.flatMap((annotation) => fieldOf(annotation, upright));
    return { ...withFields(textsOf(read, areas, upright), fields), tags: tagNode.safeParse(tree).data };
  } catch (error) {
    if (error instanceof Error) return empty;
    throw error;
  }
};

const leaf = z.object({ type: z.string(), id: z.string().default('') });
const tagNode: z.ZodType<TagNode> = z.object({
  role: z.string(),
  get children() {
    return z.array(z.union([tagNode, leaf]));
  },
});

const textItem = z.object({
  str: z.string(),
  width: z.number(),
  height: z.number(),
  transform: z.array(z.number()),
  hasEOL: z.boolean(),
  fontName: z.string(),
});
const markItem = z.object({ type: z.string(), id: z.string().nullish(), tag: z.string().nullish() });

/** Headers, footers and page numbers, where a file marks them. */
const artifact = 'Artifact';

type Texts = Omit<PdfPage, 'tags'>;
type TextItem = z.infer<typeof textItem>;

/** Texts at their places, and by the marks around them. */
const textsOf = (
  items: readonly (TextItem | z.infer<typeof markItem>)[],
  areas: readonly Area[],
  upright: Upright,
): Texts => {
  const fragments: Fragment[] = [];
  const texts = new Map<string, string>();
  const marked = new Map<string, Fragment[]>();
  const marks: (string | undefined)[] = [];
  let characters = 0;
  for (const item of items) {
    if (!('str' in item)) {
      const { type, id, tag } = item;
      if (type === 'endMarkedContent') marks.pop();
      else marks.push(tag === artifact ? artifact : (id ?? marks.at(-1)));
      continue;
    }
    const mark = marks.at(-1);
    if (mark === artifact) continue;
    const text = { ...item, str: asWritten(item.str) };
    const pieces = fragmentsOf(text, areas, upright);
    characters += text.str.length;
    if (mark !== undefined) {
      texts.set(mark, joined(texts.get(mark) ?? '', text.str) + (text.hasEOL ? '\n' : ''));
      const before = marked.get(mark);
      if (before === undefined) marked.set(mark, pieces);
      else before.push(...pieces);
    }
    fragments.push(...pieces);
  }
  for (const [mark, text] of texts)
    if (holdsRightToLeft(text)) texts.set(mark, asRead(text, marked.get(mark) ?? []));
  const links = new Map(areas.map(({ id, url }) => [id, url]));
  return { fragments, characters, content: { texts, links, pieces: marked } };
};

const withFields = ({ fragments, characters, content }: Texts, fields: readonly FilledField[]): Texts => ({
  fragments: [...fragments, ...fields.flatMap((field) => field.fragments)],
  characters: fields.reduce((sum, { text }) => sum + text.length, characters),
  content: {
    ...content,
    texts: new Map([...content.texts, ...fields.map(({ id, text }) => [id, text] as const)]),
  },
});

/** Text that is drawn from left to right and read from right to left. */
const asRead = (text: string, pieces: readonly Fragment[]): string => {
  const aside = /^\s|\s$/.test(text) ? ' ' : '';
  return `${aside}${linesOf(pieces)
    .map((line) => line.text)
    .join('\n')}${aside}`;
};

/** Words that a line break has parted become whole. */
const joined = (before: string, after: string): string =>
  /\p{Ll}[-\u00AD\u2010]\n$/u.test(before) && /^\p{Ll}/u.test(after)
    ? before.slice(0, -2) + after
    : before + after;

const fragmentsOf = (
  { str: text, width, height, transform }: TextItem,
  areas: readonly Area[],
  { quarter, place }: Upright,
): Fragment[] => {
  if (text.trim() === '') return [];
  // Text that runs across the others is a mark at the edge, or in a drawing.
  if (quarterOf(transform) !== quarter) return [];
  const [a = 0, b = 0, , , right = 0, up = 0] = transform;
  const [x, y] = place(right, up);
  const size = Math.abs(height) || Math.hypot(a, b);
  const middle = y + size / 3;
  const area = areas.find(
    ({ left, right, bottom, top }) => x < right && x + width > left && middle >= bottom && middle <= top,
  );
  const whole: Fragment = { text, x, y, width, size, link: undefined };
  return area === undefined ? [whole] : linkedParts(whole, area);
};

/** What of a text stands in the area of a link, by whole words: letters are taken to be alike in width. */
const linkedParts = (fragment: Fragment, { url, left, right }: Area): Fragment[] => {
  const { text, x, width } = fragment;
  const parts: Fragment[] = [];
  for (const { 0: word, index } of text.matchAll(/\s*\S+\s*/g)) {
    const [start, share] = [x + (width * index) / text.length, (width * word.length) / text.length];
    const link = start + share / 2 > left && start + share / 2 < right ? url : undefined;
    const last = parts.at(-1);
    if (last !== undefined && last.link === link)
      parts[parts.length - 1] = { ...last, text: last.text + word, width: last.width + share };
    else parts.push({ ...fragment, text: word, x: start, width: share, link });
  }
  return parts;
};

/** Where a link is, and where it leads. */
interface Area extends Box {
  readonly id: string;
  readonly url: string;
}

const link = z.object({
  id: z.string(),
  subtype: z.literal('Link'),
  url: z.string(),
  rect: z.array(z.number()),
});

const areaOf = (annotation: unknown, { place }: Upright): Area[] => {
  const { data } = link.safeParse(annotation);
  return data === undefined ? [] : [{ id: data.id, url: data.url, ...boxOf(data.rect, place) }];
};
