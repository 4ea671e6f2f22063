import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createTerms } from './terms.ts';

const wallet = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const termsOf = (environment: Record<string, string>) =>
  createTerms(
    readConfig({
      GANNET_X402_PAY_TO: wallet,
      GANNET_X402_FACILITATOR: 'https://facilitator.example/',
      ...environment,
    }),
  );

test('payments are off until both are set, and half of them is a mistake', () => {
  expect(createTerms(readConfig({}))).toBeUndefined();
  for (const variable of ['GANNET_X402_PAY_TO', 'GANNET_X402_FACILITATOR'])
    expect(() => termsOf({ [variable]: '' })).toThrow('belong together');
});

test('by default, USDC on Base for half a cent', () => {
  expect(termsOf({})).toEqual({
    priceUsd: '0.005',
    amount: '5000',
    network: 'base',
    chainId: 8453,
    caip2: 'eip155:8453',
    asset: usdc,
    decimals: 6,
    extra: { name: 'USD Coin', version: '2' },
    payTo: wallet,
    facilitator: 'https://facilitator.example',
  });
});

test.each([
  ['0.005', '5000'],
  ['1', '1000000'],
  ['0.000001', '1'],
  ['0.10', '100000'],
  ['0.0050000000', '5000'],
  ['12.345678', '12345678'],
])('a price of %s is %s', (price, amount) => {
  expect(termsOf({ GANNET_X402_PRICE_USD: price })?.amount).toBe(amount);
});

test.each([
  ['GANNET_X402_PRICE_USD', '0.0000001', 'more than the 6 decimals'],
  ['GANNET_X402_PRICE_USD', '0', 'an amount'],
  ['GANNET_X402_PRICE_USD', '5e-3', 'an amount'],
  ['GANNET_X402_PRICE_USD', '-1', 'an amount'],
  ['GANNET_X402_PAY_TO', '0x12', 'an address'],
  ['GANNET_X402_NETWORK', 'solana', 'must be one of base'],
  ['GANNET_X402_FACILITATOR', 'ftp://facilitator.example', 'http:// or https://'],
  ['GANNET_X402_FACILITATOR', 'https://user:hunter2@facilitator.example', 'without credentials'],
  ['GANNET_X402_TOKEN', wallet, 'write address:name:version'],
  ['GANNET_X402_TOKEN', `${wallet}:Euro`, 'address:name:version'],
])('%s=%s is refused', (variable, value, message) => {
  expect(() => termsOf({ [variable]: value })).toThrow(message);
  expect(() => termsOf({ [variable]: value })).not.toThrow('hunter2');
});

test('another token brings the names that clients sign with', () => {
  expect(termsOf({ GANNET_X402_TOKEN: usdc.toLowerCase() })?.extra).toEqual({
    name: 'USD Coin',
    version: '2',
  });
  expect(termsOf({ GANNET_X402_TOKEN: `${wallet}:Euro Coin:1:18` })).toMatchObject({
    asset: wallet,
    decimals: 18,
    amount: '5000000000000000',
    extra: { name: 'Euro Coin', version: '1' },
  });
});
