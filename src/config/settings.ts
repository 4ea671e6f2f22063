import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { networkNames } from '../contract/networks.ts';
import { machineBytes } from './machine.ts';
import {
  bootstrapKeys,
  cidrs,
  emptyOr,
  endpoints,
  evmAddress,
  host,
  hostNames,
  integer,
  nameServers,
  oneOf,
  optional,
  perMinute,
  postgresUrl,
  price,
  productToken,
  proxies,
  rpcUrl,
  text,
  tierQuotas,
  timezone,
  token,
  webAddress,
} from './readers.ts';

/** The settings table. */

interface Setting<T> {
  readonly variable: string;
  /** As written by the operator; empty means unset. `fallback` is what the documentation shows. */
  readonly fallback: string;
  readonly help: string;
  /** @throws Error with a sentence for the operator. */
  readonly read: (text: string) => T;
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

/**
 * A page that is shown takes some 110 MB, a service at rest 650 MB (docs/performance.md): reckoned with some to spare. Three for
 * each core: of two so many wait for the network that a fifth of the core rests.
 */
const defaultPages = () =>
  Math.max(1, Math.min(3 * availableParallelism(), Math.floor((machineBytes() - 1e9) / 150e6)));

/** Another browser takes some 230 MB at rest; the rest is for its pages. */
const defaultProcesses = () =>
  Math.max(1, Math.min(availableParallelism(), Math.floor(machineBytes() / 1.5e9)));

const defaultTiers = 'free=60,standard=300,pro=1200';

/** Every setting: variable, default, help, reader. `docs/configuration.md` is generated from this table. */
export const settings = {
  host: setting('GANNET_HOST', '127.0.0.1', 'Address to listen on.', host),
  port: setting('GANNET_PORT', '8080', 'Port to listen on; 0 picks a free one.', integer(0, 65_535)),
  dataDir: setting(
    'GANNET_DATA_DIR',
    '.gannet',
    'Folder for the embedded database; browsers keep their profiles in the folder for temporary files.',
    (value) => resolve(value),
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    'PostgreSQL 15 or later instead of the embedded database: postgres://user:password@host/name.',
    postgresUrl,
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
  nameServers: setting(
    'GANNET_NAME_SERVERS',
    '',
    "Name servers, addresses with or without a port, comma-separated; the system's when empty.",
    nameServers,
  ),
  browser: setting('GANNET_BROWSER', '', 'Chromium binary; found by itself when empty.', optional),
  browsers: setting(
    'GANNET_BROWSERS',
    '',
    'Browsers that run elsewhere, instead of one of our own: DevTools endpoints, ws:// or http:// URLs, comma-separated (docs/browsers.md).',
    endpoints,
  ),
  egressHost: setting(
    'GANNET_EGRESS_HOST',
    '127.0.0.1',
    'Name or address of this machine at which the browsers of GANNET_BROWSERS reach it; only they may connect there.',
    text,
  ),
  browserProcesses: setting(
    'GANNET_BROWSER_PROCESSES',
    '',
    'Browsers of our own at once: one always, another while the main threads of those that run are busy (Linux). As many as cores, one for 1.5 GB of memory when empty.',
    emptyOr(integer(1, 64), defaultProcesses),
  ),
  browserMemory: setting(
    'GANNET_BROWSER_MEMORY',
    '1500000000',
    'Bytes of memory that the browser itself may hold before it is replaced, and that one page may hold before it is ended (Linux).',
    integer(50_000_000, 1_000_000_000_000),
  ),
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
    'Pages shown in the browser at once; from cores and memory when empty.',
    emptyOr(integer(1, 256), defaultPages),
  ),
  maxVisits: setting(
    'GANNET_MAX_VISITS',
    '',
    'Pages asked for at once, most of them waiting for the network; three times GANNET_MAX_PAGES when empty.',
    emptyOr(integer(1, 1024), () => undefined),
  ),
  ownerVisits: setting(
    'GANNET_OWNER_VISITS',
    '',
    'Pages that one owner may ask for at once; more of them wait in a line of their own. Three quarters of GANNET_MAX_VISITS when empty. Of GANNET_MAX_PAGES an owner has the same part.',
    emptyOr(integer(1, 1024), () => undefined),
  ),
  render: setting(
    'GANNET_RENDER',
    'auto',
    'auto reads a page from its response where that holds all of it, always shows every page in the browser.',
    oneOf('auto', 'always'),
  ),
  maxQueue: setting(
    'GANNET_MAX_QUEUE',
    '100',
    'Requests that may wait for their turn; more are answered 503 overloaded.',
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
  bodyBytes: setting(
    'GANNET_BODY_BYTES',
    '1048576',
    'Bytes that the body of a request may have; more are answered 413.',
    integer(1024, 100_000_000),
  ),
  bodyDepth: setting(
    'GANNET_BODY_DEPTH',
    '50',
    'Levels that the JSON of a request may nest; more are answered 400.',
    integer(10, 1000),
  ),
  bodyEntries: setting(
    'GANNET_BODY_ENTRIES',
    '10000',
    'Entries that the lists and objects of a request may have in all; more are answered 400.',
    integer(1000, 1_000_000),
  ),
  headerBytes: setting(
    'GANNET_HEADER_BYTES',
    '16384',
    'Bytes that the address and the headers of a request may have together; more are answered 431.',
    integer(2048, 1_000_000),
  ),
  maxConnections: setting(
    'GANNET_MAX_CONNECTIONS',
    '4096',
    'Connections that clients may have open at once; more are closed.',
    integer(1, 1_000_000),
  ),
  ownerStreams: setting(
    'GANNET_OWNER_STREAMS',
    '20',
    'Crawls that one owner may watch at once by server-sent events, and answers with results that it may read, in this process; more are answered 429.',
    integer(1, 100_000),
  ),
  ownerJobs: setting(
    'GANNET_OWNER_JOBS',
    '1000',
    'Crawl jobs of one owner that may wait or run at once; more are answered 429.',
    integer(1, 1_000_000),
  ),
  fileMs: setting(
    'GANNET_FILE_MS',
    '30000',
    'Milliseconds that reading one PDF, Word or Excel file may take.',
    integer(100, 600_000),
  ),
  fileMemory: setting(
    'GANNET_FILE_MEMORY',
    '512',
    'Megabytes that reading one PDF, Word or Excel file may take.',
    integer(64, 100_000),
  ),
  threadMemory: setting(
    'GANNET_THREAD_MEMORY',
    '1536',
    'Megabytes for the objects of a thread that works on pages; a page that needs more fails alone.',
    integer(64, 100_000),
  ),
  proxies: setting(
    'GANNET_PROXIES',
    '',
    'Upstream proxies, http:// or socks5:// URLs, comma-separated; credentials allowed. A fragment names the time zone that pages see through it: http://user:password@host:3128#Europe/Berlin.',
    proxies,
  ),
  robotsToken: setting(
    'GANNET_ROBOTS_TOKEN',
    'gannet',
    'Product token that crawls answer to in robots.txt: letters, - and _.',
    productToken,
  ),
  trustProxy: setting(
    'GANNET_TRUST_PROXY',
    '',
    'Reverse proxies (CIDR, comma-separated) whose X-Forwarded-For counts.',
    cidrs,
  ),
  publicUrl: setting(
    'GANNET_PUBLIC_URL',
    '',
    'Address at which clients reach the service, for payment offers; from the Host header when empty.',
    webAddress,
  ),
  mcpHosts: setting(
    'GANNET_MCP_HOSTS',
    '',
    'Host names, comma-separated, by which MCP clients reach the service, beside that of GANNET_PUBLIC_URL, localhost and addresses.',
    hostNames,
  ),
  rateIp: setting(
    'GANNET_RATE_IP',
    '60',
    'Scrapes and extractions a minute for one client address (an IPv6 network of 64 bits), with a key or without; off for no limit.',
    perMinute,
  ),
  rateTiers: setting(
    'GANNET_RATE_TIERS',
    defaultTiers,
    'Requests a minute for a key, by its tier; off for no limit.',
    tierQuotas(defaultTiers),
  ),
  x402PayTo: setting(
    'GANNET_X402_PAY_TO',
    '',
    'Wallet that is paid; payments are on when this and GANNET_X402_FACILITATOR are set (docs/payments.md).',
    evmAddress,
  ),
  x402Facilitator: setting(
    'GANNET_X402_FACILITATOR',
    '',
    'x402 facilitator that verifies and settles payments, an https:// URL. GANNET_ALLOW_NETWORKS counts for it, too.',
    webAddress,
  ),
  x402Authorization: setting(
    'GANNET_X402_AUTHORIZATION',
    '',
    'Authorization header for the facilitator, such as Bearer and a token.',
    optional,
  ),
  x402Rpc: setting(
    'GANNET_X402_RPC',
    '',
    'JSON-RPC of a node of the chain, http:// or https://: with it the chain itself is asked what became of a payment in doubt.',
    rpcUrl,
  ),
  x402Network: setting(
    'GANNET_X402_NETWORK',
    'base',
    `Chain on which payments are taken: ${networkNames.join(', ')}.`,
    oneOf(...networkNames),
  ),
  x402Token: setting(
    'GANNET_X402_TOKEN',
    '',
    "Token with EIP-3009 instead of the network's USDC: address:name:version[:decimals], name and version of its EIP-712 domain.",
    token,
  ),
  x402PriceUsd: setting('GANNET_X402_PRICE_USD', '0.005', 'Price of a successful request.', price),
  x402Challenge: setting(
    'GANNET_X402_CHALLENGE',
    '402',
    'Answer to a request without key and permit where payments are on: 402 with offers, which clients that pay by themselves need, or 401.',
    oneOf('402', '401'),
  ),
  x402Uncertain: setting(
    'GANNET_X402_UNCERTAIN',
    'deliver',
    'When it cannot be found out whether a payment was settled: deliver the answer, or withhold it (504). Never 402: the client would pay twice.',
    oneOf('deliver', 'withhold'),
  ),
  cacheBytes: setting(
    'GANNET_CACHE_BYTES',
    '128000000',
    'Memory for the response cache; 0 switches it off.',
    integer(0, 100_000_000_000),
  ),
  crawlJobs: setting(
    'GANNET_CRAWL_JOBS',
    '200',
    'Crawl jobs that this process works on at once, half of them for one owner at most; 0 leaves them to other processes (docs/scaling.md).',
    integer(0, 10_000),
  ),
  crawlRetentionDays: setting(
    'GANNET_CRAWL_RETENTION_DAYS',
    '7',
    'Days that a crawl and its results are kept after its end.',
    integer(1, 3650),
  ),
  webhookRetentionDays: setting(
    'GANNET_WEBHOOK_RETENTION_DAYS',
    '30',
    'Days that a webhook stays in the delivery log after it was made.',
    integer(1, 3650),
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
    timezone,
  ),
  ui: setting(
    'GANNET_UI',
    'on',
    'The dashboard at /ui: on or off. It shows nothing without an API key.',
    oneOf('on', 'off'),
  ),
  logLevel: setting(
    'GANNET_LOG',
    'info',
    'Log level: fatal, error, warn, info, debug, trace or silent.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
} as const satisfies Record<string, Setting<unknown>>;
