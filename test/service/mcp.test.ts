import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, revisions, textsOf } from '../support/mcp.ts';
import { connectStdio, type Job, startBirds, useAllTools } from '../support/mcp-tools.ts';
import { type Service, startService, testKey } from '../support/service.ts';
import type { Site } from '../support/site.ts';

/** MCP of a running gannet with a real browser, and unmodified clients. */

const otherKey = `svc_live_${'fedcba9876543210'.repeat(4)}`;

let site: Site;
let service: Service;
beforeAll(async () => {
  site = await startBirds();
  service = await startService({ GANNET_API_KEYS: `tester:${testKey} other:${otherKey}` });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

describe('over HTTP', () => {
  test.each(revisions)('a client of revision %s uses every tool', async (revision) => {
    await using client = await connect(service.url, { key: service.key, revision });
    await useAllTools(client, site.origin);
  });

  test('the list of tools takes no more than 33 000 characters, with all that is sent around it', async () => {
    const response = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    const text = await response.text();
    expect(text).toContain('"crawl_cancel"');
    expect(text.length).toBeLessThan(33_000);
  });

  test('nobody reads or ends the crawl of another owner', async () => {
    await using mine = await connect(service.url, { key: service.key });
    await using theirs = await connect(service.url, { key: otherKey });
    const started = await mine.callTool({ name: 'crawl_start', arguments: { urls: [`${site.origin}/`] } });
    const { job_id } = started.structuredContent as unknown as Job;
    for (const name of ['crawl_status', 'crawl_results', 'crawl_cancel'])
      expect(await theirs.callTool({ name, arguments: { job_id } })).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching('^not_found: ') }],
      });
  });

  test('a failure is told in words, and the page that hangs is left when nobody waits', async () => {
    await using client = await connect(service.url, { key: service.key });
    const late = { url: `${site.origin}/never`, timeout_ms: 1000, retry: false };
    const result = await client.callTool({ name: 'scrape', arguments: late });
    expect(textsOf(result)[0]).toBe(
      'timeout: The page did not arrive in time. Call again with a longer time budget.',
    );
    const leaving = new AbortController();
    const before = site.countOf('/never');
    const call = client.callTool(
      { name: 'scrape', arguments: { ...late, timeout_ms: 120_000 } },
      { signal: leaving.signal },
    );
    await expect.poll(() => site.countOf('/never')).toBe(before + 1);
    const [request] = site.requests.slice(-1);
    leaving.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => request?.socket.destroyed).toBe(true);
  });
});

describe('over stdio, for applications that speak to processes alone', () => {
  test('with a server, every tool, with a key from the environment', async () => {
    const environment = { GANNET_SERVER: service.url, GANNET_KEY: service.key };
    await using client = await connectStdio([], environment, '2025-11-25');
    await useAllTools(client, site.origin);
    expect(client.faults).toEqual([]);
  });

  test('with a server, what goes wrong there is told', async () => {
    await using stranger = await connectStdio(['--server', service.url], {});
    expect(await stranger.callTool({ name: 'map', arguments: { url: site.origin } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching('^unauthorized: ') }],
    });
    await using nowhere = await connectStdio(['--server', 'http://127.0.0.1:9', '--key', testKey], {});
    const lost = await nowhere.callTool({ name: 'map', arguments: { url: site.origin } });
    expect(textsOf(lost)[0]).toContain('The gannet server http://127.0.0.1:9 cannot be reached.');
  });
});
