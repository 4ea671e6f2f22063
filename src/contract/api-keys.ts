import { z } from 'zod';
import { type ApiKey, scopes, tiers } from './access.ts';
import { bodyObject, check, type Parsed } from './request.ts';

/** API keys as their administrator sees them over HTTP. */

/** Over HTTP it may be anything that JSON holds. */
const told = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input));

/**
 * What may be asked of a new key. Owners are free text without spaces and colons, as in GANNET_API_KEYS, and without what
 * is not seen: two that look alike are one. Halves of characters could not be stored as they are.
 */
export const keyFields = {
  owner: z
    .string()
    .regex(
      /^[^\s:\p{Cc}\p{Cf}\p{Cs}]{1,200}$/u,
      'an owner has 1 to 200 visible characters, no spaces and no colons',
    ),
  name: z.string().regex(/^[^\p{Cc}\p{Cs}]{1,200}$/u, 'a name has 1 to 200 characters on one line'),
  scopes: z
    .array(
      z.enum(scopes, {
        error: ({ input }) => `unknown scope ${told(input)}; there are ${scopes.join(', ')}`,
      }),
    )
    .min(1, 'a key needs a scope')
    .default(['scrape:read']),
  tier: z
    .enum(tiers, { error: ({ input }) => `unknown tier ${told(input)}; there are ${tiers.join(', ')}` })
    .default('standard'),
};

export const isFuture = (time: Date | string): boolean => new Date(time).getTime() > Date.now();
/** In UTC: later years are written in a way of their own, which databases do not read. */
export const hasYear = (time: Date | string): boolean => new Date(time).getTime() < Date.UTC(10_000, 0);

export const keyRequest = z.object({
  owner: keyFields.owner
    .optional()
    .describe('Whom the key, its jobs and its logs belong to; the owner of the calling key when omitted.'),
  name: keyFields.name.optional().describe('A note to tell keys apart.'),
  scopes: keyFields.scopes,
  tier: keyFields.tier,
  expires_at: z.iso
    .datetime({ offset: true, abort: true })
    .refine(isFuture, 'the end lies in the past')
    .refine(hasYear, 'the end lies behind the year 9999')
    .optional()
    .describe('When the key ends: ISO 8601.'),
});
export type KeyRequest = z.infer<typeof keyRequest>;

/** @throws ServiceError `invalid_request` */
export const parseKeyRequest = (body: unknown): Parsed<KeyRequest> => check(keyRequest, bodyObject(body));

const time = z.string().describe('ISO 8601, UTC.');

export const keyRecord = z.object({
  id: z.uuid(),
  owner: z.string(),
  name: z.string().nullable(),
  scopes: z.array(z.string()),
  tier: z.string(),
  created_at: time,
  last_used_at: time.nullable().describe('To the minute.'),
  expires_at: time.nullable(),
  revoked_at: time.nullable(),
});
export type KeyRecord = z.infer<typeof keyRecord>;

/** A key as it is told, over HTTP and by commands. */
export const keyView = (key: ApiKey): KeyRecord => ({
  id: key.id,
  owner: key.owner,
  name: key.name,
  scopes: [...key.scopes],
  tier: key.tier,
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
});

export const keyCreated = keyRecord.extend({
  key: z.string().describe('Shown here and never again: only its digest is stored.'),
  warnings: z.array(z.string()).optional(),
});
export const keyList = z.object({
  count: z.int(),
  keys: z.array(keyRecord),
  warnings: z.array(z.string()).optional(),
});
