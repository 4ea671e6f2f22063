import { describe, expect, test } from 'vitest';
import { createClientAddress } from './client-address.ts';

const cidr = (address: string, prefix: number) =>
  ({ address, prefix, family: address.includes(':') ? 'ipv6' : 'ipv4' }) as const;
const behind = createClientAddress([cidr('10.0.0.0', 8), cidr('2001:db8:1::', 48)]);
const alone = createClientAddress([]);

describe('who is asking', () => {
  test.each([
    ['the other end of the connection', '203.0.113.7', undefined, '203.0.113.7'],
    ['… also when it writes itself another name', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['IPv4 on an IPv6 socket', '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    ['the network of an IPv6 address', '2001:db8:5:6:7:8:9:a', undefined, '2001:db8:5:6::/64'],
    ['… however it is written', '2001:0DB8:0005:6::', undefined, '2001:db8:5:6::/64'],
    ['… that looks like IPv4 in IPv6 and is not', '2001:db8:5:6:7:ffff:9:a', undefined, '2001:db8:5:6::/64'],
    ['… or has nothing but zeros before it', '::5:cb00:7107', undefined, '0:0:0:0::/64'],
    ['an address with a zone', 'fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
    ['nobody known', undefined, undefined, ''],
  ])('%s', (_, remote, forwarded, address) => {
    expect(alone(remote, forwarded)).toBe(address);
    expect(behind(remote, forwarded)).toBe(address);
  });

  test.each([
    ['whom a named proxy saw', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['… not what that one claims', '10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['through two named proxies', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['with a port', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['IPv6 with a port', '10.0.0.1', '[2001:db8:5:6::1]:4711', '2001:db8:5:6::/64'],
    ['IPv6 in brackets', '2001:db8:1::9', '[2001:db8:5:6::1]', '2001:db8:5:6::/64'],
    ['through a proxy on an IPv6 socket', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['the proxy, where it wrote nonsense', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['… or nothing', '10.0.0.1', undefined, '10.0.0.1'],
    ['… or an empty entry', '10.0.0.1', '198.51.100.1, ', '10.0.0.1'],
    ['the farthest of named proxies only', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ])('%s', (_, remote, forwarded, address) => {
    expect(behind(remote, forwarded)).toBe(address);
    expect(alone(remote, forwarded)).toBe(alone(remote, undefined));
  });
});
