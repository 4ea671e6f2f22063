import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { engineKinds, makeTestPlace, type TestPlace } from '../../test/support/databases.ts';
import { apiKeyPattern } from '../contract/access.ts';
import { createLog } from '../log.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { createKeys, type Keys, type NewKey } from './keys.ts';

const log = createLog('silent');
const unknownId = '00000000-0000-7000-8000-000000000000';

describe.each(engineKinds)('%s', (kind) => {
  let place: TestPlace;
  let database: Database;
  let keys: Keys;
  beforeAll(async () => {
    place = await makeTestPlace(kind);
    database = await openDatabase(place.options);
  });
  beforeEach(async () => {
    await database.query(sql`truncate api_keys`);
    keys = createKeys({ database, log });
  });
  afterAll(async () => {
    await database.close();
    await place.remove();
  });
  /** Moves the end of a key into the past. */
  const expire = (id: string) =>
    database.query(sql`update api_keys set expires_at = now() - interval '1 s' where id = ${id}::uuid`);

  test('a key that was made opens, with the rights that were asked for', async () => {
    const { key, record } = await keys.create({
      owner: 'ada',
      name: 'laptop',
      scopes: ['crawl:read'],
      tier: 'pro',
    });
    expect(key).toMatch(apiKeyPattern);
    expect(record).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      owner: 'ada',
      name: 'laptop',
      scopes: ['crawl:read'],
      tier: 'pro',
      createdAt: expect.any(Date),
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
    });
    expect(await keys.verify(key)).toEqual({
      kind: 'key',
      keyId: record.id,
      owner: 'ada',
      scopes: ['crawl:read'],
      tier: 'pro',
    });
  });

  test('scope and tier have defaults', async () => {
    const { record } = await keys.create({ owner: 'ada' });
    expect(record).toMatchObject({ name: null, scopes: ['scrape:read'], tier: 'standard', expiresAt: null });
  });

  test.each<[string, NewKey, string]>([
    [
      'an unknown scope',
      { owner: 'ada', scopes: ['scrape:write' as 'scrape:read'] },
      'unknown scope scrape:write',
    ],
    ['no scope', { owner: 'ada', scopes: [] }, 'needs a scope'],
    ['an unknown tier', { owner: 'ada', tier: 'gold' as 'pro' }, 'unknown tier gold'],
    ['an empty owner', { owner: '' }, 'an owner has'],
    ['an owner with a colon', { owner: 'a:b' }, 'an owner has'],
    ['a name of two lines', { owner: 'ada', name: 'a\nb' }, 'a name has'],
    ['half a character in a name', { owner: 'ada', name: '\ud800' }, 'a name has'],
    ['half a character in an owner', { owner: '\ud800' }, 'an owner has'],
    ['an end in the past', { owner: 'ada', expiresAt: new Date(0) }, 'in the past'],
  ])('%s is refused', async (_, request, message) => {
    await expect(keys.create(request)).rejects.toThrow(message);
    expect(await keys.list()).toEqual([]);
  });

  test.each([
    ['unknown', `svc_live_${'0'.repeat(64)}`],
    ['too short', 'svc_live_0'],
    ['in capitals', `SVC_LIVE_${'A'.repeat(64)}`],
    ['with SQL in it', `svc_live_${'0'.repeat(64)}' or '1'='1`],
    ['empty', ''],
  ])('a key that is %s is nobody', async (_, key) => {
    await keys.create({ owner: 'ada' });
    expect(await keys.verify(key)).toBeNull();
  });

  test('the list is newest first and tells no key', async () => {
    const first = await keys.create({ owner: 'ada' });
    const second = await keys.create({ owner: 'bob' });
    expect(await keys.list()).toEqual([second.record, first.record]);
  });

  test('a revoked key is nobody at once, and keeps the moment of its first revocation', async () => {
    const { key, record } = await keys.create({ owner: 'ada' });
    expect(await keys.verify(key)).not.toBeNull();
    const { revokedAt } = await keys.revoke(record.id);
    expect(revokedAt).toBeInstanceOf(Date);
    expect(await keys.verify(key)).toBeNull();
    expect(await keys.revoke(record.id)).toMatchObject({ revokedAt });
  });

  test.each(['nonsense', unknownId])('there is no key %s', async (id) => {
    await expect(keys.revoke(id)).rejects.toThrow(`there is no key ${id}`);
    await expect(keys.rotate(id, 0)).rejects.toThrow(`there is no active key ${id}`);
  });

  test('a revocation that overtakes a verification is not forgotten', async () => {
    const { key, record } = await keys.create({ owner: 'ada' });
    await Promise.all([keys.verify(key), keys.revoke(record.id)]);
    expect(await keys.verify(key)).toBeNull();
  });

  test('a key is nobody after its end, even if it was believed just before', async () => {
    const believing = createKeys({ database, log, believeMs: 60_000 });
    const end = Date.now() + 86_400_000;
    const { key, record } = await believing.create({ owner: 'ada', expiresAt: new Date(end) });
    // By the clock of this process it is about to end.
    vi.useFakeTimers({ toFake: ['Date'], now: end - 300 });
    try {
      expect(await believing.verify(key)).not.toBeNull();
    } finally {
      vi.useRealTimers();
    }
    await expire(record.id);
    await expect.poll(() => believing.verify(key)).toBeNull();
    await believing.close();
  });

  test('rotation: the new key has the same rights, the old one ends after the grace', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000);
    const old = await keys.create({
      owner: 'ada',
      name: 'ci',
      scopes: ['page:read'],
      tier: 'free',
      expiresAt,
    });
    const { key, record } = await keys.rotate(old.record.id, 60);
    expect(key).not.toBe(old.key);
    expect(record).toMatchObject({
      owner: 'ada',
      name: 'ci',
      scopes: ['page:read'],
      tier: 'free',
      expiresAt,
    });
    expect(await keys.verify(key)).toMatchObject({ owner: 'ada', keyId: record.id });

    expect(await keys.verify(old.key)).toMatchObject({ keyId: old.record.id });
    const ended = (await keys.list()).find(({ id }) => id === old.record.id);
    const graceMs = Number(ended?.expiresAt) - Date.now();
    expect(graceMs).toBeGreaterThan(30_000);
    expect(graceMs).toBeLessThanOrEqual(61_000);
  });

  test('rotation without grace ends the old key now, and only an active key can be rotated', async () => {
    const old = await keys.create({ owner: 'ada' });
    await keys.verify(old.key);
    await keys.rotate(old.record.id, 0);
    expect(await keys.verify(old.key)).toBeNull();
    await expect(keys.rotate(old.record.id, 0)).rejects.toThrow('no active key');
    expect(await keys.list()).toHaveLength(2);
  });

  test('a grace does not outlast the end that a key had', async () => {
    const expiresAt = new Date(Date.now() + 30_000);
    const { record } = await keys.create({ owner: 'ada', expiresAt });
    await keys.rotate(record.id, 3_600);
    expect((await keys.list()).map((key) => key.expiresAt)).toEqual([expiresAt, expiresAt]);
  });

  test('other processes hear of a revocation at once when they watch, else within the time of belief', async () => {
    const elsewhere = kind === 'embedded' ? database : await openDatabase(place.options);
    const watching = createKeys({ database: elsewhere, log, believeMs: 60_000 });
    await watching.watch();
    const forgetful = createKeys({ database: elsewhere, log, believeMs: 50 });
    const { key, record } = await keys.create({ owner: 'ada' });
    for (const process of [watching, forgetful]) expect(await process.verify(key)).not.toBeNull();
    await keys.revoke(record.id);
    for (const process of [watching, forgetful]) await expect.poll(() => process.verify(key)).toBeNull();
    await watching.close();
    if (elsewhere !== database) await elsewhere.close();
  });

  test('a verified key is believed for a while without the database', async () => {
    const { key, record } = await keys.create({ owner: 'ada' });
    await keys.verify(key);
    await expire(record.id);
    expect(await keys.verify(key)).not.toBeNull();
    expect(await createKeys({ database, log }).verify(key)).toBeNull();
  });

  test('the last use is written, once a minute', async () => {
    const { key } = await keys.create({ owner: 'ada' });
    await keys.verify(key);
    await keys.close();
    const [used] = await keys.list();
    expect(used?.lastUsedAt).toBeInstanceOf(Date);
    const another = createKeys({ database, log });
    await another.verify(key);
    await another.close();
    expect(await keys.list()).toEqual([used]);
  });

  test('a last use that cannot be written is nobody’s error', async () => {
    const { key } = await keys.create({ owner: 'ada' });
    await database.query(sql`alter table api_keys rename column last_used_at to gone`);
    await database.query(sql`alter table api_keys add column last_used_at text`);
    expect(await keys.verify(key)).not.toBeNull();
    await keys.close();
    await database.query(sql`alter table api_keys drop column last_used_at`);
    await database.query(sql`alter table api_keys rename column gone to last_used_at`);
  });

  test('bootstrap keys are there, once, with the newest rights; a revoked one stays revoked', async () => {
    const key = `svc_live_${'ab'.repeat(32)}`;
    await keys.bootstrap([{ owner: 'ada', key, scopes: ['scrape:read'] }]);
    const [first] = await keys.list();
    await keys.bootstrap([{ owner: 'bob', key, scopes: ['*'] }]);
    expect(await keys.list()).toEqual([{ ...first, owner: 'bob', scopes: ['*'] }]);
    expect(await keys.verify(key)).toMatchObject({ owner: 'bob', scopes: ['*'] });

    await keys.revoke(first?.id ?? '');
    await keys.bootstrap([{ owner: 'bob', key, scopes: ['*'] }]);
    expect(await keys.verify(key)).toBeNull();
  });

  test('the first key is made once, however many processes start', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => createKeys({ database, log }).firstKey()));
    const [key = '', ...more] = made.filter((one) => one !== undefined);
    expect(more).toEqual([]);
    expect(await keys.verify(key)).toMatchObject({ owner: 'default', scopes: ['scrape:read', 'admin'] });
    expect(await keys.firstKey()).toBeUndefined();
  });

  test('with a bootstrap key there is no first key', async () => {
    await keys.bootstrap([{ owner: 'ada', key: `svc_live_${'cd'.repeat(32)}`, scopes: ['*'] }]);
    expect(await keys.firstKey()).toBeUndefined();
  });

  test('the database holds the digest of a key and nothing of the key', async () => {
    const { key } = await keys.create({ owner: 'ada' });
    await keys.verify(key);
    await keys.close();
    const [{ dump = '' } = {}] = await database.query<{ dump: string }>(
      sql`select string_agg(api_keys::text, e'\n') as dump from api_keys`,
    );
    expect(dump).toContain(createHash('sha256').update(key).digest('hex'));
    expect(dump).not.toContain(key.slice('svc_live_'.length));
    expect(dump).not.toContain('svc_live_');

    // Nor do its files, the write-ahead log included.
    if (kind === 'postgres') return;
    const random = Buffer.from(key.slice('svc_live_'.length));
    const files = globSync('**', { cwd: place.options.dataDir, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    const holders = files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(random));
    expect(files.length).toBeGreaterThan(100);
    expect(holders).toEqual([]);
  });
});
