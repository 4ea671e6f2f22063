import { describe, expect, test } from 'vitest';
import type { Caller } from '../contract/access.ts';
import { createGate } from './gate.ts';

const key = `svc_live_${'0'.repeat(64)}`;
const holder = (scopes: readonly string[]): Caller => ({
  kind: 'key',
  keyId: '1',
  owner: 'ada',
  scopes,
  tier: 'free',
});

const gateFor = (scopes: readonly string[]) =>
  createGate({ keys: { verify: async (given) => (given === key ? holder(scopes) : null) } });

const endpoint = { scope: 'page:read' } as const;

describe('the key', () => {
  const gate = gateFor(['scrape:read']);

  test.each([`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}`])(
    'is read from %s',
    async (authorization) => {
      expect(await gate.admit(endpoint, { authorization })).toMatchObject({ owner: 'ada' });
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
    await expect(gate.admit(endpoint, { authorization })).rejects.toMatchObject({ code: 'unauthorized' });
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
    });
    for (const given of ['x', `${key}'`, key])
      await expect(gate.admit(endpoint, { authorization: `Bearer ${given}` })).rejects.toThrow();
    expect(asked).toEqual([key]);
  });
});

describe('scopes', () => {
  const admit = (scopes: readonly string[]) =>
    gateFor(scopes).admit(endpoint, { authorization: `Bearer ${key}` });

  test.each([[['page:read']], [['scrape:read']], [['*']], [['crawl:read', 'page:read']]])(
    '%j opens the endpoint',
    async (scopes) => {
      expect(await admit(scopes)).toMatchObject({ scopes });
    },
  );

  test.each([[[]], [['crawl:read']], [['page']], [['page:read:x']]])('%j does not', async (scopes) => {
    await expect(admit(scopes)).rejects.toMatchObject({ code: 'insufficient_scope' });
  });

  test('an endpoint without a scope of its own takes the wide ones only', async () => {
    const authorization = `Bearer ${key}`;
    await expect(gateFor(['page:read']).admit({}, { authorization })).rejects.toMatchObject({ status: 403 });
    expect(await gateFor(['*']).admit({}, { authorization })).toBeDefined();
  });
});
