import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../src/log.ts';
import { openDatabase } from '../../src/store/database.ts';

/** An empty embedded database: copying it takes 0.1 s, making one 3 s. @returns the data folder. */
export const makeEmbeddedTemplate = async (): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gannet-embedded-'));
  const database = await openDatabase({ dataDir, log: createLog('silent') });
  await database.close();
  return dataDir;
};
