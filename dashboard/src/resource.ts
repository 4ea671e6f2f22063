import { useCallback, useEffect, useState } from 'preact/hooks';
import { ApiError } from './api.ts';

/** What a view is made of, while it is loaded, there, or not to be had. */
export interface Resource<T> {
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  reload(): void;
}

/**
 * Loads when it is first shown and when `load` changes, again every `everyMs` while the page is looked at.
 * @param load to be kept with `useCallback`, or to stand outside of the component.
 */
export const useResource = <T>(load: (signal: AbortSignal) => Promise<T>, everyMs?: number): Resource<T> => {
  const [state, setState] = useState<Pick<Resource<T>, 'data' | 'error'>>({
    data: undefined,
    error: undefined,
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let isFirst = true;
    const run = async () => {
      try {
        if (isFirst || !document.hidden) {
          isFirst = false;
          const data = await load(leaving.signal);
          if (!leaving.signal.aborted) setState({ data, error: undefined });
        }
      } catch (error) {
        if (leaving.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setState(({ data }) => ({ data, error }));
      }
      if (everyMs !== undefined && !leaving.signal.aborted) timer = setTimeout(run, everyMs);
    };
    void run();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [load, everyMs, round]);
  return { ...state, reload: useCallback(() => setRound((count) => count + 1), []) };
};
