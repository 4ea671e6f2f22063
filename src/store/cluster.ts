import { execFile } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PGlite, types } from '@electric-sql/pglite';
import { tryLock } from 'fs-native-extensions';
import { makeFolder } from '../folder.ts';
import { type DurableFS, syncPath } from './durable-fs.ts';
import { DatabaseError, databaseError } from './error.ts';

/** The embedded PostgreSQL: its folder, lock, settings and start. */

/** The PostgreSQL version of PGlite 0.5. Another major version cannot read its files, so each has its own folder. */
const major = '18';

/**
 * Durable, small and quiet. fdatasync, the default method, is an empty stub in PGlite. 16 MB of buffers halve the memory
 * (170 MB instead of 300 MB); recovery takes as long as the WAL is. Statistics are of 900 rows of a table, not of 30,000: with
 * 10,000 pages of crawls that keeps this thread for 7 ms instead of 70, and no plan changes. Lesser errors reach the caller and
 * stay out of the log, with the row values that PostgreSQL would add.
 */
const settings = [
  'fsync=on',
  'wal_sync_method=fsync',
  'shared_buffers=16MB',
  'max_wal_size=64MB',
  'min_wal_size=32MB',
  'default_statistics_target=3',
  'log_min_messages=fatal',
];
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...settings.flatMap((setting) => ['-c', setting]),
];

/**
 * Makes sure that this process alone has the folder: two would silently overwrite each other. A lock of the kernel, which
 * ends with the process. @returns unlocks. @throws DatabaseError `in_use`
 */
export const lockFolder = async (dataDir: string): Promise<() => void> => {
  try {
    makeFolder(dataDir, 0o700);
    const fd = openSync(join(dataDir, 'database.lock'), 'a', 0o600);
    if (tryLock(fd)) return () => closeSync(fd);
    closeSync(fd);
  } catch (error) {
    const { message, code } = databaseError(error);
    throw new DatabaseError(`the data folder ${dataDir} cannot be used: ${message}`, code);
  }
  throw new DatabaseError(`the data folder ${dataDir} is in use by another gannet process`, 'in_use');
};

/** Makes the database files if there are none. The folder must be locked. @returns where they are. */
export const prepareCluster = async (dataDir: string): Promise<string> => {
  const folder = join(dataDir, `pg${major}`);
  const found = await versionOf(folder);
  if (found === undefined) await createCluster(folder);
  else if (found !== major)
    throw new DatabaseError(
      `${folder} was written by PostgreSQL ${found}; this gannet reads version ${major} only`,
    );
  return folder;
};

/** @param hear gets the server's log, line by line. @param files where the database is. */
export const startCluster = async (files: DurableFS, hear: (line: string) => void): Promise<PGlite> => {
  const lite = await PGlite.create({
    fs: files,
    startParams,
    parsers: {
      [types.INT8]: Number,
      [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex'),
    },
    onStderr: (line) => {
      hear(line);
      return false;
    },
  });
  // DurableFS relies on names inside PGlite: a version that renames them must not go unnoticed.
  const before = files.asked;
  await lite.query("select pg_logical_emit_message(true, 'gannet', 'is this flushed?')");
  await files.flushed();
  if (files.asked > before) return lite;
  await lite.close();
  throw new DatabaseError(
    'the embedded database does not flush its files to disk: this version of PGlite is not supported',
  );
};

const versionOf = async (folder: string): Promise<string | undefined> => {
  try {
    return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (databaseError(error).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Made beside its place, and moved there when it is complete and on disk: a crash leaves no half-made database.
 * A process of its own makes it, because the 80 MB that this takes would never be given back; `--liftoff-only` skips the
 * optimizing compiler, a third of its processor time. That process may outlive this one for some seconds, so each draft has
 * a name of its own.
 */
const createCluster = async (folder: string): Promise<void> => {
  const drafts = `${basename(folder)}.creating`;
  const parent = dirname(folder);
  for (const name of await readdir(parent))
    if (name.startsWith(drafts))
      await rm(join(parent, name), { recursive: true, force: true, maxRetries: 10 });
  const draft = await mkdtemp(join(parent, `${drafts}-`));
  const program = fileURLToPath(new URL(`create-cluster${extname(import.meta.url)}`, import.meta.url));
  await promisify(execFile)(process.execPath, ['--liftoff-only', program, draft]).catch(
    ({ signal, stderr, message }) => {
      const reason =
        signal === 'SIGKILL' ? 'it was killed, as the system does when memory is short' : message;
      throw new DatabaseError(`no database could be made in ${parent}: ${stderr || reason}`);
    },
  );
  await syncTree(draft);
  await rename(draft, folder);
  syncPath(parent);
};

/** Files that are flushed at once. */
const atOnce = 8;

/**
 * Flushes a folder and all that is in it: a thousand files, which take 3 s one after the other where others use the disk, and
 * 0.3 to 2 s like this.
 */
const syncTree = async (folder: string): Promise<void> => {
  const names = ['', ...(await readdir(folder, { recursive: true }))].values();
  const flushNext = async () => {
    for (const name of names) {
      await using file = await open(join(folder, name));
      await file.sync();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, flushNext));
};
