import type { Timings } from '../contract/scrape.ts';
import type { Obtained } from './obtain.ts';

/** How long each part of an answer took. */

/** Marks of one answer, as `performance.now()`. */
interface Marks {
  readonly asked: number;
  /** The owner had a slot. */
  readonly begun: number;
  /** The page was there, after all attempts. */
  readonly obtained: number;
}

/** @param page times of its last attempt. To be called when the answer is made. */
export const timingsOf = (
  { asked, begun, obtained }: Marks,
  page: Pick<Obtained<unknown>, 'begun' | 'arrived' | 'wait'>,
): Timings => {
  const ends = {
    turn: begun,
    tab: page.begun,
    load: page.arrived,
    wait: Math.max(page.arrived, page.begun + page.wait.after_ms),
    read: obtained,
    output: performance.now(),
  };
  let start = 0;
  return Object.entries(ends).map(([phase, end]) => {
    const entry = {
      phase: phase as keyof typeof ends,
      start_ms: start,
      end_ms: Math.max(start, Math.round(end - asked)),
    };
    start = entry.end_ms;
    return entry;
  });
};
