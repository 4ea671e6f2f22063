import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engineKinds, makeTestPlace, type TestPlace } from '../../test/support/databases.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gannet-migrations-'));
});
afterEach(() => rm(folder, { recursive: true }));
const write = (name: string, script: string) => writeFile(join(folder, name), script);
const run = (database: Database) => migrate(database, pathToFileURL(`${folder}/`));

describe.each(engineKinds)('%s', (kind) => {
  let place: TestPlace;
  let database: Database;
  beforeAll(async () => {
    place = await makeTestPlace(kind);
  });
  beforeEach(async () => {
    database = await openDatabase(place.options);
    await database.query(sql`drop schema public cascade`);
    await database.query(sql`create schema public`);
  });
  afterEach(() => database.close());
  afterAll(() => place.remove());

  test('each migration runs once, in order', async () => {
    await write('002_b.sql', 'alter table t add b int; insert into t values (1, 2);');
    await write('001_a.sql', '-- first\ncreate table t (a int);');
    expect(await run(database)).toEqual(['001_a.sql', '002_b.sql']);
    expect(await run(database)).toEqual([]);
    await write('003_c.sql', 'alter table t add c int');
    expect(await run(database)).toEqual(['003_c.sql']);
    expect(await database.query(sql`select * from t`)).toEqual([{ a: 1, b: 2, c: null }]);
    expect(await database.query(sql`select version, name from schema_version order by version`)).toEqual([
      { version: 1, name: '001_a.sql' },
      { version: 2, name: '002_b.sql' },
      { version: 3, name: '003_c.sql' },
    ]);
  });

  test('a failing migration leaves nothing behind', async () => {
    await write('001_a.sql', 'create table t (a int)');
    await write('002_b.sql', 'create table u (a int); select 1 / 0');
    await expect(run(database)).rejects.toMatchObject({ code: '22012' });
    expect(await database.query(sql`select tablename from pg_tables where schemaname = 'public'`)).toEqual(
      [],
    );
  });

  test('starts at the same time apply each migration once', async () => {
    await write('001_a.sql', 'create table t (a int)');
    // The embedded database has one process; on a server each start has its own connections.
    const others =
      kind === 'embedded'
        ? [database, database]
        : await Promise.all([1, 2].map(() => openDatabase(place.options)));
    const applied = await Promise.all([database, ...others].map(run));
    expect(applied.flat()).toEqual(['001_a.sql']);
    for (const other of others) if (other !== database) await other.close();
  });

  test('a database of a newer version is refused', async () => {
    await write('001_a.sql', 'create table t (a int)');
    await write('002_b.sql', 'create table u (a int)');
    await run(database);
    await rm(join(folder, '002_b.sql'));
    await expect(run(database)).rejects.toThrow('schema version 2, this gannet knows 1');
  });

  test('a gap in the numbers is refused', async () => {
    await write('001_a.sql', 'create table t (a int)');
    await write('003_c.sql', 'create table u (a int)');
    await expect(run(database)).rejects.toThrow('003_c.sql should have the number 2');
  });

  test('the shipped migrations apply', async () => {
    expect(await migrate(database)).toContain('001_api_keys.sql');
    expect(await migrate(database)).toEqual([]);
  });
});
