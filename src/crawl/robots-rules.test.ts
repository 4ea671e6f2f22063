import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../test/support/cpu.ts';
import { parseRobots } from './robots-rules.ts';

const parse = (text: string | Buffer) =>
  parseRobots(Buffer.from(text), 'gannet', 'https://a.test/robots.txt');
const allows = (text: string | Buffer, path: string) => parse(text).allows(`https://a.test${path}`);
const forUs = (...lines: string[]) => `User-agent: gannet\n${lines.join('\n')}\n`;

describe('groups', () => {
  test.each([
    ['nothing is said', '', true],
    ['others are refused', 'User-agent: other\nDisallow: /', true],
    ['we are refused', 'User-agent: gannet\nDisallow: /', false],
    ['in any case', 'USER-AGENT:GANNET\nDISALLOW:/', false],
    ['without a hyphen', 'Useragent: gannet\nDisallow: /', false],
    ['with a blank for it', 'User agent : gannet\nDisallow: /', false],
    ['without a colon', 'User-agent gannet\nDisallow: /', false],
    ['with a version', 'User-agent: gannet/1.0\nDisallow: /', false],
    ['a longer name is another', 'User-agent: gannet-images\nDisallow: /', true],
    ['all are refused', 'User-agent: *\nDisallow: /', false],
    ['our own group counts alone', 'User-agent: *\nDisallow: /\n\nUser-agent: gannet\nDisallow: /x', true],
    ['in any order', 'User-agent: gannet\nDisallow: /x\n\nUser-agent: *\nDisallow: /', true],
    ['two names, one group', 'User-agent: other\nUser-agent: gannet\nDisallow: /', false],
    [
      'names apart by a blank line and a comment',
      'User-agent: gannet\n\n# x\nUser-agent: other\nDisallow: /',
      false,
    ],
    [
      'names apart by a line of another kind',
      'User-agent: gannet\nSitemap: /s\nUser-agent: other\nDisallow: /',
      false,
    ],
    [
      'two groups of ours are one',
      'User-agent: gannet\nAllow: /y\nUser-agent: a\nAllow: /\nUser-agent: gannet\nDisallow: /',
      false,
    ],
    ['an empty rule ends the names', 'User-agent: gannet\nDisallow:\nUser-agent: other\nDisallow: /', true],
    ['so does a delay', 'User-agent: *\nCrawl-delay: 5\n\nUser-agent: other\nDisallow: /', true],
    ['a rule without a name is nobody’s', 'Disallow: /\nUser-agent: *\nAllow: /', true],
  ])('%s', (_, text, expected) => {
    expect(allows(text, '/')).toBe(expected);
  });
});

describe('rules', () => {
  test.each([
    [['Disallow: /a'], '/ab', false],
    [['Disallow: /a/'], '/a', true],
    [['Disallow: /A'], '/a', true],
    [['Disallow: /', 'Allow: /a'], '/ab', true],
    [['Allow: /a', 'Disallow: /'], '/ab', true],
    [['Disallow: /a/1', 'Allow: /a/12'], '/a/123', true],
    [['Allow: /a', 'Disallow: /a'], '/a', true],
    [['Disallow: /a', 'Allow: /a'], '/a', true],
    [['Allow: /a', 'Disallow: /a*'], '/a', false],
    [['Disallow: /*.php'], '/x/index.php?y', false],
    [['Disallow: /*.php$'], '/x/index.php?y', true],
    [['Disallow: /*.php$'], '/x/index.php', false],
    [['Disallow: /a$'], '/a', false],
    [['Disallow: /a$'], '/ab', true],
    [['Disallow: /$'], '/', false],
    [['Disallow: /$'], '/a', true],
    [['Disallow: /a*a$'], '/a', true],
    [['Disallow: /a*a$'], '/aba', false],
    [['Disallow: /*a*b*c'], '/xaybzc', false],
    [['Disallow: /*a*b*c'], '/xcybza', true],
    [['Disallow: *'], '/x', false],
    [['Disallow: /**/x'], '/a/x', false],
    [['Disallow: /a$b'], '/a$b', false],
    [['Disallow: /a$b'], '/a', true],
    [['Disallow: /a%24'], '/a$', false],
    [['Disallow: /a%2A'], '/a*', false],
    [['Disallow: /a%2A'], '/ab', true],
    [['Disallow: /*?ref='], '/x?ref=1', false],
    [['Disallow: /*?ref='], '/x?a=1&ref=1', true],
    [['Disallow: /x # why'], '/x', false],
    [['Disallow:/x'], '/x', false],
    [['\t Disallow \t:\t /x \t'], '/x', false],
    [['Disallow: x'], '/x', true],
    [['Disallow'], '/x', true],
    [['Disallow /x # why: so'], '/x', false],
    [['Disallow /x y'], '/x', true],
    [['Disallow # /x'], '/x', true],
    [['Disallow /x:y'], '/x:y', false],
    [['Dissallow: /'], '/x', false],
    [['Dissalow: /'], '/x', false],
    [['disalow: /'], '/x', false],
    [['Diasllow: /'], '/x', false],
    [['Disallaw: /'], '/x', false],
    [['Disallowed: /'], '/x', true],
    [['constructor: /'], '/x', true],
    [['Disallow: /'], '/robots.txt', true],
  ])('%j and %s: %s', (lines, path, expected) => {
    expect(allows(forUs(...lines), path)).toBe(expected);
  });
});

describe('escapes (the examples of RFC 9309, 2.2.2 among them)', () => {
  test.each([
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz', false],
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar', false],
    ['/foo/bar?baz=https%3a%2f%2Ffoo.bar', '/foo/bar?baz=https://foo.bar', false],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84', false],
    ['/foo/bar/%e3%83%84', '/foo/bar/ツ', false],
    ['/à', '/ã', true],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz', false],
    ['/foo/bar/baz', '/foo/bar/%62%61%7A', false],
    ['/p/%31', '/p/1', false],
    ['/a%2Fb', '/a/b', true],
    ['/a/b', '/a%2Fb', true],
    ['/%zz', '/%zz', false],
  ])('%s and %s: %s', (rule, path, expected) => {
    expect(allows(forUs(`Disallow: ${rule}`), path)).toBe(expected);
  });

  test('a file in Latin-1 is no reason to stop', () => {
    const text = Buffer.from(forUs('Disallow: /caf\xe9', 'Disallow: /x'), 'latin1');
    expect(allows(text, '/caf%E9')).toBe(false);
    expect(allows(text, '/x')).toBe(false);
    expect(allows(text, '/y')).toBe(true);
  });
});

describe('lines', () => {
  test.each(['\n', '\r', '\r\n', '\n\r\n'])('end with %j', (end) => {
    expect(allows(['User-agent: *', 'Disallow: /x', 'Allow: /x/y'].join(end), '/x')).toBe(false);
  });

  test('may follow a byte order mark', () => {
    expect(allows('\ufeffUser-agent: *\nDisallow: /', '/')).toBe(false);
  });

  test.each(['utf16le', 'utf16be'])('may be in %s, with a byte order mark or without', (encoding) => {
    for (const mark of ['\ufeff', '']) {
      const text = Buffer.from(`${mark}User-agent: *\nDisallow: /ツ\n`, 'utf16le');
      const bytes = encoding === 'utf16le' ? text : text.swap16();
      expect(allows(bytes, '/%E3%83%84')).toBe(false);
      expect(allows(bytes, '/x')).toBe(true);
      const cut = bytes.subarray(0, bytes.lastIndexOf('\n'));
      expect(allows(cut, '/%E3%83%84')).toBe(false);
    }
  });

  test('of nothing but blanks take no time', () => {
    const blanks = ' '.repeat(100_000);
    const started = cpuMs();
    expect(allows(`${blanks}x${blanks}\nUser-agent: *\nDisallow: /${blanks}`, '/')).toBe(false);
    expect(cpuMs() - started).toBeLessThan(2000);
  });

  test('of any length are read; those after 500 KiB are not', () => {
    const filler = `# ${'x'.repeat(500 * 1024 - 100)}\n`;
    expect(allows(`${filler}User-agent: *\nDisallow: /\n`, '/')).toBe(false);
    expect(allows(`${filler}${'#'.repeat(200)}\nUser-agent: *\nDisallow: /\n`, '/')).toBe(true);
  });

  test('of a page that is no such file say nothing', () => {
    expect(allows('<!DOCTYPE html><title>Disallow: /</title><p>User-agent: *', '/')).toBe(true);
  });
});

test('the delay of our group counts, the highest if there are several', () => {
  const delay = (text: string) => parse(text).crawlDelayMs;
  expect(delay('User-agent: *\nCrawl-delay: 2.5\nDisallow: /x')).toBe(2500);
  expect(delay(forUs('Crawl-delay: .5'))).toBe(500);
  expect(delay('User-agent: *\nCrawl-delay: 9\n\nUser-agent: gannet\nDisallow: /x')).toBe(0);
  expect(delay(forUs('Crawl-delay: 1', 'Crawl-delay: 3', 'Crawl-delay: 2'))).toBe(3000);
  expect(delay(forUs('Crawl-delay: 86400'))).toBe(120_000);
  for (const bad of ['abc', '-1', '', '1e9', 'Infinity', '99999999999'])
    expect(delay(forUs(`Crawl-delay: ${bad}`))).toBe(0);
});

test('sitemaps are everybody’s, wherever they stand', () => {
  const { sitemaps } = parse(
    'Sitemap: https://b.test/1.xml # main\nUser-agent: other\nSitemap: /2.xml\nDisallow: /\nSITEMAP:https://a.test/ü.xml\nSite-map: /3.xml\nSitemap /4.xml\nSitemap https://a.test/5.xml\nSitemap: ftp://a.test/\nSitemap: http://\n',
  );
  expect(sitemaps).toEqual([
    'https://b.test/1.xml',
    'https://a.test/2.xml',
    'https://a.test/%C3%BC.xml',
    'https://a.test/3.xml',
    'https://a.test/4.xml',
    'https://a.test/5.xml',
  ]);
});

/** The definition, without care for time: the longest pattern that matches from the start. */
const byDefinition = (rules: readonly { allow: boolean; path: string }[], path: string): boolean => {
  const found = rules
    .filter((rule) => {
      const pattern = rule.path
        .replace(/[.?]/g, '\\$&')
        .replaceAll('*', '.*')
        .replace(/\$(?!$)/g, '%24');
      return new RegExp(`^${pattern}`).test(path.replaceAll('$', '%24'));
    })
    .sort((a, b) => lengthOf(b.path) - lengthOf(a.path) || Number(b.allow) - Number(a.allow));
  return found[0]?.allow ?? true;
};
const lengthOf = (path: string) => path.replace(/\$(?!$)/g, '%24').length;

test('rules apply as by their definition', () => {
  const path = fc.stringMatching(/^\/[ab/.$?]{0,8}$/);
  const rule = fc.record({ allow: fc.boolean(), path: fc.stringMatching(/^\/[ab/.*]{0,6}[ab/*$]?$/) });
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 5 }), path, (rules, url) => {
      // The query's own escapes are tested above.
      fc.pre(!/\?.*\//.test(url) && rules.every((each) => !/\?.*\//.test(each.path)));
      const normal = new URL(`https://a.test${url}`);
      const lines = rules.map((each) => `${each.allow ? 'Allow' : 'Disallow'}: ${each.path}`);
      expect(allows(forUs(...lines), `${normal.pathname}${normal.search}`)).toBe(
        byDefinition(rules, `${normal.pathname}${normal.search}`),
      );
    }),
    { numRuns: 2000 },
  );
});

test('any bytes are a file', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.webUrl({ withQueryParameters: true }), (bytes, url) => {
      const text = Buffer.concat([Buffer.from('User-agent: *\nDisallow: /'), bytes]);
      expect(parseRobots(text, 'gannet', 'http://a.test/robots.txt').allows(url)).toBeTypeOf('boolean');
    }),
  );
});

test('the most rules that fit, and the longest address, take little time', () => {
  const lines = Array.from({ length: 33_000 }, () => 'Disallow: /*a*b\n').join('');
  const rules = parse(`User-agent: *\n${lines}`);
  const started = cpuMs();
  expect(rules.allows(`https://a.test/${'x'.repeat(8000)}`)).toBe(true);
  expect(cpuMs() - started).toBeLessThan(5000);
});
