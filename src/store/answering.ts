import sql from 'sql-template-tag';
import { within } from '../deadline.ts';
import type { Logger } from '../log.ts';
import type { Queryable } from './database.ts';

interface Parts {
  readonly database: Queryable;
  readonly log: Logger;
  /** Milliseconds that an answer may take. */
  readonly patienceMs?: number;
}

/** Whether the database answers. It is asked once at a time, however many want to know and however long it is silent. */
export const createAnswering = ({ database, log, patienceMs = 2000 }: Parts): (() => Promise<boolean>) => {
  let asking: Promise<unknown> | undefined;
  return async () => {
    asking ??= database.query(sql`select 1`).finally(() => {
      asking = undefined;
    });
    try {
      await within(patienceMs, asking);
      return true;
    } catch (error) {
      log.warn({ err: error }, 'the database does not answer');
      return false;
    }
  };
};
