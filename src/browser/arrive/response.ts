import { baseOf } from '../../document/still.ts';
import { decodeHtml, decodeText } from '../../document/tree/charset.ts';
import { escapeHtml, escapeText } from '../../document/tree/escape.ts';
import { fileName, fileTypes } from '../../file/kind.ts';
import { withoutCredentials } from '../../net/credentials.ts';
import type { FileKind, Snapshot } from '../../page.ts';
import type { Paused } from '../devtools/paused.ts';
import type { MainResponse } from '../tab/activity.ts';
import { emptyResponse, failure } from './failure.ts';

/** Tells pages, texts and files apart by the head of a response, and makes snapshots of their bodies. */

type Kind = 'html' | 'page' | 'text' | 'document' | 'unclear' | 'file';

/** They say nothing: a browser looks at the bytes (WHATWG MIME Sniffing, "unknown MIME type"). */
const untyped = /^(?:(?:unknown|application)\/unknown|\*\/\*|[^/]*)$/;

export const isUntyped = ({ mimeType }: MainResponse): boolean => untyped.test(mimeType);

const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/^text\/html$/, 'html'],
  [/^(application\/xhtml\+xml$|multipart\/related$|image\/)/, 'page'],
  [untyped, 'page'],
  [/^text\/(rtf|richtext)$/, 'file'],
  [
    /^(text\/.*|application\/(json|(x-)?(ndjson|json-?lines|jsonl|csv|yaml)|xml|javascript|toml|.*\+(json|xml)))$/,
    'text',
  ],
  [
    /^application\/(x-)?pdf$|^application\/vnd\.openxmlformats-officedocument\.(wordprocessingml|spreadsheetml)\.|^application\/vnd\.ms-(word|excel)\.\w+\.macroenabled\.12$/,
    'document',
  ],
  // What servers say of files that they do not know, or want to be kept.
  [
    /^(application|binary)\/(octet-stream|(x-|force-)?download|x-binary|zip|x-zip-compressed|msword|vnd\.ms-excel)$/,
    'unclear',
  ],
];

export const kindOf = ({ status, mimeType, headers }: MainResponse): Kind | 'empty' => {
  if (status === 204 || status === 205) return 'empty';
  const kind = kinds.find(([match]) => match.test(mimeType))?.[1] ?? 'file';
  if (!isAttached({ headers })) return kind;
  // Chromium would save a page, too.
  return kind === 'html' ? 'unclear' : kind === 'page' ? 'file' : kind;
};

export const isRedirect = ({ status, headers }: Pick<MainResponse, 'status' | 'headers'>): boolean =>
  status >= 300 && status < 400 && headers.location !== undefined;

/** Seconds after which a `Refresh` header leads on to another page, if one does. */
export const refreshOf = ({ url, headers }: MainResponse): number | null => {
  const [, seconds = '', address = ''] =
    /^\s*(\d+)(?:\.[\d.]*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(headers.refresh ?? '') ?? [];
  const to = address === '' ? null : URL.parse(address.trim(), url);
  return to === null || to.href === url ? null : Number(seconds);
};

/** Meant to be kept, not shown. */
export const isAttached = ({ headers }: Pick<MainResponse, 'headers'>): boolean =>
  /^\s*attachment/i.test(headers['content-disposition'] ?? '');

/** What makes a kept body fresh, or worth asking about (RFC 9111, sections 4.2 and 4.3). */
const keeping = /^(expires|etag|last-modified)$/i;

/** Whether a response is one that a cache would use again. */
export const mayBeCached = ({ responseHeaders = [] }: Paused): boolean =>
  responseHeaders.some(
    ({ name, value }) =>
      keeping.test(name) || (/^cache-control$/i.test(name) && /max-age|immutable/i.test(value)),
  );

/**
 * Of the texts Chromium shows these as they are, and saves most others, such as tables and YAML, and all that are
 * attachments. What it makes of XML depends: a tree with words of its own, plain text, or a file.
 */
const shownTexts = /[/+](plain|json|javascript)$/;
export const isShownAsIs = (main: MainResponse): boolean =>
  shownTexts.test(main.mimeType) && !isAttached(main);

export const isXml = ({ mimeType }: MainResponse): boolean => /[/+]xml$/.test(mimeType);

export const refusalOf = (kind: 'empty' | 'file', type: string) =>
  kind === 'empty'
    ? emptyResponse({ transient: false })
    : failure('unsupported_content_type', `The address holds a file (${plainType(type)}), not a page.`);

/** A document that cannot be read as what it is said to be. */
export const mislabelled = (type: string) =>
  failure(
    'unsupported_content_type',
    `The address holds a file that is broken, or not what its server says it is (${plainType(type)}).`,
  );

/** Servers write what they like there. */
const plainType = (type: string): string => (/^[\w.+/-]{1,80}$/.test(type) ? type : 'of an unknown type');

/** The response of a main document that is paused. */
export const responseOf = ({
  request,
  responseHeaders = [],
  responseStatusCode = 0,
}: Paused): MainResponse => {
  const headers: Record<string, string> = {};
  for (const { name, value } of responseHeaders) {
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}\n${value}`;
  }
  return {
    // A redirect may lead to an address with a user and password: they are not told to those who read the page.
    url: withoutCredentials(`${request.url}${request.urlFragment ?? ''}`),
    status: responseStatusCode,
    mimeType: mimeTypeIn(headers['content-type'] ?? ''),
    headers,
  };
};

/** As Chromium reads it: of several the last, up to a semicolon, a space or a bracket. */
const mimeTypeIn = (header: string): string =>
  (
    header
      .split('\n')
      .at(-1)
      ?.trim()
      .split(/[;\s(]/, 1)[0] ?? ''
  ).toLowerCase();

export const pageSnapshot = (main: MainResponse, html: string): Snapshot => ({
  url: main.url,
  status: main.status,
  headers: main.headers,
  contentType: main.mimeType,
  html,
  title: '',
  baseUrl: baseOf(html, main.url),
});

export const nameOf = ({ url, headers }: MainResponse): string =>
  fileName(url, headers['content-disposition'] ?? '');

export const fileSnapshot = (main: MainResponse, bytes: Buffer, kind: FileKind): Snapshot => {
  const name = nameOf(main);
  return {
    ...pageSnapshot(main, ''),
    contentType: fileTypes[kind],
    title: name,
    file: { kind, bytes, name },
  };
};

/** Text as a page that holds nothing else. */
export const textSnapshot = (main: MainResponse, bytes: Buffer): Snapshot => {
  const text = decodeText(bytes, main.headers['content-type'] ?? '');
  const title = nameOf(main);
  return {
    ...pageSnapshot(main, ''),
    title,
    baseUrl: main.url,
    html: `<!DOCTYPE html><html><head><title>${escapeHtml(title)}</title></head><body><pre>\n${escapeText(text)}</pre></body></html>`,
  };
};

/** A page as text, of whatever charset. */
export const htmlOf = ({ headers }: MainResponse, bytes: Buffer): string => {
  const type = headers['content-type'] ?? '';
  return decodeHtml(bytes, type) ?? decodeText(bytes, type);
};
