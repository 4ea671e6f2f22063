import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { BootstrapKey } from '../config/readers.ts';
import { type ApiKey, apiKeyPattern, type KeyCaller } from '../contract/access.ts';
import { hasYear, isFuture, keyFields } from '../contract/api-keys.ts';
import { ServiceError } from '../contract/error.ts';
import type { Window } from '../contract/window.ts';
import type { Logger } from '../log.ts';
import type { Database, Queryable } from '../store/database.ts';
import {
  announceChange,
  endKey,
  findActiveKey,
  hasActiveKey,
  hasNoKeys,
  hearChanges,
  listKeys,
  revokeKey,
  saveKey,
  touchKey,
} from '../store/keys.ts';
import { isUuid, uuidv7 } from '../store/uuid.ts';
import { sha256 } from '../text.ts';

/** What may be asked of a new key. */
export const newKey = z.object({
  owner: keyFields.owner,
  name: keyFields.name.nullable().default(null),
  scopes: keyFields.scopes,
  tier: keyFields.tier,
  expiresAt: z.coerce
    .date()
    .refine(isFuture, 'the end lies in the past')
    .refine(hasYear, 'the end lies behind the year 9999')
    .nullable()
    .default(null),
});
export type NewKey = z.input<typeof newKey>;

export interface CreatedKey {
  /** Shown here and never again: only its SHA-256 is stored. */
  readonly key: string;
  readonly record: ApiKey;
}

/**
 * What an operator does with keys. All throw an Error with a sentence for the operator: ServiceError `invalid_request` for values
 * that are not valid, `not_found` for a key that does not exist.
 */
export interface KeyAdmin {
  create(request: NewKey): Promise<CreatedKey>;
  /** Newest first. */
  list(window?: Window): Promise<ApiKey[]>;
  /** At once in this process, within 5 s in others. */
  revoke(id: string): Promise<ApiKey>;
  /** A new key with the same rights and the same end; the old one ends after the grace. */
  rotate(id: string, graceSeconds: number): Promise<CreatedKey>;
}

export interface Keys extends KeyAdmin {
  /** Who holds this key; `null` when it is unknown, revoked or expired. */
  verify(key: string): Promise<KeyCaller | null>;
  /** Makes sure that the operator's keys exist, with this owner and these scopes. */
  bootstrap(keys: readonly BootstrapKey[]): Promise<void>;
  /** A key for the owner `default` if there is none at all, else undefined. */
  firstKey(): Promise<string | undefined>;
  /** Whether anybody holds a key that works now. */
  anyActive(): Promise<boolean>;
  /** From now on, changes made by other processes take effect at once instead of within 5 s. */
  watch(): Promise<void>;
  /** Finishes what is being written. */
  close(): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly log: Logger;
  /** How long a verified key is believed, in milliseconds: as long may a revocation take to reach other processes. */
  readonly believeMs?: number;
}

const maxRemembered = 10_000;
const touchMs = 60_000;

export const createKeys = ({ database, log, believeMs = 5_000 }: Parts): Keys => {
  const cache = createCallerCache(database, believeMs);
  const uses = createUses(database, log);
  const stops: (() => void)[] = [];
  /** Changes rights, and lets every process know when that is committed. */
  const change = async <T>(work: (transaction: Queryable) => Promise<T>): Promise<T> => {
    const result = await database.transaction(async (transaction) => {
      const done = await work(transaction);
      await announceChange(transaction);
      return done;
    });
    cache.forget();
    return result;
  };

  return {
    verify: async (key) => {
      const caller = apiKeyPattern.test(key) ? await cache.callerOf(sha256(key)) : null;
      if (caller !== null) uses.note(caller.keyId);
      return caller;
    },
    create: async (request) => save(database, rightsOf(request)),
    list: (window) => listKeys(database, window),
    revoke: (id) =>
      change(async (transaction) => {
        const revoked = isUuid(id) ? await revokeKey(transaction, id) : undefined;
        if (revoked === undefined) throw new ServiceError('not_found', { message: `there is no key ${id}` });
        return revoked;
      }),
    rotate: (id, graceSeconds) =>
      change(async (transaction) => {
        const old = isUuid(id) ? await endKey(transaction, id, graceSeconds) : undefined;
        if (old === undefined)
          throw new ServiceError('not_found', { message: `there is no active key ${id}` });
        return save(transaction, old);
      }),
    bootstrap: (keys) =>
      change(async (transaction) => {
        for (const { key, owner, scopes } of keys)
          await saveKey(transaction, {
            ...rightsOf({ owner, scopes: [...scopes], name: 'GANNET_API_KEYS' }),
            id: uuidv7(),
            digest: sha256(key),
          });
      }),
    firstKey: () =>
      database.transaction(async (transaction) =>
        (await hasNoKeys(transaction))
          ? (await save(transaction, rightsOf({ owner: 'default', scopes: ['scrape:read', 'admin'] }))).key
          : undefined,
      ),
    anyActive: () => hasActiveKey(database),
    watch: async () => {
      stops.push(await hearChanges(database, cache.forget));
    },
    close: async () => {
      for (const stop of stops) stop();
      await uses.settled();
    },
  };
};

type Rights = Pick<ApiKey, 'owner' | 'name' | 'scopes' | 'tier' | 'expiresAt'>;

const rightsOf = (request: NewKey): Rights => {
  const { data, error } = newKey.safeParse(request);
  if (data === undefined)
    throw new ServiceError('invalid_request', {
      message: error.issues.map(({ message }) => message).join('; '),
    });
  return data;
};

const save = async (database: Queryable, rights: Rights): Promise<CreatedKey> => {
  const key = `svc_live_${randomBytes(32).toString('hex')}`;
  return { key, record: await saveKey(database, { ...rights, id: uuidv7(), digest: sha256(key) }) };
};

/** Callers by the digest of their key, cached for a short while. Unknown keys are not: anyone can invent them. */
const createCallerCache = (database: Database, believeMs: number) => {
  const callers = new LRUCache<string, KeyCaller>({ max: maxRemembered });
  let version = 0;

  return {
    callerOf: async (digest: Buffer): Promise<KeyCaller | null> => {
      const name = digest.toString('base64');
      const known = callers.get(name);
      if (known !== undefined) return known;
      const readAt = version;
      const key = await findActiveKey(database, digest);
      if (key === undefined) return null;
      const caller: KeyCaller = {
        kind: 'key',
        keyId: key.id,
        owner: key.owner,
        scopes: key.scopes,
        tier: key.tier,
      };
      const ttl = Math.min(believeMs, (key.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now());
      // What was read before a change must not be believed after it.
      if (ttl > 0 && readAt === version) callers.set(name, caller, { ttl });
      return caller;
    },
    forget: () => {
      version += 1;
      callers.clear();
    },
  };
};

/** Writes when a key was last used: at most once a minute, and nobody waits for it. */
const createUses = (database: Database, log: Logger) => {
  const noted = new LRUCache<string, true>({ max: maxRemembered, ttl: touchMs });
  const writes = new Set<Promise<void>>();

  return {
    note: (id: string) => {
      if (noted.has(id)) return;
      noted.set(id, true);
      const write = touchKey(database, id)
        .catch((error: unknown) =>
          log.warn({ err: error, keyId: id }, 'the last use of a key was not written'),
        )
        .finally(() => writes.delete(write));
      writes.add(write);
    },
    settled: async () => {
      await Promise.all(writes);
    },
  };
};
