import { expect, test } from 'vitest';
import { mayEnter } from './entrance.ts';

const gannet = '192.0.2.1';

test.each([
  ['this machine, by loopback', '127.0.0.1', [], true],
  ['this machine, by loopback in IPv6', '::1', [], true],
  ['this machine, by loopback as a socket for both kinds shows it', '::ffff:127.0.0.1', [], true],
  ['a configured browser', '192.0.2.7', ['192.0.2.7'], true],
  ['a configured browser, as a socket for both kinds shows it', '::ffff:192.0.2.7', ['192.0.2.7'], true],
  ['a configured browser in IPv6', '2001:db8::7', ['192.0.2.7', '2001:db8::7'], true],
  ['a browser on this machine, by the address it goes to', gannet, ['127.0.0.1'], true],
  ['a stranger', '192.0.2.9', ['192.0.2.7'], false],
  ['a stranger, with a browser on this machine', '192.0.2.9', ['127.0.0.1'], false],
  ['this machine, with no browser on it', gannet, ['192.0.2.7'], false],
  ['a connection that was given up', undefined, ['127.0.0.1'], false],
])('%s', (_, remoteAddress, known, may) => {
  expect(mayEnter({ remoteAddress, localAddress: gannet }, known)).toBe(may);
});
