import { mainResponse } from './activity.ts';
import type { Protocol } from './cdp.ts';
import { fulfill, resume } from './document.ts';
import type { Tab } from './pool.ts';
import { isAttached, kindOf } from './response.ts';

/**
 * What a page that is shown asks for goes its own way (docs/adr/0020): a request that is intercepted passes through the
 * browser's main thread, which the opening of another tab keeps busy for 60 ms.
 */

type Paused = Protocol.Fetch.RequestPausedEvent;

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
  /http-equiv\s*=\s*["']?refresh|\blocation(\.href)?\s*=[^=]|\blocation\.(replace|assign)\s*\(|\.submit\s*\(/i;
/** A page that is there to lead on is not longer. */
const leadingBytes = 100_000;

/** Whether a document says that it leads on to another: that one is to be intercepted. */
export const mayLeadOn = (bytes: Buffer): boolean => leading.test(bytes.toString('latin1', 0, leadingBytes));

/** A file, or a page that Chromium would ask a user to log in for. */
const needsUs = (response: Protocol.Network.Response): boolean => {
  const main = mainResponse(response);
  return main.status === 401 || (kindOf(main) === 'document' && !isAttached(main));
};

/** How the documents of a visit are shown. */
export interface Passage {
  /** Told of each main document whose response is paused. */
  note(paused: Paused): void;
  /**
   * Shows a document. Where that is allowed nothing is intercepted from then on, until it leads on to another or opens a
   * frame.
   * @param requestId of what is answered with it: of its own request, or that of a navigation of its own.
   * @param bytes of its body, where that was taken: media are kept away by a header, which Chromium heeds only in a
   * response that is made anew.
   */
  show(requestId: string, paused: Paused, bytes: Buffer | undefined, mayPass: boolean): Promise<void>;
}

/** @param patterns of what is intercepted before. */
export const createPassage = (
  { session, targetId, navigation }: Tab,
  patterns: readonly Protocol.Fetch.RequestPattern[],
  blockMedia: boolean,
): Passage => {
  const noted = new Set<string | undefined>();
  // The tab may be gone by then.
  const unlessGone = (commands: Promise<unknown>) => void commands.catch(() => undefined);

  const letPass = async () => {
    session.on('Page.frameStartedNavigating', ({ url, navigationType }) => {
      if (/^http/.test(url) && !/same/i.test(navigationType)) unlessGone(navigation.pause(patterns));
    });
    // Of what the page leads on to the beginning may have been missed: it is asked for again where it needs us.
    session.on('Network.responseReceived', ({ type, frameId, loaderId, response }) => {
      if (type !== 'Document' || frameId !== targetId || noted.has(loaderId) || !needsUs(response)) return;
      unlessGone(navigation.pause(patterns).then(() => navigation.start(response.url)));
    });
    await navigation.passAll();
  };

  return {
    note: ({ networkId }) => void noted.add(networkId),
    show: async (requestId, paused, bytes, mayPass) => {
      const passes = mayPass && (bytes ? !mayLeadOn(bytes) : !blockMedia);
      const shown = passes && blockMedia ? withoutMedia(paused) : paused;
      await Promise.all([
        bytes ? fulfill(session, requestId, shown, bytes) : resume(session, shown),
        passes ? letPass() : undefined,
      ]);
    },
  };
};
