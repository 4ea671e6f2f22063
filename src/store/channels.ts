import type { Logger } from '../log.ts';

/** @param payload what was sent along. */
export type Hear = (payload: string) => void;

/** The listeners of each notification channel. */
export const createChannels = (log: Logger) => {
  const hearers = new Map<string, Set<Hear>>();

  return {
    names: () => hearers.keys(),
    /** @returns removes it. */
    add: (channel: string, hear: Hear): (() => void) => {
      const hearing = hearers.get(channel) ?? new Set();
      hearers.set(channel, hearing.add(hear));
      return () => {
        hearing.delete(hear);
      };
    },
    deliver: (channel: string, payload: string): void => {
      for (const hear of hearers.get(channel) ?? []) {
        try {
          hear(payload);
        } catch (error) {
          // It was called by the driver: nobody above could handle the error.
          log.error({ err: error, channel }, 'a notification was not handled');
        }
      }
    },
  };
};
