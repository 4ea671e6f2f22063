import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { equationsToText, textToEquations } from './equation.ts';
import { readProperties } from './properties.ts';
import { broken, type FileReader } from './read.ts';
import { unpack } from './zip.ts';

/** Beside what the reader knows by itself: titles, quotations and code as Word's own styles have them. */
const styles = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
];

/** A Word document: headings, lists, tables, links, notes, equations. Its pictures are left out. */
export const readDocx: FileReader = async (bytes) => {
  const entries = unpack(bytes, (name) => /\.(?:xml|rels)$/i.test(name));
  for (const [name, entry] of Object.entries(entries)) {
    const xml = Buffer.from(entry.buffer, entry.byteOffset, entry.byteLength);
    if (xml.includes('<m:oMath')) entries[name] = Buffer.from(equationsToText(xml.toString()));
  }
  // Packed anew without compression: what is unpacked from now on is known in size.
  const archive = Buffer.from(zipSync(entries, { level: 0 }));
  const { value } = await mammoth
    .convertToHtml(
      { buffer: archive },
      {
        styleMap: styles,
        ignoreEmptyParagraphs: true,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    )
    .catch(() => {
      throw broken();
    });
  const body = withHeaders(textToEquations(value.replace(/<img\b[^>]*>/g, '')));
  const isEmpty = body.replace(/<[^>]*>/g, '').trim() === '';
  return {
    ...readProperties(entries['docProps/core.xml']),
    body,
    warnings: isEmpty ? ['the document holds no text'] : [],
  };
};

/** The first row of a table names its columns, where the file does not say so; tables within cells have their own. */
const withHeaders = (html: string): string => {
  const tables: { rows: number; named: boolean }[] = [];
  return html.replace(/<(\/?)(table|thead|tr|td)\b/g, (tag, slash: string, name: string) => {
    if (name === 'table') {
      if (slash === '') tables.push({ rows: 0, named: false });
      else tables.pop();
      return tag;
    }
    const table = tables.at(-1);
    if (table === undefined) return tag;
    if (name === 'thead') table.named = true;
    if (name === 'tr' && slash === '') table.rows++;
    if (table.named || table.rows !== 1) return tag;
    if (name === 'td') return `<${slash}th`;
    return slash === '' ? '<thead><tr' : '</tr></thead';
  });
};
