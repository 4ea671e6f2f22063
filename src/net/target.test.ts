import { expect, test } from 'vitest';
import { bareHost, readAuthority, readTarget } from './target.ts';

test.each([
  ['http://example.com/a?b', { host: 'example.com', port: 80, path: '/a?b' }],
  ['http://example.com:81/', { host: 'example.com', port: 81, path: '/' }],
  ['HTTP://EXAMPLE.com/A', { host: 'example.com', port: 80, path: '/A' }],
  ['http://[2001:db8::1]:8080/x', { host: '[2001:db8::1]', port: 8080, path: '/x' }],
  ['http://example.com/{a}|"b"', { host: 'example.com', port: 80, path: '/{a}|"b"' }],
])('a plain request names %s', (text, target) => {
  expect(readTarget(text)).toEqual(target);
});

test.each([
  undefined,
  '/a',
  'http://example.com',
  'http://example.com/a#b',
  'https://example.com/',
  'ftp://example.com/',
  'http://user@example.com/',
  'http://:secret@example.com/',
  'http:///a',
])('%s is no target of a plain request', (text) => {
  expect(readTarget(text)).toBeUndefined();
});

test.each([
  ['example.com:443', { host: 'example.com', port: 443 }],
  ['EXAMPLE.com:65535', { host: 'example.com', port: 65_535 }],
  ['[2001:db8::1]:443', { host: '[2001:db8::1]', port: 443 }],
  ['127.1:80', { host: '127.0.0.1', port: 80 }],
])('a tunnel leads to %s', (text, target) => {
  expect(readAuthority(text)).toEqual(target);
});

test.each([
  undefined,
  'example.com',
  'example.com:',
  ':443',
  'example.com:123456',
  'user@example.com:443',
  'example.com/x:443',
  '2001:db8::1:443',
  'a b:443',
])('no tunnel leads to %s', (text) => {
  expect(readAuthority(text)).toBeUndefined();
});

test('of an address brackets are for URLs alone', () => {
  expect(['[2001:db8::1]', '192.0.2.1', 'example.com'].map(bareHost)).toEqual([
    '2001:db8::1',
    '192.0.2.1',
    'example.com',
  ]);
});
