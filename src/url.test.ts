import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSameSite, likelyKey, siteOf, urlKey, withoutAnchor, withoutWay } from './url.ts';

describe('spellings of one address', () => {
  test.each([
    ['HTTP://EXAMPLE.com/a', 'http://example.com/a'],
    ['http://example.com.:80/a', 'http://example.com/a'],
    ['https://example.com:443', 'https://example.com/'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
    ['http://user:secret@example.com/', 'http://example.com/'],
    ['http://bücher.de/ü', 'http://xn--bcher-kva.de/%C3%BC'],
    ['http://a.test/x/./y/../z', 'http://a.test/x/z'],
    ['http://a.test/x/%2e%2E/z', 'http://a.test/z'],
    ['http://a.test/%7euser/%2f', 'http://a.test/~user/%2F'],
    ['http://a.test/?b=2&a=1', 'http://a.test/?a=1&b=2'],
    ['http://a.test/?&b=2&&a', 'http://a.test/?a&b=2'],
    ['http://a.test/?', 'http://a.test/'],
    ['http://a.test/#top', 'http://a.test/'],
    ['http://a.test/#/', 'http://a.test/'],
    ['http://a.test/#!', 'http://a.test/'],
    ['http://a.test/#/%7eguide#top', 'http://a.test/#/~guide'],
    ['http://a.test/?utm_source=x&UTM_Medium=y&id=7&fbclid=z&gclid=1', 'http://a.test/?id=7'],
    ['http://a.test/?gad_source=1&gad_campaignid=2&igsh=x&mibextid=y&id=7', 'http://a.test/?id=7'],
    ['http://a.test/?PHPSESSID=ab12&id=7', 'http://a.test/?id=7'],
    ['http://a.test/?sessionid=x1y2z3x1y2z3x1y2&id=7', 'http://a.test/?id=7'],
    ['http://a.test/?session_id=550e8400-e29b-41d4-a716-446655440000&id=7', 'http://a.test/?id=7'],
    ['http://a.test/?pk_campaign=a&mtm_kwd=b&piwik_keyword=c&matomo_cid=d&id=7', 'http://a.test/?id=7'],
    ['http://a.test/?sid=0123456789abcdef0123&id=7', 'http://a.test/?id=7'],
    ['http://a.test/x;jsessionid=AB12.node/y;v=1', 'http://a.test/x/y;v=1'],
    ['http://a.test/x;PHPSESSID=ab12', 'http://a.test/x'],
    ['http://a.test/x/(S(lit3py55t21z5v55vlm25s55))/y.aspx', 'http://a.test/x/y.aspx'],
    ['http://a.test/(A(b0x1)F(c2y)S(lit3py55t21z5v55vlm25s55))/', 'http://a.test/'],
    ['http://[2001:DB8:0:0::1]:80/', 'http://[2001:db8::1]/'],
  ])('%s', (address, key) => {
    expect(urlKey(address)).toBe(key);
  });
});

describe('addresses of different pages', () => {
  test.each([
    ['http://a.test/x', 'http://a.test/x/'],
    ['http://a.test/x', 'http://a.test/X'],
    ['http://a.test/x', 'https://a.test/x'],
    ['http://a.test/x?t=1&t=2', 'http://a.test/x?t=2&t=1'],
    ['http://a.test/x?sid=3', 'http://a.test/x?sid=4'],
    ['http://a.test/?s=machine-learning-algorithms', 'http://a.test/?s=reinforcement-learning-agents'],
    ['http://a.test/?s=machine-learning-in-2024', 'http://a.test/?s=machine-learning-in-2025'],
    ['http://a.test/?s=antidisestablishment', 'http://a.test/?s=internationalisation'],
    ['http://a.test/?session_id=1', 'http://a.test/?session_id=2'],
    ['http://a.test/wiki/(S(n))/x', 'http://a.test/wiki/(S(m))/x'],
    ['http://a.test/x;s=1', 'http://a.test/x;s=2'],
    ['http://a.test/?sessionid=1', 'http://a.test/?sessionid=2'],
    ['http://a.test/?pk_id=1', 'http://a.test/?pk_id=2'],
    ['http://a.test/?mtm_page=1', 'http://a.test/?mtm_page=2'],
    ['http://a.test/x%2Fy', 'http://a.test/x/y'],
    ['http://a.test/?q=%E9', 'http://a.test/?q=%E8'],
    ['http://a.test/?a=%26b=1', 'http://a.test/?a=&b=1'],
    ['http://a.test/?utm=1', 'http://a.test/?utm=2'],
    ['http://a.test/#/guide', 'http://a.test/#/api'],
    ['http://a.test/', 'http://a.test/#!/api'],
  ])('%s and %s', (one, other) => {
    expect(urlKey(one)).not.toBe(urlKey(other));
  });
});

test('a key is an address whose key is itself', () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (address) => {
      const key = urlKey(address);
      expect(urlKey(key)).toBe(key);
      expect(isSameSite(key, address)).toBe(true);
    }),
  );
});

test('the order of parameters with different names does not matter', () => {
  const name = fc.stringMatching(/^[a-z%&=]{1,6}$/);
  fc.assert(
    fc.property(fc.uniqueArray(name.map(encodeURIComponent), { maxLength: 6 }), (names) => {
      const address = (list: readonly string[]) =>
        `http://a.test/?${list.map((each) => `${each}=1`).join('&')}`;
      expect(urlKey(address(names))).toBe(urlKey(address([...names].reverse())));
    }),
  );
});

test.each([
  ['http://www.a.test/x/?b=2&a=1', 'https://a.test/x?a=1&b=2', true],
  ['http://a.test/', 'http://a.test/index.php', true],
  ['http://a.test/x/index.htm?a', 'http://a.test/x?a', true],
  ['http://a.test/#/guide', 'http://a.test/', true],
  ['http://a.test/x', 'http://a.test/X', true],
  ['http://a.test/', 'http://a.test/Default.aspx', true],
  ['http://a.test//x//y', 'http://a.test/x/y', true],
  ['http://a.test/x?a', 'http://a.test/x?A', false],
  ['http://a.test/myindex.html', 'http://a.test/my', false],
  ['http://a.test/x?a', 'http://a.test/x', false],
  ['http://a.test/', 'http://b.a.test/', false],
])('%s and %s are likely one: %s', (one, other, same) => {
  expect(likelyKey(one) === likelyKey(other)).toBe(same);
});

test('a place on a page is no part of its address, a route is', () => {
  expect(
    ['/a?b#c', '/a#/b#c', '/a#!/b', '/a#'].map((path) => withoutAnchor(`http://u:p@a.test${path}`)),
  ).toEqual(['/a?b', '/a#/b', '/a#!/b', '/a'].map((path) => `http://u:p@a.test${path}`));
});

test.each([
  ['/login?return_to=%2Fa&x=1', '/login?x=1'],
  ['/login?next=/a', '/login'],
  ['/login?ReturnUrl=%2fa', '/login'],
  ['/login?continue=https://a.test/x', '/login'],
  ['/wp-login.php?redirect_to=http%3A%2F%2Fa.test%2F', '/wp-login.php'],
  ['/index.php?title=Special:UserLogin&returnto=Main&returntoquery=a', '/index.php?title=Special:UserLogin'],
  ['/post/?replytocom=7#respond', '/post/#respond'],
  ['/list?next=20', '/list?next=20'],
  ['/flights?from=BER&return=2026-05-01', '/flights?from=BER&return=2026-05-01'],
  ['/a?b=%7e', '/a?b=%7e'],
])('%s leads on from %s', (path, page) => {
  expect(withoutWay(`http://a.test${path}`)).toBe(`http://a.test${page}`);
});

test('what is no absolute address is refused', () => {
  expect(() => urlKey('/a')).toThrow(TypeError);
});

test.each([
  ['http://example.com/a', 'https://www.example.com/b', true],
  ['http://example.com:80/', 'http://example.com/', true],
  ['http://example.com/', 'http://blog.example.com/', false],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8081/', false],
  ['http://example.com/', 'http://example.com.evil.test/', false],
  ['http://example.com@evil.test/', 'http://example.com/', false],
  ['http://www.com/', 'http://com/', false],
])('%s and %s on one site: %s', (one, other, same) => {
  expect(isSameSite(one, other)).toBe(same);
});

test('a site is a host and a port', () => {
  expect(siteOf('https://WWW.Example.com:8443/a?b')).toBe('example.com:8443');
});
