import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

/** Files written by hand, as small as they can be. */

export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly link?: string;
  /** Runs upwards. */
  readonly upwards?: boolean;
  /** Is what a field of a form has been filled with: its entries beside the value. */
  readonly field?: string;
}

/** A PDF of A4 pages with texts in Helvetica at places (points from the lower left). */
export const makePdf = (
  pages: readonly (readonly PdfText[])[],
  info: Readonly<Record<string, string>> = {},
): Buffer => {
  const objects: string[] = ['', '', ...fonts(3)];
  const add = (body: string) => objects.push(body);
  const kids = pages.map((texts) => {
    const stream = texts
      .filter(({ field }) => field === undefined)
      .map(drawn)
      .join('\n');
    const contents = add(`<</Length ${Buffer.byteLength(stream, 'latin1')}>>\nstream\n${stream}\nendstream`);
    const links = texts.flatMap(({ text, x, y, size = 11, link }) =>
      link === undefined
        ? []
        : [
            add(
              `<</Type/Annot/Subtype/Link/Rect[${x} ${y - 2} ${x + text.length * size * 0.5} ${y + size}]/A<</S/URI/URI(${link})>>>>`,
            ),
          ],
    );
    const fields = texts.flatMap(({ text, x, y, size = 11, field }) =>
      field === undefined
        ? []
        : [
            add(
              `<</Type/Annot/Subtype/Widget/T(f${x}-${y})/V(${escapePdf(text)})/Rect[${x} ${y - 3} ${x + 150} ${y + size}]${field}>>`,
            ),
          ],
    );
    return add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${contents} 0 R/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>/Annots[${[...links, ...fields].map((id) => `${id} 0 R`).join(' ')}]>>`,
    );
  });
  objects[0] = '<</Type/Catalog/Pages 2 0 R/Lang(en)>>';
  objects[1] = `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((id) => `${id} 0 R`).join(' ')}]>>`;
  const about = Object.entries(info)
    .map(([name, value]) => `/${name}(${escapePdf(value)})`)
    .join('');
  return pdfOf(objects, `/Info<<${about}>>`);
};

/** Objects of two fonts: F1 is Helvetica, F2 has every sign of the Unicode planes, half as wide as it is high. */
const fonts = (first: number): string[] => {
  const map =
    '1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <FFFF> <0000> endbfrange';
  return [
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    `<</Type/Font/Subtype/Type0/BaseFont/Any/Encoding/Identity-H/DescendantFonts[${first + 2} 0 R]/ToUnicode ${first + 3} 0 R>>`,
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/Any/DW 500/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>',
    `<</Length ${map.length}>>\nstream\n${map}\nendstream`,
  ];
};

/** Text in the font that has its signs. */
const drawn = ({ text, x, y, size = 11, upwards = false }: PdfText): string => {
  const hex = Array.from(text, (sign) => (sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')).join('');
  const [font, shown] = /[\u0590-\uffff]/.test(text.replace(/[•–]/g, ''))
    ? ['F2', `<${hex}>`]
    : ['F1', `(${escapePdf(text)})`];
  return `BT /${font} ${size} Tf ${upwards ? '0 1 -1 0' : '1 0 0 1'} ${x} ${y} Tm ${shown} Tj ET`;
};

const escapePdf = (text: string) =>
  text
    .replace(/[\\()]/g, (sign) => `\\${sign}`)
    .replaceAll('•', '\\225')
    .replaceAll('–', '\\226');

/** Objects by number from 1, with a table of where they stand. */
const pdfOf = (objects: readonly string[], trailer = ''): Buffer => {
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(body, 'latin1');
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const start = Buffer.byteLength(body, 'latin1');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${offset} 00000 n \n`).join('')}`;
  return Buffer.from(
    `${body}${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  );
};

/** A PDF of a line in each of some fonts that hold no map of their characters. @param codes what they show, in hex. */
export const makeUntoldPdf = (
  codes: readonly { readonly encoding: string; readonly ordering: string; readonly hex: string }[],
): Buffer => {
  const shown = codes.map(
    ({ hex }, index) => `/F${index} 12 Tf 1 0 0 1 72 ${700 - 40 * index} Tm <${hex}> Tj`,
  );
  const stream = `BT ${shown.join(' ')} ET`;
  const names = codes.map((_, index) => `/F${index} ${5 + 3 * index} 0 R`);
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<<${names.join('')}>>>>>>`,
    `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`,
    ...codes.flatMap(({ encoding, ordering }, index) => [
      `<</Type/Font/Subtype/Type0/BaseFont/Any/Encoding/${encoding}/DescendantFonts[${6 + 3 * index} 0 R]>>`,
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/Any/DW 1000/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 0>>/FontDescriptor ${7 + 3 * index} 0 R>>`,
      '<</Type/FontDescriptor/FontName/Any/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>',
    ]),
  ]);
};

/**
 * A PDF that tells its structure: a heading, a list of two, a table, and a header that is no part of it.
 * @param heading the pieces that it is drawn of.
 */
export const makeTaggedPdf = (heading: readonly PdfText[] = [{ text: 'Bridges', x: 72, y: 780 }]): Buffer => {
  const texts = ['North bridge', 'South bridge', 'Name', 'Length', 'North', '120 m'].map((text, id) => [
    { text, x: 72, y: 764 - 16 * id },
  ]);
  const stream = [
    `/Artifact BMC ${drawn({ text: 'The Journal', x: 72, y: 810 })} EMC`,
    ...[heading, ...texts].map((pieces, id) => `/P <</MCID ${id}>> BDC ${pieces.map(drawn).join(' ')} EMC`),
  ].join('\n');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 9 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>/StructParents 0>>',
    `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`,
    ...fonts(5),
    '',
    '',
  ];
  const [root, parents] = [9, 10];
  const leaves: number[] = [];
  const add = (role: string, parent: number, kids: string) =>
    objects.push(`<</Type/StructElem/S/${role}/P ${parent} 0 R/Pg 3 0 R/K ${kids}>>`);
  const leaf = (role: string, parent: number) => {
    leaves.push(add(role, parent, String(leaves.length)));
    return leaves.at(-1) ?? 0;
  };
  const all = (ids: readonly number[]) => `[${ids.map((id) => `${id} 0 R`).join(' ')}]`;
  const title = leaf('H1', root);
  const list = objects.length + 3;
  const items = [leaf('LI', list), leaf('LI', list)];
  add('L', root, all(items));
  const table = objects.length + 7;
  const rows = ['TH', 'TD'].map((role) => {
    const row = objects.length + 3;
    return add('TR', table, all([leaf(role, row), leaf(role, row)]));
  });
  add('Table', root, all(rows));
  objects[root - 1] = `<</Type/StructTreeRoot/K ${all([title, list, table])}/ParentTree ${parents} 0 R>>`;
  objects[parents - 1] = `<</Nums[0 ${all(leaves)}]>>`;
  return pdfOf(objects);
};

/** A PDF whose page unpacks to `bytes` of spaces. */
export const makePdfBomb = (bytes: number): Buffer => {
  const packed = deflateSync(Buffer.alloc(bytes, ' '), { level: 9 }).toString('latin1');
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>',
    `<</Length ${packed.length}/Filter/FlateDecode>>\nstream\n${packed}\nendstream`,
  ]);
};

/** A PDF that asks for a password: its key does not fit any. */
export const makeLockedPdf = (): Buffer =>
  pdfOf(
    ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 0/Kids[]>>'],
    `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'ab'.repeat(32)}>/U<${'cd'.repeat(32)}>>>/ID[<${'01'.repeat(16)}><${'01'.repeat(16)}>]`,
  );

const zip = (files: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), {
      level: 1,
    }),
  );

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

const core = (title: string, author: string, created: string) =>
  `${xml}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>${title}</dc:title><dc:creator>${author}</dc:creator><dcterms:created>${created}</dcterms:created></cp:coreProperties>`;

export interface Properties {
  readonly title?: string;
  readonly author?: string;
  readonly created?: string;
}

/** A Word document. @param body WordprocessingML: the paragraphs and tables. */
export const makeDocx = (
  body: string,
  { title = '', author = '', created = '', relationships = '' }: Properties & { relationships?: string } = {},
): Buffer =>
  zip({
    '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId9" Type="${office}/hyperlink" Target="https://example.com/more" TargetMode="External"/>${relationships}</Relationships>`,
    'word/styles.xml': `${xml}<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/></w:style><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style></w:styles>`,
    'word/numbering.xml': `${xml}<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    'docProps/core.xml': core(title, author, created),
    'word/document.xml': `${xml}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><w:body>${body}</w:body></w:document>`,
  });

/** A paragraph of a Word document. */
export const wordParagraph = (text: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** A table of a Word document. */
export const wordTable = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

/** A cell of a sheet: a text, a number, or what stands in `<c …>`, its place among it where it begins with `r=`. */
export type Cell = string | number | { readonly attributes: string; readonly inside: string };

/** A workbook. Style 1 is a date, 2 a percentage, 3 a date with its time. @param prefix of its relationships. */
export const makeXlsx = (
  sheets: Readonly<Record<string, readonly (readonly (Cell | null)[])[]>>,
  { title = '', author = '', created = '', prefix = 'r' }: Properties & { prefix?: string } = {},
): Buffer => {
  const strings: string[] = [];
  const cellXml = (cell: Cell, reference: string) => {
    if (typeof cell === 'number') return `<c r="${reference}"><v>${JSON.stringify(cell)}</v></c>`;
    if (typeof cell === 'object') {
      const place = cell.attributes.startsWith('r=') ? '' : `r="${reference}" `;
      return `<c ${place}${cell.attributes}>${cell.inside}</c>`;
    }
    strings.push(cell);
    return `<c r="${reference}" t="s"><v>${strings.length - 1}</v></c>`;
  };
  const names = Object.keys(sheets);
  const files: Record<string, string> = {};
  for (const [index, rows] of Object.values(sheets).entries())
    files[`xl/worksheets/sheet${index + 1}.xml`] =
      `${xml}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
        .map(
          (cells, row) =>
            `<row r="${row + 1}">${cells.map((cell, column) => (cell === null ? '' : cellXml(cell, `${String.fromCharCode(65 + column)}${row + 1}`))).join('')}</row>`,
        )
        .join('')}</sheetData></worksheet>`;
  return zip({
    ...files,
    'xl/workbook.xml': `${xml}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:${prefix}="${office}"><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" ${prefix}:id="rId${index + 1}"${name.startsWith('hidden') ? ' state="hidden"' : ''}/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packages}/relationships">${names.map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/sharedStrings.xml': `${xml}<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${strings.map((text) => `<si><t xml:space="preserve">${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `${xml}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    'docProps/core.xml': core(title, author, created),
  });
};
