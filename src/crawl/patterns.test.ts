import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chanceLetters } from '../../test/support/chance-letters.ts';
import { cpuMs } from '../../test/support/cpu.ts';
import type { ServiceError } from '../contract/error.ts';
import { maxPattern, readPattern, readPatterns } from './patterns.ts';

const matches = (pattern: string, url: string) => readPattern(pattern, 'url_pattern')(url);

describe('globs', () => {
  test.each([
    ['/blog/*', 'https://a.test/blog/2026/post', true],
    ['/blog/*', 'https://a.test/blog/post?page=2', true],
    ['/blog/*', 'https://a.test/blog', false],
    ['/blog/*', 'https://a.test/x/blog/post', false],
    ['/blog', 'https://a.test/blog?page=2', true],
    ['/blog', 'https://a.test/blog/', false],
    ['*/blog/*', 'https://a.test/x/blog/post', true],
    ['**/blog/**', 'https://a.test/x/blog/post', true],
    ['/blog/**/post', 'https://a.test/blog/2026/11/post', true],
    ['/blog/**/post', 'https://a.test/blog/post', true],
    ['/blog/**/post', 'https://a.test/blog/repost', false],
    ['https://a.test/**/*/x', 'https://a.test/y/x', true],
    ['/**/**/x', 'https://a.test/x', true],
    ['*.pdf', 'https://a.test/x/y.pdf?download', true],
    ['*.pdf', 'https://a.test/xpdf', false],
    ['*product*', 'https://a.test/de/product/1', true],
    ['a.test/x', 'http://a.test/x', true],
    ['a.test:81/*', 'http://a.test:81/x', true],
    ['https://a.test/*', 'https://a.test/x', true],
    ['https://a.test/*', 'http://a.test/x', true],
    ['https://a.test/blog/*', 'https://www.a.test/blog/x', true],
    ['http://www.a.test/blog/*', 'https://a.test/blog/x', true],
    ['www.a.test/x', 'http://a.test/x', true],
    ['a.test/x', 'http://www.a.test/x', true],
    ['WWW.a.test/x', 'http://a.test/x', true],
    ['https://a.test/*', 'https://shop.a.test/x', false],
    ['https://*.a.test/*', 'https://a.test/x', false],
    ['https://www.test/x', 'https://test/x', false],
    ['*://a.test/*', 'http://a.test/x', true],
    ['https://a.test:81/*', 'https://a.test/x', false],
    ['https://a*st/x', 'https://www.a.test/x', true],
    ['/p/?', 'https://a.test/p/1', true],
    ['/p/?', 'https://a.test/p/12', false],
    ['/list?page=*', 'https://a.test/list?page=3', true],
    ['/{de,fr}/*', 'https://a.test/fr/x', true],
    ['/{de,fr}/*', 'https://a.test/en/x', false],
    ['/{', 'https://a.test/{', true],
    ['/wiki/A_(b)', 'https://a.test/wiki/A_(b)', true],
    ['/Blog', 'https://a.test/blog', false],
    ['/über/*', 'https://a.test/%C3%BCber/uns', true],
    ['/%C3%BCber/*', 'https://a.test/%C3%BCber/uns', true],
    ['https://bücher.test/über/*', 'https://xn--bcher-kva.test/%C3%BCber/uns', true],
    ['bücher.test:81/*', 'https://xn--bcher-kva.test:81/x', true],
    ['xn--bcher-kva.test/über', 'https://xn--bcher-kva.test/%C3%BCber', true],
    ['https://A.Test/X/*', 'https://a.test/X/y', true],
    ['A.test/Ü', 'https://a.test/%C3%9C', true],
    ['*.PDF', 'https://a.test/x.PDF', true],
    ['/a%20b', 'https://a.test/a%20b', true],
    ['/a b', 'https://a.test/a%20b', true],
    ['/%FF', 'https://a.test/%FF', true],
    ['p/*', 'https://a.test/p/1', false],
    ['/#/guide/*', 'https://a.test/#/guide/start', true],
    ['/#/guide/*', 'https://a.test/#/api', false],
    ['/', 'https://a.test/#/api', true],
    ['/blog', 'https://a.test/blog#top', true],
    ['/p/{1..3}', 'https://a.test/p/2', false],
    ['glob:/a|b', 'https://a.test/a|b', true],
    ['glob:/a.*', 'https://a.test/axx', false],
  ])('%s and %s: %s', (pattern, url, expected) => {
    expect(matches(pattern, url)).toBe(expected);
  });
});

describe('regular expressions', () => {
  test.each([
    ['/blog/.*', 'https://a.test/x/blog/post', true],
    ['^/blog/', 'https://a.test/blog/post', true],
    ['^/blog/', 'https://a.test/x/blog/post', false],
    ['(?i)^/blog/', 'https://a.test/Blog/post', true],
    ['(?i)^/blog/', 'https://a.test/x/Blog/post', false],
    ['^(?:/docs|/blog)/', 'https://a.test/blog/post', true],
    ['^((/docs)|/blog)/', 'https://a.test/x/docs/post', false],
    ['^https://a\\.test/', 'https://a.test/x', true],
    ['^https://a\\.test/', 'https://aXtest/x', false],
    ['/\\d{4}/', 'https://a.test/2026/x', true],
    ['/[0-9]+$', 'https://a.test/x/12', true],
    ['/[0-9]+$', 'https://a.test/x/12?a', false],
    ['de|fr', 'https://a.test/fr/', true],
    ['(?i)BLOG', 'https://a.test/blog', true],
    ['post$', 'https://a.test/x/post', true],
    ['^/über', 'https://a.test/%C3%BCber', true],
    ['^https://bücher\\.test/', 'https://xn--bcher-kva.test/x', true],
    ['/p/[01]/i', 'https://a.test/p/0/i', true],
    ['/p/[01]/i', 'https://a.test/p/0', false],
    ['regex:blog', 'https://a.test/x/blog/y', true],
    ['^/a$', 'https://a.test/a', true],
    ['^/a$', 'https://a.test/a?b', false],
  ])('%s and %s: %s', (pattern, url, expected) => {
    expect(matches(pattern, url)).toBe(expected);
  });
});

test('one of several is enough, none is none', () => {
  expect(readPatterns(['/a', '/b'], 'p')('http://x.test/b')).toBe(true);
  expect(readPatterns([], 'p')('http://x.test/b')).toBe(false);
});

test('every pattern that is none is told with its place', () => {
  const patterns = [
    '/ok',
    '(?=a)',
    '[',
    '',
    'a'.repeat(maxPattern + 1),
    '.*{2}{3}',
    '^.{1000}.{1000}.{1000}',
    '\\1',
  ];
  const issuesOf = (): unknown => {
    try {
      return readPatterns(patterns, 'options.include_patterns');
    } catch (error) {
      return (error as ServiceError).extras.issues?.map(
        ({ path, message }) => `${path} ${message.split(':')[0]}`,
      );
    }
  };
  const broken = 'is not a regular expression that can be used here';
  expect(issuesOf()).toEqual([
    `options.include_patterns.1 ${broken}`,
    `options.include_patterns.2 ${broken}`,
    'options.include_patterns.3 must not be empty',
    `options.include_patterns.4 must not be longer than ${maxPattern} characters`,
    `options.include_patterns.5 ${broken}`,
    `options.include_patterns.6 is too large`,
    `options.include_patterns.7 ${broken}`,
  ]);
  expect(() => readPattern('[', 'url_pattern')).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});

test.each(['^(?!.*admin)', '(?=a)b', '(?<!a)b', '(?<=a)b', '(a)\\1'])('%s: why not, in words', (pattern) => {
  expect(() => readPattern(pattern, 'url_pattern')).toThrow('RE2 has no look-around and no back-references');
});

test.each(['regex:', 'glob:'])('%s with nothing behind it is no pattern', (pattern) => {
  expect(() => readPattern(pattern, 'url_pattern')).toThrow('url_pattern: must not be empty');
});

test('patterns that take others for ever take no time', () => {
  const url = `https://a.test/${'a'.repeat(1900)}!`;
  const started = cpuMs();
  for (const pattern of ['(a+)+$', '^/(a|aa)+$', '(.*a){20}b', '/*a*a*a*a*a*a*a*a*b', '(?:a?){100}a{100}b'])
    expect(matches(pattern, url)).toBe(false);
  // Minutes to centuries by backtracking.
  expect(cpuMs() - started).toBeLessThan(10_000);
});

test('patterns that take long at each address are told, and ended', () => {
  const isMatch = readPatterns(['/a', '[a].{900}c'], 'options.include_patterns');
  const match = () => {
    for (let n = 0; n < 1000; n += 1) isMatch(`https://c.test/${chanceLetters(1900, n)}`);
  };
  expect(match).toThrow('options.include_patterns.1: takes too long to match');
});

test('many usual patterns may be asked about many addresses', () => {
  const sections = [...Array(100).keys()];
  const isMatch = readPatterns(
    sections.map((n) => `https://a.test/*/docs-${n}/*/part-*`),
    'p',
  );
  const urls = [...Array(5000).keys()].map((n) => `https://a.test/x/docs-${n % 200}/y/part-${n}`);
  expect(urls.filter(isMatch)).toHaveLength(2500);
});

test('an address that is too long matches nothing', () => {
  expect(matches('/a*', `https://a.test/${'a'.repeat(1000)}`)).toBe(true);
  expect(matches('/a*', `https://a.test/${'a'.repeat(2000)}`)).toBe(false);
});

test('patterns that would take long to compile are refused, together as well', () => {
  const refusal = (patterns: string[]) => () => readPatterns(patterns, 'p');
  const started = cpuMs();
  expect(refusal(['^[^a]{0,1000}'.repeat(70)])).toThrow('p.0: is too large');
  expect(refusal([`(?:${'a'.repeat(980)}){1000}`])).toThrow('p.0: is too large');
  expect(refusal(Array(100).fill('^.{900}'))).toThrow('p.11: is too large, with those before it');
  // Minutes, if all of it were compiled.
  expect(cpuMs() - started).toBeLessThan(10_000);
  const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  expect(
    matches(`^https://a\\.test/item/${uuid}$`, 'https://a.test/item/01234567-89ab-cdef-0123-456789abcdef'),
  ).toBe(true);
});

test('any text is a pattern or refused, and any address can be asked about', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[*?{},a/\\|[\]().+^$:-]{0,12}$/));
  fc.assert(
    fc.property(text, fc.webUrl({ withQueryParameters: true }), (pattern, url) => {
      try {
        expect(matches(pattern, url)).toBeTypeOf('boolean');
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_request' });
      }
    }),
    { numRuns: 300 },
  );
});

test('an address is matched by itself as a glob', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), (text) => {
      const url = new URL(text).href;
      fc.pre(url.length <= maxPattern && !/[{}]|\?$/.test(url));
      expect(matches(`glob:${url}`, url)).toBe(true);
    }),
  );
});
