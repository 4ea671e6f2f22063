import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiKey } from '../contract/access.ts';
import { ServiceError } from '../contract/error.ts';
import type { LedgerEntry } from '../contract/ledger.ts';
import { createLog } from '../log.ts';
import { connectControl, serveControl } from './control.ts';
import type { KeyAdmin, NewKey } from './keys.ts';
import type { Ledger } from './ledger.ts';

const record: ApiKey = {
  id: 'id',
  owner: 'ada',
  name: null,
  scopes: ['*'],
  tier: 'pro',
  createdAt: new Date(1),
  lastUsedAt: null,
  expiresAt: new Date(2),
  revokedAt: null,
};

/** Keys that note what they were asked. */
const asked: unknown[] = [];
const keys: KeyAdmin = {
  create: async (request: NewKey) => {
    asked.push(request);
    return { key: 'the key', record };
  },
  list: async () => Array.from({ length: 1_000 }, () => record),
  revoke: async (id) => {
    throw new ServiceError('not_found', { message: `there is no key ${id}` });
  },
  rotate: async (id, graceSeconds) => {
    asked.push([id, graceSeconds]);
    return { key: 'another key', record };
  },
};
const entry: LedgerEntry = {
  network: 'eip155:8453',
  asset: '0xa',
  payer: '0xb',
  nonce: '0xc',
  amount: '5000',
  validBefore: new Date(3),
  state: 'settled',
  transaction: null,
  reason: null,
  endpoint: 'scrape',
  requestId: 'r',
  createdAt: new Date(4),
  updatedAt: new Date(5),
};
const ledger: Ledger = {
  list: async (query) => {
    asked.push(query);
    return [entry];
  },
};
const log = createLog('silent');

let dataDir: string;
beforeEach(async () => {
  asked.length = 0;
  dataDir = await mkdtemp(join(tmpdir(), 'gannet-test-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

/** Says something else than a request; `end` closes our side. */
const say = async (words: string, end = true) => {
  const socket = createConnection(join(dataDir, 'control.sock'));
  socket.on('error', () => undefined);
  socket.write(words);
  if (end) socket.end();
  return text(socket);
};

test('every operation goes there and comes back', async () => {
  const server = await serveControl({ dataDir, keys, ledger, log });
  const control = await connectControl(dataDir);
  const admin = control?.keys;
  const expiresAt = new Date(Date.now() + 60_000);
  expect(await admin?.create({ owner: 'ada', scopes: ['*'], expiresAt })).toEqual({ key: 'the key', record });
  expect(await admin?.rotate('id', 60)).toEqual({ key: 'another key', record });
  expect(await admin?.list()).toHaveLength(1_000);
  expect(await control?.ledger.list({ state: 'settled', limit: 5 })).toEqual([entry]);
  await expect(admin?.revoke('x')).rejects.toMatchObject({
    code: 'not_found',
    message: 'there is no key x',
  });
  expect(asked).toEqual([
    { owner: 'ada', name: null, scopes: ['*'], tier: 'standard', expiresAt },
    ['id', 60],
    { state: 'settled', limit: 5 },
  ]);
  await server.close();
});

test('only the owner may open the socket, and it is gone when the service stops', async () => {
  const server = await serveControl({ dataDir, keys, ledger, log });
  expect((await stat(join(dataDir, 'control.sock'))).mode & 0o777).toBe(0o600);
  await server.close();
  expect(await readdir(dataDir)).toEqual([]);
  expect(await connectControl(dataDir)).toBeUndefined();
});

test('what a killed service left behind is nobody, and is replaced', async () => {
  const path = join(dataDir, 'control.sock');
  const program = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['-e', program, path]), 'exit');
  expect((await stat(path)).isSocket()).toBe(true);
  expect(await connectControl(dataDir)).toBeUndefined();

  const server = await serveControl({ dataDir, keys, ledger, log });
  expect(await (await connectControl(dataDir))?.keys.list()).toHaveLength(1_000);
  await server.close();
});

test('a folder with a path too long for a socket works all the same', async () => {
  const long = join(dataDir, 'x'.repeat(100), 'ü'.repeat(60));
  await mkdir(long, { recursive: true });
  const server = await serveControl({ dataDir: long, keys, ledger, log });
  expect(await readdir(long)).toEqual(['control.sock']);
  expect(await (await connectControl(long))?.keys.list()).toHaveLength(1_000);
  await server.close();
  expect(await readdir(long)).toEqual([]);
});

test.each([
  ['no JSON', 'hello\n'],
  ['an unknown operation', '{"operation":"drop"}\n'],
  ['an unknown scope', '{"operation":"create","request":{"owner":"ada","scopes":["root"]}}\n'],
  ['a negative grace', '{"operation":"rotate","id":"x","graceSeconds":-1}\n'],
  ['an unknown state', '{"operation":"payments","query":{"state":"lost","limit":5}}\n'],
  ['nothing', ''],
  ['too much', 'x'.repeat(100_000)],
])('%s is refused and the service goes on', async (_, words) => {
  const server = await serveControl({ dataDir, keys, ledger, log });
  expect(JSON.parse(await say(words))).toMatchObject({ ok: false });
  expect(asked).toEqual([]);
  expect(await (await connectControl(dataDir))?.keys.list()).toHaveLength(1_000);
  await server.close();
});

test('what may not be asked for is told in a sentence', async () => {
  const server = await serveControl({ dataDir, keys, ledger, log });
  const control = await connectControl(dataDir);
  const create = control?.keys.create({ owner: 'a b', expiresAt: new Date(0) });
  await expect(create).rejects.toThrow(
    /^an owner has 1 to 200 visible characters, no spaces and no colons; the end lies in the past$/,
  );
  await server.close();
});

test('a silent visitor does not keep the service from stopping', async () => {
  const server = await serveControl({ dataDir, keys, ledger, log });
  const silent = say('{"operation":', false);
  await (await connectControl(dataDir))?.keys.list();
  await server.close();
  expect(await silent).toBe('');
});

test('a file in the way of the socket is replaced', async () => {
  await writeFile(join(dataDir, 'control.sock'), '');
  const server = await serveControl({ dataDir, keys, ledger, log });
  expect(await (await connectControl(dataDir))?.keys.list()).toHaveLength(1_000);
  await server.close();
});
