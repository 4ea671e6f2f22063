import pg from 'pg';
import type { Logger } from '../log.ts';
import type { Engine, Session } from './database.ts';
import { DatabaseError, databaseError } from './error.ts';
import { createLine } from './line.ts';
import { createListener } from './postgres-listener.ts';

/** A PostgreSQL server, by DATABASE_URL. */

const oldest = 15;
const connections = 10;
const connectMs = 5_000;
/** When the network dies silently, a statement would otherwise wait eleven minutes, until the kernel notices. */
const statementMs = 60_000;
const noLimit = 2 ** 31 - 1;
/** How long a process that hangs or is cut off within a transaction keeps its rows locked. */
const standstillMs = 15_000;

/** A PostgreSQL server behind a pool of connections. */
export const openPostgres = async (url: string, log: Logger): Promise<Engine> => {
  const settings: pg.ClientConfig = {
    connectionString: url,
    application_name: 'gannet',
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  };
  const pool = new pg.Pool({ ...settings, max: connections });
  // Without listeners, a lost connection would end the process.
  pool.on('error', (error) => log.warn({ err: databaseError(error) }, 'a database connection was lost'));
  pool.on('connect', (client) => {
    client.on('error', () => log.debug('a database connection ended'));
    // By a statement, because connection poolers refuse unknown startup parameters. It fails only if the connection does.
    client.query(`set idle_in_transaction_session_timeout = ${standstillMs}`).catch(() => undefined);
  });

  const engine = createEngine(pool, createListener(settings, log));
  try {
    await checkVersion(engine);
    return engine;
  } catch (error) {
    await engine.close();
    const { message, code } = databaseError(error);
    throw new DatabaseError(`the database at DATABASE_URL cannot be used: ${message}`, code);
  }
};

const createEngine = (pool: pg.Pool, listener: ReturnType<typeof createListener>): Engine => {
  const running = new Set<Promise<unknown>>();
  const line = createLine(connections);
  let closed = false;

  const useSession: Engine['withSession'] = async (work) => {
    // The pool has a line of its own, in which nobody may wait for longer than for a connection.
    const giveBack = await line.take();
    const client = await pool.connect().catch((error: unknown) => {
      giveBack(false);
      throw databaseError(error, 'lost');
    });
    let lost = false;
    const run = async (query: pg.QueryConfig & { query_timeout?: number }) => {
      try {
        return await client.query(query);
      } catch (error) {
        // An error that did not come from the server (a dead connection, no answer in time): the connection is not used again.
        if (error instanceof pg.DatabaseError) throw databaseError(error);
        lost = true;
        throw databaseError(error, 'lost');
      }
    };
    const session: Session = {
      query: (text, values) => run({ text, values: [...values] }),
      script: async (text) => {
        await run({ text, query_timeout: noLimit });
      },
    };
    try {
      return await work(session);
    } finally {
      client.release(lost);
      giveBack(!lost);
    }
  };

  return {
    kind: 'postgres',
    listen: listener.listen,
    withSession: async (work) => {
      if (closed) throw new DatabaseError('the database is closed');
      const session = useSession(work);
      running.add(session);
      try {
        return await session;
      } finally {
        running.delete(session);
      }
    },
    close: async () => {
      closed = true;
      await listener.close();
      // A pool that ends never answers those who wait for one of its connections.
      await Promise.allSettled(running);
      await pool.end();
    },
  };
};

const checkVersion = (engine: Engine) =>
  engine.withSession(async (session) => {
    const { rows } = await session.query(
      `select current_setting('server_version_num')::int / 10000 as major`,
      [],
    );
    const [{ major }] = rows as [{ major: number }];
    if (major < oldest) throw new DatabaseError(`it is PostgreSQL ${major}; ${oldest} or later is needed`);
  });

const int8 = pg.types.builtins.INT8;
const int8Array = 1016;

/** Numbers for bigint, as on the embedded database; pg gives strings. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') => {
  const standard = pg.types.getTypeParser(oid, format ?? 'text');
  if (oid === int8) return Number;
  if (oid === int8Array) return (text: string) => standard(text).map(Number);
  return standard;
};
