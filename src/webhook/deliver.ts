import { Deadline } from '../deadline.ts';
import { ConnectError, type Reason } from '../net/connect-error.ts';
import { type Fetch, type FetchAnswer, isRedirect } from '../net/fetch.ts';
import type { AttemptOutcome, Delivery, NewDelivery } from '../store/deliveries.ts';
import { version } from '../version.ts';

/** One attempt at a delivery. Whatever the receiver does is an outcome. @throws only the signal's reason. */
export type Deliver = (
  delivery: Pick<NewDelivery, 'id' | 'event' | 'callbackUrl' | 'body' | 'signature'>,
  signal: AbortSignal,
) => Promise<AttemptOutcome>;

interface Parts {
  readonly fetch: Fetch;
  /** For one attempt. */
  readonly patienceMs?: number;
}

/** The longest that one attempt may take. */
export const attemptMs = 10_000;
const keptBytes = 2048;

/** Redirects are not followed: any answer but 2xx is a failure. Of its body the first 2 KiB are read; the rest does not matter. */
export const createDeliver =
  ({ fetch, patienceMs = attemptMs }: Parts): Deliver =>
  async ({ id, event, callbackUrl, body, signature }, signal) => {
    using deadline = new Deadline(patienceMs, signal);
    // Spelled as they are documented: not every receiver looks for them in any case.
    const headers = {
      'Content-Type': 'application/json',
      'user-agent': `gannet/${version} (webhook)`,
      'X-Service-Delivery': id,
      'X-Service-Event': encodeURI(event.toWellFormed()),
      ...(signature !== null && { 'X-Service-Signature': signature }),
    };
    const request = { url: callbackUrl, method: 'POST', headers, body, maxBytes: keptBytes } as const;
    try {
      return await fetch(request, deadline.signal, (answer) => readOutcome(answer, deadline.signal));
    } catch (error) {
      signal.throwIfAborted();
      const reason = deadline.signal.aborted ? 'timed_out' : reasonOf(error);
      return { delivered: false, responseStatus: null, responseBody: null, error: words[reason] };
    }
  };

/** Makes a single attempt at a delivery that is not stored. */
export const createSendOnce =
  (deliver: Deliver) =>
  async (delivery: NewDelivery): Promise<Delivery> => {
    const at = new Date();
    const { delivered, ...outcome } = await deliver(delivery, new AbortController().signal);
    const status = delivered ? 'delivered' : 'failed';
    const times = { createdAt: at, lastAttemptAt: at, nextAttemptAt: at };
    return { ...delivery, ...outcome, ...times, status, attempts: 1 };
  };

const reasonOf = (error: unknown): Reason => {
  if (error instanceof ConnectError) return error.reason;
  throw error;
};

const readOutcome = async (answer: FetchAnswer, signal: AbortSignal): Promise<AttemptOutcome> => {
  const { status } = answer;
  const delivered = status >= 200 && status < 300;
  return {
    delivered,
    responseStatus: status,
    responseBody: await readStart(answer, signal),
    error: delivered
      ? null
      : `The receiver answered with status ${status}${isRedirect(status) ? notFollowed : ''}.`,
  };
};

const notFollowed = ': redirects are not followed, so name the address that it leads to';

/** Of the body, as far as it came: the answer stands whatever becomes of the rest. */
const readStart = async ({ body }: FetchAnswer, signal: AbortSignal): Promise<string | null> => {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  } catch (error) {
    // It broke off, is not what its headers say, or did not come in time.
    if (!(error instanceof ConnectError) && !signal.aborted) throw error;
  }
  return text === '' ? null : text.replaceAll('\0', '\ufffd');
};

const unreachable = 'The receiver could not be reached.';
const notHttp = 'The receiver hung up, or answered with something that is not HTTP.';

/** Reasons in words for the owner. A refused address must not look different from one that does not answer. */
const words: Readonly<Record<Reason, string>> = {
  refused_host: unreachable,
  refused_port: unreachable,
  refused_address: unreachable,
  dns: unreachable,
  unreachable,
  timed_out: 'The receiver did not answer in time.',
  no_tls:
    'There was no secure connection: the receiver speaks no TLS, or hung up before it had shown its certificate.',
  invalid_certificate:
    'The certificate of the receiver is not valid: it has expired, is for another name, or nobody vouches for it.',
  bad_response: notHttp,
  refused_budget: notHttp,
  proxy_refused_address: unreachable,
  proxy_unreachable: unreachable,
  proxy_denied: unreachable,
  proxy_busy: unreachable,
  proxy_failed: unreachable,
};
