import type { Visited } from './visit.ts';

/** What a page that cannot be read in time is read from instead: its response. */
export interface Rescue<T> {
  /**
   * To be called once the response is known and the page is about to be shown.
   * @param at `performance.now()` at which there is just the time left to convert it.
   * @param tell undefined where the response tells nothing.
   */
  prepare(at: number, tell: () => Visited<T> | undefined): void;
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
    prepare: (at, tell) => {
      now = tell;
      clearTimeout(timer);
      const rescue = () => {
        const told = tell();
        if (told) resolve(told);
      };
      timer = setTimeout(rescue, Math.max(0, at - performance.now()));
    },
    answer,
    now: () => now(),
    end: () => clearTimeout(timer),
  };
};
