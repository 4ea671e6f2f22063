import type { Socket } from 'node:net';

/** One for all: without a reason each signal makes an error of its own, with its stack, for nobody. */
const gone = new Error('the connection is closed');

/** Aborted when the socket closes. */
export const goneSignal = (socket: Socket): AbortSignal => {
  const controller = new AbortController();
  if (socket.destroyed) controller.abort(gone);
  else socket.once('close', () => controller.abort(gone));
  return controller.signal;
};

/** Destroys the socket when the signal aborts. */
export const destroyOn = (signal: AbortSignal, socket: Socket): void => {
  const destroy = () => socket.destroy();
  if (signal.aborted) destroy();
  signal.addEventListener('abort', destroy, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', destroy));
};

/** Joins two connections until both are closed. One that breaks off breaks the other off, too: not a regular end. */
export const splice = (one: Socket, other: Socket): void => {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.once('close', (hadError) => {
      if (hadError) to.resetAndDestroy();
      else to.destroySoon();
    });
  }
  // One may have closed before there was a listener.
  if (one.destroyed) other.destroy();
  if (other.destroyed) one.destroy();
};
