import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engineKinds, makeTestPlace, type TestPlace } from '../../test/support/databases.ts';
import { type Database, openDatabase } from './database.ts';
import { DatabaseError } from './error.ts';

describe.each(engineKinds)('%s', (kind) => {
  let place: TestPlace;
  let database: Database;
  beforeAll(async () => {
    place = await makeTestPlace(kind);
    database = await openDatabase(place.options);
    await database.query(sql`create table numbers (n int primary key)`);
  });
  afterAll(async () => {
    await database.close();
    await place.remove();
  });
  const numbers = async () =>
    (await database.query<{ n: number }>(sql`select n from numbers order by n`)).map(({ n }) => n);

  test('says what it is', () => {
    expect(database.kind).toBe(kind);
  });

  test('values go in and come out as the same types on both engines', async () => {
    const bytes = Buffer.from([0, 255, 92, 39]);
    const date = new Date('2026-01-02T03:04:05.678Z');
    const texts = ['a', 'b"c', '\\', 'd,e', ''];
    const [row] = await database.query(sql`select
      ${1}::int as int, ${2 ** 40}::bigint as bigint, array[1, ${2 ** 40}]::bigint[] as bigints, ${1.5}::float8 as float,
      ${bytes}::bytea as bytes, ${[bytes]}::bytea[] as "bytesArray", ${date}::timestamptz as date,
      ${texts}::text[] as texts, ${JSON.stringify({ a: [1, null] })}::jsonb as json, ${null}::text as nothing,
      ${true}::boolean as yes, ${[1.5, 2]}::float8[] as floats, count(*) as count from numbers`);
    expect(row).toEqual({
      int: 1,
      bigint: 2 ** 40,
      bigints: [1, 2 ** 40],
      float: 1.5,
      bytes,
      bytesArray: [bytes],
      date,
      texts,
      json: { a: [1, null] },
      nothing: null,
      yes: true,
      floats: [1.5, 2],
      count: 0,
    });
  });

  test('a transaction commits', async () => {
    const result = await database.transaction(async (transaction) => {
      await transaction.query(sql`insert into numbers values (1)`);
      await transaction.script('insert into numbers values (2); insert into numbers values (3)');
      return 'done';
    });
    expect(result).toBe('done');
    expect(await numbers()).toEqual([1, 2, 3]);
  });

  test('a transaction whose work throws rolls back and throws the same', async () => {
    const fault = new Error('no');
    const work = database.transaction(async (transaction) => {
      await transaction.query(sql`insert into numbers values (10)`);
      throw fault;
    });
    await expect(work).rejects.toBe(fault);
    expect(await numbers()).not.toContain(10);
  });

  test('a swallowed failure inside a transaction is not taken for a commit', async () => {
    const work = database.transaction(async (transaction) => {
      await transaction.query(sql`insert into numbers values (11)`);
      await transaction.query(sql`insert into numbers values (11)`).catch(() => undefined);
    });
    await expect(work).rejects.toMatchObject({ code: '25P02' });
    expect(await numbers()).not.toContain(11);
  });

  test('the database and a second transaction are refused inside a transaction', async () => {
    const work = (use: () => Promise<unknown>) => database.transaction(async () => await use());
    await expect(work(() => database.query(sql`select 1`))).rejects.toThrow('inside a transaction');
    await expect(work(() => database.transaction(async () => 1))).rejects.toThrow('inside a transaction');
    expect(await database.query(sql`select 1 as n`)).toEqual([{ n: 1 }]);
  });

  test('a transaction is of no use when it is over, and work it started may use the database then', async () => {
    let late: Promise<unknown> | undefined;
    const transaction = await database.transaction(async (inner) => {
      late = sleep(50).then(() => database.query(sql`select 2 as n`));
      return inner;
    });
    await expect(transaction.query(sql`select 1`)).rejects.toThrow('over');
    expect(await late).toEqual([{ n: 2 }]);
  });

  test('concurrent transactions and queries all finish', async () => {
    await database.query(sql`create table counters (name text primary key, value int not null)`);
    await database.query(sql`insert into counters values ('a', 0)`);
    const add = () =>
      database.transaction(async (transaction) => {
        await transaction.query(sql`update counters set value = value + 1 where name = 'a'`);
        await transaction.query(sql`select value from counters`);
      });
    await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? add() : database.query(sql`select 1`))));
    expect(await database.query(sql`select value from counters`)).toEqual([{ value: 20 }]);
  });

  test('an error has message and code, and no values', async () => {
    const error = await database
      .query(sql`insert into numbers select n from (values (${77}::int), (77)) as t(n)`)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({ code: '23505', message: expect.stringContaining('numbers_pkey') });
    expect(JSON.stringify({ ...(error as object) })).not.toContain('77');
  });

  test('notifications of committed transactions are heard until one stops', async () => {
    const heard: string[] = [];
    const stop = await database.listen('news', (payload) => heard.push(payload));
    const other = vi.fn(() => {
      throw new Error('whoever hears may fail');
    });
    await database.listen('other_news', other);
    await database.query(sql`select pg_notify('news', 'first')`);
    await database
      .transaction(async (transaction) => {
        await transaction.query(sql`select pg_notify('news', 'rolled back')`);
        throw new Error('no');
      })
      .catch(() => undefined);
    await expect.poll(() => heard).toEqual(['first']);
    stop();
    await database.query(sql`select pg_notify('news', 'too late')`);
    await database.query(sql`select pg_notify('other_news', 'x')`);
    await expect.poll(() => other.mock.calls.length).toBe(1);
    expect(heard).toEqual(['first']);
  });

  test('closing waits for what runs; afterwards nothing does', async () => {
    const another = await makeTestPlace(kind);
    const closing = await openDatabase(another.options);
    const running = closing.query(sql`select 1 as n`);
    await closing.close();
    expect(await running).toEqual([{ n: 1 }]);
    await expect(closing.query(sql`select 1`)).rejects.toThrow(DatabaseError);
    await another.remove();
  });
});
