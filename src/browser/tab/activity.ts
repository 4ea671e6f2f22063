import type { Protocol, Session } from '../devtools/cdp.ts';
import { type Requests, watchRequests } from './requests.ts';
import { type Subframes, watchSubframes } from './subframes.ts';

/** Follows what a tab's page does: its documents, its loading and its requests, as DevTools events tell. */

/** The response that the current main document came from. */
export interface MainResponse {
  readonly url: string;
  readonly status: number;
  readonly mimeType: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What the tab's main document is doing, from DevTools events. Times are `performance.now()`. */
export interface Activity {
  /** Changes with every navigation of the main frame. */
  readonly loaderId: string;
  /** Main documents so far. */
  readonly documents: number;
  /** When the document asked to be left for another; it may never come. */
  readonly leavingAt: number | undefined;
  readonly domReadyAt: number | undefined;
  readonly loadedAt: number | undefined;
  /** Its body ended before its end. */
  readonly brokenOff: boolean;
  /** Of the current main document, or the one before where it had none; undefined until one arrived. */
  readonly main: MainResponse | undefined;
  /** The main frame shows the browser's own error page. */
  readonly unreachable: boolean;
  readonly requests: Requests;
  readonly subframes: Subframes;
}

/** Bodies of answers are taken where they are wanted; what a page sends tells what it asks for. */
export const toldOfRequests = {
  maxTotalBufferSize: 0,
  maxResourceBufferSize: 0,
  maxPostDataSize: 65_536,
};

/** @param attach to one of its frames that lives in another process. */
export const watchActivity = (
  session: Session,
  mainFrame: string,
  attach: (targetId: string) => Promise<Session>,
): Activity => {
  const { requests, attend, forgetFrom, begin: countAnew } = watchRequests(session);
  const leave = async (framed: Session) => {
    await framed.send('Network.disable');
    forgetFrom(framed);
  };
  const subframes = watchSubframes({ session, root: mainFrame }, attach, {
    onAttached: (framed) => {
      attend(framed);
      // It may be gone by then.
      framed.onFlood(() => leave(framed).catch(() => undefined));
      return Promise.all([framed.send('Network.enable', toldOfRequests), framed.send('Page.enable')]);
    },
    onUnseen: leave,
  });
  /** The latest response to a main navigation, and the one that a document came of: a download replaces none. */
  let latest: { readonly loaderId: string; readonly response: MainResponse } | undefined;
  let shown: MainResponse | undefined;
  /** Of the document that the main frame goes to. */
  let next = '';
  const state: { -readonly [K in keyof Activity]: Activity[K] } = {
    loaderId: '',
    documents: 0,
    leavingAt: undefined,
    domReadyAt: undefined,
    loadedAt: undefined,
    brokenOff: false,
    get main() {
      return shown ?? latest?.response;
    },
    unreachable: false,
    requests,
    subframes,
  };

  const noteShown = () => {
    if (latest?.loaderId === state.loaderId) shown = latest.response;
  };

  const begin = ({ loaderId, url }: Protocol.Page.Frame) => {
    state.loaderId = loaderId;
    state.documents += 1;
    state.leavingAt = undefined;
    state.domReadyAt = undefined;
    state.loadedAt = undefined;
    state.brokenOff = false;
    countAnew(loaderId, url);
    noteShown();
  };

  // Both are told of the main document alone, and of none that has been left.
  session.on('Page.domContentEventFired', () => {
    if (state.documents > 0) state.domReadyAt = performance.now();
  });
  session.on('Page.loadEventFired', () => {
    if (state.documents > 0) state.loadedAt = performance.now();
  });
  session.on('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
    if (frameId === mainFrame && disposition === 'currentTab') state.leavingAt = performance.now();
  });
  session.on('Page.frameStartedNavigating', ({ frameId, loaderId, navigationType }) => {
    if (frameId !== mainFrame || isWithin(navigationType)) return;
    next = loaderId;
    state.leavingAt = performance.now();
  });
  /** The document stays as far as it has come: neither is told of it any more. */
  const stopHere = () => {
    state.domReadyAt ??= performance.now();
    state.loadedAt ??= performance.now();
  };
  session.on('Network.loadingFailed', ({ requestId, canceled }) => {
    if (requestId === state.loaderId && !canceled) state.brokenOff = true;
    // A download or an empty answer takes the place of no document. One that was being parsed stays as it is.
    if (requestId !== next || !canceled) return;
    state.leavingAt = undefined;
    stopHere();
  });
  // A document that stops itself stays as it is, too.
  session.on('Page.frameStoppedLoading', ({ frameId }) => {
    if (frameId === mainFrame) stopHere();
  });
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== mainFrame) return;
    state.unreachable = frame.unreachableUrl !== undefined;
    if (frame.loaderId !== state.loaderId) begin(frame);
  });
  session.on('Network.responseReceived', ({ frameId, loaderId, type, response }) => {
    if (type !== 'Document' || frameId !== mainFrame) return;
    latest = { loaderId, response: mainResponse(response) };
    noteShown();
  });
  return state;
};

/** A navigation that stays within its document: to a part of it, or through its history. */
export const isWithin = (type: Protocol.Page.FrameStartedNavigatingEvent['navigationType']): boolean =>
  type === 'sameDocument' || type === 'historySameDocument';

/** A response that Chromium tells of, as that of a main document. */
export const mainResponse = ({
  url,
  status,
  mimeType,
  headers,
}: Protocol.Network.Response): MainResponse => ({
  url,
  status,
  mimeType: mimeType.toLowerCase(),
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
});

/** Milliseconds since something was; 0 where it has yet to be. */
export const age = (time: number | undefined): number => (time === undefined ? 0 : performance.now() - time);
