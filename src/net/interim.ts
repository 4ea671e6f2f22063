import type { ClientRequest } from 'node:http';

/** Servers send one or two: `100 Continue`, `103 Early Hints`. */
const maxInterim = 20;

/** Breaks off where what comes before an answer does not end: each costs the thread that serves everybody, and is no byte of a body. */
export const boundInterim = (outgoing: ClientRequest): ClientRequest => {
  let left = maxInterim;
  return outgoing.on('information', () => {
    left -= 1;
    if (left < 0) outgoing.destroy(new Error('too many interim responses'));
  });
};
