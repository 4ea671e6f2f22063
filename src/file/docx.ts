import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { z } from 'zod';
import { headingLevels } from './docx-headings.ts';
import { withNumbers, withStarts } from './docx-numbers.ts';
import { equationsToText, textToEquations } from './equation.ts';
import { readProperties } from './properties.ts';
import { broken, type FileReader } from './read.ts';
import { unpack } from './zip.ts';

/** Beside what the reader knows by itself: titles, quotations and code as the styles of Word and pandoc have them. */
const styles = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
  "p[style-name='Block Text'] => blockquote:fresh",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "p[style-name='Source Code'] => pre:separator('\\n')",
  "br[type='page'] => br",
  "br[type='column'] => br",
  "r[style-name='HTML Code'] => code",
  "r[style-name='Verbatim Char'] => code",
];

/** Text that its author has hidden: a run whose properties say so. */
const hiddenRun =
  /<w:r(?:\s[^>]*)?>\s*<w:rPr>(?:(?!<\/?w:rPr>)[\s\S])*<w:vanish(?:\s+w:val="(?:1|true|on)")?\s*\/>(?:(?!<w:r[\s>])[\s\S])*?<\/w:r>/g;

/** Fields in their short form, which the reader leaves out with what they show, in the long one (ECMA-376, part 1, 17.16). */
const withLongFields = (xml: string): string => {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  return xml
    .replace(/<w:fldSimple\b[^<>]*\/>/g, '')
    .replace(
      /<w:fldSimple\b[^<>]*?\bw:instr=(?:"([^"<]*)"|'([^'<]*)')[^<>]*>/g,
      (_, one = '', other = '') => {
        const code = `<w:r><w:instrText xml:space="preserve">${one}${other}</w:instrText></w:r>`;
        return mark('begin') + code + mark('separate');
      },
    )
    .replaceAll('</w:fldSimple>', mark('end'));
};

const textOf = (entry: Uint8Array | undefined): string => new TextDecoder().decode(entry);

/** What is changed for the reader in parts that hold a sign. */
const rewrites: Readonly<Record<string, (xml: string) => string>> = {
  '<w:vanish': (xml) => xml.replace(hiddenRun, ''),
  '<m:oMath': equationsToText,
  '<w:fldSimple': withLongFields,
  // What is read aloud for a word is not part of it.
  '<w:ruby': (xml) =>
    xml
      .replace(/<w:rt>[\s\S]*?<\/w:rt>/g, '')
      .replace(/<w:rubyPr>[\s\S]*?<\/w:rubyPr>/g, '')
      .replace(/<\/?w:ruby(?:Base)?>/g, ''),
};

/** What the reader has read, as far as lists need it. */
const part = z.object({
  styleId: z.string().nullish(),
  styleName: z.string().nullish(),
  numbering: z.unknown().optional(),
  children: z.array(z.unknown()).optional(),
});

/**
 * Lists that a style names, `List Bullet 2`, although the file does not say what the style looks like; and headings of styles
 * that are the file's own.
 */
const nameStyles =
  (headings: ReadonlyMap<string, number>) =>
  (read: unknown): unknown => {
    const { data } = part.safeParse(read);
    if (data === undefined || typeof read !== 'object') return read;
    const [, kind, depth = '1'] = /^List (Bullet|Number)(?: ([2-5]))?$/i.exec(data.styleName ?? '') ?? [];
    const numbering =
      kind === undefined || data.numbering
        ? data.numbering
        : { isOrdered: /number/i.test(kind), level: String(Number(depth) - 1) };
    const level = headings.get(data.styleId ?? '');
    return {
      ...read,
      numbering,
      ...(level && { styleName: `Heading ${level}` }),
      ...(data.children && { children: data.children.map(nameStyles(headings)) }),
    };
  };

/** A Word document: headings, lists, tables, links, notes, equations. Its pictures are left out. */
export const readDocx: FileReader = async (bytes) => {
  const entries = unpack(bytes, (name) => /\.(?:xml|rels)$/i.test(name));
  for (const [name, entry] of Object.entries(entries)) {
    const xml = Buffer.from(entry.buffer, entry.byteOffset, entry.byteLength);
    const changes = Object.keys(rewrites).filter((sign) => xml.includes(sign));
    if (changes.length === 0) continue;
    entries[name] = Buffer.from(
      changes.reduce((text, sign) => rewrites[sign]?.(text) ?? text, xml.toString()),
    );
  }
  const headings = headingLevels(textOf(entries['word/styles.xml']));
  const main = Object.keys(entries).find((name) => /^word\/document\d*\.xml$/.test(name)) ?? '';
  const numbering = textOf(entries['word/numbering.xml']);
  if (numbering !== '')
    entries[main] = Buffer.from(
      withNumbers(textOf(entries[main]), numbering, textOf(entries['word/styles.xml']), (style) =>
        headings.has(style),
      ),
    );
  // Packed anew without compression: what is unpacked from now on is known in size.
  const archive = Buffer.from(zipSync(entries, { level: 0 }));
  const { value } = await mammoth
    .convertToHtml(
      { buffer: archive },
      {
        styleMap: styles,
        ignoreEmptyParagraphs: true,
        transformDocument: nameStyles(headings),
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    )
    .catch(() => {
      throw broken();
    });
  const shown = value.replace(/<img\b[^>]*>/g, '').replace(/<input\b[^>]*>/g, boxOf);
  const body = withHeaders(textToEquations(withStarts(shown)));
  const isEmpty = body.replace(/<[^>]*>/g, '').trim() === '';
  return {
    ...readProperties(entries['docProps/core.xml']),
    body,
    warnings: isEmpty ? ['the document holds no text'] : [],
  };
};

/** A box as it stands in a form on paper. */
const boxOf = (input: string): string => (/\bchecked\b/.test(input) ? '☒' : '☐');

/**
 * The first row of a table names its columns, where the file does not say so, with the rows that its cells reach into; tables
 * within cells have their own.
 */
const withHeaders = (html: string): string => {
  const tables: { rows: number; named: boolean; head: number }[] = [];
  return html.replace(
    /<(\/?)(table|thead|tr|td)\b([^<>]*)/g,
    (tag, slash: string, name: string, rest: string) => {
      if (name === 'table') {
        if (slash === '') tables.push({ rows: 0, named: false, head: 1 });
        else tables.pop();
        return tag;
      }
      const table = tables.at(-1);
      if (table === undefined) return tag;
      if (name === 'thead') table.named = true;
      if (name === 'tr' && slash === '') table.rows++;
      if (table.named || table.rows > table.head) return tag;
      if (name === 'td') {
        const reach = Number(/rowspan="(\d+)"/.exec(rest)?.[1] ?? 1);
        table.head = Math.max(table.head, table.rows + reach - 1);
        return `<${slash}th${rest}`;
      }
      if (slash === '') return table.rows === 1 ? `<thead>${tag}` : tag;
      return table.rows === table.head ? `${tag}></thead` : tag;
    },
  );
};
