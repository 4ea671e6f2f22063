import { once } from 'node:events';
import { x402Client } from '@x402/core/client';
import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { ExactEvmSchemeV1 } from '@x402/evm/v1';
import { decodePaymentResponseHeader, wrapFetchWithPayment } from '@x402/fetch';
import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../client/src/index.ts';
import { makeTestPlace } from '../support/databases.ts';
import { eventually, type Service, startService } from '../support/service.ts';
import { html, type Site, startSite } from '../support/site.ts';
import { account, type Chain, startChain } from '../support/x402/chain.ts';
import { startFacilitator, type TestFacilitator } from '../support/x402/facilitator.ts';
import { patience } from '../support/x402/market.ts';
import { authorize, encode, envelope1, payTo, sign } from '../support/x402/permits.ts';

/** A running gannet with a real browser, paid by unmodified clients on a chain of our own. */

let chain: Chain;
let facilitator: TestFacilitator;
let site: Site;
const payer = account(2);
const text =
  'Gannets dive from thirty metres and enter the sea like arrows, which few other birds can do. '.repeat(6);

beforeAll(async () => {
  chain = await startChain();
  facilitator = await startFacilitator(chain);
  await chain.mint(payer.address, 1_000_000n);
  site = await startSite({ '/page': html('Gannets', `<h1>Gannets</h1><p>${text}</p>`) });
}, patience);
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await facilitator[Symbol.asyncDispose]();
  await chain[Symbol.asyncDispose]();
});

const payments = () => ({
  GANNET_X402_PAY_TO: payTo,
  GANNET_X402_FACILITATOR: facilitator.url,
  GANNET_X402_NETWORK: 'base-sepolia',
  GANNET_RENDER: 'always',
});
const request = (more: Readonly<Record<string, unknown>> = { bypass_cache: true }): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ url: `${site.origin}/page`, ...more }),
});

/** What is sold: each endpoint with a request and what comes of it. */
const wares = [
  [
    'scrape',
    { bypass_cache: true },
    { title: 'Gannets', markdown: expect.stringContaining('enter the sea like arrows') },
  ],
  ['extract', { selectors: { heading: 'h1' }, options: { bypass_cache: true } }, { heading: 'Gannets' }],
] as const;

/** Clients of version 1 know nothing of the header that tells of version 2. */
const withoutVersion2: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const headers = new Headers(response.headers);
  headers.delete('payment-required');
  return new Response(response.body, { status: response.status, headers });
};

const version2 = () =>
  wrapFetchWithPayment(fetch, registerExactEvmScheme(new x402Client(), { signer: payer }));
const clients: readonly [string, () => typeof fetch, string][] = [
  ['version 2', version2, 'payment-response'],
  [
    'version 1',
    () =>
      wrapFetchWithPayment(
        withoutVersion2,
        new x402Client().registerV1('base-sepolia', new ExactEvmSchemeV1(payer)),
      ),
    'x-payment-response',
  ],
];

test(
  'unmodified clients of both versions pay for a page and for data, exactly the price',
  async () => {
    await using service = await startService(payments());
    expect(await (await fetch(`${service.url}/v1/pricing`)).json()).toEqual({
      x402_enabled: true,
      price_usd: '0.005',
      token_address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      network: 'base-sepolia',
      pay_to: payTo,
      facilitator: facilitator.url,
      payment_header: 'X-PAYMENT',
      x402: {
        versions: [1, 2],
        scheme: 'exact',
        chain_id: 84_532,
        caip2: 'eip155:84532',
        amount: '5000',
        decimals: 6,
        token_name: 'USDC',
        token_version: '2',
        max_timeout_seconds: 300,
      },
    });
    expect(await (await fetch(`${service.url}/health`)).json()).toMatchObject({ x402_enabled: true });

    const buy = async ([version, client, header]: (typeof clients)[number], ware: (typeof wares)[number]) => {
      const [endpoint, asked, data] = ware;
      const [before, owned] = [await chain.balance(payTo), await chain.balance(payer.address)];
      const response = await client()(`${service.url}/v1/${endpoint}`, request(asked));
      expect(response.status, `${endpoint}, ${version}`).toBe(200);
      const body = await response.json();
      expect(body).toMatchObject({
        data,
        metadata: { engine: 'browser' },
        payment: {
          settled: true,
          amount_usd: '0.005',
          network: 'base-sepolia',
          payer: payer.address.toLowerCase(),
        },
      });
      const receipt = decodePaymentResponseHeader(response.headers.get(header) ?? '');
      expect(receipt).toMatchObject({ success: true, transaction: body.payment.transaction });
      expect(await chain.balance(payTo)).toBe(before + 5000);
      expect(await chain.balance(payer.address)).toBe(owned - 5000);
      const mined = await chain.client.getTransactionReceipt({ hash: body.payment.transaction as Hex });
      expect(mined.status).toBe('success');
    };
    for (const client of clients) for (const ware of wares) await buy(client, ware);

    // The SDK, with the client of a library for either version.
    const signers = [
      registerExactEvmScheme(new x402Client(), { signer: payer }),
      async (offer: { resource: unknown }) => {
        const permit = await sign(payer, authorize(payer.address));
        expect(offer.resource).toMatchObject({ url: `${service.url}/v1/scrape` });
        return encode(envelope1(permit));
      },
    ];
    for (const signer of signers) {
      const owned = await chain.balance(payer.address);
      const gannet = createClient({ url: service.url, payer: signer });
      const page = await gannet.scrape({ url: `${site.origin}/page`, bypass_cache: true });
      expect(page.payment).toMatchObject({ settled: true, amount_usd: '0.005' });
      expect(await chain.balance(payer.address)).toBe(owned - 5000);
    }

    // A page that cannot be had costs nothing.
    const before = await chain.balance(payTo);
    for (const [endpoint, asked] of wares) {
      const failed = await version2()(
        `${service.url}/v1/${endpoint}`,
        request({ ...asked, url: 'http://127.0.0.1:1/' }),
      );
      expect(failed.status).toBe(400);
      expect(await failed.json()).toMatchObject({
        detail: { error: 'connection_failed', payment_charged: false },
      });
    }
    expect(await chain.balance(payTo)).toBe(before);
  },
  patience,
);

test(
  'killed between settlement and answer: the next start finds the payment',
  async () => {
    const place = await makeTestPlace('embedded');
    try {
      const environment = { ...payments(), GANNET_DATA_DIR: place.options.dataDir };
      const before = await chain.balance(payTo);
      const permit = encode(envelope1(await sign(payer, authorize(payer.address))));
      const paid = { ...request(), headers: { 'content-type': 'application/json', 'x-payment': permit } };
      {
        await using service = await startService(environment);
        facilitator.faults['/settle'].push({ delayAfter: 600_000 });
        const lost = fetch(`${service.url}/v1/scrape`, paid).catch((error: Error) => error.message);
        await eventually(async () => (await chain.balance(payTo)) === before + 5000);
        service.process.kill('SIGKILL');
        await once(service.process, 'exit');
        expect(await lost).toMatch(/failed/);
      }
      await using service = await startService(environment);
      await eventually(async () => (await stateOf(service)) === 'settled');
      expect((await fetch(`${service.url}/v1/scrape`, paid)).status).toBe(401);
      expect(await chain.balance(payTo)).toBe(before + 5000);
    } finally {
      await place.remove();
    }
  },
  patience,
);

/** What the service says itself of the payments that it has decided. */
const stateOf = async ({ url }: Service): Promise<string | undefined> => {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return /gannet_payments_total\{state="(\w+)"\} 1/.exec(metrics)?.[1];
};
