import sql, { raw } from 'sql-template-tag';
import type { ApiKey } from '../contract/access.ts';
import type { Window } from '../contract/window.ts';
import type { Database, Queryable } from './database.ts';
import { DatabaseError } from './error.ts';

/** Table api_keys. */

/** Table api_keys. A row is an ApiKey; the digest of the key goes in and never comes out. */
interface NewKeyRow extends Pick<ApiKey, 'id' | 'owner' | 'name' | 'scopes' | 'tier' | 'expiresAt'> {
  /** SHA-256 of the key. */
  readonly digest: Buffer;
}

const columns = raw(`id, owner, name, scopes, tier, created_at as "createdAt", last_used_at as "lastUsedAt",
  expires_at as "expiresAt", revoked_at as "revokedAt"`);
const active = raw('revoked_at is null and (expires_at is null or expires_at > now())');

/** Inserts, or gives the key that has this digest this owner and these scopes. What was revoked stays revoked. */
export const saveKey = async (database: Queryable, key: NewKeyRow): Promise<ApiKey> => {
  const [saved] = await database.query<ApiKey>(sql`
    insert into api_keys (id, owner, name, key_hash, scopes, tier, expires_at)
    values (${key.id}::uuid, ${key.owner}, ${key.name}, ${key.digest}::bytea, ${key.scopes}::text[], ${key.tier},
      ${key.expiresAt}::timestamptz)
    on conflict (key_hash) do update set owner = excluded.owner, scopes = excluded.scopes
    returning ${columns}`);
  if (saved === undefined) throw new DatabaseError('a key was not saved');
  return saved;
};

/** The key with this digest, if it may be used now. */
export const findActiveKey = async (database: Queryable, digest: Buffer): Promise<ApiKey | undefined> =>
  (
    await database.query<ApiKey>(
      sql`select ${columns} from api_keys where key_hash = ${digest}::bytea and ${active}`,
    )
  )[0];

/** Newest first; all of them without a window. */
export const listKeys = (database: Queryable, { limit, offset }: Partial<Window> = {}): Promise<ApiKey[]> =>
  database.query(sql`select ${columns} from api_keys order by created_at desc, id desc
    limit ${limit ?? null}::int offset ${offset ?? 0}::int`);

/** Locks out other first keys until the transaction ends. */
export const hasNoKeys = async (database: Queryable): Promise<boolean> => {
  await database.query(sql`lock table api_keys in share row exclusive mode`);
  return (await database.query(sql`select 1 from api_keys limit 1`)).length === 0;
};

/** Whether there is a key that may be used now. */
export const hasActiveKey = async (database: Queryable): Promise<boolean> =>
  (await database.query(sql`select 1 from api_keys where ${active} limit 1`)).length > 0;

/** The moment of the first revocation stays. @returns undefined when there is no such key. */
export const revokeKey = async (database: Queryable, id: string): Promise<ApiKey | undefined> =>
  (
    await database.query<ApiKey>(sql`update api_keys set revoked_at = coalesce(revoked_at, now())
      where id = ${id}::uuid returning ${columns}`)
  )[0];

/** Ends an active key in some seconds, or when it would have ended before. @returns it as it was. */
export const endKey = async (database: Queryable, id: string, seconds: number): Promise<ApiKey | undefined> =>
  (
    await database.query<ApiKey>(sql`
      with found as (select ${columns} from api_keys where id = ${id}::uuid and ${active} for update)
      update api_keys set expires_at = least(expires_at, now() + ${seconds}::int * interval '1 s')
      from found where api_keys.id = found.id returning found.*`)
  )[0];

/** At most one write a minute for a key, however many processes see it. */
export const touchKey = async (database: Queryable, id: string): Promise<void> => {
  await database.query(sql`update api_keys set last_used_at = now()
    where id = ${id}::uuid and (last_used_at is null or last_used_at < now() - interval '1 minute')`);
};

const channel = 'api_keys';

/** Tells every process that rights have changed; within a transaction, when it commits. */
export const announceChange = async (database: Queryable): Promise<void> => {
  await database.query(sql`select pg_notify(${channel}, '')`);
};

/** @returns stops hearing. */
export const hearChanges = (database: Database, hear: () => void): Promise<() => void> =>
  database.listen(channel, hear);
