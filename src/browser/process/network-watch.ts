import type { Browser } from './browser.ts';

/** Tells when the network process of a browser is stuck: nothing arrives any more, in any of its pages, while it answers. */

const everyMs = 1000;
/** Looks in a row at which it owed the answer. On a busy machine it takes a moment, not this long. */
const patience = 8;

/**
 * Asks the browser again and again for what its network process alone knows: its cookies, of which there are none.
 * @param isAnswering whether the browser itself answers: who is to blame is known only then.
 * @param stuck called once.
 * @returns what ends it.
 */
export const watchNetwork = (
  { connection }: Pick<Browser, 'connection'>,
  isAnswering: () => boolean,
  stuck: () => void,
): (() => void) => {
  /** Looks since it was asked; undefined when it has answered. */
  let owed: number | undefined;
  const answered = () => {
    owed = undefined;
  };
  const timer = setInterval(() => {
    if (owed === undefined) {
      owed = 0;
      // A refusal is an answer, and the end of the browser is heard elsewhere.
      connection.browser.send('Storage.getCookies').then(answered, answered);
    } else if (isAnswering()) {
      owed += 1;
      if (owed < patience) return;
      clearInterval(timer);
      stuck();
    }
  }, everyMs).unref();
  return () => clearInterval(timer);
};
