import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../test/support/mcp.ts';
import { account } from '../../test/support/x402/chain.ts';
import { type Fault, startFacilitator } from '../../test/support/x402/facilitator.ts';
import {
  detailOf,
  type Market,
  openMarket,
  patience,
  payer,
  permit,
  signed,
} from '../../test/support/x402/market.ts';
import {
  authorize,
  decode,
  encode,
  envelope1,
  envelope2,
  malleated,
  payTo,
  sign,
  upper,
} from '../../test/support/x402/permits.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
}, patience);
afterEach(() => market.forget());
afterAll(() => market[Symbol.asyncDispose]());

const receipts = {
  1: { header: 'x-payment-response', network: 'base-sepolia' },
  2: { header: 'payment-response', network: 'eip155:84532' },
} as const;

describe('a permit that is good', () => {
  test.each([
    ['version 1', envelope1, 'x-payment', receipts[1]],
    ['version 2', envelope2, 'payment-signature', receipts[2]],
    ['version 1 in the header of version 2', envelope1, 'payment-signature', receipts[1]],
    ['version 2 in the header of version 1', envelope2, 'x-payment', receipts[2]],
  ])('%s pays exactly the price, once', async (_, envelope, header, receipt) => {
    const before = await market.chain.balance(payTo);
    const own = await signed();
    const response = await market.shop.post({ [header]: encode(envelope(own)) });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const { payment } = (await response.json()) as { payment: { transaction: `0x${string}` } };
    expect(payment).toEqual({
      settled: true,
      amount_usd: '0.005',
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      network: 'base-sepolia',
      payer: payer.address.toLowerCase(),
      error: null,
    });
    expect(decode(response.headers.get(receipt.header))).toEqual({
      success: true,
      transaction: payment.transaction,
      network: receipt.network,
      payer: payer.address.toLowerCase(),
    });
    expect(await market.chain.balance(payTo)).toBe(before + 5000);
    expect(await market.chain.client.getTransactionReceipt({ hash: payment.transaction })).toMatchObject({
      status: 'success',
    });
    expect(await market.newest()).toMatchObject({
      state: 'settled',
      transaction: payment.transaction,
      nonce: own.authorization.nonce,
      amount: '5000',
      network: 'eip155:84532',
      endpoint: 'scrape',
      requestId: response.headers.get('x-request-id'),
    });
  });

  test.each([
    ['without padding', async () => (await permit()).replace(/=+$/, '')],
    [
      'with 8 KB of what nobody knows',
      async () => encode(envelope1(await signed(), { junk: 'x'.repeat(6000) })),
    ],
    [
      'with a window of ten years',
      () => permit({ validBefore: String(Math.floor(Date.now() / 1000) + 315_360_000) }),
    ],
    ['in capitals', async () => encode(envelope1(upper(await signed())))],
  ])('%s is taken', async (_, make) => {
    const response = await market.shop.pay(await make());
    expect(await response.json()).toMatchObject({ payment: { settled: true } });
    const { body } = market.facilitator.requests.at(-1) ?? {};
    expect(JSON.stringify(body)).not.toContain('junk');
  });

  test('beside a key that is valid is left alone', async () => {
    const { key } = await market.shop.keys.create({ owner: 'ada' });
    const asked = market.facilitator.requests.length;
    const header = await permit();
    const response = await market.shop.post({ authorization: `Bearer ${key}`, 'x-payment': header });
    expect(await response.json()).toMatchObject({ status: 200, payment: null });
    expect(market.facilitator.requests).toHaveLength(asked);
    expect((await market.shop.pay(header)).status).toBe(200);
  });

  test('beside a key that is not valid pays', async () => {
    const response = await market.shop.post({
      authorization: 'Bearer nonsense',
      'x-payment': await permit(),
    });
    expect(await response.json()).toMatchObject({ payment: { settled: true } });
  });

  test('of a contract’s wallet pays (ERC-1271)', async () => {
    const wallet = await market.chain.deployWallet(payer.address);
    await market.chain.mint(wallet, 10_000n);
    const own = await sign(payer, authorize(wallet));
    // The wallet asks for a byte of its own before the signature.
    const payload = { ...own, signature: `0x01${own.signature.slice(2)}` };
    for (const envelope of [envelope1, envelope2]) {
      const again = await sign(payer, authorize(wallet));
      const response = await market.shop.pay(
        encode(envelope({ ...again, signature: `0x01${again.signature.slice(2)}` })),
      );
      expect(await response.json()).toMatchObject({
        payment: { settled: true, payer: wallet.toLowerCase() },
      });
    }
    const garbage = { ...payload, signature: `0x02${own.signature.slice(2)}` };
    expect((await market.shop.pay(encode(envelope1(garbage)))).status).toBe(401);
  });
});

describe('a permit is good for one request', () => {
  const replays: [string, (own: Awaited<ReturnType<typeof signed>>) => object][] = [
    ['as it was', envelope1],
    ['in capitals', (own) => envelope1(upper(own))],
    ['dressed as version 2', envelope2],
    [
      'with the other signature that fits',
      (own) => envelope1({ ...own, signature: malleated(own.signature) }),
    ],
  ];

  test.each(replays)('again, %s', async (_, envelope) => {
    const own = await signed();
    expect((await market.shop.pay(encode(envelope1(own)))).status).toBe(200);
    const [works, paid] = [market.shop.works, await market.chain.balance(payTo)];
    const response = await market.shop.pay(encode(envelope(own)));
    expect(response.status).toBe(401);
    expect(await detailOf(response)).toMatchObject({ error: 'unauthorized', payment_charged: false });
    expect([market.shop.works, await market.chain.balance(payTo)]).toEqual([works, paid]);
  });

  test('however many ask at once', async () => {
    const header = await permit();
    const works = market.shop.works;
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await market.shop.pay(header)).status),
    );
    expect(statuses.toSorted()).toEqual([200, ...Array(19).fill(401)]);
    expect(market.shop.works).toBe(works + 1);
  });

  test('also when its work failed', async () => {
    await using failing = await market.openShop({
      work: async () => {
        throw new Error('no page');
      },
    });
    const [header, settled] = [await permit(), market.settlements()];
    const response = await failing.pay(header);
    expect(response.status).toBe(500);
    expect(await detailOf(response)).toMatchObject({ error: 'scrape_failed', payment_charged: false });
    expect(market.settlements()).toBe(settled);
    expect(await market.newest()).toMatchObject({ state: 'unsettled', reason: 'fault' });
    expect((await failing.pay(header)).status).toBe(401);
  });

  test.each([
    ['version 1', envelope1, receipts[1].header],
    ['version 2', envelope2, receipts[2].header],
  ])('also when what came was nothing to pay for, %s', async (_, envelope, receipt) => {
    await using shop = await market.openShop({ outcome: 'origin_error' });
    const [header, settled] = [encode(envelope(await signed())), market.settlements()];
    const response = await shop.pay(header);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      payment: { settled: false, transaction: '', error: 'not_charged' },
    });
    expect(decode(response.headers.get(receipt))).toMatchObject({
      success: false,
      errorReason: 'not_charged',
    });
    expect(market.settlements()).toBe(settled);
    expect(await market.newest()).toMatchObject({ state: 'unsettled', reason: 'origin_error' });
    expect((await shop.pay(header)).status).toBe(401);
  });

  test('after a restart, long after', async () => {
    const header = await permit();
    expect((await market.shop.pay(header)).status).toBe(200);
    await market.database.query(
      sql`update payments set created_at = now() - interval '301 s', updated_at = now() - interval '301 s'`,
    );
    await using restarted = await market.openShop();
    expect((await restarted.pay(header)).status).toBe(401);
    expect(restarted.works).toBe(0);
  });
});

describe('the service', () => {
  test('without any credentials: 402 with what both versions of clients look for', async () => {
    const response = await market.shop.post({});
    expect(response.status).toBe(402);
    expect(await response.json()).toEqual({
      x402Version: 1,
      error: 'X-PAYMENT header is required',
      accepts: [
        {
          scheme: 'exact',
          network: 'base-sepolia',
          maxAmountRequired: '5000',
          asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
          payTo,
          resource: `${market.shop.api.base}/v1/scrape`,
          description: expect.any(String),
          mimeType: 'application/json',
          maxTimeoutSeconds: 300,
          extra: { name: 'USDC', version: '2' },
        },
      ],
      detail: {
        error: 'payment_required',
        message: expect.any(String),
        reason: 'payment_required',
        url: 'https://example.com/',
        payment_charged: false,
      },
    });
    expect(decode(response.headers.get('payment-required'))).toEqual({
      x402Version: 2,
      error: 'X-PAYMENT header is required',
      resource: {
        url: `${market.shop.api.base}/v1/scrape`,
        description: expect.any(String),
        mimeType: 'application/json',
      },
      accepts: [
        {
          scheme: 'exact',
          network: 'eip155:84532',
          amount: '5000',
          asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
          payTo,
          maxTimeoutSeconds: 300,
          extra: { name: 'USDC', version: '2' },
        },
      ],
    });
  });

  test('with a key that is not valid, and no permit: 401', async () => {
    const response = await market.shop.post({ authorization: `Bearer svc_live_${'0'.repeat(64)}` });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(await response.json()).toEqual({
      detail: expect.objectContaining({ error: 'unauthorized', payment_charged: false }),
    });
  });

  test('the switch for 401, and no payments at all: 401 without offers', async () => {
    await using quiet = await market.openShop({ environment: { GANNET_X402_CHALLENGE: '401' } });
    await using free = await market.openShop({ facilitator: '' });
    for (const response of [await quiet.post({}), await free.post({}), await free.pay(await permit())]) {
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(response.headers.get('payment-required')).toBeNull();
    }
    expect((await quiet.pay(await permit())).status).toBe(200);
  });

  test('a body that is wrong: 400, and the permit is good for another try', async () => {
    const header = await permit();
    for (const body of [{}, { url: 'https://example.com/', timeout_ms: 1 }, { url: 'x', output: 'docx' }])
      expect((await market.shop.pay(header, body)).status).toBe(400);
    expect((await market.shop.pay(header)).status).toBe(200);
  });

  test('a client that leaves pays nothing', async () => {
    const atWork = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    await using slow = await market.openShop({
      work: (signal) =>
        new Promise((_, reject) => {
          atWork.resolve();
          signal.addEventListener('abort', () => {
            reject(signal.reason);
            left.resolve();
          });
        }),
    });
    const settled = market.settlements();
    const leaving = new AbortController();
    const request = slow.api
      .fetch('/v1/scrape', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-payment': await permit() },
        body: '{"url":"https://example.com/"}',
        signal: leaving.signal,
      })
      .catch((error: Error) => error.name);
    await atWork.promise;
    leaving.abort();
    expect(await request).toBe('AbortError');
    await left.promise;
    await slow.api.close();
    await expect.poll(market.newest).toMatchObject({ state: 'unsettled', reason: 'client_left' });
    expect(market.settlements()).toBe(settled);
  });

  test('work is given up in time to be paid for, and then is not charged', async () => {
    await using slow = await market.openShop({
      work: (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    // 15 s are kept for the settlement, 5 s at least are given to the work.
    const validBefore = String(Math.floor(Date.now() / 1000) + 23);
    const settled = market.settlements();
    const response = await slow.pay(await permit({ validBefore }));
    expect(response.status).toBe(504);
    expect(await detailOf(response)).toMatchObject({ error: 'timeout', payment_charged: false });
    expect(market.settlements()).toBe(settled);
  });

  test.each([
    [300, 15_000],
    // 15 s are kept for the settlement.
    [25, 10_000],
  ])('of a permit for %i s a page gets %i ms at most, at every door', async (left, most) => {
    const budgets: number[] = [];
    await using watched = await market.openShop({ work: async (_, ms) => void budgets.push(ms) });
    await using client = await connect(watched.api.base);
    const url = 'https://example.com/';
    const wares = [
      ['scrape', { url, timeout_ms: 15_000 }],
      ['extract', { url, selectors: { title: 'h1' }, options: { timeout: 15_000 } }],
    ] as const;
    const signOne = () => signed({ validBefore: String(Math.floor(Date.now() / 1000) + left) });
    for (const [name, body] of wares) {
      const { status } = await watched.api.fetch(`/v1/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-payment': encode(envelope1(await signOne())) },
        body: JSON.stringify(body),
      });
      expect(status).toBe(200);
      const _meta = { 'x402/payment': envelope2(await signOne()) };
      await client.callTool({ name, arguments: body, _meta });
    }
    expect(budgets).toHaveLength(4);
    for (const ms of budgets) expect(ms).toBeLessThanOrEqual(most);
  });

  test('a facilitator that speaks one version only takes permits of both', async () => {
    for (const version of [1, 2] as const) {
      await using narrow = await startFacilitator(market.chain, [version]);
      await using through = await market.openShop({ facilitator: narrow.url });
      await through.facilitator?.learn();
      for (const envelope of [envelope1, envelope2])
        expect((await through.pay(encode(envelope(await signed())))).status).toBe(200);
      expect(narrow.requests.map(({ body }) => body.x402Version)).toEqual([
        version,
        version,
        version,
        version,
      ]);
    }
  });
});

describe('who may go on', () => {
  const failed: Fault = {
    answer: [200, { success: false, errorReason: 'insufficient_funds', transaction: '' }],
  };
  const lost: Fault = { drop: 'before' };

  test('a payer has five requests under way at most, in whatever order they come', async () => {
    const gate = Promise.withResolvers<void>();
    await using slow = await market.openShop({ work: () => gate.promise });
    const running = Promise.all(Array.from({ length: 8 }, async () => slow.pay(await permit())));
    await expect.poll(() => slow.works).toBe(5);
    const busy = await slow.pay(await permit());
    gate.resolve();
    const statuses = (await running).map(({ status }) => status);
    expect([busy.status, ...statuses].toSorted()).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429]);
    expect(busy.headers.get('retry-after')).toBe('1');
    expect(await detailOf(busy)).toMatchObject({ error: 'rate_limited', reason: 'payer_busy' });
  });

  test('three payments that failed stop a payer for ten minutes, and nobody else', async () => {
    market.facilitator.faults['/settle'].push(failed, failed, failed);
    for (let i = 0; i < 3; i++) expect((await market.shop.pay(await permit())).status).toBe(402);
    const asked = market.facilitator.requests.length;
    const response = await market.shop.pay(await permit());
    expect(response.status).toBe(429);
    expect(await detailOf(response)).toMatchObject({ reason: 'payer_blocked', payment_charged: false });
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(550);
    expect(seconds).toBeLessThanOrEqual(600);
    expect(market.facilitator.requests).toHaveLength(asked);

    const other = account(3);
    await market.chain.mint(other.address, 5000n);
    expect(
      (await market.shop.pay(encode(envelope1(await sign(other, authorize(other.address)))))).status,
    ).toBe(200);
    await market.database.query(
      sql`update payments set updated_at = updated_at - interval '10 min' where state = 'failed'`,
    );
    expect((await market.shop.pay(await permit())).status).toBe(200);
  });

  test('three payments in doubt stop a payer, five within a minute everyone, until they are decided', async () => {
    const others = [account(3), account(9)];
    for (const other of others) await market.chain.mint(other.address, 50_000n);
    const payAs = async (who: typeof payer) =>
      market.shop.pay(encode(envelope1(await sign(who, authorize(who.address)))));
    const [second = payer, third = payer] = others;
    const statuses: number[] = [];
    for (const who of [payer, payer, payer, second, second]) {
      market.facilitator.faults['/settle'].push(lost, lost, lost);
      statuses.push((await payAs(who)).status);
      if (statuses.length === 3) expect((await payAs(payer)).status).toBe(503);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    const [works, asked] = [market.shop.works, market.facilitator.requests.length];
    const response = await payAs(third);
    expect(response.status).toBe(503);
    expect(await detailOf(response)).toMatchObject({ error: 'payment_unavailable', payment_charged: false });
    expect([market.shop.works, market.facilitator.requests.length]).toEqual([works, asked]);

    await market.hurry();
    expect(await market.shop.reconcile()).toBe(5);
    expect((await payAs(third)).status).toBe(200);
  });
});
