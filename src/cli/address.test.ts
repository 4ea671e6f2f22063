import { expect, test } from 'vitest';
import { addressOf } from './address.ts';

test.each([
  ['example.com', 'https://example.com'],
  ['example.com:8443/a?b#c', 'https://example.com:8443/a?b#c'],
  ['bücher.de/', 'https://bücher.de/'],
  ['localhost:3000', 'http://localhost:3000'],
  ['10.0.0.1/page', 'http://10.0.0.1/page'],
  ['[::1]:80', 'http://[::1]:80'],
  ['http://example.com', 'http://example.com'],
  ['ftp://example.com', 'ftp://example.com'],
])('%s is %s', (text, address) => expect(addressOf(text)).toBe(address));

test.each(['scrape', 'a b', '', 'user@example.com'])('%j is no address', (text) => {
  expect(() => addressOf(text)).toThrow('is no address');
});
