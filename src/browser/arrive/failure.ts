import { type ErrorCode, invalidCertificate, ServiceError } from '../../contract/error.ts';
import type { Reason } from '../../net/connect-error.ts';
import { TargetGone } from '../devtools/cdp.ts';

/** Why a page could not be visited: errors of Chromium and of proxies as what the caller reads. */

/** A page that could not be had this time; whether another try may succeed. Nothing of it reaches the caller but the code. */
export class VisitFailure extends Error {
  override readonly name = 'VisitFailure';
  readonly answer: ServiceError;
  readonly transient: boolean;

  constructor(answer: ServiceError, cause: string, transient: boolean) {
    super(cause);
    this.answer = answer;
    this.transient = transient;
  }
}

/** What ended was at work for the page, which may be why: it takes along what other pages have under way, or much memory. */
export class DeadlyPage extends TargetGone {}

/** One may be chance. Two that took other pages along may be the fault of one of those: it is tried apart from them. */
const maxDeaths = 2;

/** Whether a page is shown apart from others, after so many deaths under it. */
export const isShownApart = (deaths: number): boolean => deaths >= maxDeaths;

/** Whether a page is to blame for what ended, after so many deaths before. */
export const isToBlame = ({ ended }: Pick<DeadlyPage, 'ended'>, deaths: number): boolean =>
  isShownApart(deaths) || (deaths + 1 >= maxDeaths && ended === 'tab');

interface Row {
  readonly match: RegExp;
  readonly code: ErrorCode;
  readonly reason?: string;
  readonly message?: string;
  /** The same of a host that the address redirects to. */
  readonly elsewhere?: string;
  readonly transient: boolean;
}

/** Chromium's network errors → what the caller reads. The first match counts. */
const rows: readonly Row[] = [
  {
    match: /TOO_MANY_REDIRECTS/,
    code: 'scrape_failed',
    reason: 'too_many_redirects',
    message: 'The page redirects without end.',
    transient: false,
  },
  {
    match:
      /UNSAFE_REDIRECT|UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME|INVALID_REDIRECT|BLOCKED_BY_|INVALID_URL/,
    code: 'scrape_failed',
    reason: 'redirect_refused',
    message: 'The page leads to an address that is not a web page.',
    transient: false,
  },
  {
    match:
      /INVALID_(HTTP_)?RESPONSE|RESPONSE_HEADERS|CONTENT_DECODING|HTTP2|INCOMPLETE_CHUNKED|CONTENT_LENGTH|INVALID_CHUNKED/,
    code: 'scrape_failed',
    reason: 'invalid_response',
    message: 'The server answered with something that is not valid HTTP.',
    transient: true,
  },
  // A handshake that broke off may come about the next time; a certificate stays what it is.
  {
    match: /^net::ERR_SSL_(PROTOCOL_ERROR|HANDSHAKE_NOT_COMPLETED|(BAD_RECORD_MAC|DECRYPT_ERROR)_ALERT)$/,
    code: 'connection_failed',
    transient: true,
  },
  {
    match: /^net::ERR_CERT_/,
    code: 'connection_failed',
    ...invalidCertificate,
    elsewhere: 'whose certificate is not valid.',
    transient: false,
  },
  { match: /^net::ERR_SSL_/, code: 'connection_failed', transient: false },
  { match: /^net::ERR_/, code: 'connection_failed', transient: true },
];

const unreached = 'which could not be reached: the name did not resolve or the connection failed.';

/**
 * @param errorText as in `net::ERR_NAME_NOT_RESOLVED`.
 * @param reason what the way out says of it, for the log.
 * @param elsewhere the host that the address asked for redirects to: the caller knows no other than its own.
 */
export const networkFailure = (errorText: string, reason = '', elsewhere?: string): VisitFailure => {
  const row = rows.find(({ match }) => match.test(errorText));
  const code = row?.code ?? 'scrape_failed';
  const message =
    code === 'connection_failed' && elsewhere !== undefined
      ? `The address redirects to ${elsewhere}, ${row?.elsewhere ?? unreached}`
      : row?.message;
  const answer = new ServiceError(code, {
    ...(row?.reason === undefined ? {} : { reason: row.reason }),
    ...(message === undefined ? {} : { message }),
  });
  return new VisitFailure(answer, `${errorText} ${reason}`.trimEnd(), row?.transient ?? false);
};

interface ProxyRow {
  readonly reason: string;
  readonly message: string;
  readonly transient: boolean;
}

const notThere: ProxyRow = {
  reason: 'proxy_unreachable',
  message: 'The proxy of proxy_url could not be reached.',
  transient: true,
};
/** Of what the caller's own proxy did. One that is not public looks like one that is not there. */
const proxyRows: Readonly<Partial<Record<Reason, ProxyRow>>> = {
  proxy_refused_address: notThere,
  proxy_unreachable: notThere,
  proxy_denied: {
    reason: 'proxy_denied',
    message: 'The proxy of proxy_url does not accept the credentials, or wants some.',
    transient: false,
  },
  proxy_busy: {
    reason: 'proxy_busy',
    message: 'The proxy of proxy_url has too much to do.',
    transient: true,
  },
  proxy_failed: {
    reason: 'proxy_failed',
    message: 'The proxy of proxy_url could not, or would not, reach the host.',
    transient: true,
  },
  timed_out: {
    reason: 'proxy_failed',
    message: 'The proxy of proxy_url did not open a way to the host in time.',
    transient: true,
  },
};

/** Through the caller's own proxy: what it is to blame for is told. The operator's proxies are nobody's business. */
export const failureBehindProxy = (errorText: string, why: Reason | undefined): VisitFailure => {
  const row = why && proxyRows[why];
  if (row === undefined) return networkFailure(errorText, why);
  const { reason, message, transient } = row;
  return new VisitFailure(
    new ServiceError('connection_failed', { reason, message }),
    `${errorText} ${why}`,
    transient,
  );
};

/** A failure that another try would not change. */
export const failure = (reason: string, message: string): VisitFailure =>
  new VisitFailure(new ServiceError('scrape_failed', { reason, message }), reason, false);

/** @param transient false where the status says that there is no document. */
export const emptyResponse = ({ transient }: Pick<VisitFailure, 'transient'>): VisitFailure => {
  const reason = 'empty_response';
  const message = 'The server sent no document.';
  return new VisitFailure(new ServiceError('scrape_failed', { reason, message }), reason, transient);
};

/** A file of which a part is of no use. */
export const lateFailure = (): VisitFailure =>
  new VisitFailure(new ServiceError('timeout'), 'the document did not arrive in time', false);

/** The page was there, and led on by itself to where nobody is, or nothing may be asked. */
export const ledNowhere = (): VisitFailure => {
  const message = 'The page leads on to a host that could not be reached.';
  const answer = new ServiceError('connection_failed', { reason: 'leads_nowhere', message });
  return new VisitFailure(answer, 'the page led on to a host that could not be reached', true);
};
