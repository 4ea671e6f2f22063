import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient, isGannetError } from '../../client/src/index.ts';
import type { DeliveryRecord } from '../../src/contract/webhook.ts';
import { attacksOn } from '../support/attacks.ts';
import { gannet } from '../support/command.ts';
import { crawlClient } from '../support/crawl-client.ts';
import { connect } from '../support/mcp.ts';
import { connectStdio } from '../support/mcp-tools.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { type Service, startService, testKey } from '../support/service.ts';
import { file, html, type Page, redirect, type Site, startSite } from '../support/site.ts';
import { account } from '../support/x402/chain.ts';
import { authorize, encode, envelope1, payTo, sign } from '../support/x402/permits.ts';

/**
 * The attacker's web is on 127.0.0.1, which this service may reach; the victim is on 127.0.0.2, at the same port, which it
 * may not. Whatever a page or a caller tries, through whatever door, the victim must not see so much as a connection.
 */
let attacker: Site;
let victim: Site;
/** May be reached: shows that the attacks are some. */
let open: Site;
let names: NameServer;
let service: Service;
let client: ReturnType<typeof crawlClient>;
/** By turns the attacker and the victim, as each name is asked for. */
const turns = new Map<string, number>();
const pages: Record<string, Page> = {};
const udp = createSocket('udp4');

const words = `<p>${'Words that make this an ordinary page for the reader of it. '.repeat(10)}</p>`;
/** What counts: requests, and connections without one. */
const watched = (site: Site) => {
  site.server.on('upgrade', (request, socket) => {
    site.hits.push(`UPGRADE ${request.url}`);
    socket.destroy();
  });
  site.server.on('connection', () => site.hits.push('a connection'));
  return site;
};

beforeAll(async () => {
  attacker = await startSite(pages);
  victim = watched(await startSite({}, '127.0.0.2', attacker.port));
  open = watched(await startSite({}, '127.0.0.1'));
  udp.on('message', () => victim.hits.push('a packet'));
  await once(udp.bind(victim.port, '127.0.0.2'), 'listening');
  names = await startNameServer((name) => {
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    if (name.startsWith('flip')) return [turn % 4 < 2 ? '127.0.0.1' : '127.0.0.2'];
    return name.endsWith('.inside.test') ? ['127.0.0.2'] : (fixed[name] ?? []);
  });
  service = await startService({
    GANNET_ALLOW_NETWORKS: '127.0.0.1/32',
    GANNET_NAME_SERVERS: names.address,
    GANNET_API_KEYS: `tester:${testKey}`,
  });
  client = crawlClient(service);
  for (const [name, page] of attacksOn(victim.origin)) pages[`/attack/${name}`] = page;
  for (const [name, page] of attacksOn(open.origin)) pages[`/control/${name}`] = page;
  pages['/fine'] = html('Fine', `<h1>Fine</h1>${words}`);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  for (const closing of [attacker, victim, open, names]) await closing[Symbol.asyncDispose]();
  await new Promise<void>((resolve) => udp.close(() => resolve()));
});
beforeEach(() => {
  delete pages['/robots.txt'];
});
afterEach(() => expect(victim.hits).toEqual([]));

/** Names that lead to the victim, or there too. */
const fixed: Readonly<Record<string, readonly string[]>> = {
  'inside.test': ['127.0.0.2'],
  'mapped.test': ['::ffff:127.0.0.2'],
  'both.test': ['127.0.0.1', '127.0.0.2'],
  'six.test': ['::1'],
  'fine.test': ['127.0.0.1'],
};

/** The victim's address as it can be written. Those that browsers take for another host must not lead there, either. */
const spellings = `
  127.0.0.2 127.0.0.2. 127.2 127.0.2 2130706434 0x7f000002 0x7f.0.0.2 0177.0.0.2 0x7F.0x0.0x0.0x2
  00000177.0.0.02 １２７.0.0.2 127。0。0。2 127．0．0．2 %31%32%37.0.0.2 ①②⑦.0.0.2 user:pass@127.0.0.2
  public.example:80@127.0.0.2 127.0.0.2%2e [::ffff:127.0.0.2] [::ffff:7f00:2] [0:0:0:0:0:FFFF:7F00:0002]
  [::127.0.0.2] [64:ff9b::127.0.0.2] [64:ff9b:1::7f00:2] [2002:7f00:2::] [::ffff:0:127.0.0.2]
  [fe80::1%25lo] [::1] 0.0.0.0 0 10.0.0.1 169.254.169.254 [fd00:ec2::254] inside.test INSIDE.test.
  ｉｎｓｉｄｅ.test mapped.test both.test six.test
`
  .trim()
  .split(/\s+/);
/** A short list for doors where each address takes its time. */
const few = ['127.0.0.2', '0x7f.2', '[::ffff:7f00:2]', 'inside.test', 'both.test'];
const at = (host: string, path = '/secret') => `http://${host}:${victim.port}${path}`;
const scheming = `
  file:///etc/passwd FILE:///etc/passwd view-source:http://127.0.0.1/ chrome://version about:blank
  javascript:1 data:text/html,x blob:http://127.0.0.1/x ftp://127.0.0.1/ filesystem:http://a/x
  ws://127.0.0.1/
`
  .trim()
  .split(/\s+/);
const quick = { retry: false, timeout_ms: 8000 };
const direct = { options: { delay_ms: 0, respect_robots_txt: false, timeout_per_page: 8000 } };

const refusalOf = (body: { detail: { error: string } }) => body.detail.error;

interface ToolResult {
  readonly content: readonly { readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

const callTool = async (name: string, given: Record<string, unknown>) => {
  await using agent = await connect(service.url, { key: testKey });
  return (await agent.callTool({ name, arguments: given })) as ToolResult;
};
const refusalOfTool = async (name: string, given: Record<string, unknown>): Promise<string | undefined> => {
  const { content } = await callTool(name, given);
  return /^(\w+): /.exec(content[0]?.text ?? '')?.[1];
};

/** The doors that take an address, each given one: how it is refused. A new door is a new row. */
const doors: Readonly<Record<string, Door>> = {
  'scrape url': {
    hosts: spellings,
    open: async (url) => refusalOf((await service.scrape({ url, ...quick })).body),
  },
  'scrape proxy_url': {
    hosts: few,
    open: async (proxy_url) =>
      refusalOf((await service.scrape({ url: `${attacker.origin}/fine`, proxy_url, ...quick })).body),
  },
  'extract url': {
    hosts: few,
    open: async (url) =>
      refusalOf((await service.post('/v1/extract', { url, selectors: { a: 'h1' }, retry: false })).body),
  },
  'webhooks/test url': {
    hosts: spellings,
    open: async (url) => refusalOf((await service.post('/v1/webhooks/test', { url, secret: 's' })).body),
  },
  'crawl callback_url': {
    hosts: spellings,
    open: async (callback_url) =>
      refusalOf((await service.post('/v1/crawl', { urls: [`${attacker.origin}/fine`], callback_url })).body),
  },
  'MCP scrape': { hosts: few, open: (url) => refusalOfTool('scrape', { url, ...quick }) },
  'MCP scrape proxy_url': {
    hosts: few,
    open: (proxy_url) =>
      refusalOfTool('scrape', { url: `${attacker.origin}/fine`, proxy_url, bypass_cache: true, ...quick }),
  },
  'MCP extract': {
    hosts: few,
    open: (url) => refusalOfTool('extract', { url, selectors: { a: 'h1' }, ...quick }),
  },
  'MCP crawl_start callback_url': {
    hosts: few,
    open: (callback_url) => refusalOfTool('crawl_start', { urls: [`${attacker.origin}/fine`], callback_url }),
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
    expect(['connection_failed', 'invalid_request'], `${name} ${host}`).toContain(await door.open(at(host)));
  });
});

test.each(Object.entries(doors))('%s: no other scheme is taken', async (_, door) => {
  for (const url of scheming) expect(await door.open(url), url).toBe('invalid_request');
});

test('proxy_url: socks5 leads no further', async () => {
  for (const host of few) {
    const { body } = await service.scrape({
      url: `${attacker.origin}/fine`,
      proxy_url: at(host, '').replace('http', 'socks5'),
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

/** Where an address must be one before it is looked at. */
const isAddress = (host: string) => URL.canParse(at(host));

/** A host of its own for each: one that fails is given rest before anybody asks it again. */
const starts: Readonly<Record<string, readonly string[]>> = {
  batch: ['127.0.0.2', 'inside.test', 'both.test'],
  link: ['[::ffff:7f00:2]', 'link.inside.test'],
  pattern: ['[64:ff9b::7f00:2]', 'pattern.inside.test'],
  sitemap: few,
};

test('crawl, all modes', async () => {
  const crawls = Object.entries(starts).flatMap(([mode, hosts]) => hosts.map((host) => ({ mode, host })));
  await inLanes(crawls, async ({ mode, host }) => {
    const where = mode === 'batch' ? { urls: [at(host)] } : { start_url: at(host), url_pattern: '**' };
    const { status, results } = await client.crawl({ mode, ...where, ...direct });
    expect(status.status, `${mode} ${host}`).toBe('failed');
    for (const { error } of results) expect(error, `${mode} ${host}`).toMatch(/^connection_failed/);
  });
}, 120_000);

test('map', async () => {
  await inLanes(few, async (host) => {
    const { status, body } = await client.send('POST', '/v1/map', { url: at(host), timeout_ms: 5000 });
    expect([status, body.count], host).toEqual([200, 0]);
  });
});

test('MCP: map and crawl_start', async () => {
  await inLanes(few, async (host) => {
    const map = await callTool('map', { url: at(host), timeout_ms: 5000 });
    expect(map.structuredContent?.count, host).toBe(0);
  });
  const started = await callTool('crawl_start', { urls: few.map((host) => at(host)), ...direct });
  expect((await client.ended(String(started.structuredContent?.job_id))).status).toBe('failed');
});

test('the commands and the MCP server of this machine, which fetch by themselves', async () => {
  const env = {
    GANNET_ALLOW_NETWORKS: '127.0.0.1/32',
    GANNET_NAME_SERVERS: names.address,
    GANNET_SERVER: '',
  };
  const url = at('inside.test');
  await using out = await mkdtempDisposable(join(tmpdir(), 'gannet-test-'));
  const commands = {
    scrape: [url, '--no-retry'],
    'scrape through a proxy': [`${attacker.origin}/fine`, '--proxy-url', at('127.0.0.2', ''), '--no-retry'],
    map: ['map', url],
    crawl: ['crawl', url, '--max-pages', '2', '--out', out.path],
    'webhooks test': ['webhooks', 'test', url, '--secret', 's'],
  };
  await inLanes(Object.entries(commands), async ([name, args]) => {
    const { code, stdout, stderr } = await gannet(args, { env });
    expect([code === 0, stdout], `${name}: ${stderr}`).toEqual([name === 'map', '']);
  });
  await using agent = await connectStdio([], env);
  const result = await agent.callTool({ name: 'scrape', arguments: { url, ...quick } });
  expect(result.structuredContent).toMatchObject({ error: 'connection_failed' });
}, 180_000);

test('links of a page, robots.txt, its sitemaps, and sitemaps of sitemaps', async () => {
  const inside = spellings.filter(isAddress).map((host) => at(host));
  const entries = (tag: string, inner: string) =>
    `<${tag}>${inside.map((url) => `<${inner}><loc>${url}</loc></${inner}>`).join('')}</${tag}>`;
  pages['/links'] = html(
    'Links',
    `<h1>Links</h1>${words}${inside.map((url) => `<a href="${url}">x</a>`).join('')}`,
  );
  pages['/map.xml'] = file('application/xml', entries('urlset', 'url'));
  pages['/index.xml'] = file('application/xml', entries('sitemapindex', 'sitemap'));
  pages['/away.xml'] = redirect(at('127.0.0.2'));
  pages['/robots.txt'] = file(
    'text/plain',
    [
      'User-agent: *',
      'Allow: /',
      ...inside.map((url) => `Sitemap: ${url}`),
      `Sitemap: ${attacker.origin}/away.xml`,
    ].join('\n'),
  );
  const url = `${attacker.origin}/links`;
  const options = { delay_ms: 0, follow_external: true, timeout_per_page: 8000 };
  const sitemaps = ['/map.xml', '/index.xml', '/away.xml', '/'];
  await Promise.all([
    client.crawl({ start_url: url, max_pages: 60, depth: 1, options }),
    ...sitemaps.map((path) =>
      client.crawl({ mode: 'sitemap', start_url: `${attacker.origin}${path}`, options }),
    ),
    client.send('POST', '/v1/map', { url, follow_external: true, timeout_ms: 10_000 }),
  ]);
}, 180_000);

test('a robots.txt elsewhere', async () => {
  pages['/robots.txt'] = redirect(at('127.0.0.2', '/robots.txt'));
  const { status } = await client.crawl({
    start_url: `http://fine.test:${attacker.port}/fine`,
    options: { delay_ms: 0 },
  });
  expect(status.status).toBe('failed');
});

const visit = (path: string, more: object = {}) =>
  service.scrape({
    url: `${attacker.origin}${path}`,
    block_media: false,
    wait_strategy: 'spa',
    timeout_ms: 10_000,
    retry: false,
    ...more,
  });

const stay = { actions: [{ type: 'wait', ms: 1000 }] };

/**
 * What leads nowhere even so: popups and WebRTC are not let, workers outlive no visit, files and XML refer to nothing, and
 * a tab whose window is away speculates on nothing.
 */
const idle = new Set([
  ...['script-open', 'web-rtc', 'service-worker', 'worker.js', 'early-hints', 'speculation-rules'],
  ...['text.xml', 'paper.pdf', 'letter.docx', 'book.xlsx'],
]);

test('every attack reaches a host that may be reached', async () => {
  const names = [...attacksOn(open.origin).keys()];
  const without: object[] = [];
  await inLanes(names, async (name) => {
    const hasCome = () => idle.has(name) || open.hits.some((hit) => hit.includes(` /${name}/`));
    const answers: object[] = [(await visit(`/control/${name}`)).body];
    // A page without scripts is done when it is parsed: on a busy machine it is left before its styles are asked for.
    if (!hasCome()) answers.push((await visit(`/control/${name}`, stay)).body);
    if (!hasCome()) without.push({ name, answers });
  });
  expect(without).toEqual([]);
}, 180_000);

test('no attack reaches the victim', async () => {
  const attacks = Object.keys(pages).filter((path) => path.startsWith('/attack/'));
  await inLanes(attacks, async (path) => {
    const { body } = await visit(path);
    expect(JSON.stringify(body)).not.toContain('root:x:');
  });
}, 180_000);

test("the caller's script, actions, headers and cookies reach nobody", async () => {
  const to = victim.origin;
  pages['/link'] = html('Link', `<h1>Link</h1>${words}<a id="a" href="${to}/clicked">x</a>`);
  await visit('/fine', {
    javascript: `fetch('${to}/js',{mode:'no-cors'}).catch(()=>0);location.href='${to}/js2'`,
  });
  await visit('/link', { actions: [{ type: 'click', selector: '#a' }] });
  for (const output of ['screenshot', 'pdf', 'csv', 'html']) await visit('/attack/images', { output });
  const headers = {
    'X-Forwarded-Host': `127.0.0.2:${victim.port}`,
    Forwarded: `host=127.0.0.2:${victim.port}`,
  };
  await visit('/fine', { headers });
  expect((await visit('/fine', { headers: { Host: `127.0.0.2:${victim.port}` } })).status).toBe(400);
});

test('a name that leads elsewhere at every look-up', async () => {
  const flip = (n: number | string) => `http://flip${n}.test:${attacker.port}`;
  pages['/again'] = html(
    'Again',
    `<h1>Again</h1>${words}${Array.from({ length: 8 }, (_, n) => `<img src="${flip('x')}/${n}"><script src="${flip(n % 3)}/${n}.js"></script>`).join('')}
     <script>for(let n=0;n<12;n++)fetch('${flip('y')}/'+n,{mode:'no-cors'}).catch(()=>0)</script>`,
  );
  await inLanes([...Array(12).keys()], (n) =>
    service.scrape({ url: `${flip(n)}/again`, block_media: false, timeout_ms: 10_000 }),
  );
  await client.crawl({ urls: [1, 2, 3, 4].map((n) => `${flip(n)}/fine?${n}`), ...direct });
  await client.crawl({
    start_url: `${flip('c')}/again`,
    options: { ...direct.options, follow_external: true },
  });
  // Created while the name is good; sent, and sent again, when it is not.
  for (let n = 0; n < 4; n++)
    await service.post('/v1/webhooks/test', { url: `${flip('hook')}/hook`, secret: 's' });
  const { body } = await client.get('/v1/webhooks/logs');
  expect(body.count).toBeGreaterThan(0);
  const resentAt = new Date().toISOString();
  for (const { delivery_id } of body.deliveries)
    await client.send('POST', `/v1/webhooks/logs/${delivery_id}/resend`);
  await expect
    .poll(async () => {
      const { deliveries } = (await client.get('/v1/webhooks/logs')).body;
      return deliveries.filter((delivery: DeliveryRecord) => (delivery.last_attempt_at ?? '') < resentAt);
    })
    .toEqual([]);
  expect([...turns].filter(([name, times]) => name.startsWith('flip') && times > 2).length).toBeGreaterThan(
    5,
  );
}, 120_000);

test('facilitator and chain', async () => {
  await using selling = await startService({
    GANNET_ALLOW_NETWORKS: '127.0.0.1/32',
    GANNET_X402_PAY_TO: payTo,
    GANNET_X402_NETWORK: 'base-sepolia',
    GANNET_X402_FACILITATOR: victim.origin,
    GANNET_X402_RPC: victim.origin,
  });
  const payer = account(3);
  const permit = encode(envelope1(await sign(payer, authorize(payer.address))));
  const response = await fetch(`${selling.url}/v1/scrape`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-payment': permit },
    body: JSON.stringify({ url: `${attacker.origin}/fine` }),
  });
  expect(response.status).toBe(503);
  expect((await response.json()).detail.error).toBe('payment_unavailable');
});

test('the service goes on as before', async () => {
  const { status, body } = await service.scrape({ url: `http://fine.test:${attacker.port}/fine` });
  expect(status).toBe(200);
  expect(body.data.markdown).toContain('Fine');
});

/** A few at a time: the machine may be small. */
const inLanes = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> => {
  const queue = [...items];
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 4 }, lane));
};
