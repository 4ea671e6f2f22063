import { BlockList, isIP } from 'node:net';
import type { Cidr } from '../config/readers.ts';
import { raceSignal } from '../deadline.ts';
import { isPublic } from './address.ts';
import { ConnectError } from './connect-error.ts';
import { createResolve, type Resolve } from './names.ts';
import { bareHost } from './target.ts';

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** The one decision about where the service may connect to. Unconfigured, it allows the public internet only. */
export interface Guard {
  /**
   * The addresses of a host, all of them checked. Dial one of these and never the name again: a second look-up may
   * answer differently. A refusal comes as fast as "no such name", and nobody is asked whether the refused host exists.
   * @param host a name or an address in any spelling: `EXAMPLE.com.`, `0x7f.1`, `[::1]`, `bücher.de`
   * @throws ConnectError, or the signal's reason.
   */
  resolve(host: string, port: number, signal: AbortSignal): Promise<readonly Address[]>;
}

interface Parts {
  /** Networks that may be reached although they are not public. */
  readonly allow: readonly Cidr[];
  readonly resolve?: Resolve;
}

export const createGuard = ({ allow, resolve = createResolve() }: Parts): Guard => {
  const allowed = new BlockList();
  for (const { address, prefix, family } of allow) allowed.addSubnet(address, prefix, family);

  const mayReach = ({ address, family }: Address) =>
    isPublic(address) || (!address.includes('%') && allowed.check(address, family === 6 ? 'ipv6' : 'ipv4'));

  const lookUp = async (name: string, signal: AbortSignal): Promise<readonly string[]> => {
    try {
      return await raceSignal(resolve(name, signal), signal);
    } catch (error) {
      signal.throwIfAborted();
      throw new ConnectError('dns', error);
    }
  };

  return {
    resolve: async (host, port, signal) => {
      if (!Number.isInteger(port) || port < 1 || port > 65_535 || unsafePorts.has(port))
        throw new ConnectError('refused_port');
      const name = canonicalHost(host);
      if (name === undefined) throw new ConnectError('refused_host');
      const found = isIP(name) === 0 ? await lookUp(name, signal) : [name];
      const addresses = [...new Set(found)].map(toAddress);
      if (addresses.length === 0) throw new ConnectError('dns');
      // One address that is not allowed spoils the name: it is a sign of rebinding.
      if (!addresses.every(mayReach)) throw new ConnectError('refused_address');
      return addresses;
    },
  };
};

const toAddress = (address: string): Address => ({ address, family: isIP(address) === 6 ? 6 : 4 });

/** A host as browsers understand it: an IP address, or a name in lower case. Undefined for anything else. */
const canonicalHost = (host: string): string | undefined => {
  const bracketed = isIP(host) === 6 ? `[${host}]` : host;
  // What the URL parser would silently drop, or take for another part of the URL.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (!/^(?:\[[^\][]*\]|[^\x00-\x20\x7f:/?#@\\[\]]+)$/.test(bracketed)) return undefined;
  const name = bareHost(URL.parse(`http://${bracketed}/`)?.hostname ?? '').replace(/\.$/, '');
  // Empty, or with an empty label.
  return /^$|^\.|\.\.|\.$/.test(name) ? undefined : name;
};

/** Ports that no browser speaks HTTP to: other protocols live there (Fetch standard, "bad port"; Chromium's port_util). */
const unsafePorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);
