import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NameServer, startNameServer } from '../../test/support/name-server.ts';
import { raceSignal } from '../deadline.ts';
import { createResolve } from './names.ts';

const never = new AbortController().signal;
const records: Record<string, readonly string[]> = {
  'both.test': ['192.0.2.1', '192.0.2.2', '2001:db8::1'],
  'six.test': ['2001:db8::2'],
  'none.test': [],
};
const folder = mkdtempSync(join(tmpdir(), 'gannet-names-'));
const hostsFile = join(folder, 'hosts');
let server: NameServer;
beforeAll(async () => {
  writeFileSync(
    hostsFile,
    '# ours\n192.0.2.9\tshop  Shop.Local # a comment\n2001:db8::9 shop\nnonsense shop\n\n',
  );
  server = await startNameServer((name, kind) =>
    name === `only-${kind}.test`.toLowerCase() ? ['192.0.2.3', '2001:db8::3'] : records[name],
  );
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server[Symbol.asyncDispose]();
});
const resolve = (name: string, signal = never) =>
  createResolve({ servers: [server.address], hostsFile })(name, signal);

test('a name has its IPv4 and IPv6 addresses', async () => {
  expect(await resolve('both.test')).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
  expect(await resolve('six.test')).toEqual(['2001:db8::2']);
});

test('a name without addresses is an error', async () => {
  await expect(resolve('none.test')).rejects.toThrow();
});

test.each([
  ['only-a.test', '192.0.2.3'],
  ['only-aaaa.test', '2001:db8::3'],
])('a name server that never says a word of the other kind of %s does not hide it', async (name, address) => {
  const limit = AbortSignal.timeout(10_000);
  expect(await raceSignal(resolve(name, limit), limit)).toEqual([address]);
});

test('the hosts file goes first', async () => {
  expect(await resolve('shop')).toEqual(['192.0.2.9', '2001:db8::9']);
  expect(await resolve('shop.local')).toEqual(['192.0.2.9']);
  expect(server.asked).not.toContain('shop');
});

test('there need be no hosts file', async () => {
  const bare = createResolve({ servers: [server.address], hostsFile: join(folder, 'missing') });
  expect(await bare('six.test', never)).toEqual(['2001:db8::2']);
});

test('localhost is never asked for', async () => {
  expect(await resolve('localhost')).toEqual(['127.0.0.1']);
  expect(await resolve('a.localhost')).toEqual(['127.0.0.1']);
  expect(server.asked.some((name) => name.endsWith('localhost'))).toBe(false);
});

test('silent names hold up neither each other nor anybody else', async () => {
  const controller = new AbortController();
  const silent = Array.from({ length: 50 }, (_, index) => resolve(`silent-${index}.test`, controller.signal));
  expect(await resolve('six.test')).toEqual(['2001:db8::2']);
  controller.abort();
  const settled = await Promise.allSettled(silent);
  expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
});
