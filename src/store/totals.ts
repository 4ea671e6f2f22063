import sql, { type Sql } from 'sql-template-tag';
import type { PaymentState } from '../contract/ledger.ts';
import type { Queryable } from './database.ts';

/** Counts over whole tables, for those who run the service. */

interface Count {
  readonly status: string;
  readonly count: number;
}

const byStatus = (rows: readonly Count[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ status, count }) => [status, count]));

/** Counts the rows of the last day by status, of one owner or (undefined) of all. */
const totalsOf = (table: Sql) => async (database: Queryable, owner: string | undefined) =>
  byStatus(
    await database.query<Count>(sql`select status, count(*)::int as count from ${table}
      where created_at > now() - interval '1 day' and ${isOf(owner)} group by status`),
  );

const isOf = (owner: string | undefined): Sql =>
  owner === undefined ? sql`true` : sql`owner = ${owner}::text`;

export const crawlTotals = totalsOf(sql`crawl_jobs`);
export const deliveryTotals = totalsOf(sql`webhook_deliveries`);

export interface PaymentTotal {
  readonly state: PaymentState;
  readonly count: number;
  /** In the token's smallest unit. */
  readonly amount: string;
}

/** Payments of the last day by state. */
export const paymentTotals = (database: Queryable): Promise<PaymentTotal[]> =>
  database.query(sql`select state, count(*)::int as count, sum(amount)::text as amount from payments
    where created_at > now() - interval '1 day' group by state order by state`);

export interface StoreFacts {
  /** Of PostgreSQL. */
  readonly version: string;
  readonly schemaVersion: number;
  readonly sizeBytes: number;
}

export const storeFacts = async (database: Queryable): Promise<StoreFacts> => {
  const [facts] = await database.query<StoreFacts>(sql`select current_setting('server_version') as version,
    (select max(version)::int from schema_version) as "schemaVersion",
    pg_database_size(current_database())::float8 as "sizeBytes"`);
  return facts ?? { version: '', schemaVersion: 0, sizeBytes: 0 };
};
