import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fdatasyncSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTestPlace, type TestPlace } from '../../test/support/databases.ts';
import { createLog } from '../log.ts';
import { lockFolder } from './cluster.ts';
import { type Database, openDatabase } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { createMaintenance } from './maintenance.ts';
import { watchRoom } from './room.ts';

let place: TestPlace;
beforeEach(async () => {
  place = await makeTestPlace('embedded');
});
afterEach(() => {
  vi.unstubAllEnvs();
  return place.remove();
});

const program = join(import.meta.dirname, '../../test/support/insert-forever.ts');

/** A process that inserts 1, 2, 3, … and tells each number when it is committed. */
const startInserting = (dataDir: string): ChildProcess =>
  fork(program, [dataDir], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

test('what was acknowledged survives kill -9', async () => {
  let acknowledged = 0;
  for (let round = 1; round <= 3; round++) {
    const child = startInserting(place.options.dataDir);
    await new Promise<void>((resolve) => {
      child.on('message', (n: number) => {
        acknowledged = n;
        if (n % 20 === 19) resolve();
      });
    });
    child.kill('SIGKILL');
    await once(child, 'close');
  }

  const database = await openDatabase(place.options);
  const rows = await database.query<{ n: number }>(sql`select n from numbers order by n`);
  await database.close();
  expect(acknowledged).toBeGreaterThan(50);
  // One more may have been committed and not yet told.
  expect(rows.length - acknowledged).toBeOneOf([0, 1]);
  expect(rows.map(({ n }) => n)).toEqual(rows.map((_, index) => index + 1));
}, 180_000);

test('a second opener is refused, in this process and in another, until the first is done', async () => {
  const first = await openDatabase(place.options);
  await expect(openDatabase(place.options)).rejects.toMatchObject({ code: 'in_use' });
  await first.close();

  const child = startInserting(place.options.dataDir);
  await once(child, 'message');
  await expect(openDatabase(place.options)).rejects.toThrow('in use by another gannet process');
  child.kill('SIGKILL');
  await once(child, 'close');

  const last = await openDatabase(place.options);
  await last.close();
});

/** A disk that counts, that fails while it is told to, and that takes its time while it is held. */
const makeDisk = () => {
  const disk = {
    flushes: 0,
    fails: false,
    held: Promise.resolve(),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      disk.held = promise;
      return resolve;
    },
    now: (fd: number) => {
      if (disk.fails) throw Object.assign(new Error('i/o error'), { code: 'EIO', errno: -5 });
      disk.flushes += 1;
      fdatasyncSync(fd);
    },
    later: async (fd: number) => {
      await disk.held;
      disk.now(fd);
    },
  };
  return disk;
};

/** The database on such a disk, with one table. */
const openOn = async (disk: ReturnType<typeof makeDisk>, onStopped?: () => void) => {
  const engine = await openEmbedded({ ...place.options, flush: disk, onStopped });
  const run = (text: string, reads = false) =>
    engine.withSession((session) => session.query(text, []), { reads });
  await run('create table numbers (n int primary key)');
  return { engine, run };
};

test('every commit is flushed before it is acknowledged', async () => {
  const disk = makeDisk();
  const { engine, run } = await openOn(disk);
  for (let n = 0; n < 10; n++) {
    const before = disk.flushes;
    await run(`insert into numbers values (${n})`);
    expect(disk.flushes).toBeGreaterThan(before);
  }
  await engine.close();
});

test('while the disk takes its time others read, and nobody is told of what is not on it', async () => {
  const disk = makeDisk();
  const { engine, run } = await openOn(disk);

  const release = disk.hold();
  const told: number[] = [];
  const first = run('insert into numbers values (1)').then(() => told.push(1));
  const second = run('insert into numbers values (2)').then(() => told.push(2));
  for (let looks = 0; looks < 20; looks++) await run('select 1', true);
  expect(told).toEqual([]);
  release();
  await Promise.all([first, second]);
  expect(told).toEqual([1, 2]);
  await engine.close();
});

test('no other file is changed before the WAL that tells of it is on disk', async () => {
  const disk = makeDisk();
  const { engine, run } = await openOn(disk);

  const release = disk.hold();
  const inserted = run('insert into numbers values (1)');
  await run('select 1', true);
  const before = disk.flushes;
  // Writes what has changed: flushed at once, for the flush that is under way does not end.
  await run('checkpoint', true);
  expect(disk.flushes).toBeGreaterThan(before);
  release();
  await inserted;
  await engine.close();
});

test('after a failed flush nothing is acknowledged any more, and the process goes on', async () => {
  const disk = makeDisk();
  const onStopped = vi.fn();
  const { engine, run } = await openOn(disk, onStopped);
  await run('insert into numbers values (1)');

  disk.fails = true;
  await expect(run('insert into numbers values (2)')).rejects.toMatchObject({ code: 'stopped' });
  disk.fails = false;
  await expect(run('insert into numbers values (3)')).rejects.toThrow('could not flush');
  await expect(run('select 1')).rejects.toMatchObject({ code: 'stopped' });
  expect(onStopped).toHaveBeenCalledOnce();
  await engine.close();

  const database = await openDatabase(place.options);
  const rows = await database.query<{ n: number }>(sql`select n from numbers`);
  await database.close();
  expect(rows).toContainEqual({ n: 1 });
  expect(rows).not.toContainEqual({ n: 3 });
});

test.each<[string, (folder: string) => Promise<void>]>([
  ['removed', (folder) => rm(folder, { recursive: true })],
  [
    'replaced',
    (folder) => rename(folder, `${folder}-old`).then(() => cp(`${folder}-old`, folder, { recursive: true })),
  ],
])('once its folder was %s, nothing is acknowledged that nobody would find there', async (_, change) => {
  const onStopped = vi.fn();
  const { engine, run } = await openOn(makeDisk(), onStopped);
  await change(join(place.options.dataDir, 'pg18'));
  await expect(run('insert into numbers values (1)')).rejects.toThrow(/pg18 was removed; start gannet again/);
  expect(onStopped).toHaveBeenCalledOnce();
  await engine.close();
});

test('a flush that fails after it was made up for ends the database: nobody else is told of the error', async () => {
  const disk = makeDisk();
  const { engine, run } = await openOn(disk);
  const release = disk.hold();
  const inserted = run('insert into numbers values (1)');
  await run('select 1', true);
  await run('checkpoint', true);
  disk.fails = true;
  release();
  await expect(inserted).rejects.toMatchObject({ code: 'stopped' });
  await engine.close();
});

test('a flush that had to be made up for and fails ends the database, too', async () => {
  const disk = makeDisk();
  const onStopped = vi.fn();
  const engine = await openEmbedded({ ...place.options, flush: disk, onStopped });
  const failures: unknown[] = [];
  const failed = (error: unknown) => failures.push(error);
  const written = engine.withSession(async (session) => {
    await session.query('create table numbers (n int primary key)', []);
    disk.fails = true;
    await session.query('checkpoint', []).catch(failed);
    await session.query('select 1', []).catch(failed);
  });
  await expect(written).rejects.toMatchObject({ code: 'stopped' });
  expect(failures).toMatchObject([{ code: 'stopped' }, { code: 'stopped' }]);
  expect(onStopped).toHaveBeenCalledOnce();
  await engine.close();
});

test('a commit that fails ends the database, too, and not the process', async () => {
  const disk = makeDisk();
  const onStopped = vi.fn();
  const engine = await openEmbedded({ ...place.options, flush: disk, onStopped });
  const written = engine.withSession(async (session) => {
    await session.query('begin', []);
    await session.query('create table numbers (n int primary key)', []);
    disk.fails = true;
    await session.query('commit', []);
  });
  await expect(written).rejects.toMatchObject({ code: 'stopped' });
  expect(onStopped).toHaveBeenCalledOnce();
  await engine.close();
});

test('a long transaction leaves room for what else is to be done', async () => {
  const database = await openDatabase(place.options);
  let rounds = 0;
  let counting = true;
  const count = () => {
    rounds += 1;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  await database.transaction(async (transaction) => {
    for (let n = 0; n < 20; n++)
      await transaction.query(sql`select sum(n) from generate_series(1, 200000) as n`);
  });
  counting = false;
  await database.close();
  expect(rounds).toBeGreaterThanOrEqual(19);
});

test('maintenance empties dead rows and WAL, and leaves an idle database alone', async () => {
  const engine = await openEmbedded(place.options);
  const run = async (text: string) => (await engine.withSession((session) => session.query(text, []))).rows;
  const maintain = createMaintenance(engine);
  const size = async () => (await run(`select pg_relation_size('big')::int as size`))[0];
  const checkpoint = async () => (await run('select checkpoint_lsn from pg_control_checkpoint()'))[0];

  await run(`create table big as select repeat(md5(n::text), 20) as text from generate_series(1, 5000) n`);
  await run('delete from big');
  const full = await size();
  await maintain();
  expect(await size()).toEqual({ size: 0 });
  expect(full).not.toEqual({ size: 0 });

  const before = await checkpoint();
  await maintain();
  expect(await checkpoint()).toEqual(before);
  await engine.close();
});

test('on a full disk nothing is written that might end the database: others read, and all goes on when there is room', async () => {
  let bytes = 33e6;
  const engine = await openEmbedded({ ...place.options, freeBytes: async () => bytes });
  const run = (text: string, reads = false) =>
    engine.withSession((session) => session.query(text, []), { reads });
  await run('create table numbers (n int primary key)');

  bytes = 31e6;
  await expect
    .poll(() => run('insert into numbers values (1) on conflict do nothing').catch(({ code }) => code))
    .toBe('ENOSPC');
  expect((await run('select 1 as n', true)).rows).toEqual([{ n: 1 }]);
  bytes = 33e6;
  await expect.poll(() => run('insert into numbers values (2)').catch(({ code }) => code)).not.toBe('ENOSPC');
  expect((await run('select n from numbers where n = 2', true)).rows).toEqual([{ n: 2 }]);
  await engine.close();
});

test.runIf(process.platform === 'linux')('room is what the system says', async () => {
  // It never has any.
  const room = watchRoom('/proc', createLog('silent'));
  await vi.waitFor(() => expect(room.assert).toThrow('of /proc is almost full: 0 bytes are free'), 30_000);
  room.close();
});

test('maintenance reads few rows of a large table', async () => {
  const engine = await openEmbedded(place.options);
  const run = async (text: string) => (await engine.withSession((session) => session.query(text, []))).rows;
  await run('create table long as select n from generate_series(1, 20000) n');
  await createMaintenance(engine)();
  // A histogram has one bound more than the target; 300 rows are read for each.
  const [bounds] = await run(`select array_length(histogram_bounds::text::int[], 1) as count from pg_stats
    where tablename = 'long'`);
  expect(bounds).toEqual({ count: 4 });
  await engine.close();
});

test('files of another major version are refused in plain words', async () => {
  await writeFile(join(place.options.dataDir, 'pg18/PG_VERSION'), '17\n');
  await expect(openDatabase(place.options)).rejects.toThrow('was written by PostgreSQL 17');
});

test('a database that cannot start says what the server said', async () => {
  await rm(join(place.options.dataDir, 'pg18/global/pg_control'));
  await expect(openDatabase(place.options)).rejects.toThrow(/does not start: .*pg_control/);
});

test('a folder that cannot be used is told', async () => {
  const file = join(place.options.dataDir, 'file');
  await writeFile(file, '');
  await expect(openDatabase({ ...place.options, dataDir: join(file, 'data') })).rejects.toThrow(
    'cannot be used',
  );
});

test('a database is made where there is none, or only the remains of a crash', async () => {
  const dataDir = join(place.options.dataDir, 'new');
  await mkdir(join(dataDir, 'pg18.creating-a1b2c3/global'), { recursive: true });
  let database: Database | undefined;
  try {
    database = await openDatabase({ ...place.options, dataDir });
    expect(await database.query(sql`select 1 as n`)).toEqual([{ n: 1 }]);
    expect((await readdir(dataDir)).sort()).toEqual(['database.lock', 'pg18']);
    // PGlite lets everybody write some of its files.
    expect((await stat(join(dataDir, 'pg18'))).mode & 0o777).toBe(0o700);
  } finally {
    await database?.close();
  }
});

test('a database that cannot be made is told, and nothing of it stays', async () => {
  vi.stubEnv('NODE_OPTIONS', '--no-such-option');
  const dataDir = join(place.options.dataDir, 'new');
  const opening = openDatabase({ ...place.options, dataDir });
  await expect(opening).rejects.toThrow(/no database could be made in .*no-such-option/s);
  vi.unstubAllEnvs();
  await (await openDatabase({ ...place.options, dataDir })).close();
  expect((await readdir(dataDir)).sort()).toEqual(['database.lock', 'pg18']);
});

test('a new data folder is closed to other users', async () => {
  const dataDir = join(place.options.dataDir, 'new');
  const unlock = await lockFolder(dataDir);
  unlock();
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

test('that a database could not be made because its maker was killed is told', async () => {
  const { dataDir } = place.options;
  await rm(join(dataDir, 'pg18'), { recursive: true });
  const maker = join(dataDir, 'node');
  await writeFile(maker, '#!/bin/sh\nkill -9 $$\n', { mode: 0o755 });
  const { execPath } = process;
  process.execPath = maker;
  await expect(openDatabase(place.options).finally(() => (process.execPath = execPath))).rejects.toThrow(
    /no database could be made in .*: it was killed, as the system does when memory is short/,
  );
});
