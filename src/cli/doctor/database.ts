import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import type { Config } from '../../config.ts';
import { createLog } from '../../log.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { DatabaseError } from '../../store/error.ts';
import { schemaState } from '../../store/migrate.ts';
import { reasonOf } from '../run.ts';
import { skewFinding } from './clock.ts';
import { broken, type Check, type Finding, ok } from './finding.ts';

/** The database as the service would find it: it is looked at, never changed. */

export const databaseChecks: readonly Check[] = [
  { name: 'database', run: ({ config }) => lookAt(config, schemaFinding) },
  {
    name: 'clock of the database',
    run: ({ config }) =>
      config.databaseUrl === undefined
        ? ok('that of this machine')
        : lookAt(config, async (database) => {
            const [row] = await database.query<{ now: Date }>(sql`select clock_timestamp() as now`);
            return skewFinding(row?.now.getTime() ?? Number.NaN, 'the database');
          }),
  },
];

const lookAt = async (config: Config, look: (database: Database) => Promise<Finding>): Promise<Finding> => {
  try {
    return (await withDatabase(config, look)) ?? ok(`built in, made in ${config.dataDir} by the first start`);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === 'in_use')
      return ok(`built in, at work: a gannet has ${config.dataDir} open`);
    return broken(
      reasonOf(error),
      config.databaseUrl === undefined
        ? 'Restore the folder from a backup, or move it away to begin anew.'
        : 'Start PostgreSQL 15 or later, and check host, name, user and password in DATABASE_URL.',
    );
  }
};

/** @returns undefined when there is no database yet: none is made. @throws DatabaseError */
export const withDatabase = async <T>(
  { databaseUrl: url, dataDir }: Config,
  work: (database: Database) => Promise<T>,
): Promise<T | undefined> => {
  if (url === undefined && !existsSync(join(dataDir, 'database.lock'))) return undefined;
  const database = await openDatabase({ url, dataDir, log: createLog('silent') });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

const schemaFinding = async (database: Database): Promise<Finding> => {
  const { version, known } = await schemaState(database);
  const where = database.kind === 'embedded' ? 'built in' : 'PostgreSQL';
  if (version > known)
    return broken(
      `${where}: its schema has version ${version}, this gannet knows ${known}`,
      'Use the newer gannet again, or restore the backup from before the upgrade.',
    );
  const missing = known - version;
  return ok(
    `${where}, ${missing === 0 ? `schema ${version}` : `${missing} migrations to be applied by the next start`}`,
  );
};
