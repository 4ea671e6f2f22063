import { aliveBy, showsContent } from '../../document/still.ts';
import { decodeHtml } from '../../document/tree/charset.ts';
import {
  isBinary,
  isFeed,
  isJsonData,
  kindDespiteType,
  kindOfBytes,
  maxFileBytes,
  mayBeRead,
  textTypeOf,
  textTypeOfFile,
} from '../../file/kind.ts';
import type { Snapshot } from '../../page.ts';
import type { Session } from '../devtools/cdp.ts';
import { type Paused, refuse } from '../devtools/paused.ts';
import type { MainResponse } from '../tab/activity.ts';
import { type Body, takeBody, takePage } from './body.ts';
import { failure, lateFailure, networkFailure } from './failure.ts';
import type { Handling, ReadResponse, Received } from './received.ts';
import {
  fileSnapshot,
  htmlOf,
  isXml,
  kindOf,
  mislabelled,
  nameOf,
  pageSnapshot,
  refusalOf,
  responseOf,
  textSnapshot,
} from './response.ts';
import { showAs } from './show-as.ts';

/** Reads from the response what needs no browser: files, texts, and pages that are complete in it. */

/** Longer texts are cut: nobody reads 20 MB of JSON as Markdown. */
const maxTextBytes = 20_000_000;

/**
 * What came as a page or a text and is a file, a feed or JSON: some servers know no other type.
 * @throws VisitFailure for a picture, an archive or the like, which would be read as words.
 */
export const asFile = async (
  paused: Paused,
  { bytes, end }: Body,
  { leave }: Handling,
): Promise<ReadResponse | undefined> => {
  const main = responseOf(paused);
  const kind = end === 'whole' ? kindDespiteType(bytes) : undefined;
  if (kind !== undefined) {
    await leave(paused, end);
    return { snapshot: fileSnapshot(main, bytes, kind), why: 'document', end };
  }
  if (/^(?:html|text)$/.test(kindOf(main)) && isBinary(bytes)) {
    await leave(paused, end);
    throw mislabelled(main.mimeType);
  }
  const contentType = dataTypeOf(main, bytes);
  if (contentType === undefined) return undefined;
  await leave(paused, end);
  return { snapshot: { ...textSnapshot(main, bytes), contentType }, why: 'text', end };
};

const dataTypeOf = (main: MainResponse, bytes: Buffer): string | undefined => {
  if (isXml(main)) return undefined;
  if (isFeed(bytes)) return 'application/xml';
  return kindOf(main) !== 'text' && isJsonData(bytes) ? 'application/json' : undefined;
};

export const readText = async (session: Session, paused: Paused, handling: Handling): Promise<Received> => {
  const body = await takeBody(session, paused, { ...handling, maxBytes: maxTextBytes });
  const file = await asFile(paused, body, handling);
  if (file !== undefined) return file;
  const { bytes, end } = body;
  await handling.leave(paused, end);
  const main = responseOf(paused);
  const snapshot = textSnapshot(main, bytes);
  // Some servers call every text plain.
  const named = main.mimeType === 'text/plain' ? textTypeOf(bytes, nameOf(main)) : undefined;
  return { snapshot: { ...snapshot, contentType: named ?? main.mimeType }, why: 'text', end };
};

/** @throws VisitFailure for a file that is none of those that are read, or larger, or locked. */
export const readFile = async (session: Session, paused: Paused, handling: Handling): Promise<Received> => {
  const main = responseOf(paused);
  const name = nameOf(main);
  const isUnclear = kindOf(main) === 'unclear';
  if (isUnclear && !mayBeRead(name)) return refuse(session, paused, refusalOf('file', main.mimeType));
  if (Number(main.headers['content-length'] ?? 0) > maxFileBytes) return refuse(session, paused, tooLarge());
  const body = await takePage(session, paused, handling, maxFileBytes + 1);
  const { bytes, end } = body;
  const kind = end === 'whole' ? kindOfBytes(bytes) : undefined;
  const isText = isUnclear && end === 'whole' && kind === undefined && bytes.length > 0;
  const named = isText ? textTypeOfFile(bytes, name) : undefined;
  const contentType = named !== undefined && main.mimeType === 'text/html' ? main.mimeType : named;
  if (contentType !== undefined && !handling.asText) return showAs(paused, handling, body, contentType);
  await handling.leave(paused, end);
  if (end === 'cut') throw tooLarge();
  if (end === 'late') throw lateFailure();
  if (end === 'broken') throw networkFailure('net::ERR_CONTENT_LENGTH_MISMATCH');
  if (bytes.length === 0) throw refusalOf('empty', main.mimeType);
  if (kind === 'locked') throw failure('document_locked', 'The document is protected by a password.');
  if (kind !== undefined) return { snapshot: fileSnapshot(main, bytes, kind), why: 'document', end };
  if (contentType === undefined)
    throw isUnclear ? refusalOf('file', main.mimeType) : mislabelled(main.mimeType);
  const snapshot =
    contentType === 'text/html' ? pageSnapshot(main, htmlOf(main, bytes)) : textSnapshot(main, bytes);
  return { snapshot: { ...snapshot, contentType }, why: 'text', end };
};

const tooLarge = () => failure('too_large', 'The document is larger than the 15 MB that this service reads.');

export const readPage = async (
  session: Session,
  paused: Paused,
  handling: Handling,
  mayHoldScripts: boolean,
): Promise<Received> => {
  const body = await takePage(session, paused, handling);
  const file = await asFile(paused, body, handling);
  if (file !== undefined) return file;
  const { bytes, end } = body;
  const main = responseOf(paused);
  const { html, raw } = rawPage(main, bytes);
  const alive = html === undefined ? 'charset' : aliveBy(html);
  const known = mayHoldScripts && html !== undefined && showsContent(html);
  if (raw && (alive === undefined || known)) {
    await handling.leave(paused, end);
    const cut = raw.html.length < (html?.length ?? 0);
    return { snapshot: raw, why: alive === undefined ? 'no_script' : 'learned', end: cut ? 'cut' : end };
  }
  const why = alive ?? 'charset';
  handling.willShow({ raw: () => raw, bytes: bytes.length, why });
  await handling.show(paused, bytes);
  return { snapshot: undefined, why, raw, end };
};

/** The text of a page and what it tells without a browser; neither where only a browser knows its charset. */
export const rawPage = (main: MainResponse, bytes: Buffer): { html?: string; raw?: Snapshot } => {
  const html = decodeHtml(bytes, main.headers['content-type'] ?? '');
  return html === undefined ? {} : { html, raw: pageSnapshot(main, html.slice(0, endOfTags(html))) };
};

/** Converting more takes minutes; books have fewer. */
const maxTags = 600_000;

/** Where the last tag that is read ends. */
const endOfTags = (html: string): number | undefined => {
  // No tag is shorter than three characters.
  if (html.length <= 3 * maxTags) return undefined;
  let at = -1;
  for (let tags = 0; tags <= maxTags; tags++) {
    at = html.indexOf('<', at + 1);
    if (at === -1) return undefined;
  }
  return at;
};
