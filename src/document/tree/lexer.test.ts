import fc from 'fast-check';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/support/cpu.ts';
import { parseDocument } from './lexer.ts';
import { treeAdapter } from './nodes.ts';
import { isTemplate } from './tree.ts';

/** Whatever it is that is parsed, parse5 alone says what it means. */

/** A tree in words, a line for each node. */
const told = (node: Tree.Node, depth = 0): string => {
  const {
    childNodes: children = [],
    parentNode: _,
    ...own
  } = { childNodes: undefined, parentNode: null, ...node };
  const { content: __, ...plain } = { content: undefined, ...own };
  const below = isTemplate(node) ? [node.content, ...children] : children;
  const strangers = below.filter((child) => 'parentNode' in child && child.parentNode !== node);
  if (strangers.length > 0) throw new Error(`a child of ${node.nodeName} names another parent`);
  return [
    `${' '.repeat(depth)}${JSON.stringify(plain)}`,
    ...below.map((child) => told(child, depth + 1)),
  ].join('\n');
};

const expectSame = (html: string): void => {
  expect(told(parseDocument(html))).toBe(told(parse(html, { scriptingEnabled: false, treeAdapter })));
};

const pieces = [
  ...'<div> </div> <p> </p > </> </ > <br/> <li> <ul> </ul> <h1> </h2> <b> </b> <nobr> <a> </a> <a<b> < > &'.split(
    ' ',
  ),
  ...'<table> <tr> <td> <caption> <col> </table> <select> <option> </select> <button> <form> <object>'.split(
    ' ',
  ),
  ...'<html> <head> <body> </head> </body> </html> <frameset> <frame> </frameset> <template> </template>'.split(
    ' ',
  ),
  ...'<title> </title> <TITLE> </titlex> <textarea> </textarea> <style> </style/> <xmp> </xmp>'.split(' '),
  ...'<script> </script> </script <noscript> </noscript> <iframe> </iframe> <plaintext> <pre> </pre>'.split(
    ' ',
  ),
  ...'<svg> </svg> <math> <mi> <foreignObject> <![CDATA[ ]]> <!-- --> --!> <!--> <!---> - <!doctype <?xml'.split(
    ' ',
  ),
  ...'&amp &amp; &notit; &#10; &#13; &#32; &#0; &lt &ltx &lt= foo 0 = / " \' é 😀'.split(' '),
  ...[
    '\n',
    '\r\n',
    '\r',
    '\t',
    '\f',
    '\u00a0',
    ' ',
    ' foo bar ',
    '\ud800',
    '\0',
    '\n</textarea>',
    '</title\n>',
  ],
  '<!doctype html>',
  '<a href="x&amp;y=1&copy=2&lt">',
  "<a href=x/y title = 'a\"b' hReF=z>",
  '<a b="c"d=e  f = g / h=>',
  '<a =b c"d e\'f <g>',
  '<a b="<c>" ',
  '<br / >',
  '<INPUT TYPE=hidden>',
  '<x-é y>',
  '<x y-é=1>',
  `<p ${Array.from({ length: 40 }, (_, index) => `a${index}`).join(' ')}>`,
  `<p ${'same=1 '.repeat(40)}>`,
  '<!-- a -- b - > c <!-- d -->',
  '<a href="a\r\nb">',
];

const anyPage = fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((parts) => parts.join(''));

test('pages of odd parts are what parse5 makes of them', () => {
  fc.assert(fc.property(anyPage, expectSame), { numRuns: 3000 });
});

test('pages of any characters are what parse5 makes of them', () => {
  const characters = fc.constantFrom(...'<>/!-="\'& \nabpA;#x1é\0[]?');
  const page = fc.array(characters, { maxLength: 60 }).map((parts) => parts.join(''));
  fc.assert(fc.property(page, expectSame), { numRuns: 3000 });
});

test('every piece is read on its own, and within text', () => {
  for (const piece of pieces) {
    expectSame(piece);
    expectSame(`<p>a ${piece} b</p><p>c`);
  }
});

/** Generous: what it guards against takes minutes on a busy machine. */
const inTime = 20_000;

test.each([
  ['comments that end in another way', '<!-- --!>'.repeat(200_000)],
  ['text that is nearly markup', '< >'.repeat(300_000)],
  ['a title with other end tags', `<title>${'</titlex>'.repeat(300_000)}`],
  ['titles that never end', '<title>a</titlex>'.repeat(100_000)],
  ['scripts that never end', '<script><!-- </scriptx>'.repeat(100_000)],
  ['an attribute that never ends', `<a b="${'<a b=c>'.repeat(200_000)}`],
  [
    'attributes without end',
    `<p ${Array.from({ length: 100_000 }, (_, index) => `a${index}=1`).join(' ')}>x`,
  ],
])('%s are read in time', (_, html) => {
  const begun = cpuMs();
  parseDocument(html);
  expect(cpuMs() - begun).toBeLessThan(inTime);
});

test('formatting that is never ended is not made again without end', () => {
  const numbers = Array.from({ length: 300 }, (_, index) => index);
  const words = told(
    parseDocument(numbers.map((number) => `<p><b id="b${number}">word ${number}</p>`).join('')),
  );
  expect(words.match(/"nodeName":"b"/g)?.length).toBeLessThan(70 * numbers.length);
  for (const number of numbers) expect(words).toContain(`"word ${number}"`);
});
