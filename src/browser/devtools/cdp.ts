import type { Protocol } from 'devtools-protocol';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import { type Commands, type Params, ProtocolError, type Result } from '../../page.ts';
import { createFloodGauge, type FloodGauge } from './flood.ts';

/**
 * A thin DevTools client. No target is attached by itself and no domain is enabled that a page could notice
 * (docs/adr/0002).
 */

/** What carries the messages, each a JSON text: the pipes of a browser of our own, or the socket of a remote one. */
export interface Transport {
  send(message: string): void;
  /** Called once, in the same turn in which the transport was made: nothing arrives before. */
  receive(receiver: Receiver): void;
  /** Ends it at once, for a browser that does not answer, or not in messages. */
  destroy(): void;
}

export interface Receiver {
  message(text: string): void;
  /** A message that was thrown away for its size. @param beginning of it: holds the id of the command it answers. */
  tooLarge(beginning: string): void;
  /** Nothing can be sent or will arrive any more. */
  broke(reason: string): void;
}

export type Events = ProtocolMapping.Events;
type EventOf<E extends keyof Events> = Events[E][0];

/** The browser, or the tab that a command was for, is gone: crashed, killed or closed. */
export class TargetGone extends Error {
  override readonly name = 'TargetGone';
  /** What ended, where it may have ended of the page. */
  readonly ended: Ended | undefined;

  constructor(reason: string, ended?: Ended) {
    super(reason);
    this.ended = ended;
  }
}

/** `browser`: it was ended for what its pages did to it. */
type Ended = 'tab' | 'network' | 'browser';

export interface Session {
  /** @throws ProtocolError, or TargetGone when the tab or the browser ends before it answers. */
  send<M extends keyof Commands>(method: M, params?: Params<M>): Promise<Result<M>>;
  /** Returns the function that stops listening. */
  on<E extends keyof Events>(event: E, listener: (params: EventOf<E>) => void): () => void;
  /** Aborted with TargetGone when the tab crashes or is closed, or the browser ends. */
  readonly gone: AbortSignal;
  /** Whether it has told of more at once than the browser bears. */
  readonly flooded: boolean;
  /** To be told when that is so, once, with what it told of last. */
  onFlood(listener: (event: unknown) => void): void;
}

interface PendingCall {
  readonly method: string;
  readonly session: SessionState;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface SessionState {
  readonly listeners: Map<string, Set<(params: never) => void>>;
  readonly waiting: Set<number>;
  readonly end: AbortController;
  readonly gauge: FloodGauge;
  onFlood: (event: unknown) => void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
}

export interface Connection {
  /** Commands to the browser itself. */
  readonly browser: Session;
  /** Commands to an attached target. */
  attach(targetId: string): Promise<Session>;
  /** Ends every session; called when the process has exited. */
  end(reason: string): void;
  /** Ends the sessions of all tabs, and what the browser was asked and has not answered; it goes on. */
  endTabs(reason: string, ended?: Ended): void;
  /** `performance.now()` when the last message arrived, whatever it was: a sign of life. */
  readonly heardAt: number;
}

export const connect = (transport: Transport): Connection => {
  const waiting = new Map<number, PendingCall>();
  const sessions = new Map<string, SessionState>();
  let lastId = 0;
  let heardAt = performance.now();

  const failWaiting = (session: SessionState, error: TargetGone) => {
    for (const id of session.waiting) {
      waiting.get(id)?.reject(error);
      waiting.delete(id);
    }
    session.waiting.clear();
  };

  const endSession = (session: SessionState, reason: string, ended?: Ended) => {
    const error = new TargetGone(reason, ended);
    failWaiting(session, error);
    session.end.abort(error);
  };

  /** The command that an answer is for, which waits no longer. */
  const answered = (id: number): PendingCall | undefined => {
    const call = waiting.get(id);
    waiting.delete(id);
    call?.session.waiting.delete(id);
    return call;
  };

  const receive = (message: Message, characters: number) => {
    const session = sessions.get(message.sessionId ?? '');
    if (message.id !== undefined) {
      const call = answered(message.id);
      if (message.error) call?.reject(new ProtocolError(call.method, message.error.message));
      else call?.resolve(message.result);
      return;
    }
    if (session === undefined || message.method === undefined) return;
    if (session.gauge.overflows(message.method, characters)) session.onFlood(message.params);
    for (const listener of session.listeners.get(message.method) ?? []) listener(message.params as never);
  };

  const openSession = (sessionId: string): { session: Session; state: SessionState } => {
    const state: SessionState = {
      listeners: new Map(),
      waiting: new Set(),
      end: new AbortController(),
      gauge: createFloodGauge(),
      onFlood: () => undefined,
    };
    sessions.set(sessionId, state);
    const session: Session = {
      gone: state.end.signal,
      send: (method, params) =>
        new Promise((resolve, reject) => {
          if (state.end.signal.aborted) return reject(state.end.signal.reason);
          const id = ++lastId;
          waiting.set(id, { method, session: state, resolve: resolve as (result: unknown) => void, reject });
          state.waiting.add(id);
          const message = { id, method, params, ...(sessionId === '' ? {} : { sessionId }) };
          transport.send(JSON.stringify(message));
        }),
      on: (event, listener) => {
        const listeners = state.listeners.get(event) ?? new Set();
        state.listeners.set(event, listeners.add(listener));
        return () => listeners.delete(listener);
      },
      get flooded() {
        return state.gauge.overflowed;
      },
      onFlood: (listener) => {
        state.onFlood = listener;
      },
    };
    return { session, state };
  };

  const { session: browser, state: own } = openSession('');
  browser.on('Target.detachedFromTarget', ({ sessionId }) => {
    const state = sessions.get(sessionId);
    sessions.delete(sessionId);
    if (state) endSession(state, 'the tab was closed');
  });

  const end = (reason: string) => {
    for (const session of sessions.values()) endSession(session, reason);
    sessions.clear();
  };

  const endTabs = (reason: string, ended?: Ended) => {
    failWaiting(own, new TargetGone(reason, ended));
    for (const session of sessions.values()) if (session !== own) endSession(session, reason, ended);
  };

  transport.receive({
    message: (text) => {
      heardAt = performance.now();
      const message = parsed(text);
      if (message !== undefined) return receive(message, text.length);
      transport.destroy();
      end('the browser sent what is no message');
    },
    tooLarge: (beginning) => {
      const call = answered(Number(/^\{"id":(\d+)/.exec(beginning)?.[1]));
      call?.reject(new ProtocolError(call.method, 'the answer is too large'));
    },
    broke: end,
  });

  return {
    browser,
    attach: async (targetId) => {
      const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
      const { session, state } = openSession(sessionId);
      session.on('Inspector.targetCrashed', () => endSession(state, 'the tab crashed', 'tab'));
      // Asks whether it has crashed before we came: every other command would wait for ever. Its end says so itself.
      session.send('Inspector.enable').catch(() => undefined);
      return session;
    },
    end,
    endTabs,
    get heardAt() {
      return heardAt;
    },
  };
};

/** What is sent from elsewhere may be anything. */
const parsed = (text: string): Message | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

export type { Protocol };
