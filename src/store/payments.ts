import sql, { raw, type Sql } from 'sql-template-tag';
import type { LedgerEntry, PaymentState } from '../contract/ledger.ts';
import type { Database, Queryable } from './database.ts';

/** Table payments: the ledger, and the claim that makes a permit good for one request only. */

/** What identifies a permit, which the chain takes once. Addresses and nonce in lower case. */
export type PermitKey = Pick<LedgerEntry, 'network' | 'asset' | 'payer' | 'nonce'>;

export interface NewPayment extends PermitKey, Pick<LedgerEntry, 'amount' | 'endpoint' | 'requestId'> {
  /** Milliseconds since 1970. */
  readonly validBefore: number;
  /** What is posted to the facilitator. */
  readonly request: object;
  /** Seconds until the work must be done; then the reconciler takes the row for abandoned. */
  readonly dueSeconds: number;
}

const is = ({ network, asset, payer, nonce }: PermitKey): Sql =>
  sql`network = ${network} and asset = ${asset} and payer = ${payer} and nonce = ${nonce}`;

const inSeconds = (seconds: number): Sql => sql`now() + ${seconds}::float8 * interval '1 s'`;

/** Recent payments of a payer and of everyone: they decide whether another permit is taken. */
export interface Standing {
  /** Payments of the payer under way. */
  readonly open: number;
  /** … whose outcome is not known. */
  readonly uncertain: number;
  /** … refused in the last ten minutes, and seconds until the oldest of them is forgotten. */
  readonly failed: number;
  readonly forgottenIn: number;
  /** Payments of anyone that became uncertain in the last minute. */
  readonly uncertainLately: number;
}

export const standingOf = async (database: Queryable, payer: string): Promise<Standing> => {
  const [standing] = await database.query<Standing>(sql`
    select
      count(*) filter (where state in ('claimed', 'settling'))::int as open,
      count(*) filter (where state = 'uncertain')::int as uncertain,
      count(*) filter (where state = 'failed' and updated_at > now() - interval '10 min')::int as failed,
      coalesce(extract(epoch from min(updated_at) filter (where state = 'failed' and
        updated_at > now() - interval '10 min') + interval '10 min' - now()), 0)::float8 as "forgottenIn",
      (select count(*) from payments where state = 'uncertain' and updated_at > now() - interval '1 min')::int
        as "uncertainLately"
    from payments where payer = ${payer}
      and (state in ('claimed', 'settling', 'uncertain') or updated_at > now() - interval '10 min')`);
  return standing ?? { open: 0, uncertain: 0, failed: 0, forgottenIn: 0, uncertainLately: 0 };
};

/**
 * Takes a permit for a request: once, whoever asks, in whatever process. @param maxOpen payments a payer may have under way.
 * @returns `used` for a permit that was taken before, ever.
 */
export const claimPayment = (
  database: Database,
  payment: NewPayment,
  maxOpen: number,
): Promise<'claimed' | 'used' | 'busy'> =>
  database.transaction(async (transaction) => {
    // One at a time for each payer: concurrent claims would not see each other's rows.
    await transaction.query(sql`select pg_advisory_xact_lock(hashtextextended(${payment.payer}, 4021))`);
    if ((await transaction.query(sql`select 1 from payments where ${is(payment)}`)).length > 0) return 'used';
    if ((await standingOf(transaction, payment.payer)).open >= maxOpen) return 'busy';
    await transaction.query(sql`
      insert into payments (network, asset, payer, nonce, amount, valid_before, state, endpoint, request_id, request, due_at)
      values (${payment.network}, ${payment.asset}, ${payment.payer}, ${payment.nonce}, ${payment.amount}::numeric,
        ${Math.floor(payment.validBefore / 1000)}::bigint, 'claimed', ${payment.endpoint}, ${payment.requestId},
        ${JSON.stringify(payment.request)}::jsonb, ${inSeconds(payment.dueSeconds)})`);
    return 'claimed';
  });

export interface Change {
  readonly from: readonly PaymentState[];
  readonly to: PaymentState;
  readonly reason?: string;
  /** Hash; one that is known already stays. */
  readonly transaction?: string;
  /** Seconds until the reconciler takes it up. */
  readonly dueSeconds?: number;
}

/** @returns false when the row is in none of the states `from`: somebody else has taken it over. */
export const changePayment = async (
  database: Queryable,
  key: PermitKey,
  change: Change,
): Promise<boolean> => {
  const { from, to, reason = null, transaction = '', dueSeconds = 0 } = change;
  const changed = await database.query(sql`
    update payments set state = ${to}, reason = ${reason}, tx = coalesce(nullif(${transaction}, ''), tx),
      due_at = ${inSeconds(dueSeconds)}, updated_at = now()
    where ${is(key)} and state = any(${from}::text[]) returning 1`);
  return changed.length > 0;
};

/** Permits whose work nobody finishes any more. @returns how many. */
export const abandonPayments = async (database: Queryable): Promise<number> =>
  (
    await database.query(sql`update payments set state = 'unsettled', reason = 'abandoned', updated_at = now()
      where state = 'claimed' and due_at <= now() returning 1`)
  ).length;

export interface DuePayment extends PermitKey {
  readonly request: unknown;
  readonly state: PaymentState;
  /** Seconds since 1970. */
  readonly validBefore: number;
}

/** The next payment to ask about again. Nobody else gets it for `leaseSeconds`, doubled with each attempt. */
export const takeDuePayment = async (
  database: Queryable,
  leaseSeconds: number,
): Promise<DuePayment | undefined> =>
  (
    await database.query<DuePayment>(sql`
      update payments set attempts = attempts + 1,
        due_at = now() + ${leaseSeconds}::float8 * least(power(2, attempts), 60) * interval '1 s'
      where (network, asset, payer, nonce) = (
        select network, asset, payer, nonce from payments
        where state in ('settling', 'uncertain') and due_at <= now() order by due_at limit 1 for update skip locked)
      returning network, asset, payer, nonce, request, state, valid_before as "validBefore"`)
  )[0];

/** Only for the process that is alone on the database, when it starts: whoever had these under way is gone. */
export const releasePayments = async (database: Queryable): Promise<void> => {
  await database.query(
    sql`update payments set due_at = now() where state in ('claimed', 'settling', 'uncertain')`,
  );
};

const columns = raw(`network, asset, payer, nonce, amount::text as amount,
  to_timestamp(least(valid_before, 253402300799)) as "validBefore", state, tx as transaction, reason, endpoint,
  request_id as "requestId", created_at as "createdAt", updated_at as "updatedAt"`);

/** Newest first. @param state of any state if undefined. */
export const listPayments = (
  database: Queryable,
  { state, limit }: { readonly state?: PaymentState | undefined; readonly limit: number },
): Promise<LedgerEntry[]> =>
  database.query(sql`select ${columns} from payments where ${state ?? null}::text is null or state = ${state ?? null}::text
    order by created_at desc, nonce limit ${limit}::int`);
