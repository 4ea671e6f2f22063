import type { Socket } from 'node:net';
import type { Metrics } from '../metrics.ts';
import { ConnectError, type Reason } from './connect-error.ts';

/** What one page may use, so that it can neither fill the memory nor turn the service against others. */
export interface Limits {
  readonly receivedBytes: number;
  /** Plain requests and tunnels together; requests inside a tunnel are not seen. */
  readonly requests: number;
  /** Different hosts. */
  readonly hosts: number;
}

/** What one page has used: its connections, the bytes they brought, and what went wrong. */
export interface Tally {
  /** Counts a request. @throws ConnectError `refused_budget` when it is one too many. */
  admit(host: string): void;
  /** Counts what the connection receives until it closes. */
  track(socket: Socket): Socket;
  /** To be told whenever bytes have arrived: cuts every connection when they are too many. */
  received(): void;
  /** Counts an answer before an answer within a tunnel, where the browser alone sees it. Cuts like `received`. */
  hinted(): void;
  failed(host: string, reason: Reason): void;
  failureOf(host: string): Reason | undefined;
  /** The answer to a plain request ended before its body did. */
  brokeOff(url: string): void;
  hasBrokenOff(url: string): boolean;
  readonly receivedBytes: number;
  readonly overBudget: boolean;
  /** Cuts every connection, and those to come. */
  cut(): void;
  /** Counts from zero again. Open connections stay, and count with what they receive from now on. */
  renew(): void;
}

/** Servers send one or two for a page. Each costs the main thread of the browser, which serves every tab. */
const maxHints = 500;

export const createTally = (limits: Limits, metrics: Metrics): Tally => {
  /** Each open connection, and the bytes it had received when counting began. */
  const open = new Map<Socket, number>();
  const hosts = new Set<string>();
  const failures = new Map<string, Reason>();
  const brokenOff = new Set<string>();
  let requests = 0;
  let hints = 0;
  let closedBytes = 0;
  let overBudget = false;
  let isCut = false;

  const receivedBytes = () => {
    let bytes = closedBytes;
    for (const [socket, before] of open) bytes += socket.bytesRead - before;
    return bytes;
  };
  const cut = () => {
    isCut = true;
    for (const socket of open.keys()) socket.destroy();
  };
  const exceed = () => {
    overBudget = true;
    cut();
  };
  return {
    admit: (host) => {
      requests += 1;
      const isKnown = hosts.has(host);
      if (isCut || requests > limits.requests || (!isKnown && hosts.size >= limits.hosts)) {
        overBudget = true;
        throw new ConnectError('refused_budget');
      }
      hosts.add(host);
    },
    track: (socket) => {
      open.set(socket, 0);
      socket.once('close', () => {
        closedBytes += socket.bytesRead - (open.get(socket) ?? 0);
        open.delete(socket);
        metrics.egressBytes.inc(socket.bytesRead);
      });
      // It was still being dialled when the others were cut.
      if (isCut) socket.destroy();
      return socket;
    },
    received: () => {
      if (receivedBytes() > limits.receivedBytes) exceed();
    },
    hinted: () => {
      hints += 1;
      if (hints > maxHints) exceed();
    },
    failed: (host, reason) => {
      if (hosts.has(host)) failures.set(host, reason);
    },
    failureOf: (host) => failures.get(host),
    brokeOff: (url) => void brokenOff.add(url),
    hasBrokenOff: (url) => brokenOff.has(url),
    get receivedBytes() {
      return receivedBytes();
    },
    get overBudget() {
      return overBudget;
    },
    cut,
    renew: () => {
      for (const socket of open.keys()) open.set(socket, socket.bytesRead);
      hosts.clear();
      failures.clear();
      brokenOff.clear();
      requests = 0;
      hints = 0;
      closedBytes = 0;
      overBudget = false;
      isCut = false;
    },
  };
};
