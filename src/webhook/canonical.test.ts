import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical.ts';

const program = `
import json, sys
for line in sys.stdin:
    print(json.dumps(json.loads(line), sort_keys=True, separators=(",", ":")))
`;

/** What Python makes of JSON texts. */
const byPython = (texts: readonly string[]): string[] =>
  execFileSync('python3', ['-c', program], { input: texts.join('\n'), maxBuffer: 1e9 })
    .toString()
    .split('\n')
    .slice(0, -1);

test.each([
  ['{"b":1,"a":[true,false,null]}', '{"a":[true,false,null],"b":1}'],
  ['{"10":1,"9":2,"a":3,"B":4,"":5}', '{"":5,"10":1,"9":2,"B":4,"a":3}'],
  [
    '"grüße \u2028 😀 \u007f / \\" \\\\ \\b\\f\\n\\r\\t\\u0000\\u001f"',
    '"gr\\u00fc\\u00dfe \\u2028 \\ud83d\\ude00 \\u007f / \\" \\\\ \\b\\f\\n\\r\\t\\u0000\\u001f"',
  ],
  ['"\\ud800 \\udc00\\ud800"', '"\\ud800 \\udc00\\ud800"'],
  // By code points U+FF5E comes first, by the halves of surrogate pairs U+1F600 does.
  ['{"😀":1,"～":2}', '{"\\uff5e":2,"\\ud83d\\ude00":1}'],
  ['[0,-0,1.5,-1,1e21,1.5e300,123456789012345680000]', '[0,0,1.5,-1,1e+21,1.5e+300,123456789012345680000]'],
  ['[0.0001,0.00001,1.5e-7,5e-324,0.000123]', '[0.0001,1e-05,1.5e-07,5e-324,0.000123]'],
  ['{"__proto__":{"a":1},"constructor":2}', '{"__proto__":{"a":1},"constructor":2}'],
  ['{"a":{"z":1,"b":{}},"c":[]}', '{"a":{"b":{},"z":1},"c":[]}'],
])('%s', (text, canonical) => {
  expect(canonicalJson(JSON.parse(text))).toBe(canonical);
  expect(byPython([canonical])).toEqual([canonical]);
});

test('what is not JSON is left out, as JSON.stringify does', () => {
  expect(canonicalJson({ a: undefined, b: Number.NaN, c: Number.POSITIVE_INFINITY })).toBe(
    '{"b":null,"c":null}',
  );
});

const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit }), fc.string());
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.maxSafeInteger(),
  // Around the places where the notation changes.
  fc
    .tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: -25, max: 25 }))
    .map(([a, b]) => a * 10 ** b),
);
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(true, false, null),
    number,
    text,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(text, tie('value'), { maxKeys: 6 }),
  ),
}));

test('the same as Python’s, to the byte', () => {
  const values = fc.sample(json, 6000);
  const texts = values.map((value) => JSON.stringify(value));
  expect(texts.map((each) => canonicalJson(JSON.parse(each)))).toEqual(byPython(texts));
});

test('what was written so is read and written the same by both', () => {
  const canonical = fc.sample(json, 2000).map(canonicalJson);
  expect(canonical.map((each) => canonicalJson(JSON.parse(each)))).toEqual(canonical);
  expect(byPython(canonical)).toEqual(canonical);
});
