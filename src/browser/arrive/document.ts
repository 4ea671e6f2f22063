import { charsetOf } from '../../document/tree/charset.ts';
import type { Session } from '../devtools/cdp.ts';
import { type Paused, refuse, resume } from '../devtools/paused.ts';
import type { MainResponse } from '../tab/activity.ts';
import { takePage } from './body.ts';
import { failure, networkFailure } from './failure.ts';
import { asFile, rawPage, readFile, readPage, readText } from './read-response.ts';
import type { BrowserReason, Handling, Received } from './received.ts';
import { isAttached, isRedirect, isShownAsIs, isUntyped, kindOf, refusalOf, responseOf } from './response.ts';
import { showRefusal, showText } from './show-as.ts';

/**
 * Decides what becomes of the main document while its response is held, before Chromium shows it: what needs no browser
 * is read from it, and the navigation dropped; everything else goes on with the same response, so that the origin is
 * asked once.
 */

/**
 * Decides on a paused main document.
 * @throws VisitFailure for a file that is neither page nor text, and for a redirect that may not be followed.
 */
export const receiveDocument = async (
  session: Session,
  paused: Paused,
  handling: Handling,
): Promise<Received> => {
  const main = responseOf(paused);
  const wanted = handling.asText && !handling.arrived;
  if (isRedirect(main)) {
    handling.redirected();
    await checkRedirect(session, paused, handling);
  }
  if (isRedirect(main) || paused.responseErrorReason !== undefined) {
    await resume(session, paused);
    return { snapshot: undefined, why: 'page', end: 'whole' };
  }
  if (main.status === 401) return showRefusal(session, paused, handling);
  const kind = kindOf(main);
  if (kind === 'empty' || kind === 'file') return refuse(session, paused, refusalOf(kind, main.mimeType));
  if (handling.arrived && isBeside(main, handling))
    return refuse(session, paused, refusalOf('file', main.mimeType));
  if (kind === 'document' || kind === 'unclear') return readFile(session, paused, handling);
  if (kind === 'text' && wanted) return readText(session, paused, handling);
  if (kind === 'text' && !handling.arrived && !isShownAsIs(main)) return showText(session, paused, handling);
  return receivePage(session, paused, handling, wanted);
};

/** @throws VisitFailure where a redirect leads to what may not be asked for, or cannot be. */
const checkRedirect = async (session: Session, paused: Paused, handling: Handling): Promise<void> => {
  const { url, headers } = responseOf(paused);
  const next = URL.parse(headers.location ?? '', url);
  if (next === null) return;
  // Chromium would hand it to a program of the desktop, and tell no more than of an empty answer.
  if (!/^https?:$/.test(next.protocol))
    return refuse(session, paused, networkFailure('net::ERR_UNKNOWN_URL_SCHEME'));
  if ((await handling.mayFollow?.(next.href)) !== false) return;
  const refusal = failure('redirect_forbidden', 'The page leads to an address that may not be asked for.');
  // A tab into which nothing has come may serve others.
  if (handling.arrived) return refuse(session, paused, refusal);
  await handling.leave(paused, 'cut');
  throw refusal;
};

/**
 * A page, or text that Chromium shows as it is: read here, or shown.
 * @param wanted its text is, as far as that can be told without showing it.
 */
const receivePage = async (
  session: Session,
  paused: Paused,
  handling: Handling,
  wanted: boolean,
): Promise<Received> => {
  const main = responseOf(paused);
  const { status, headers } = main;
  const kind = kindOf(main);
  const carryOn = async (why: BrowserReason, wholeFirst = false): Promise<Received> => {
    const body = wholeFirst || mayBeNothing(main) ? await takePage(session, paused, handling) : undefined;
    const file = wanted && body !== undefined ? await asFile(paused, body, handling) : undefined;
    if (file !== undefined) return file;
    if (body && kind === 'html' && !handling.arrived)
      handling.willShow({ raw: () => rawPage(main, body.bytes).raw, bytes: body.bytes.length, why });
    await handling.show(paused, body?.bytes);
    return { snapshot: undefined, why, end: body?.end ?? 'whole' };
  };
  const plan = handling.planFor(main.url);
  if (plan.from === 'browser') {
    // Without a charset only its bytes tell how it is to be read.
    const isUnsaid = plan.why !== 'asked' && charsetOf(headers['content-type'] ?? '') === undefined;
    // Who asks for the browser has time, and is to have an answer also where it cannot be read there.
    const isOwed = wanted && plan.why !== 'learned';
    const mayWait = isOwed || plan.short || handling.patient || isUnsaid || comesAtOnce(main);
    return carryOn(plan.why, mayWait && kind === 'html' && !handling.arrived);
  }
  if (!wanted) return carryOn(handling.arrived ? 'page' : 'asked');
  if (kind !== 'html') return carryOn('content_type', isUntyped(main));
  if (headers.refresh !== undefined) return carryOn('refresh');
  if (status < 200 || status > 299) return carryOn('status');
  if (showsBotCheck(main)) return carryOn('bot_check');
  return readPage(session, paused, handling, plan.scripts);
};

/** What a server may send before it hears anything (RFC 6928), less the headers. */
export const firstFlight = 14_000;

const comesAtOnce = ({ headers }: MainResponse): boolean =>
  Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= firstFlight;

/** Of an error that says nothing Chromium shows a page of its own, as of a host that is not there. */
const mayBeNothing = ({ status, headers }: MainResponse): boolean =>
  status >= 400 && !(Number(headers['content-length']) > 0);

/** What a page leads on to may be a file that a browser would keep: then the page is what is read. */
const isBeside = (main: MainResponse, { asText }: Handling): boolean => {
  const kind = kindOf(main);
  return kind === 'unclear' || (kind === 'document' && (!asText || isAttached(main)));
};

/** Headers of services that watch for bots: what they send is shown as to any reader. */
const watchers = ['cf-mitigated', 'x-amzn-waf-action', 'x-datadome', 'x-dd-b', 'x-iinfo', 'x-kpsdk-ct'];

const showsBotCheck = ({ headers }: MainResponse): boolean =>
  watchers.some((name) => headers[name] !== undefined);
