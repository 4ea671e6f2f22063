import type { CallOptions, Connection } from './connection.ts';
import type { KeyCreated, KeyList, KeyRequest, PaymentList, System, Usage } from './contract.ts';
import { createListing, everyEntry, type Listing, type Window } from './listing.ts';

/** For those who run the service: all but `usage` needs a key with the scope `admin`. */
export interface Operation {
  /** What the owner of the key has asked within a day; with `all`, every owner. */
  usage(options?: { readonly all?: boolean } & CallOptions): Promise<Usage>;
  /** What became of payment permits, newest first. */
  payments(
    options?: {
      readonly state?: PaymentList['payments'][number]['state'];
      readonly limit?: number;
    } & CallOptions,
  ): Promise<PaymentList>;
  /** Browsers, queue, database and proxies. */
  system(options?: CallOptions): Promise<System>;
  readonly keys: Keys;
}

export interface Keys {
  /** The key is in the answer, and nowhere else after that. */
  create(request: KeyRequest, options?: CallOptions): Promise<KeyCreated>;
  list(options?: Window & CallOptions): Listing<KeyList, KeyList['keys'][number]>;
  /** Ends a key at once. */
  revoke(keyId: string, options?: CallOptions): Promise<KeyList['keys'][number]>;
}

export const createOperation = ({ send }: Connection): Operation => ({
  usage: ({ all = false, ...call } = {}) =>
    send({ method: 'GET', path: all ? '/v1/usage/all' : '/v1/usage' }, call),
  payments: ({ state, limit, ...call } = {}) =>
    send({ method: 'GET', path: '/v1/payments', query: { state, limit } }, call),
  system: (call) => send({ method: 'GET', path: '/v1/system' }, call),
  keys: {
    create: (body, call) => send({ method: 'POST', path: '/v1/keys', body, repeatable: false }, call),
    list: (call = {}) => {
      const ask = ({ limit, offset }: Window) =>
        send<KeyList>({ method: 'GET', path: '/v1/keys', query: { limit, offset } }, call);
      const keys = async (window: Window) => (await ask(window)).keys;
      return createListing(
        () => ask(call),
        () => everyEntry(keys, ({ id }) => id, call),
      );
    },
    revoke: (keyId, call) => send({ method: 'DELETE', path: `/v1/keys/${encodeURIComponent(keyId)}` }, call),
  },
});
