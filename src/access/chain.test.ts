import { keccak256, toHex } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { account } from '../../test/support/x402/chain.ts';
import type { Fault } from '../../test/support/x402/facilitator.ts';
import {
  detailOf,
  type Market,
  openMarket,
  patience,
  payer,
  signed,
} from '../../test/support/x402/market.ts';
import { type Authorization, authorize, encode, envelope1, sign } from '../../test/support/x402/permits.ts';
import { events } from './chain.ts';

let market: Market;
let rpc: { readonly environment: Readonly<Record<string, string>> };
beforeAll(async () => {
  market = await openMarket();
  rpc = { environment: { GANNET_X402_RPC: market.chain.url } };
}, patience);
afterEach(() => market.forget());
afterAll(() => market[Symbol.asyncDispose]());

test('the events are those of EIP-3009 and ERC-20', () => {
  expect(events).toEqual({
    used: keccak256(toHex('AuthorizationUsed(address,bytes32)')),
    canceled: keccak256(toHex('AuthorizationCanceled(address,bytes32)')),
    transfer: keccak256(toHex('Transfer(address,address,uint256)')),
  });
});

interface Signed {
  readonly signature: string;
  readonly authorization: Authorization;
}

/** Anyone may hand signed authorizations to the chain, several in one transaction. */
const handIn = (...permits: readonly Signed[]) => {
  const calls = permits.map(({ signature, authorization }) => {
    const { from, to, value, validAfter, validBefore, nonce } = authorization;
    return [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, signature];
  });
  return market.chain.writeTogether(account(7), 'transferWithAuthorization', calls);
};

test('a permit that somebody else has handed in is paid, and by which transaction is told', async () => {
  const own = await signed();
  const hashes: string[] = [];
  await using shop = await market.openShop({
    ...rpc,
    work: async () => {
      hashes.push((await handIn(own)).transactionHash);
    },
  });
  const response = await shop.pay(encode(envelope1(own)));
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    payment: { settled: true, transaction: hashes[0], error: null },
  });
  expect(await market.newest()).toMatchObject({ state: 'settled', transaction: hashes[0] });
});

test('a nonce that has paid somebody else has not paid us', async () => {
  const own = await signed();
  const { nonce } = own.authorization;
  const elsewhere = await sign(payer, authorize(payer.address, { nonce, to: account(9).address }));
  await using shop = await market.openShop({
    ...rpc,
    work: async () => {
      await handIn(elsewhere);
    },
  });
  const response = await shop.pay(encode(envelope1(own)));
  expect(response.status).toBe(402);
  expect(await detailOf(response)).toMatchObject({ error: 'payment_failed', reason: 'authorization_spent' });
});

test.each(['behind', 'before'])(
  '… nor has it where another payment to us stands %s it in one transaction',
  async (place) => {
    const own = await signed();
    const { nonce } = own.authorization;
    const elsewhere = await sign(payer, authorize(payer.address, { nonce, to: account(9).address }));
    const other = await signed();
    await using shop = await market.openShop({
      ...rpc,
      work: async () => {
        await handIn(...(place === 'behind' ? [elsewhere, other] : [other, elsewhere]));
      },
    });
    const response = await shop.pay(encode(envelope1(own)));
    expect(response.status).toBe(402);
    expect(await detailOf(response)).toMatchObject({
      error: 'payment_failed',
      reason: 'authorization_spent',
    });
  },
);

test.each<[string, Fault]>([
  ['was lost', { drop: 'after' }],
  [
    'was that it failed',
    { lie: [200, { success: false, errorReason: 'transaction_failed', transaction: '' }] },
  ],
])('a settlement whose answer %s is found on the chain', async (_, fault) => {
  await using shop = await market.openShop(rpc);
  market.facilitator.faults['/settle'].push(fault, fault, fault);
  const response = await shop.pay(encode(envelope1(await signed())));
  const { payment } = (await response.json()) as {
    payment: { settled: boolean; transaction: `0x${string}` };
  };
  expect(payment.settled).toBe(true);
  expect(await market.chain.client.getTransactionReceipt({ hash: payment.transaction })).toMatchObject({
    status: 'success',
  });
});

test('the reconciler asks the chain, too: paid late, or spent on something else', async () => {
  await using blind = await market.openShop();
  await using seeing = await market.openShop(rpc);
  const lost: Fault = { drop: 'before' };
  const permits = [await signed(), await signed()] as const;
  for (const permit of permits) {
    market.facilitator.faults['/settle'].push(lost, lost, lost);
    expect((await blind.pay(encode(envelope1(permit)))).status).toBe(200);
    expect(await market.newest()).toMatchObject({ state: 'uncertain' });
  }
  const { transactionHash } = await handIn(permits[0]);
  const { nonce } = permits[1].authorization;
  await handIn(await sign(payer, authorize(payer.address, { nonce, to: account(9).address })));
  await market.hurry();
  expect(await seeing.reconcile()).toBe(2);
  expect(await market.payments()).toMatchObject([
    { state: 'failed', reason: 'authorization_spent', nonce },
    { state: 'settled', transaction: transactionHash },
  ]);
});

test('a node that does not answer changes nothing', async () => {
  await using shop = await market.openShop({ environment: { GANNET_X402_RPC: 'http://127.0.0.1:1' } });
  const lost: Fault = { drop: 'before' };
  market.facilitator.faults['/settle'].push(lost, lost, lost);
  const response = await shop.pay(encode(envelope1(await signed())));
  expect(await response.json()).toMatchObject({
    payment: { settled: false, error: 'settlement_unconfirmed' },
  });
});
