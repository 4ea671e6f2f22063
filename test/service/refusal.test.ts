import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../support/mcp.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { type Service, startService, testKey } from '../support/service.ts';
import { type Site, startSite } from '../support/site.ts';

/**
 * Who asks for an address through any door sees neither from the answer nor from its time whether the address was refused
 * or is not there: an inner network cannot be mapped. What happens within the guard is in src/net/refusal.test.ts.
 */
let inside: Site;
let names: NameServer;
let service: Service;
let closedPort: number;
beforeAll(async () => {
  inside = await startSite({}, '127.0.0.2');
  names = await startNameServer((name) => (name === 'inside.test' ? ['127.0.0.2'] : []));
  closedPort = await portOfNobody();
  service = await startService({
    GANNET_ALLOW_NETWORKS: '127.0.0.1/32',
    GANNET_NAME_SERVERS: names.address,
    GANNET_API_KEYS: `tester:${testKey}`,
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await names[Symbol.asyncDispose]();
  await inside[Symbol.asyncDispose]();
});

const portOfNobody = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
};

/** Each is refused because something is there that must not be reached, beside one where nothing is. */
const pairs = {
  'by number': () => [inside.origin, `http://127.0.0.1:${closedPort}`],
  'by name': () => [`http://inside.test:${inside.port}`, `http://nothing.test:${inside.port}`],
} as const;
type Pair = keyof typeof pairs;

const quick = { timeout_ms: 8000, retry: false };
const fine = 'https://example.com/';

/** Every delivery has an id and times of its own. */
const withoutOwn = (answer: object): unknown =>
  JSON.parse(JSON.stringify(answer, (key, value) => (/_id$|_at$/.test(key) ? null : value)));

/** The receiver of a crawl is refused where its name leads nowhere; a closed port is found when something is sent. */
const doors: readonly (readonly [string, readonly Pair[], (url: string) => Promise<unknown>])[] = [
  ['scrape url', ['by number', 'by name'], (url) => service.scrape({ url, ...quick })],
  ['scrape url, tried again', ['by number'], (url) => service.scrape({ url, timeout_ms: 20_000 })],
  [
    'scrape proxy_url',
    ['by number', 'by name'],
    (proxy_url) => service.scrape({ url: 'http://127.0.0.1:9/', proxy_url, ...quick }),
  ],
  [
    'extract url',
    ['by number'],
    (url) => service.post('/v1/extract', { url, selectors: { a: 'h1' }, options: { retry: false } }),
  ],
  ['map url', ['by number', 'by name'], (url) => service.post('/v1/map', { url, timeout_ms: 8000 })],
  [
    'webhooks/test url',
    ['by name'],
    async (url) => withoutOwn(await service.post('/v1/webhooks/test', { url, secret: 's' })),
  ],
  [
    'crawl callback_url',
    ['by name'],
    (callback_url) => service.post('/v1/crawl', { urls: [fine], callback_url }),
  ],
  [
    'MCP scrape',
    ['by number'],
    async (url) => {
      await using agent = await connect(service.url, { key: testKey });
      return await agent.callTool({ name: 'scrape', arguments: { url, ...quick } });
    },
  ],
];

/** What a caller reads, with its own words taken out. */
const toldOf = (answer: unknown, asked: string): string => {
  const { headers: _, ...told } = answer as { headers?: Headers };
  return JSON.stringify(told)
    .replaceAll(`${asked}/`, asked)
    .replaceAll(asked, '<asked>')
    .replaceAll(new URL(asked).host, '<asked host>');
};

/**
 * Pairs in a round, and rounds. Where neither kind is quicker, all pairs of all rounds point the same way by chance once in
 * 10⁸ runs; where one is, by more than what the machine adds, they all do.
 */
const pairsInRound = 10;
const rounds = 3;

test.each(doors.flatMap(([name, kinds, open]) => kinds.map((kind) => [name, kind, open] as const)))(
  '%s, %s: as an address where nothing is, in words and in time',
  async (_, kind, open) => {
    const [refused, absent] = pairs[kind]();
    const ask = async (url: string) => {
      const startedAt = performance.now();
      const told = toldOf(await open(url), url);
      return { told, ms: performance.now() - startedAt };
    };
    const answers = new Set<string>();
    const round = async () => {
      let quicker = 0;
      for (let n = 0; n < pairsInRound; n++) {
        // By turns: whoever comes second may find something warm.
        const order = n % 2 === 0 ? [refused, absent] : [absent, refused];
        const [one, other] = [await ask(order[0] ?? ''), await ask(order[1] ?? '')];
        answers.add(one.told).add(other.told);
        if (one.ms < other.ms === (n % 2 === 0)) quicker++;
        if (quicker > 0 && quicker < n + 1) return false;
      }
      return true;
    };
    let isTold = true;
    for (let n = 0; n < rounds && isTold; n++) isTold = await round();
    expect([...answers]).toHaveLength(1);
    expect(isTold).toBe(false);
    expect(inside.hits).toEqual([]);
  },
);
