import type { Server, Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { startSite } from '../../test/support/site.ts';
import { answering, openWire, startPeer } from '../../test/support/wire.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createEgress, type EgressListener } from './egress.ts';
import { createEntrance } from './entrance.ts';
import { createGuard } from './guard.ts';
import type { Resolve } from './names.ts';
import { createProxyPool } from './proxies.ts';

const generous = { receivedBytes: 100_000_000, requests: 1000, hosts: 100 };
const open: EgressListener[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()));
});

/** A listener that may reach 127.0.0.1, but not 127.0.0.2. */
const listen = async ({
  limits = generous,
  resolve,
}: {
  limits?: typeof generous;
  resolve?: Resolve;
} = {}) => {
  const metrics = createMetrics();
  const guard = createGuard({
    allow: [{ address: '127.0.0.1', prefix: 32, family: 'ipv4' }],
    resolve: resolve ?? (() => Promise.reject(new Error('ENOTFOUND'))),
  });
  const egress = createEgress({
    entrance: createEntrance('127.0.0.1', createLog('silent')),
    guard,
    proxies: createProxyPool([]),
    limits,
    log: createLog('silent'),
    metrics,
  });
  const listener = await egress.open();
  open.push(listener);
  const count = async (outcome: string) =>
    (await metrics.egress.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
  return { listener, egress, metrics, count };
};

const get = (url: string, more = '') =>
  `GET ${url} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nProxy-Connection: keep-alive\r\n${more}\r\n`;
const post = (url: string, body: string) =>
  `POST ${url} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const connectTo = (authority: string) => `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`;

/** Sends one request and gives all that comes back until the connection ends. */
const exchange = async (listener: EgressListener, text: string): Promise<string> => {
  using wire = await openWire(listener.url);
  wire.send(text);
  return await wire.end();
};

describe('plain HTTP', () => {
  test('the origin sees what the browser sent, as if there were no proxy', async () => {
    const { listener, count } = await listen();
    let seen = '';
    await using peer = await startPeer((socket) =>
      socket.on('data', (bytes) => {
        seen += bytes.toString('latin1');
        socket.write(
          'HTTP/1.1 200 Fine Enough\r\nX-Odd-CASE: 1\r\nSet-Cookie: a\r\nSet-Cookie: b\r\nContent-Length: 2\r\n\r\nok',
        );
      }),
    );
    using wire = await openWire(listener.url);
    wire.send(
      `GET ${peer.origin}/a|b?q="1" HTTP/1.1\r\nHost: x:1\r\nProxy-Connection: keep-alive\r\naccept: */*\r\n` +
        'Proxy-Authorization: Basic eA==\r\nCookie: a=1\r\nX-Name: \xe9\r\n\r\n',
    );
    const answer = await wire.until('ok');
    expect(seen).toBe(
      'GET /a|b?q="1" HTTP/1.1\r\nHost: x:1\r\nConnection: keep-alive\r\naccept: */*\r\nCookie: a=1\r\nX-Name: \xe9\r\n\r\n',
    );
    expect(answer).toBe(
      'HTTP/1.1 200 Fine Enough\r\nX-Odd-CASE: 1\r\nSet-Cookie: a\r\nSet-Cookie: b\r\nContent-Length: 2\r\n' +
        'Connection: keep-alive\r\n\r\nok',
    );
    expect(await count('ok')).toBe(1);
  });

  test('each request of a connection goes to the host that it names', async () => {
    const { listener } = await listen();
    await using one = await startSite({ '/': 'from one' });
    await using other = await startSite({ '/': 'from other' });
    using wire = await openWire(listener.url);
    wire.send(get(`${one.origin}/`));
    await wire.until('from one');
    wire.send(get(`${other.origin}/`));
    await wire.until('from other');
    wire.send(get(`${one.origin}/again`));
    await wire.until('Nothing here');
    expect(one.hits).toEqual(['GET /', 'GET /again']);
    expect(other.hits).toEqual(['GET /']);
  });

  test('requests to one host share a connection', async () => {
    const { listener } = await listen();
    await using peer = await startPeer(answering('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody'));
    using wire = await openWire(listener.url);
    for (const path of ['/1', '/2', '/3']) {
      wire.send(get(peer.origin + path));
      await wire.until('body');
    }
    expect(peer.sockets).toHaveLength(1);
  });

  test('what follows a redirect goes over another connection: some origins are done with theirs', async () => {
    const { listener } = await listen();
    await using peer = await startPeer((socket) =>
      socket.once('data', (bytes) => {
        const isFirst = bytes.toString().startsWith('GET /first');
        socket.write(
          isFirst
            ? 'HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n'
            : 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody',
        );
      }),
    );
    expect(await exchange(listener, get(`${peer.origin}/first`))).toMatch(/^HTTP\/1\.1 302 /);
    using wire = await openWire(listener.url);
    wire.send(get(`${peer.origin}/next`));
    await wire.until('body');
    expect(peer.sockets).toHaveLength(2);
  });

  test('a refused second request ends the connection, unsent', async () => {
    const { listener } = await listen();
    await using allowed = await startSite({ '/': 'public' });
    await using victim = await startPeer(() => undefined, '127.0.0.2');
    using wire = await openWire(listener.url);
    wire.send(get(`${allowed.origin}/`));
    await wire.until('public');
    wire.send(get(`${victim.origin}/`));
    expect((await wire.end()).match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(victim.sockets).toHaveLength(0);
    expect(listener.failureOf('127.0.0.2')).toBe('refused_address');
  });

  test('a redirect is a new request, checked again', async () => {
    const { listener } = await listen();
    await using victim = await startPeer(() => undefined, '127.0.0.2');
    await using site = await startSite({
      '/': (_, answer) => answer.writeHead(302, { location: `${victim.origin}/` }).end(),
    });
    using wire = await openWire(listener.url);
    wire.send(get(`${site.origin}/`));
    const location = /location: (\S+)/.exec(await wire.until('\r\n\r\n'))?.[1] ?? '';
    expect(await exchange(listener, get(location))).toBe('');
    expect(victim.sockets).toHaveLength(0);
  });

  test('a body is passed on, and so is the wait for permission to send it', async () => {
    const { listener } = await listen();
    await using site = await startSite({
      '/': (request, answer) => {
        let body = '';
        request.on('data', (bytes) => {
          body += bytes;
        });
        request.on('end', () => answer.end(`got ${body}`));
      },
    });
    using wire = await openWire(listener.url);
    wire.send(post(`${site.origin}/`, 'one'));
    await wire.until('got one');
    wire.send(
      `POST ${site.origin}/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\ntwo\r\n0\r\n\r\n`,
    );
    await wire.until('got two');
    wire.send(
      `POST ${site.origin}/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n`,
    );
    await wire.until('HTTP/1.1 100 Continue');
    wire.send('three');
    await wire.until('got three');
  });

  test.each([
    ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', 'Content-Length: 5\r\n'],
    ['GET', 'HTTP/1.1 204 No Content\r\n\r\n', 'HTTP/1.1 204 No Content\r\n'],
    ['GET', 'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n', 'ETag: "x"\r\n'],
    [
      'GET',
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
      'HTTP/1.1 200 OK\r\n',
    ],
    [
      'GET',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nTrailing: 1\r\n\r\n',
      '1\r\na\r\n0\r\n',
    ],
  ])('%s %j leaves the connection fit for the next request', async (method, answer, expected) => {
    const { listener } = await listen();
    await using peer = await startPeer(answering(answer));
    using wire = await openWire(listener.url);
    for (const round of [1, 2]) {
      wire.send(get(`${peer.origin}/${round}`).replace('GET', method));
      await wire.until('\r\n\r\n');
      await wire.until(expected);
    }
    expect(peer.sockets).toHaveLength(1);
  });

  test.each([
    ['without a length', 'HTTP/1.1 200 OK\r\n\r\nall of it', 'all of it\r\n0\r\n\r\n'],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\nall of it', 'all of it\r\n0\r\n\r\n'],
    [
      'with odd headers',
      'HTTP/1.1 200 OK\r\nX-Bad: a\x01b\r\nX-Good: 1\r\nContent-Length: 9\r\n\r\nall of it',
      'all of it',
    ],
    ['with bare line feeds', 'HTTP/1.1 200 OK\nX-Good: 1\nContent-Length: 9\n\nall of it', 'all of it'],
    ['without words to its status', 'HTTP/1.1 200\r\nContent-Length: 9\r\n\r\nall of it', 'all of it'],
  ])('an answer %s arrives whole', async (_, answer, expected) => {
    const { listener } = await listen();
    await using peer = await startPeer(answering(answer, 'end'));
    const received = await exchange(listener, get(`${peer.origin}/`));
    expect(received.startsWith('HTTP/1.1 200')).toBe(true);
    expect(received.endsWith(expected)).toBe(true);
    expect(received).not.toContain('X-Bad');
  });

  test.each([
    ['with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart'],
    ['in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\n'],
    ['without a length', 'HTTP/1.1 200 OK\r\n\r\npart'],
  ])('an answer %s that breaks off is seen to', async (_, answer) => {
    const { listener } = await listen();
    await using peer = await startPeer(answering(answer, 'break'));
    const received = await exchange(listener, get(`${peer.origin}/`));
    expect(received).not.toMatch(/0\r\n\r\n$/);
    expect(received.length).toBeLessThan(150);
  });

  test.each([
    ['nothing', ''],
    ['garbage', 'what?\r\n\r\n'],
    ['a change of protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['a status below all', 'HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['codings without end', `HTTP/1.1 200 OK\r\n${'Content-Encoding: gzip, br\r\n'.repeat(6)}\r\nab`],
  ])('an origin that says %s is no answer', async (_, answer) => {
    const { listener } = await listen();
    await using peer = await startPeer(answering(answer, 'end'));
    expect(await exchange(listener, get(`${peer.origin}/`))).toBe('');
    expect(listener.failureOf('127.0.0.1')).toBe('bad_response');
  });

  test.each([
    ['tells its length twice', 'Content-Length: 4\r\nContent-Length: 4'],
    ['tells its length twice in one', 'Content-Length: 4, 4'],
    ['has spaces before colons', 'X-Own : 1\r\nContent-Length\t: 4'],
    ['has lines that are no headers', 'Nonsense\r\n: x\r\n goes on\r\nN\u00e4me: x\r\nContent-Length: 4'],
    ['comes behind an answer before the answer', 'X: 1\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length : 4', 103],
  ])('an origin whose head %s is passed on, over one connection', async (_, headers, status = 200) => {
    const { listener } = await listen();
    let asked = 0;
    await using peer = await startPeer((socket) => {
      socket.on('data', () => {
        asked += 1;
        const text = Buffer.from(`HTTP/1.1 ${status} OK\r\n${headers}\r\n\r\nno ${asked}`, 'latin1');
        // In pieces that nobody chose.
        socket.write(text.subarray(0, 25));
        setTimeout(() => socket.write(text.subarray(25)), 20);
      });
    });
    using wire = await openWire(listener.url);
    for (const answer of ['no 1', 'no 2']) {
      wire.send(get(`${peer.origin}/`));
      await wire.until(answer);
    }
    expect(peer.sockets).toHaveLength(1);
  });

  test('an origin that tells two lengths is no answer', async () => {
    const { listener } = await listen();
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nbody';
    await using peer = await startPeer(answering(answer, 'end'));
    expect(await exchange(listener, get(`${peer.origin}/`))).toBe('');
  });

  test('an origin that asks as a proxy would is passed on, without the question', async () => {
    const { listener } = await listen();
    const answer = 'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\nContent-Length: 4\r\n\r\nbody';
    await using peer = await startPeer(answering(answer, 'end'));
    const received = await exchange(listener, get(`${peer.origin}/`));
    expect(received).toMatch(/^HTTP\/1\.1 407 No\r\n[\s\S]*body/);
    expect(received).not.toContain('Authenticate');
  });

  test('an idle connection ends with its origin', async () => {
    const { listener } = await listen();
    await using peer = await startPeer(answering('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody'));
    using wire = await openWire(listener.url);
    wire.send(get(`${peer.origin}/`));
    await wire.until('body');
    peer.sockets[0]?.end();
    await wire.end();
  });

  test('a browser that leaves takes its request along', async () => {
    const { listener } = await listen();
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    await using peer = await startPeer((socket) => {
      socket.once('data', () => asked.resolve());
      socket.once('close', () => left.resolve());
    });
    const wire = await openWire(listener.url);
    wire.send(get(`${peer.origin}/`));
    await asked.promise;
    wire.socket.destroy();
    await left.promise;
    expect(listener.failureOf('127.0.0.1')).toBeUndefined();
  });

  test('a slow reader slows the origin down, and gets everything', async () => {
    const { listener } = await listen();
    const size = 64_000_000;
    await using site = await startSite({ '/': (_, answer) => answer.end(Buffer.alloc(size)) });
    using wire = await openWire(listener.url);
    wire.socket.pause();
    wire.send(get(`${site.origin}/`, 'Connection: close\r\n'));
    for (let last = -1; last !== listener.receivedBytes || last === 0; ) {
      last = listener.receivedBytes;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(listener.receivedBytes).toBeLessThan(size / 2);
    wire.socket.resume();
    expect((await wire.end()).length).toBeGreaterThan(size);
  });

  test.each([
    'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    'GET https://127.0.0.1/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    'GET ftp://127.0.0.1/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    'GET http://user@127.0.0.1/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    'GET http:///path HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    'GET http://127.0.0.1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    'nonsense\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01',
  ])('%j is not answered', async (text) => {
    const { listener } = await listen();
    expect(await exchange(listener, text)).toBe('');
  });

  test('a request before the last answer ends the connection', async () => {
    const { listener } = await listen();
    await using peer = await startPeer(() => undefined);
    expect(await exchange(listener, get(`${peer.origin}/1`) + get(`${peer.origin}/2`))).toBe('');
  });
});

describe('tunnels', () => {
  const echo = (socket: Socket) => socket.pipe(socket);

  test('bytes go both ways', async () => {
    const { listener, count } = await listen();
    await using peer = await startPeer(echo);
    using wire = await openWire(listener.url);
    wire.send(`${connectTo(`127.0.0.1:${peer.port}`)}early`);
    expect(await wire.until('early')).toBe('HTTP/1.1 200 Connection Established\r\n\r\nearly');
    wire.send(' and later');
    await wire.until('early and later');
    wire.socket.end();
    await wire.end();
    expect(await count('ok')).toBe(1);
  });

  test('a web socket opens through a tunnel', async () => {
    const { listener } = await listen();
    await using site = await startSite({});
    site.server.on('upgrade', (_, socket) => {
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello',
      );
      socket.pipe(socket);
    });
    using wire = await openWire(listener.url);
    wire.send(connectTo(`127.0.0.1:${site.port}`));
    await wire.until('\r\n\r\n');
    wire.send('GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await wire.until('hello');
    wire.send('frame');
    await wire.until('helloframe');
  });

  test('a web socket opens in absolute form, too', async () => {
    const { listener } = await listen();
    await using site = await startSite({});
    site.server.on('upgrade', (request, socket) => {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Path: ${request.url}\r\n\r\nhello`,
      );
      socket.pipe(socket);
    });
    using wire = await openWire(listener.url);
    wire.send(get(`${site.origin}/ws`, 'Connection: Upgrade\r\nUpgrade: websocket\r\n'));
    const head = await wire.until('hello');
    expect(head).toContain(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Path: /ws\r\n\r\nhello',
    );
    wire.send('frame');
    await wire.until('helloframe');
  });

  test('an origin that does not change protocols ends the connection', async () => {
    const { listener } = await listen();
    await using site = await startSite({ '/ws': 'plain' });
    expect(
      await exchange(listener, get(`${site.origin}/ws`, 'Connection: Upgrade\r\nUpgrade: websocket\r\n')),
    ).toBe('');
  });

  test('a tunnel that breaks at one end breaks at the other', async () => {
    const { listener } = await listen();
    await using peer = await startPeer(answering('part', 'break'));
    using wire = await openWire(listener.url);
    const reset = new Promise<string>((resolve) => {
      wire.socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    });
    wire.send(`${connectTo(`127.0.0.1:${peer.port}`)}x`);
    expect(await reset).toBe('ECONNRESET');
  });

  test.each([
    '127.0.0.1',
    '127.0.0.1:99999',
    '127.0.0.1:0',
    ':80',
    'a b:80',
    'user@127.0.0.1:80',
    '127.0.0.1:80/x',
  ])('CONNECT %s is refused', async (authority) => {
    const { listener } = await listen();
    expect(await exchange(listener, connectTo(authority))).toMatch(/^$|^HTTP\/1\.1 (400|502) /);
  });
});

describe('addresses', () => {
  test('a name that changes its mind is dialled only where it was checked', async () => {
    await using site = await startSite({ '/': 'public' });
    await using victim = await startPeer(() => undefined, '127.0.0.2');
    let turn = 0;
    const { listener } = await listen({
      resolve: async () => [turn++ % 2 === 0 ? '127.0.0.1' : '127.0.0.2'],
    });
    for (let round = 0; round < 6; round++) {
      const url = `http://flip.test:${round % 2 === 0 ? site.port : victim.port}/`;
      const answer = await exchange(listener, get(url, 'Connection: close\r\n'));
      expect(answer.includes('public')).toBe(round % 2 === 0);
    }
    for (const _ of [1, 2])
      expect(await exchange(listener, connectTo(`flip.test:${victim.port}`))).toContain('502 Bad Gateway');
    expect(victim.sockets).toHaveLength(0);
  });

  test('one address that is not allowed spoils the name', async () => {
    await using site = await startPeer(() => undefined);
    const { listener } = await listen({ resolve: async () => ['127.0.0.1', '127.0.0.2'] });
    expect(await exchange(listener, get(`http://both.test:${site.port}/`))).toBe('');
    expect(site.sockets).toHaveLength(0);
  });

  test('what is refused looks like what is not there', async () => {
    const { listener, count } = await listen({
      resolve: async (name) => {
        if (name === 'inside.test') return ['10.0.0.1'];
        throw new Error('ENOTFOUND');
      },
    });
    const closed = await startPeer(() => undefined);
    await closed[Symbol.asyncDispose]();
    const hosts = ['127.0.0.2', '[::1]', '169.254.169.254', 'inside.test', 'nowhere.test', '127.0.0.1'];
    const ask = (form: (authority: string) => string) =>
      Promise.all(hosts.map((host) => exchange(listener, form(`${host}:${closed.port}`))));
    expect(new Set(await ask((authority) => get(`http://${authority}/`)))).toEqual(new Set(['']));
    expect(new Set(await ask(connectTo)).size).toBe(1);
    expect(hosts.map((host) => listener.failureOf(host))).toEqual([
      ...['refused_address', 'refused_address', 'refused_address', 'refused_address'],
      ...['dns', 'unreachable'],
    ]);
    expect([await count('refused'), await count('failed')]).toEqual([8, 4]);
  });

  test('the next address is tried when one does not answer', async () => {
    await using site = await startSite({ '/': 'here' });
    // Loopback addresses without a listener refuse at once.
    const egress = createEgress({
      entrance: createEntrance('127.0.0.1', createLog('silent')),
      guard: createGuard({
        allow: [{ address: '127.0.0.0', prefix: 8, family: 'ipv4' }],
        resolve: async () => ['127.0.0.3', '127.0.0.4', '127.0.0.1'],
      }),
      proxies: createProxyPool([]),
      limits: generous,
      log: createLog('silent'),
      metrics: createMetrics(),
    });
    const listener = await egress.open();
    open.push(listener);
    expect(
      await exchange(listener, get(`http://many.test:${site.port}/`, 'Connection: close\r\n')),
    ).toContain('here');
  });
});

describe('limits', () => {
  test('bytes are counted by wire', async () => {
    const { listener, metrics } = await listen();
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody';
    await using peer = await startPeer(answering(answer));
    using wire = await openWire(listener.url);
    wire.send(get(`${peer.origin}/`));
    await wire.until('body');
    using tunnel = await openWire(listener.url);
    tunnel.send(`${connectTo(`127.0.0.1:${peer.port}`)}x`);
    await tunnel.until('body');
    expect(listener.receivedBytes).toBe(2 * answer.length);
    await listener.close();
    expect(listener.receivedBytes).toBe(2 * answer.length);
    await expect.poll(async () => (await metrics.egressBytes.get()).values[0]?.value).toBe(2 * answer.length);
  });

  test.each(['plain', 'tunnel'])('a flood is cut off: %s', async (kind) => {
    const { listener } = await listen({ limits: { ...generous, receivedBytes: 1_000_000 } });
    await using peer = await startPeer((socket) => {
      const flood = () => {
        while (socket.writable && socket.write(Buffer.alloc(65_536)));
      };
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        flood();
      });
      socket.on('drain', flood);
    });
    const text = kind === 'plain' ? get(`${peer.origin}/`) : `${connectTo(`127.0.0.1:${peer.port}`)}x`;
    const received = await exchange(listener, text);
    expect(listener.overBudget).toBe(true);
    expect(received.length).toBeLessThan(3_000_000);
    expect(await exchange(listener, get(`${peer.origin}/`))).toBe('');
    expect(listener.failureOf('127.0.0.1')).toBe('refused_budget');
  });

  test('answers before the answer that do not end are cut off', async () => {
    const { listener } = await listen();
    const hints = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000);
    await using peer = await startPeer((socket) => {
      const flood = () => {
        while (socket.writable && socket.write(hints));
      };
      socket.once('data', flood).on('drain', flood);
    });
    expect(await exchange(listener, get(`${peer.origin}/`))).toBe('');
    expect(listener.failureOf('127.0.0.1')).toBe('bad_response');
    expect(peer.sockets[0]?.bytesWritten).toBeLessThan(20_000_000);
  });

  test('too many requests are refused', async () => {
    const { listener, count } = await listen({ limits: { ...generous, requests: 3 } });
    await using site = await startSite({ '/': 'here' });
    const ask = () => exchange(listener, get(`${site.origin}/`, 'Connection: close\r\n'));
    for (let round = 0; round < 3; round++) expect(await ask()).toContain('here');
    expect(listener.overBudget).toBe(false);
    expect(await ask()).toBe('');
    expect(listener.overBudget).toBe(true);
    expect(site.hits).toHaveLength(3);
    expect(await count('refused')).toBe(1);
  });

  test('too many hosts are refused, known ones are not', async () => {
    await using site = await startSite({ '/': 'here' });
    const { listener } = await listen({
      limits: { ...generous, hosts: 2 },
      resolve: async () => ['127.0.0.1'],
    });
    const ask = (host: string) =>
      exchange(listener, get(`http://${host}:${site.port}/`, 'Connection: close\r\n'));
    expect(await ask('a.test')).toContain('here');
    expect(await ask('b.test')).toContain('here');
    expect(await ask('c.test')).toBe('');
    expect(await ask('a.test')).toContain('here');
    expect(listener.overBudget).toBe(true);
  });
});

describe('the end', () => {
  const connections = (server: Server) =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );

  test('closing cuts everything, at once', async () => {
    const { listener } = await listen({
      resolve: (_, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
    });
    await using peer = await startPeer(answering('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart'));
    const idle = await openWire(listener.url);
    const plain = await openWire(listener.url);
    plain.send(get(`${peer.origin}/`));
    await plain.until('part');
    const tunnel = await openWire(listener.url);
    tunnel.send(`${connectTo(`127.0.0.1:${peer.port}`)}x`);
    await tunnel.until('part');
    const waiting = await openWire(listener.url);
    waiting.send(connectTo('slow.test:443'));
    expect(await connections(peer.server)).toBe(2);

    const gone = peer.sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    await listener.close();
    await Promise.all([idle, plain, tunnel, waiting].map((wire) => wire.end()));
    await Promise.all(gone);
    expect(await connections(peer.server)).toBe(0);
    await expect(openWire(listener.url)).rejects.toThrow('ECONNREFUSED');
  });

  test('a new start cuts everything and counts from zero', async () => {
    const { listener } = await listen();
    await using site = await startSite({ '/': 'here' });
    using wire = await openWire(listener.url);
    wire.send(get(`${site.origin}/`));
    await wire.until('here');
    listener.use([]);
    await wire.end();
    expect(listener.receivedBytes).toBe(0);
    expect(await exchange(listener, get(`${site.origin}/`, 'Connection: close\r\n'))).toContain('here');
  });
});

describe('renewed for another page', () => {
  test('it counts from zero, and connections live on, counted', async () => {
    const { listener } = await listen({ limits: { ...generous, requests: 3 } });
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody';
    await using peer = await startPeer(answering(answer));
    using plain = await openWire(listener.url);
    using tunnel = await openWire(listener.url);
    const askBoth = async (times: number) => {
      plain.send(get(`${peer.origin}/`));
      tunnel.send('x');
      for (const wire of [plain, tunnel])
        await expect.poll(() => wire.received.split('body').length - 1).toBe(times);
    };
    tunnel.send(connectTo(`127.0.0.1:${peer.port}`));
    await tunnel.until('Established\r\n\r\n');
    await askBoth(1);
    for (const _ of [1, 2]) await exchange(listener, get('http://nowhere.test/'));
    expect(listener.overBudget).toBe(true);
    expect(listener.failureOf('nowhere.test')).toBe('refused_budget');

    listener.renew();
    expect(listener).toMatchObject({ receivedBytes: 0, overBudget: false });
    expect(listener.failureOf('nowhere.test')).toBeUndefined();
    await askBoth(2);
    expect(listener).toMatchObject({ receivedBytes: 2 * answer.length, overBudget: false });
    expect(peer.sockets).toHaveLength(2);
    await listener.close();
    expect(listener.receivedBytes).toBe(2 * answer.length);
  });

  test('its limits hold for old connections, too', async () => {
    const { listener } = await listen({ limits: { ...generous, receivedBytes: 150_000 } });
    await using peer = await startPeer(
      answering(`HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(99_996)}body`),
    );
    using tunnel = await openWire(listener.url);
    tunnel.send(`${connectTo(`127.0.0.1:${peer.port}`)}x`);
    await tunnel.until('body');
    listener.renew();
    tunnel.send('x');
    await expect.poll(() => listener.receivedBytes).toBeGreaterThan(100_000);
    expect(listener.overBudget).toBe(false);
    tunnel.send('x');
    await tunnel.end();
    expect(listener.overBudget).toBe(true);
    listener.renew();
    expect(listener.overBudget).toBe(false);
    expect(await exchange(listener, get(`${peer.origin}/`, 'Connection: close\r\n'))).toContain('body');
  });
});

test('the sink refuses everything and counts it', async () => {
  const { egress, count } = await listen();
  const sink = await egress.sink();
  await using site = await startSite({ '/': 'here' });
  for (const text of [get(`${site.origin}/`), connectTo(`127.0.0.1:${site.port}`)]) {
    using wire = await openWire(sink.url);
    wire.send(text);
    expect(await wire.end()).toBe('');
  }
  expect(site.hits).toEqual([]);
  expect(await count('refused')).toBe(2);
  await sink.close();
});
