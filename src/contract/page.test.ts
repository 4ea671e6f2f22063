import { describe, expect, test } from 'vitest';
import { ServiceError } from './error.ts';
import { parseExtract } from './extract.ts';
import { languagesOf } from './headers.ts';
import { parseScrape } from './scrape.ts';

const url = 'https://www.example.com/page';
const parsed = (fields: Record<string, unknown>) => parseScrape({ url, ...fields });
const problemsOf = (fields: Record<string, unknown>): string[] => {
  try {
    parsed(fields);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(error.code).toBe('invalid_request');
    return (error.extras.issues ?? []).map(({ path, message }) => `${path}: ${message}`);
  }
};
const many = (count: number, of: (index: number) => unknown) =>
  Array.from({ length: count }, (_, index) => of(index));

describe('headers', () => {
  test.each([
    ['Host', 'belongs to the connection'],
    ['content-length', 'belongs to the connection'],
    ['Connection', 'belongs to the connection'],
    ['Transfer-Encoding', 'belongs to the connection'],
    ['TE', 'belongs to the connection'],
    ['Upgrade', 'belongs to the connection'],
    ['Expect', 'belongs to the connection'],
    ['Trailer', 'belongs to the connection'],
    ['Keep-Alive', 'belongs to the connection'],
    ['Proxy-Authorization', 'use proxy_url'],
    ['Sec-Fetch-Site', 'tells of the browser'],
    ['Sec-CH-UA-Platform', 'tells of the browser'],
    ['Cookie', 'send cookies in the field cookies'],
    ['Set-Cookie', 'send cookies in the field cookies'],
    ['cookie2', 'send cookies in the field cookies'],
    ['', 'a header name'],
    ['X Y', 'a header name'],
    ['X:', 'a header name'],
    ['X\r\nHost', 'a header name'],
    ['Größe', 'a header name'],
  ])('%j is refused', (name, message) => {
    expect(problemsOf({ headers: { [name]: 'x' } })).toEqual([
      expect.stringMatching(new RegExp(`^headers\\.${name.replaceAll(/\W/g, '\\$&')}: .*${message}`)),
    ]);
  });

  test.each(['a\nb', 'a\rb', 'a\0b', 'a\x7f', 'ä'])('the value %j is refused and not repeated', (value) => {
    expect(problemsOf({ headers: { 'X-A': value } })).toEqual([
      'headers.X-A: a header value is printable ASCII, without line breaks',
    ]);
  });

  test('names are told apart without regard to case, numbers and sizes are limited', () => {
    expect(problemsOf({ headers: { 'x-a': '1', 'X-A': '2' } })).toEqual([
      'headers.X-A: this header is given twice',
    ]);
    const numbered = (count: number) =>
      Object.fromEntries(many(count, (n) => [`X-${n}`, '']) as [string, string][]);
    expect(problemsOf({ headers: numbered(50) })).toEqual([]);
    expect(problemsOf({ headers: numbered(51) })).toEqual(['headers: at most 50 headers']);
    expect(problemsOf({ headers: { X: 'x'.repeat(16_383) } })).toEqual([]);
    expect(problemsOf({ headers: { X: 'x'.repeat(16_384) } })).toEqual([
      'headers: at most 16384 bytes in all',
    ]);
  });

  test('Accept-Language is a list of languages, the dearest first', () => {
    expect(languagesOf('it;q=0.5, sv-SE,*;q=0.1, fr ; q=0.50,de;q=0')).toEqual(['sv-SE', 'it', 'fr']);
    for (const bad of ['', '*', 'de;q=2', 'de_DE', 'de,,en', 'de;x=1'])
      expect(problemsOf({ headers: { 'accept-language': bad } })).toHaveLength(1);
  });
});

describe('cookies', () => {
  const cookie = { name: 'a', value: 'b' };
  const problems = (more: Record<string, unknown>) => problemsOf({ cookies: [{ ...cookie, ...more }] });

  test('have defaults, and null means not sent', () => {
    const nothing = { domain: null, path: null, expires: null, secure: null };
    expect(parsed({ cookies: [{ ...cookie, ...nothing }] }).request.cookies).toEqual([
      { ...cookie, path: '/', secure: false, http_only: false },
    ]);
  });

  test.each(['www.example.com', 'example.com', '.Example.com'])('%s covers the host', (domain) => {
    expect(problems({ domain })).toEqual([]);
  });

  test.each(['com', 'ample.com', 'example.org', 'a.www.example.com', ''])('%s does not', (domain) => {
    expect(problems({ domain })).toEqual(['cookies.0.domain: must be the host of url, or a domain above it']);
  });

  test('an address has no domain above it', () => {
    const at = (host: string, domain: string) =>
      problemsOf({ url: `http://${host}/`, cookies: [{ ...cookie, domain }] });
    expect(at('127.0.0.1', '127.0.0.1')).toEqual([]);
    expect(at('127.0.0.1', '0.0.1')).toHaveLength(1);
    expect(at('localhost', 'localhost')).toEqual([]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['name', { name: '' }],
    ['name', { name: 'a=b' }],
    ['value', { value: 'a;b' }],
    ['value', { value: 'a\nb' }],
    ['value', { value: 'x'.repeat(4096) }],
    ['path', { path: 'x' }],
    ['path', { path: '/;' }],
    ['same_site', { same_site: 'some' }],
    ['same_site', { same_site: 'None' }],
    ['name', { name: '__Secure-a' }],
    ['name', { name: '__Host-a', secure: true, path: '/x' }],
    ['expires', { expires: -1 }],
  ])('a wrong %s is named: %j', (field, more) => {
    expect(problems(more)).toEqual([expect.stringMatching(new RegExp(`^cookies\\.0\\.${field}: `))]);
  });

  test('are a hundred at most; what is unknown of them is told once', () => {
    expect(problemsOf({ cookies: many(100, () => cookie) })).toEqual([]);
    expect(problemsOf({ cookies: many(101, () => cookie) })).toHaveLength(1);
    expect(parsed({ cookies: many(3, () => ({ ...cookie, httpOnly: true, storeId: 0 })) }).warnings).toEqual([
      'unknown field cookies[].httpOnly, did you mean cookies[].http_only?',
      'unknown field cookies[].storeId',
    ]);
  });
});

describe('visitor', () => {
  test('locale and timezone are read in their canonical form', () => {
    expect(parsed({ locale: 'DE-de', timezone: 'EUROPE/berlin' }).request).toMatchObject({
      locale: 'de-DE',
      timezone: 'Europe/Berlin',
    });
    expect(parsed({ locale: 'zh-hant-tw' }).request.locale).toBe('zh-Hant-TW');
  });

  test.each(['', 'de_DE', 'x', 'de-DE-u-ca-buddhist', 'x-private', 5])('locale %j is refused', (locale) => {
    expect(problemsOf({ locale })).toEqual([expect.stringMatching(/^locale: /)]);
  });

  test.each(['', '+02:00', 'Mars/Base', 'UTC+2', 5])('timezone %j is refused', (timezone) => {
    expect(problemsOf({ timezone })).toEqual([expect.stringMatching(/^timezone: /)]);
  });

  test('mobile is yes or no', () => {
    expect(problemsOf({ mobile: 'yes' })).toHaveLength(1);
  });
});

describe('actions', () => {
  test.each<[string, unknown]>([
    ['Enter', { key: 'Enter', held: [] }],
    ['a', { key: 'a', held: [] }],
    ['+', { key: '+', held: [] }],
    [' ', { key: ' ', held: [] }],
    ['é', { key: 'é', held: [] }],
    ['Control+A', { key: 'A', held: ['Control'] }],
    ['Control++', { key: '+', held: ['Control'] }],
    ['Space', { key: ' ', held: [] }],
    ['Alt+Shift+F12', { key: 'F12', held: ['Alt', 'Shift'] }],
  ])('the key %j is understood', (key, read) => {
    expect(parsed({ actions: [{ type: 'press', key }] }).request.actions).toEqual([
      { type: 'press', key: read },
    ]);
  });

  test.each(['', 'enter', 'ab', '+A', 'Ctrl+A', 'Control+', 'Shift', '\n', '\ud800', 5])(
    'the key %j is not',
    (key) => {
      expect(problemsOf({ actions: [{ type: 'press', key }] })).toEqual([
        expect.stringMatching(/^actions\.0\.key: /),
      ]);
    },
  );

  test('a wait for two things is told that it is for one', () => {
    expect(problemsOf({ actions: [{ type: 'wait', ms: 5, selector: 'a' }] })).toEqual([
      'actions.0: needs ms or selector, and not both',
    ]);
  });

  test.each<[unknown, string]>([
    [{ type: 'dance' }, 'actions.0.type'],
    [{}, 'actions.0.type'],
    ['click', 'actions.0'],
    [null, 'actions.0'],
    [{ type: 'click' }, 'actions.0.selector'],
    [{ type: 'type', selector: 'a' }, 'actions.0.text'],
    [{ type: 'type', selector: 'a', text: 'x'.repeat(10_001) }, 'actions.0.text'],
    [{ type: 'type', selector: 'a', text: '\ud800' }, 'actions.0.text'],
    [{ type: 'scroll', direction: 'left' }, 'actions.0.direction'],
    [{ type: 'scroll', amount: 0 }, 'actions.0.amount'],
    [{ type: 'wait' }, 'actions.0'],
    [{ type: 'wait', ms: 5, selector: 'a' }, 'actions.0'],
    [{ type: 'wait', ms: 0 }, 'actions.0.ms'],
  ])('%j is refused', (action, path) => {
    expect(problemsOf({ actions: [action] })).toEqual([expect.stringMatching(new RegExp(`^${path}: `))]);
  });

  test('what is unknown of them is told once', () => {
    const actions = [
      { type: 'click', selector: 'a', text: 'b' },
      { type: 'type', selector: 'a', text: 'b', dely: 5 },
      { type: 'type', selector: 'a', text: 'b', dely: 5 },
      { type: 'press', key: 'Enter', selektor: 'a' },
    ];
    const { request, warnings } = parsed({ actions });
    expect(request.actions[0]).toEqual({ type: 'click', selector: 'a' });
    expect(warnings).toEqual([
      'unknown field actions[].text',
      'unknown field actions[].dely',
      'unknown field actions[].selektor, did you mean actions[].selector?',
    ]);
  });

  test('are fifty at most, their waits shorter than the budget', () => {
    expect(problemsOf({ actions: many(50, () => ({ type: 'scroll', selector: null })) })).toEqual([]);
    expect(problemsOf({ actions: many(51, () => ({ type: 'scroll' })) })).toHaveLength(1);
    const waits = [
      { type: 'wait', ms: 2500 },
      { type: 'wait', ms: 2500 },
    ];
    expect(problemsOf({ actions: waits, timeout_ms: 5001 })).toEqual([]);
    expect(problemsOf({ actions: waits, timeout_ms: 5000 })).toEqual([
      'actions: the waits add up to more than timeout_ms',
    ]);
    expect(problemsOf({ timeout_ms: 0 })).toEqual([expect.stringMatching(/^timeout_ms: /)]);
  });
});

test('an address that is too long and none at all is refused once, and nothing else breaks', () => {
  for (const url of ['a'.repeat(9000), `https://example.com/${'a'.repeat(9000)}`])
    for (const parse of [parseScrape, parseExtract])
      expect(() =>
        parse({ url, selectors: { a: 'b' }, cookies: [{ name: 'a', value: 'b', domain: 'c.d' }] }),
      ).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});
