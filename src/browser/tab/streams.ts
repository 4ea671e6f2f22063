import { isSameSite } from '../../url.ts';
import type { Session } from '../devtools/cdp.ts';
import { maxRemembered } from './polls.ts';

/** Traffic of the current main document through WebSockets and event streams. Times are `performance.now()`. */
export interface Streams {
  /** WebSockets that are open or about to be. */
  readonly openSockets: number;
  /** WebSockets so far, closed ones as well. */
  readonly opened: number;
  /** The last socket that was tried came to nothing. */
  readonly isRefused: boolean;
  /** Messages that came. */
  readonly messages: number;
  readonly messageAt: number | undefined;
  /** As `Requests` has it, whether or not any is open. */
  readonly silentSince: number | undefined;
  /**
   * When something was first sent through a socket to the page's own site, or last, where it has been told something
   * before; undefined where anything was told since.
   */
  readonly unansweredSince: number | undefined;
}

interface StreamWatch {
  readonly streams: Streams;
  /** Notes that an event stream was asked for, or has been answered. */
  noteOpened(): void;
  /** Counts what a session tells of. */
  attend(session: Session): void;
  /** Counts anew for the document of this address. */
  begin(url: string): void;
}

/** Of a handshake that opens a socket. */
const switchingProtocols = 101;

/** What a page sends more often through its sockets is no greeting, and may never be answered. */
const mostGreetings = 5;

const none = () => ({
  opened: 0,
  isRefused: false,
  messages: 0,
  messageAt: undefined as number | undefined,
  openedAt: undefined as number | undefined,
  sent: 0,
  sentAt: 0,
  /** When something was first sent to the page's own site. */
  askedAt: undefined as number | undefined,
});

/** @param onRefused is told that a socket came to nothing. */
export const watchStreams = (onRefused: () => void): StreamWatch => {
  const sockets = new Set<string>();
  /** Of them those that no handshake has come for yet. */
  const unopened = new Set<string>();
  /** Those of the page's own site. */
  const own = new Set<string>();
  let mainUrl = '';
  const streams: Streams & ReturnType<typeof none> = {
    ...none(),
    get openSockets() {
      return sockets.size;
    },
    get silentSince() {
      const { openedAt, sentAt, messages, messageAt = 0 } = streams;
      if (openedAt === undefined) return undefined;
      if (messages < 2) return Math.max(openedAt, sentAt);
      return sentAt > messageAt ? sentAt : undefined;
    },
    get unansweredSince() {
      const { messages, messageAt = 0, askedAt, sent, sentAt } = streams;
      if (own.size === 0) return undefined;
      if (messages === 0) return askedAt;
      return sent <= mostGreetings && sentAt > messageAt ? sentAt : undefined;
    },
  };

  const noteOpened = () => {
    streams.openedAt = performance.now();
  };
  const noteMessage = () => {
    streams.messages += 1;
    streams.messageAt = performance.now();
  };

  const attend = (session: Session) => {
    session.on('Network.webSocketCreated', ({ requestId, url }) => {
      noteOpened();
      streams.opened += 1;
      if (sockets.size >= maxRemembered) return;
      sockets.add(requestId);
      unopened.add(requestId);
      if (isOfSite(url, mainUrl)) own.add(requestId);
    });
    session.on('Network.webSocketHandshakeResponseReceived', ({ requestId, response }) => {
      if (response.status !== switchingProtocols) return;
      noteOpened();
      unopened.delete(requestId);
      streams.isRefused = false;
    });
    session.on('Network.webSocketClosed', ({ requestId }) => {
      sockets.delete(requestId);
      own.delete(requestId);
      if (!unopened.delete(requestId)) return;
      streams.isRefused = true;
      onRefused();
    });
    session.on('Network.webSocketFrameReceived', noteMessage);
    session.on('Network.eventSourceMessageReceived', noteMessage);
    session.on('Network.webSocketFrameSent', ({ requestId }) => {
      if (own.has(requestId)) streams.askedAt ??= performance.now();
      streams.sent += 1;
      if (streams.sent <= mostGreetings) streams.sentAt = performance.now();
    });
  };

  return {
    streams,
    noteOpened,
    attend,
    begin: (url) => {
      Object.assign(streams, none());
      mainUrl = url;
      sockets.clear();
      unopened.clear();
      own.clear();
    },
  };
};

/** A document of no address of its own, such as `about:srcdoc`, is of no site. */
export const isOfSite = (url: string, documentUrl: string): boolean =>
  URL.canParse(documentUrl) && URL.canParse(url) && isSameSite(url, documentUrl);
