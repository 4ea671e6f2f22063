import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createLog } from '../../src/log.ts';
import {
  type Database,
  type DatabaseOptions,
  type EngineKind,
  openDatabase,
} from '../../src/store/database.ts';
import { administer, databaseOf } from './postgres.ts';

/** Where a test may put a database of its own. */
export interface TestPlace {
  /** For `openDatabase`. */
  readonly options: DatabaseOptions;
  remove(): Promise<void>;
}

/** Every test of the store runs on both. */
export const engineKinds = ['embedded', 'postgres'] as const satisfies readonly EngineKind[];

/** A new database with every table and no row. @throws Error when PostgreSQL cannot be had. */
export const makeTestPlace = (kind: EngineKind): Promise<TestPlace> => places[kind]();

/** For a process of its own that is to use it. */
export const settingsOf = ({ options: { url, dataDir } }: TestPlace) => ({
  GANNET_DATA_DIR: dataDir,
  GANNET_LOG: 'warn',
  DATABASE_URL: url,
});

/** A new database as the service has it; gone with all that is in it when it is disposed of. */
export type TestDatabase = Database & AsyncDisposable;

export const openTestDatabase = async (kind: EngineKind): Promise<TestDatabase> => {
  const place = await makeTestPlace(kind);
  const database = await openDatabase(place.options);
  return {
    ...database,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await place.remove();
    },
  };
};

/** Puts such a database where a command will look for its own, which would take it 4 s to make. */
export const copyDatabaseTo = async (dataDir: string): Promise<void> =>
  cp(await askBroker('embedded'), dataDir, { recursive: true });

const log = createLog('silent');

const places: Record<EngineKind, () => Promise<TestPlace>> = {
  embedded: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gannet-test-'));
    await copyDatabaseTo(dataDir);
    return { options: { dataDir, log }, remove: () => rm(dataDir, { recursive: true, force: true }) };
  },
  postgres: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gannet-test-'));
    const server = await askBroker('postgres');
    const template = await askBroker('postgres-template');
    const name = `gannet_test_${randomBytes(6).toString('hex')}`;
    await administer(server, `create database ${name} template ${template}`);
    const url = databaseOf(server, name);
    return {
      options: { url, dataDir, log },
      remove: async () => {
        await administer(server, `drop database ${name} with (force)`);
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  },
};

const askBroker = async (what: EngineKind | 'postgres-template'): Promise<string> => {
  const answer = await fetch(new URL(what, inject('databaseBroker')));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
};
