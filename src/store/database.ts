import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sql } from 'sql-template-tag';
import type { Logger } from '../log.ts';
import type { Hear } from './channels.ts';
import { DatabaseError } from './error.ts';
import { openPostgres } from './postgres.ts';

/**
 * Runs one statement; its values are bound, never pasted. For one that begins with `select` nothing is flushed to disk: what
 * it writes, if anything, need not last. @throws DatabaseError
 */
export interface Queryable {
  query<T>(statement: Sql): Promise<T[]>;
}

export interface Transaction extends Queryable {
  /** Runs several statements without values: a migration. */
  script(text: string): Promise<void>;
}

/**
 * The one seam to PostgreSQL, embedded or a server. The same SQL runs on both if parameters are cast (`${x}::int`) and
 * jsonb is sent as `JSON.stringify(x)`. bigint arrives as number, bytea as Buffer, timestamptz as Date.
 */
export interface Database extends Queryable {
  readonly kind: EngineKind;
  /**
   * Commits when `work` is done and rolls back when it throws. Inside, only the given transaction may be used: the embedded
   * database has a single session, so a query beside it would wait for ever. It throws instead, on both engines.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Hears `NOTIFY channel` of every process. A hint, not a promise: what is sent while a lost connection is being restored
   * is not heard. @param channel lower-case letters and `_`. @returns stops hearing.
   */
  listen(channel: string, hear: Hear): Promise<() => void>;
  /** Waits for running statements. */
  close(): Promise<void>;
}

export type EngineKind = 'embedded' | 'postgres';

/** What an engine gives: sessions, each used by one caller at a time. */
export interface Engine extends Pick<Database, 'kind' | 'listen' | 'close'> {
  /** Resolves when what was written is on disk. @param how `reads`: nothing is written that has to be. */
  withSession<T>(work: (session: Session) => Promise<T>, how?: { readonly reads?: boolean }): Promise<T>;
}

export interface Session {
  query(text: string, values: readonly unknown[]): Promise<Answer>;
  script(text: string): Promise<void>;
}

interface Answer {
  readonly rows: unknown[];
  /** First word of the command tag: `SELECT`, `COMMIT`, … */
  readonly command: string;
}

export interface DatabaseOptions {
  /** `postgres://…`; the embedded database when undefined. */
  readonly url?: string | undefined;
  /** Folder of the embedded database; made when absent. */
  readonly dataDir: string;
  readonly log: Logger;
  /** The embedded database failed for good (disk full, I/O error): nothing works until the process is started anew. */
  readonly onStopped?: ((error: DatabaseError) => void) | undefined;
}

/** @throws DatabaseError with a sentence for the operator; `code` is `in_use` when another process has the folder open. */
export const openDatabase = async ({ url, ...options }: DatabaseOptions): Promise<Database> => {
  if (url !== undefined) return createDatabase(await openPostgres(url, options.log));
  // With a server, neither its WebAssembly nor the native lock need exist.
  const { openEmbedded } = await import('./embedded.ts');
  return createDatabase(await openEmbedded(options));
};

/** Transactions over sessions, the same for both engines. */
const createDatabase = (engine: Engine): Database => {
  const current = new AsyncLocalStorage<TransactionState>();
  const assertOutside = () => {
    if (current.getStore()?.open)
      throw new Error(
        'the database was used inside a transaction: use the transaction given to the callback',
      );
  };

  return {
    kind: engine.kind,
    listen: engine.listen,
    close: engine.close,
    query: async <T>(statement: Sql) => {
      assertOutside();
      const reads = /^\s*select\b/i.test(statement.text);
      return engine.withSession((session) => rowsOf<T>(session, statement), { reads });
    },
    transaction: async (work) => {
      assertOutside();
      return engine.withSession(async (session) => {
        const state: TransactionState = { open: true };
        await session.query('begin', []);
        try {
          const result = await current.run(state, () => work(openTransaction(session, state)));
          state.open = false;
          // After a failed statement that `work` swallowed, COMMIT rolls back and says so only in its tag.
          const { command } = await session.query('commit', []);
          if (command !== 'COMMIT') throw new DatabaseError('a statement of the transaction failed', '25P02');
          return result;
        } catch (error) {
          state.open = false;
          // Fails only when the session is lost, and then the transaction is, too.
          await session.query('rollback', []).catch(() => undefined);
          throw error;
        }
      });
    },
  };
};

interface TransactionState {
  open: boolean;
}

const openTransaction = (session: Session, state: TransactionState): Transaction => {
  const assertOpen = () => {
    if (!state.open) throw new Error('the transaction is over');
  };
  return {
    query: async <T>(statement: Sql) => {
      assertOpen();
      return rowsOf<T>(session, statement);
    },
    script: async (text) => {
      assertOpen();
      await session.script(text);
    },
  };
};

const rowsOf = async <T>(session: Session, statement: Sql): Promise<T[]> => {
  const { rows } = await session.query(statement.text, statement.values);
  // The row type is the promise of the SQL beside it: the one place where it is taken on trust.
  return rows as T[];
};
