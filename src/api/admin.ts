import type { ApiKey, Caller } from '../contract/access.ts';
import { type KeyRecord, parseKeyRequest } from '../contract/api-keys.ts';
import type { LedgerEntry } from '../contract/ledger.ts';
import { warningsOf } from '../contract/request.ts';
import { type PaymentEntry, paymentsQuery } from '../contract/usage.ts';
import { parseQuery, windowQuery } from '../contract/window.ts';
import { type Exchange, queryOf } from './exchange.ts';
import type { Services } from './services.ts';

/** The endpoints for those who run the service: keys, usage, payments, state. Who may ask, the gate has decided. */

type Parts = Pick<Services, 'keys' | 'usage' | 'payments' | 'system'>;

export const createAdminHandlers = ({ keys, usage, payments, system }: Parts) => ({
  keyCreate: async (_: Exchange, { owner }: Caller, body: unknown) => {
    const { request, warnings } = parseKeyRequest(body);
    const { expires_at, name = null, ...rights } = request;
    const { key, record } = await keys.create({
      ...rights,
      owner: rights.owner ?? owner,
      name,
      expiresAt: expires_at === undefined ? null : new Date(expires_at),
    });
    return { key, ...keyView(record), ...warningsOf(warnings) };
  },

  keyList: async (exchange: Exchange) => {
    const { request, warnings } = parseQuery(windowQuery, queryOf(exchange));
    const list = (await keys.list(request)).map(keyView);
    return { count: list.length, keys: list, ...warningsOf(warnings) };
  },

  keyRevoke: async ({ params }: Exchange) => keyView(await keys.revoke(params.key_id ?? '')),

  usage: (_: Exchange, { owner }: Caller) => usage.read(owner),

  usageAll: () => usage.read(undefined),

  payments: async (exchange: Exchange) => {
    const { request, warnings } = parseQuery(paymentsQuery, queryOf(exchange));
    const list = (await payments.list(request)).map(paymentView);
    return { count: list.length, payments: list, ...warningsOf(warnings) };
  },

  system: () => system(),
});

const keyView = (key: ApiKey): KeyRecord => ({
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

const paymentView = (entry: LedgerEntry): PaymentEntry => ({
  network: entry.network,
  asset: entry.asset,
  payer: entry.payer,
  nonce: entry.nonce,
  amount: entry.amount,
  valid_before: entry.validBefore.toISOString(),
  state: entry.state,
  transaction: entry.transaction,
  reason: entry.reason,
  endpoint: entry.endpoint,
  request_id: entry.requestId,
  created_at: entry.createdAt.toISOString(),
  updated_at: entry.updatedAt.toISOString(),
});
