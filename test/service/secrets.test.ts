import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import sql, { raw } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { crawlClient } from '../support/crawl-client.ts';
import { makeTestPlace } from '../support/databases.ts';
import { startHttpProxy } from '../support/proxies.ts';
import { startReceiver } from '../support/receiver.ts';
import { eventually, startService } from '../support/service.ts';
import { html, startSite } from '../support/site.ts';
import { account } from '../support/x402/chain.ts';
import { authorize, encode, envelope1, payTo, sign } from '../support/x402/permits.ts';

/**
 * Secrets of every kind are planted through every door. Then everything that others may read is searched for them: the
 * log at its most talkative, the metrics, every answer, and all rows of the database.
 */

const word = () => `planted${randomBytes(12).toString('hex')}`;
const keyOf = () => `svc_live_${randomBytes(32).toString('hex')}`;

test('what a site gives one caller, and what one caller sends, no other caller brings to it', async () => {
  const keys = [keyOf(), keyOf()];
  const body = html(
    'Page',
    `<h1>Page</h1><p>${'Gannets dive. '.repeat(40)}</p><script>localStorage.a ??= 1</script>`,
  );
  await using site = await startSite({
    '/page': (_, response) =>
      response
        .writeHead(200, {
          'content-type': 'text/html',
          'set-cookie': ['given=1; Path=/', 'kept=1; HttpOnly; Max-Age=99'],
        })
        .end(body),
  });
  await using service = await startService({
    GANNET_API_KEYS: keys.map((key, n) => `owner${n}:${key}`).join(' '),
  });
  const url = `${site.origin}/page`;
  const own = { cookies: [{ name: 'own', value: '1' }], headers: { Authorization: 'Basic eA==' } };
  for (const [n, more] of [own, {}, own, {}].entries()) {
    const answer = await crawlClient(service, keys[n % 2]).send('POST', '/v1/scrape', {
      url,
      bypass_cache: true,
      ...more,
    });
    expect(answer.status).toBe(200);
  }
  const seen = site.requests.filter(({ url: path }) => path === '/page');
  expect(seen.map(({ headers }) => [headers.cookie, headers.authorization])).toEqual([
    ['own=1', 'Basic eA=='],
    [undefined, undefined],
    ['own=1', 'Basic eA=='],
    [undefined, undefined],
  ]);
});

test('nothing that was planted is found', async () => {
  const key = keyOf();
  const stranger = keyOf();
  const planted = {
    'API key': key,
    'API key that is wrong': keyOf(),
    'webhook secret': word(),
    'webhook secret of a test': word(),
    'password of a proxy in a request': word(),
    'password of a configured proxy': word(),
    "request's Authorization header": word(),
    "request's own header": word(),
    'cookie value': word(),
    'typed text': word(),
    "facilitator's token": word(),
    'user name of the database': word(),
  };
  const page = html('Page', `<h1>Page</h1><p>${'Gannets dive. '.repeat(40)}</p><form><input id="i"></form>`);
  await using site = await startSite({ '/page': page });
  await using receiver = await startReceiver();
  await using proxy = await startHttpProxy({
    credentials: `me:${planted['password of a configured proxy']}`,
  });
  await using facilitator = await startFacilitatorThatFails();
  const place = await makeTestPlace('postgres');
  const address = new URL(place.options.url ?? '');
  const name = planted['user name of the database'];
  const admin = await openDatabase({ ...place.options });
  await admin.query(raw(`create role ${name} superuser login`));
  const answers: string[] = [];
  const note = (text: string) => answers.push(text);
  let output: readonly string[] = [];
  try {
    await using service = await startService({
      GANNET_LOG: 'trace',
      GANNET_ALLOW_NETWORKS: '127.0.0.1/32',
      GANNET_API_KEYS: `tester:${key} stranger:${stranger}`,
      DATABASE_URL: Object.assign(address, { username: name }).href,
      GANNET_PROXIES: proxy.url,
      GANNET_X402_PAY_TO: payTo,
      GANNET_X402_NETWORK: 'base-sepolia',
      GANNET_X402_FACILITATOR: facilitator.url,
      GANNET_X402_AUTHORIZATION: `Bearer ${planted["facilitator's token"]}`,
    });
    output = service.output;
    const client = crawlClient(service, key);
    const other = crawlClient(service, stranger);
    const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const answer = await client.send('POST', path, body, headers);
      note(JSON.stringify([answer.body, [...answer.headers]]));
      return answer;
    };
    const url = `${site.origin}/page`;
    const secretive = {
      url,
      headers: {
        Authorization: `Bearer ${planted["request's Authorization header"]}`,
        'X-Own': planted["request's own header"],
      },
      cookies: [{ name: 'session', value: planted['cookie value'] }],
      actions: [{ type: 'type', selector: '#i', text: planted['typed text'] }],
      retry: false,
    };
    await send('/v1/scrape', secretive);
    await send('/v1/extract', { ...secretive, selectors: { title: 'h1' } });
    // The same where it fails: refused, unreachable, without its element, with a script that throws.
    await send('/v1/scrape', { ...secretive, url: 'http://127.0.0.2:9/' });
    await send('/v1/scrape', { ...secretive, output: 'nothing' });
    await send('/v1/scrape', { ...secretive, headers: { ...secretive.headers, Host: 'x' } });
    await send('/v1/scrape', { ...secretive, wait_for_selector: '#never', timeout_ms: 1500 });
    await send('/v1/scrape', { ...secretive, javascript: 'throw new Error("no")' });
    const password = planted['password of a proxy in a request'];
    for (const scheme of ['http', 'socks5'])
      await send('/v1/scrape', { url, proxy_url: `${scheme}://me:${password}@127.0.0.1:9`, retry: false });
    await send('/v1/scrape', { url, proxy_url: `ftp://me:${password}@127.0.0.1:9` });
    await send('/v1/webhooks/test', { url: receiver.url, secret: planted['webhook secret of a test'] });
    await send('/v1/webhooks/test', {
      url: 'http://127.0.0.1:9/',
      secret: planted['webhook secret of a test'],
    });
    const created = await send('/v1/crawl', {
      urls: [url],
      callback_url: receiver.url,
      webhook_secret: planted['webhook secret'],
      options: { delay_ms: 0 },
    });
    const id = created.body.job_id;
    await client.ended(id);
    await eventually(() => receiver.received.length >= 2, 30_000);
    for (const path of ['', '/results', '/errors'])
      note(JSON.stringify((await client.get(`/v1/crawl/${id}${path}`)).body));
    note(JSON.stringify((await client.get('/v1/webhooks/logs')).body));

    // What others read: their own lists are empty, and nothing of somebody else's is there for them.
    expect((await other.get('/v1/crawl')).body).toEqual({ count: 0, jobs: [] });
    expect((await other.get('/v1/webhooks/logs')).body).toEqual({ count: 0, deliveries: [] });
    const [delivery] = (await client.get('/v1/webhooks/logs')).body.deliveries;
    for (const [method, path] of [
      ...['', '/results', '/errors', '/events'].map((end) => ['GET', `/v1/crawl/${id}${end}`]),
      ['DELETE', `/v1/crawl/${id}`],
      ['POST', `/v1/webhooks/logs/${delivery.delivery_id}/resend`],
    ] as const)
      expect((await other.send(method ?? '', path ?? '')).status, `${method} ${path}`).toBe(404);

    for (const authorization of [
      `Bearer ${planted['API key that is wrong']}`,
      planted['API key that is wrong'],
    ])
      await send('/v1/scrape', { url }, { authorization });
    const payer = account(4);
    const permit = await sign(payer, authorize(payer.address));
    const paid = await fetch(`${service.url}/v1/scrape`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-payment': encode(envelope1(permit)) },
      body: JSON.stringify({ url }),
    });
    note(await paid.text());
    expect(paid.status).toBe(503);
    expect(facilitator.authorizations).toContain(`Bearer ${planted["facilitator's token"]}`);
    Object.assign(planted, { 'signature of a permit': permit.signature.slice(2) });
    for (const path of ['/metrics', '/health', '/v1/proxy/status', '/v1/pricing', '/openapi.json'])
      note(await (await fetch(`${service.url}${path}`)).text());
    await service.stop();
  } finally {
    const tables = await admin.query<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    expect(tables.length).toBeGreaterThan(5);
    const rows = await Promise.all(
      tables.map(({ name }) =>
        admin.query<{ row: string }>(raw(`select to_jsonb(t)::text as row from "${name}" t`)),
      ),
    );
    await admin.close();
    await place.remove();
    const places = {
      log: output.join('\n'),
      answers: answers.join('\n'),
      database: rows
        .flat()
        .map(({ row }) => row)
        .join('\n'),
    };
    expect(places.log.split('\n').length).toBeGreaterThan(50);
    expect(places.database.length).toBeGreaterThan(1000);
    const found = Object.entries(planted).flatMap(([what, secret]) =>
      Object.entries(places)
        .filter(([, text]) => formsOf(secret).some((form) => text.includes(form)))
        .map(([where]) => `${what} in the ${where}`),
    );
    expect(found).toEqual([]);
  }
}, 180_000);

/** As it is, and as it may be written. */
const formsOf = (secret: string): readonly string[] => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
  encodeURIComponent(secret),
];

/** Answers 500 to everything, with what it was sent: its words must not be passed on. */
const startFacilitatorThatFails = async () => {
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    authorizations.push(request.headers.authorization);
    request.pipe(response.writeHead(500));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    authorizations,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
