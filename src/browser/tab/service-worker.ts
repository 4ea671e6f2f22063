import type { Session } from '../devtools/cdp.ts';

/** One that a page has registered: neither its script nor what it asks for is told to the page's session. */
export interface ServiceWorker {
  /** `starts`: its script is being fetched, or run for the first time; `works`: it has become active, or is no more. */
  readonly state: 'starts' | 'runs' | 'works';
  readonly changedAt: number;
}

interface ServiceWorkerWatch {
  /** The one that came to its work last; undefined where none did. */
  readonly latest: ServiceWorker | undefined;
  /** Another document has come: its own is still to come to its work. */
  begin(): void;
}

/** @param session of the page. */
export const watchServiceWorker = (session: Session): ServiceWorkerWatch => {
  let latest: ServiceWorker | undefined;
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    const version = versions.at(-1);
    if (version === undefined) return;
    const { status, runningStatus } = version;
    const isDone = status === 'activated' || status === 'redundant';
    // One of an earlier page is of no interest.
    if (isDone && latest === undefined) return;
    const state = isDone ? 'works' : runningStatus === 'running' ? 'runs' : 'starts';
    latest = { state, changedAt: performance.now() };
  });
  return {
    get latest() {
      return latest;
    },
    begin: () => {
      latest = undefined;
    },
  };
};
