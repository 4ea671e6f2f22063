import type { Protocol } from '../devtools/cdp.ts';
import { fulfill, type Paused, resume } from '../devtools/paused.ts';
import { isWithin, mainResponse } from '../tab/activity.ts';
import type { Tab } from '../tab/pool.ts';
import { isAttached, kindOf } from './response.ts';

/**
 * Shows a document. What it asks for then goes its own way where that is allowed (docs/adr/0020): a request that is
 * intercepted passes through the browser's main thread, which the opening of another tab keeps busy for 60 ms.
 */

/** Keeps a document from asking for what a reader of text has no use for; what it holds itself it may show. */
const noMedia = {
  name: 'Content-Security-Policy',
  value: 'img-src data: blob:; media-src data: blob:; font-src data: blob:',
};

const withoutMedia = (paused: Paused): Paused => ({
  ...paused,
  responseHeaders: [...(paused.responseHeaders ?? []), noMedia],
});

const leading =
  /http-equiv\s*=\s*["']?refresh|\blocation(\.\w+|\[["']\w+["']\])?\s*=[^=]|\blocation\.(replace|assign)\s*\(|\.(submit|requestSubmit)\s*\(/i;
/** A page that is there to lead on is not longer. */
const leadingBytes = 100_000;

/** Whether a document says that it leads on to another: that one is to be intercepted. */
export const mayLeadOn = (
  { responseHeaders = [] }: Pick<Paused, 'responseHeaders'>,
  bytes: Buffer,
): boolean =>
  responseHeaders.some(({ name }) => /^refresh$/i.test(name)) ||
  leading.test(bytes.toString('latin1', 0, leadingBytes));

/**
 * A file, or a page that Chromium would ask a user to log in for: none that was intercepted is shown as such. What a worker
 * of the page made up is never ours.
 */
const needsUs = (response: Protocol.Network.Response): boolean => {
  const main = mainResponse(response);
  if (response.fromServiceWorker || !/^http/.test(main.url)) return false;
  if (main.status === 401) return main.headers['www-authenticate'] !== undefined;
  return kindOf(main) === 'document' && !isAttached(main);
};

/**
 * Shows a document. Where that is allowed nothing is intercepted from then on, until it leads on to another or opens a frame.
 * @param requestId of what is answered with it: of its own request, or that of a navigation of its own.
 * @param bytes of its body, where that was taken. Only then it may pass: media are kept away by a header, which Chromium
 * heeds in a response that is made anew, and whether it leads on is known.
 */
export type Show = (
  requestId: string,
  paused: Paused,
  bytes: Buffer | undefined,
  mayPass: boolean,
) => Promise<void>;

/** @param patterns of what is intercepted before. */
export const createShow = (
  { session, targetId, navigation }: Tab,
  patterns: readonly Protocol.Fetch.RequestPattern[],
  blockMedia: boolean,
): Show => {
  // The tab may be gone by then.
  const unlessGone = (commands: Promise<unknown>) => void commands.catch(() => undefined);

  const letPass = async () => {
    session.on('Page.frameStartedNavigating', ({ url, navigationType }) => {
      if (/^http/.test(url) && !isWithin(navigationType)) unlessGone(navigation.pause(patterns));
    });
    // Of what the page leads on to the beginning may have been missed: it is asked for again, once, where it needs us.
    let latest: Protocol.Network.Request | undefined;
    session.on('Network.requestWillBeSent', ({ type, frameId, request }) => {
      if (type === 'Document' && frameId === targetId) latest = request;
    });
    let mayAsk = true;
    session.on('Network.responseReceived', ({ type, frameId, response }) => {
      if (type !== 'Document' || frameId !== targetId || !needsUs(response)) return;
      if (!mayAsk || latest?.method !== 'GET') return;
      mayAsk = false;
      const { url, urlFragment = '', headers } = latest;
      unlessGone(
        Promise.all([
          // One to the address of another that is under way would be ignored.
          session.send('Page.stopLoading'),
          navigation.pause(patterns),
          navigation.start(`${url}${urlFragment}`, headers.Referer),
        ]),
      );
    });
    await navigation.passAll();
  };

  return async (requestId, paused, bytes, mayPass) => {
    const passes = mayPass && bytes !== undefined && !mayLeadOn(paused, bytes);
    const shown = passes && blockMedia ? withoutMedia(paused) : paused;
    await Promise.all([
      bytes ? fulfill(session, requestId, shown, bytes) : resume(session, shown),
      passes ? letPass() : undefined,
    ]);
  };
};
