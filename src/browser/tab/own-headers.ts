import type { ServiceError } from '../../contract/error.ts';
import { ProtocolError } from '../../page.ts';
import type { Protocol } from '../devtools/cdp.ts';
import type { Paused } from '../devtools/paused.ts';
import { emulated, headerOf, notTaken, type Visitor } from './emulate.ts';

/** The caller's headers, and the requests that carry them: those to the origin asked for, and no others. */

export interface OwnHeaders {
  /** For `Fetch.enable`: the requests to be paused for them. */
  readonly patterns: readonly Protocol.Fetch.RequestPattern[];
  /** The headers that a paused request goes on with; undefined leaves them as they are. */
  of(paused: Paused): Protocol.Fetch.HeaderEntry[] | undefined;
}

export const ownHeaders = ({ url, headers }: Pick<Visitor, 'url' | 'headers'>): OwnHeaders => {
  const { origin } = new URL(url);
  const own = Object.entries(headers)
    .filter(([name]) => !emulated.test(name))
    .map(([name, value]) => ({ name, value: value.trim() }));
  return {
    patterns:
      own.length === 0 ? [] : [{ urlPattern: `${origin.replaceAll('*', '\\*')}/*`, requestStage: 'Request' }],
    of: ({ request, resourceType }) => {
      if (own.length === 0 || new URL(request.url).origin !== origin || isForeign(request, origin))
        return undefined;
      // The caller's says where the page itself was come from. What the page asks for comes from the page.
      const given = own.filter(({ name }) => resourceType === 'Document' || !/^referer$/i.test(name));
      // Cookies are put in anew, the latest.
      const replaced = new Set([...given.map(({ name }) => name.toLowerCase()), 'cookie']);
      const kept = Object.entries(request.headers).filter(([name]) => !replaced.has(name.toLowerCase()));
      return [...kept.map(([name, value]) => ({ name, value })), ...given];
    },
  };
};

/** The refusal of a request whose header the browser does not send, as it names it; undefined for other failures. */
export const headerRefusal = (error: unknown): ServiceError | undefined => {
  if (!(error instanceof ProtocolError)) return undefined;
  const name = /Unsafe header: (.+)$/.exec(error.message)?.[1];
  return name === undefined ? undefined : notTaken(`headers.${name}`, error);
};

/** Asked for by a script of another origin, whose answer it may read. */
const isForeign = ({ headers }: Protocol.Network.Request, origin: string): boolean => {
  const from = headerOf(headers, 'origin');
  return from !== undefined && from !== origin;
};
