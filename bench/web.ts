import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { appPage, articlePage, type Made, pageFiles, pageOfSize, productPage, tablePage } from './pages.ts';
import { corpusFile, readCorpus } from './quality/corpus.ts';
import type { TruePage } from './test-web.ts';

/** How long the network of a latency profile takes to answer, in milliseconds: from, to. As the shared test web's. */
const latencies = {
  none: { page: [0, 0], file: [0, 0] },
  wan: { page: [40, 220], file: [15, 70] },
} as const satisfies Record<string, Record<'page' | 'file', readonly [number, number]>>;
export type Latency = keyof typeof latencies;
export const latencyNames = Object.keys(latencies) as Latency[];

export const kinds = ['article', 'app', 'product', 'table', 'saved'] as const;
export type Kind = (typeof kinds)[number];

/** Pages of every kind, without end, on one loopback address. */
export interface BenchWeb extends AsyncDisposable {
  readonly origin: string;
  /** Kinds there are: saved pages only where they lie beside the repository. */
  readonly kinds: readonly Kind[];
  /** The n-th page of a kind; each has its own address. */
  page(kind: Kind, n: number): TruePage;
  /** A page of about so many bytes. */
  sized(bytes: number, n: number): TruePage;
  setLatency(latency: Latency): void;
}

const links = {
  menu: (k: number) => `/article/${k}`,
  more: Array.from({ length: 22 }, (_, k) => ({ href: `/article/${k}`, text: `Article ${k}` })),
};
const makers: Readonly<Record<Exclude<Kind, 'saved'>, (n: number) => Made>> = {
  article: (n) => articlePage(n, links, true),
  app: appPage,
  product: productPage,
  table: tablePage,
};

const savedPage = z.object({ html: z.string() });
const savedCount = 40;

/** Real pages of a middling size, where there are any; what of them lies elsewhere is not asked for. */
const readSaved = (): string[] =>
  existsSync(corpusFile('wcxb-dev'))
    ? readCorpus('wcxb-dev', savedPage, 0.1)
        .map(({ html }) => html)
        .filter(({ length }) => length > 20_000 && length < 400_000)
        .slice(0, savedCount)
    : [];
/** A browser that obeys asks nobody else: the measure is offline, and alike for all. */
const offline = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:";

interface Answer {
  readonly type: string;
  readonly body: string;
  readonly isPage: boolean;
  readonly afterMs?: number;
  readonly policy?: string;
}

export const startBenchWeb = async (): Promise<BenchWeb> => {
  const saved = readSaved();
  let latency: Latency = 'none';

  const madeAt = (path: string): Made | undefined => {
    const [, kind = '', number = '', size = ''] = path.split('/');
    if (kind === 'sized') return pageOfSize(Number(number), Number(size));
    if (kind === 'data') return appPage(Number(number));
    return Object.hasOwn(makers, kind) ? makers[kind as keyof typeof makers](Number(number)) : undefined;
  };

  const answerTo = (path: string): Answer | undefined => {
    const file = pageFiles[path];
    if (file !== undefined) return { ...file, isPage: false };
    const number = Number(/^\/saved\/(\d+)$/.exec(path)?.[1]);
    const body = saved[number % Math.max(1, saved.length)];
    if (body !== undefined) return { type: 'text/html; charset=utf-8', body, isPage: true, policy: offline };
    const made = madeAt(path);
    const data = made?.data?.[path];
    if (data !== undefined)
      return { type: 'application/json', body: data.json, isPage: true, afterMs: data.afterMs };
    return made && { type: 'text/html; charset=utf-8', body: made.html, isPage: true };
  };

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://web').pathname;
    const found = answerTo(path);
    if (found === undefined) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nothing here</h1>');
      return;
    }
    const { type, body, isPage, afterMs = 0, policy } = found;
    const [from, to] = latencies[latency][isPage ? 'page' : 'file'];
    const send = () =>
      response
        .writeHead(200, { 'content-type': type, ...(policy && { 'content-security-policy': policy }) })
        .end(body);
    const ms = afterMs + from + (to - from) * shareOf(path);
    // A timer of nothing takes a millisecond.
    if (ms > 0) setTimeout(send, ms);
    else send();
  };

  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    kinds: kinds.filter((kind) => kind !== 'saved' || saved.length > 0),
    page: (kind, n) => ({
      url: `${origin}/${kind}/${n}`,
      isStatic: kind !== 'app',
      holds: kind === 'saved' ? [] : makers[kind](n).holds,
    }),
    sized: (bytes, n) => ({
      url: `${origin}/sized/${n}/${bytes}`,
      isStatic: true,
      holds: pageOfSize(n, 0).holds,
    }),
    setLatency: (name) => {
      latency = name;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** From 0 to 1, the same for the same path (FNV-1a). */
const shareOf = (path: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < path.length; at++) hash = Math.imul(hash ^ path.charCodeAt(at), 0x01000193);
  return (hash >>> 0) / 4_294_967_296;
};
