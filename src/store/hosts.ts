import sql from 'sql-template-tag';
import type { Queryable } from './database.ts';

/** Table hosts: when a host may be asked next, over all jobs and processes. The database's clock counts. */

export interface HostState {
  /** Milliseconds until it may be asked, 0 when it may now. */
  readonly waitMs: number;
  /** How long to pause between pages because the host is in trouble. */
  readonly slowMs: number;
}

/**
 * The longest that a host is left alone. A later time was written before the clock was set back: the host is free, or it would
 * wait for as long as the clock was ahead.
 */
export const longestRestMs = 600_000;
const furthest = sql`clock_timestamp() + ${longestRestMs}::int * interval '1 ms'`;

/** How a host is; one that was never asked is free. */
export const readHost = async (database: Queryable, host: string): Promise<HostState> => {
  const [state] = await database.query<HostState>(sql`
    select case when next_at > ${furthest} then 0
        else greatest(0, extract(epoch from next_at - clock_timestamp()) * 1000) end::float8 as "waitMs",
      slow_ms as "slowMs" from hosts where host = ${host}`);
  return state ?? { waitMs: 0, slowMs: 0 };
};

/**
 * Takes a host that may be asked now. Nobody else gets it until it is given back, or `holdMs` have gone by: a worker may die.
 * @returns whether it did.
 */
export const holdHost = async (
  database: Queryable,
  host: string,
  jobId: string,
  holdMs: number,
): Promise<boolean> => {
  const held = await database.query(sql`
    insert into hosts as h (host, next_at, held_by)
    values (${host}, clock_timestamp() + ${holdMs}::int * interval '1 ms', ${jobId}::uuid)
    on conflict (host) do update set next_at = excluded.next_at, held_by = excluded.held_by
    where h.next_at <= clock_timestamp() or h.next_at > ${furthest} returning 1`);
  return held.length > 0;
};

/** Goes on holding a host that is held. */
export const extendHold = async (
  database: Queryable,
  host: string,
  jobId: string,
  holdMs: number,
): Promise<void> => {
  await database.query(sql`
    update hosts set next_at = clock_timestamp() + ${holdMs}::int * interval '1 ms'
    where host = ${host} and held_by = ${jobId}::uuid`);
};

/** How a host is left behind. */
export interface Rest {
  /** Milliseconds until it may be asked again, at least. */
  readonly restMs: number;
  readonly slowMs: number;
}

/** Gives a host back. @param jobId whose it is; undefined where it was asked without being held. */
export const restHost = async (
  database: Queryable,
  host: string,
  jobId: string | undefined,
  { restMs, slowMs }: Rest,
): Promise<void> => {
  await database.query(sql`
    insert into hosts as h (host, next_at, slow_ms)
    values (${host}, clock_timestamp() + ${restMs}::int * interval '1 ms', ${slowMs}::int)
    on conflict (host) do update set slow_ms = excluded.slow_ms,
      held_by = case when h.held_by = ${jobId ?? null}::uuid then null else h.held_by end,
      next_at = case when h.held_by = ${jobId ?? null}::uuid or h.next_at > ${furthest} then excluded.next_at
        else greatest(h.next_at, excluded.next_at) end`);
};

/** Frees the hosts that a dead worker of this job held; they rest for a delay first. */
export const freeHosts = async (database: Queryable, jobId: string, delayMs: number): Promise<void> => {
  await database.query(sql`
    update hosts set held_by = null, next_at = least(next_at, clock_timestamp() + ${delayMs}::int * interval '1 ms')
    where held_by = ${jobId}::uuid`);
};

/** Forgets hosts that may be asked and are in no trouble. */
export const removeIdleHosts = async (database: Queryable): Promise<void> => {
  await database.query(sql`delete from hosts where next_at < now() - interval '10 minutes'`);
};
