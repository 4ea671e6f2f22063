import { BlockList, isIP } from 'node:net';

/** Which IP addresses are public, and what they are made of. */

/**
 * IPv4 that is not the public internet: IANA's special-purpose registry (as of 2025-10) and what lies beside it.
 * Where the registry makes an exception inside a range (192.0.0.9, 192.0.0.10), the whole range is refused.
 */
const special4 = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT; Alibaba's metadata service
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's host agent: a public number that answers only inside
  ['169.254.0.0', 16], // link-local; metadata services
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments; Oracle's metadata service
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays, withdrawn
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
] as const;

/** Of IPv6 only this is global unicast (RFC 4291); the rest is reserved, local or multicast. */
const unicast6 = ['2000::', 3] as const;

/** … and inside it these are not the public internet. */
const special6 = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarks, ORCHID, …
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: an IPv4 address inside, by relays that are no more
  ['3fff::', 20], // documentation
] as const;

/** IPv6 that stands for the IPv4 address in its last 32 bits, and is as public as that one. */
const embedding6 = [
  '::ffff:', // IPv4-mapped
  '64:ff9b::', // NAT64: how IPv6-only networks reach IPv4
] as const;

const public6 = new BlockList();
public6.addSubnet(...unicast6, 'ipv6');
for (const prefix of embedding6) public6.addSubnet(`${prefix}0.0.0.0`, 96, 'ipv6');

const private4 = new BlockList();
for (const [network, bits] of special4) private4.addSubnet(network, bits, 'ipv4');

const private6 = new BlockList();
for (const [network, bits] of special6) private6.addSubnet(network, bits, 'ipv6');
for (const prefix of embedding6)
  for (const [network, bits] of special4) private6.addSubnet(prefix + network, 96 + bits, 'ipv6');

/** Whether an IP address is globally routable. Anything else, a zone id or no address at all: false. */
export const isPublic = (address: string): boolean => {
  if (address.includes('%')) return false;
  switch (isIP(address)) {
    case 4:
      return !private4.check(address, 'ipv4');
    case 6:
      return public6.check(address, 'ipv6') && !private6.check(address, 'ipv6');
    default:
      return false;
  }
};

/** The eight numbers of an IPv6 address, in whatever spelling, without a zone. */
export const hextetsOf = (address: string): number[] => {
  // The URL parser makes two hextets of an IPv4 tail.
  const [head = '', tail = ''] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const numbers = (text: string) =>
    text === '' ? [] : text.split(':').map((part) => Number.parseInt(part, 16));
  const [first, last] = [numbers(head), numbers(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
};
