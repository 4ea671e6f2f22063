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

/** Tells whether the database answers. However many ask, and however long it is silent, one query at a time is sent. */
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
