import { availableParallelism, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { type Scope, scopes } from './contract/access.ts';

/**
 * Every setting: variable, reader, default, help. The only reader of the environment.
 * `docs/configuration.md` is generated from this table.
 */
interface Setting<T> {
  readonly variable: string;
  /** As written by the operator; empty means unset. `fallback` is what the documentation shows. */
  readonly fallback: string;
  readonly help: string;
  /** @throws Error with a sentence for the operator. */
  readonly read: (text: string) => T;
}

export class SettingError extends Error {
  override readonly name = 'SettingError';
}

const setting = <T>(
  variable: string,
  fallback: string,
  help: string,
  read: (text: string) => T,
): Setting<T> => ({
  variable,
  fallback,
  help,
  read,
});

const text = (value: string) => value;
const optional = (value: string) => (value === '' ? undefined : value);
const list = (value: string) => value.split(/[\s,]+/).filter((entry) => entry !== '');

const integer =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}`);
    return number;
  };

const oneOf =
  <T extends string>(...values: readonly T[]) =>
  (value: string): T => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`);
    return found;
  };

const cidrs = (value: string) =>
  list(value).map((entry) => {
    const [address = '', prefix] = entry.split('/');
    const family = address.includes(':') ? ('ipv6' as const) : ('ipv4' as const);
    const bits = prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix);
    if (
      !/^[0-9a-fA-F.:]+$/.test(address) ||
      !Number.isInteger(bits) ||
      bits < 0 ||
      bits > (family === 'ipv6' ? 128 : 32)
    )
      throw new Error(`must be CIDRs such as 10.0.0.0/8, not ${entry}`);
    return { address, prefix: bits, family };
  });

export type Cidr = ReturnType<typeof cidrs>[number];

const proxies = (value: string) =>
  list(value).map((entry) => {
    const url = URL.parse(entry);
    if (url === null || !['http:', 'socks5:'].includes(url.protocol) || url.hostname === '')
      throw new Error('must be http:// or socks5:// URLs, comma-separated');
    return url.href;
  });

/** A key given by the operator. */
export interface BootstrapKey {
  readonly owner: string;
  readonly key: string;
  readonly scopes: readonly Scope[];
}

const bootstrapKeys = (value: string): readonly BootstrapKey[] =>
  value
    .split(/\s+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      // Scopes hold colons themselves: only the first two separate fields.
      const [, owner, key, granted] = /^([^:]+):(svc_live_[0-9a-f]{64})(?::(.+))?$/.exec(entry) ?? [];
      if (owner === undefined || key === undefined)
        throw new Error('must be owner:svc_live_<64 hex>[:scope,scope], separated by spaces');
      return { owner, key, scopes: (granted ?? 'scrape:read').split(',').map(readScope) };
    });

export const readScope = (name: string): Scope => {
  const scope = scopes.find((candidate) => candidate === name);
  if (scope === undefined) throw new Error(`unknown scope ${name}; there are ${scopes.join(', ')}`);
  return scope;
};

/** About 110 MB for an open page beside 400 MB for an idle browser; two pages for a core keep it busy (docs/adr). */
const defaultPages = () =>
  Math.max(1, Math.min(2 * availableParallelism(), Math.floor((totalmem() - 1e9) / 150e6)));

export const settings = {
  host: setting('GANNET_HOST', '127.0.0.1', 'Address to listen on.', text),
  port: setting('GANNET_PORT', '8080', 'Port to listen on; 0 picks a free one.', integer(0, 65_535)),
  dataDir: setting(
    'GANNET_DATA_DIR',
    '.gannet',
    'Folder for the embedded database and the browser profile.',
    (value) => resolve(value),
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    'PostgreSQL 15 or later instead of the embedded database: postgres://user:password@host/name.',
    optional,
  ),
  apiKeys: setting(
    'GANNET_API_KEYS',
    '',
    'Keys that exist from the start: owner:svc_live_<64 hex>[:scope,scope], separated by spaces.',
    bootstrapKeys,
  ),
  allowNetworks: setting(
    'GANNET_ALLOW_NETWORKS',
    '',
    'Networks (CIDR, comma-separated) that may be reached although they are not public. Dangerous on a server that others use.',
    cidrs,
  ),
  browser: setting('GANNET_BROWSER', '', 'Chromium binary; found by itself when empty.', optional),
  searchPath: setting('PATH', '', 'Where a Chromium is looked for when GANNET_BROWSER is empty.', text),
  sandbox: setting(
    'GANNET_SANDBOX',
    'auto',
    'Chromium sandbox: auto uses it where the system allows and warns otherwise, on refuses to start without it, off never uses it.',
    oneOf('auto', 'on', 'off'),
  ),
  maxPages: setting(
    'GANNET_MAX_PAGES',
    '',
    'Pages open at once; from cores and memory when empty.',
    (value) => (value === '' ? defaultPages() : integer(1, 256)(value)),
  ),
  maxQueue: setting(
    'GANNET_MAX_QUEUE',
    '100',
    'Requests that may wait for a page; more are answered 503 overloaded.',
    integer(0, 100_000),
  ),
  pageBytes: setting(
    'GANNET_PAGE_BYTES',
    '100000000',
    'Bytes that one page may receive, sub-resources included.',
    integer(1_000_000, 10_000_000_000),
  ),
  pageRequests: setting(
    'GANNET_PAGE_REQUESTS',
    '3000',
    'Requests and connections that one page may make.',
    integer(1, 1_000_000),
  ),
  pageHosts: setting(
    'GANNET_PAGE_HOSTS',
    '200',
    'Different hosts that one page may ask.',
    integer(1, 100_000),
  ),
  proxies: setting(
    'GANNET_PROXIES',
    '',
    'Upstream proxies, http:// or socks5:// URLs, comma-separated; credentials allowed.',
    proxies,
  ),
  trustProxy: setting(
    'GANNET_TRUST_PROXY',
    '',
    'Reverse proxies (CIDR, comma-separated) whose X-Forwarded-For counts.',
    cidrs,
  ),
  cacheBytes: setting(
    'GANNET_CACHE_BYTES',
    '128000000',
    'Memory for the response cache; 0 switches it off.',
    integer(0, 100_000_000_000),
  ),
  grace: setting(
    'GANNET_GRACE_MS',
    '25000',
    'How long running requests may take to finish after SIGTERM, in milliseconds.',
    integer(0, 600_000),
  ),
  timezone: setting(
    'GANNET_TIMEZONE',
    'UTC',
    'Time zone of the browser, an IANA name such as Europe/Berlin.',
    (value) => {
      if (!Intl.supportedValuesOf('timeZone').includes(value) && value !== 'UTC')
        throw new Error('must be an IANA time zone such as Europe/Berlin');
      return value;
    },
  ),
  logLevel: setting(
    'GANNET_LOG',
    'info',
    'Log level: fatal, error, warn, info, debug, trace or silent.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
} as const satisfies Record<string, Setting<unknown>>;

export type Config = { readonly [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['read']> };

/** @throws SettingError naming the variable and what is wrong with it. Values are never repeated: they may be secret. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config =>
  Object.fromEntries(
    Object.entries(settings).map(([name, { variable, fallback, read }]) => {
      const given = environment[variable]?.trim();
      try {
        return [name, read(given === undefined || given === '' ? fallback : given)];
      } catch (error) {
        throw new SettingError(`${variable} ${error instanceof Error ? error.message : String(error)}`);
      }
    }),
  ) as Config;
