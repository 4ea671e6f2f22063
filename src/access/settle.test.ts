import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Page, startSite } from '../../test/support/site.ts';
import { account } from '../../test/support/x402/chain.ts';
import type { Fault } from '../../test/support/x402/facilitator.ts';
import {
  detailOf,
  type Market,
  openMarket,
  patience,
  payer,
  permit,
  signed,
} from '../../test/support/x402/market.ts';
import { authorize, decode, encode, envelope1, payTo, sign } from '../../test/support/x402/permits.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
}, patience);
afterEach(() => market.forget());
afterAll(() => market[Symbol.asyncDispose]());

/** As a library tells of a node that did not answer: with the whole call. */
const nodeIsGone = `HTTP request failed. URL: http://127.0.0.1:1/ Contract Call: function:
  transferWithAuthorization(address from, uint256 validBefore, bytes signature) Details: fetch failed`;

describe('the facilitator, before the work', () => {
  const faults: readonly [string, Fault][] = [
    ['hangs up', { drop: 'before' }],
    ['hangs up after its check', { drop: 'after' }],
    ['is too slow', { delay: 700 }],
    ['breaks', { answer: [500, { error: 'boom' }] }],
    ['breaks and calls it invalid', { answer: [500, { isValid: false, invalidReason: 'invalid_scheme' }] }],
    ['says nothing', { answer: [200, {}] }],
    ['says yes as text', { answer: [200, { isValid: 'true' }] }],
    ['talks of someone else', { answer: [200, { isValid: true, payer: payTo }] }],
    ['writes no JSON', { answer: [200, '<html>'] }],
    ['writes without end', { answer: [200, 'x'.repeat(200_000)] }],
    ['is at its limit', { answer: [429, { error: 'slow down' }] }],
    ['fails itself', { answer: [200, { isValid: false, invalidReason: 'unexpected_verify_error' }] }],
    ['has no node of the chain', { answer: [200, { isValid: false, invalidReason: 'rpc_error' }] }],
    ['is asked too often', { answer: [400, { isValid: false, invalidReason: 'rate_limited' }] }],
    ['does not reach the chain', { answer: [200, { isValid: false, invalidReason: nodeIsGone }] }],
  ];

  test.each(faults)('%s: 503, and the permit is good for another try', async (_, fault) => {
    await using hasty = await market.openShop({ times: { verifyMs: 500, settleMs: 5000 } });
    const header = await permit();
    market.facilitator.faults['/verify'].push(fault);
    const response = await hasty.pay(header);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await detailOf(response)).toMatchObject({ error: 'payment_unavailable', payment_charged: false });
    expect(hasty.works).toBe(0);
    expect((await market.shop.pay(header)).status).toBe(200);
  });

  test('has moved: it is followed, and told its secret at its old place only', async () => {
    const authorizations: (string | undefined)[] = [];
    const moved =
      (path: string): Page =>
      ({ headers }, response) => {
        authorizations.push(headers.authorization);
        response.writeHead(308, { location: `${market.facilitator.url}${path}` }).end();
      };
    await using old = await startSite({ '/verify': moved('/verify'), '/settle': moved('/settle') });
    const asked = market.facilitator.requests.length;
    await using shop = await market.openShop({
      facilitator: old.origin,
      environment: { GANNET_X402_AUTHORIZATION: 'Bearer hush' },
    });
    expect((await shop.pay(await permit())).status).toBe(200);
    expect(authorizations).toEqual(['Bearer hush', 'Bearer hush']);
    const followed = market.facilitator.requests.slice(asked);
    expect(followed.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
  });

  test('is not there at all: 503', async () => {
    await using alone = await market.openShop({ facilitator: 'http://127.0.0.1:1' });
    expect((await alone.pay(await permit())).status).toBe(503);
  });

  test('stands where nobody may go: 503, nobody is asked', async () => {
    await using guarded = await market.openShop({ environment: { GANNET_ALLOW_NETWORKS: '' } });
    const asked = market.facilitator.requests.length;
    expect((await guarded.pay(await permit())).status).toBe(503);
    expect(market.facilitator.requests).toHaveLength(asked);
  });

  test('refuses with 400: 401', async () => {
    market.facilitator.faults['/verify'].push({
      answer: [400, { isValid: false, invalidReason: 'invalid_scheme' }],
    });
    const response = await market.shop.pay(await permit());
    expect([response.status, (await detailOf(response)).reason]).toEqual([401, 'invalid_scheme']);
  });

  test('finds too little in the wallet: 402', async () => {
    const poor = account(4);
    const response = await market.shop.pay(encode(envelope1(await sign(poor, authorize(poor.address)))));
    expect(response.status).toBe(402);
    expect(await detailOf(response)).toMatchObject({ error: 'payment_insufficient', payment_charged: false });
  });
});

describe('the facilitator, after the work', () => {
  const unconfirmed = { settled: false, error: 'settlement_unconfirmed' };
  const pending = { settled: false, error: 'settlement_pending' };
  const hash = `0x${'ab'.repeat(32)}`;
  const isPending: Fault = {
    answer: [500, { success: false, errorReason: 'settlement_pending', transaction: hash }],
  };
  const times = (count: number, fault: Fault) => Array<Fault>(count).fill(fault);
  const unknown: readonly [string, Fault[], object][] = [
    ['is lost before it happens', times(3, { drop: 'before' }), unconfirmed],
    ['is lost after it happened', times(3, { drop: 'after' }), unconfirmed],
    ['is too slow', times(3, { delayAfter: 700 }), unconfirmed],
    ['is pending', times(3, isPending), { ...pending, transaction: hash }],
    ['is garbage', times(3, { answer: [200, 'garbage'] }), unconfirmed],
    [
      'is a success without a transaction',
      times(3, { answer: [200, { success: true, transaction: 'soon' }] }),
      unconfirmed,
    ],
    [
      'is a success that is an error',
      times(3, { answer: [500, { success: true, transaction: hash }] }),
      unconfirmed,
    ],
    [
      'is a fault',
      times(3, { answer: [200, { success: false, errorReason: 'unexpected_settle_error' }] }),
      unconfirmed,
    ],
  ];

  test.each(unknown)('that %s: the answer is delivered, the ledger knows', async (_, faults, payment) => {
    await using hasty = await market.openShop({ times: { verifyMs: 5000, settleMs: 500 } });
    market.facilitator.faults['/settle'].push(...faults);
    const response = await hasty.pay(await permit());
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ data: { title: 'Example' }, payment });
    expect(decode(response.headers.get('x-payment-response'))).toMatchObject({ success: false });
    expect(await market.newest()).toMatchObject({ state: 'uncertain' });

    // … and the reconciler finds out: once more asked, it is paid, now or before.
    await market.hurry();
    const paid = await market.chain.balance(payTo);
    expect(await hasty.reconcile()).toBe(1);
    expect(await market.newest()).toMatchObject({ state: 'settled' });
    expect([paid, paid + 5000]).toContain(await market.chain.balance(payTo));
  });

  test('withheld instead of delivered, where the operator wants that: 504, never 402', async () => {
    await using strict = await market.openShop({ environment: { GANNET_X402_UNCERTAIN: 'withhold' } });
    market.facilitator.faults['/settle'].push(...times(3, isPending));
    const response = await strict.pay(await permit());
    expect(response.status).toBe(504);
    const detail = await detailOf(response);
    expect(detail).toMatchObject({
      error: 'payment_unconfirmed',
      payment: { settled: false },
      payment_charged: false,
    });
  });

  test.each([
    ['never came', { drop: 'before' }, { state: 'failed', reason: 'permit_expired' }],
    ['took the money', { drop: 'after' }, { state: 'settled' }],
  ] as const)(
    'what was withheld since the settlement %s is not charged afterwards',
    async (_, fault, end) => {
      await using strict = await market.openShop({ environment: { GANNET_X402_UNCERTAIN: 'withhold' } });
      market.facilitator.faults['/settle'].push(...times(3, fault));
      expect((await strict.pay(await permit())).status).toBe(504);
      const [paid, asked] = [await market.chain.balance(payTo), market.settlements()];
      await market.hurry();
      expect(await strict.reconcile()).toBe(0);
      expect(market.settlements()).toBe(asked);

      // Once the permit has expired, to ask for it takes nothing any more.
      await market.database.query(
        sql`update payments set due_at = now(), valid_before = 1 where state = 'uncertain'`,
      );
      if (end.state === 'failed')
        market.facilitator.faults['/settle'].push({
          answer: [200, { success: false, errorReason: 'expired', transaction: '' }],
        });
      expect(await strict.reconcile()).toBe(1);
      expect(await market.newest()).toMatchObject(end);
      expect(await market.chain.balance(payTo)).toBe(paid);
    },
  );

  test.each([
    ['lost once before', { drop: 'before' }],
    [
      'pending once',
      { answer: [500, { success: false, errorReason: 'settlement_pending', transaction: hash }] },
    ],
    [
      'failing to send once',
      { answer: [200, { success: false, errorReason: 'transaction_failed', transaction: '' }] },
    ],
  ] as [string, Fault][])('%s: asked again, and settled', async (_, fault) => {
    market.facilitator.faults['/settle'].push(fault);
    const before = market.settlements();
    expect(await (await market.shop.pay(await permit())).json()).toMatchObject({
      payment: { settled: true, error: null },
    });
    expect(market.settlements()).toBe(before + 2);
  });

  test.each([
    ['once, by its own word', 1, 'transaction_failed'],
    ['once, by words that nobody knows', 1, 'The planets are not aligned.'],
    ['once, by a word for whatever may go wrong', 1, 'settlement_failed'],
    ['again and again, since its node does not answer', 3, nodeIsGone],
  ])(
    'that failed %s, and took the money: delivered, nobody is to pay twice',
    async (_, count, errorReason) => {
      const before = await market.chain.balance(payTo);
      const lie: Fault = { lie: [200, { success: false, errorReason, transaction: '' }] };
      market.facilitator.faults['/settle'].push(...times(count, lie));
      const response = await market.shop.pay(await permit());
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ payment: unconfirmed });
      expect(await market.newest()).toMatchObject({ state: 'uncertain' });
      await market.hurry();
      expect(await market.shop.reconcile()).toBe(1);
      expect(await market.newest()).toMatchObject({ state: 'settled', reason: 'transaction_unknown' });
      expect(await market.chain.balance(payTo)).toBe(before + 5000);
    },
  );

  test('that says no, for certain: 402, nothing delivered, nothing told of its insides', async () => {
    const errorReason = `ContractFunctionExecutionError: ERC20: transfer amount exceeds balance
      Contract Call: address 0x036C sender: 0x7099 signature 0xdeadbeef`;
    market.facilitator.faults['/settle'].push({
      answer: [200, { success: false, errorReason, transaction: '' }],
    });
    const response = await market.shop.pay(await permit());
    expect(response.status).toBe(402);
    expect(decode(response.headers.get('x-payment-response'))).toMatchObject({
      success: false,
      errorReason: 'insufficient_funds',
    });
    const text = await response.text();
    expect(text).not.toMatch(/0x036C sender|deadbeef|Example/);
    expect(JSON.parse(text).detail).toMatchObject({
      error: 'payment_failed',
      reason: 'insufficient_funds',
      payment: { settled: false, error: 'insufficient_funds', transaction: '' },
      payment_charged: false,
    });
    expect(await market.newest()).toMatchObject({ state: 'failed', reason: 'insufficient_funds' });
  });
});

describe('the chain, between verification and settlement', () => {
  /** Does something while the page is at work. */
  const meanwhile = (work: () => Promise<unknown>) =>
    market.openShop({
      work: async () => {
        await work();
      },
    });

  test('the payer empties the wallet: 402, nothing delivered', async () => {
    const fickle = account(5);
    await market.chain.mint(fickle.address, 5000n);
    await using racing = await meanwhile(() =>
      market.chain.write(fickle, 'transfer', [payer.address, 5000n]),
    );
    const response = await racing.pay(encode(envelope1(await sign(fickle, authorize(fickle.address)))));
    expect(response.status).toBe(402);
    expect(await detailOf(response)).toMatchObject({ error: 'payment_failed', payment_charged: false });
    expect(racing.works).toBe(1);
  });

  test('the payer cancels: 402', async () => {
    const own = await signed();
    const { from, nonce } = own.authorization;
    const signature = await payer.signTypedData({
      domain: {
        name: 'USDC',
        version: '2',
        chainId: 84_532,
        verifyingContract: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      },
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: from as `0x${string}`, nonce: nonce as `0x${string}` },
    });
    const [r, s, v] = [
      signature.slice(0, 66),
      `0x${signature.slice(66, 130)}`,
      Number(`0x${signature.slice(130)}`),
    ];
    await using racing = await meanwhile(() =>
      market.chain.write(account(6), 'cancelAuthorization', [from, nonce, v, r, s]),
    );
    const response = await racing.pay(encode(envelope1(own)));
    expect(response.status).toBe(402);
    expect(await detailOf(response)).toMatchObject({ reason: expect.stringMatching(/nonce_already_used/) });
  });

  test('somebody else hands the permit in: 402', async () => {
    const own = await signed();
    const { from, to, value, validAfter, validBefore, nonce } = own.authorization;
    const args = [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, own.signature];
    await using racing = await meanwhile(() =>
      market.chain.write(account(7), 'transferWithAuthorization', args),
    );
    expect((await racing.pay(encode(envelope1(own)))).status).toBe(402);
  });

  test('ten permits and money for one: one answer', async () => {
    const poor = account(8);
    await market.chain.mint(poor.address, 5000n);
    const headers = await Promise.all(
      Array.from({ length: 10 }, async () => encode(envelope1(await sign(poor, authorize(poor.address))))),
    );
    // On a busy machine the chain may take seconds for ten: what is not known in time would be answered, too.
    await using patient = await market.openShop({
      times: { verifyMs: 30_000, settleMs: 30_000 },
      settleLimits: { tries: 3, budgetMs: 60_000, pauseMs: 20 },
    });
    const statuses = await Promise.all(headers.map(async (header) => (await patient.pay(header)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => [200, 402, 429].includes(status))).toBe(true);
    expect(await market.chain.balance(poor.address)).toBe(0);
  });
});

describe('the reconciler', () => {
  test('a claim whose request died is given up, once its time is over', async () => {
    const gate = Promise.withResolvers<void>();
    await using slow = await market.openShop({ work: () => gate.promise });
    const running = slow.pay(await permit());
    await expect.poll(() => slow.works).toBe(1);
    expect(await market.shop.reconcile()).toBe(0);
    const settled = market.settlements();
    await market.database.query(sql`update payments set due_at = now() where state = 'claimed'`);
    expect(await market.shop.reconcile()).toBe(1);
    gate.resolve();
    // Alive after all, it must not take money for a claim that it has lost.
    const response = await running;
    expect([response.status, (await detailOf(response)).payment_charged]).toEqual([500, false]);
    expect(market.settlements()).toBe(settled);
    expect(await market.newest()).toMatchObject({ state: 'unsettled', reason: 'abandoned' });
  });

  test('asks less and less often, and gives up when the permit has expired', async () => {
    await using hasty = await market.openShop();
    market.facilitator.faults['/settle'].push({ drop: 'before' }, { drop: 'before' }, { drop: 'before' });
    await hasty.pay(await permit());
    const due = async () => {
      const [{ seconds = 0 } = {}] = await market.database.query<{ seconds: number }>(
        sql`select extract(epoch from due_at - now())::float8 as seconds from payments where state = 'uncertain'`,
      );
      return seconds;
    };
    const pauses: number[] = [];
    for (let i = 0; i < 3; i++) {
      market.facilitator.faults['/settle'].push({ answer: [503, { error: 'down' }] });
      await market.hurry();
      expect(await hasty.reconcile()).toBe(0);
      pauses.push(await due());
    }
    const [first = 0, second = 0, third = 0] = pauses;
    expect(first).toBeGreaterThan(20);
    expect(second).toBeGreaterThan(1.5 * first);
    expect(third).toBeGreaterThan(1.5 * second);

    await market.database.query(
      sql`update payments set due_at = now(), valid_before = 1 where state = 'uncertain'`,
    );
    market.facilitator.faults['/settle'].push({
      answer: [200, { success: false, errorReason: 'expired', transaction: '' }],
    });
    expect(await hasty.reconcile()).toBe(1);
    expect(await market.newest()).toMatchObject({ state: 'failed', reason: 'permit_expired' });
  });
});
