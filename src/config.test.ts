import { describe, expect, onTestFinished, test, vi } from 'vitest';
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

test.each([
  [1.4e9, 2],
  [512e6, 1],
])('of %d bytes that a container leaves, pages and browsers are reckoned', (bytes, maxPages) => {
  const asked = vi.spyOn(process, 'constrainedMemory').mockReturnValue(bytes);
  onTestFinished(() => asked.mockRestore());
  expect(readConfig({})).toMatchObject({ maxPages, browserProcesses: 1 });
});

test('empty and blank values are as good as none', () => {
  expect(readConfig({ GANNET_PORT: '', GANNET_HOST: ' ' })).toMatchObject({ host: '127.0.0.1', port: 8080 });
});

test.each([
  ['[::1]', '::1'],
  ['::1', '::1'],
  ['fe80::1%lo', 'fe80::1%lo'],
  ['0.0.0.0', '0.0.0.0'],
  ['gannet.local', 'gannet.local'],
])('it listens on %s, written so or without brackets', (written, host) => {
  expect(readConfig({ GANNET_HOST: written })).toMatchObject({ host });
});

test.each(['UTC', 'Etc/UTC', 'Europe/Kyiv', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'us/eastern'])(
  'the time zone may have any of its names: %s',
  (zone) => {
    const config = readConfig({ GANNET_TIMEZONE: zone, GANNET_PROXIES: `http://proxy:3128#${zone}` });
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    expect(config).toMatchObject({ timezone: timeZone, proxies: [`http://proxy:3128/#${timeZone}`] });
  },
);

test('lists are read', () => {
  const config = readConfig({
    GANNET_API_KEYS: `alice:${key} bob:${key}:page:read,crawl:read`,
    GANNET_ALLOW_NETWORKS: '127.0.0.0/8, fd00::/8 10.1.2.3',
    GANNET_PROXIES: 'http://user:pass@proxy:3128#Europe/Berlin,socks5://other:1080',
    GANNET_NAME_SERVERS: '1.1.1.1, 127.0.0.1:5353 2606:4700::1111 [::1]:54',
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
  expect(config.nameServers).toEqual(['1.1.1.1:53', '127.0.0.1:5353', '[2606:4700::1111]:53', '[::1]:54']);
  expect(config.proxies).toEqual(['http://user:pass@proxy:3128/#Europe/Berlin', 'socks5://other:1080']);
});

test('limits are read; a tier that is not named keeps its own', () => {
  const standard = { free: 60, standard: 300, pro: 1200 };
  expect(readConfig({})).toMatchObject({ rateIp: 60, rateTiers: standard });
  expect(readConfig({ GANNET_RATE_IP: '5', GANNET_RATE_TIERS: 'free=10, pro=off' })).toMatchObject({
    rateIp: 5,
    rateTiers: { free: 10, standard: 300, pro: undefined },
  });
  const off = readConfig({ GANNET_RATE_IP: 'off', GANNET_RATE_TIERS: 'off' });
  expect([off.rateIp, off.rateTiers]).toEqual([undefined, {}]);
});

test('where off is allowed, what is wrong is told so', () => {
  expect(() => readConfig({ GANNET_RATE_IP: 'none' })).toThrow(
    'GANNET_RATE_IP must be off, or a whole number',
  );
  expect(() => readConfig({ GANNET_RATE_TIERS: 'none' })).toThrow('GANNET_RATE_TIERS must be off, or tier=');
});

describe('what cannot be meant is refused by name, without its value', () => {
  test.each([
    ['GANNET_PORT', '70000'],
    ['GANNET_PORT', 'eighty'],
    ['GANNET_API_KEYS', 'alice:secret'],
    ['GANNET_API_KEYS', `alice:${key}:everything`],
    ['GANNET_API_KEYS', `alice:${key}:scrape:read,bob:${key}`],
    ['GANNET_ALLOW_NETWORKS', '10.0.0.0/33'],
    ['GANNET_ALLOW_NETWORKS', 'example.com'],
    ['GANNET_ALLOW_NETWORKS', '10.0.0.1/'],
    ['GANNET_ALLOW_NETWORKS', '10.0.0.0/ 8'],
    ['GANNET_ALLOW_NETWORKS', '10.0.0.0/8/16'],
    ['GANNET_ALLOW_NETWORKS', '127.0.0.0/1e1'],
    ['GANNET_ALLOW_NETWORKS', '10.0.0'],
    ['GANNET_ALLOW_NETWORKS', '999.1.1.1/24'],
    ['GANNET_TRUST_PROXY', '::1/'],
    ['GANNET_TRUST_PROXY', '::1/129'],
    ['GANNET_TRUST_PROXY', 'fe80::1%lo/64'],
    ['GANNET_TRUST_PROXY', '10.0.0.5/-0'],
    ['GANNET_NAME_SERVERS', 'dns.example'],
    ['GANNET_NAME_SERVERS', '1.1.1.1:0'],
    ['GANNET_NAME_SERVERS', '[1.1.1.1'],
    ['GANNET_PROXIES', 'ftp://user:secret@proxy'],
    ['GANNET_PROXIES', 'http://user:secret@proxy#Mars/Olympus'],
    ['GANNET_SANDBOX', 'maybe'],
    ['GANNET_RATE_IP', '0'],
    ['DATABASE_URL', 'mysql://user:secret@host/name'],
    ['DATABASE_URL', 'host/name'],
    ['GANNET_RATE_TIERS', 'gold=5'],
    ['GANNET_RATE_TIERS', 'free'],
    ['GANNET_RATE_TIERS', 'free=-1'],
    ['GANNET_PUBLIC_URL', 'gannet.example'],
    ['GANNET_X402_CHALLENGE', '403'],
    ['GANNET_TIMEZONE', 'Mars/Olympus'],
    ['GANNET_TIMEZONE', '+01:00'],
    ['GANNET_HOST', 'http://127.0.0.1'],
    ['GANNET_HOST', '127.0.0.1:8080'],
    ['GANNET_HOST', '[localhost]'],
  ])('%s=%s', (variable, value) => {
    const read = () => readConfig({ [variable]: value });
    expect(read).toThrow(SettingError);
    expect(read).toThrow(variable);
    expect(read).not.toThrow(/secret|svc_live_[0-9a-f]/);
  });
});
