import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createClient, isGannetError } from '../../client/src/index.ts';
import { callTool } from '../support/mcp.ts';
import { type Service, startService, testKey } from '../support/service.ts';
import { startSite } from '../support/site.ts';
import { few, inLanes, quick, spellings, startWebs, type Webs } from '../support/webs.ts';

/** Whatever a caller gives as an address, and at whatever door: the victim sees nothing of it (test/support/webs.ts). */

let webs: Webs;
let service: Service;
beforeAll(async () => {
  webs = await startWebs();
  service = await startService(webs.settings);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await webs[Symbol.asyncDispose]();
});
afterEach(() => expect(webs.victim.hits).toEqual([]));

const scheming = `
  file:///etc/passwd FILE:///etc/passwd view-source:http://127.0.0.1/ chrome://version about:blank
  javascript:1 data:text/html,x blob:http://127.0.0.1/x ftp://127.0.0.1/ filesystem:http://a/x
  ws://127.0.0.1/
`
  .trim()
  .split(/\s+/);

const refusalOf = (body: { detail: { error: string } }) => body.detail.error;

const refusalOfTool = async (name: string, given: Record<string, unknown>): Promise<string | undefined> => {
  const { content } = await callTool(service, name, given);
  return /^(\w+): /.exec(content[0]?.text ?? '')?.[1];
};

/** The same of an extraction. */
const heading = { selectors: { a: 'h1' }, options: { retry: false, timeout: 8000 } };

/** The doors that take an address, each given one: how it is refused. A new door is a new row. */
const doors: Readonly<Record<string, Door>> = {
  'scrape url': {
    hosts: spellings,
    open: async (url) => refusalOf((await service.scrape({ url, ...quick })).body),
  },
  'scrape proxy_url': {
    hosts: few,
    open: async (proxy_url) =>
      refusalOf((await service.scrape({ url: `${webs.attacker.origin}/fine`, proxy_url, ...quick })).body),
  },
  'extract url': {
    hosts: few,
    open: async (url) => refusalOf((await service.post('/v1/extract', { url, ...heading })).body),
  },
  'webhooks/test url': {
    hosts: spellings,
    open: async (url) => refusalOf((await service.post('/v1/webhooks/test', { url, secret: 's' })).body),
  },
  'crawl callback_url': {
    hosts: spellings,
    open: async (callback_url) =>
      refusalOf(
        (await service.post('/v1/crawl', { urls: [`${webs.attacker.origin}/fine`], callback_url })).body,
      ),
  },
  'MCP scrape': { hosts: few, open: (url) => refusalOfTool('scrape', { url, ...quick }) },
  'MCP scrape proxy_url': {
    hosts: few,
    open: (proxy_url) =>
      refusalOfTool('scrape', {
        url: `${webs.attacker.origin}/fine`,
        proxy_url,
        bypass_cache: true,
        ...quick,
      }),
  },
  'MCP extract': {
    hosts: few,
    open: (url) => refusalOfTool('extract', { url, ...heading }),
  },
  'MCP crawl_start callback_url': {
    hosts: few,
    open: (callback_url) =>
      refusalOfTool('crawl_start', { urls: [`${webs.attacker.origin}/fine`], callback_url }),
  },
  SDK: {
    hosts: few,
    open: async (url) => {
      const sdk = createClient({ url: service.url, apiKey: testKey });
      return sdk.scrape({ url, ...quick }).then(
        () => 'answered',
        (error: unknown) => {
          if (isGannetError(error)) return error.code;
          throw error;
        },
      );
    },
  },
};
interface Door {
  readonly hosts: readonly string[];
  readonly open: (url: string) => Promise<string | undefined>;
}

test.each(Object.entries(doors))('%s: no spelling of the address leads there', async (name, door) => {
  await inLanes(door.hosts, async (host) => {
    expect(['connection_failed', 'invalid_request', 'webhook_delivery_failed'], `${name} ${host}`).toContain(
      await door.open(webs.at(host)),
    );
  });
});

test.each(Object.entries(doors))('%s: no other scheme is taken', async (_, door) => {
  for (const url of scheming) expect(await door.open(url), url).toBe('invalid_request');
});

test('proxy_url: socks5 leads no further', async () => {
  for (const host of few) {
    const { body } = await service.scrape({
      url: `${webs.attacker.origin}/fine`,
      proxy_url: webs.at(host, '').replace('http', 'socks5'),
      ...quick,
    });
    expect(body.detail.error).toBe('connection_failed');
  }
});

test('ports of other protocols are refused, also where the host is allowed', async () => {
  await using mail = await startSite({ '/': 'mail' }, '127.0.0.1', 6667);
  mail.server.on('connection', () => mail.hits.push('a connection'));
  expect(await doors['scrape url']?.open(`${mail.origin}/`)).toBe('connection_failed');
  expect(await doors['webhooks/test url']?.open(`${mail.origin}/`)).toBe('webhook_delivery_failed');
  expect(mail.hits).toEqual([]);
});

test('the service goes on as before', async () => {
  const { status, body } = await service.scrape({ url: `http://fine.test:${webs.attacker.port}/fine` });
  expect(status).toBe(200);
  expect(body.data.markdown).toContain('Fine');
});
