import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connect } from '../../test/support/mcp.ts';
import { type Market, openMarket, patience, payer, signed } from '../../test/support/x402/market.ts';
import { envelope1, envelope2, payTo } from '../../test/support/x402/permits.ts';

/** Calls without a key, paid for by permits in `_meta`: over real HTTP, on a chain of our own. */

let market: Market;
beforeAll(async () => {
  market = await openMarket();
}, patience);
afterEach(() => market.forget());
afterAll(() => market[Symbol.asyncDispose]());

const scrape = { name: 'scrape', arguments: { url: 'https://example.com/' } };
const paidWith = (permit: unknown, call: object = scrape) => ({
  ...scrape,
  ...call,
  _meta: { 'x402/payment': permit },
});
const visitor = () => connect(market.shop.api.base);

test('a visitor without a key sees the tools that can be paid for, and their price with the first call', async () => {
  await using client = await visitor();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['scrape', 'extract']);
  const offer = await client.callTool(scrape);
  expect(offer).toMatchObject({
    isError: true,
    structuredContent: {
      x402Version: 2,
      resource: { url: 'mcp://tool/scrape' },
      accepts: [{ scheme: 'exact', network: 'eip155:84532', amount: '5000', payTo }],
    },
  });
  const [first] = offer.content;
  expect(first?.type === 'text' && JSON.parse(first.text)).toEqual(offer.structuredContent);
  expect(market.shop.works).toBe(0);
});

test.each([
  ['1', envelope1, 'base-sepolia'],
  ['2', envelope2, 'eip155:84532'],
] as const)('a permit of version %s pays exactly the price, once', async (_, envelope, network) => {
  await using client = await visitor();
  const before = await market.chain.balance(payTo);
  const works = market.shop.works;
  const permit = envelope(await signed());
  const result = await client.callTool(paidWith(permit));
  expect(result).toMatchObject({
    content: [{ text: '# Example' }, {}],
    _meta: {
      'x402/payment-response': {
        success: true,
        network,
        payer: payer.address.toLowerCase(),
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      },
    },
  });
  expect(await market.chain.balance(payTo)).toBe(before + 5000);
  const again = await client.callTool(paidWith(permit));
  expect(again).toMatchObject({
    isError: true,
    structuredContent: { error: expect.stringContaining('nonce_already_used'), accepts: [{}] },
  });
  expect(again.content).toHaveLength(1);
  expect(market.shop.works).toBe(works + 1);
  expect(await market.chain.balance(payTo)).toBe(before + 5000);
});

test('many uses of one permit at once are one piece of work and one payment', async () => {
  await using client = await visitor();
  const before = await market.chain.balance(payTo);
  const permit = envelope2(await signed());
  const results = await Promise.all(Array.from({ length: 8 }, () => client.callTool(paidWith(permit))));
  expect(results.filter(({ isError }) => isError !== true)).toHaveLength(1);
  expect(await market.chain.balance(payTo)).toBe(before + 5000);
});

test.each([
  ['nothing', null],
  ['a text', 'permit'],
  ['another price', { value: '4999' }],
  ['another wallet', { to: payer.address }],
  ['the past', { validBefore: '1' }],
])('a permit for %s is refused with an offer, and no work is done', async (_, given) => {
  await using client = await visitor();
  const works = market.shop.works;
  const permit = typeof given === 'object' && given !== null ? envelope2(await signed(given)) : given;
  expect(await client.callTool(paidWith(permit))).toMatchObject({
    isError: true,
    structuredContent: { accepts: [{ amount: '5000' }] },
  });
  expect(market.shop.works).toBe(works);
});

test('what fails, what is called off and what is wrong is not paid for', async () => {
  const before = await market.chain.balance(payTo);
  const settled = market.settlements();
  let begun = 0;
  await using shop = await market.openShop({
    work: async (signal) => {
      begun += 1;
      if (begun === 1) throw new Error('no page');
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  await using client = await connect(shop.api.base);
  expect(await client.callTool(paidWith(envelope2(await signed())))).toMatchObject({
    isError: true,
    structuredContent: { error: 'internal_error' },
  });
  const stop = new AbortController();
  const call = client.callTool(paidWith(envelope2(await signed())), { signal: stop.signal });
  await expect.poll(() => begun).toBe(2);
  stop.abort();
  await expect(call).rejects.toThrow();
  await expect.poll(async () => (await market.newest())?.state).toBe('unsettled');
  // A bad request does not burn the permit.
  const permit = envelope2(await signed());
  for (const wrong of [{}, { ...scrape.arguments, cursor: 'x' }])
    expect(await client.callTool(paidWith(permit, { arguments: wrong }))).toMatchObject({
      structuredContent: { error: 'invalid_request' },
    });
  expect(market.settlements()).toBe(settled);
  await using sound = await visitor();
  expect(await sound.callTool(paidWith(permit))).toMatchObject({ _meta: { 'x402/payment-response': {} } });
  expect(await market.chain.balance(payTo)).toBe(before + 5000);
});

test('a settlement that fails delivers nothing', async () => {
  await using client = await visitor();
  const failed = { answer: [200, { success: false, errorReason: 'insufficient_funds' }] } as const;
  market.facilitator.faults['/settle'].push(failed, failed, failed);
  const result = await client.callTool(paidWith(envelope2(await signed())));
  expect(result).toMatchObject({
    isError: true,
    structuredContent: { error: 'insufficient_funds', accepts: [{}] },
    _meta: { 'x402/payment-response': { success: false, errorReason: 'insufficient_funds' } },
  });
  expect(JSON.stringify(result)).not.toContain('# Example');
});

test('a permit counts beside a key that is not valid, and without one the key is refused', async () => {
  const call = async (_meta: object) =>
    market.shop.api.fetch('/mcp', {
      method: 'POST',
      headers: {
        authorization: 'Bearer nope',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...scrape, _meta } }),
    });
  const paid = await call({ 'x402/payment': envelope2(await signed()) });
  expect(paid.status).toBe(200);
  expect(await paid.text()).toContain('# Example');
  const refused = await call({});
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toContain('invalid_token');
});

test('a key counts more than a permit, and other tools need one', async () => {
  const { key } = await market.shop.keys.create({ owner: 'ada' });
  await using holder = await connect(market.shop.api.base, { key });
  const permit = envelope2(await signed());
  const settled = market.settlements();
  expect(await holder.callTool(paidWith(permit))).not.toHaveProperty('_meta.x402/payment-response');
  expect(market.settlements()).toBe(settled);
  await using client = await visitor();
  const map = { name: 'map', arguments: { url: 'https://example.com/' } };
  expect(await client.callTool(paidWith(permit, map))).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching('^unauthorized: ') }],
  });
});
