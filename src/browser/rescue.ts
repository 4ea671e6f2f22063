import { showsContent } from '../document/still.ts';
import type { Visited } from './visited.ts';

/** The answer for a page that cannot be read in time: what its response tells. */

/** As `performance.now()`. */
interface RescueTimes {
  /** There is just the time left to convert a page whose response shows as much as a page. */
  readonly at: number;
  /** One whose response shows little may still be read until then: there is little to convert, either. */
  readonly last: number;
}

/** What a page that cannot be read in time is read from instead: its response. */
export interface Rescue<T> {
  /**
   * To be called once the response is known and the page is about to be shown.
   * @param tell undefined where the response tells nothing.
   */
  prepare(times: RescueTimes, tell: () => Visited<T> | undefined): void;
  /** The page as its response tells it, when the time has come; never settles where there is none. */
  readonly answer: Promise<Visited<T>>;
  /** The same now; undefined where there is none. */
  now(): Visited<T> | undefined;
  end(): void;
}

export const createRescue = <T>(): Rescue<T> => {
  const { promise: answer, resolve } = Promise.withResolvers<Visited<T>>();
  let timer: NodeJS.Timeout | undefined;
  let now: () => Visited<T> | undefined = () => undefined;
  return {
    prepare: ({ at, last }, tell) => {
      now = tell;
      const tellAt = (time: number, isLast: boolean) => {
        const rescue = () => {
          const told = tell();
          if (told && (isLast || showsContent(told.snapshot.html))) resolve(told);
          else if (!isLast) tellAt(last, true);
        };
        clearTimeout(timer);
        timer = setTimeout(rescue, Math.max(0, time - performance.now()));
      };
      tellAt(at, false);
    },
    answer,
    now: () => now(),
    end: () => clearTimeout(timer),
  };
};
