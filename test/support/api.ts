import { createConnection } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createGate, type Gate } from '../../src/access/gate.ts';
import { createServer } from '../../src/api/server.ts';
import type { Services } from '../../src/api/services.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { KeyCaller } from '../../src/contract/access.ts';
import { ServiceError } from '../../src/contract/error.ts';
import { extractMetadata } from '../../src/contract/extract.ts';
import type { ScrapeMetadata } from '../../src/contract/scrape.ts';
import type { UsageRecord } from '../../src/contract/usage.ts';
import { raceSignal } from '../../src/deadline.ts';
import { createMcpDoor } from '../../src/mcp/door.ts';
import { createMetrics } from '../../src/metrics.ts';
import { watchAnswers } from './answer-check.ts';

/** The API on a free loopback port, with invented work behind it. */

export const key = `svc_live_${'a'.repeat(64)}`;
/** Of another owner. */
export const otherKey = `svc_live_${'c'.repeat(64)}`;
/** Of who runs the service. */
export const operatorKey = `svc_live_${'d'.repeat(64)}`;
export const restrictedKey = `svc_live_${'b'.repeat(64)}`;

export const caller: KeyCaller = {
  kind: 'key',
  keyId: '1',
  owner: 'ada',
  scopes: ['scrape:read'],
  tier: 'standard',
};
const callers: Readonly<Record<string, KeyCaller>> = {
  [key]: caller,
  [otherKey]: { ...caller, keyId: '2', owner: 'bob' },
  [operatorKey]: { ...caller, keyId: '3', scopes: ['*'] },
  [restrictedKey]: { ...caller, scopes: ['crawl:read'] },
};

export const metadata: ScrapeMetadata = {
  title: 'Example',
  description: null,
  language: 'en',
  canonical_url: null,
  site_name: null,
  author: null,
  published_at: null,
  image: null,
  final_url: 'https://example.com/',
  status_code: 200,
  outcome: 'ok',
  content_type: 'text/html',
  engine: 'browser',
  engine_reason: 'script',
  wait: { ended_by: 'load', after_ms: 5 },
  attempts: 1,
  timings: [{ phase: 'load', start_ms: 0, end_ms: 5 }],
  cached: false,
  cached_at: null,
};

/** Without what is said of the page. */
const extractionMetadata = extractMetadata
  .omit({ processing_time_ms: true })
  .parse({ ...metadata, extraction_method: 'schema', confidence: 1, fields: {} });

export const data = { title: 'Example', markdown: '# Example', character_count: 9 };

/** What becomes of an extraction. */
export const extracted = { data: { title: 'Example' }, metadata: extractionMetadata, warnings: [] };

const noJob = () => Promise.reject(new ServiceError('not_found'));

const standardGate = createGate({
  keys: { verify: async (given) => callers[given] ?? null },
  terms: undefined,
  challenge: '402',
});

const nothingUsed: UsageRecord = {
  owner: 'ada',
  since: '2026-01-31T12:00:00.000Z',
  until: '2026-01-31T12:00:00.000Z',
  step_seconds: 600,
  totals: { requests: 0, errors: 0, latency_ms: null, pages: 0, cached: 0 },
  series: [],
  endpoints: [],
  outcomes: {},
  crawls: {},
  deliveries: {},
};

const defaults: Omit<Services, 'admit' | 'mcp'> = {
  limit: async () => ({}),
  charge: async (_, { signal }, work) => ({
    result: await raceSignal(work(signal, Number.POSITIVE_INFINITY), signal),
    payment: null,
    receipt: null,
  }),
  settled: async () => undefined,
  scrape: async () => ({ data, metadata, warnings: [] }),
  crawls: {
    create: async ({ mode, max_pages, depth }) => ({
      job_id: '019a5a3e-7d6b-7c11-9c5e-0f5d3a1b2c4d',
      status: 'pending',
      mode,
      max_pages,
      depth,
      created_at: '2026-01-31T12:00:00.000Z',
    }),
    list: async () => [],
    status: noJob,
    results: noJob,
    errors: noJob,
    cancel: noJob,
  },
  watchCrawl: noJob,
  mapSite: async () => ({ links: [], warnings: [] }),
  webhooks: {
    test: () => Promise.reject(new Error('not in this test')),
    logs: async () => [],
    detail: async () => undefined,
    resend: async () => undefined,
  },
  extract: async () => extracted,
  keys: {
    create: () => Promise.reject(new Error('not in this test')),
    list: async () => [],
    revoke: noJob,
  },
  payments: { list: async () => [] },
  usage: { note: () => undefined, read: async () => nothingUsed },
  system: () => Promise.reject(new Error('not in this test')),
  dashboard: undefined,
  health: () => ({
    status: 'ok',
    browser_active: true,
    browser_contexts: 0,
    uptime_seconds: 1,
    x402_enabled: false,
    version: '0.0.0',
    queue_depth: 0,
  }),
  pricing: () => ({
    x402_enabled: false,
    price_usd: '0.005',
    token_address: '',
    network: '',
    pay_to: '',
    facilitator: '',
    payment_header: 'X-PAYMENT',
  }),
  proxyStatus: () => ({ enabled: false, total: 0, healthy: 0, strategy: 'none', proxies: [] }),
  ready: async () => true,
};

type Timeouts = NonNullable<Parameters<typeof createServer>[0]['timeouts']>;

interface Given extends Partial<Services> {
  readonly gate?: Gate;
  readonly config?: Partial<Config>;
  readonly grace?: number;
  readonly timeouts?: Timeouts;
}

export const startApi = async ({
  gate = standardGate,
  grace = 1000,
  timeouts,
  config,
  ...given
}: Given = {}) => {
  const lines: Record<string, unknown>[] = [];
  const metrics = createMetrics();
  const sink = new Writable({
    write: (line, _, done) => {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const log = pino({ level: 'debug', base: null }, sink);
  const works = { ...defaults, admit: gate.admit, ...given };
  const mcp = createMcpDoor({
    services: { ...works, crawls: async () => works.crawls },
    gate,
    limit: works.limit,
    hosts: ['gannet.example'],
    log,
    metrics,
  });
  const server = createServer({
    services: { mcp, ...works },
    config: { ...readConfig({}), grace, ...config },
    log,
    metrics,
    ...(timeouts && { timeouts }),
  });
  const base = await server.listen('127.0.0.1', 0);
  const unwatch = watchAnswers(base);
  const { port } = new URL(base);
  return {
    base,
    lines,
    metrics,
    drain: server.drain,
    close: server.close,
    fetch: (path: string, init?: RequestInit) => fetch(base + path, init),
    scrape: (body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${base}/v1/scrape`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body:
          typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
      }),
    /** Sends bytes as they are; what is read until the server closes, or for `ms`. */
    raw: (parts: string | Uint8Array | readonly (string | Uint8Array)[], ms = 5000) =>
      talk(Number(port), [parts].flat(), ms),
    port: Number(port),
    [Symbol.asyncDispose]: () => {
      unwatch();
      return server.close();
    },
  };
};

export type Api = Awaited<ReturnType<typeof startApi>>;

const talk = (port: number, parts: readonly (string | Uint8Array)[], ms: number): Promise<RawAnswer[]> =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    const received: Buffer[] = [];
    const timer = setTimeout(() => socket.destroy(), ms);
    socket.on('data', (chunk) => received.push(chunk));
    // Whatever was received before a reset counts; 'close' follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(readAnswers(Buffer.concat(received)));
    });
    for (const part of parts) socket.write(part);
  });

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Splits what came over a connection into its answers, by Content-Length. */
const readAnswers = (bytes: Buffer): RawAnswer[] => {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) throw new Error(`half an answer: ${rest.toString()}`);
    const [first = '', ...lines] = rest.subarray(0, end).toString().split('\r\n');
    const headers = new Headers(
      lines.map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(`${first} `)?.[1]);
    const length = end + 4 + Number(headers.get('content-length') ?? 0);
    answers.push({ status, headers, body: rest.subarray(end + 4, length).toString() });
    rest = rest.subarray(length);
  }
  return answers;
};
