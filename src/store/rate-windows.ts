import sql from 'sql-template-tag';
import type { Queryable } from './database.ts';
import { DatabaseError } from './error.ts';

/** Table rate_windows: how many requests a client or key has made of late. */

/** A sliding window, and the most that it lets through. */
export interface Window {
  readonly name: string;
  readonly quota: number;
}

export interface Count {
  /** Whether all windows had room. */
  readonly admitted: boolean;
  /** For each window as given: what is left in it, and seconds until its oldest request leaves it. */
  readonly windows: readonly { readonly remaining: number; readonly wait: number }[];
}

/**
 * Counts a request in all windows, or in none when one of them is full. Exact however many processes ask at once: the
 * function locks the rows (migration 003). @param span seconds. @param clock seconds since 1970; the database's own if absent.
 */
export const countRequest = async (
  database: Queryable,
  windows: readonly Window[],
  span: number,
  clock?: number,
): Promise<Count> => {
  const names = windows.map(({ name }) => name);
  const quotas = windows.map(({ quota }) => quota);
  const rows = await database.query<{ admitted: boolean; remaining: number; wait: number }>(
    sql`select * from count_request(${names}::text[], ${quotas}::int[], ${span}::float8, ${clock ?? null}::float8)`,
  );
  const [first] = rows;
  if (first === undefined) throw new DatabaseError('a request was not counted');
  return { admitted: first.admitted, windows: rows };
};

/** Removes windows that are empty by now. */
export const sweepWindows = async (database: Queryable, span: number): Promise<void> => {
  await database.query(sql`delete from rate_windows where
    coalesce(hits[cardinality(hits)], 0) <= extract(epoch from clock_timestamp()) - ${span}::float8`);
};
