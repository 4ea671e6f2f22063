import { expect, test } from 'vitest';
import type { JsonSchema } from '../../contract/json-schema.ts';
import { type Wish, wishOf } from './wish.ts';

const wishesIn = ({ fields, items }: Wish): number =>
  [...fields, ...(items ? [items] : [])].reduce((sum, inner) => sum + wishesIn(inner), 1);

/** A thing of so many things of its own kind. */
const branching = (ways: number): JsonSchema => {
  const node = { $ref: '#/$defs/N' };
  const properties = Object.fromEntries(Array.from({ length: ways }, (_, n) => [`b${n}`, node]));
  return { properties: { n: node }, $defs: { N: { type: 'object', properties } } };
};

const wanted = (schema: JsonSchema, more: Partial<JsonSchema> = {}): Wish | undefined =>
  wishOf({ properties: { it: schema }, ...more }).wish.fields[0];

test.each<[string, JsonSchema]>([
  ['allOf', { allOf: [{ properties: { brand: {} }, required: ['brand'] }, { properties: { price: {} } }] }],
  [
    'allOf and properties',
    { allOf: [{ properties: { brand: {} } }], properties: { price: {} }, required: ['brand'] },
  ],
  ['$ref and properties', { $ref: '#/$defs/Thing', properties: { price: {} } }],
  ['$ref within allOf', { allOf: [{ $ref: '#/$defs/Thing' }, { properties: { price: {} } }] }],
])('%s: the properties of all, and what of them is required', (_, schema) => {
  const $defs = { Thing: { properties: { brand: {} }, required: ['brand'] } };
  const { kind, fields, required } = wanted(schema, { $defs }) ?? {};
  expect(kind).toBe('object');
  expect(fields?.map(({ name }) => name)).toEqual(['brand', 'price']);
  expect(required).toEqual(new Set(['brand']));
});

test.each<JsonSchema>([
  { type: 'object', $ref: '#/$defs/Thing' },
  { type: 'object', allOf: [{ properties: { brand: {} } }, { properties: { price: {} } }] },
])('the schema itself may refer and be put together', (schema) => {
  const $defs = { Thing: { properties: { brand: {}, price: {} } } };
  expect(wishOf({ ...schema, $defs }).wish.fields.map(({ name }) => name)).toEqual(['brand', 'price']);
});

test.each<[string, string]>([
  ['a property', '#/properties/offer'],
  ['the items of a list', '#/properties/list/items'],
  ['an alternative', '#/properties/one/anyOf/1'],
  ['a definition within a definition', '#/$defs/Outer/definitions/Inner'],
  ['a name with a slash', '#/$defs/a~1b'],
  ['a name with a space', '#/definitions/a%20c'],
])('references lead to %s', (_, $ref) => {
  const price = { properties: { price: { type: 'number' } } };
  const { fields } =
    wanted(
      { $ref },
      {
        properties: {
          it: { $ref },
          offer: price,
          list: { type: 'array', items: price },
          one: { anyOf: [{ type: 'null' }, price] },
        },
        $defs: { Outer: { definitions: { Inner: price } }, 'a/b': price, 'a c': price },
      },
    ) ?? {};
  expect(fields).toMatchObject([{ name: 'price', kind: 'number' }]);
});

test('a schema may be within itself', () => {
  const { wish, warnings } = wishOf({
    properties: { name: {}, parts: { type: 'array', items: { $ref: '#' } } },
  });
  expect(wish.fields[1]?.items?.fields.map(({ name }) => name)).toEqual(['name', 'parts']);
  expect(warnings).toEqual([]);
});

test('references that lead nowhere are told', () => {
  const properties = { a: { $ref: '#/$defs/Gone' }, b: { $ref: 'https://example.com/mug.json' } };
  expect(wishOf({ properties }).warnings).toEqual([
    'schema: $ref #/$defs/Gone leads nowhere in it',
    'schema: $ref https://example.com/mug.json leads nowhere in it',
  ]);
});

const number = { kind: 'number', format: '', choices: [] };
const text = { kind: 'string', format: '', choices: [] };
const choice = { kind: 'string', format: '', choices: ['on', 'off'] };

test.each<[string, JsonSchema, object[]]>([
  ['constants', { anyOf: [{ const: 'on' }, { const: 'off' }] }, [choice]],
  ['one of a few, or null', { oneOf: [{ enum: ['on'] }, { type: 'null' }, { const: 'off' }] }, [choice]],
  ['kinds', { anyOf: [{ type: 'number' }, { type: 'string' }] }, [number, text]],
  ['types', { type: ['number', 'null', 'string'] }, [number, text]],
  [
    'alternatives of alternatives',
    { anyOf: [{ type: 'number' }, { oneOf: [{ const: 'on' }, { const: 'off' }] }] },
    [number, choice],
  ],
  [
    'objects: the first',
    { anyOf: [{ properties: { a: {} } }, { type: 'string' }] },
    [{ kind: 'object', format: '', choices: [] }],
  ],
])('alternatives: %s', (_, schema, expected) => {
  const wish = wanted(schema);
  expect([wish, ...(wish?.others ?? [])]).toMatchObject(expected);
  expect(wish?.others).toHaveLength(expected.length - 1);
});

test('schemas that refer to themselves are read eight deep', () => {
  const { wish, warnings } = wishOf(branching(2));
  expect(wishesIn(wish)).toBe(1 + 255);
  expect(warnings).toEqual([]);
});

test('and less deep where that were thousands of wishes', () => {
  const { wish, warnings } = wishOf(branching(4));
  expect(wishesIn(wish)).toBe(1 + 1365);
  expect(warnings).toEqual([
    'the schema asks for more than 5000 values: what is more than 6 deep in it is not looked for',
  ]);
});
