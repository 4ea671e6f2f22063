import type { Protocol, Session } from './cdp.ts';

/** The response that the current main document came from. */
export interface MainResponse {
  readonly url: string;
  readonly status: number;
  readonly mimeType: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Pending {
  readonly type: Protocol.Network.ResourceType;
  readonly url: string;
  readonly startedAt: number;
  respondedAt: number | undefined;
  lastDataAt: number | undefined;
}

/** What the tab's main document and its requests are doing, from DevTools events. Times are `performance.now()`. */
export interface Activity {
  /** Changes with every navigation of the main frame. */
  readonly loaderId: string;
  /** Main documents so far. */
  readonly documents: number;
  /** When the document asked to be left for another; it may never come. */
  readonly leavingAt: number | undefined;
  readonly domReadyAt: number | undefined;
  readonly loadedAt: number | undefined;
  /** Of the current main document, or the one before where it had none; undefined until one arrived. */
  readonly main: MainResponse | undefined;
  /** The main frame shows the browser's own error page. */
  readonly unreachable: boolean;
  readonly pending: ReadonlyMap<string, Pending>;
  /** Requests started by the current document. */
  readonly started: number;
  /** When the last XHR or fetch of the current document ended, if one did. */
  readonly dataLandedAt: number | undefined;
  readonly openSockets: number;
  /** How often a path was asked for by XHR or fetch: a page that polls asks again and again. */
  repeats(url: string): number;
}

export const watchActivity = (session: Session, mainFrame: string): Activity => {
  const responses = new Map<string, MainResponse>();
  let latest: MainResponse | undefined;
  const pending = new Map<string, Pending>();
  const asked = new Map<string, number>();
  const state: { -readonly [K in keyof Activity]: Activity[K] } = {
    loaderId: '',
    documents: 0,
    leavingAt: undefined,
    domReadyAt: undefined,
    loadedAt: undefined,
    get main() {
      return responses.get(state.loaderId) ?? latest;
    },
    unreachable: false,
    pending,
    started: 0,
    dataLandedAt: undefined,
    openSockets: 0,
    repeats: (url) => asked.get(withoutQuery(url)) ?? 0,
  };

  const begin = (loaderId: string) => {
    state.loaderId = loaderId;
    state.documents += 1;
    state.leavingAt = undefined;
    state.domReadyAt = undefined;
    state.loadedAt = undefined;
    state.started = 0;
    state.dataLandedAt = undefined;
    state.openSockets = 0;
    asked.clear();
  };

  const ended = (requestId: string) => {
    const request = pending.get(requestId);
    if (request && isData(request.type)) state.dataLandedAt = performance.now();
    pending.delete(requestId);
  };

  session.on('Page.lifecycleEvent', ({ frameId, loaderId, name }) => {
    if (frameId !== mainFrame) return;
    if (name === 'init' && loaderId !== state.loaderId) begin(loaderId);
    if (loaderId !== state.loaderId) return;
    if (name === 'DOMContentLoaded') state.domReadyAt = performance.now();
    if (name === 'load') state.loadedAt = performance.now();
  });
  session.on('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
    if (frameId === mainFrame && disposition === 'currentTab') state.leavingAt = performance.now();
  });
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== mainFrame) return;
    state.unreachable = frame.unreachableUrl !== undefined;
    if (frame.loaderId !== state.loaderId) begin(frame.loaderId);
  });
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    const startedAt = performance.now();
    pending.set(requestId, {
      type,
      url: request.url,
      startedAt,
      respondedAt: undefined,
      lastDataAt: undefined,
    });
    state.started += 1;
    if (isData(type)) {
      const path = withoutQuery(request.url);
      asked.set(path, (asked.get(path) ?? 0) + 1);
    }
  });
  session.on('Network.responseReceived', ({ requestId, frameId, loaderId, type, response }) => {
    const request = pending.get(requestId);
    if (request) request.respondedAt = performance.now();
    if (type !== 'Document' || frameId !== mainFrame) return;
    latest = mainResponse(response);
    responses.set(loaderId, latest);
  });
  session.on('Network.dataReceived', ({ requestId }) => {
    const request = pending.get(requestId);
    if (request) request.lastDataAt = performance.now();
  });
  session.on('Network.loadingFinished', ({ requestId }) => ended(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => ended(requestId));
  session.on('Network.webSocketCreated', () => {
    state.openSockets += 1;
  });
  session.on('Network.webSocketClosed', () => {
    state.openSockets -= 1;
  });
  return state;
};

export const isData = (type: Protocol.Network.ResourceType) => type === 'XHR' || type === 'Fetch';

const withoutQuery = (url: string) => url.split(/[?#]/, 1)[0] ?? url;

const mainResponse = ({ url, status, mimeType, headers }: Protocol.Network.Response): MainResponse => ({
  url,
  status,
  mimeType: mimeType.toLowerCase(),
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
});
