import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { account } from '../../test/support/x402/chain.ts';
import {
  detailOf,
  type Market,
  openMarket,
  patience,
  payer,
  permit,
  type Refusal,
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
} from '../../test/support/x402/permits.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
}, patience);
afterEach(() => market.forget());
afterAll(() => market[Symbol.asyncDispose]());

describe('what is wrong with a permit', () => {
  const seconds = (offset: number) => String(Math.floor(Date.now() / 1000) + offset);
  type Make = () => unknown;
  const cases: readonly [string, number, Make][] = [
    ['another recipient', 401, async () => envelope1(await signed({ to: payer.address }))],
    ['another network', 401, async () => envelope1(await signed(), { network: 'base' })],
    ['another token', 401, async () => envelope2(await signed(), { asset: payTo })],
    ['another recipient on offer', 401, async () => envelope2(await signed(), { payTo: payer.address })],
    ['another amount on offer', 401, async () => envelope2(await signed(), { amount: '1' })],
    ['another chain', 401, async () => envelope2(await signed(), { network: 'eip155:8453' })],
    [
      'a signature for another chain',
      401,
      async () => envelope1(await sign(payer, authorize(payer.address), { chainId: 1 })),
    ],
    [
      'a signature for another token name',
      401,
      async () => envelope1(await sign(payer, authorize(payer.address), { name: 'USD Coin' })),
    ],
    ['the version as text', 401, async () => envelope1(await signed(), { x402Version: '1' })],
    ['version 3', 401, async () => envelope1(await signed(), { x402Version: 3 })],
    ['another scheme', 401, async () => envelope1(await signed(), { scheme: 'upto' })],
    ['a list', 401, () => [1]],
    ['nothing', 401, () => null],
    ['a prototype', 401, () => JSON.parse('{"__proto__":{"x402Version":1}}')],
    ['a number', 401, () => 5000],
    ['no payload', 401, () => ({ x402Version: 1, scheme: 'exact', network: 'base-sepolia' })],
    ['too little', 402, async () => envelope1(await signed({ value: '4999' }))],
    [
      'too little, version 2',
      402,
      async () => envelope2(await signed({ value: '4999' }), { amount: '4999' }),
    ],
    ['nothing to pay', 402, async () => envelope1(await signed({ value: '0' }))],
    ['too much', 401, async () => envelope1(await signed({ value: '5001' }))],
    ...['0x1388', '5e3', '05000', ' 5000', '+5000', '-1', '5000.0', '', String(2n ** 300n)].map(
      (value): [string, number, Make] => [
        `the value ${value || 'empty'}`,
        401,
        async () => {
          const own = await signed();
          return envelope1({ ...own, authorization: { ...own.authorization, value } });
        },
      ],
    ),
    [
      'a value that is no text',
      401,
      async () => {
        const own = await signed();
        return {
          ...envelope1(own),
          payload: { ...own, authorization: { ...own.authorization, value: 5000 } },
        };
      },
    ],
    ['expired', 401, async () => envelope1(await signed({ validBefore: seconds(-1) }))],
    ['about to expire', 401, async () => envelope1(await signed({ validBefore: seconds(5) }))],
    ['not valid yet', 401, async () => envelope1(await signed({ validAfter: seconds(60) }))],
    [
      'the signature of another',
      401,
      async () => envelope1(await sign(account(3), authorize(payer.address))),
    ],
    ['no signature', 401, async () => envelope1({ ...(await signed()), signature: '0x' })],
    [
      'a short signature (EIP-2098)',
      401,
      async () => {
        const own = await signed();
        return envelope1({ ...own, signature: own.signature.slice(0, 130) });
      },
    ],
    [
      'v = 0',
      401,
      async () => {
        const own = await signed();
        return envelope1({
          ...own,
          signature: `${own.signature.slice(0, 130)}${own.signature.endsWith('1b') ? '1c' : '1b'}`,
        });
      },
    ],
    [
      's of the wrong half',
      401,
      async () => {
        const own = await signed();
        return envelope1({ ...own, signature: malleated(own.signature) });
      },
    ],
    [
      'a wallet to be deployed first (ERC-6492)',
      401,
      async () => {
        const own = await sign(payer, authorize('0x00000000000000000000000000000000000012ab'));
        const magic = '6492'.repeat(16);
        const inner = own.signature.slice(2);
        // (factory, calldata, signature), as the standard encodes them.
        const word = (hex: string) => hex.padStart(64, '0');
        const tail = inner.padEnd(192, '0');
        return envelope1({
          ...own,
          signature: `0x${word('ab')}${word('60')}${word('a0')}${word('04')}${'deadbeef'.padEnd(64, '0')}${word('41')}${tail}${magic}`,
        });
      },
    ],
  ];

  test.each(cases)('%s: %i', async (_, status, make) => {
    const [works, settled] = [market.shop.works, market.settlements()];
    const response = await market.shop.pay(encode(await make()));
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const required = decode(response.headers.get('payment-required'));
    expect(required).toMatchObject({
      x402Version: 2,
      accepts: [{ network: 'eip155:84532', amount: '5000' }],
    });
    const body = (await response.json()) as { detail: Refusal; accepts: object[]; x402Version: number };
    expect(body).toMatchObject({ x402Version: 1, accepts: [{ network: 'base-sepolia' }] });
    expect(body.detail).toMatchObject({
      error: status === 402 ? 'payment_insufficient' : 'unauthorized',
      reason: expect.stringMatching(/^[a-z][a-z0-9_]+$/),
      payment_charged: false,
      url: 'https://example.com/',
    });
    expect([market.shop.works, market.settlements()]).toEqual([works, settled]);
  });

  test.each([
    ['not base64', '%%%'],
    ['of the other alphabet', '__--'],
    ['not JSON', Buffer.from('hello').toString('base64')],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]).toString('base64')],
    ['5000 deep', Buffer.from('['.repeat(5000) + ']'.repeat(5000)).toString('base64')],
  ])('bytes that are %s: 401', async (_, header) => {
    const response = await market.shop.pay(header);
    expect([response.status, (await detailOf(response)).reason]).toEqual([401, 'invalid_payload']);
  });

  test('two headers: 401', async () => {
    const header = await permit();
    const response = await market.shop.api.fetch('/v1/scrape', {
      method: 'POST',
      headers: [
        ['content-type', 'application/json'],
        ['x-payment', header],
        ['x-payment', header],
      ],
      body: '{"url":"https://example.com/"}',
    });
    expect(response.status).toBe(401);
  });

  test('40 KB: 431', async () => {
    expect((await market.shop.pay('A'.repeat(40_000))).status).toBe(431);
  });
});
