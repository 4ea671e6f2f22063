import type { Visited } from './visit.ts';

/** What a page that cannot be read in time is read from instead: its response. */
export interface Rescue<T> {
  /** To be called once the response is known and the page is about to be shown. */
  prepare(tell: () => Visited<T>): void;
  /** The page as its response tells it, when the time has come; never settles where there is none. */
  readonly answer: Promise<Visited<T>>;
  end(): void;
}

/** @param at `performance.now()` at which there is just the time left to convert it. */
export const createRescue = <T>(at: number): Rescue<T> => {
  const { promise: answer, resolve } = Promise.withResolvers<Visited<T>>();
  let timer: NodeJS.Timeout | undefined;
  return {
    prepare: (tell) => {
      timer = setTimeout(() => resolve(tell()), Math.max(0, at - performance.now()));
    },
    answer,
    end: () => clearTimeout(timer),
  };
};
