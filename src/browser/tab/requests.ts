import type { Protocol, Session } from '../devtools/cdp.ts';
import { maxRemembered, noQuestion, type Question, questionOf, watchPolls } from './polls.ts';
import {
  isAsked,
  isCode,
  isData,
  isJson,
  isLocalScript,
  isOpaque,
  isRefusal,
  useOf,
} from './request-uses.ts';
import { type ServiceWorker, watchServiceWorker } from './service-worker.ts';
import { isOfSite, type Streams, watchStreams } from './streams.ts';

/** The network requests of a page, as DevTools tells of them: which are pending, and what they have brought. */

export interface Pending {
  /** `Ping` for what brings the page nothing that it could read. */
  type: Protocol.Network.ResourceType;
  readonly url: string;
  readonly method: string;
  readonly question: Question;
  /** Of the document that asked: the main one or a frame's. */
  readonly loaderId: string;
  readonly frameId: string | undefined;
  readonly startedAt: number;
  /** Data or a script of the site that the document which asks is of. */
  readonly isOwn: boolean;
  respondedAt: number | undefined;
  /** Its answer is JSON: one value, of no use to the page before its end. */
  isJson: boolean;
  lastDataAt: number | undefined;
  /** A worker's script: what becomes of it is told to the worker's own session. */
  inWorker: boolean;
  /** The session that tells of it: the page's, or one to a frame in a process of its own. */
  readonly teller: Session;
}

/** What the current main document and its frames have asked for. Times are `performance.now()`. */
export interface Requests {
  /** Those whose end has not been told. */
  readonly pending: ReadonlyMap<string, Pending>;
  readonly started: number;
  /** Of them those that may bring content: neither pictures, icons, nor what a page only sends. */
  readonly asked: number;
  /** When the last one began or ended. */
  readonly changedAt: number;
  /** When the last script, frame, XHR or fetch ended, if one did. Of what is polled the later ones do not count. */
  readonly landedAt: number | undefined;
  /** Whether an XHR or fetch has ended. */
  readonly dataLanded: boolean;
  /** Whether data or a socket were refused for now and have not come since: a script may ask again, each time later. */
  readonly areRefused: boolean;
  /** Through which content may come at any moment: WebSockets, event streams and workers. */
  readonly openStreams: number;
  /**
   * When the last of those was opened that have yet to bring more than one message, workers not counted: the first is often no
   * more than a greeting. Or when the page last sent something through one that has brought nothing since: many greet, sign
   * in and subscribe before they are told anything.
   */
  readonly silentSince: number | undefined;
  readonly streams: Streams;
  /** When the last piece came in of what is not over: of the body of an XHR or fetch, or a message of an open stream. */
  readonly pieceAt: number | undefined;
  /** The service worker that came to its work last; undefined where none did. */
  readonly serviceWorker: ServiceWorker | undefined;
  /** Bytes of the main document so far, after decompression. */
  readonly documentBytes: number;
  /** Whether what it asks for is asked for again and again. */
  isPolled(question: Question): boolean;
}

export interface RequestWatch {
  readonly requests: Requests;
  /** Counts what a session tells of as well: one to a frame in a process of its own. */
  attend(session: Session): void;
  /** Forgets what a session has told of: of the end of that it tells no more. */
  forgetFrom(session: Session): void;
  /** Counts anew for the next main document; requests of the last one are forgotten, for their end may never be told. */
  begin(loaderId: string, url: string): void;
}

const none = () => ({
  started: 0,
  asked: 0,
  changedAt: performance.now(),
  landedAt: undefined as number | undefined,
  dataLanded: false,
  documentBytes: 0,
});

export const watchRequests = (session: Session): RequestWatch => {
  const pending = new Map<string, Pending>();
  const polls = watchPolls();
  /** What was refused, by the key of its question. */
  const refused = new Set<string>();
  /** Requests whose headers were told before they were. */
  const opaque = new Set<string>();
  let mainLoader = '';
  const serviceWorker = watchServiceWorker(session);
  const { streams, ...streamWatch } = watchStreams(() => {
    requests.landedAt = performance.now();
  });
  const requests: Requests & ReturnType<typeof none> = {
    ...none(),
    pending,
    streams,
    get areRefused() {
      return refused.size > 0 || streams.isRefused;
    },
    get openStreams() {
      let open = streams.openSockets;
      for (const { type, inWorker } of pending.values()) if (type === 'EventSource' || inWorker) open += 1;
      return open;
    },
    get silentSince() {
      return requests.openStreams > 0 ? streams.silentSince : undefined;
    },
    get pieceAt() {
      let latest = requests.openStreams > 0 ? streams.messageAt : undefined;
      for (const { type, lastDataAt } of pending.values())
        if (isData(type) && lastDataAt !== undefined && lastDataAt > (latest ?? 0)) latest = lastDataAt;
      return latest;
    },
    get serviceWorker() {
      return serviceWorker.latest;
    },
    isPolled: polls.isPolled,
  };

  const start = (teller: Session, { requestId, ...event }: Protocol.Network.RequestWillBeSentEvent) => {
    const { request, loaderId, frameId } = event;
    const redirected = pending.get(requestId);
    const type = opaque.delete(requestId) ? 'Ping' : (redirected?.type ?? useOf(event));
    const startedAt = performance.now();
    const question = isData(type) ? (redirected?.question ?? questionOf(request)) : noQuestion;
    const isLocal = isLocalScript(type, request.url);
    requests.changedAt = startedAt;
    if (type === 'EventSource') streamWatch.noteOpened();
    // Each hop of a redirect comes under the same id, and is for the same: the patience for it is not renewed.
    if (redirected === undefined) {
      requests.started += 1;
      if (isAsked(type)) requests.asked += 1;
    }
    if (redirected !== undefined || pending.size < maxRemembered)
      pending.set(requestId, {
        type,
        url: request.url,
        method: request.method,
        question,
        loaderId,
        frameId,
        startedAt: redirected?.startedAt ?? startedAt,
        isOwn: (isData(type) || type === 'Script') && isOfSite(request.url, event.documentURL),
        respondedAt: isLocal ? startedAt : undefined,
        isJson: false,
        lastDataAt: undefined,
        inWorker: isLocal,
        teller,
      });
    if (isData(type) && redirected === undefined) polls.note(question);
  };

  const end = ({ requestId }: { readonly requestId: string }) => {
    const request = pending.get(requestId);
    if (request === undefined) return;
    pending.delete(requestId);
    requests.changedAt = performance.now();
    if (isCode(request.type)) requests.landedAt = requests.changedAt;
    if (!isData(request.type)) return;
    requests.dataLanded = true;
    polls.answered(request.question);
    if (!polls.isPolled(request.question)) requests.landedAt = requests.changedAt;
  };

  const forget = (isGone: (request: Pending) => boolean) => {
    for (const [requestId, request] of pending) if (isGone(request)) pending.delete(requestId);
  };

  /** The headers of an answer have come. */
  const respond = (request: Pending | undefined, inWorker: boolean) => {
    if (request) Object.assign(request, { respondedAt: performance.now(), inWorker });
  };
  /** What it says of a request for data. */
  const noteAnswer = (request: Pending, { status, mimeType }: Protocol.Network.Response) => {
    const { key } = request.question;
    request.isJson = isJson(mimeType);
    if (!isRefusal(status, request.method)) refused.delete(key);
    else if (refused.size < maxRemembered) refused.add(key);
  };

  const attend = (session: Session) => {
    session.on('Network.requestWillBeSent', (event) => start(session, event));
    session.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
      if (!isOpaque(headers)) return;
      const request = pending.get(requestId);
      if (request === undefined) {
        if (opaque.size < maxRemembered) opaque.add(requestId);
      } else if (request.type === 'Fetch') {
        request.type = 'Ping';
        requests.asked -= 1;
      }
    });
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const request = pending.get(requestId);
      respond(request, false);
      if (request?.type === 'EventSource') streamWatch.noteOpened();
      if (request && isData(request.type)) noteAnswer(request, response);
    });
    // Comes first for every script, and alone for a worker's.
    session.on('Network.responseReceivedExtraInfo', ({ requestId }) => {
      const request = pending.get(requestId);
      respond(request, request?.type === 'Script');
    });
    session.on('Network.dataReceived', ({ requestId, dataLength }) => {
      // A main document and its request bear the same id.
      if (requestId === mainLoader) requests.documentBytes += dataLength;
      const request = pending.get(requestId);
      if (request) request.lastDataAt = performance.now();
    });
    session.on('Network.loadingFinished', end);
    session.on('Network.loadingFailed', end);
    // A frame of another site moves into a process of its own: the end of its requests is told there.
    session.on('Page.frameDetached', ({ frameId }) => forget((request) => request.frameId === frameId));
    streamWatch.attend(session);
  };
  attend(session);

  return {
    requests,
    attend,
    forgetFrom: (session) => forget(({ teller }) => teller === session),
    begin: (loaderId, url) => {
      Object.assign(requests, none());
      mainLoader = loaderId;
      serviceWorker.begin();
      streamWatch.begin(url);
      polls.clear();
      refused.clear();
      opaque.clear();
      forget((request) => request.loaderId !== loaderId);
    },
  };
};

/** @param since as `performance.now()`. */
export const hasLandedSince = ({ landedAt = 0 }: Requests, since: number): boolean => landedAt >= since;

/**
 * A request that has brought something and brings no more for so long is over: the end of a long body that nobody reads is
 * never told.
 */
export const overAfterMs = 300;

/** @param afterMs without anything of its body. */
export const isOver = ({ respondedAt, lastDataAt = respondedAt }: Pending, afterMs = overAfterMs): boolean =>
  lastDataAt !== undefined && performance.now() - lastDataAt > afterMs;
