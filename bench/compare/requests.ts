import { type Call, type Calls, callFor } from '../client.ts';
import { atLeast, atMost, type Measure } from '../harness.ts';
import { percentile, round } from '../statistics.ts';
import { startGannet } from '../subjects.ts';
import { startBenchWeb } from '../web.ts';

const manyAtOnce = 16;

/** One at a time for the time it takes, many at once for how many there can be. */
const measureCall = async (
  service: Parameters<typeof callFor>[0],
  call: Call,
  ms: number,
): Promise<{ alone: Calls; many: Calls }> => {
  await callFor(service, call, { atOnce: manyAtOnce, ms: ms / 2 });
  const alone = await callFor(service, call, { atOnce: 1, ms });
  return { alone, many: await callFor(service, call, { atOnce: manyAtOnce, ms }) };
};

const rowOf = (name: string, { alone, many }: { alone: Calls; many: Calls }) => ({
  request: name,
  'p50 ms': round(percentile(alone.latencies, 0.5), 2),
  'p99 ms': round(percentile(alone.latencies, 0.99), 2),
  'requests/s': round(many.perSecond),
  'p50 ms at 16': round(percentile(many.latencies, 0.5), 2),
  'CPU ms': round(many.cpu, 3),
});

/** Answers from the cache. */
export const measureCache: Measure = async ({ quick }) => {
  await using web = await startBenchWeb();
  await using service = await startGannet();
  const body = { url: web.page('article', 1).url };
  await service.scrape(body);
  const call: Call = { method: 'POST', path: '/v1/scrape', body, status: 200 };
  const calls = await measureCall(service, call, quick ? 500 : 5000);
  return {
    title: 'Cache: a page that was asked for before, 11 KB of Markdown',
    rows: [rowOf('POST /v1/scrape', calls)],
    musts: [
      atMost('p50, one at a time, ms', percentile(calls.alone.latencies, 0.5), 3),
      atLeast(`requests/s, ${manyAtOnce} at once`, calls.many.perSecond, 2000),
    ],
    notes: ['The measure asks from the same machine: it takes about a third of the processor time there is.'],
  };
};

/** What a request costs before any page is touched. */
export const measureApi: Measure = async ({ quick }) => {
  const ms = quick ? 300 : 3000;
  await using service = await startGannet();
  const wrongKey = `svc_live_${'9'.repeat(64)}`;
  const scrape = { method: 'POST', path: '/v1/scrape' } as const;
  const calls: Readonly<Record<string, Call>> = {
    'GET /health': { method: 'GET', path: '/health', status: 200 },
    'a path that is not there': { method: 'GET', path: '/v1/nothing', status: 404 },
    'scrape, a key that is unknown': {
      ...scrape,
      body: { url: 'https://example.com' },
      key: wrongKey,
      status: 401,
    },
    'scrape, a body that is refused': { ...scrape, body: { url: 'no address' }, status: 400 },
    'scrape, an address that is refused': { ...scrape, body: { url: 'http://10.0.0.1/' }, status: 400 },
  };
  const rows: ReturnType<typeof rowOf>[] = [];
  for (const [name, call] of Object.entries(calls))
    rows.push(rowOf(name, await measureCall(service, call, ms)));
  return {
    title: 'API: requests without page work',
    rows,
    musts: [atMost('CPU ms of the dearest', Math.max(...rows.map((row) => row['CPU ms'])), 2)],
    notes: ['CPU: of the process of the service, the embedded database with it.'],
  };
};
