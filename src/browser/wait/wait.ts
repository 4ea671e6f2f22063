import type { WaitStrategy } from '../../contract/scrape.ts';
import { age } from '../tab/activity.ts';
import { isLeaving } from './leads-on.ts';
import { probes } from './looks.ts';
import { bringIntoSight } from './on-sight.ts';
import { automatic, heavy, type Patience, spa } from './patience.ts';
import { waitForPictures } from './pictures.ts';
import { scrollThrough } from './scroll.ts';
import { settle, stay, type WaitEnd } from './settle.ts';
import { onTerms, type Waiting } from './waiting.ts';
import { wakeScripts } from './wake.ts';

/** When a page counts as done (docs/adr/0008): never by `load` or an idle network alone, always by its content. */

const strategies: Readonly<Record<WaitStrategy, (waiting: Waiting) => Promise<WaitEnd>>> = {
  automatic: (waiting) => settleAwake(waiting, automatic),
  default: (waiting) => plain(waiting),
  spa: (waiting) => settleAwake(waiting, spa),
  heavy: async (waiting) => {
    const first = await settleAwake(
      onTerms(waiting, { runsAhead: 'never', wakes: true, sights: 'none' }),
      heavy,
    );
    if (!isDone(first)) return first;
    await waiting.reading.noteCovers();
    await scrollThrough(waiting);
    await waitForPictures(waiting);
    return settle(waiting, heavy);
  },
  // Nothing is clicked or solved: we wait for the check to let us through, for as long as there is time.
  cloudflare: (waiting) =>
    settle(waiting, { ...automatic, challenge: Number.POSITIVE_INFINITY, challengeShare: 1 }),
};

export const waitUntilDone = (strategy: WaitStrategy, waiting: Waiting): Promise<WaitEnd> =>
  strategies[strategy](waiting);

const isDone = (end: WaitEnd): boolean => end === 'quiet' || end === 'static';

/**
 * Scripts that wait for a reader are begun where a picture is made of the page, or something is done on it; what loads on
 * sight is brought there where it is only read.
 */
const settleAwake = async (waiting: Waiting, patience: Patience): Promise<WaitEnd> => {
  const end = await settle(waiting, patience);
  if (!isDone(end)) return end;
  const goesOn =
    (waiting.terms.wakes && (await wakeScripts(waiting))) ||
    (end === 'quiet' && (await bringIntoSight(waiting)));
  return goesOn ? settle(waiting, patience) : end;
};

const plainQuietMs = 120;

/** `default`: parsed, loaded or 1.5 s on, 120 ms quiet; never more than 8 s after parsing. */
const plain = async (waiting: Waiting): Promise<WaitEnd> => {
  const { activity } = waiting;
  for await (const state of probes(waiting, ({ quietMs }) => plainQuietMs - quietMs)) {
    if (typeof state === 'string') return state;
    const { domReadyAt, loadedAt } = activity;
    if (domReadyAt === undefined || isLeaving(activity)) continue;
    if (!state.alive) return stay(waiting, state, 'static');
    if (age(domReadyAt) > 8000) return 'limit';
    if ((loadedAt !== undefined || age(domReadyAt) > 1500) && state.quietMs >= plainQuietMs)
      return stay(waiting, state, 'quiet');
  }
  return 'deadline';
};
