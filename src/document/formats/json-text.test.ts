import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indentJson, quoteLongIntegers } from './json-text.ts';

describe('indented JSON', () => {
  test('is laid out as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        expect(indentJson(text)).toBe(JSON.stringify(JSON.parse(text), undefined, 2));
      }),
    );
  });

  test('keeps numbers, keys and their order as they are written', () => {
    const members = [
      '"id": 1234567890123456789',
      '"price": 10.00',
      '"big": 1e400',
      '"10": "t\\u0065n"',
      '"2": "two, {\\"2\\": 2}"',
      '"a": 1',
      '"a": 2',
    ];
    expect(indentJson(`{ ${members.join(' ,')} }`)).toBe(
      `{\n${members.map((member) => `  ${member}`).join(',\n')}\n}`,
    );
  });

  test('leaves nothing between the brackets of what is empty', () => {
    expect(indentJson('{ "none":{ }, "empty" : [\n] }')).toBe('{\n  "none": {},\n  "empty": []\n}');
  });

  test.each(['{"a": 1', ' {"a": 1} {"a": 2}\n', "{'a': 1}", '01', '', '"open'])(
    '%j is no JSON, and stays as it is',
    (text) => {
      expect(indentJson(text)).toBe(text.trim());
    },
  );

  test('text that is long or deep stays as it came', () => {
    const long = `[${'1,'.repeat(100_000)}1]`;
    const deep = `${'['.repeat(90_000)}${']'.repeat(90_000)}`;
    expect(indentJson(`${long}\n`)).toBe(long);
    expect(indentJson(`${deep}\n`)).toBe(deep);
  });
});

test.each([
  ['{"id": 1234567890123456789}', '{"id": "1234567890123456789"}'],
  ['[-9007199254740993,9007199254740991]', '["-9007199254740993",9007199254740991]'],
  ['["1234567890123456789", "\\"1234567890123456789"]', undefined],
  ['[0.1234567890123456789, 1e400, 1.5E+17]', undefined],
])('long integers in %s', (text, expected = text) => {
  expect(quoteLongIntegers(text)).toBe(expected);
});

test('strings without end are looked at once', () => {
  const text = '"\\'.repeat(500_000);
  expect(quoteLongIntegers(text)).toBe(text);
});
