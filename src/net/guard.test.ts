import { describe, expect, test } from 'vitest';
import type { ConnectError } from './connect-error.ts';
import { createGuard } from './guard.ts';

const never = new AbortController().signal;
const names: Record<string, readonly string[]> = {
  'example.com': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'xn--bcher-kva.de': ['93.184.215.15'],
  'one-inside.test': ['93.184.215.14', '10.0.0.1'],
  'inside.test': ['10.0.0.1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'zone.test': ['fe80::1%eth0'],
  'empty.test': [],
};
const resolve = async (name: string) => {
  const found = names[name];
  if (found === undefined) throw new Error('ENOTFOUND');
  return found;
};
const network = (address: string, prefix: number, family: 'ipv4' | 'ipv6' = 'ipv4') => ({
  address,
  prefix,
  family,
});

const guard = createGuard({ allow: [], resolve });
const reasonOf = async (host: string, port = 80, from = guard) =>
  from.resolve(host, port, never).then(
    (addresses) => addresses.map(({ address }) => address),
    (error: ConnectError) => error.reason,
  );

test('a public name gives all of its addresses', async () => {
  expect(await guard.resolve('example.com', 443, never)).toEqual([
    { address: '93.184.215.14', family: 4 },
    { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c', family: 6 },
  ]);
});

test.each(['EXAMPLE.com', 'example.com.', 'ｅｘａｍｐｌｅ.com', 'exa%6Dple.com', 'example。com'])(
  '%s is example.com',
  async (host) => {
    expect(await reasonOf(host)).toEqual(names['example.com']);
  },
);

test('an international name is looked up as browsers do', async () => {
  expect(await reasonOf('Bücher.de')).toEqual(['93.184.215.15']);
});

test.each([
  ...[
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '１２７.0.0.1',
    '0',
    '%31%32%37.1',
  ],
  ...[
    '[::1]',
    '::1',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '::ffff:7f00:1',
    '[0:0:0:0:0:0:0:1]',
    '[64:ff9b::7f00:1]',
  ],
  ...['10.0.0.1', '169.254.169.254', '0xa9fea9fe', '[fd00:ec2::254]', '[2002:7f00:1::]'],
  ...['one-inside.test', 'inside.test', 'INSIDE.test.', 'mapped.test', 'zone.test'],
])('%s is refused', async (host) => {
  expect(await reasonOf(host)).toBe('refused_address');
});

test.each([
  ...[
    '',
    '.',
    ' ',
    'exa mple.com',
    'example.com\n',
    '\texample.com',
    'example.com/',
    'example.com:80',
    'user@example.com',
  ],
  ...[
    'example.com#',
    'example.com?',
    'a\\b',
    '[fe80::1%25eth0]',
    'fe80::1%eth0',
    '[::1',
    '[]',
    '999.1.1.1',
    'a<b',
    'a\0b',
    '1.2.3.4.5',
    'a..b',
    '.a',
    'a..',
    '0x7f000001..',
  ],
])('%j is no host', async (host) => {
  expect(await reasonOf(host)).toBe('refused_host');
});

test.each(['nowhere.test', 'empty.test'])('%s has no address', async (host) => {
  expect(await reasonOf(host)).toBe('dns');
});

test.each([0, -1, 65_536, 1.5, Number.NaN])('%d is no port', async (port) => {
  expect(await reasonOf('example.com', port)).toBe('refused_port');
});

test('the ports that are refused are those that the Fetch standard calls bad, as Node.js has them', async () => {
  const refused: number[] = [];
  for (let port = 1; port <= 65_535; port++)
    if ((await reasonOf('93.184.215.14', port)) === 'refused_port') refused.push(port);
  expect(refused).toHaveLength(82);
  const askBy = async (port: number) => (await fetch(`http://127.0.0.1:${port}/`)).status;
  for (const port of refused)
    await expect(askBy(port)).rejects.toMatchObject({ cause: { message: 'bad port' } });
});

describe('allowed networks', () => {
  const open = createGuard({
    allow: [network('10.0.0.0', 8), network('127.0.0.1', 32), network('fd00::', 8, 'ipv6')],
    resolve,
  });

  test('are reached, and no others', async () => {
    expect(await reasonOf('inside.test', 80, open)).toEqual(['10.0.0.1']);
    expect(await reasonOf('one-inside.test', 80, open)).toEqual(['93.184.215.14', '10.0.0.1']);
    expect(await reasonOf('127.1', 80, open)).toEqual(['127.0.0.1']);
    expect(await reasonOf('[fd00::1]', 80, open)).toEqual(['fd00::1']);
    expect(await reasonOf('127.0.0.2', 80, open)).toBe('refused_address');
    expect(await reasonOf('[fe80::1]', 80, open)).toBe('refused_address');
    expect(await reasonOf('[::1]', 80, open)).toBe('refused_address');
  });

  test('hold for the IPv4-mapped form, but not for relays into them', async () => {
    expect(await reasonOf('[::ffff:127.0.0.1]', 80, open)).toEqual(['::ffff:7f00:1']);
    expect(await reasonOf('[::ffff:127.0.0.2]', 80, open)).toBe('refused_address');
    expect(await reasonOf('[64:ff9b::10.0.0.1]', 80, open)).toBe('refused_address');
  });

  test('do not open unsafe ports', async () => {
    expect(await reasonOf('10.0.0.1', 25, open)).toBe('refused_port');
  });
});

test('a silent name server is waited for no longer than the signal lasts', async () => {
  const silent = createGuard({ allow: [], resolve: () => new Promise(() => undefined) });
  const controller = new AbortController();
  const waiting = silent.resolve('example.com', 80, controller.signal);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});
