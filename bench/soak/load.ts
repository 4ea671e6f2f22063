import { errors } from '../../src/contract/error.ts';
import { type Answered, type Asked, ask } from './ask.ts';
import type { Books } from './books.ts';
import type { Keeper } from './keeper.ts';
import { type Web, webhookSecret } from './web.ts';

/** What came of all requests. */
export interface Tally {
  /** Requests that were sent while the service was up. */
  asked: number;
  /** `200`, `504 timeout` → how many. */
  readonly answers: Map<string, number>;
  /** No answer because the service was being ended or started: nobody promised one. */
  down: number;
  /** What must not be: no answer from a service that is up, or an answer that is not documented. */
  readonly wrong: string[];
  readonly milliseconds: number[];
}

interface Parts {
  readonly keeper: Keeper;
  readonly web: Web;
  readonly books: Books;
  readonly keys: readonly string[];
}

/** A kind of request. @param n counts all requests. */
interface Kind {
  readonly asks: (n: number, parts: Parts & { readonly key: string }) => Asked | undefined;
  /** Of a good answer. */
  readonly heard?: (body: string, asked: Asked, parts: Parts) => void;
}

const post = (path: string, body: unknown, key: string): Asked => ({ method: 'POST', path, key, body });
/** Long enough for every wait of the service's own, short enough to see what hangs. */
const timeout_ms = 15_000;
const patienceMs = timeout_ms + 30_000;

const scrape = (path: string, more: object = {}): Kind => ({
  asks: (n, { web, key }) =>
    post(
      '/v1/scrape',
      { url: `${web.origin}${path}/${n}`, timeout_ms, bypass_cache: n % 2 === 0, ...more },
      key,
    ),
});

const crawl = (more: (web: Web) => object, isCanceled = false): Kind => ({
  asks: (n, { web, key }) => {
    const urls = Array.from({ length: 5 }, (_, page) => `${web.origin}/crawled/${n}/${page}`);
    return post('/v1/crawl', { urls, options: { delay_ms: 0, timeout_per_page: 10_000 }, ...more(web) }, key);
  },
  heard: (body, { key, body: sent }, { books, keeper }) => {
    const { job_id: id } = JSON.parse(body);
    const { urls } = sent as { urls: string[] };
    books.jobCreated({ id, key, urls });
    if (isCanceled)
      void ask(keeper.url, { method: 'DELETE', path: `/v1/crawl/${id}`, key }, patienceMs).then((answer) => {
        if (answer.kind === 'answer' && answer.status === 204) books.jobCanceled(id);
      });
  },
});

const read = (pathOf: (id: string) => string, heard?: Kind['heard']): Kind => ({
  asks: (_, { books }) => {
    const job = books.someJob(Math.random());
    return job && { method: 'GET', path: pathOf(job.id), key: job.key };
  },
  ...(heard && { heard }),
});

const hooked = (web: Web) => ({ callback_url: web.hookUrl, webhook_secret: webhookSecret });

/** The mix, in turn: mostly pages, now and then everything else. */
const kinds: readonly Kind[] = [
  scrape('/plain'),
  scrape('/shown', { output: 'html' }),
  crawl(hooked),
  scrape('/shown', { output: 'screenshot' }),
  read((id) => `/v1/crawl/${id}`),
  {
    asks: (n, { web, key }) =>
      post('/v1/extract', { url: `${web.origin}/plain/${n}`, selectors: { price: '.price' } }, key),
  },
  scrape('/plain', { output: 'csv' }),
  read(
    (id) => `/v1/crawl/${id}/results?limit=1000`,
    (body, _, { books }) => {
      const { job_id, results } = JSON.parse(body);
      books.resultsSeen(job_id, results);
    },
  ),
  {
    asks: (_, { web, key }) => post('/v1/webhooks/test', { url: web.hookUrl, secret: webhookSecret }, key),
    heard: (body, _, { books }) => books.testSent(JSON.parse(body).delivery.delivery_id),
  },
  scrape('/shown', { output: 'pdf' }),
  scrape('/hang', { timeout_ms: 2000 }),
  crawl(hooked),
  scrape('/shown', { javascript: 'document.title', wait_strategy: 'spa' }),
  {
    asks: (n, { web, key }) =>
      post(
        '/v1/extract',
        {
          url: `${web.origin}/shown/${n}`,
          schema: { type: 'object', properties: { price: { type: 'number' }, title: { type: 'string' } } },
        },
        key,
      ),
  },
  read((id) => `/v1/crawl/${id}/events`),
  { asks: (n, { web, key }) => post('/v1/map', { url: `${web.origin}/plain/${n}`, timeout_ms: 5000 }, key) },
  { asks: (_, { key }) => ({ method: 'GET', path: '/v1/webhooks/logs?limit=20', key }) },
  crawl(hooked, true),
  { asks: (_, { key }) => post('/v1/scrape', '{"url": 1', key) },
  { asks: (_, { web }) => post('/v1/scrape', { url: web.origin }, `svc_live_${'f'.repeat(64)}`) },
  { asks: (_, { key }) => ({ method: 'GET', path: '/health', key }) },
];

export const createTally = (): Tally => ({
  asked: 0,
  answers: new Map(),
  down: 0,
  wrong: [],
  milliseconds: [],
});

/** Asks one thing after the other, `lanes` at a time, until the signal. Every answer is looked at. */
export const load = async (parts: Parts, tally: Tally, lanes: number, signal: AbortSignal): Promise<void> => {
  let count = 0;
  const lane = async (number: number) => {
    const key = parts.keys[number % parts.keys.length] ?? '';
    while (!signal.aborted) {
      await parts.keeper.ready();
      const n = count++;
      const kind = kinds[n % kinds.length];
      const asked = kind?.asks(n, { ...parts, key });
      if (kind && asked) await once(kind, asked);
    }
  };
  const once = async (kind: Kind, asked: Asked) => {
    const { keeper } = parts;
    const { starts, isUp } = keeper;
    const answer = await ask(keeper.url, asked, patienceMs);
    const wasEnded = !isUp || !keeper.isUp || keeper.starts !== starts;
    if (answer.kind === 'none' && wasEnded) {
      tally.down++;
      return;
    }
    tally.asked++;
    tally.milliseconds.push(answer.ms);
    const token = tokenOfAnswer(answer);
    tally.answers.set(token, (tally.answers.get(token) ?? 0) + 1);
    if (!isDocumented(answer, wasEnded)) tally.wrong.push(`${asked.method} ${asked.path}: ${told(answer)}`);
    if (answer.kind === 'answer' && answer.status < 300) kind.heard?.(answer.body, asked, parts);
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
};

const codeOf = (body: string): string => /"error":"(\w+)"/.exec(body)?.[1] ?? '';

const tokenOfAnswer = (answer: Answered): string => {
  if (answer.kind === 'none') return 'none';
  return answer.status < 300 ? String(answer.status) : `${answer.status} ${codeOf(answer.body)}`;
};

/** `internal_error` is documented, and a fault of ours unless its database was taken away. */
const isDocumented = (answer: Answered, wasEnded: boolean): boolean => {
  if (answer.kind === 'none') return false;
  if (answer.status < 300) return true;
  const row = Object.entries(errors).find(([code]) => code === codeOf(answer.body));
  return row !== undefined && row[1].status === answer.status && (row[0] !== 'internal_error' || wasEnded);
};

const told = (answer: Answered): string =>
  answer.kind === 'none' ? `no answer: ${answer.why}` : `${answer.status} ${answer.body.slice(0, 200)}`;
