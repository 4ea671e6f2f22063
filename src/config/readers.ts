import { isIP } from 'node:net';
import { type Scope, scopes, tiers } from '../contract/access.ts';
import { zoneNamed } from '../contract/zone.ts';

/** How the text of a setting is read. Each throws an Error with a sentence for the operator that goes on behind the variable's name. */

export const text = (value: string) => value;
export const optional = (value: string) => (value === '' ? undefined : value);
const list = (value: string) => value.split(/[\s,]+/).filter((entry) => entry !== '');

export const integer =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}`);
    return number;
  };

/** Of a setting that is derived from others, or from the machine, where it is empty. */
export const emptyOr =
  <T, E>(read: (value: string) => T, whenEmpty: () => E) =>
  (value: string): T | E =>
    value === '' ? whenEmpty() : read(value);

export const oneOf =
  <T extends string>(...values: readonly T[]) =>
  (value: string): T => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`);
    return found;
  };

/** A name, or an address: of IPv6 with its brackets, as URLs have it, or without. */
export const host = (value: string) => {
  const [, address = value] = /^\[(.*)\]$/.exec(value) ?? [];
  if (isIP(address) === 0 && !/^[^\s/:[\]]+$/.test(value))
    throw new Error('must be a host name or an address, without scheme and port');
  return address;
};

/** An address alone is a network of its own. `10.0.0.1/` is none: read as `/0`, it would be every address. */
export const cidrs = (value: string) =>
  list(value).map((entry) => {
    const [, address = '', prefix] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const version = isIP(address);
    const longest = version === 6 ? 128 : 32;
    const bits = Number(prefix ?? longest);
    if (version === 0 || bits > longest) throw new Error(`must be CIDRs such as 10.0.0.0/8, not ${entry}`);
    return { address, prefix: bits, family: version === 6 ? ('ipv6' as const) : ('ipv4' as const) };
  });

/** `1.1.1.1`, `127.0.0.1:5353`, `[::1]:53`, `::1`. */
export const nameServers = (value: string) =>
  list(value).map((entry) => {
    const [, bracketed, plain, port = '53'] =
      /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? [];
    if (isIP(bracketed ?? plain ?? '') === 0 || Number(port) < 1 || Number(port) > 65_535)
      throw new Error('must be addresses such as 1.1.1.1 or [::1]:5353');
    return bracketed === undefined ? `${plain}:${port}` : `[${bracketed}]:${port}`;
  });

export type Cidr = ReturnType<typeof cidrs>[number];

/** A text without a scheme the driver would take for the name of a host, and ask name servers for it. */
export const postgresUrl = (value: string) => {
  if (value !== '' && !/^(?:postgres|postgresql|socket):/.test(value))
    throw new Error('must be a URL such as postgres://user:password@host/name');
  return optional(value);
};

export const timezone = (name: string): string => {
  const zone = zoneNamed(name);
  if (zone === undefined) throw new Error('must name an IANA time zone such as Europe/Berlin');
  return zone;
};

export const productToken = (value: string): string => {
  if (!/^[A-Za-z_-]{1,100}$/.test(value)) throw new Error('must be letters, - and _ (RFC 9309)');
  return value;
};

export const proxies = (value: string) =>
  list(value).map((entry) => {
    const url = URL.parse(entry);
    if (url === null || !['http:', 'socks5:'].includes(url.protocol) || url.hostname === '')
      throw new Error('must be http:// or socks5:// URLs, comma-separated');
    if (url.hash !== '') url.hash = timezone(url.hash.slice(1));
    return url.href;
  });

export const endpoints = (value: string) =>
  list(value).map((entry) => {
    const url = URL.parse(entry);
    if (url === null || !['ws:', 'wss:', 'http:', 'https:'].includes(url.protocol))
      throw new Error('must be DevTools endpoints, ws:// or http:// URLs, comma-separated');
    return url;
  });

/** `off`, or so many requests a minute. */
export const perMinute = (value: string): number | undefined => {
  const number = Number(value);
  if (value !== 'off' && (!Number.isInteger(number) || number < 1 || number > 1_000_000))
    throw new Error('must be off, or a whole number from 1 to 1000000');
  return value === 'off' ? undefined : number;
};

const quotasIn = (value: string) =>
  list(value).map((entry) => {
    const [name = '', quota = ''] = entry.split('=');
    if (!tiers.some((tier) => tier === name))
      throw new Error(`must be off, or tier=number; tiers are ${tiers.join(', ')}`);
    return [name, perMinute(quota)] as const;
  });

/** `off`, or `tier=requests a minute`. @param defaults in the same form, for tiers that are not named. */
export const tierQuotas =
  (defaults: string) =>
  (value: string): Readonly<Record<string, number | undefined>> =>
    value === 'off' ? {} : Object.fromEntries([...quotasIn(defaults), ...quotasIn(value)]);

export const evmAddress = (value: string) => {
  if (value === '') return undefined;
  if (!/^0x[0-9a-fA-F]{40}$/.test(value)) throw new Error('must be an address: 0x and 40 hexadecimal digits');
  return value;
};

/** A token beside the network's USDC: without the names of its EIP-712 domain no client could sign for it. */
export const token = (value: string) => {
  if (value === '') return undefined;
  const [, address = '', name, version, decimals = '6'] =
    /^(0x[0-9a-fA-F]{40})(?::([^:]+):([^:]+)(?::(\d{1,2}))?)?$/.exec(value) ?? [];
  if (address === '') throw new Error('must be an address, or address:name:version[:decimals]');
  return { address, name, version, decimals: Number(decimals) };
};

export const price = (value: string) => {
  if (!/^(?:0|[1-9]\d{0,5})(?:\.\d{1,18})?$/.test(value) || Number(value) === 0)
    throw new Error('must be an amount such as 0.005');
  return value;
};

/** An http:// or https:// address without credentials, query or slash at its end. */
export const webAddress = (value: string) => {
  if (value === '') return undefined;
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new Error('must be an http:// or https:// URL');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new Error('must be a URL without credentials, query or fragment');
  return url.href.replace(/\/+$/, '');
};

/** An http:// or https:// address, as it is: many hold their key in path or query. */
export const rpcUrl = (value: string) => {
  if (value !== '' && !/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new Error('must be an http:// or https:// URL');
  return optional(value);
};

/** Names as they stand in a Host header, without the port. */
export const hostNames = (value: string): readonly string[] =>
  list(value).map((name) => {
    if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(name)) throw new Error('must be host names without ports');
    return name.toLowerCase();
  });

/** A key given by the operator. */
export interface BootstrapKey {
  readonly owner: string;
  readonly key: string;
  readonly scopes: readonly Scope[];
}

export const bootstrapKeys = (value: string): readonly BootstrapKey[] =>
  value
    .split(/\s+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      // Scopes hold colons themselves: only the first two separate fields. What no scope holds may be a key behind a comma.
      const [, owner, key, granted] = /^([^:]+):(svc_live_[0-9a-f]{64})(?::([a-z:*,]+))?$/.exec(entry) ?? [];
      if (owner === undefined || key === undefined)
        throw new Error('must be owner:svc_live_<64 hex>[:scope,scope], separated by spaces');
      return { owner, key, scopes: (granted ?? 'scrape:read').split(',').map(readScope) };
    });

export const readScope = (name: string): Scope => {
  const scope = scopes.find((candidate) => candidate === name);
  if (scope === undefined) throw new Error(`has an unknown scope ${name}; there are ${scopes.join(', ')}`);
  return scope;
};
