import { setImmediate } from 'node:timers/promises';
import type { Results } from '@electric-sql/pglite';
import type { Logger } from '../log.ts';
import { createChannels } from './channels.ts';
import { lockFolder, prepareCluster, startCluster } from './cluster.ts';
import type { DatabaseOptions, Engine, Session } from './database.ts';
import { DurableFS, type Flush } from './durable-fs.ts';
import { DatabaseError, databaseError } from './error.ts';
import { createMaintenance } from './maintenance.ts';
import { type FreeBytes, watchRoom } from './room.ts';

type Options = Omit<DatabaseOptions, 'url'> & {
  /** fdatasync unless a test makes it fail. */
  readonly flush?: Flush;
  /** What the system says unless a test says otherwise. */
  readonly freeBytes?: FreeBytes;
};

const maintenanceMs = 60_000;

/** PostgreSQL compiled to WebAssembly, in this process: one session, so callers take turns. */
export const openEmbedded = async ({
  dataDir,
  log,
  onStopped,
  flush,
  freeBytes,
}: Options): Promise<Engine> => {
  const unlock = await lockFolder(dataDir);
  /** The message with which the server gave up; undefined while it works. */
  let lastWords: string | undefined;
  const hear = (line: string) => {
    log.debug({ line }, 'embedded database');
    const [, words] = /^[^[]*\[\d+\] ((?:PANIC|FATAL):.*)/.exec(line) ?? [];
    lastWords = words ?? lastWords ?? (line.startsWith('Aborted(') ? line : undefined);
  };

  try {
    const files = new DurableFS(await prepareCluster(dataDir), flush);
    const lite = await startCluster(files, hear);
    // After a failed statement PGlite sends another message by itself, which a dead server must not get.
    const execute = lite.execProtocolRawSync.bind(lite);
    lite.execProtocolRawSync = (message) => {
      if (lastWords !== undefined) throw new DatabaseError(lastWords);
      return execute(message);
    };
    const guard = createGuard({ lastWords: () => lastWords, log, onStopped });
    const inSession = createQueue();
    const whileWriting = createQueue();
    const paced = createPace();
    const session: Session = {
      query: (text, values) => paced(() => guard.watch(() => lite.query(text, [...values]))),
      script: async (text) => {
        await paced(() => guard.watch(async () => (await lite.exec(text)).at(-1)));
      },
    };
    const untilOnDisk = () =>
      files.flushed().catch((error: unknown) => {
        throw guard.stop(`could not flush its files: ${databaseError(error).message}`);
      });
    const room = watchRoom(dataDir, log, freeBytes);
    const write = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
      room.assert();
      return inSession(() => work(session)).finally(untilOnDisk);
    };
    // A write keeps other writes waiting until it is on disk; reads get the session meanwhile.
    const withSession: Engine['withSession'] = (work, { reads = false } = {}) =>
      reads ? inSession(() => work(session)) : whileWriting(() => write(work));
    const channels = createChannels(log);
    lite.onNotification(channels.deliver);
    const maintain = createMaintenance({ withSession });
    const timer = setInterval(() => {
      maintain().catch((error: unknown) => log.warn({ err: error }, 'database maintenance failed'));
    }, maintenanceMs).unref();

    return {
      kind: 'embedded',
      withSession,
      listen: async (channel, hear) => {
        await withSession((session) => session.query(`listen "${channel}"`, []));
        return channels.add(channel, hear);
      },
      close: async () => {
        clearInterval(timer);
        room.close();
        // A stopped server does not answer any more, not even to this.
        await whileWriting(() =>
          inSession(async () => {
            if (guard.stopped()) return;
            await lite.close();
            await untilOnDisk();
          }),
        );
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw lastWords === undefined
      ? databaseError(error)
      : new DatabaseError(`the embedded database in ${dataDir} does not start: ${lastWords}`);
  }
};

/** Runs one piece of work after the other, in order of arrival. */
const createQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
};

/** Milliseconds that the database may work on this thread before other things get their turn. */
const atOnceMs = 4;

/**
 * Queries run on this thread with microtasks only between them: without a pause, a long transaction or many short ones
 * would stop everything else. The pause comes before the next query, not after the last: who has an answer need not wait,
 * and a turn of the event loop takes up to 15 ms on a busy machine.
 */
const createPace = () => {
  let busyMs = 0;
  let turn: Promise<void> | undefined;
  const nextTurn = (): Promise<void> => {
    turn ??= setImmediate().then(() => {
      busyMs = 0;
      turn = undefined;
    });
    return turn;
  };
  return async <T>(query: () => Promise<T>): Promise<T> => {
    if (busyMs >= atOnceMs) await nextTurn();
    const begun = performance.now();
    try {
      return await query();
    } finally {
      busyMs += performance.now() - begun;
      void nextTurn();
    }
  };
};

interface GuardParts {
  readonly lastWords: () => string | undefined;
  readonly log: Logger;
  readonly onStopped: DatabaseOptions['onStopped'];
}

/**
 * PostgreSQL ends itself when it cannot write (disk full, I/O error), since its memory may then not match the disk. Asked
 * again, PGlite would block this thread for ever, and where it traps it answers with nothing: no error, no rows.
 */
const createGuard = ({ lastWords, log, onStopped }: GuardParts) => {
  let stopped: DatabaseError | undefined;

  const stop = (reason: string): DatabaseError => {
    if (stopped) return stopped;
    stopped = new DatabaseError(
      `the embedded database has stopped: ${reason}; start gannet again`,
      'stopped',
    );
    log.fatal({ err: stopped }, 'the embedded database has stopped');
    onStopped?.(stopped);
    return stopped;
  };

  return {
    stopped: () => stopped !== undefined,
    stop,
    watch: async (work: () => Promise<Results | undefined>) => {
      if (stopped) throw stopped;
      const answer = await work().catch((error: unknown) => databaseError(error));
      const reason = lastWords();
      if (reason !== undefined) throw stop(reason);
      if (answer instanceof DatabaseError) throw answer;
      if (answer?.command === undefined) throw stop('it did not answer');
      return { rows: answer.rows, command: answer.command };
    },
  };
};
