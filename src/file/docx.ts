import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { headingLevels, hiddenStyles } from './docx-headings.ts';
import { withNumbers, withoutStyleLinks, withValues } from './docx-numbers.ts';
import { styled } from './docx-parts.ts';
import { rewritten, textOf, withoutDangling } from './docx-rewrites.ts';
import { withSizedHeadings } from './docx-sizes.ts';
import { textToEquations } from './equation.ts';
import { readProperties } from './properties.ts';
import { broken, type FileReader } from './read.ts';
import { unpack } from './zip.ts';

/** Word files as HTML, by `mammoth`. */

/** Beside what the reader knows by itself: titles, quotations and code as the styles of Word, LibreOffice and pandoc have them. */
const styles = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
  "p[style-name='Block Text'] => blockquote:fresh",
  "p[style-name='Quotations'] => blockquote:fresh",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "p[style-name='Preformatted Text'] => pre:separator('\\n')",
  "p[style-name='Source Code'] => pre:separator('\\n')",
  "br[type='page'] => br",
  "br[type='column'] => br",
  "r[style-name='HTML Code'] => code",
  "r[style-name='Source Text'] => code",
  "r[style-name='Verbatim Char'] => code",
];

/** A Word document: headings, lists, tables, links, notes, equations. Its pictures are left out. */
export const readDocx: FileReader = async (bytes) => {
  const entries = withoutDangling(unpack(bytes, (name) => /\.(?:xml|rels)$/i.test(name)));
  for (const [name, entry] of Object.entries(entries)) entries[name] = rewritten(entry);
  const stylesXml = textOf(entries['word/styles.xml']);
  const headings = headingLevels(stylesXml);
  const main = Object.keys(entries).find((name) => /^word\/document\d*\.xml$/.test(name)) ?? '';
  const numbering = withoutStyleLinks(textOf(entries['word/numbering.xml']));
  if (numbering !== '') {
    entries['word/numbering.xml'] = Buffer.from(numbering);
    entries[main] = Buffer.from(
      withNumbers(textOf(entries[main]), numbering, stylesXml, (style) => headings.has(style)),
    );
  }
  const asStyled = styled({ headings, hidden: hiddenStyles(stylesXml) });
  // Packed anew without compression: what is unpacked from now on is known in size.
  const archive = Buffer.from(zipSync(entries, { level: 0 }));
  const { value } = await mammoth
    .convertToHtml(
      { buffer: archive },
      {
        styleMap: styles,
        ignoreEmptyParagraphs: true,
        transformDocument: (read) => asStyled(withSizedHeadings(read, stylesXml, headings)),
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    )
    .catch(() => {
      throw broken();
    });
  const shown = value.replace(/<img\b[^>]*>/g, '').replace(/<input\b[^>]*>/g, boxOf);
  const body = withHeaders(textToEquations(withValues(withPlainLinks(shown))));
  const isEmpty = body.replace(/<[^>]*>/g, '').trim() === '';
  return {
    ...readProperties(entries['docProps/core.xml']),
    body,
    warnings: isEmpty ? ['the document holds no text'] : [],
  };
};

/** Where a field leads: the reader takes what stands between its first quotation mark and its last, `a" \l "part" \o "Tip`. */
const withPlainLinks = (html: string): string =>
  html.replace(/ href="([^"]*?)&quot;([^"]*)"/g, (_, address: string, switches: string) => {
    const place = /\\l\s+(?:&quot;)?((?:(?!&quot;)\S)+)/.exec(switches)?.[1];
    return ` href="${address}${place === undefined ? '' : `#${place}`}"`;
  });

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
