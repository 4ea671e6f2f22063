import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLoosely } from './loose-json.ts';

test.each([
  ['a comma before a bracket', '{"a":[1,2,],}', { a: [1, 2] }],
  ['a comma that is missing', '{"a":{"b":1} "c":2}', { a: { b: 1 }, c: 2 }],
  ['a comma that is missing after a text', '{"a":"b"\n"c":2}', { a: 'b', c: 2 }],
  ['line breaks and control characters in a text', '{"a":"x\ny\u0001z"}', { a: 'x\ny\u0001z' }],
  ['comments', '/* one */ {"a": 1, // two\n "b": "http://x/" /* three */}', { a: 1, b: 'http://x/' }],
  ['CDATA', '//<![CDATA[\n{"a":1}\n//]]>', { a: 1 }],
  ['CDATA in a comment', '/*<![CDATA[*/{"a":1}/*]]>*/', { a: 1 }],
  ['HTML comment marks', '<!-- {"a":1} -->', { a: 1 }],
  ['a semicolon and a byte order mark', '\uFEFF{"a":1};', { a: 1 }],
  [
    'quotes inside a text',
    '{"a":"see <a href="https://x.example/b">it</a>","b":1}',
    {
      a: 'see <a href="https://x.example/b">it</a>',
      b: 1,
    },
  ],
  ['escapes that are none', String.raw`{"a":"it\'s \u00e9 \n \ux \\"}`, { a: "it's é \n ux \\" }],
  ['quotes written as entities', '{&quot;a&quot;:&quot;b&quot;}', { a: 'b' }],
  [
    'single quotes',
    String.raw`{'@type': 'Book', 'name': 'It\'s Ada's "Mug"', n: ['a','b']}`,
    { '@type': 'Book', name: `It's Ada's "Mug"`, n: ['a', 'b'] },
  ],
  ['an end that is missing', '{"a":[{"b":"c', { a: [{ b: 'c' }] }],
  ['brackets that do not match', '{"a":[1,2},"b":[3]}', { a: [1, 2] }],
  [
    'names without quotes',
    '{a: tru, b: true, c: -1.5e3, d: undefined}',
    { a: 'tru', b: true, c: -1500, d: null },
  ],
  [
    'more digits than a number has',
    '{a: 9007199254740993, b: 9007199254740991}',
    { a: '9007199254740993', b: 2 ** 53 - 1 },
  ],
  ['a value that is missing', '{"a":,"b":}', { a: null, b: null }],
])('%s', (_, text, expected) => {
  expect(parseLoosely(text)[0]).toEqual(expected);
});

test('several values follow one another', () => {
  expect(parseLoosely('{"a":1},\n{"b":2} [3]')).toEqual([{ a: 1 }, { b: 2 }, [3]]);
});

test('text that holds no data gives none', () => {
  expect(parseLoosely('not data at all: ]}')).toEqual([]);
});

test('a name that others stumble over is a name', () => {
  const [object] = parseLoosely('{"__proto__":{"polluted":1},}');
  expect(Object.getPrototypeOf(object)).toBeNull();
  expect('polluted' in {}).toBe(false);
});

test('what JSON can say is read as JSON', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
      const text = JSON.stringify(value);
      expect(JSON.stringify(parseLoosely(text)[0])).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test('any text comes to an end, in the time of its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:/*\\\n u<!->a1 '), maxLength: 300 }), (text) => {
      parseLoosely(text);
    }),
  );
  const many = 300_000;
  for (const part of [
    '{"a":',
    '[',
    '"',
    '"a" ',
    '["x"y\n,',
    '/*',
    '{"a":"x" y',
    '" \n',
    '\\',
    '<!--',
    '{"a"   ',
  ])
    parseLoosely(`{"a":"${part.repeat(many)}`);
});
