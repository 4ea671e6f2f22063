import { setTimeout as delay } from 'node:timers/promises';
import type { Snapshot } from '../page.ts';
import type { MainResponse } from './activity.ts';
import type { Protocol, Session } from './cdp.ts';
import { failure } from './failure.ts';

/**
 * The main document is looked at when its response has arrived and before Chromium shows it. Pages go on; text that
 * Chromium would download or dress up (JSON, CSV, plain text) is read here; other files are refused in plain words.
 */

type Paused = Protocol.Fetch.RequestPausedEvent;
type Kind = 'page' | 'text' | 'file';

/** Larger texts are cut: nobody reads 20 MB of JSON as Markdown. */
const maxTextBytes = 20_000_000;

const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/^(text\/html|application\/xhtml\+xml|image\/(?!svg)|$)/, 'page'],
  [
    /^(text\/xml|application\/xml|image\/svg\+xml|application\/(rss|atom|rdf)\+xml|multipart\/related)$/,
    'page',
  ],
  [/^(text\/.*|application\/(json|ld\+json|x-ndjson|javascript|x-yaml|yaml|toml|csv|.*\+json))$/, 'text'],
];

const kindOf = (type: string): Kind => kinds.find(([match]) => match.test(type))?.[1] ?? 'file';

const headersOf = (paused: Paused): Record<string, string> =>
  Object.fromEntries((paused.responseHeaders ?? []).map(({ name, value }) => [name.toLowerCase(), value]));

const mediaType = (headers: Readonly<Record<string, string>>) =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** How the document is wanted: a text file as text or shown, and until when (`performance.now()`). */
interface Reading {
  readonly asText: boolean;
  readonly until: number;
}

/**
 * Decides on a paused main document.
 * @returns the text as a snapshot, or undefined when the page goes on in the browser.
 * @throws VisitFailure for a file that is neither page nor text.
 */
export const receiveDocument = async (
  session: Session,
  paused: Paused,
  { asText, until }: Reading,
): Promise<Snapshot | undefined> => {
  const headers = headersOf(paused);
  const type = mediaType(headers);
  const status = paused.responseStatusCode ?? 0;
  const redirect = status >= 300 && status < 400 && headers.location !== undefined;
  const attached = /^\s*attachment/i.test(headers['content-disposition'] ?? '');
  const kind = redirect ? 'page' : kindOf(type);
  if (status === 401) return showRefusal(session, paused, until);
  if (kind === 'text' && asText) {
    const body = await readBody(session, paused, until);
    await drop(session, paused);
    return textSnapshot({ url: paused.request.url, status, headers, mimeType: type }, body);
  }
  const isEmpty = status === 204 || status === 205;
  if (kind !== 'file' && !attached && !isEmpty) return resume(session, paused);
  await drop(session, paused);
  if (isEmpty) throw failure('empty_response', 'The server sent no document.');
  throw failure(
    'unsupported_content_type',
    `The address holds a file (${/^[\w.+/-]{1,80}$/.test(type) ? type : 'of an unknown type'}), not a page.`,
  );
};

/** Ends the navigation: nothing of it is shown. */
const drop = async (session: Session, { requestId }: Paused): Promise<void> => {
  await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
};

const resume = async (session: Session, paused: Paused): Promise<undefined> => {
  await session.send('Fetch.continueRequest', { requestId: paused.requestId });
};

/** Carried on, a 401 would ask a user for a password and fail: its page is handed over as an answered request. */
const showRefusal = async (session: Session, paused: Paused, until: number): Promise<undefined> => {
  const { requestId, responseHeaders = [] } = paused;
  const body = await readBody(session, paused, until);
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: 401,
    responseHeaders: responseHeaders.filter(
      ({ name }) => !/^(www-authenticate|content-(encoding|length))$/i.test(name),
    ),
    body: body.toString('base64'),
  });
};

/**
 * The body as far as it has arrived in time, at most `maxTextBytes` after decompression: asked for as a whole, a body of
 * 450 KB that unpacks to 450 MB would take the browser down.
 */
const readBody = async (session: Session, { requestId }: Paused, until: number): Promise<Buffer> => {
  const { stream } = await session.send('Fetch.takeResponseBodyAsStream', { requestId });
  const parts: Buffer[] = [];
  const ended = new AbortController();
  const timeUp = delay(Math.max(0, until - performance.now()), undefined, { signal: ended.signal });
  try {
    for (let size = 0; size < maxTextBytes; ) {
      // A read waits for all that it asks for: small ones, so that little of a slow text is lost.
      const wanted = size < 65_536 ? 1024 : 65_536;
      const part = await Promise.race([session.send('IO.read', { handle: stream, size: wanted }), timeUp]);
      if (part === undefined) break;
      const bytes = Buffer.from(part.data, part.base64Encoded ? 'base64' : 'utf8');
      parts.push(bytes);
      size += bytes.length;
      if (part.eof) break;
    }
  } finally {
    ended.abort();
    // Closed already where the tab is gone.
    session.send('IO.close', { handle: stream }).catch(() => undefined);
  }
  return Buffer.concat(parts).subarray(0, maxTextBytes);
};

/** Text as a page that holds nothing else. */
const textSnapshot = (main: MainResponse, bytes: Buffer): Snapshot => {
  const text = decode(bytes, main.headers['content-type'] ?? '');
  const title = decodeURIComponentSafely(new URL(main.url).pathname.split('/').at(-1) ?? '');
  return {
    url: main.url,
    status: main.status,
    headers: main.headers,
    contentType: main.mimeType,
    title,
    baseUrl: main.url,
    html: `<!DOCTYPE html><html><head><title>${escapeHtml(title)}</title></head><body><pre>\n${escapeHtml(text)}</pre></body></html>`,
  };
};

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const decodeURIComponentSafely = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    // Malformed percent-encoding is shown as it is.
    return text;
  }
};

/** As browsers do for text: byte order mark, then header, then UTF-8, and windows-1252 for what is not UTF-8. */
const decode = (bytes: Buffer, contentType: string): string => {
  const marked =
    bytes[0] === 0xfe && bytes[1] === 0xff
      ? 'utf-16be'
      : bytes[0] === 0xff && bytes[1] === 0xfe
        ? 'utf-16le'
        : undefined;
  const named = /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];
  for (const label of [marked, named])
    if (label !== undefined && isEncoding(label)) return new TextDecoder(label).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

const isEncoding = (label: string): boolean => {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
};
