import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repeatedNames } from './repeated.ts';

test.each([
  ['{}', []],
  ['"a"', []],
  ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}],"d":"a"}', []],
  ['{"a":"a","b":"{\\"a\\":1,\\"a\\":2}"}', []],
  ['{"a":1,"a":2,"a":3}', ['a']],
  ['{"a":1,"\\u0061":2}', ['a']],
  ['{"\\"":1,"\\\\":2,"\\"":3}', ['"']],
  ['{"__proto__":1,"__proto__":2}', ['__proto__']],
  ['{"options":{"delay_ms":1,"x":[1,{}],"delay_ms":2}}', ['options.delay_ms']],
  ['{"actions":[{"type":1},{"type":1,"type":2}],"actions":[]}', ['actions[].type', 'actions']],
  ['[[{"a":[{"b":1,"b":2}]}]]', ['[][].a[].b']],
])('%s', (text, names) => {
  JSON.parse(text);
  expect(repeatedNames(text)).toEqual(names);
});

test('of what was written from a value, nothing is repeated', () => {
  fc.assert(fc.property(fc.json(), (text) => repeatedNames(text).length === 0));
});

test('long names are cut, and a hundred are told', () => {
  const long = 'n'.repeat(1000);
  const members = Array.from({ length: 300 }, (_, index) => `"${index}":1,"${index}":2`);
  const names = repeatedNames(`{"${long}":{${members.join()}}}`);
  expect(names).toHaveLength(100);
  expect(names[0]).toBe(`${'n'.repeat(64)}.0`);
});
