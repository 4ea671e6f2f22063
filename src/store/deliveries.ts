import sql, { raw } from 'sql-template-tag';
import type { DeliveryStatus } from '../contract/webhook.ts';
import type { Window } from '../contract/window.ts';
import type { Queryable } from './database.ts';
import { uuidv7 } from './uuid.ts';

/** Table webhook_deliveries: the outbox, and the log. */
export interface Delivery {
  readonly id: string;
  readonly owner: string;
  readonly event: string;
  readonly callbackUrl: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly nextAttemptAt: Date;
  readonly lastAttemptAt: Date | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly createdAt: Date;
}

export interface NewDelivery
  extends Pick<Delivery, 'id' | 'owner' | 'event' | 'callbackUrl' | 'maxAttempts'> {
  /** As it is sent. */
  readonly body: string;
  readonly signature: string | null;
}

/** A delivery that this process attempts, and nobody else until the lease ends. */
export interface ClaimedDelivery extends NewDelivery {
  readonly attempts: number;
  readonly lease: string;
  /** Owner and host: what is slow together. */
  readonly receiver: string;
}

/** How an attempt ended. */
export interface AttemptOutcome {
  readonly delivered: boolean;
  /** What the receiver answered, as far as it did; the body without NUL, which no text column holds. */
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  /** Why it is not delivered. */
  readonly error: string | null;
}

const columns =
  raw(`id, owner, event, callback_url as "callbackUrl", status, attempts, max_attempts as "maxAttempts",
  next_attempt_at as "nextAttemptAt", last_attempt_at as "lastAttemptAt", response_status as "responseStatus",
  response_body as "responseBody", error, created_at as "createdAt"`);

/** To be called within the transaction that the event is about: it is sent if that commits, and only then. */
export const enqueueDelivery = async (transaction: Queryable, delivery: NewDelivery): Promise<void> => {
  const { id, owner, event, callbackUrl, body, signature, maxAttempts } = delivery;
  await transaction.query(sql`
    insert into webhook_deliveries (id, owner, event, callback_url, body, signature, max_attempts)
    values (${id}::uuid, ${owner}::text, ${event}::text, ${callbackUrl}::text, ${body}::text, ${signature}::text,
      ${maxAttempts}::int)`);
};

interface Claim {
  /** After that long without an outcome the attempt is made again. */
  readonly leaseMs: number;
  /** Whose deliveries are not wanted now. */
  readonly fullOwners: readonly string[];
  /** To whom none are wanted now: `receiver` of what is under way. */
  readonly fullReceivers?: readonly string[];
  /** The only one that is wanted. */
  readonly id?: string | undefined;
}

const receiver = raw(`owner || ' ' || split_part(callback_url, '/', 3)`);

/** No attempt is put off for that long: a later time was written before the clock was set back, and counts as due. */
const furthest = raw(`now() + interval '10 minutes'`);

/**
 * Begins the attempt that is due for the longest. One that broke off without an outcome, because its process ended, is
 * made again and counts once. Most often there is none: to see that costs half of a claim, and waits for no write.
 */
export const claimDelivery = async (
  database: Queryable,
  { leaseMs, fullOwners, fullReceivers = [], id }: Claim,
): Promise<ClaimedDelivery | undefined> => {
  const due = sql`from webhook_deliveries
    where status = 'pending' and (next_attempt_at <= now() or next_attempt_at > ${furthest})
      and owner <> all(${fullOwners}::text[]) and ${receiver} <> all(${fullReceivers}::text[])
      and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)`;
  if ((await database.query(sql`select 1 ${due} limit 1`)).length === 0) return undefined;
  const [claimed] = await database.query<ClaimedDelivery>(sql`
    update webhook_deliveries set attempts = attempts + (lease is null)::int, lease = ${uuidv7()}::uuid,
      last_attempt_at = now(), next_attempt_at = now() + ${leaseMs}::int * interval '1 ms'
    where id = (select id ${due} order by next_attempt_at limit 1 for update skip locked)
    returning id, owner, event, callback_url as "callbackUrl", body, signature, attempts,
      max_attempts as "maxAttempts", lease, ${receiver} as receiver`);
  return claimed;
};

/**
 * Writes an attempt down and ends its lease.
 * @param retryMs until the next attempt; null when there is none.
 * @returns undefined when the lease has ended before: another has made the attempt again.
 */
export const recordAttempt = async (
  database: Queryable,
  { id, lease }: Pick<ClaimedDelivery, 'id' | 'lease'>,
  outcome: AttemptOutcome,
  retryMs: number | null,
): Promise<Delivery | undefined> => {
  const status = outcome.delivered ? 'delivered' : retryMs === null ? 'failed' : 'pending';
  const [recorded] = await database.query<Delivery>(sql`
    update webhook_deliveries set status = ${status}::text, lease = null,
      next_attempt_at = now() + ${retryMs ?? 0}::int * interval '1 ms', response_status = ${outcome.responseStatus}::int,
      response_body = ${outcome.responseBody}::text, error = ${outcome.error}::text
    where id = ${id}::uuid and lease = ${lease}::uuid and status = 'pending' returning ${columns}`);
  return recorded;
};

/** Gives attempts that were broken off to whoever is next. @param leases none: those of every process. */
export const releaseDeliveries = async (
  database: Queryable,
  leases: readonly string[] | undefined,
): Promise<void> => {
  await database.query(sql`update webhook_deliveries set next_attempt_at = now()
    where status = 'pending' and lease is not null
      and (${leases === undefined}::boolean or lease = any(${leases ?? []}::uuid[]))`);
};

/** Newest first. */
export const listDeliveries = (
  database: Queryable,
  owner: string,
  { limit, offset }: Window,
): Promise<Delivery[]> =>
  database.query(sql`select ${columns} from webhook_deliveries where owner = ${owner}::text
    order by created_at desc, id desc limit ${limit}::int offset ${offset}::int`);

/** One delivery and what is sent. @returns undefined when the owner has no such delivery. */
export const findDelivery = async (
  database: Queryable,
  id: string,
  owner: string,
): Promise<(Delivery & { readonly body: string }) | undefined> =>
  (
    await database.query<Delivery & { readonly body: string }>(
      sql`select ${columns}, body from webhook_deliveries where id = ${id}::uuid and owner = ${owner}::text`,
    )
  )[0];

/**
 * Sends a delivery again, with attempts as at first; of one that waits, the next attempt is made now.
 * @returns undefined when the owner has no such delivery.
 */
export const resendDelivery = async (
  database: Queryable,
  id: string,
  owner: string,
): Promise<Delivery | undefined> =>
  (
    await database.query<Delivery>(sql`
      update webhook_deliveries set status = 'pending',
        attempts = case when status = 'pending' then attempts else 0 end,
        next_attempt_at = case when lease is null then now() else next_attempt_at end
      where id = ${id}::uuid and owner = ${owner}::text returning ${columns}`)
  )[0];

/** Removes what has ended and is older. @returns how many. */
export const removeDeliveries = async (database: Queryable, days: number): Promise<number> =>
  (
    await database.query(sql`delete from webhook_deliveries
      where status <> 'pending' and created_at < now() - ${days}::int * interval '1 day' returning 1`)
  ).length;
