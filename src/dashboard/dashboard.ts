import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { openapiDocument } from '../contract/openapi.ts';
import { version } from '../version.ts';

/**
 * The page at /ui: files that `npm run build:ui` makes of dashboard/, and the OpenAPI document from which its forms are made.
 * All of them are in memory; nothing is looked up on the disk by a name that a client sends.
 */

export interface Dashboard {
  /**
   * @param name below `/ui/`; empty for the page itself. @param accepts the header Accept-Encoding.
   * @returns undefined where there is no such file.
   */
  file(name: string, accepts: string): Promise<DashboardFile | undefined>;
}

export interface DashboardFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const built = new URL('./built/', import.meta.url);
const page = 'index.html';

/**
 * No inline script and no inline style, nothing from elsewhere. Markup is made of strings in one place only, the policy
 * `snapshot`, for a frame without scripts. Frames of the page inherit all of it.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  'frame-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types snapshot',
].join('; ');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};

export const createDashboard = (): Dashboard => {
  const contents = new Map(readdirSync(built).map((name) => [name, readFileSync(new URL(name, built))]));
  contents.set('openapi.json', Buffer.from(JSON.stringify(openapiDocument(version))));
  const files = new Map([...contents].map(([name, body]) => [name, createFile(name, body)]));
  return { file: async (name, accepts) => files.get(name === '' ? page : name)?.(accepts) };
};

/** Compressed when it is first asked for. */
const createFile = (name: string, body: Buffer) => {
  const headers = {
    'content-type': types[extname(name)] ?? 'application/octet-stream',
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    vary: 'accept-encoding',
    // The names of built files hold their digest; the page, which names them, is asked for each time.
    'cache-control': /-[\w-]{8}\.(?:js|css)$/.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  };
  const encoded = new Map<Encoding, Promise<Buffer>>();
  return async (accepts: string): Promise<DashboardFile> => {
    const encoding = encodings.find((candidate) => taken(accepts).includes(candidate));
    if (encoding === undefined) return { headers, body };
    const compressed = encoded.get(encoding) ?? compress[encoding](body);
    encoded.set(encoding, compressed);
    return { headers: { ...headers, 'content-encoding': encoding }, body: await compressed };
  };
};

const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];
/** Those that Accept-Encoding names: a weight of 0 refuses one (RFC 9110, 12.5.3). */
const taken = (accepts: string): string[] =>
  accepts
    .toLowerCase()
    .split(',')
    .filter((coding) => !/;\s*q=0(?:\.0*)?\s*$/.test(coding))
    .map((coding) => coding.replace(/;.*/, '').trim());
const compress: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: promisify<Buffer, Buffer>(brotliCompress),
  gzip: promisify<Buffer, Buffer>(gzip),
};
