import { describe, expect, test } from 'vitest';
import { authorize, encode, envelope1 } from '../../test/support/x402/permits.ts';
import { readConfig } from '../config.ts';
import type { KeyCaller, Scope } from '../contract/access.ts';
import { createGate } from './gate.ts';
import { createTerms } from './terms.ts';

const key = `svc_live_${'0'.repeat(64)}`;
const holder = (scopes: readonly string[]): KeyCaller => ({
  kind: 'key',
  keyId: '1',
  owner: 'ada',
  scopes,
  tier: 'free',
});

const withoutPayments = { terms: undefined, challenge: '402' } as const;

const gateFor = (scopes: readonly string[]) =>
  createGate({
    keys: { verify: async (given) => (given === key ? holder(scopes) : null) },
    ...withoutPayments,
  });

const endpoint = { scope: 'page:read', auth: 'key-or-pay' } as const;
const resource = 'http://service/v1/scrape';

describe('the key', () => {
  const gate = gateFor(['scrape:read']);

  test.each([`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}`])(
    'is read from %s',
    async (authorization) => {
      expect(await gate.admit(endpoint, { authorization }, resource)).toMatchObject({ owner: 'ada' });
    },
  );

  test.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['no scheme', key],
    ['another scheme', `Basic ${key}`],
    ['no key', 'Bearer '],
    ['an unknown key', `Bearer svc_live_${'1'.repeat(64)}`],
    ['capitals', `Bearer ${key.toUpperCase()}`],
    ['a short key', `Bearer ${key.slice(0, -1)}`],
    ['something after the key', `Bearer ${key} x`],
    ['two headers, joined', `Bearer ${key}, Bearer ${key}`],
  ])('is refused with %s', async (_, authorization) => {
    await expect(gate.admit(endpoint, { authorization }, resource)).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  test.each([undefined, key, `Basic ${key}`, 'Bearer abc'])(
    'how it is sent is told to %s',
    async (authorization) => {
      const howToSend = expect.stringContaining('"Authorization: Bearer svc_live_"');
      const refusal = { code: 'unauthorized', message: howToSend };
      await expect(gate.admit(endpoint, { authorization }, resource)).rejects.toMatchObject(refusal);
      await expect(gate.identify({ authorization }, async () => false)).rejects.toMatchObject(refusal);
    },
  );

  test('of one that has the form it is not told what is wrong', async () => {
    const authorization = `Bearer svc_live_${'1'.repeat(64)}`;
    await expect(gate.admit(endpoint, { authorization }, resource)).rejects.toThrow(
      'A valid API key is required.',
    );
  });

  test('is looked up only when it has the form of one', async () => {
    const asked: string[] = [];
    const gate = createGate({
      keys: {
        verify: async (given) => {
          asked.push(given);
          return null;
        },
      },
      ...withoutPayments,
    });
    for (const given of ['x', `${key}'`, key])
      await expect(gate.admit(endpoint, { authorization: `Bearer ${given}` }, resource)).rejects.toThrow();
    expect(asked).toEqual([key]);
  });
});

describe('scopes', () => {
  const admit = (scopes: readonly string[]) =>
    gateFor(scopes).admit(endpoint, { authorization: `Bearer ${key}` }, resource);

  test.each([[['page:read']], [['scrape:read']], [['*']], [['crawl:read', 'page:read']]])(
    '%j opens the endpoint',
    async (scopes) => {
      expect(await admit(scopes)).toMatchObject({ scopes });
    },
  );

  test.each([[[]], [['crawl:read']], [['page']], [['page:read:x']]])('%j does not', async (scopes) => {
    await expect(admit(scopes)).rejects.toMatchObject({ code: 'insufficient_scope' });
  });

  test('to write crawls is to read them, and not the other way round', async () => {
    const admitTo = (own: Scope, held: Scope) =>
      gateFor([held]).admit({ auth: 'key', scope: own }, { authorization: `Bearer ${key}` }, resource);
    expect(await admitTo('crawl:read', 'crawl:write')).toBeDefined();
    for (const [own, held] of [
      ['crawl:write', 'crawl:read'],
      ['webhook:read', 'crawl:write'],
      ['webhook:read', 'webhook:write'],
    ] as const)
      await expect(admitTo(own, held)).rejects.toMatchObject({ code: 'insufficient_scope' });
  });

  test('an endpoint without a scope of its own takes the wide ones only', async () => {
    const authorization = `Bearer ${key}`;
    await expect(
      gateFor(['page:read']).admit({ auth: 'key' }, { authorization }, resource),
    ).rejects.toMatchObject({ status: 403 });
    expect(await gateFor(['*']).admit({ auth: 'key' }, { authorization }, resource)).toBeDefined();
  });
});

test('where no scope is asked for every key opens, and nobody else', async () => {
  for (const scopes of [['page:read'], ['admin'], []])
    expect(
      await gateFor(scopes).admit(
        { auth: 'key', scope: 'any' },
        { authorization: `Bearer ${key}` },
        resource,
      ),
    ).toMatchObject({ scopes });
  await expect(gateFor(['*']).admit({ auth: 'key', scope: 'any' }, {}, resource)).rejects.toMatchObject({
    status: 401,
  });
});

describe('a permit', () => {
  const terms = createTerms(
    readConfig({
      GANNET_X402_PAY_TO: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      GANNET_X402_FACILITATOR: 'https://facilitator.example',
      GANNET_X402_NETWORK: 'base-sepolia',
    }),
  );
  const payable = createGate({ keys: { verify: async () => null }, terms, challenge: '402' });
  const given = envelope1({ signature: '0xab', authorization: authorize(`0x${'aB'.repeat(20)}`) });

  test('makes its payer the caller, from a header or as an object', async () => {
    const payer = {
      kind: 'permit',
      owner: `payer:0x${'ab'.repeat(20)}`,
      resource,
      permit: { version: 1, signature: '0xab', authorization: { value: '5000' } },
    };
    expect(await payable.admit(endpoint, { 'x-payment': encode(given) }, resource)).toMatchObject(payer);
    expect(payable.accept(given, resource)).toMatchObject(payer);
    expect(() => payable.accept({ ...given, network: 'base' }, resource)).toThrow(
      expect.objectContaining({ code: 'unauthorized', extras: { reason: 'invalid_network' } }),
    );
  });

  test('counts beside empty headers, which are as good as none', async () => {
    const permit = encode(given);
    for (const headers of [
      { authorization: '', 'x-payment': permit },
      { 'x-payment': '', 'payment-signature': permit },
    ])
      expect(await payable.admit(endpoint, headers, resource)).toMatchObject({ kind: 'permit' });
    for (const headers of [{ authorization: '' }, { 'x-payment': '' }, { 'payment-signature': '' }])
      await expect(payable.admit(endpoint, headers, resource)).rejects.toMatchObject({
        code: 'payment_required',
      });
    expect(await payable.identify({ authorization: '' }, async () => false)).toBeUndefined();
  });

  test('opens nothing but what is paid for by the request, and nothing where payments are off', async () => {
    const headers = { 'x-payment': encode(given) };
    await expect(payable.admit({ auth: 'key' }, headers, resource)).rejects.toMatchObject({ status: 401 });
    await expect(payable.admit({ auth: 'key' }, {}, resource)).rejects.toMatchObject({ status: 401 });
    await expect(gateFor(['*']).admit(endpoint, headers, resource)).rejects.toMatchObject({ status: 401 });
    expect(() => gateFor(['*']).accept(given, resource)).toThrow(expect.objectContaining({ status: 401 }));
  });
});
