/** Requests under way that can be canceled: over HTTP the cancellation is another request. */
export const createCancellations = () => {
  const running = new Map<string, Set<AbortController>>();
  return {
    /** @param name of the request; those with the same name are canceled together. To be disposed of when the request is over. */
    begin: (name: string): { readonly signal: AbortSignal } & Disposable => {
      const controller = new AbortController();
      const same = running.get(name) ?? new Set();
      running.set(name, same.add(controller));
      return {
        signal: controller.signal,
        [Symbol.dispose]: () => {
          same.delete(controller);
          if (same.size === 0 && running.get(name) === same) running.delete(name);
        },
      };
    },
    cancel: (name: string): void => {
      for (const controller of running.get(name) ?? []) controller.abort();
    },
    get size(): number {
      return running.size;
    },
  };
};
