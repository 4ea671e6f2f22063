import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { ServiceError } from '../contract/error.ts';
import { invalidRequest, lastCounts } from '../contract/request.ts';
import { raceSignal } from '../deadline.ts';
import type { Exchange } from './exchange.ts';
import { repeatedNames } from './repeated.ts';

/** Of one body. */
export interface BodyLimits {
  readonly bytes: number;
  /** Bodies nest three deep, schemas for extraction some more; what walks a body may recurse so far. */
  readonly depth: number;
  /** Of all lists and objects. To check one costs more than to read it: half a million took seconds. */
  readonly entries: number;
}

/**
 * The JSON body of a request. Names that it has more than once are noted in the warnings of the exchange.
 * @throws ServiceError `unsupported_media_type`, `payload_too_large`, `invalid_request`; and the signal's reason.
 */
export const readBody = async (
  { request, response, signal, warnings }: Exchange,
  limits: BodyLimits,
): Promise<unknown> => {
  requireJson(request.headers);
  if (Number(request.headers['content-length']) > limits.bytes) throw new ServiceError('payload_too_large');
  if (holdsBack(request)) response.writeContinue();
  const text = decode(await raceSignal(collect(request, limits.bytes), signal), limits);
  const body = parse(text);
  warnings.push(...repeatedNames(text).map(lastCounts));
  return body;
};

/**
 * The address that a refused request asked for, to be told with the refusal. Strangers are given little time and memory;
 * whatever is wrong with the body, the refusal stands and the address stays empty.
 */
export const peekTarget = async (exchange: Exchange, limits: BodyLimits): Promise<string> => {
  if (holdsBack(exchange.request)) return '';
  const signal = AbortSignal.any([exchange.signal, AbortSignal.timeout(1000)]);
  return readBody({ ...exchange, signal }, { ...limits, bytes: 16 * 1024 }).then(targetOf, () => '');
};

/** `url` of a body if it is a string, else empty: a failure names the address. */
export const targetOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'url' in body && typeof body.url === 'string' ? body.url : '';

const requireJson = (headers: IncomingHttpHeaders): void => {
  if (!isJson(headers['content-type'])) throw new ServiceError('unsupported_media_type');
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    throw new ServiceError('unsupported_media_type', { message: 'The request body must not be compressed.' });
};

const isJson = (contentType = ''): boolean => {
  if (contentType === 'application/json') return true;
  if (!/^application\/json[ \t]*(;|$)/i.test(contentType)) return false;
  return /^utf-?8$/i.test(new MIMEType(contentType).params.get('charset') ?? 'utf-8');
};

/** The bytes of a body. What comes after the limit is read and dropped, so that the client gets to read the answer. */
const collect = (request: IncomingMessage, limit: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else {
        chunks.length = 0;
        reject(new ServiceError('payload_too_large'));
      }
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });

const utf8 = new TextDecoder('utf-8', { fatal: true });

const decode = (bytes: Buffer, limits: BodyLimits): string => {
  if (bytes.length === 0) throw malformed('The request has no body: send JSON.');
  const excess = excessOf(bytes, limits);
  if (excess !== undefined) throw malformed(`The request body ${excess}.`);
  try {
    return utf8.decode(bytes);
  } catch {
    throw notJson();
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
};

const notJson = () => malformed('The request body is not valid JSON in UTF-8.');

const malformed = (message: string) => invalidRequest([{ path: '', message }]);

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, comma] = Buffer.from('"\\{}[],');

/**
 * What a body has too much of. Counts brackets and commas outside strings, so that an empty list is one entry. Bytes will do:
 * those of a longer UTF-8 character never look like ASCII.
 */
const excessOf = (bytes: Buffer, limits: BodyLimits): string | undefined => {
  let depth = 0;
  let entries = 0;
  let quoted = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === quote) quoted = !quoted;
    else if (quoted) index += byte === backslash ? 1 : 0;
    else if (byte === closeBrace || byte === closeBracket) depth--;
    else if (byte === comma) entries++;
    else if (byte === openBrace || byte === openBracket) {
      depth++;
      entries++;
    }
    if (depth > limits.depth) return `nests deeper than ${limits.depth} levels`;
    if (entries > limits.entries) return `has more than ${limits.entries} entries`;
  }
  return undefined;
};

/**
 * Reads and drops what a client still sends, for a second at most: closing earlier would reset the connection
 * and take the answer with it.
 */
export const dropRest = async ({ request }: Exchange): Promise<void> => {
  if (request.complete || holdsBack(request)) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 1000);
    request.resume().once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
};

/** Whether the client waits for `100 Continue` before it sends its body; HTTP/1.0 has no such thing. */
const holdsBack = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.expect !== undefined && httpVersion === '1.1';
