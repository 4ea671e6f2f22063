import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../src/log.ts';
import { openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';

/** An embedded database with every table and no row: copying it takes 0.1 s, making one 4 s. @returns the data folder. */
export const makeEmbeddedTemplate = async (): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gannet-embedded-'));
  const database = await openDatabase({ dataDir, log: createLog('silent') });
  await migrate(database);
  await database.close();
  return dataDir;
};
