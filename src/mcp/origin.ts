import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import { ServiceError } from '../contract/error.ts';
import { bareHost } from '../net/target.ts';

/**
 * Keeps the pages of strangers out that make a browser, by DNS rebinding or across origins, send requests here (MCP,
 * "Security Warning" of the transport). The Host must be a name of this service, localhost or an address, which cannot be
 * rebound; the Origin, where there is one, the same host, a name of this service, or a page on this machine.
 */
export const createOriginCheck = (names: readonly string[]) => {
  const ours = new Set(['localhost', ...names]);
  return ({ host, origin }: IncomingHttpHeaders): void => {
    const called = hostOf(`http://${host ?? ''}`);
    if (called === undefined || !(ours.has(called) || isAddress(called)))
      throw foreign(
        'Host',
        'Set GANNET_PUBLIC_URL or GANNET_MCP_HOSTS to the name by which clients reach the service.',
      );
    if (origin === undefined) return;
    const from = hostOf(origin);
    if (from === undefined || !(ours.has(from) || isLoopback(from) || from === called))
      throw foreign('Origin', 'Pages of other sites may not use this service.');
  };
};

const foreign = (what: string, todo: string) =>
  new ServiceError('foreign_origin', {
    message: `The ${what} of this request is not one of this service. ${todo}`,
  });

/** The host of an origin, or of an address with nothing behind the host. */
const hostOf = (text: string): string | undefined => {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.pathname !== '/')
    return undefined;
  return url.hostname.replace(/\.$/, '');
};

const isAddress = (host: string) => isIP(bareHost(host)) !== 0;
const isLoopback = (host: string) => (isIPv4(host) && host.startsWith('127.')) || host === '[::1]';
