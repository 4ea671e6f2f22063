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

/**
 * Decides on a paused main document.
 * @returns the text as a snapshot, or undefined when the page goes on in the browser.
 * @throws VisitFailure for a file that is neither page nor text.
 */
export const receiveDocument = async (
  session: Session,
  paused: Paused,
  readsText: boolean,
): Promise<Snapshot | undefined> => {
  const headers = headersOf(paused);
  const type = mediaType(headers);
  const status = paused.responseStatusCode ?? 0;
  const redirect = status >= 300 && status < 400 && headers.location !== undefined;
  const attached = /^\s*attachment/i.test(headers['content-disposition'] ?? '');
  const kind = redirect ? 'page' : kindOf(type);
  if (status === 401) return showRefusal(session, paused);
  if (kind === 'text' && readsText)
    return readText(session, paused, { url: paused.request.url, status, headers, mimeType: type });
  if (kind !== 'file' && !attached) return resume(session, paused);
  await session.send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Aborted' });
  throw failure(
    'unsupported_content_type',
    `The address holds a file (${/^[\w.+/-]{1,80}$/.test(type) ? type : 'of an unknown type'}), not a page.`,
  );
};

const resume = async (session: Session, paused: Paused): Promise<undefined> => {
  await session.send('Fetch.continueRequest', { requestId: paused.requestId });
};

/** Carried on, a 401 would ask a user for a password and fail: its page is handed over as an answered request. */
const showRefusal = async (
  session: Session,
  { requestId, responseHeaders = [] }: Paused,
): Promise<undefined> => {
  const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId });
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: 401,
    responseHeaders: responseHeaders.filter(
      ({ name }) => !/^(www-authenticate|content-(encoding|length))$/i.test(name),
    ),
    body: base64Encoded ? body : Buffer.from(body).toString('base64'),
  });
};

const readText = async (session: Session, paused: Paused, main: MainResponse): Promise<Snapshot> => {
  const { body, base64Encoded } = await session.send('Fetch.getResponseBody', {
    requestId: paused.requestId,
  });
  await session.send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Aborted' });
  const bytes = Buffer.from(body, base64Encoded ? 'base64' : 'utf8').subarray(0, maxTextBytes);
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
