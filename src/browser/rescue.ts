import { showsContent } from '../document/still.ts';
import type { Visited } from './visited.ts';

/** As `performance.now()`. */
interface RescueTimes {
  /** There is just the time left to convert a page whose response shows as much as a page. */
  readonly at: number;
  /** One whose response shows little may still be read until then: there is little to convert, either. */
  readonly last: number;
}

/** The answer for a page that cannot be read in time: what its response tells. */
export interface Rescue<T> {
  /**
   * To be called once the response is known and the page is about to be shown.
   * @param read undefined where the response tells nothing.
   */
  prepare(times: RescueTimes, read: () => Visited<T> | undefined): void;
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
    prepare: ({ at, last }, read) => {
      now = read;
      const answerAt = (time: number, isLast: boolean) => {
        const rescue = () => {
          const visited = read();
          if (visited && (isLast || showsContent(visited.snapshot.html))) resolve(visited);
          else if (!isLast) answerAt(last, true);
        };
        clearTimeout(timer);
        timer = setTimeout(rescue, Math.max(0, time - performance.now()));
      };
      answerAt(at, false);
    },
    answer,
    now: () => now(),
    end: () => clearTimeout(timer),
  };
};
