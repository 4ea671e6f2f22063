import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Control, connectControl } from '../access/control.ts';
import { createKeys } from '../access/keys.ts';
import { createLedger } from '../access/ledger.ts';
import { type Config, readConfig } from '../config.ts';
import { createLog, type Logger } from '../log.ts';
import { openDatabase } from '../store/database.ts';
import { DatabaseError } from '../store/error.ts';
import { migrate } from '../store/migrate.ts';
import { type Environment, say } from './run.ts';

/** How long another process may take to start listening, or to end. */
const patienceMs = 10_000;

/**
 * Does something with keys or payments: through the running service when it has the embedded database, else on the
 * database itself. Where the service is just starting or another command is at work, waits for it.
 */
export const withControl = async <T>(
  environment: Environment,
  work: (control: Control) => Promise<T>,
): Promise<T> => {
  const config = readConfig(environment);
  const log = createLog(config.logLevel);
  const end = performance.now() + patienceMs;
  // A command that is called in another folder than the service would otherwise make keys that open nothing.
  if (config.databaseUrl === undefined && !existsSync(config.dataDir))
    say(
      `no gannet has been started with ${config.dataDir}: a database is made there. GANNET_DATA_DIR names another folder.`,
    );
  for (;;) {
    const running = config.databaseUrl === undefined ? await connectControl(config.dataDir) : undefined;
    if (running !== undefined) return work(running);
    try {
      return await onDatabase(config, log, work);
    } catch (error) {
      const inUse = error instanceof DatabaseError && error.code === 'in_use';
      if (!inUse || performance.now() > end) throw error;
      await sleep(100);
    }
  }
};

const onDatabase = async <T>(
  config: Config,
  log: Logger,
  work: (control: Control) => Promise<T>,
): Promise<T> => {
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log });
  try {
    await migrate(database);
    return await work({ keys: createKeys({ database, log }), ledger: createLedger(database) });
  } finally {
    await database.close();
  }
};
