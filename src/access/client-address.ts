import { BlockList, isIP } from 'node:net';
import type { Cidr } from '../config/readers.ts';
import { hextetsOf } from '../net/address.ts';

/**
 * Whose request it is, as one text for one client: an IPv4 address, or the network of an IPv6 address (64 bits, which is what
 * one customer gets). X-Forwarded-For counts only as far as the proxies that the operator named have written it.
 * @param remote address at the other end of the connection. @param forwarded value of X-Forwarded-For.
 */
export type ClientAddress = (remote: string | undefined, forwarded: string | undefined) => string;

export const createClientAddress = (trusted: readonly Cidr[]): ClientAddress => {
  const proxies = new BlockList();
  for (const { address, prefix, family } of trusted) proxies.addSubnet(address, prefix, family);
  const isProxy = (address: string) => proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return (remote, forwarded) => {
    let client = plain(remote ?? '') ?? '';
    // From the nearest proxy outwards, until one is not trusted or has written no address.
    const hops = (forwarded ?? '').split(',').toReversed();
    for (const hop of hops) {
      const next = client !== '' && isProxy(client) ? plain(hop.trim()) : undefined;
      if (next === undefined) break;
      client = next;
    }
    return isIP(client) === 6 ? networkOf(client) : client;
  };
};

/** An address without port, brackets and zone; IPv4 inside IPv6 as IPv4. Undefined for anything else. */
const plain = (text: string): string | undefined => {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const address = (bracketed ?? withPort ?? text).replace(/%.*$/, '');
  if (isIP(address) === 0) return undefined;
  if (isIP(address) === 4) return address;
  const parts = hextetsOf(address);
  const isMapped = parts.slice(0, 5).every((part) => part === 0) && parts[5] === 0xffff;
  if (!isMapped) return address;
  return parts
    .slice(6)
    .flatMap((part) => [part >> 8, part & 0xff])
    .join('.');
};

const networkOf = (address: string): string =>
  `${hextetsOf(address)
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
