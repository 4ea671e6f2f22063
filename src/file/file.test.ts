import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import {
  makeDocx,
  makeLockedPdf,
  makePdf,
  makePdfBomb,
  makeTaggedPdf,
  makeXlsx,
  type PdfText,
  wordParagraph,
  wordTable,
} from '../../test/support/files.ts';
import { scrapeRequests } from '../contract/scrape.ts';
import { renderText } from '../output/text.ts';
import type { FileKind } from '../page.ts';
import { createConvertFile } from './convert.ts';
import { kindOfBytes } from './kind.ts';

const never = new AbortController().signal;
const convert = (kind: FileKind, bytes: Uint8Array, limits = { memoryMb: 512, ms: 30_000 }) =>
  createConvertFile({ threads: 1, limits })({ kind, bytes, name: `report.${kind}` }, never);

/** A file as Markdown, and what is said of it. */
const read = async (kind: FileKind, bytes: Buffer) => {
  expect(kindOfBytes(bytes)).toBe(kind);
  const { html, warnings } = await convert(kind, bytes);
  const url = `https://example.com/report.${kind}`;
  const snapshot = { url, status: 200, headers: {}, contentType: 'text/html', html, title: '', baseUrl: url };
  const options = scrapeRequests.markdown.shape.options.parse({ only_main_content: false });
  const { data, metadata } = renderText(snapshot, 'markdown', options);
  return { ...data, metadata, warnings };
};

const prose =
  'The harbour council met on Tuesday to discuss how the old stone bridge should be repaired before the summer begins';

/** Text broken into lines of a column. */
const column = (text: string, x: number, y: number, letters: number): PdfText[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, index) => ({ text: line, x, y: y - index * 14 }));
};

test('PDF: headings by size, paragraphs, lists, links', async () => {
  const { markdown, title, metadata } = await read(
    'pdf',
    makePdf(
      [
        [
          { text: 'Annual Report', x: 72, y: 780, size: 24 },
          { text: 'Findings', x: 72, y: 740, size: 16 },
          ...column(`${prose}. ${prose}.`, 72, 715, 70),
          { text: '• First point', x: 72, y: 640 },
          { text: '• Second point', x: 72, y: 626 },
          { text: '1. One', x: 72, y: 600 },
          { text: '2. Two', x: 72, y: 586 },
          { text: 'See', x: 72, y: 560 },
          { text: 'the annex', x: 95, y: 560, link: 'https://example.com/annex' },
        ],
      ],
      { Title: 'Annual Report 2024', Author: 'Ada Park', CreationDate: "D:20240503101500+02'00'" },
    ),
  );
  expect(markdown).toBe(
    [
      '# Annual Report',
      '## Findings',
      `${prose}. ${prose}.`,
      '- First point\n- Second point',
      '1. One\n2. Two',
      'See [the annex](https://example.com/annex)',
    ].join('\n\n'),
  );
  expect(title).toMatch(/^Annual Report/);
  expect(metadata).toMatchObject({
    author: 'Ada Park',
    published_at: '2024-05-03T10:15:00+02:00',
    language: 'en',
  });
});

test('PDF: columns are read one after the other, parted words become whole', async () => {
  const left = `${prose} and what is to be done in the mean-`;
  const { markdown } = await read(
    'pdf',
    makePdf([
      [
        { text: 'A Title Over Both Columns', x: 150, y: 780, size: 20 },
        ...column(left, 60, 740, 38),
        ...column(`time ${prose}.`, 320, 740, 38),
      ],
    ]),
  );
  expect(markdown.replace(/\s+/g, ' ')).toContain(`${prose} and what is to be done in the mean`);
  expect(markdown.indexOf('time The harbour')).toBeGreaterThan(markdown.indexOf('to be done'));
});

test('PDF: words that a browser has parted with its own hyphen become whole', async () => {
  const lines = [`${prose} and the depart\u2010`, `ments say of it what they said before.`];
  const texts = lines.map((text, index) => ({ text, x: 60, y: 740 - index * 14, size: 8 }));
  expect((await read('pdf', makePdf([texts]))).markdown.replace(/\s+/g, ' ')).toContain(
    'the departments say',
  );
});

test('PDF: a paragraph of a column does not end where text over all columns goes on', async () => {
  const { markdown } = await read(
    'pdf',
    makePdf([
      [
        ...column(`${prose}. ${prose}.`, 60, 780, 92),
        ...column(`${prose} and what is to be done in the mean-`, 60, 700, 38),
        ...column(`${prose}. ${prose}. ${prose}.`, 320, 700, 38),
      ],
    ]),
  );
  expect(markdown).toBe(
    [
      `${prose}. ${prose}.`,
      `${prose} and what is to be done in the mean-`,
      `${prose}. ${prose}. ${prose}.`,
    ].join('\n\n'),
  );
});

test('PDF: items keep their numbers, and names their first letters', async () => {
  const lines = [
    '1. Scope',
    `${prose}.`,
    '2. Terms',
    '3. Costs',
    '7. Duties',
    'J. Park wrote this.',
    'a) first',
  ];
  const texts = lines.map((text, index) => ({ text, x: 40, y: 760 - index * 24, size: 10 }));
  expect((await read('pdf', makePdf([texts]))).markdown).toBe(
    `1. Scope\n\n${prose}.\n\n2. Terms\n3. Costs\n\n7) Duties\n\nJ. Park wrote this.\n\na) first`,
  );
});

test('PDF: signs that stand apart from their items make lists, within one another by where they begin', async () => {
  const items = [
    ['1.', 72, 'One'],
    ['2.', 72, 'Two'],
    ['–', 108, 'Inner one'],
    ['–', 108, 'Inner two'],
    ['3.', 72, 'Three'],
    ['•', 72, 'Other'],
  ] as const;
  const texts = items.flatMap(([sign, x, text], index) => {
    const y = 760 - index * 16;
    return [
      { text: sign, x, y },
      { text, x: x + 24, y },
    ];
  });
  expect((await read('pdf', makePdf([texts]))).markdown).toBe(
    '1. One\n2. Two\n   - Inner one\n   - Inner two\n3. Three\n\n- Other',
  );
});

test('PDF: text straight below a table, as wide as several columns, leaves it its columns', async () => {
  const cells = [
    ['Part', 'Price'],
    ['Arch', '5'],
    ['Pier', '7'],
  ].flatMap((row, y) => row.map((text, x) => ({ text, x: 72 + x * 150, y: 700 - y * 14 })));
  const below = { text: 'Prices are in euros, without tax and transport.', x: 72, y: 658 };
  expect((await read('pdf', makePdf([[...cells, below]]))).markdown).toBe(
    `| Part | Price |\n| --- | --- |\n| Arch | 5 |\n| Pier | 7 |\n\n${below.text}`,
  );
});

test('PDF: rows of cells below one another are a table', async () => {
  const cells = [
    ['Name', 'Length', 'Built'],
    ['North bridge', '120 m', '1901'],
    ['South bridge', '80 m', '1954'],
  ].flatMap((row, y) => row.map((text, x) => ({ text, x: 72 + x * 150, y: 700 - y * 18 })));
  const { markdown } = await read(
    'pdf',
    makePdf([[...column(`${prose}.`, 72, 760, 80), ...cells, ...column(`${prose}.`, 72, 600, 80)]]),
  );
  expect(markdown).toBe(
    [
      `${prose}.`,
      '| Name | Length | Built |\n| --- | --- | --- |\n| North bridge | 120 m | 1901 |\n| South bridge | 80 m | 1954 |',
      `${prose}.`,
    ].join('\n\n'),
  );
});

test('PDF: what runs through all pages is left out, and paragraphs go on over page breaks', async () => {
  const page = (number: number, text: string) => [
    { text: 'The Journal of Bridges', x: 72, y: 810, size: 9 },
    ...column(text, 72, 760, 80),
    { text: `Page ${number}`, x: 280, y: 30, size: 9 },
  ];
  const { markdown } = await read(
    'pdf',
    makePdf([page(1, `${prose} and`), page(2, 'goes on here.'), page(3, `${prose}.`)]),
  );
  expect(markdown).toBe(`${prose} and goes on here.\n\n${prose}.`);
});

test('PDF: the structure that a file tells is taken', async () => {
  const { markdown } = await read('pdf', makeTaggedPdf());
  expect(markdown).toBe(
    '# Bridges\n\n- North bridge\n- South bridge\n\n| Name | Length |\n| --- | --- |\n| North | 120 m |',
  );
});

test('PDF: what is drawn from left to right and read from right to left', async () => {
  const pieces = (y: number) => [
    { text: '.', x: 300, y },
    { text: 'Bridge', x: 304, y },
    { text: '2024', x: 345, y },
    { text: 'ﻝﺎﻋ', x: 375, y },
    { text: 'דגבא', x: 396, y },
  ];
  const asRead = 'אבגד عال Bridge 2024.';
  expect((await read('pdf', makePdf([pieces(700)]))).markdown).toBe(asRead);
  expect((await read('pdf', makeTaggedPdf(pieces(780)))).markdown).toMatch(`# ${asRead}\n`);
});

test('PDF: signs of scripts without spaces are those that people write, and lines no words', async () => {
  const lines = ['港⼝委员会于星期二开会讨论如何修', '复古⽼的⽯桥'];
  const pieces = lines.map((text, index) => ({ text, x: 72, y: 780 - index * 13 }));
  const whole = '港口委员会于星期二开会讨论如何修复古老的石桥';
  expect((await read('pdf', makePdf([pieces]))).markdown).toBe(whole);
  expect((await read('pdf', makeTaggedPdf(pieces))).markdown).toMatch(`# ${whole}\n`);
});

test('PDF: raised and lowered signs stay in their line', async () => {
  const pieces = [
    { text: 'Water is H', x: 72, y: 700 },
    { text: '2', x: 122, y: 697, size: 7 },
    { text: 'O and 2', x: 126, y: 700 },
    { text: '10', x: 163, y: 704, size: 7 },
    { text: 'is 1024.', x: 174, y: 700 },
  ];
  const bytes = makePdf([pieces]);
  expect((await convert('pdf', bytes)).html).toContain(
    '<p>Water is H<sub>2</sub>O and 2<sup>10</sup> is 1024.</p>',
  );
  expect((await read('pdf', bytes)).markdown).toBe('Water is H2O and 2^10 is 1024.');
});

test('PDF: notes at the foot of pages are notes, and part no paragraph', async () => {
  const page = (number: number, text: string) => [
    ...column(text, 72, 760, 80),
    { text: `${number}`, x: 84, y: 760 + 4, size: 6 },
    { text: `${number}`, x: 72, y: 104, size: 6 },
    { text: 'It was said by the mayor, who was seldom', x: 77, y: 100, size: 9 },
    { text: 'wrong.', x: 72, y: 89, size: 9 },
  ];
  const { markdown } = await read('pdf', makePdf([page(1, `So ${prose} and`), page(2, `to ${prose}.`)]));
  const note = 'It was said by the mayor, who was seldom wrong.';
  const cited = (number: number) => prose.replace('should', `should[^${number}]`);
  expect(markdown).toBe(`So ${cited(1)} and to ${cited(2)}.\n\n[^1]: ${note}\n\n[^2]: ${note}`);
});

test('PDF: a landscape page is read, whose text runs upwards', async () => {
  const row = (x: number, ...cells: string[]) =>
    cells.map((text, index) => ({ text, x, y: 60 + 150 * index, upwards: true }));
  const { markdown } = await read(
    'pdf',
    makePdf([
      [
        { text: 'Costs of the bridge', x: 60, y: 60, size: 20, upwards: true },
        ...row(100, 'Part', 'Number', 'Sum'),
        ...row(120, 'Arch', '3', '15.00'),
        { text: 'To the plan', x: 160, y: 60, upwards: true },
        { text: 'at the edge', x: 20, y: 20 },
      ],
    ]),
  );
  expect(markdown).toBe(
    '# Costs of the bridge\n\n| Part | Number | Sum |\n| --- | --- | --- |\n| Arch | 3 | 15.00 |\n\nTo the plan',
  );
});

test('PDF: what a form is filled with stands beside its names', async () => {
  const { markdown } = await read(
    'pdf',
    makePdf([
      [
        { text: 'Name', x: 72, y: 700 },
        { text: 'Ada Park', x: 200, y: 700, field: '/FT/Tx' },
        { text: 'Country', x: 72, y: 680 },
        { text: 'no', x: 200, y: 680, field: '/FT/Ch/Opt[[(no)(Norway)][(se)(Sweden)]]' },
        { text: 'Agreed', x: 72, y: 660 },
        { text: 'Yes', x: 200, y: 660, field: '/FT/Btn/AS/Yes' },
        { text: 'Secret', x: 72, y: 640 },
        { text: 'hidden', x: 200, y: 640, field: '/FT/Tx/F 2' },
      ],
    ]),
  );
  expect(markdown).toBe('| Name | Ada Park |\n| --- | --- |\n| Country | Norway |\n| Agreed | ☒ |\n\nSecret');
});

test('PDF: headings that begin pages are no running titles, though only their numbers differ', async () => {
  const pages = [1, 2, 3].map((day) => [
    { text: 'Journey', x: 72, y: 820 },
    { text: `Day ${day}`, x: 72, y: 780, size: 18 },
    ...column(`${prose}.`, 72, 760 - 20 * day, 70),
    { text: `Page ${day}`, x: 72, y: 30 },
  ]);
  const { markdown } = await read('pdf', makePdf(pages));
  expect(markdown).toMatch(/^# Day 1\n[^#]+# Day 2\n[^#]+# Day 3\n/);
  expect(markdown).not.toMatch(/Journey|Page/);
});

test('PDF: of a form in several copies nothing is a running title', async () => {
  const form = [
    'Receipt',
    'Received from',
    'the amount of',
    'for the hire',
    'of a boat',
    'until',
    'Signature',
    'Date',
  ];
  const pages = [1, 2, 3].map((copy) => [
    ...form.map((text, index) => ({ text, x: 72, y: 780 - 40 * index })),
    { text: `Copy ${copy}`, x: 72, y: 30 },
  ]);
  const { markdown } = await read('pdf', makePdf(pages));
  for (const text of [...form, 'Copy 1', 'Copy 3']) expect(markdown).toContain(text);
});

test('PDF: letters that are set apart are words', async () => {
  const { markdown } = await read('pdf', makePdf([[{ text: 'S U M M A R Y', x: 72, y: 700 }]]));
  expect(markdown).toBe('SUMMARY');
});

test('PDF: without text there is a warning, and the name of the file', async () => {
  const { markdown, title, warnings } = await read('pdf', makePdf([[]]));
  expect([markdown, title]).toEqual(['', 'report.pdf']);
  expect(warnings).toEqual(['the document holds no text: it may be a picture of pages']);
});

test('Word: headings, lists, tables, links, properties', async () => {
  const style = (name: string) => `<w:pStyle w:val="${name}"/>`;
  const item = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
  const { markdown, title, metadata } = await read(
    'docx',
    makeDocx(
      [
        wordParagraph('The Bridge', style('Heading1')),
        wordParagraph(`${prose}.`),
        wordParagraph('First', item),
        wordParagraph('Second', item),
        wordParagraph('Costs', style('Heading2')),
        wordTable([
          ['Part', 'Price'],
          ['Arch', '5 &lt; 6'],
        ]),
        '<w:p><w:hyperlink r:id="rId9"><w:r><w:t>more</w:t></w:r></w:hyperlink></w:p>',
      ].join(''),
      { title: 'Minutes', author: 'Ada Park', created: '2024-05-03T10:00:00Z' },
    ),
  );
  expect(markdown).toBe(
    [
      '# The Bridge',
      `${prose}.`,
      '- First\n- Second',
      '## Costs',
      '| Part | Price |\n| --- | --- |\n| Arch | 5 < 6 |',
      '[more](https://example.com/more)',
    ].join('\n\n'),
  );
  expect(title).toBe('Minutes');
  expect(metadata).toMatchObject({ author: 'Ada Park', published_at: '2024-05-03T10:00:00Z' });
});

test('Word: pictures, links and notes that the file does not hold keep nobody from reading the rest', async () => {
  const text = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;
  const drawing =
    '<w:r><w:drawing xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="rId70"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';
  const note = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
  const link = (id: string, words: string) => `<w:hyperlink r:id="${id}">${text(words)}</w:hyperlink>`;
  const body = `<w:p>${text('Seen')}${drawing}${note(7)}${link('rId80', ' here')}${text(' and ')}${link('rId9', 'there')}${note(2)}</w:p>`;
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes';
  const relationships = `<Relationship Id="rId20" Type="${type}" Target="footnotes2.xml"/>`;
  const entries = unzipSync(makeDocx(body, { relationships }));
  entries['word/footnotes2.xml'] = strToU8(
    `<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote w:id="2">${wordParagraph('A note.')}</w:footnote></w:footnotes>`,
  );
  expect((await read('docx', Buffer.from(zipSync(entries)))).markdown).toBe(
    'Seen here and [there](https://example.com/more)[^1]\n\n[^1]: A note.',
  );
});

test('Word: what a library writes of itself is no author, and no date', async () => {
  const by = (author: string) => makeDocx(wordParagraph('Text'), { author, created: '2013-12-23T23:15:00Z' });
  expect((await read('docx', by('python-docx'))).metadata).toMatchObject({
    author: null,
    published_at: null,
  });
  expect((await read('docx', by('Ada Park'))).metadata).toMatchObject({
    author: 'Ada Park',
    published_at: null,
  });
});

test('Word: what its author has hidden is left out', async () => {
  const run = (text: string, properties: string) =>
    `<w:r w:rsidR="1"><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const body = `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('Seen', '<w:b/>')}${run(' hidden', '<w:i/><w:vanish/>')}${run(' again', '<w:vanish w:val="0"/>')}</w:p>`;
  expect((await read('docx', makeDocx(body))).markdown).toBe('**Seen** again');
});

test('Word: lists and code by the names of their styles', async () => {
  const styled = (id: string, text: string) => wordParagraph(text, `<w:pStyle w:val="${id}"/>`);
  const entries = unzipSync(
    makeDocx(
      [
        styled('Bullet', 'One'),
        styled('Bullet2', 'Inner'),
        styled('Bullet', 'Two'),
        styled('Number', 'First'),
        styled('Source', 'def f():'),
        styled('Source', '    return 1'),
        '<w:p><w:r><w:t xml:space="preserve">Call </w:t></w:r><w:r><w:rPr><w:rStyle w:val="Verbatim"/></w:rPr><w:t>f()</w:t></w:r></w:p>',
      ].join(''),
    ),
  );
  const styles = Object.entries({
    Bullet: 'List Bullet',
    Bullet2: 'List Bullet 2',
    Number: 'List Number',
    Source: 'Source Code',
    Verbatim: 'Verbatim Char',
  })
    .map(
      ([id, name]) =>
        `<w:style w:type="${id === 'Verbatim' ? 'character' : 'paragraph'}" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`,
    )
    .join('');
  const file = 'word/styles.xml';
  entries[file] = strToU8(
    strFromU8(entries[file] ?? new Uint8Array()).replace('</w:styles>', `${styles}</w:styles>`),
  );
  const { markdown } = await read('docx', Buffer.from(zipSync(entries, { level: 1 })));
  expect(markdown).toBe(
    '- One\n  - Inner\n- Two\n\n1. First\n\n```\ndef f():\n    return 1\n```\n\nCall `f()`',
  );
});

test('Word: numbers of headings, clauses and lists are those that Word shows', async () => {
  const level = (depth: number, text: string, format = 'decimal') =>
    `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const kinds = [
    level(0, '%1.') + level(1, '%1.%2') + level(2, '(%3)', 'lowerLetter'),
    level(0, 'Article %1', 'upperRoman'),
    level(0, '%1)'),
  ].map((levels, id) => `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum>`);
  const list = (id: number, kind: number, anew = '') =>
    `<w:num w:numId="${id}"><w:abstractNumId w:val="${kind}"/>${anew}</w:num>`;
  const restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>';
  const numbering = [...kinds, list(1, 0), list(2, 1), list(3, 2), list(4, 2, restart)].join('');
  const item = (id: number, depth: number, text: string) =>
    wordParagraph(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${id}"/></w:numPr>`);
  const heading = (text: string) => wordParagraph(text, '<w:pStyle w:val="Heading1"/>');
  const entries = unzipSync(
    makeDocx(
      [
        ...[heading('Terms'), item(1, 1, 'Here'), item(1, 2, 'a bridge;'), item(1, 2, 'a river.')],
        ...[item(1, 1, 'Singular.'), heading('Scope'), item(1, 1, 'All.'), item(2, 0, 'Costs')],
        ...[item(3, 0, 'One'), wordParagraph('Between'), item(3, 0, 'Two'), item(3, 0, 'Three')],
        ...[wordParagraph('Again'), item(4, 0, 'Five'), item(4, 0, 'Six')],
      ].join(''),
    ),
  );
  const change = (name: string, from: string, to: string) => {
    entries[name] = strToU8(strFromU8(entries[name] ?? new Uint8Array()).replace(from, to));
  };
  change(
    'word/styles.xml',
    '1"/></w:style>',
    '1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>',
  );
  change(
    'word/numbering.xml',
    /<w:abstractNum .*<\/w:num>/.exec(strFromU8(entries['word/numbering.xml'] ?? new Uint8Array()))?.[0] ??
      '',
    numbering,
  );
  const { markdown } = await read('docx', Buffer.from(zipSync(entries)));
  expect(markdown.split(/\n+/)).toEqual([
    ...['# 1. Terms', '1.1 Here', '(a) a bridge;', '(b) a river.', '1.2 Singular.', '# 2. Scope', '2.1 All.'],
    ...['Article I Costs', '1. One', 'Between', '2. Two', '3. Three', 'Again', '5. Five', '6. Six'],
  ]);
});

test('Word: boxes of a form, words with their reading beside them, and words parted by a page break', async () => {
  const box = (checked: number) =>
    `<w:sdt xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w:sdtPr><w14:checkbox><w14:checked w14:val="${checked}"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>?</w:t></w:r></w:sdtContent></w:sdt>`;
  const text = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;
  const ruby = `<w:r><w:ruby><w:rubyPr><w:lid w:val="ja-JP"/></w:rubyPr><w:rt>${text('はし')}</w:rt><w:rubyBase>${text('橋')}</w:rubyBase></w:ruby></w:r>`;
  const { markdown } = await read(
    'docx',
    makeDocx(
      `<w:p>${box(1)}${text(' Yes ')}${box(0)}${text(' No')}</w:p><w:p>${ruby}${text('の上')}</w:p><w:p>${text('end')}<w:r><w:br w:type="page"/></w:r>${text('begin')}</w:p>`,
    ),
  );
  expect(markdown).toBe('☒ Yes ☐ No\n\n橋の上\n\nend  \nbegin');
});

test('Word: text of another direction, and tabs that end at a margin', async () => {
  const text = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;
  const end = '<w:r><w:ptab w:relativeTo="margin" w:alignment="right" w:leader="none"/></w:r>';
  const { markdown } = await read(
    'docx',
    makeDocx(
      `<w:p>${text('He said ')}<w:dir w:val="rtl">${text('שלום')}</w:dir>${text(' and ')}<w:bdo w:val="ltr">${text('left')}</w:bdo></w:p><w:p>${text('Sum')}${end}${text('12')}</w:p>`,
    ),
  );
  expect(markdown).toBe('He said שלום and left\n\nSum 12');
});

test("Word: headings of the file's own styles", async () => {
  const style = (id: string, inside: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/>${inside}</w:style>`;
  const outline = (level: number) => `<w:pPr><w:outlineLvl w:val="${level}"/></w:pPr>`;
  const styles = [
    style('Chapter', '<w:basedOn w:val="Heading1"/>'),
    style('Part', outline(1)),
    style('Contents', `<w:basedOn w:val="Heading1"/>${outline(9)}`),
    style('One', '<w:basedOn w:val="Other"/>'),
    style('Other', '<w:basedOn w:val="One"/>'),
  ];
  const ids = ['Chapter', 'Part', 'Contents', 'One'];
  const body = ids.map((id) => wordParagraph(id, `<w:pStyle w:val="${id}"/>`)).join('');
  const entries = unzipSync(makeDocx(body));
  const file = 'word/styles.xml';
  entries[file] = strToU8(
    strFromU8(entries[file] ?? new Uint8Array()).replace('</w:styles>', `${styles.join('')}</w:styles>`),
  );
  const { markdown } = await read('docx', Buffer.from(zipSync(entries, { level: 1 })));
  expect(markdown).toBe('# Chapter\n\n## Part\n\nContents\n\nOne');
});

test('Word: headings that are made by their size alone', async () => {
  const sized = (text: string, points: number, properties = '') =>
    `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr><w:b/><w:sz w:val="${2 * points}"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;
  const body = [
    sized('Annual Report', 20),
    wordParagraph(prose),
    sized('Findings', 14),
    sized(prose, 10),
    `<w:p>${sized('Bridges', 14).slice(5, -6)}<w:r><w:t> are old.</w:t></w:r></w:p>`,
    wordTable([['Part', 'Price']]),
    sized('2024', 14),
  ].join('');
  const { markdown, title } = await read('docx', makeDocx(body));
  expect(markdown.split('\n\n').slice(0, 5)).toEqual([
    '# Annual Report',
    prose,
    '## Findings',
    `**${prose}**`,
    '**Bridges** are old.',
  ]);
  expect(markdown).toMatch(/\*\*2024\*\*$/);
  expect(title).toBe('Annual Report');
  const heading = '<w:pStyle w:val="Heading1"/>';
  const own = await read(
    'docx',
    makeDocx(wordParagraph('Report', heading) + sized('Only large', 20) + wordParagraph(prose)),
  );
  expect(own.markdown).toBe(`# Report\n\n**Only large**\n\n${prose}`);
});

test('Word: a table within a cell has a first row of its own', async () => {
  const inner = wordTable([
    ['In', 'Side'],
    ['1', '2'],
  ]);
  const table = wordTable([
    ['Part', 'Price'],
    ['Arch', '5'],
  ]).replace('</w:p></w:tc>', `</w:p>${inner}<w:p/></w:tc>`);
  const { html } = await convert('docx', makeDocx(table));
  expect(html).toContain(
    [
      '<table><thead><tr><th><p>Part</p>',
      '<table><thead><tr><th><p>In</p></th><th><p>Side</p></th></tr></thead><tr><td><p>1</p></td><td><p>2</p></td></tr></table>',
      '</th><th><p>Price</p></th></tr></thead><tr><td><p>Arch</p></td><td><p>5</p></td></tr></table>',
    ].join(''),
  );
});

test('Word: fields in their short form show what they show, and lead where they do', async () => {
  const field = (code: string, text: string) =>
    `<w:fldSimple w:instr="${code}"><w:r><w:t>${text}</w:t></w:r></w:fldSimple>`;
  const text = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;
  const body = `<w:p>${text('Figure ')}${field(' SEQ Figure ', '3')}${text(': a bridge, ')}${field(' HYPERLINK &quot;https://example.com/b&quot; ', 'more')}<w:fldSimple w:instr="PAGE"/></w:p>`;
  expect((await read('docx', makeDocx(body))).markdown).toBe(
    'Figure 3: a bridge, [more](https://example.com/b)',
  );
});

test('Word: the rows that a cell of the first reaches into name the columns, too', async () => {
  const cell = (text: string, properties: string) =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${wordParagraph(text)}</w:tc>`;
  const [first, next] = ['<w:vMerge w:val="restart"/>', '<w:vMerge/>'];
  const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
  const table = [
    row(cell('Region', first), cell('Sales', '<w:gridSpan w:val="2"/>')),
    row(cell('', next), cell('Q1', ''), cell('Q2', '')),
    row(cell('North', ''), cell('1', ''), cell('2', '')),
  ];
  const { html } = await convert('docx', makeDocx(`<w:tbl>${table.join('')}</w:tbl>`));
  expect(html.replace(/<\/?p>/g, '')).toContain(
    '<table><thead><tr><th rowspan="2">Region</th><th colspan="2">Sales</th></tr><tr><th>Q1</th><th>Q2</th></tr></thead><tr><td>North</td><td>1</td><td>2</td></tr></table>',
  );
});

test('Word: without text there is a warning, pictures or not', async () => {
  const empty = ['the document holds no text'];
  expect(await read('docx', makeDocx(''))).toMatchObject({ markdown: '', warnings: empty });
  const picture =
    '<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:imagedata r:id="rId9"/></v:shape></w:pict></w:r></w:p>';
  const relationships =
    '<Relationship Id="rId10" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/a.png"/>';
  const drawn = makeDocx(picture.replace('rId9', 'rId10'), { relationships });
  expect(await read('docx', drawn)).toMatchObject({ markdown: '', warnings: empty });
});

test('Word: equations are formulas', async () => {
  const run = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const part = (name: string, ...inside: string[]) => `<m:${name}>${inside.join('')}</m:${name}>`;
  const squared = part('sSup', part('e', run('c')), part('sup', run('2')));
  const fraction = part('f', part('num', run('a &lt; b')), part('den', run('2')));
  const root = part('rad', part('radPr', '<m:degHide m:val="1"/>'), '<m:deg/>', part('e', run('x')));
  const sum = part(
    'nary',
    part('naryPr', '<m:chr m:val="∑"/>'),
    part('sub', run('i=1')),
    part('sup', run('n')),
    part('e', part('sSub', part('e', run('x')), part('sub', run('i')))),
  );
  const matrix = part(
    'd',
    part('dPr', '<m:begChr m:val="["/><m:endChr m:val="]"/>'),
    part(
      'e',
      part('m', ...['12', '34'].map((row) => part('mr', ...[...row].map((cell) => part('e', run(cell)))))),
    ),
  );
  const text = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;
  const { markdown, warnings } = await read(
    'docx',
    makeDocx(
      [
        `<w:p>${text('The energy is ')}${part('oMath', run('E=m'), squared)}${text(' exactly.')}</w:p>`,
        `<w:p><m:oMathPara><m:oMathParaPr/>${part('oMath', fraction, root, sum, matrix)}</m:oMathPara></w:p>`,
        `<w:p>${text('Of ')}${part('oMath', part('func', part('fName', run('sin')), part('e', run('100%'))))}${text(' and ')}<m:oMath/>${text('no more.')}</w:p>`,
      ].join(''),
    ),
  );
  expect(markdown).toBe(
    [
      'The energy is $E=mc^{2}$ exactly.',
      '$$\n\\frac{a \\lt  b}{2}\\sqrt{x}∑_{i=1}^{n} x_{i}[\\begin{matrix}1 & 2 \\\\ 3 & 4\\end{matrix}]\n$$',
      'Of $\\sin 100\\%$ and no more.',
    ].join('\n\n'),
  );
  expect(warnings).toEqual([]);
});

/** A Word document whose styles and lists are its own. */
const wordFile = (body: string, { styles = '', numbering = '' }): Buffer => {
  const entries = unzipSync(makeDocx(body));
  const change = (file: string, from: RegExp, to: string) => {
    entries[file] = strToU8(strFromU8(entries[file] ?? new Uint8Array()).replace(from, to));
  };
  change('word/styles.xml', /(?=<\/w:styles>)/, styles);
  if (numbering !== '') change('word/numbering.xml', /<w:abstractNum .*<\/w:num>/, numbering);
  return Buffer.from(zipSync(entries, { level: 1 }));
};

const wordItem = (list: number, level: number, text: string): string =>
  wordParagraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);

const wordLevel = (depth: number, text: string, format: string, more = '') =>
  `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;

const wordList = (id: number, kind: number) =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${kind}"/></w:num>`;

test('Word: fields lead to their address and the place in it, without their switches', async () => {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const field = (code: string, text: string) =>
    `<w:p>${mark('begin')}<w:r><w:instrText>${code}</w:instrText></w:r>${mark('separate')}<w:r><w:t>${text}</w:t></w:r>${mark('end')}</w:p>`;
  const body = [
    field(' HYPERLINK "https://example.com/a" \\o "A tip" \\t "_blank" ', 'tip'),
    field(' HYPERLINK "https://example.com/b?c=1&amp;d=2" \\l "part" \\h ', 'place'),
    field('HYPERLINK \\l "here" \\o "There"', 'within'),
  ].join('');
  expect((await read('docx', makeDocx(body))).markdown).toBe(
    '[tip](https://example.com/a)\n\n[place](https://example.com/b?c=1&d=2#part)\n\n[within](https://example.com/report.docx#here)',
  );
});

test('Word: text boxes are read in whichever form they stand, and their items are counted once', async () => {
  const boxed = (inside: string) =>
    `<w:drawing><wp:inline xmlns:wp="urn:wp"><a:graphic xmlns:a="urn:a"><w:txbxContent>${inside}</w:txbxContent></a:graphic></wp:inline></w:drawing>`;
  const old = (inside: string) =>
    `<w:pict><v:oval xmlns:v="urn:schemas-microsoft-com:vml"><w:txbxContent>${inside}</w:txbxContent></v:oval></w:pict>`;
  const either = (choice: string, fallback: string) =>
    `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;
  const items = wordItem(2, 0, 'One') + wordItem(2, 0, 'Two');
  const run = (inside: string) => `<w:p><w:r><w:t>Before</w:t></w:r><w:r>${inside}</w:r></w:p>`;
  const body = [
    run(boxed(wordParagraph('New alone'))),
    run(either(boxed(items), old(items))),
    wordItem(2, 0, 'Three'),
    run(either('', '<w:t> a sign</w:t>')),
  ].join('');
  const numbering = `<w:abstractNum w:abstractNumId="0">${wordLevel(0, '%1.', 'decimal')}</w:abstractNum>${wordList(2, 0)}`;
  expect((await read('docx', wordFile(body, { numbering }))).markdown.split(/\n+/)).toEqual([
    ...['Before', 'New alone', 'Before', '1. One', '2. Two', '3. Three', 'Before a sign'],
  ]);
});

test('Word: lists of a style of lists go on, and clauses of articles have figures where they say so', async () => {
  const kinds = [
    '<w:numStyleLink w:val="Points"/>',
    `<w:styleLink w:val="Points"/>${wordLevel(0, '%1.', 'decimal')}`,
    '<w:numStyleLink w:val="Nowhere"/>',
    wordLevel(0, 'Article %1.', 'upperRoman') + wordLevel(1, 'Section %1.%2', 'decimalZero', '<w:isLgl/>'),
  ].map((inside, id) => `<w:abstractNum w:abstractNumId="${id}">${inside}</w:abstractNum>`);
  const numbering = [...kinds, wordList(1, 0), wordList(2, 1), wordList(3, 2), wordList(4, 3)].join('');
  const body = [
    ...[wordItem(1, 0, 'One'), wordParagraph('Between'), wordItem(1, 0, 'Two'), wordItem(3, 0, 'No item')],
    ...[wordItem(4, 0, 'Terms'), wordItem(4, 0, 'Costs'), wordItem(4, 1, 'Bridges')],
  ].join('');
  const styles =
    '<w:style w:type="numbering" w:styleId="Points"><w:name w:val="Points"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>';
  expect((await read('docx', wordFile(body, { styles, numbering }))).markdown.split(/\n+/)).toEqual([
    ...['1. One', 'Between', '2. Two', 'No item', 'Article I. Terms', 'Article II. Costs'],
    'Section 2.01 Bridges',
  ]);
});

test('Word: lists that begin further in are lists, and items have their numbers', async () => {
  const numbering = [
    `<w:abstractNum w:abstractNumId="0">${[0, 1, 2].map((depth) => wordLevel(depth, '', 'bullet')).join('')}</w:abstractNum>`,
    `<w:abstractNum w:abstractNumId="1">${[0, 1].map((depth) => wordLevel(depth, `%${depth + 1}.`, 'decimal')).join('')}</w:abstractNum>`,
    wordList(1, 0),
    wordList(2, 1),
  ].join('');
  const body = [
    ...[wordItem(1, 1, 'In'), wordItem(1, 1, 'Next'), wordParagraph('Then')],
    ...[wordItem(1, 0, 'Out'), wordItem(1, 2, 'Far in'), wordItem(1, 1, 'Nearer'), wordParagraph('Then')],
    ...[wordItem(2, 0, 'One'), wordItem(2, 1, 'First'), wordParagraph('Between'), wordItem(2, 1, 'Second')],
    wordItem(2, 0, 'Two'),
  ].join('');
  expect((await read('docx', wordFile(body, { numbering }))).markdown).toBe(
    [
      ...['- In\n- Next', 'Then', '- Out\n  - Far in\n  - Nearer', 'Then', '1. One\n   1. First', 'Between'],
      ...['2. Second', '2) Two'],
    ].join('\n\n'),
  );
});

test('Word: what a style hides is left out; quotations and code of LibreOffice; lines of a return', async () => {
  const style = (type: string, id: string, name: string, inside = '') =>
    `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${inside}</w:style>`;
  const vanish = '<w:rPr><w:vanish/></w:rPr>';
  const styles = [
    style('paragraph', 'z-TopofForm', 'HTML Top of Form', vanish),
    style('character', 'Secret', 'Secret', vanish),
    style('paragraph', 'Quotations', 'Quotations'),
    style('paragraph', 'PreformattedText', 'Preformatted Text'),
    style('character', 'SourceText', 'Source Text'),
  ].join('');
  const run = (text: string, id = '') =>
    `<w:r><w:rPr>${id === '' ? '' : `<w:rStyle w:val="${id}"/>`}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const body = [
    wordParagraph('Top of Form', '<w:pStyle w:val="z-TopofForm"/>'),
    `<w:p>${run('Seen')}${run(' secret', 'Secret')}<w:r><w:cr/></w:r>${run('Call ')}${run('f()', 'SourceText')}</w:p>`,
    wordParagraph('Said', '<w:pStyle w:val="Quotations"/>'),
    wordParagraph('if (x)', '<w:pStyle w:val="PreformattedText"/>'),
    wordParagraph('  y()', '<w:pStyle w:val="PreformattedText"/>'),
  ].join('');
  expect((await read('docx', wordFile(body, { styles }))).markdown).toBe(
    'Seen  \nCall `f()`\n\n> Said\n\n```\nif (x)\n  y()\n```',
  );
});

test('Word: cells are merged where bookmarks stand between rows and cells', async () => {
  const cell = (text: string, properties = '') =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${wordParagraph(text)}</w:tc>`;
  const bookmark = '<w:bookmarkStart w:id="1" w:name="_Hlk1" w:colFirst="0" w:colLast="0"/>';
  const table = [
    `<w:tr>${cell('Region')}${cell('Sales')}</w:tr>`,
    `<w:tr w:rsidR="1">${bookmark}${cell('North', '<w:vMerge w:val="restart"/>')}${cell('1')}</w:tr>`,
    `<w:bookmarkEnd w:id="1"/><w:tr>${cell('', '<w:vMerge/>')}${cell('2')}</w:tr>`,
  ];
  expect((await read('docx', makeDocx(`<w:tbl>${table.join('')}</w:tbl>`))).markdown).toBe(
    '| Region | Sales |\n| --- | --- |\n| North | 1 |\n| North | 2 |',
  );
});

test('Excel: sheets are tables, values as they are displayed', async () => {
  const { markdown, metadata } = await read(
    'xlsx',
    makeXlsx(
      {
        Prices: [
          ['Part', 'Price', 'Since', 'Share', 'Seen'],
          [
            'A|B',
            0.1 + 0.2,
            { attributes: 's="1"', inside: '<v>45415</v>' },
            { attributes: 's="2"', inside: '<v>0.125</v>' },
            { attributes: 's="3"', inside: '<v>45415.75</v>' },
          ],
          [
            null,
            { attributes: 't="b"', inside: '<v>1</v>' },
            { attributes: 't="inlineStr"', inside: '<is><t>inline</t></is>' },
          ],
        ],
        'hidden one': [['secret']],
        Empty: [],
      },
      { title: 'Parts', author: 'Bo' },
    ),
  );
  expect(markdown).toBe(
    [
      '## Prices',
      '| Part | Price | Since | Share | Seen |\n| --- | --- | --- | --- | --- |\n| A\\|B | 0.3 | 2024-05-03 | 12.50% | 2024-05-03 18:00:00 |\n|  | TRUE | inline |  |  |',
    ].join('\n\n'),
  );
  expect(metadata).toMatchObject({ title: 'Parts', author: 'Bo' });
});

test('Excel: the prefix of relationships is any, and a workbook without values has a warning', async () => {
  const { markdown, warnings } = await read('xlsx', makeXlsx({ One: [['A', 'B']] }, { prefix: 'rel' }));
  expect([markdown, warnings]).toEqual(['## One\n\n| A | B |\n| --- | --- |', []]);
  expect(await read('xlsx', makeXlsx({ Empty: [] }))).toMatchObject({
    markdown: '',
    warnings: ['the workbook holds no values'],
  });
});

test('Excel: formulas that nobody has computed are told of', async () => {
  const cell = (inside: string) => ({ attributes: '', inside });
  const sheet = (...cells: Parameters<typeof makeXlsx>[0][string][number]) =>
    makeXlsx({ Prices: [['Sum', 'Tax'], cells] });
  const computed = await read('xlsx', sheet(cell('<f>1+1</f><v>2</v>'), cell('<f>1-1</f><v></v>')));
  expect(computed.warnings).toEqual([]);
  const { markdown, warnings } = await read('xlsx', sheet(cell('<f>1+1</f>'), 5));
  expect(markdown).toBe('## Prices\n\n| Sum | Tax |\n| --- | --- |\n|  | 5 |');
  expect(warnings).toEqual(['formulas of the workbook have no values yet: their cells are empty']);
});

test('Excel: what is read aloud for a word is not in its cell', async () => {
  const aloud = '<rPh sb="0" eb="1"><t>PHONETIC</t></rPh>';
  const { markdown } = await read(
    'xlsx',
    makeXlsx({
      Names: [
        [`</t><r><t>Rich </t></r><r><t>text</t></r>${aloud}<t>`, 'Next'],
        [
          {
            attributes: 't="inlineStr"',
            inside: `<is><r><t>Rich </t></r><r><t>inline</t></r>${aloud}</is>`,
          },
          5,
        ],
      ],
    }),
  );
  expect(markdown).toBe('## Names\n\n| Rich text | Next |\n| --- | --- |\n| Rich inline | 5 |');
});

test('Excel: a merged cell stands in every place that it covers and that the sheet has', async () => {
  const merged = (ref: string) => `<mergeCell ref="${ref}"/>`;
  const merges = `</sheetData><mergeCells>${['B1:XFD1', 'A2:A1048576', 'A9:B9'].map(merged).join('')}</mergeCells><sheetData>`;
  const last = { attributes: 'r="D3" t="str"', inside: `<v>4</v></c></row>${merges}<row r="4"><c r="D4">` };
  const { markdown } = await read(
    'xlsx',
    makeXlsx({
      Sales: [
        ['Region', 'Q1'],
        ['North', 1, 2, 3],
        [null, 4, null, last],
      ],
    }),
  );
  expect(markdown).toBe(
    '## Sales\n\n| Region | Q1 | Q1 | Q1 |\n| --- | --- | --- | --- |\n| North | 1 | 2 | 3 |\n| North | 4 |  | 4 |',
  );
});

test('Excel: elements may have a prefix, and signs be escaped', async () => {
  const entries = unzipSync(
    makeXlsx({
      One: [
        ['A_x005F_B', 'two_x000D_\nlines'],
        [{ attributes: 's="1"', inside: '<v>45415</v>' }, 1],
      ],
    }),
  );
  for (const name of ['xl/styles.xml', 'xl/workbook.xml', 'xl/sharedStrings.xml', 'xl/worksheets/sheet1.xml'])
    entries[name] = strToU8(
      strFromU8(entries[name] ?? new Uint8Array())
        .replace(/<(\/?)(?=\w)/g, '<$1x:')
        .replaceAll('xmlns=', 'xmlns:x='),
    );
  const { markdown } = await read('xlsx', Buffer.from(zipSync(entries, { level: 1 })));
  expect(markdown).toBe('## One\n\n| A_B | two<br>lines |\n| --- | --- |\n| 2024-05-03 | 1 |');
});

test('Excel: hidden rows and columns are left out, and links of cells lead where they do', async () => {
  const formula = { attributes: 't="str"', inside: '<f>HYPERLINK("https://example.com/b","B")</f><v>B</v>' };
  const entries = unzipSync(
    makeXlsx({
      Parts: [
        ['Part', 'Cost', 'Price'],
        ['A', 1, 2],
        ['Secret', 3, 4],
        [formula, 5, 'notes'],
      ],
    }),
  );
  const sheet = 'xl/worksheets/sheet1.xml';
  const links =
    '<hyperlinks><hyperlink ref="A2" xmlns:r="r" r:id="rId1"/><hyperlink ref="C4" location="Notes!A1"/></hyperlinks>';
  entries[sheet] = strToU8(
    strFromU8(entries[sheet] ?? new Uint8Array())
      .replace(
        '<sheetData>',
        '<cols><col min="2" max="2" hidden="1"/><col min="9" max="16384" hidden="1"/></cols>$&',
      )
      .replace('<row r="3"', '$& hidden="1"')
      .replace('</sheetData>', `$&${links}`),
  );
  entries['xl/worksheets/_rels/sheet1.xml.rels'] = strToU8(
    '<Relationships><Relationship Id="rId1" Target="https://example.com/a?b=1&amp;c=2" TargetMode="External"/></Relationships>',
  );
  const { markdown } = await read('xlsx', Buffer.from(zipSync(entries, { level: 1 })));
  expect(markdown).toBe(
    '## Parts\n\n| Part | Price |\n| --- | --- |\n| [A](https://example.com/a?b=1&c=2) | 2 |\n| [B](https://example.com/b) | notes |',
  );
});

test('Excel: a large workbook is cut, and says so', async () => {
  const row = Array.from({ length: 20 }, (_, index) => index);
  const { html, warnings } = await convert(
    'xlsx',
    makeXlsx({ Big: Array.from({ length: 6000 }, () => row) }),
  );
  expect(html.match(/<t[dh]>\d/g)).toHaveLength(100_000);
  expect(warnings).toEqual(['the workbook is larger than is read: its end is missing']);
});

test('Excel: one cell far to the right does not make every row as wide', async () => {
  const far = { attributes: 'r="ALL1"', inside: '<v>7</v>' };
  const rows = Array.from({ length: 3000 }, (_, index) => [`Row ${index}`]);
  const { html, warnings } = await convert('xlsx', makeXlsx({ Long: [['Names', far], ...rows] }));
  expect(html.match(/<t[dh]>/g)).toHaveLength(4000);
  const { markdown } = await read(
    'xlsx',
    makeXlsx({ Long: [['Names', far], ['One'], [null, 'Two'], ['Three']] }),
  );
  expect(markdown).toBe(
    '## Long\n\n| Names |  | 7 |\n| --- | --- | --- |\n| One |  |  |\n|  | Two |  |\n| Three |  |  |',
  );
  expect(warnings).toEqual([]);
});

test('Excel: what stands too far to the right is left out, and that is said', async () => {
  const far = { attributes: 'r="ALM1"', inside: '<v>7</v>' };
  const { html, warnings } = await convert('xlsx', makeXlsx({ Far: [['Name', far]] }));
  expect(html).toContain('<tr><th>Name</th></tr>');
  expect(warnings).toEqual(['columns beyond the first 1,000 are left out']);
});

test('Excel: a workbook whose rows are all wide and empty is cut', async () => {
  const { html, warnings } = await convert(
    'xlsx',
    makeXlsx({
      Wide: Array.from({ length: 3000 }, (_, row) => [
        1,
        { attributes: `r="ALL${row + 1}"`, inside: '<v>7</v>' },
      ]),
    }),
  );
  expect(html.match(/<t[dh]>/g)).toHaveLength(100_000);
  expect(warnings).toEqual(['the workbook is larger than is read: its end is missing']);
});

test.each([
  ['a PDF under a password', 'pdf', makeLockedPdf(), 'document_locked'],
  ['a PDF that is none', 'pdf', Buffer.from('%PDF-1.7 and nothing'), 'document_broken'],
  ['an archive that is broken', 'docx', makeDocx(wordParagraph('x')).subarray(0, 300), 'document_broken'],
  ['an archive without a document', 'xlsx', makeDocx(wordParagraph('x')), 'document_broken'],
  ['a document that is no XML', 'docx', makeDocx('<w:p'), 'document_broken'],
] as const)('%s is refused in words', async (_, kind, bytes, reason) => {
  await expect(convert(kind, bytes)).rejects.toMatchObject({ code: 'scrape_failed', extras: { reason } });
});

test('an Office file under a password is told by its first bytes', () => {
  const ole = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ]);
  expect(kindOfBytes(ole)).toBe('locked');
});

test('an archive that unpacks to more than is read is not unpacked', async () => {
  const bomb = makeDocx(wordParagraph(' '.repeat(120_000_000)));
  expect(bomb.length).toBeLessThan(500_000);
  await expect(convert('docx', bomb)).rejects.toMatchObject({ extras: { reason: 'document_too_large' } });
});

const bomb = makePdfBomb(300_000_000);

test('a file that takes all memory, or does not end, ends alone', async () => {
  await expect(convert('pdf', bomb, { memoryMb: 150, ms: 30_000 })).rejects.toMatchObject({
    extras: { reason: 'document_too_large' },
  });
  await expect(convert('pdf', bomb, { memoryMb: 4000, ms: 300 })).rejects.toMatchObject({
    extras: { reason: 'document_too_large' },
  });
});

test('the reader ends with its caller, and those who wait with theirs', async () => {
  const convertFile = createConvertFile({ threads: 1 });
  const reason = new Error('gone');
  const file = { kind: 'pdf', name: 'x.pdf' } as const;
  const first = convertFile({ ...file, bytes: bomb }, AbortSignal.timeout(500));
  const second = convertFile({ ...file, bytes: bomb }, AbortSignal.timeout(100));
  const third = convertFile({ ...file, bytes: makePdf([[{ text: 'Read', x: 72, y: 700 }]]) }, never);
  await expect(second).rejects.toThrow(/timeout/);
  await expect(first).rejects.toThrow(/timeout/);
  expect((await third).html).toContain('<p>Read</p>');
  await expect(convertFile({ ...file, bytes: bomb }, AbortSignal.abort(reason))).rejects.toBe(reason);
});
