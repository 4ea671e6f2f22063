import { afterEach, describe, expect, test } from 'vitest';
import { startHttpProxy, startSocks5Proxy } from '../../test/support/proxies.ts';
import { startSite } from '../../test/support/site.ts';
import { answering, openWire, startPeer } from '../../test/support/wire.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createEgress, type EgressListener } from './egress.ts';
import { createEntrance } from './entrance.ts';
import { createGuard } from './guard.ts';
import { createProxyPool } from './proxies.ts';

const open: EgressListener[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()));
});

/** A listener that leaves through proxies; 127.0.0.2 is not public for it. */
const listen = async (upstreams: readonly string[]) => {
  const pool = createProxyPool(upstreams);
  const egress = createEgress({
    entrance: createEntrance('127.0.0.1', createLog('silent')),
    guard: createGuard({
      allow: [{ address: '127.0.0.1', prefix: 32, family: 'ipv4' }],
      resolve: async (name) => {
        if (name === 'inside.test') return ['10.0.0.1'];
        throw new Error('ENOTFOUND');
      },
    }),
    proxies: pool,
    limits: { receivedBytes: 10_000_000, requests: 100, hosts: 10 },
    log: createLog('silent'),
    metrics: createMetrics(),
  });
  const listener = await egress.open();
  open.push(listener);
  return { listener, pool };
};

const exchange = async (listener: EgressListener, text: string): Promise<string> => {
  using wire = await openWire(listener.url);
  wire.send(text);
  return await wire.end();
};
const get = (url: string) => `GET ${url} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: close\r\n\r\n`;
const post = (url: string, body: string) =>
  `POST ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
/** A request for `/` inside a tunnel. */
const getByTunnel = async (listener: EgressListener, authority: string): Promise<string> => {
  using wire = await openWire(listener.url);
  wire.send(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  const answer = await wire.until('\r\n\r\n');
  if (!answer.startsWith('HTTP/1.1 200')) return await wire.end();
  wire.send(`GET / HTTP/1.1\r\nHost: ${authority}\r\nConnection: close\r\n\r\n`);
  return await wire.end();
};
const deadUrl = async () => {
  const peer = await startPeer(() => undefined);
  await peer[Symbol.asyncDispose]();
  return peer.origin;
};

describe('an HTTP proxy', () => {
  test('is asked for plain requests by their whole URL, with its credentials', async () => {
    await using proxy = await startHttpProxy({ credentials: 'user:p@ss:word' });
    await using site = await startSite({
      '/': (request, answer) => answer.end(`saw ${JSON.stringify(request.headers)}`),
    });
    const { listener } = await listen([proxy.url.replace('p@ss', 'p%40ss')]);
    const answer = await exchange(listener, get(`${site.origin}/`));
    expect(answer).toContain('saw {');
    expect(answer).not.toContain('proxy-authorization');
    expect(proxy.asked).toEqual([`GET ${site.origin}/`]);
  });

  test('is asked for tunnels', async () => {
    await using proxy = await startHttpProxy({ credentials: 'user:password' });
    await using site = await startSite({ '/': 'through a tunnel' });
    const { listener } = await listen([proxy.url]);
    expect(await getByTunnel(listener, `127.0.0.1:${site.port}`)).toContain('through a tunnel');
    expect(proxy.asked).toEqual([`CONNECT 127.0.0.1:${site.port}`]);
  });

  test('carries upgrades in a tunnel', async () => {
    await using proxy = await startHttpProxy();
    await using site = await startSite({});
    site.server.on('upgrade', (_, socket) => {
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nswitched');
    });
    const { listener } = await listen([proxy.url]);
    const text = get(`${site.origin}/`).replace('close', 'Upgrade\r\nUpgrade: x');
    expect(await exchange(listener, text)).toContain('switched');
    expect(proxy.asked).toEqual([`CONNECT 127.0.0.1:${site.port}`]);
  });

  test('never asks the browser for credentials', async () => {
    await using proxy = await startHttpProxy({ credentials: 'user:password' });
    const { listener } = await listen([proxy.url.replace('password', 'wrong')]);
    expect(await exchange(listener, get('http://name.test/'))).toBe('');
    expect(await exchange(listener, post('http://name.test/', 'body'))).toBe('');
    expect(await getByTunnel(listener, 'name.test:443')).toContain('HTTP/1.1 502');
    expect(listener.failureOf('name.test')).toBe('proxy_denied');
  });
});

describe('a SOCKS 5 proxy', () => {
  test.each([undefined, 'user:password'])(
    'carries plain requests and tunnels (credentials: %s)',
    async (required) => {
      await using proxy = await startSocks5Proxy(required === undefined ? {} : { credentials: required });
      await using site = await startSite({ '/': 'through socks' });
      const { listener } = await listen([proxy.url]);
      expect(await exchange(listener, get(`${site.origin}/`))).toContain('through socks');
      expect(await getByTunnel(listener, `127.0.0.1:${site.port}`)).toContain('through socks');
      expect(proxy.asked).toEqual(Array(2).fill(`CONNECT 127.0.0.1:${site.port}`));
    },
  );

  test('is not used without the credentials it wants', async () => {
    await using proxy = await startSocks5Proxy({ credentials: 'user:password' });
    for (const wrong of ['user:wrong@', '', `${'x'.repeat(300)}:y@`]) {
      const { listener } = await listen([proxy.url.replace('user:password@', wrong)]);
      expect(await exchange(listener, get('http://name.test/'))).toBe('');
      expect(listener.failureOf('name.test')).toBe('proxy_denied');
    }
    expect(proxy.asked).toEqual([]);
  });

  test.each([
    ['hangs up', ''],
    ['speaks HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['wants another way to prove who we are', '\x05\x01'],
    ['says no', '\x05\x00\x05\x02\x00\x01\x00\x00\x00\x00\x00\x00'],
    ['names an unknown kind of address', '\x05\x00\x05\x00\x00\x09\x00\x00\x00\x00\x00\x00'],
    ['breaks off in its answer', '\x05\x00\x05\x00\x00\x03\xffabc'],
  ])('that %s is a failed connection', async (_, answer) => {
    await using proxy = await startPeer(answering(answer, 'end'));
    const { listener } = await listen([proxy.origin.replace('http', 'socks5')]);
    expect(await getByTunnel(listener, 'name.test:443')).toContain('HTTP/1.1 502');
    expect(listener.failureOf('name.test')).toMatch(/^proxy_/);
  });

  test('is told names, IPv4 and IPv6 addresses as what they are', async () => {
    const seen: string[] = [];
    await using proxy = await startPeer((socket) => {
      socket.once('data', () => {
        socket.write(Uint8Array.of(5, 0));
        socket.once('data', (bytes) => {
          seen.push(bytes.toString('hex'));
          socket.end(Uint8Array.of(5, 1, 0, 1, 0, 0, 0, 0, 0, 0));
        });
      });
    });
    const { listener } = await listen([proxy.origin.replace('http', 'socks5')]);
    for (const host of ['name.test', '1.1.1.1', '[2606:4700::1111]', '[2606:4700:1:2:3:4:5:6]'])
      await getByTunnel(listener, `${host}:443`);
    expect(seen).toEqual([
      `05010003096e616d652e7465737401bb`,
      `050100010101010101bb`,
      `05010004${'26064700000000000000000000001111'}01bb`,
      `05010004${'26064700000100020003000400050006'}01bb`,
    ]);
  });
});

test.each([
  ['http', 'HTTP/1.1 200 OK\r\n\r\nearly'],
  ['socks5', '\x05\x00\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00early'],
])('what comes right behind the answer of an %s proxy is not lost', async (scheme, answer) => {
  await using proxy = await startPeer((socket) => socket.once('data', () => socket.write(answer, 'latin1')));
  const { listener } = await listen([proxy.origin.replace('http', scheme)]);
  using wire = await openWire(listener.url);
  wire.send('CONNECT name.test:443 HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await wire.until('early')).toBe('HTTP/1.1 200 Connection Established\r\n\r\nearly');
});

describe('what a proxy is asked', () => {
  test('nothing that is not public, as far as is known here', async () => {
    await using http = await startHttpProxy();
    await using socks = await startSocks5Proxy();
    for (const proxy of [http, socks]) {
      const { listener } = await listen([proxy.url]);
      for (const host of ['127.0.0.2', '[::1]', '169.254.169.254', 'inside.test', 'INSIDE.test.', '0x7f.2']) {
        expect(await exchange(listener, get(`http://${host}/`))).toBe('');
        expect(await getByTunnel(listener, `${host}:443`)).toContain('HTTP/1.1 502');
      }
      expect(proxy.asked).toEqual([]);
    }
  });

  test('names that are unknown here', async () => {
    await using proxy = await startHttpProxy({ status: 403 });
    const { listener } = await listen([proxy.url]);
    expect(await exchange(listener, get('http://name.test/path'))).toContain('the proxy says no');
    await getByTunnel(listener, 'name.test:443');
    expect(proxy.asked).toEqual(['GET http://name.test/path', 'CONNECT name.test:443']);
  });

  test('not even to connect, when its own address is not public', async () => {
    await using http = await startHttpProxy({ host: '127.0.0.2' });
    await using socks = await startSocks5Proxy({ host: '127.0.0.2' });
    const { listener } = await listen([]);
    for (const url of [
      http.url,
      socks.url,
      'http://inside.test:3128',
      `http://2130706434:${http.port}`,
      'socks5://0x7f.2:22',
    ]) {
      listener.use([url]);
      expect(await exchange(listener, get('http://name.test/'))).toBe('');
      expect(await getByTunnel(listener, 'name.test:443')).toContain('HTTP/1.1 502');
      expect(listener.failureOf('name.test')).toBe('proxy_refused_address');
    }
    expect([...http.asked, ...socks.asked]).toEqual([]);
  });
});

test('a proxy that is not there is told from a host that is not', async () => {
  const dead = await deadUrl();
  for (const url of [dead, dead.replace('http', 'socks5')]) {
    const { listener } = await listen([url]);
    await exchange(listener, get('http://name.test/'));
    expect(listener.failureOf('name.test')).toBe('proxy_unreachable');
    await getByTunnel(listener, 'other.test:443');
    expect(listener.failureOf('other.test')).toBe('proxy_unreachable');
  }
});

describe('several proxies', () => {
  test('are tried until one works, and the page stays with it', async () => {
    await using picky = await startHttpProxy({ credentials: 'user:password' });
    await using good = await startSocks5Proxy();
    await using site = await startSite({ '/': 'at last' });
    const wrong = picky.url.replace('password', 'wrong');
    const { listener, pool } = await listen([await deadUrl(), wrong, good.url]);
    expect(await exchange(listener, get(`${site.origin}/`))).toContain('at last');
    expect(await getByTunnel(listener, `127.0.0.1:${site.port}`)).toContain('at last');
    expect(await exchange(listener, post(`${site.origin}/`, 'body'))).toContain('at last');
    expect(picky.asked).toHaveLength(1);
    expect(
      pool.status().proxies.map(({ state, successes, failures }) => [state, successes, failures]),
    ).toEqual([
      ['cooling', 0, 1],
      ['cooling', 0, 1],
      ['healthy', 3, 0],
    ]);
  });

  test.each([429, 502, 503, 504])('move on when one answers %d', async (status) => {
    await using busy = await startHttpProxy({ status });
    await using good = await startHttpProxy();
    await using site = await startSite({ '/': 'at last' });
    for (const ask of [
      (listener: EgressListener) => exchange(listener, get(`${site.origin}/`)),
      (listener: EgressListener) => getByTunnel(listener, `127.0.0.1:${site.port}`),
    ]) {
      const { listener, pool } = await listen([busy.url, good.url]);
      expect(await ask(listener)).toContain('at last');
      expect(pool.status().proxies.map(({ state }) => state)).toEqual(['cooling', 'healthy']);
    }
  });

  test('are not blamed for a host that none of them reaches', async () => {
    await using one = await startHttpProxy({ status: 502 });
    await using other = await startSocks5Proxy({ status: 4 });
    const { listener, pool } = await listen([one.url, other.url]);
    expect(await getByTunnel(listener, 'name.test:443')).toContain('HTTP/1.1 502');
    expect(await exchange(listener, get('http://name.test/'))).toBe('');
    expect(pool.status().healthy).toBe(2);
  });

  test.each([429, 503])('are not blamed for a site that answers %d itself', async (status) => {
    await using one = await startHttpProxy();
    await using other = await startHttpProxy();
    await using site = await startSite({ '/': (_, response) => response.writeHead(status).end('not now') });
    const { listener, pool } = await listen([one.url, other.url]);
    expect(await exchange(listener, get(`${site.origin}/`))).toContain('not now');
    expect(pool.status().healthy).toBe(2);
  });

  test('pass on what the last one answers: it may be the origin speaking', async () => {
    await using one = await startHttpProxy({ status: 503 });
    await using other = await startHttpProxy({ status: 503 });
    const { listener } = await listen([one.url, other.url]);
    expect(await exchange(listener, get('http://name.test/'))).toContain('HTTP/1.1 503');
  });

  test('do not get a request twice that may not be repeated', async () => {
    await using one = await startHttpProxy({ status: 503 });
    await using other = await startHttpProxy();
    const { listener } = await listen([one.url, other.url]);
    expect(await exchange(listener, post('http://name.test/', 'body'))).toContain('HTTP/1.1 503');
    expect(other.asked).toEqual([]);
  });

  test('tell which of them is in line, and which served a host', async () => {
    await using good = await startSocks5Proxy();
    await using site = await startSite({ '/': 'at last' });
    const { listener } = await listen([`${await deadUrl()}#Asia/Tokyo`, `${good.url}#Europe/Berlin`]);
    expect(listener.proxyInLine).toMatchObject({ id: 'proxy-1', timezone: 'Asia/Tokyo' });
    expect(listener.proxyFor('127.0.0.1')).toBeUndefined();
    await exchange(listener, get(`${site.origin}/`));
    const served = { id: 'proxy-2', timezone: 'Europe/Berlin' };
    expect(listener.proxyFor('127.0.0.1')).toMatchObject(served);
    expect(listener.proxyInLine).toMatchObject(served);
    listener.use([good.url]);
    await exchange(listener, get(`${site.origin}/`));
    expect([listener.proxyInLine, listener.proxyFor('127.0.0.1')]).toEqual([undefined, undefined]);
  });

  test('can be avoided', async () => {
    await using one = await startHttpProxy();
    await using other = await startHttpProxy();
    await using site = await startSite({ '/': 'here' });
    const { listener } = await listen([one.url, other.url]);
    for (const _ of [1, 2, 3]) {
      listener.avoid(['proxy-1']);
      expect(await exchange(listener, get(`${site.origin}/`))).toContain('here');
    }
    expect([one.asked.length, other.asked.length]).toEqual([0, 3]);
  });

  test('are three at most', async () => {
    const dead = await Promise.all([1, 2, 3].map(deadUrl));
    await using fourth = await startHttpProxy();
    const { listener } = await listen([...dead, fourth.url]);
    expect(await exchange(listener, get('http://name.test/'))).toBe('');
    expect(fourth.asked).toEqual([]);
  });
});
