import { describe, expect, test } from 'vitest';
import { readConfig, SettingError } from './config.ts';

const key = `svc_live_${'ab'.repeat(32)}`;

test('without an environment every default holds', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    apiKeys: [],
    allowNetworks: [],
    databaseUrl: undefined,
  });
  expect(config.dataDir).toMatch(/\/\.gannet$/);
  expect(config.maxPages).toBeGreaterThanOrEqual(1);
});

test('empty and blank values are as good as none', () => {
  expect(readConfig({ GANNET_PORT: '', GANNET_HOST: ' ' })).toMatchObject({ host: '127.0.0.1', port: 8080 });
});

test('lists are read', () => {
  const config = readConfig({
    GANNET_API_KEYS: `alice:${key} bob:${key}:page:read,crawl:read`,
    GANNET_ALLOW_NETWORKS: '127.0.0.0/8, fd00::/8 10.1.2.3',
    GANNET_PROXIES: 'http://user:pass@proxy:3128,socks5://other:1080',
  });
  expect(config.apiKeys).toEqual([
    { owner: 'alice', key, scopes: ['scrape:read'] },
    { owner: 'bob', key, scopes: ['page:read', 'crawl:read'] },
  ]);
  expect(config.allowNetworks).toEqual([
    { address: '127.0.0.0', prefix: 8, family: 'ipv4' },
    { address: 'fd00::', prefix: 8, family: 'ipv6' },
    { address: '10.1.2.3', prefix: 32, family: 'ipv4' },
  ]);
  expect(config.proxies).toHaveLength(2);
});

describe('what cannot be meant is refused by name, without its value', () => {
  test.each([
    ['GANNET_PORT', '70000'],
    ['GANNET_PORT', 'eighty'],
    ['GANNET_API_KEYS', 'alice:secret'],
    ['GANNET_API_KEYS', `alice:${key}:everything`],
    ['GANNET_ALLOW_NETWORKS', '10.0.0.0/33'],
    ['GANNET_ALLOW_NETWORKS', 'example.com'],
    ['GANNET_PROXIES', 'ftp://user:secret@proxy'],
    ['GANNET_SANDBOX', 'maybe'],
    ['GANNET_TIMEZONE', 'Mars/Olympus'],
  ])('%s=%s', (variable, value) => {
    const read = () => readConfig({ [variable]: value });
    expect(read).toThrow(SettingError);
    expect(read).toThrow(variable);
    expect(read).not.toThrow(/secret/);
  });
});
