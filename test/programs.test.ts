import { execFile } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiKey } from '../src/contract/access.ts';
import type { CrawlStatus } from '../src/contract/crawl.ts';
import type { CrawlResult } from '../src/contract/crawl-results.ts';
import { ServiceError } from '../src/contract/error.ts';
import { endpoints } from '../src/contract/routes.ts';
import { sampleId } from '../src/contract/samples.ts';
import type { SystemRecord } from '../src/contract/usage.ts';
import type { DeliveryRecord, WebhookTestRequest } from '../src/contract/webhook.ts';
import { signPayload } from '../src/webhook/sign.ts';
import { type Api, data, metadata, operatorKey, startApi } from './support/api.ts';
import { codeBlocks } from './support/code-blocks.ts';
import { type PackedClient, packClient } from './support/packed-client.ts';
import { type Site, startSite } from './support/site.ts';

/**
 * The programs of docs/sdk.md, docs/python.md and the reference, run as they stand but for addresses, against the real HTTP
 * door with invented work behind it.
 */

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

const time = '2026-01-31T12:00:00.000Z';
const status: CrawlStatus = {
  job_id: sampleId,
  status: 'completed',
  mode: 'link',
  start_url: 'https://example.com/',
  max_pages: 20,
  depth: 3,
  created_at: time,
  progress: { pages_crawled: 1, pages_total: 1, pages_failed: 0, skipped: 0, current_url: '' },
  warnings: [],
  skipped_reasons: { robots: 0, pattern: 0, external: 0, duplicate: 0, depth: 0, trap: 0, type: 0 },
  result_count: 1,
  error_count: 0,
  error: null,
  callback_url: null,
  started_at: time,
  completed_at: time,
  expires_at: time,
};
const result: CrawlResult = {
  id: `${sampleId}-1`,
  url: 'https://example.com/',
  status: 200,
  markdown: '# Example',
  metadata: { depth: 0, parent_url: null, attempts: 1, duration_ms: 5 },
  error: null,
  crawled_at: time,
};
const delivery: DeliveryRecord = {
  delivery_id: sampleId,
  event: 'test.webhook',
  callback_url: 'https://example.com/hooks/gannet',
  status: 'delivered',
  attempts: 1,
  max_attempts: 1,
  last_attempt_at: time,
  next_attempt_at: null,
  response_status: 204,
  response_body: null,
  error: null,
  created_at: time,
};

const storedKey: ApiKey = {
  id: sampleId,
  owner: 'ada',
  name: 'reader',
  scopes: ['page:read'],
  tier: 'free',
  createdAt: new Date(time),
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
};
const newKey = `svc_live_${'0'.repeat(64)}`;
const idleSystem: SystemRecord = {
  version: '0.0.0',
  node: '24.0.0',
  uptime_seconds: 1,
  memory_bytes: 1,
  cores: 1,
  browsers: [],
  browser_launches: {},
  pages: { contexts: 0, shown_limit: 1, visits_limit: 1, queued: 0, queue_limit: 1 },
  crawl_jobs: 0,
  store: { kind: 'embedded', version: '18', schema_version: 1, size_bytes: 1 },
  proxies: { enabled: false, total: 0, healthy: 0, strategy: 'none', proxies: [] },
};

async function* events() {
  yield { event: 'progress', data: status } as const;
  yield { event: 'result', id: 1, data: result } as const;
  yield { event: 'end', data: status } as const;
}

async function* results() {
  yield result;
}

/** As the service signs and sends it. */
const send = async ({ url, secret, event, data: sent }: WebhookTestRequest): Promise<DeliveryRecord> => {
  const payload = { event, delivery_id: sampleId, timestamp: new Date().toISOString(), data: sent };
  const { body, signature } = signPayload(payload, secret);
  const headers = { 'x-service-signature': signature ?? '' };
  const response = await fetch(url, { method: 'POST', headers, body });
  return { ...delivery, callback_url: url, response_status: response.status };
};

const picture = { data: 'iVBORw0KGgo=', format: 'png' as const, size_bytes: 8 };

let site: Site;
let api: Api;
let packed: PackedClient;
beforeAll(async () => {
  site = await startSite({ '/hooks/gannet': (_, response) => response.writeHead(204).end() });
  api = await startApi({
    scrape: async ({ url, output }) => {
      if (url.includes('nowhere')) throw new ServiceError('connection_failed');
      return { data: output === 'screenshot' ? picture : data, metadata, warnings: [] };
    },
    extract: async ({ wanted }) => ({
      data:
        wanted.method === 'schema'
          ? { name: 'Mug', price: 12.5, color: null }
          : { heading: 'Mug', links: [] },
      metadata: { ...metadata, extraction_method: wanted.method, confidence: 1, fields: {} },
      warnings: [],
    }),
    crawls: {
      create: async ({ mode, max_pages, depth }) => ({
        ...status,
        status: 'pending',
        mode,
        max_pages,
        depth,
      }),
      list: async () => [status],
      status: async () => status,
      results: async () => ({ jobId: sampleId, count: 1, results: results() }),
      errors: async () => ({ job_id: sampleId, count: 0, errors: [], skipped: [] }),
      cancel: async () => undefined,
    },
    watchCrawl: async () => events(),
    mapSite: async () => ({ links: [{ url: 'https://example.com/', source: 'link' }], warnings: [] }),
    webhooks: {
      test: send,
      logs: async () => [delivery],
      detail: async () => ({ ...delivery, request_body: '{}' }),
      resend: async () => delivery,
    },
    keys: {
      create: async () => ({ key: newKey, record: storedKey }),
      list: async () => [storedKey],
      revoke: async () => storedKey,
    },
    system: async () => idleSystem,
  });
  packed = await packClient();
});
afterAll(async () => {
  await packed[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

/** Below those that the system hands out, of which other tests have many. */
const receiverPort = 26_000 + (process.pid % 6000);
const here = (source: string) =>
  source
    .replaceAll('http://127.0.0.1:8080', api.base)
    .replaceAll('https://example.com/hooks/gannet', `${site.origin}/hooks/gannet`)
    .replaceAll('8099', String(receiverPort));

/** What runs the programs of a language one after the other, and says so after each. */
const drivers = {
  sh: [
    'bash',
    'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\nfor file; do . "$file"; echo; echo DONE; done',
  ],
  mts: [
    process.execPath,
    "for (const path of process.argv.slice(2)) { await import(path); console.log('DONE'); }",
  ],
  py: [
    'python3',
    'import runpy, sys\nfor path in sys.argv[1:]:\n    runpy.run_path(path)\n    print("DONE", flush=True)',
  ],
} as const;

/** @returns what the programs say. */
const runAll = async (language: keyof typeof drivers, sources: readonly string[]): Promise<string> => {
  const [command, driver] = drivers[language];
  const script = packed.write(`driver.${language}`, driver);
  const files = sources.map((source, index) => packed.write(`program-${index}.${language}`, here(source)));
  const env = { ...process.env, GANNET_KEY: operatorKey };
  const { stdout } = await run(command, [script, ...files], { env, cwd: packed.folder });
  expect(stdout.split('\n').filter((line) => line === 'DONE').length).toBe(sources.length);
  return stdout;
};

/** `requests` is not on every machine: what needs it is compiled there, and not run. */
const runRequests = async (sources: readonly string[]): Promise<void> => {
  const isThere = await run('python3', ['-c', 'import requests']).then(
    () => true,
    () => false,
  );
  if (isThere) {
    await runAll('py', sources);
    return;
  }
  const files = sources.map((source, index) => packed.write(`requests-${index}.py`, here(source)));
  await run('python3', ['-m', 'py_compile', ...files]);
};

describe('of the reference', () => {
  const labelled = async (label: string): Promise<string[]> => {
    const { paths } = await (await api.fetch('/openapi.json')).json();
    const operations = Object.values<object>(paths).flatMap((methods) => Object.values(methods));
    const samples: { label: string; source: string }[] = operations.flatMap((each) => each['x-codeSamples']);
    const sources = samples.filter((sample) => sample.label === label).map(({ source }) => source);
    expect(sources.length).toBe(Object.keys(endpoints).length);
    return sources;
  };

  test('curl', async () => void (await runAll('sh', await labelled('curl'))));
  test('TypeScript', async () => void (await runAll('mts', await labelled('TypeScript'))));
  test('Python, standard library', async () =>
    void (await runAll('py', await labelled('Python, standard library'))));
  test('Python, requests', async () => runRequests(await labelled('Python, requests')));
});

test('of docs/sdk.md', async () => {
  symlinkSync(join(root, 'node_modules/zod'), join(packed.folder, 'node_modules/zod'));
  const [pages = '', extraction = '', crawls = '', errors = '', webhooks = ''] = codeBlocks(
    'docs/sdk.md',
    'ts',
  );
  expect(await runAll('mts', [pages])).toContain('Example # Example\n1\n');
  expect(await runAll('mts', [extraction])).toContain('MUG 12.50 1\nMug 0\n');
  expect(await runAll('mts', [crawls])).toContain('https://example.com/ 200 9\ncompleted 1\n1\n');
  expect(await runAll('mts', [errors])).toMatch(/^not there\nconnection_failed 400 true [\w-]+ undefined\n/);
  expect(await runAll('mts', [webhooks])).toContain('test.webhook {}\n204\ntest.webhook delivered\n');
});

test('of docs/python.md', async () => {
  const [withRequests = '', standard = ''] = codeBlocks('docs/python.md', 'python');
  expect(await runAll('py', [standard])).toContain('https://example.com/ 200 9\n');
  await runRequests([withRequests]);
});
