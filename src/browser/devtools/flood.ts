/** Tells when a page makes the browser report more than its main thread can take. */

/**
 * What a target tells of passes through the browser's main thread, and too much of it keeps that from all other pages. So much
 * at once is a flood, beside so much a second for as long as it likes. Each of a thousand requests, the most that a page may
 * make, is told of in eight events.
 */
const mostAtOnce = 12_000;
const perSecond = 1000;
/** Messages of streams, and the first that is told of a request: no page needs so many so fast. */
const weighty = /^Network\.(?:eventSourceMessage|webSocketFrame|requestWillBeSent$)/;
const weight = 5;
/** A long event costs more: for so many characters as much as another. */
const charactersEach = 20_000;
/** The address of a route is shown in the window: one of a million characters takes a quarter of a second. */
const shown = 'Page.navigatedWithinDocument';
const charactersEachShown = 200;

export interface FloodGauge {
  /** Whether there has been a flood. */
  readonly overflowed: boolean;
  /** Notes an event of so many characters. @returns whether it is the one that makes a flood of them. */
  overflows(event: string, characters: number): boolean;
}

export const createFloodGauge = (now = () => performance.now()): FloodGauge => {
  let overflowed = false;
  let level = 0;
  let notedAt = now();
  return {
    get overflowed() {
      return overflowed;
    },
    overflows: (event, characters) => {
      if (overflowed) return false;
      const time = now();
      const drained = ((time - notedAt) / 1000) * perSecond;
      notedAt = time;
      const each = event === shown ? charactersEachShown : charactersEach;
      level = Math.max(0, level - drained) + (weighty.test(event) ? weight : 1) + characters / each;
      overflowed = level > mostAtOnce;
      return overflowed;
    },
  };
};
