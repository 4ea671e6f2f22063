/** Pages of all jobs of this process that are under way at once: owners take turns, whatever their jobs ask for. */
export interface PageSlots {
  /** Waits for a slot. @returns gives it back, once. @throws the signal's reason. */
  take(owner: string, signal: AbortSignal): Promise<() => void>;
}

type Start = () => void;

export const createPageSlots = (slots: number): PageSlots => {
  /** Who waits, by owner; a Map keeps the order of turns. */
  const lines = new Map<string, Start[]>();
  let taken = 0;

  const startNext = () => {
    const [owner, line] = lines.entries().next().value ?? [];
    if (owner === undefined || line === undefined) return;
    taken += 1;
    lines.delete(owner);
    line.shift()?.();
    // To the end of the turns.
    if (line.length > 0) lines.set(owner, line);
  };

  const leave = (owner: string, start: Start) => {
    const rest = lines.get(owner)?.filter((waiting) => waiting !== start) ?? [];
    if (rest.length > 0) lines.set(owner, rest);
    else lines.delete(owner);
  };

  const wait = (owner: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      const abort = () => {
        leave(owner, start);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      signal.addEventListener('abort', abort, { once: true });
      lines.set(owner, [...(lines.get(owner) ?? []), start]);
      if (taken < slots) startNext();
    });

  return {
    take: async (owner, signal) => {
      await wait(owner, signal);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        taken -= 1;
        startNext();
      };
    },
  };
};
