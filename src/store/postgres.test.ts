import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeTestPlace, type TestPlace } from '../../test/support/databases.ts';
import { type Database, openDatabase } from './database.ts';

let place: TestPlace;
let database: Database;
/** Another process, from the point of view of `database`. */
let other: Database;
beforeAll(async () => {
  place = await makeTestPlace('postgres');
  database = await openDatabase(place.options);
  other = await openDatabase(place.options);
});
afterAll(async () => {
  await database.close();
  await other.close();
  await place.remove();
});

/** Ends every connection of `database`. */
const cutConnections = () =>
  other.query(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );

test('lost connections are replaced', async () => {
  await Promise.all([1, 2, 3].map(() => database.query(sql`select pg_sleep(0.05)`)));
  await cutConnections();
  const answer = () => database.query(sql`select 1 as n`);
  await expect.poll(answer).toEqual([{ n: 1 }]);
});

test('a statement whose connection is lost fails in plain words', async () => {
  const running = expect(database.query(sql`select pg_sleep(30)`)).rejects.toMatchObject({
    name: 'DatabaseError',
    code: '57P01',
  });
  const asleep = () =>
    other.query(
      sql`select count(*) as n from pg_stat_activity where query = 'select pg_sleep(30)' and state = 'active'`,
    );
  await expect.poll(asleep).toEqual([{ n: 1 }]);
  await cutConnections();
  await running;
});

test('a transaction whose connection is lost between two statements fails and is gone', async () => {
  await other.query(sql`create table numbers (n int)`);
  const work = database.transaction(async (transaction) => {
    await transaction.query(sql`insert into numbers values (1)`);
    await cutConnections();
    await transaction.query(sql`insert into numbers values (2)`);
  });
  await expect(work).rejects.toMatchObject({ name: 'DatabaseError' });
  expect(await other.query(sql`select n from numbers`)).toEqual([]);
});

test('the server ends a transaction whose process stands still', async () => {
  const limits = await database.transaction((transaction) =>
    transaction.query(sql`select current_setting('idle_in_transaction_session_timeout') as "limit"`),
  );
  expect(limits).toEqual([{ limit: '15s' }]);
});

test('notifications are heard again after their connection was lost', async () => {
  const heard = vi.fn();
  await database.listen('news', heard);
  await cutConnections();
  const told = async () => {
    await other.query(sql`select pg_notify('news', 'x')`);
    return heard.mock.calls[0];
  };
  await expect.poll(told).toEqual(['x']);
});

test.for([
  ['nobody listens there', 'postgres://postgres@127.0.0.1:1/none', 'ECONNREFUSED'],
  ['the name is not known', 'postgres://postgres@database.invalid/none', 'ENOTFOUND'],
])('%s: a plain error without the password', async ([, url = '', code]) => {
  const secret = Object.assign(new URL(url), { password: 'hunter2' }).href;
  const error = await openDatabase({ ...place.options, url: secret }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ name: 'DatabaseError', message: expect.stringContaining('DATABASE_URL') });
  expect(`${(error as Error).message} ${(error as { code?: string }).code}`).toContain(code);
  expect((error as Error).stack).not.toContain('hunter2');
});

test('what is no URL is told without repeating it', async () => {
  const error = await openDatabase({ ...place.options, url: 'postgres://u:hunter2@[' }).catch(
    (caught: unknown) => caught,
  );
  expect(error).toMatchObject({ name: 'DatabaseError' });
  expect((error as Error).stack).not.toContain('hunter2');
});
