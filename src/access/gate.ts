import type { IncomingHttpHeaders } from 'node:http';
import {
  apiKeyPattern,
  type Caller,
  type KeyCaller,
  type PermitCaller,
  type Scope,
} from '../contract/access.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { ServiceError } from '../contract/error.ts';
import type { Permit } from '../contract/permit.ts';
import { readPermit, readPermitHeader, refusal } from './permit.ts';
import { offers, type Terms } from './terms.ts';

/** Who a request is from, and whether they may ask for that: API keys, scopes and payment permits. */

export interface Gate {
  /**
   * Who is calling, and may they use this endpoint? A key counts before a permit. The permit is only parsed here;
   * `charge.ts` verifies and claims it. @param resource absolute address of what is asked for.
   * @throws ServiceError `unauthorized`, `insufficient_scope`, `payment_required`, `payment_insufficient`.
   */
  admit(
    endpoint: Pick<Endpoint, 'scope' | 'auth'>,
    headers: IncomingHttpHeaders,
    resource: string,
  ): Promise<Caller>;
  /**
   * Whose key it is, for an address that leads to several endpoints, such as /mcp: `opens` tells which of them. Undefined
   * without a key if permits are taken. @param bringsPermit asked when the key is wrong and permits are taken.
   * @throws ServiceError `unauthorized`.
   */
  identify(
    headers: IncomingHttpHeaders,
    bringsPermit: () => Promise<boolean>,
  ): Promise<KeyCaller | undefined>;
  /** The payer of a permit that came as an object instead of a header, if one came. @throws ServiceError as `admit` does. */
  accept(permit: unknown, resource: string): PermitCaller;
}

interface Parts {
  readonly keys: {
    /** The holder of a key, or `null` when it is unknown, revoked or expired. */
    verify(key: string): Promise<KeyCaller | null>;
  };
  /** Undefined where payments are off: a permit is no credential then. */
  readonly terms: Terms | undefined;
  /** How a request without credentials is answered: with offers (402), or that a key is missing (401). */
  readonly challenge: '402' | '401';
}

/** The one place that knows credentials (docs/access.md, docs/payments.md). */
export const createGate = ({ keys, terms, challenge }: Parts): Gate => {
  const holderOf = async (authorization: string | undefined): Promise<KeyCaller | null> => {
    const key = bearerKey(authorization);
    return key === undefined ? null : keys.verify(key);
  };
  /** The answer to a request without credentials. @param wanted says what is missing. */
  const challengeWith = (offered: Terms | undefined, resource: string, wanted: string): ServiceError =>
    offered && challenge === '402'
      ? refusal('payment_required', 'payment_required', offers(offered, resource, wanted))
      : noKey();

  return {
    async admit(endpoint, headers, resource) {
      const authorization = given(headers.authorization);
      const holder = await holderOf(authorization);
      if (holder !== null) {
        if (!opens(holder, endpoint)) throw new ServiceError('insufficient_scope');
        return holder;
      }
      const payable = endpoint.auth === 'key-or-pay' ? terms : undefined;
      const permit = permitOf(headers);
      if (payable && permit !== undefined)
        return payerOf(readPermitHeader(permit, payable, resource), resource);
      if (authorization !== undefined) throw wrongKey(authorization);
      throw challengeWith(payable, resource, 'X-PAYMENT header is required');
    },

    async identify(headers, bringsPermit) {
      const authorization = given(headers.authorization);
      const holder = await holderOf(authorization);
      if (holder !== null) return holder;
      if (authorization !== undefined && !(terms && (await bringsPermit()))) throw wrongKey(authorization);
      if (terms === undefined) throw noKey();
      return undefined;
    },

    accept(permit, resource) {
      if (terms === undefined || permit === undefined)
        throw challengeWith(terms, resource, 'x402/payment is required in _meta');
      return payerOf(readPermit(permit, terms, resource), resource);
    },
  };
};

/** An empty header is as good as none. */
const given = (header: string | undefined) => (header === '' ? undefined : header);

const howToSend = 'Send an API key as "Authorization: Bearer svc_live_" with its 64 hexadecimal digits.';

const noKey = () => new ServiceError('unauthorized', { message: howToSend });

/** RFC 6750, section 3.1. Of what has the form of a key it is not told what is wrong with it. */
const wrongKey = (authorization: string) =>
  new ServiceError('unauthorized', {
    ...(bearerKey(authorization) === undefined && { message: howToSend }),
    envelope: { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
  });

/** Both names are understood for both versions of x402: what is inside says which it is. */
const permitOf = (headers: IncomingHttpHeaders): string | undefined =>
  [headers['x-payment'], headers['payment-signature']]
    .flat()
    .find((value) => value !== undefined && value !== '');

const payerOf = (permit: Permit, resource: string): PermitCaller => ({
  kind: 'permit',
  owner: `payer:${permit.authorization.from}`,
  permit,
  resource,
});

/** The key of an `Authorization: Bearer` header. Two headers arrive joined by a comma: they are no key. */
const bearerKey = (authorization = ''): string | undefined => {
  const [, key] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
  return key !== undefined && apiKeyPattern.test(key) ? key : undefined;
};

/** Scopes that include another one. */
const implied: Readonly<Record<string, Scope | undefined>> = { 'crawl:write': 'crawl:read' };

/** Whether a key may be used for an endpoint: `scrape:read` opens all but those of the operator, `*` opens every one. */
export const opens = ({ scopes }: KeyCaller, { scope: own }: Pick<Endpoint, 'scope'>): boolean =>
  own === 'any' ||
  scopes.some(
    (scope) =>
      scope === '*' ||
      (scope === 'scrape:read' && own !== 'admin') ||
      (own !== undefined && (scope === own || implied[scope] === own)),
  );
