import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { gannet } from '../support/command.ts';
import { copyDatabaseTo } from '../support/databases.ts';
import { connectStdio } from '../support/mcp-tools.ts';
import { startService } from '../support/service.ts';
import { quick, startWebs, type Webs } from '../support/webs.ts';
import { account } from '../support/x402/chain.ts';
import { authorize, encode, envelope1, payTo, sign } from '../support/x402/permits.ts';

/** Processes that fetch by themselves, or ask a chain: the victim sees nothing of it (test/support/webs.ts). */

let webs: Webs;
beforeAll(async () => {
  webs = await startWebs();
});
afterAll(() => webs[Symbol.asyncDispose]());
afterEach(() => expect(webs.victim.hits).toEqual([]));

const inside = () => webs.at('inside.test');
const own = () => ({ ...webs.settings, GANNET_SERVER: '' });

/** The commands that fetch by themselves. */
const commands: Readonly<Record<string, (out: string) => readonly string[]>> = {
  scrape: () => [inside(), '--no-retry'],
  'scrape through a proxy': () => [
    `${webs.attacker.origin}/fine`,
    '--proxy-url',
    webs.at('127.0.0.2', ''),
    '--no-retry',
  ],
  map: () => ['map', inside()],
  crawl: (out) => ['crawl', inside(), '--max-pages', '2', '--out', out],
  'webhooks test': () => ['webhooks', 'test', inside(), '--secret', 's'],
};

test.each(Object.entries(commands))('the command %s', async (_, args) => {
  await using out = await mkdtempDisposable(join(tmpdir(), 'gannet-test-'));
  // For the crawl.
  await copyDatabaseTo(join(out.path, '.gannet'));
  const { code, stdout, stderr } = await gannet(args(out.path), { env: own() });
  expect([code === 0, stdout], stderr).toEqual([false, '']);
});

test('the MCP server of this machine', async () => {
  await using agent = await connectStdio([], own());
  const call = { name: 'scrape', arguments: { url: inside(), ...quick } };
  // The first call starts all that the others find.
  const result = await agent.callTool(call, { timeout: 120_000 });
  expect(result.structuredContent).toMatchObject({ error: 'connection_failed' });
});

test('facilitator and chain', async () => {
  await using selling = await startService({
    ...webs.settings,
    GANNET_X402_PAY_TO: payTo,
    GANNET_X402_NETWORK: 'base-sepolia',
    GANNET_X402_FACILITATOR: webs.victim.origin,
    GANNET_X402_RPC: webs.victim.origin,
  });
  const payer = account(3);
  const permit = encode(envelope1(await sign(payer, authorize(payer.address))));
  const response = await fetch(`${selling.url}/v1/scrape`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-payment': permit },
    body: JSON.stringify({ url: `${webs.attacker.origin}/fine` }),
  });
  expect(response.status).toBe(503);
  expect((await response.json()).detail.error).toBe('payment_unavailable');
});
