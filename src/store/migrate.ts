import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import type { Database, Queryable } from './database.ts';
import { DatabaseError } from './error.ts';

/** Migrations of the database schema. */

interface Migration {
  readonly version: number;
  /** File name: `001_api_keys.sql`. */
  readonly name: string;
  readonly script: string;
}

const shipped = new URL('./migrations/', import.meta.url);
/** Any number that nobody else locks. */
const lock = 7_302_114_518;

/**
 * Applies the migrations that the database has not seen, in order and in one transaction: all or none. Several processes
 * may start at once; one does the work. @param folder numbered .sql files. @returns the names of those applied.
 * @throws DatabaseError when the database was used by a newer version.
 */
export const migrate = async (database: Database, folder: URL = shipped): Promise<string[]> => {
  const migrations = await readMigrations(folder);
  return database.transaction(async (transaction) => {
    await transaction.query(sql`select pg_advisory_xact_lock(${lock}::bigint)`);
    await transaction.script(`create table if not exists schema_version (
      version int primary key, name text not null, applied_at timestamptz not null default now())`);
    const seen = await transaction.query<{ version: number }>(sql`select version from schema_version`);
    const version = Math.max(0, ...seen.map((row) => row.version));
    if (version > migrations.length)
      throw new DatabaseError(
        `the database has schema version ${version}, this gannet knows ${migrations.length}: use the newer gannet again`,
      );

    const missing = migrations.slice(version);
    for (const migration of missing) {
      await transaction.script(migration.script);
      await transaction.query(
        sql`insert into schema_version (version, name) values (${migration.version}::int, ${migration.name})`,
      );
    }
    return missing.map(({ name }) => name);
  });
};

/** The schema version of the database, 0 for a new one, and the newest that this gannet knows. Changes nothing. */
export const schemaState = async (
  database: Queryable,
  folder: URL = shipped,
): Promise<{ version: number; known: number }> => {
  const known = (await readMigrations(folder)).length;
  const [found] = await database.query<{ exists: boolean }>(
    sql`select to_regclass('schema_version') is not null as exists`,
  );
  if (!found?.exists) return { version: 0, known };
  const [row] = await database.query<{ version: number }>(
    sql`select coalesce(max(version), 0) as version from schema_version`,
  );
  return { version: row?.version ?? 0, known };
};

const readMigrations = async (folder: URL): Promise<Migration[]> => {
  const names = (await readdir(fileURLToPath(folder))).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const version = index + 1;
      if (Number.parseInt(name, 10) !== version)
        throw new Error(`migration ${name} should have the number ${version}`);
      return { version, name, script: await readFile(new URL(name, folder), 'utf8') };
    }),
  );
};
