import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../test/support/cpu.ts';
import { snapshotOf } from '../../test/support/snapshot.ts';
import { ServiceError } from '../contract/error.ts';
import { parseExtract } from '../contract/extract.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import { extract } from './extraction.ts';

/** Pages and schemas made to harm: the right answer or null, in time. */

const run = (html: string, properties: Readonly<Record<string, JsonSchema>>) =>
  extract(snapshotOf(html), { method: 'schema', schema: { properties } });
const linked = (text: string) => `<script type="application/ld+json">${text}</script>`;

const string = { type: 'string' };
const number = { type: 'number' };
const wide = {
  title: string,
  price: number,
  sku: string,
  published: { type: 'string', format: 'date' },
  author: { type: 'object', properties: { name: string, email: string } },
  tags: { type: 'array', items: string },
  products: {
    type: 'array',
    items: { type: 'object', properties: { name: string, price: number, url: string } },
  },
};
const product = '<h1>Mug</h1><p class="price">12 €</p>';

/** Generous: what it guards against takes minutes. */
const inTime = 20_000;

describe('poisoned pages', () => {
  const nested = (depth: number) => `${'{"@type":"Product","offers":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const pages: Readonly<Record<string, string>> = {
    'deep linked data': linked(nested(20_000)) + product,
    'linked data of 10 MB': linked(`{"@type":"Product","name":"${'x'.repeat(10_000_000)}"}`) + product,
    'a script of 10 MB': `<script>${'var x = {"price": 1};'.repeat(500_000)}</script>${product}`,
    'a hundred thousand entities': `${linked(`[${'{"@type":"Product","name":"a","offers":{"price":1}},'.repeat(50_000)}{}]`)}<h1>Mug</h1>`,
    'entities in circles': linked(
      '{"@graph":[{"@id":"a","@type":"Product","name":"Mug","author":{"@id":"b"}},{"@id":"b","author":{"@id":"a"},"name":"Ada"}]}',
    ),
    'names of prototypes':
      linked(
        '{"@type":"Product","__proto__":{"price":666},"constructor":{"name":"x"},"toString":"y","offers":{"__proto__":{"price":1}}}',
      ) + product,
    'a price of a million digits': `<h1>Mug</h1><p class="price">${'9'.repeat(1_000_000)} €</p>`,
    'points and digits': `<h1>Mug</h1><p class="price">${'1.'.repeat(50_000)}x</p><dl><dt>${'1.'.repeat(20)}</dt><dd>${'1,'.repeat(50_000)}</dd></dl>`,
    'white space': `<h1>Mug</h1><p class="price">${' \t'.repeat(500_000)}12 €</p>`,
    'angles in linked data': linked(`{"@type":"Product","description":"${'<a '.repeat(300_000)}"}`) + product,
    'names of a megabyte': `<h1>Mug</h1><p class="${'price '.repeat(150_000)}" id="${'aA'.repeat(300_000)}">12 €</p>`,
    'thirty thousand prices': `<h1>Mug</h1>${'<p class="price">12 €</p>'.repeat(30_000)}`,
    'thirty thousand cards': `<h1>Mug</h1><ul>${'<li class="card"><h3><a href="/x">Mug</a></h3><b class="price">12 €</b></li>'.repeat(10_000)}</ul>`,
    'thirty thousand signed links': `<h1>Mug</h1><p class="price">12 €</p><div>${'by <a href="/x">a</a> 3 a · '.repeat(30_000)}</div>`,
    'thirty thousand that take turns': `<h1>Mug</h1><p class="price">12 €</p><dl>${'<dt>by <a href="/x">a</a></dt><dd>3 points · 4 points</dd>'.repeat(15_000)}</dl>`,
    'deep elements': `${'<div class="price">'.repeat(20_000)}12 €`,
    'tables that span': `<table><tr><th colspan="1000" rowspan="65534">Name</th><th>Price</th></tr>${'<tr><td>a</td><td>1</td></tr>'.repeat(200)}</table>`,
    'nothing at all': '',
  };

  test.each(Object.entries(pages))('%s', (_, html) => {
    const started = cpuMs();
    const { data, confidence } = run(html, wide);
    expect(cpuMs() - started).toBeLessThan(inTime);
    expect(Object.keys(data)).toEqual(Object.keys(wide));
    expect(confidence).toBeGreaterThanOrEqual(0);
    expect(data.price === null || Number.isFinite(data.price)).toBe(true);
    expect(({} as Record<string, unknown>).price).toBeUndefined();
  });

  test('what is right stays right', () => {
    expect(run(pages['deep linked data'] ?? '', wide).data.price).toBe(12);
    expect(run(pages['names of prototypes'] ?? '', { price: number }).data.price).toBe(12);
    expect(run(pages['a script of 10 MB'] ?? '', { price: number }).data.price).toBe(12);
    expect(run(pages['entities in circles'] ?? '', wide).data).toMatchObject({
      title: 'Mug',
      author: { name: 'Ada' },
    });
  });
});

describe('hostile schemas', () => {
  const page = `${product}<p class="(a+)+$">x</p>`;

  test.each([
    '(a+)+$',
    '.*',
    '[',
    '\\',
    '$&',
    'constructor',
    'toString',
    '\u0000',
    'a'.repeat(256),
    '💥',
    '"]; drop',
  ])('a property named %j', (name) => {
    expect(run(page, { [name]: string }).data).toHaveProperty([name]);
  });

  test('a name of the prototype is a name', () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"},"price":{"type":"number"}}');
    const { data } = run(page, properties);
    expect(data.price).toBe(12);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });

  test('schemas that refer to themselves end', () => {
    const node = {
      type: 'object',
      properties: {
        name: string,
        child: { $ref: '#/$defs/Node' },
        children: { type: 'array', items: { $ref: '#/$defs/Node' } },
      },
    };
    const schema = {
      properties: { root: { $ref: '#/$defs/Node' }, loop: { $ref: '#/$defs/Loop' } },
      $defs: { Node: node, Loop: { $ref: '#/$defs/Loop' } },
    };
    const started = cpuMs();
    expect(Object.keys(extract(snapshotOf(page), { method: 'schema', schema }).data)).toEqual([
      'root',
      'loop',
    ]);
    expect(cpuMs() - started).toBeLessThan(inTime);
  });

  test('a thousand properties', () => {
    const properties = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`price_${n}`, number]));
    const started = cpuMs();
    expect(Object.keys(run(page, properties).data)).toHaveLength(1000);
    expect(cpuMs() - started).toBeLessThan(inTime);
  });
});

test('any schema on any page is answered, each property with its key', () => {
  const name = fc.oneof(
    fc.constantFrom('price', 'title', 'author', 'items', 'date', 'url'),
    fc.string({ minLength: 1, maxLength: 12 }),
  );
  const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small' },
      fc.record(
        {
          type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'null'),
          format: fc.constantFrom('date', 'uri', 'email', 'x'),
          description: fc.string({ maxLength: 30 }),
          enum: fc.array(fc.oneof(fc.string({ maxLength: 5 }), fc.integer(), fc.constant(null)), {
            maxLength: 3,
          }),
        },
        { requiredKeys: [] },
      ),
      fc.record({
        type: fc.constant('object'),
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 3 }),
        required: fc.array(name, { maxLength: 2 }),
      }),
      fc.record({ type: fc.constant('array'), items: tie('schema') }),
    ),
  }));
  const tag = fc.constantFrom(
    'div',
    'p',
    'h1',
    'table',
    'tr',
    'td',
    'th',
    'ul',
    'li',
    'dl',
    'dt',
    'dd',
    'a',
    'span',
    'time',
    'script type="application/ld+json"',
    'meta',
  );
  const attribute = fc.constantFrom(
    '',
    ' class="price"',
    ' class="item card"',
    ' itemscope itemtype="https://schema.org/Product"',
    ' itemprop="name"',
    ' href="/x"',
    ' content="5"',
    ' hidden',
  );
  const piece = fc.tuple(
    tag,
    attribute,
    fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom('12,50 €', 'SKU: 1234', '12 March 2024', '{"name":"x"}', '[1,'),
    ),
  );
  const page = fc
    .array(piece, { maxLength: 25 })
    .map((pieces) => pieces.map(([name, attributes, text]) => `<${name}${attributes}>${text}`).join(''));
  fc.assert(
    fc.property(fc.dictionary(name, schema, { minKeys: 1, maxKeys: 4 }), page, (properties, html) => {
      let wanted: ReturnType<typeof parseExtract>['request']['wanted'];
      try {
        ({ wanted } = parseExtract({ url: 'https://example.com/', schema: { properties } }).request);
      } catch (error) {
        expect(error).toBeInstanceOf(ServiceError);
        return;
      }
      if (wanted.method !== 'schema') return;
      const { data, fields, confidence } = extract(snapshotOf(html), wanted);
      expect(Object.keys(data)).toEqual(Object.keys(wanted.schema.properties ?? {}));
      for (const key of Object.keys(data)) expect(data[key] === null).toBe(fields[key] === null);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
      expect(() => JSON.stringify(data)).not.toThrow();
    }),
    { numRuns: 300 },
  );
});

test('a text with NUL or half of a character is found with U+FFFD in its place', () => {
  const thing = String.raw`{"@type":"Product","name":"J\u0000","sku":"\ud83d-1"}`;
  const { data, fields } = run(linked(thing), { name: string, sku: string });
  expect(data).toEqual({ name: 'J\ufffd', sku: '\ufffd-1' });
  expect(fields).toMatchObject({ name: { snippet: 'J\ufffd' }, sku: { snippet: '\ufffd-1' } });
});
