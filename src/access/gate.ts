import type { IncomingHttpHeaders } from 'node:http';
import { apiKeyPattern, type Caller } from '../contract/access.ts';
import { ServiceError } from '../contract/error.ts';
import type { Endpoint } from '../contract/routes.ts';

export interface Gate {
  /**
   * Who is calling, and may they use this endpoint?
   * @throws ServiceError `unauthorized` without a valid key, `insufficient_scope` when the key is for something else.
   */
  admit(endpoint: Pick<Endpoint, 'scope'>, headers: IncomingHttpHeaders): Promise<Caller>;
}

interface Parts {
  readonly keys: {
    /** The holder of a key, or `null` when it is unknown, revoked or expired. */
    verify(key: string): Promise<Caller | null>;
  };
}

/** The one place that knows credentials (spec, "Authentication"). Payment permits will be its second path. */
export const createGate = ({ keys }: Parts): Gate => ({
  async admit(endpoint, headers) {
    const key = bearerKey(headers.authorization);
    const caller = key === undefined ? null : await keys.verify(key);
    if (caller === null) throw new ServiceError('unauthorized');
    if (!opens(caller.scopes, endpoint.scope)) throw new ServiceError('insufficient_scope');
    return caller;
  },
});

/** The key of an `Authorization: Bearer` header. Two headers arrive joined by a comma: they are no key. */
const bearerKey = (authorization = ''): string | undefined => {
  const [, key] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
  return key !== undefined && apiKeyPattern.test(key) ? key : undefined;
};

/** `scrape:read` opens every functional endpoint and `*` bypasses the check (contract decisions, "Access"). */
const opens = (scopes: readonly string[], own: string | undefined): boolean =>
  scopes.some((scope) => scope === '*' || scope === 'scrape:read' || scope === own);
