import { charsetOf, decodeHtml, decodeText } from '../document/charset.ts';
import { type Alive, aliveBy, showsContent } from '../document/still.ts';
import {
  isFeed,
  isJsonData,
  kindDespiteType,
  kindOfBytes,
  maxFileBytes,
  mayBeRead,
  textTypeOf,
  textTypeOfFile,
} from '../file/kind.ts';
import type { Snapshot } from '../page.ts';
import type { MainResponse } from './activity.ts';
import { type Body, takeBody } from './body.ts';
import type { Session } from './cdp.ts';
import { failure, lateFailure, networkFailure, type VisitFailure } from './failure.ts';
import { drop, type Paused, resume } from './paused.ts';
import {
  fileSnapshot,
  isAttached,
  isRedirect,
  isShownAsIs,
  isUntyped,
  isXml,
  kindOf,
  mainResponse,
  nameOf,
  pageSnapshot,
  refusalOf,
  textSnapshot,
} from './response.ts';

/**
 * The main document is looked at when its response has arrived and before Chromium shows it. What needs no browser is
 * read here and the navigation dropped; everything else goes on in it, with the same response: the origin is asked once.
 */

/** How a page may be read, by what is known of its address. */
export type Plan =
  | {
      readonly from: 'browser';
      readonly why: 'asked' | 'setting' | 'learned';
      /** Its document is known to come at once: nothing is lost by having all of it before it is shown. */
      readonly short?: boolean;
    }
  /** The response is read; it is the answer when it is all there is to the page, or with `scripts` even if it holds some. */
  | { readonly from: 'response'; readonly scripts: boolean };

/** Why a page was read from its response. */
export type ResponseReason = 'text' | 'document' | 'no_script' | 'learned';
/** Why it was shown in a browser. */
export type BrowserReason =
  | Extract<Plan, { from: 'browser' }>['why']
  | Alive
  | 'charset'
  | 'content_type'
  | 'status'
  | 'bot_check'
  | 'page';

/** A main document that was read from its response. */
export interface ReadThere {
  readonly snapshot: Snapshot;
  readonly why: ResponseReason;
  readonly end: Body['end'];
}

/** What became of a main document. */
export type Received =
  | ReadThere
  | {
      readonly snapshot: undefined;
      readonly why: BrowserReason;
      /** The page as its response shows it, where that was read. */
      readonly raw?: Snapshot | undefined;
      readonly end: Body['end'];
    };

/** What is to be done with a main document. */
export interface Reading {
  /** Text is wanted, and nothing is to be done on the page before. */
  readonly asText: boolean;
  /** A picture is wanted, or what stands where in the page. */
  readonly live: boolean;
  /** What is wanted stands in XML as it was sent: no style sheet makes another document of it. */
  readonly asSent: boolean;
  /** The page itself leads on: wherever it leads is shown. */
  readonly arrived: boolean;
  readonly planFor: (url: string) => Plan;
  /** Nobody waits for this page alone: it may come later for less work (docs/adr/0020). */
  readonly patient: boolean;
  /** `performance.now()` at which the page must have been read. */
  readonly until: number;
  readonly cutOff: () => void;
  readonly hasBrokenOff: (url: string) => boolean;
  /** Shows the document, when its turn has come. @param bytes of its body, where that was taken. */
  readonly show: (paused: Paused, bytes?: Buffer) => Promise<void>;
  /** Told of a page that is about to be shown, so that its response can be the answer should that come to nothing. */
  readonly keep: (kept: KeptPage) => void;
  /** Told of each redirect. */
  readonly redirected: () => void;
  readonly mayFollow: ((url: string) => Promise<boolean>) | undefined;
  /** Told of a document that is the answer as it is: it is not shown. */
  readonly leave: (paused: Paused, end: Body['end']) => Promise<void>;
}

/** A page that has arrived and is about to be shown. */
export interface KeptPage {
  /** As its response tells it; undefined where that cannot be told without a browser. */
  readonly raw: () => Snapshot | undefined;
  readonly bytes: number;
  readonly why: BrowserReason;
}

type Bounded = Pick<Reading, 'until' | 'cutOff' | 'hasBrokenOff'>;

/** Longer texts are cut: nobody reads 20 MB of JSON as Markdown. */
const maxTextBytes = 20_000_000;
/** What is beyond is cut: more would hold up the others. */
const maxPageBytes = 15_000_000;
/** Of the time left, given to a document that does not end; the rest is for showing it. */
const shareForBody = 0.7;

/** All of the body that there is time for. */
export const takePage = (
  session: Session,
  paused: Paused,
  reading: Bounded,
  maxBytes = maxPageBytes,
): Promise<Body> => {
  const until = performance.now() + shareForBody * (reading.until - performance.now());
  return takeBody(session, paused, { ...reading, until, maxBytes });
};

/**
 * Decides on a paused main document.
 * @throws VisitFailure for a file that is neither page nor text, and for a redirect that may not be followed.
 */
export const receiveDocument = async (
  session: Session,
  paused: Paused,
  reading: Reading,
): Promise<Received> => {
  const main = mainResponse(paused);
  const { status, headers } = main;
  const wanted = reading.asText && !reading.arrived;
  const carryOn = async (why: BrowserReason, wholeFirst = false): Promise<Received> => {
    const body = wholeFirst || mayBeNothing(main) ? await takePage(session, paused, reading) : undefined;
    const file = wanted && body !== undefined ? await asFile(paused, body, reading) : undefined;
    if (file !== undefined) return file;
    if (body && kindOf(main) === 'html' && !reading.arrived)
      reading.keep({ raw: () => rawPage(main, body.bytes).raw, bytes: body.bytes.length, why });
    await reading.show(paused, body?.bytes);
    return { snapshot: undefined, why, end: body?.end ?? 'whole' };
  };
  if (isRedirect(main)) {
    reading.redirected();
    const next = URL.parse(main.headers.location ?? '', main.url);
    // Chromium would hand it to a program of the desktop, and tell no more than of an empty answer.
    if (next && !/^https?:$/.test(next.protocol))
      return refuse(session, paused, networkFailure('net::ERR_UNKNOWN_URL_SCHEME'));
    if (next && (await reading.mayFollow?.(next.href)) === false)
      return refuse(
        session,
        paused,
        failure('redirect_forbidden', 'The page leads to an address that may not be asked for.'),
      );
  }
  if (isRedirect(main) || paused.responseErrorReason !== undefined) {
    await resume(session, paused);
    return { snapshot: undefined, why: 'page', end: 'whole' };
  }
  if (status === 401) return showRefusal(session, paused, reading);
  const kind = kindOf(main);
  if (kind === 'empty' || kind === 'file') return refuse(session, paused, refusalOf(kind, main.mimeType));
  if (reading.arrived && isBeside(main, reading))
    return refuse(session, paused, refusalOf('file', main.mimeType));
  if (kind === 'document' || kind === 'unclear') return readFile(session, paused, reading);
  if (kind === 'text' && wanted) return readText(session, paused, reading);
  if (kind === 'text' && !reading.arrived && !isShownAsIs(main)) return showText(session, paused, reading);
  const plan = reading.planFor(main.url);
  if (plan.from === 'browser') {
    // Without a charset only its bytes tell how it is to be read.
    const isUnsaid = plan.why !== 'asked' && charsetOf(headers['content-type'] ?? '') === undefined;
    // Who asks for the browser has time, and is to have an answer also where it cannot be read there.
    const isOwed = wanted && plan.why !== 'learned';
    const mayWait = isOwed || plan.short || reading.patient || isUnsaid || comesAtOnce(main);
    return carryOn(plan.why, mayWait && kind === 'html' && !reading.arrived);
  }
  if (!wanted) return carryOn(reading.arrived ? 'page' : 'asked');
  if (kind !== 'html') return carryOn('content_type', isUntyped(main));
  if (headers.refresh !== undefined) return carryOn('refresh');
  if (status < 200 || status > 299) return carryOn('status');
  if (showsBotCheck(main)) return carryOn('bot_check');
  return readPage(session, paused, { ...reading, scripts: plan.scripts });
};

/** What a server may send before it hears anything (RFC 6928), less the headers. */
export const firstFlight = 14_000;

const comesAtOnce = ({ headers }: MainResponse): boolean =>
  Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= firstFlight;

/** Of an error that says nothing Chromium shows a page of its own, as of a host that is not there. */
const mayBeNothing = ({ status, headers }: MainResponse): boolean =>
  status >= 400 && !(Number(headers['content-length']) > 0);

/** What a page leads on to may be a file that a browser would keep: then the page is what is read. */
const isBeside = (main: MainResponse, { asText }: Reading): boolean => {
  const kind = kindOf(main);
  return kind === 'unclear' || (kind === 'document' && (!asText || isAttached(main)));
};

/** What came as a page or a text and is a file, a feed or JSON: some servers know no other type. */
const asFile = async (
  paused: Paused,
  { bytes, end }: Body,
  { leave }: Reading,
): Promise<ReadThere | undefined> => {
  const main = mainResponse(paused);
  const kind = end === 'whole' ? kindDespiteType(bytes) : undefined;
  if (kind !== undefined) {
    await leave(paused, end);
    return { snapshot: fileSnapshot(main, bytes, kind), why: 'document', end };
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

const readText = async (session: Session, paused: Paused, reading: Reading): Promise<Received> => {
  const body = await takeBody(session, paused, { ...reading, maxBytes: maxTextBytes });
  const file = await asFile(paused, body, reading);
  if (file !== undefined) return file;
  const { bytes, end } = body;
  await reading.leave(paused, end);
  const main = mainResponse(paused);
  const snapshot = textSnapshot(main, bytes);
  // Some servers call every text plain.
  const named = main.mimeType === 'text/plain' ? textTypeOf(bytes, nameOf(main)) : undefined;
  return { snapshot: { ...snapshot, contentType: named ?? main.mimeType }, why: 'text', end };
};

/** @throws VisitFailure for a file that is none of those that are read, or larger, or locked. */
const readFile = async (session: Session, paused: Paused, reading: Reading): Promise<Received> => {
  const main = mainResponse(paused);
  const name = nameOf(main);
  const isUnclear = kindOf(main) === 'unclear';
  if (isUnclear && !mayBeRead(name)) return refuse(session, paused, refusalOf('file', main.mimeType));
  if (Number(main.headers['content-length'] ?? 0) > maxFileBytes) return refuse(session, paused, tooLarge());
  const body = await takePage(session, paused, reading, maxFileBytes + 1);
  const { bytes, end } = body;
  const kind = end === 'whole' ? kindOfBytes(bytes) : undefined;
  const isText = isUnclear && end === 'whole' && kind === undefined && bytes.length > 0;
  const named = isText ? textTypeOfFile(bytes, name) : undefined;
  const contentType = named !== undefined && main.mimeType === 'text/html' ? main.mimeType : named;
  if (contentType !== undefined && !reading.asText) return showAs(paused, reading, body, contentType);
  await reading.leave(paused, end);
  if (end === 'cut') throw tooLarge();
  if (end === 'late') throw lateFailure();
  if (end === 'broken') throw networkFailure('net::ERR_CONTENT_LENGTH_MISMATCH');
  if (bytes.length === 0) throw refusalOf('empty', main.mimeType);
  if (kind === 'locked') throw failure('document_locked', 'The document is protected by a password.');
  if (kind !== undefined) return { snapshot: fileSnapshot(main, bytes, kind), why: 'document', end };
  if (contentType === undefined) throw refusalOf('file', main.mimeType);
  const snapshot =
    contentType === 'text/html' ? pageSnapshot(main, htmlOf(main, bytes)) : textSnapshot(main, bytes);
  return { snapshot: { ...snapshot, contentType }, why: 'text', end };
};

const htmlOf = ({ headers }: MainResponse, bytes: Buffer): string => {
  const type = headers['content-type'] ?? '';
  return decodeHtml(bytes, type) ?? decodeText(bytes, type);
};

const tooLarge = () => failure('too_large', 'The document is larger than the 15 MB that this service reads.');

const readPage = async (
  session: Session,
  paused: Paused,
  reading: Reading & { readonly scripts: boolean },
): Promise<Received> => {
  const body = await takePage(session, paused, reading);
  const file = await asFile(paused, body, reading);
  if (file !== undefined) return file;
  const { bytes, end } = body;
  const main = mainResponse(paused);
  const { html, raw } = rawPage(main, bytes);
  const alive = html === undefined ? 'charset' : aliveBy(html);
  const known = reading.scripts && html !== undefined && showsContent(html);
  if (raw && (alive === undefined || known)) {
    await reading.leave(paused, end);
    const cut = raw.html.length < (html?.length ?? 0);
    return { snapshot: raw, why: alive === undefined ? 'no_script' : 'learned', end: cut ? 'cut' : end };
  }
  const why = alive ?? 'charset';
  reading.keep({ raw: () => raw, bytes: bytes.length, why });
  await reading.show(paused, bytes);
  return { snapshot: undefined, why, raw, end };
};

/** The text of a page and what it tells without a browser; neither where only a browser knows its charset. */
const rawPage = (main: MainResponse, bytes: Buffer): { html?: string; raw?: Snapshot } => {
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

/** Carried on, a 401 would ask a user for a password and fail: its page is handed over as an answered request. */
const showRefusal = async (session: Session, paused: Paused, reading: Reading): Promise<Received> => {
  const { bytes, end } = await takeBody(session, paused, { ...reading, maxBytes: maxPageBytes });
  await reading.show(paused, bytes);
  return { snapshot: undefined, why: 'status', end };
};

/** A text that Chromium would not show is shown as a plain one; XML as such where the page itself is wanted. */
const showText = async (session: Session, paused: Paused, reading: Reading): Promise<Received> => {
  const body = await takeBody(session, paused, { ...reading, maxBytes: maxPageBytes });
  return showAs(paused, reading, body, mainResponse(paused).mimeType);
};

/** A page that was sent to be kept is shown without its scripts, as it is read: its site would not run them. */
const showAs = async (
  paused: Paused,
  reading: Reading,
  { bytes, end }: Body,
  mimeType: string,
): Promise<Received> => {
  const main = { ...mainResponse(paused), mimeType };
  const isPage = mimeType === 'text/html';
  const sent = isPage ? htmlOf(main, bytes) : decodeText(bytes, main.headers['content-type'] ?? '');
  const text = reading.asSent && isXml(main) ? sent.replace(/<\?xml-stylesheet\s[^<>]*\?>/g, '') : sent;
  const type = isPage ? mimeType : reading.live && isXml(main) ? 'application/xml' : 'text/plain';
  const others = (paused.responseHeaders ?? []).filter(
    ({ name }) => !/^content-(type|disposition)$/i.test(name),
  );
  const responseHeaders = [
    ...others,
    { name: 'Content-Type', value: `${type}; charset=utf-8` },
    ...(isPage ? [{ name: 'Content-Security-Policy', value: "script-src 'none'" }] : []),
  ];
  await reading.show({ ...paused, responseHeaders }, Buffer.from(text));
  return { snapshot: undefined, why: 'asked', end };
};

/** Drops a document that is no answer. @throws what is answered instead. */
const refuse = async (session: Session, paused: Paused, answer: VisitFailure): Promise<never> => {
  await drop(session, paused);
  throw answer;
};

/** What makes a kept body fresh, or worth asking about (RFC 9111, sections 4.2 and 4.3). */
const keeping = /^(expires|etag|last-modified)$/i;

/** Whether a response is one that a cache would use again. */
export const mayBeCached = ({ responseHeaders = [] }: Paused): boolean =>
  responseHeaders.some(
    ({ name, value }) =>
      keeping.test(name) || (/^cache-control$/i.test(name) && /max-age|immutable/i.test(value)),
  );

/** Headers of services that watch for bots: what they send is shown as to any reader. */
const watchers = ['cf-mitigated', 'x-amzn-waf-action', 'x-datadome', 'x-dd-b', 'x-iinfo', 'x-kpsdk-ct'];

const showsBotCheck = ({ headers }: MainResponse): boolean =>
  watchers.some((name) => headers[name] !== undefined);
