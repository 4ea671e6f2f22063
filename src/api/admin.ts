import type { Caller } from '../contract/access.ts';
import { keyView, parseKeyRequest } from '../contract/api-keys.ts';
import { warningsOf } from '../contract/request.ts';
import { paymentsQuery, paymentView } from '../contract/usage.ts';
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
