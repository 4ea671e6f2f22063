import { decodeText } from '../../document/tree/charset.ts';
import type { Session } from '../devtools/cdp.ts';
import type { Paused } from '../devtools/paused.ts';
import { type Body, maxPageBytes, takeBody } from './body.ts';
import type { Handling, Received } from './received.ts';
import { htmlOf, isXml, responseOf } from './response.ts';

/** Hands Chromium a document in another form where it would not show it as it came. */

/** Carried on, a 401 would ask a user for a password and fail: its page is handed over as an answered request. */
export const showRefusal = async (
  session: Session,
  paused: Paused,
  handling: Handling,
): Promise<Received> => {
  const { bytes, end } = await takeBody(session, paused, { ...handling, maxBytes: maxPageBytes });
  await handling.show(paused, bytes);
  return { snapshot: undefined, why: 'status', end };
};

/** A text that Chromium would not show is shown as a plain one; XML as such where the page itself is wanted. */
export const showText = async (session: Session, paused: Paused, handling: Handling): Promise<Received> => {
  const body = await takeBody(session, paused, { ...handling, maxBytes: maxPageBytes });
  return showAs(paused, handling, body, responseOf(paused).mimeType);
};

/** A page that was sent to be kept is shown without its scripts, as it is read: its site would not run them. */
export const showAs = async (
  paused: Paused,
  handling: Handling,
  { bytes, end }: Body,
  mimeType: string,
): Promise<Received> => {
  const main = { ...responseOf(paused), mimeType };
  const isPage = mimeType === 'text/html';
  const sent = isPage ? htmlOf(main, bytes) : decodeText(bytes, main.headers['content-type'] ?? '');
  const text = handling.asSent && isXml(main) ? sent.replace(/<\?xml-stylesheet\s[^<>]*\?>/g, '') : sent;
  const type = isPage ? mimeType : handling.live && isXml(main) ? 'application/xml' : 'text/plain';
  const others = (paused.responseHeaders ?? []).filter(
    ({ name }) => !/^content-(type|disposition)$/i.test(name),
  );
  const responseHeaders = [
    ...others,
    { name: 'Content-Type', value: `${type}; charset=utf-8` },
    ...(isPage ? [{ name: 'Content-Security-Policy', value: "script-src 'none'" }] : []),
  ];
  await handling.show({ ...paused, responseHeaders }, Buffer.from(text));
  return { snapshot: undefined, why: 'asked', sentAs: mimeType, end };
};
