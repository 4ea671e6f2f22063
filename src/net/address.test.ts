import { expect, test } from 'vitest';
import { isPublic } from './address.ts';

/** IANA's registries and RFC 4291, written out again: first and last address of each range, and its neighbours outside. */
const refused4 = [
  ['0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255', undefined],
] as const;

const lastOf = 'ffff:ffff:ffff:ffff:ffff:ffff:ffff';
const refused6 = [
  ['::', `1fff:${lastOf}`, undefined, '2000::'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', `2000:${lastOf}`, '2001:200::'],
  [
    '2001:db8::',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db9::',
  ],
  ['2002::', `2002:${lastOf}`, `2001:${lastOf}`, '2003::'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', `3ffe:${lastOf}`, '3fff:1000::'],
  ['4000::', `ffff:${lastOf}`, `3fff:${lastOf}`, undefined],
] as const;

test.each([...refused4, ...refused6])(
  '%s to %s is refused, its neighbours are not',
  (first, last, before, after) => {
    expect(isPublic(first)).toBe(false);
    expect(isPublic(last)).toBe(false);
    if (before !== undefined) expect(isPublic(before)).toBe(true);
    if (after !== undefined) expect(isPublic(after)).toBe(true);
  },
);

test.each(['::ffff:', '64:ff9b::'])('%s is as public as the IPv4 address inside', (prefix) => {
  for (const [first, last, before, after] of refused4) {
    expect(isPublic(prefix + first)).toBe(false);
    expect(isPublic(prefix + last)).toBe(false);
    if (before !== undefined) expect(isPublic(prefix + before)).toBe(true);
    if (after !== undefined) expect(isPublic(prefix + after)).toBe(true);
  }
});

test.each([
  // Each special purpose by name, and each form in which metadata services and loopback have been reached.
  ...['192.0.0.8', '192.0.0.9', '192.0.0.10', '192.0.0.170', '192.0.0.171', '192.0.0.192', '192.88.99.2'],
  ...['100.100.100.200', '169.254.169.254', '169.254.170.2', '127.0.0.1', '0.0.0.0', '255.255.255.255'],
  ...['::', '::1', '::127.0.0.1', '::7f00:1', '::8.8.8.8', '0:0:0:0:0:ffff:7f00:1', '::ffff:a9fe:a9fe'],
  ...['::ffff:0:127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::', '64:ff9b:1::8.8.8.8', '64:ff9b:0:0:0:1::'],
  ...[
    '100::',
    '100::1',
    '100:0:0:1::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:1::1',
    '2001:1::2',
  ],
  ...[
    '2001:2::',
    '2001:3::',
    '2001:4:112::',
    '2001:10::',
    '2001:20::',
    '2001:30::',
    '2001:db8::1',
    '2002:7f00:1::',
  ],
  ...[
    '2002:808:808::',
    '3fff::1',
    '5f00::1',
    'fc00::',
    'fd00:ec2::254',
    'fdff::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ],
  ...['fe80::1%eth0', '2606:4700::1111%1', '::ffff:127.0.0.1%lo'],
  ...[
    '',
    'localhost',
    'example.com',
    '8.8.8',
    '8.8.8.8.',
    ' 8.8.8.8',
    '8.8.8.8\n',
    '08.8.8.8',
    '0x8.8.8.8',
    '134744072',
  ],
  ...['[2606:4700::1111]', '8.8.8.8/32', '::ffff:8.8.8', '2606:4700:::1'],
])('%j is not public', (address) => {
  expect(isPublic(address)).toBe(false);
});

test.each([
  ...['1.1.1.1', '8.8.8.8', '192.31.196.1', '192.52.193.1', '192.175.48.1', '17.5.7.8'],
  ...['2606:4700:4700::1111', '2A00:1450:4001:0828:0000:0000:0000:200e', '2620:4f:8000::1'],
  ...['::ffff:8.8.8.8', '::FFFF:0808:0808', '64:ff9b::808:808'],
])('%s is public', (address) => {
  expect(isPublic(address)).toBe(true);
});
