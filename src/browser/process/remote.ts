import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP } from 'node:net';
import { within } from '../../deadline.ts';
import type { Entrance } from '../../net/entrance.ts';
import { bareHost } from '../../net/target.ts';
import { connect } from '../devtools/cdp.ts';
import { openSocket, upgradeHeaders } from '../devtools/socket.ts';
import type { Browser } from './browser.ts';
import { closePopups } from './popups.ts';
import { selfTest, sentence } from './self-test.ts';

/** Connects to a browser that runs elsewhere (`GANNET_BROWSERS`). */

/** Connecting and the first answer; the self-test has its own limit. */
const connectMs = 5000;

/**
 * Connects to a browser that runs elsewhere (docs/browsers.md), and tests it like one of our own.
 * @param endpoint `ws://…/devtools/browser/…`, or `http://host:9222` whose `/json/version` names the socket. May hold a token: never logged.
 * @throws Error when it cannot be reached or must not be used.
 */
export const connectRemote = async (endpoint: URL, entrance: Entrance): Promise<Browser> => {
  try {
    return await open(endpoint, entrance);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the browser at ${endpoint.host} cannot be used: ${reason}`);
  }
};

const open = async (endpoint: URL, entrance: Entrance): Promise<Browser> => {
  const addresses = await lookup(bareHost(endpoint.hostname), { all: true });
  entrance.admit(
    endpoint.host,
    addresses.map(({ address }) => address),
  );
  const ask = asker(endpoint, addresses[0]?.address);
  const path = /^wss?:$/.test(endpoint.protocol) ? endpoint.pathname : await socketPath(ask);
  const transport = await openSocket((key) => ask(path, upgradeHeaders(key)));
  const connection = connect(transport);
  const { gone } = connection.browser;
  const exited = once(gone, 'abort').then(() => undefined);
  const leave = (how: () => void) => {
    how();
    connection.end('disconnected');
  };
  try {
    const { product } = await within(connectMs, connection.browser.send('Browser.getVersion'));
    const faults = await selfTest(connection, entrance);
    if (faults.length > 0) throw new Error(sentence(faults));
    await closePopups(connection);
    return {
      connection,
      version: product,
      label: { browser: endpoint.host },
      pid: undefined,
      exited,
      kill: () => leave(transport.destroy),
      // Our contexts end with the connection.
      close: async () => leave(transport.close),
    };
  } catch (error) {
    leave(transport.destroy);
    throw error;
  }
};

type Ask = (path: string, headers?: Readonly<Record<string, string>>) => ClientRequest;

/** Requests to an endpoint: with its query, which may hold a token, and under a name that Chromium answers to. */
const asker = ({ protocol, hostname, host, port, search }: URL, address: string | undefined): Ask => {
  const isTls = protocol === 'wss:' || protocol === 'https:';
  // Against rebinding, Chromium answers to addresses and `localhost` only. Behind TLS there is another server, that goes by the name.
  const shown =
    isTls || address === undefined ? host : `${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
  return (path, headers = {}) => {
    const request = (isTls ? tlsRequest : plainRequest)({
      hostname: bareHost(hostname),
      port: port === '' ? undefined : Number(port),
      path: `${path}${search}`,
      headers: { ...headers, host: shown },
      timeout: connectMs,
    });
    return request.once('timeout', () => request.destroy(new Error(`no answer within ${connectMs} ms`)));
  };
};

/** @returns the path of the browser's socket; its host may be one that only the browser's machine knows. */
const socketPath = async (ask: Ask): Promise<string> => {
  const request = ask('/json/version').end();
  const [answer]: IncomingMessage[] = await once(request, 'response');
  const text = Buffer.concat((await answer?.toArray()) ?? []).toString();
  const { webSocketDebuggerUrl } = JSON.parse(text) as { webSocketDebuggerUrl?: unknown };
  const url = typeof webSocketDebuggerUrl === 'string' ? URL.parse(webSocketDebuggerUrl) : null;
  if (url === null) throw new Error('its /json/version names no webSocketDebuggerUrl');
  return url.pathname;
};
