import { isUnsaidUtf8 } from '../../document/tree/charset.ts';
import type { Protocol, Session } from './cdp.ts';

/** A request that is held, before it is sent or before its answer is taken, and what can become of it. */
export type Paused = Protocol.Fetch.RequestPausedEvent;

/** Headers that were about the way the body came, or would make Chromium ask for a password. */
const ofTheWay = /^(www-authenticate|content-(encoding|length)|transfer-encoding)$/i;

/** Answers a request with what has been read: the navigation goes on as if nothing had been looked at. */
export const fulfill = async (
  session: Session,
  requestId: string,
  { responseHeaders = [], responseStatusCode = 200, responseStatusText }: Paused,
  bytes: Buffer,
): Promise<void> => {
  const own = responseHeaders.filter(({ name }) => !ofTheWay.test(name));
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: responseStatusCode,
    ...(responseStatusText ? { responsePhrase: responseStatusText } : {}),
    responseHeaders: own.map((header) => withCharset(header, bytes)),
    // An error is shown as it came only with a body.
    body: responseStatusCode >= 400 && bytes.length === 0 ? 'IA==' : bytes.toString('base64'),
  });
};

const withCharset = ({ name, value }: Protocol.Fetch.HeaderEntry, bytes: Buffer) => {
  const isSilent =
    /^content-type$/i.test(name) && /^\s*text\/html\b/i.test(value) && isUnsaidUtf8(bytes, value);
  return { name, value: isSilent ? 'text/html; charset=utf-8' : value };
};

export const resume = async (session: Session, { requestId }: Paused): Promise<void> => {
  await session.send('Fetch.continueRequest', { requestId });
};

/** Of a document it ends the navigation: nothing of it is shown. */
export const drop = async (session: Session, { requestId }: Pick<Paused, 'requestId'>): Promise<void> => {
  await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
};

/** Drops a document that is no answer. @throws what is answered instead. */
export const refuse = async (session: Session, paused: Paused, answer: Error): Promise<never> => {
  await drop(session, paused);
  throw answer;
};
