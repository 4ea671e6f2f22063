import { describe, expect, test } from 'vitest';
import { ServiceError } from './error.ts';
import { parseScrape } from './scrape.ts';

const url = 'https://example.com/';
const refusal = (body: unknown): ServiceError => {
  try {
    parseScrape(body);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('it was taken');
};

test('what is missing is said to be', () => {
  const noValue = refusal({ cookies: [{ name: 'a' }] });
  expect(noValue.message).toBe('url: is required');
  expect(noValue.extras.issues).toEqual([
    { path: 'url', message: 'is required' },
    { path: 'cookies.0.value', message: 'is required' },
  ]);
});

test('every default of the spec is filled in', () => {
  expect(parseScrape({ url }).request).toEqual({
    url,
    output: 'markdown',
    options: { only_main_content: true, include_selectors: [], exclude_selectors: [], links: false },
    timeout_ms: 20_000,
    block_media: true,
    wait_strategy: 'automatic',
    retry: true,
    bypass_cache: false,
    headers: {},
    cookies: [],
    mobile: false,
    actions: [],
  });
  expect(parseScrape({ url, output: 'screenshot' }).request.options).toEqual({
    format: 'png',
    full_page: true,
    quality: 90,
  });
  expect(parseScrape({ url, output: 'csv' }).request.options).toEqual({ table_selector: 'table' });
  expect(parseScrape({ url, output: 'pdf' }).request.options).toMatchObject({
    format: 'A4',
    landscape: false,
    scale: 1,
  });
});

test('null for an optional field means not sent', () => {
  const nothing = {
    output: null,
    options: null,
    timeout_ms: null,
    proxy_url: null,
    javascript: null,
    wait_for_selector: null,
  };
  expect(parseScrape({ url, ...nothing })).toEqual(parseScrape({ url }));
  expect(
    parseScrape({ url, output: 'screenshot', options: { width: null } }).request.options,
  ).not.toHaveProperty('width');
});

describe('ranges', () => {
  test.each([
    ['timeout_ms', 1000, 120_000],
    ['max_age_ms', 0, 300_000],
  ])('%s from %i to %i', (name, least, most) => {
    for (const value of [least, most])
      expect(parseScrape({ url, [name]: value }).request).toMatchObject({ [name]: value });
    for (const value of [least - 1, most + 1, 1.5 * least + 0.5, String(least), Number.NaN])
      expect(refusal({ url, [name]: value })).toMatchObject({
        code: 'invalid_request',
        extras: { issues: [{ path: name }] },
      });
  });

  test.each([
    ['screenshot', 'quality', [0, 100], [-1, 101, 1.5, '90']],
    ['screenshot', 'width', [1, 7680], [0, 7681, '800']],
    ['screenshot', 'format', ['png', 'jpeg'], ['gif', 1]],
    ['screenshot', 'full_page', [true, false], ['yes', 1]],
    ['pdf', 'scale', [0.1, 2], [0, 2.1, '1']],
    ['pdf', 'format', ['A4', 'letter', 'TABLOID'], ['B9', 4]],
    ['pdf', 'margin', [{}, { top: 0, left: 10.5 }], [{ top: -1 }, 10, { top: '1in' }]],
    ['pdf', 'quality', [0, 100], [101]],
    ['csv', 'table_selector', ['table.x'], ['', 5]],
  ])('%s options.%s', (output, name, good, bad) => {
    for (const value of good)
      expect(() => parseScrape({ url, output, options: { [name]: value } })).not.toThrow();
    for (const value of bad) {
      const { code, extras } = refusal({ url, output, options: { [name]: value } });
      expect(code).toBe('invalid_request');
      expect(extras.issues?.[0]?.path).toMatch(new RegExp(`^options\\.${name}`));
    }
  });
});

test.each(['gif', '', 'Markdown', 5, {}, []])(
  'output %j is invalid_output, whatever else is wrong',
  (output) => {
    expect(refusal({ output, timeout_ms: 'soon' }).code).toBe('invalid_output');
  },
);

test.each([
  [undefined],
  [''],
  ['example.com'],
  ['//example.com'],
  ['ftp://example.com/'],
  ['javascript:alert(1)'],
  ['file:///etc/passwd'],
  [5],
  [`https://example.com/${'x'.repeat(8200)}`],
])('url %j is refused', (bad) => {
  expect(refusal({ url: bad })).toMatchObject({
    code: 'invalid_request',
    extras: { issues: [{ path: 'url' }] },
  });
});

test.each(['http://exa mple.com', 'https://[::zz]/', 'http://256.256.256.256', 'http://'])(
  '%s has a host nobody can reach',
  (bad) => {
    expect(refusal({ url: bad }).code).toBe('connection_failed');
  },
);

test.each(['ftp://proxy:1', 'proxy:3128', 'https://proxy:3128', 'socks4://proxy:1', 5])(
  'proxy_url %s is refused',
  (bad) => {
    expect(refusal({ url, proxy_url: bad })).toMatchObject({ extras: { issues: [{ path: 'proxy_url' }] } });
  },
);

test.each([null, 'text', 5, [], undefined])('%j is no body', (body) => {
  expect(refusal(body).code).toBe('invalid_request');
});

test('an option of another output is told of, with whose it is', () => {
  const told = (output: string, options: object) => parseScrape({ url, output, options }).warnings;
  expect(told('markdown', { width: 0, format: 'A4', xyzzy: 1 })).toEqual([
    'unknown field options.xyzzy',
    'unknown field options.width for markdown: it is for screenshot',
    'unknown field options.format for markdown: it is for screenshot, pdf',
  ]);
  expect(told('pdf', { links: true })).toEqual([
    'unknown field options.links for pdf: it is for markdown, html',
  ]);
  expect(told('screenshot', { width: 500, format: 'jpeg' })).toEqual([]);
});

test.each([
  [{ format: 'jpeg', full_page: true }, ['options.full_page is not used for jpeg: it shows the viewport']],
  [{ quality: 90 }, ['options.quality is not used for png: it is for jpeg']],
  [{ format: 'jpeg', full_page: false, quality: 5 }, []],
  [{ full_page: true, quality: null }, []],
])('an option of the other format of a picture is told of: %j', (options, warnings) => {
  expect(parseScrape({ url, output: 'screenshot', options }).warnings).toEqual(warnings);
});

test('unknown fields are told of, at every depth, with a guess', () => {
  expect(parseScrape({ url, time_out_ms: 5, options: { link: true, xyzzy: 1 } }).warnings).toEqual([
    'unknown field time_out_ms, did you mean timeout_ms?',
    'unknown field options.link, did you mean options.links?',
    'unknown field options.xyzzy',
  ]);
  // What the items of a list have is meant by nobody who writes beside it.
  expect(parseScrape({ url, name: 'x', data: 1, page: 2 }).warnings).toEqual([
    'unknown field name',
    'unknown field data',
    'unknown field page',
  ]);
  // The beginning of one name is that name; of several it is none.
  expect(parseScrape({ url, timeout: 5, wait_for: 'h1', wait: 5 }).warnings).toEqual([
    'unknown field timeout, did you mean timeout_ms?',
    'unknown field wait_for, did you mean wait_for_selector?',
    'unknown field wait',
  ]);
  expect(parseScrape(JSON.parse(`{"url":"${url}","__proto__":{"output":"pdf"}}`)).request.output).toBe(
    'markdown',
  );
});

test('the window of a phone has no more pixels than a picture', () => {
  const picture = (width: number, height: number, mobile = true) =>
    parseScrape({ url, output: 'screenshot', mobile, options: { width, height } });
  expect(() => picture(3809, 3809)).not.toThrow();
  expect(() => picture(7680, 915)).not.toThrow();
  expect(() => picture(7680, 7680, false)).not.toThrow();
  expect(
    refusal({ url, output: 'screenshot', mobile: true, options: { width: 3810, height: 3810 } }),
  ).toMatchObject({
    code: 'invalid_request',
    extras: { issues: [{ path: 'options.width', message: expect.stringContaining('100000000 in all') }] },
  });
});

test('margins leave room on the sheet as it lies', () => {
  const pdf = (options: Record<string, unknown>) => ({ url, output: 'pdf', options });
  const margin = { left: 300, right: 295 };
  expect(parseScrape(pdf({ margin })).request.options).toMatchObject({ margin });
  expect(() => parseScrape(pdf({ margin, landscape: true, format: 'letter' }))).not.toThrow();
  for (const options of [
    { margin: { left: 300, right: 296 } },
    { margin: { top: 842 } },
    { margin: { top: 600 }, landscape: true },
    { margin: { left: 298 }, format: 'a6' },
  ])
    expect(refusal(pdf(options))).toMatchObject({
      code: 'invalid_request',
      extras: { issues: [{ path: 'options.margin', message: 'the margins leave no room on the page' }] },
    });
});
