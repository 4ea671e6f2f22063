import { connect, type Socket } from 'node:net';
import { ConnectError } from './connect-error.ts';
import type { Address } from './guard.ts';

/** Connects to the first address of a host that answers (Happy Eyeballs, RFC 8305). */

/** A name may have hundreds of addresses: a page must not make us knock at all of them. */
const maxAddresses = 6;
/** Head start of one address over the next (RFC 8305, "Connection Attempt Delay"). */
const staggerMs = 250;

/** The first of each family, then the second ones, and so on (RFC 8305, section 4): a machine may reach one family alone. */
const inTurn = (addresses: readonly Address[]): Address[] => {
  const ofFamily = (family: 4 | 6) => addresses.filter((address) => address.family === family);
  const places = new Map([...ofFamily(4).entries(), ...ofFamily(6).entries()].map(([at, one]) => [one, at]));
  return addresses.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
};

/**
 * Connects to the first of the addresses that answers. They are tried in order, both families in turn, the next one when the
 * last has failed or after 250 ms. Earlier ones go on until one has connected or the signal aborts.
 * @throws ConnectError `unreachable`, or the signal's reason.
 */
export const dial = (addresses: readonly Address[], port: number, signal: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const waiting = inTurn(addresses).slice(0, maxAddresses);
    const trying = new Set<Socket>();
    let timer: NodeJS.Timeout | undefined;

    const settle = (outcome: () => void, winner?: Socket) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      for (const socket of trying) if (socket !== winner) socket.destroy();
      trying.clear();
      outcome();
    };
    const abort = () => settle(() => reject(signal.reason));

    const tryNext = (cause?: Error) => {
      clearTimeout(timer);
      const next = waiting.shift();
      if (next === undefined) {
        if (trying.size === 0) settle(() => reject(new ConnectError('unreachable', cause)));
        return;
      }
      const socket = connect({ host: next.address, family: next.family, port, noDelay: true });
      trying.add(socket);
      socket.once('connect', () => settle(() => resolve(socket), socket));
      // Stays for the socket's whole life: whoever holds it may watch 'close' alone.
      socket.on('error', (error) => {
        if (trying.delete(socket)) tryNext(error);
      });
      timer = setTimeout(tryNext, staggerMs);
    };

    if (signal.aborted) abort();
    else {
      signal.addEventListener('abort', abort, { once: true });
      tryNext();
    }
  });
