import { describe, expect, test } from 'vitest';
import { ServiceError } from './error.ts';
import { parseExtract } from './extract.ts';

const url = 'https://example.com/';
const selectors = { title: 'h1' };

const refused = (body: unknown): ServiceError => {
  try {
    parseExtract(body);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('it was accepted');
};
const pathsOf = (body: unknown) => refused(body).extras.issues?.map(({ path }) => path);

describe('what is wanted', () => {
  test.each([
    { xpaths: { '': '//p' } },
    { selectors: { a: { fields: { '': 'p' } } } },
    { schema: { properties: { '': { type: 'string' } } } },
  ])('a name that is none is said to be: %j', (body) => {
    expect(refused({ url, ...body }).extras.issues).toEqual([
      {
        path: expect.stringMatching(/\.$/),
        message: 'its name must not be empty',
      },
    ]);
  });

  test.each([[{ url }], [{ url, schema: null, selectors: null, xpaths: null }]])(
    'none is refused: %j',
    (body) => {
      expect(refused(body)).toMatchObject({
        code: 'invalid_request',
        message: 'one of schema, selectors, xpaths is needed',
      });
    },
  );

  test.each([{}, { type: 'object' }, { properties: {} }])(
    'a schema that says nothing gives way to what is not empty: %j',
    (schema) => {
      const { request, warnings } = parseExtract({ url, schema, selectors });
      expect(request.wanted).toEqual({ method: 'css_selector', selectors });
      expect(warnings).toEqual([]);
    },
  );

  test.each([
    ['selectors', { selectors: ['h1'] }],
    ['headers', { selectors, headers: [] }],
  ])('a list where an object belongs: %s', (path, body) => {
    expect(refused({ url, ...body }).message).toBe(`${path}: Invalid input: expected object, received array`);
  });

  test('a schema whose properties were forgotten does not', () => {
    const schema = { price: { type: 'number' } };
    expect(pathsOf({ url, schema, selectors })).toEqual(['schema.properties']);
    expect(pathsOf({ url, schema: {}, selectors: {} })).toEqual(['schema.properties']);
  });

  test.each([
    ['$x', '$x'],
    ['//a[@href = $target]/text()', '$target'],
    [`concat("$5", '$y', $été:z-1)`, '$été:z-1'],
    ['$ x', '$ x'],
  ])('variables of XPath are none: %s', (title, variable) => {
    const { code, extras } = refused({ url, xpaths: { title } });
    expect([code, extras.issues]).toEqual([
      'invalid_request',
      [{ path: 'xpaths.title', message: `has the variable ${variable}, which nothing declares` }],
    ]);
  });

  test.each([`//p[contains(., "$x")]`, `'$x'`, `concat("it's $5", '$y')`, `//p[. = "$x`])(
    'a dollar sign in a text is no variable: %s',
    (title) => {
      expect(parseExtract({ url, xpaths: { title } }).request.wanted).toMatchObject({ method: 'xpath' });
    },
  );

  test('schema comes before selectors, selectors before xpaths', () => {
    const schema = { type: 'object', properties: { title: { type: 'string' } } };
    const xpaths = { title: '//h1' };
    const methodOf = (body: object) => parseExtract({ url, ...body }).request.wanted.method;
    expect(methodOf({ xpaths, selectors, schema })).toBe('schema');
    expect(methodOf({ xpaths, selectors })).toBe('css_selector');
    expect(methodOf({ xpaths })).toBe('xpath');
    expect(parseExtract({ url, xpaths, selectors }).warnings).toEqual([
      'xpaths is not used: selectors comes first',
    ]);
  });

  test('what is empty gives way, and nothing wanted is nothing found', () => {
    const empty = { schema: { type: 'object', properties: {} }, selectors: {}, xpaths: {} };
    expect(parseExtract({ url, ...empty }).request.wanted).toEqual({ method: 'none' });
    expect(parseExtract({ url, ...empty, selectors }).request.wanted.method).toBe('css_selector');
  });

  test.each([
    { $ref: '#/$defs/Mug', $defs: { Mug: { properties: { price: {} } } } },
    { allOf: [{ properties: { price: {} } }], properties: {} },
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: { price: {} },
      additionalProperties: false,
    },
  ])('a schema may say it in any of its ways, and more: %j', (schema) => {
    const { request, warnings } = parseExtract({ url, schema });
    expect(request.wanted).toEqual({ method: 'schema', schema: { ...schema, type: 'object' } });
    expect(warnings).toEqual([]);
  });

  test.each([
    ['selectors.__proto__', '{"selectors":{"__proto__":"h1","a":"h1"}}'],
    ['selectors.a.fields.__proto__', '{"selectors":{"a":{"fields":{"__proto__":"h1"}}}}'],
    ['xpaths.__proto__', '{"xpaths":{"__proto__":"//h1"}}'],
    ['schema.properties.__proto__', '{"schema":{"properties":{"__proto__":{}}}}'],
  ])('a name that is lost is told of: %s', (path, body) => {
    const { warnings } = parseExtract({ url, ...JSON.parse(body) });
    expect(warnings).toEqual([`${path} is not looked for: no field has this name`]);
  });

  test.each([
    ['selectors.b', { selectors: { a: 'h1', b: null } }],
    ['selectors.a.fields.type', { selectors: { a: { fields: { type: null, c: 'p' }, attribute: null } } }],
    ['xpaths.b', { xpaths: { a: '//h1', b: null } }],
    ['schema.properties.b', { schema: { properties: { a: { title: null }, b: null } } }],
    [
      'schema.properties.a.items.properties.b',
      { schema: { properties: { a: { items: { properties: { b: null, c: {} } } } } } },
    ],
  ])('a field that is null is told of: %s', (path, body) => {
    expect(parseExtract({ url, ...body }).warnings).toEqual([`${path} is not looked for: it is null`]);
  });

  test.each([
    ['schema', { schema: 'string' }],
    ['schema.properties', { schema: { type: 'object' } }],
    ['schema.enum', { schema: { properties: {}, enum: 7 } }],
    ['schema.allOf', { schema: { allOf: {} } }],
    ['schema.type', { schema: { type: 'array', properties: {} } }],
    ['schema.properties.a.type', { schema: { properties: { a: { type: 'text' } } } }],
    ['selectors.a', { selectors: { a: 7 } }],
    ['selectors.a', { selectors: { a: '' } }],
    ['selectors.a', { selectors: { a: 'x'.repeat(4097) } }],
    ['selectors.a', { selectors: { a: `${':is('.repeat(17)}p${')'.repeat(17)}` } }],
    ['selectors', { selectors: { a: { fields: { ...Array(17).fill(`p${' p'.repeat(1999)}`) } } } }],
    ['xpaths.a', { xpaths: { a: 'x'.repeat(4097) } }],
    ['xpaths.a', { xpaths: { a: {} } }],
    ['xpaths', { xpaths: Object.fromEntries(Array.from({ length: 5001 }, (_, n) => [`a${n}`, '//p'])) }],
  ])('%s is named where it is wrong', (path, body) => {
    expect(pathsOf({ url, ...body })?.[0]).toMatch(new RegExp(`^${path.replaceAll('.', '\\.')}`));
  });

  test.each([
    ['selectors.a.type', { a: { selector: 'h1', type: 'foo' } }],
    ['selectors.a.fields.b.attribute', { a: { fields: { b: { attribute: 7 }, c: 'p' } } }],
    ['selectors.a.fields.b', { a: { fields: { b: [] } } }],
  ])('%s alone is named where only that is wrong', (path, fields) => {
    expect(pathsOf({ url, selectors: fields })).toEqual([path]);
  });

  test('what says how to read one value is told of where there are fields', () => {
    const inner = { fields: { c: 'p' }, type: 'number' };
    const fields = { a: { type: 'list', attribute: 'class', fields: { b: inner, d: { attribute: 'id' } } } };
    expect(parseExtract({ url, selectors: fields }).warnings).toEqual([
      'selectors.a.attribute is not used beside fields',
      'selectors.a.fields.b.type number is not used beside fields',
    ]);
  });

  test('selectors of any depth are kept as they are', () => {
    const nested = {
      list: { selector: 'li', type: 'list', fields: { a: { selector: 'a', fields: { b: 'b' } } } },
    };
    expect(parseExtract({ url, selectors: nested }).request.wanted).toEqual({
      method: 'css_selector',
      selectors: nested,
    });
  });

  test('what takes long to compile is refused, what is long is not', () => {
    const nested = `:is(a,${':not('.repeat(15)}b${')'.repeat(16)}`;
    const many = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`f${index}`, 'main .price']));
    for (const fields of [{ a: nested.repeat(20) }, many])
      expect(parseExtract({ url, selectors: fields }).request.wanted).toEqual({
        method: 'css_selector',
        selectors: fields,
      });
  });

  test('names that objects have by themselves are harmless', () => {
    const body = JSON.parse(`{"url":"${url}","xpaths":{"__proto__":"//a","constructor":"//b"}}`);
    const { wanted } = parseExtract(body).request;
    expect(wanted.method === 'xpath' && Object.keys(wanted.xpaths)).toEqual(['constructor']);
    expect(Object.getPrototypeOf(wanted)).toBe(Object.prototype);
  });
});

describe('options', () => {
  test('defaults', () => {
    expect(parseExtract({ url, selectors }).request).toMatchObject({
      timeout_ms: 30_000,
      block_media: true,
      wait_strategy: 'automatic',
      retry: true,
      bypass_cache: false,
    });
  });

  test.each([
    ['format', 'xml'],
    ['timeout', 999],
    ['timeout', 120_001],
    ['timeout', 1000.5],
    ['wait_for', ''],
    ['block_media', 'yes'],
    ['wait_strategy', 'slow'],
    ['proxy_url', 'ftp://proxy'],
    ['retry', 1],
    ['bypass_cache', 'no'],
    ['javascript', 7],
  ])('%s: %j is refused', (name, value) => {
    expect(pathsOf({ url, selectors, options: { [name]: value } })).toEqual([`options.${name}`]);
  });

  test.each([1000, 120_000])('the bounds of timeout are in it: %i', (timeout) => {
    expect(parseExtract({ url, selectors, options: { timeout } }).request.timeout_ms).toBe(timeout);
  });

  test('a request that asks for nothing is told so', () => {
    for (const nothing of [{ selectors: {} }, { xpaths: {}, selectors: {} }, { schema: { properties: {} } }])
      expect(parseExtract({ url, ...nothing }).warnings).toEqual([
        'nothing is asked for: neither schema, selectors nor xpaths name a field',
      ]);
  });

  test('of a field that stands elsewhere it is told where', () => {
    const misplaced = { timeout_ms: 5000, wait_for_selector: 'h1', block_media: false };
    expect(parseExtract({ url, selectors, ...misplaced, options: { url, time_out: 1 } }).warnings).toEqual([
      'unknown field timeout_ms, did you mean options.timeout?',
      'unknown field wait_for_selector, did you mean options.wait_for?',
      'unknown field block_media, did you mean options.block_media?',
      'unknown field options.url, did you mean url?',
      'unknown field options.time_out, did you mean options.timeout?',
    ]);
  });

  test('unknown fields are told at every depth', () => {
    const body = {
      url,
      selector: {},
      options: { timeout_ms: 1 },
      selectors: { a: { selector: 'a', attr: 'href', fields: { b: { selector: 'b', kind: 'list' } } } },
    };
    expect(parseExtract(body).warnings).toEqual([
      'unknown field selector, did you mean selectors?',
      'unknown field options.timeout_ms, did you mean options.timeout?',
      'unknown field selectors.a.attr, did you mean selectors.a.attribute?',
      'unknown field selectors.a.fields.b.kind',
    ]);
  });

  test('waits of actions count against the timeout', () => {
    const actions = [{ type: 'wait', ms: 2000 }];
    expect(pathsOf({ url, selectors, actions, options: { timeout: 1500 } })).toEqual(['actions']);
  });
});
