import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { raceSignal, within } from '../../deadline.ts';
import type { Entrance } from '../../net/entrance.ts';
import type { Connection, Session } from '../devtools/cdp.ts';

/**
 * Proves, before a browser is used, that nothing leaves it but through the guard and that it looks like one with a window.
 */

/** What is wrong with a browser. */
export interface Fault {
  readonly says: string;
  /** Pages could get round the guard: such a browser must not be used at all. */
  readonly unsafe: boolean;
}

/** What a page of our own finds in a browser, and what reached us from it. */
interface Findings extends Observed {
  /** Requests for addresses of this machine that came to the proxy, as they should. */
  readonly proxied: ReadonlySet<string>;
  /** What the browser says of itself on the wire. */
  readonly sentHeaders: string;
  /** UDP packets that a page could send by WebRTC. */
  readonly packets: number;
  readonly targets: readonly { readonly type: string; readonly url: string }[];
}

interface Observed {
  readonly userAgent: string;
  readonly brands: string;
  readonly webdriver: boolean;
  readonly draws: boolean;
  /** Width and height of the inner and the outer window. */
  readonly inner: readonly [number, number];
  readonly outer: readonly [number, number];
  readonly webgl: boolean;
  /** Whether WebRTC found the ways it may take, and which. */
  readonly gathered: boolean;
  readonly candidates: number;
}

/** Names and addresses by which Chromium goes round a proxy unless it is told not to. */
const local = [
  'http://127.0.0.1:1024/',
  'http://localhost:1024/',
  'http://[::1]:1024/',
  'http://169.254.169.254/',
];
const page = 'http://127.0.0.1/';

interface Check {
  readonly says: string;
  readonly unsafe?: true;
  readonly fails: (found: Findings) => boolean;
}

const headless = /headless/i;

const checks: readonly Check[] = [
  {
    says: 'its pages go round the proxy to this machine (--proxy-bypass-list=<-loopback>)',
    unsafe: true,
    fails: ({ proxied }) => !local.every((url) => proxied.has(url)),
  },
  {
    says: 'its pages can send UDP by WebRTC (--webrtc-ip-handling-policy, --force-webrtc-ip-handling-policy)',
    unsafe: true,
    fails: ({ packets, candidates, gathered }) => packets > 0 || candidates > 0 || !gathered,
  },
  {
    says: 'its user agent or brands say "Headless"',
    fails: ({ userAgent, brands, sentHeaders }) => headless.test(`${userAgent} ${brands} ${sentHeaders}`),
  },
  {
    says: 'navigator.webdriver is true (--disable-blink-features=AutomationControlled)',
    fails: ({ webdriver }) => webdriver,
  },
  { says: 'requestAnimationFrame does not fire', fails: ({ draws }) => !draws },
  {
    says: 'its window has no real size',
    fails: ({ inner, outer }) => !inner.every((side, axis) => side > 0 && side <= (outer[axis] ?? 0)),
  },
  { says: 'there is no WebGL (--enable-unsafe-swiftshader)', fails: ({ webgl }) => !webgl },
  {
    says: 'it keeps hidden windows of its own (--disable-features=WebUIOmniboxPopup, …)',
    fails: ({ targets }) =>
      targets.some(({ type, url }) => type === 'browser_ui' || url.startsWith('chrome://')),
  },
];

/** It takes 0.4 s on a quiet machine; beside several browsers that start as well it may take twenty times that. */
const patienceMs = 45_000;

/**
 * Proves what the service counts on, with a page of our own in a context like any other: nothing of it leaves but
 * through our proxy, and it looks like a browser with a window.
 * @throws Error when the browser is too broken to be tried.
 */
export const selfTest = async (connection: Connection, entrance: Entrance): Promise<readonly Fault[]> => {
  await using proxy = await startProxy(entrance);
  await using stun = await countPackets(entrance.host);
  const { browser } = connection;
  const observed = async () => {
    const { browserContextId } = await browser.send('Target.createBrowserContext', {
      proxyServer: proxy.url,
      proxyBypassList: '<-loopback>',
      disposeOnDetach: true,
    });
    try {
      const { targetId } = await browser.send('Target.createTarget', {
        url: 'about:blank',
        browserContextId,
      });
      const session = await connection.attach(targetId);
      const seen = await observe(session, stun.url);
      const { targetInfos: targets } = await browser.send('Target.getTargets', { filter: [{}] });
      return { ...seen, targets };
    } finally {
      // A browser that has died meanwhile has taken it along.
      await browser.send('Target.disposeBrowserContext', { browserContextId }).catch(() => undefined);
    }
  };
  const seen = await within(patienceMs, observed());
  const found = { ...seen, proxied: proxy.asked, sentHeaders: proxy.headers(), packets: stun.packets() };
  return checks.filter(({ fails }) => fails(found)).map(({ says, unsafe = false }) => ({ says, unsafe }));
};

/** For the log. */
export const sentence = (faults: readonly Fault[]): string => `${faults.map(({ says }) => says).join('; ')}.`;

/** Opens our page and asks it. It is one of the addresses that must go through the proxy: else it does not even load. */
const observe = async (session: Session, stunUrl: string): Promise<Observed> => {
  const loaded = Promise.withResolvers<void>();
  session.on('Page.loadEventFired', () => loaded.resolve());
  await session.send('Page.enable');
  const { errorText } = await session.send('Page.navigate', { url: page });
  if (errorText !== undefined)
    throw new Error(`a page of ours cannot be loaded through the proxy of its context: ${errorText}`);
  await raceSignal(loaded.promise, session.gone);
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(${lookAround})(${JSON.stringify(stunUrl)}, ${JSON.stringify(local)})`,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
};

/** Self-contained: runs in our page. */
const lookAround = async (stunUrl: string, addresses: readonly string[]): Promise<Observed> => {
  const within = <T>(ms: number, otherwise: T, work: Promise<T>): Promise<T> =>
    Promise.race([work, new Promise<T>((resolve) => setTimeout(resolve, ms, otherwise))]);
  // What is late looks like what has gone another way: a sound browser on a very busy machine must not be taken for that.
  const lateMs = 30_000;
  const draws = within(
    lateMs,
    false,
    new Promise<boolean>((resolve) => requestAnimationFrame(() => resolve(true))),
  );
  const asked = addresses.map((url) =>
    fetch(url, { mode: 'no-cors' }).then(
      () => true,
      () => false,
    ),
  );
  let candidates = 0;
  const peer = new RTCPeerConnection({ iceServers: [{ urls: stunUrl }] });
  peer.createDataChannel('');
  const gathered = within(
    lateMs,
    false,
    new Promise<boolean>((resolve) => {
      peer.onicecandidate = ({ candidate }) => {
        // The last one is null or empty: then all are known. Another one is a way round the proxy, and settles it.
        if (candidate?.candidate) candidates += 1;
        resolve(true);
      };
    }),
  );
  await peer.setLocalDescription();
  const { userAgentData } = navigator as Navigator & { userAgentData?: object };
  const webgl = document.createElement('canvas').getContext('webgl') !== null;
  await within(lateMs, [], Promise.all(asked));
  const found = {
    userAgent: navigator.userAgent,
    brands: JSON.stringify(userAgentData ?? {}),
    webdriver: navigator.webdriver,
    draws: await draws,
    inner: [innerWidth, innerHeight] as const,
    outer: [outerWidth, outerHeight] as const,
    webgl,
    gathered: await gathered,
    candidates,
  };
  peer.close();
  return found;
};

/** The proxy of the context: knows one page, which it gives for every address, and notes what it was asked for. */
const startProxy = async (entrance: Entrance) => {
  const asked = new Set<string>();
  let headers = '';
  const server = createServer((request, response) => {
    asked.add(request.url ?? '');
    headers += request.rawHeaders.join(' ');
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>gannet</title><link rel="icon" href="data:,">');
  });
  const url = await entrance.listen(server);
  return {
    url,
    asked,
    headers: () => headers,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Counts what arrives by UDP: every packet has gone round the proxy. */
const countPackets = async (host: string) => {
  const { address, family } = await lookup(host);
  const socket: Socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  let packets = 0;
  socket.on('message', () => {
    packets += 1;
  });
  socket.bind(0, address);
  await once(socket, 'listening');
  const { port } = socket.address();
  return {
    url: `stun:${family === 6 ? `[${address}]` : address}:${port}`,
    packets: () => packets,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
};
