import type { Readable, Writable } from 'node:stream';
import type { Protocol } from 'devtools-protocol';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import { type Commands, type Params, ProtocolError, type Result } from '../page.ts';

/**
 * A thin DevTools client over the two pipes of `--remote-debugging-pipe`: JSON messages, each ended by a NUL byte.
 * No target is attached by itself and no domain is enabled that a page could notice (docs/adr/0002).
 */

export type Events = ProtocolMapping.Events;
type EventOf<E extends keyof Events> = Events[E][0];

/** The browser, or the tab that a command was for, is gone: crashed, killed or closed. */
export class TargetGone extends Error {
  override readonly name = 'TargetGone';
}

export interface Session {
  /** @throws ProtocolError, or TargetGone when the tab or the browser ends before it answers. */
  send<M extends keyof Commands>(method: M, params?: Params<M>): Promise<Result<M>>;
  /** Returns the function that stops listening. */
  on<E extends keyof Events>(event: E, listener: (params: EventOf<E>) => void): () => void;
  /** Aborted with TargetGone when the tab crashes or is closed, or the browser ends. */
  readonly gone: AbortSignal;
}

interface Waiting {
  readonly method: string;
  readonly session: SessionState;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface SessionState {
  readonly listeners: Map<string, Set<(params: never) => void>>;
  readonly waiting: Set<number>;
  readonly end: AbortController;
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
}

export const connect = (output: Writable, input: Readable): Connection => {
  const waiting = new Map<number, Waiting>();
  const sessions = new Map<string, SessionState>();
  let lastId = 0;

  const endSession = (session: SessionState, reason: string) => {
    const error = new TargetGone(reason);
    for (const id of session.waiting) {
      waiting.get(id)?.reject(error);
      waiting.delete(id);
    }
    session.waiting.clear();
    session.end.abort(error);
  };

  const receive = (message: Message) => {
    const session = sessions.get(message.sessionId ?? '');
    if (message.id !== undefined) {
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      call?.session.waiting.delete(message.id);
      if (message.error) call?.reject(new ProtocolError(call.method, message.error.message));
      else call?.resolve(message.result);
      return;
    }
    if (session === undefined || message.method === undefined) return;
    for (const listener of session.listeners.get(message.method) ?? []) listener(message.params as never);
  };

  const openSession = (sessionId: string): { session: Session; state: SessionState } => {
    const state: SessionState = { listeners: new Map(), waiting: new Set(), end: new AbortController() };
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
          output.write(`${JSON.stringify(message)}\0`);
        }),
      on: (event, listener) => {
        const listeners = state.listeners.get(event) ?? new Set();
        state.listeners.set(event, listeners.add(listener));
        return () => listeners.delete(listener);
      },
    };
    return { session, state };
  };

  const { session: browser } = openSession('');
  browser.on('Target.detachedFromTarget', ({ sessionId }) => {
    const state = sessions.get(sessionId);
    sessions.delete(sessionId);
    if (state) endSession(state, 'the tab was closed');
  });

  const end = (reason: string) => {
    for (const session of sessions.values()) endSession(session, reason);
    sessions.clear();
  };

  readMessages(input, receive, (id) => {
    const call = waiting.get(id);
    waiting.delete(id);
    call?.session.waiting.delete(id);
    call?.reject(new ProtocolError(call.method, 'the answer is too large'));
  });
  // A dying browser breaks the pipe; its exit is what ends the sessions.
  output.on('error', () => end('the browser pipe broke'));
  input.on('error', () => end('the browser pipe broke'));

  return {
    browser,
    attach: async (targetId) => {
      const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
      const { session, state } = openSession(sessionId);
      session.on('Inspector.targetCrashed', () => endSession(state, 'the tab crashed'));
      return session;
    },
    end,
  };
};

/** A longer message is thrown away, and the command behind it fails: a page must not be able to fill our memory. */
const maxMessageBytes = 200_000_000;

/** Splits the byte stream at NUL bytes. A message may span many chunks: they are joined once, when it is complete. */
const readMessages = (
  input: Readable,
  receive: (message: Message) => void,
  tooLarge: (id: number) => void,
) => {
  let parts: Buffer[] = [];
  let size = 0;
  const keep = (part: Buffer) => {
    size += part.length;
    // Of a message that is too large only the beginning is kept: it holds the id.
    if (size <= maxMessageBytes) parts.push(part);
    else parts.length = 1;
  };
  const complete = () => {
    const [first] = parts;
    if (size > maxMessageBytes) tooLarge(Number(/^\{"id":(\d+)/.exec(String(first?.subarray(0, 40)))?.[1]));
    else receive(JSON.parse(parts.length === 1 ? String(first) : Buffer.concat(parts).toString()));
    parts = [];
    size = 0;
  };
  input.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      keep(chunk.subarray(start, end));
      start = end + 1;
      complete();
    }
    if (start < chunk.length) keep(chunk.subarray(start));
  });
};

export type { Protocol };
