import { expect, test } from 'vitest';
import { decodeHtml, decodeText } from './charset.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

const pages: readonly (readonly [string, string, Buffer, string | undefined])[] = [
  [
    'the mark wins over the header',
    'text/html; charset=iso-8859-1',
    bytes([0xef, 0xbb, 0xbf, 0xc3, 0xa9]),
    'é',
  ],
  [
    'the header wins over meta',
    'text/html; charset="utf-8"',
    bytes('<meta charset=koi8-r>', [0xc3, 0xa9]),
    '<meta charset=koi8-r>é',
  ],
  ['meta', 'text/html', bytes('<meta charset=koi8-r>', [0xc1]), '<meta charset=koi8-r>а'],
  [
    'meta by pragma',
    'text/html',
    bytes('<meta http-equiv=content-type content="text/html; charset=shift_jis">', [0x82, 0xa0]),
    '<meta http-equiv=content-type content="text/html; charset=shift_jis">あ',
  ],
  [
    'meta may not say utf-16',
    'text/html',
    bytes('<meta charset=utf-16>', [0xc3, 0xa9]),
    '<meta charset=utf-16>é',
  ],
  ['latin-1 is windows-1252', 'text/html; charset=latin1', bytes([0x80, 0x93]), '€“'],
  ['utf-16 by its mark', 'text/html', bytes([0xff, 0xfe, 0x41, 0x00]), 'A'],
  [
    'an unknown label counts as none',
    'text/html; charset=x-nonsense',
    bytes('<meta charset=utf-8>', [0xc3, 0xa9]),
    '<meta charset=utf-8>é',
  ],
  ['plain ASCII needs no label', 'text/html', bytes('<p>plain'), '<p>plain'],
  ['a browser would have to guess', 'text/html', bytes([0xc3, 0xa9]), undefined],
  [
    'meta too late to count',
    'text/html',
    bytes(' '.repeat(1100), '<meta charset=utf-8>', [0xc3, 0xa9]),
    undefined,
  ],
  ['replacement', 'text/html; charset=iso-2022-kr', bytes('<p>a'), '\ufffd'],
  ['replacement by meta', 'text/html', bytes('<meta charset=hz-gb-2312>a'), '\ufffd'],
  ['nothing in replacement', 'text/html; charset=iso-2022-kr', bytes(), ''],
  ['broken bytes are replaced', 'text/html; charset=utf-8', bytes('a', [0xff], 'b'), 'a\ufffdb'],
];

test.each(pages)('HTML: %s', (_, contentType, body, text) => {
  expect(decodeHtml(body, contentType)).toBe(text);
});

test.each([
  ['header', 'text/plain; charset=windows-1251', bytes([0xe9]), 'й'],
  ['UTF-8 without a word', 'text/plain', bytes([0xc3, 0xa9]), 'é'],
  ['what is not UTF-8', 'text/plain', bytes([0xe9, 0x80]), 'é€'],
  ['replacement', 'text/csv; charset=hz-gb-2312', bytes('a,b'), '\ufffd'],
  ['no meta in text', 'text/plain', bytes('<meta charset=koi8-r>', [0xc3, 0xa9]), '<meta charset=koi8-r>é'],
])('text: %s', (_, contentType, body, text) => {
  expect(decodeText(body, contentType)).toBe(text);
});
