import type { Logger } from '../../log.ts';
import type { Metrics } from '../../metrics.ts';
import type { Egress, EgressListener } from '../../net/egress.ts';
import type { Session } from '../devtools/cdp.ts';
import type { Fleet } from '../process/fleet.ts';
import type { Generation } from '../process/supervisor.ts';
import { toldOfRequests } from './activity.ts';
import { createTabFrames } from './animation-frames.ts';
import { stopFlood } from './flood.ts';
import { createNavigation, type Navigation } from './navigation.ts';
import { drawInFull, drawSmall, putWindowAway, type WindowSize } from './sight.ts';

/** Opens tabs, each in a browser context of its own, and cleans them between visits. */

/** What the responses to a visit have left behind in its context. */
export interface Traces {
  /** A body that would be used again, or asked about. */
  mayBeCached: boolean;
}

/** An isolated browser context with one tab and its own way out. */
export interface OpenTab {
  readonly session: Session;
  /** The id of its main frame, too. */
  readonly targetId: string;
  readonly egress: EgressListener;
  readonly navigation: Navigation;
  /** To one of its frames that lives in another process. */
  attach(targetId: string): Promise<Session>;
  /** Its browser still runs and is not to be replaced, and the tab has not crashed or shown too many pages. */
  readonly usable: boolean;
  /** A page was shown in it: there may be more behind it than cookies and cached bodies. */
  readonly hasShown: boolean;
  /** Forgets what responses have left behind: cookies and cached bodies. Nothing else outlives a page never shown. */
  clean(traces: Traces): Promise<void>;
  /** The page that it shows does nothing any more, until `bringUp`. */
  pause(): Promise<void>;
  /** Its pages run: before anything is shown in it. */
  bringUp(): Promise<void>;
  /** Animation frames of its page come at their full rate: without being asked for, once its document is parsed. */
  takeFrames(): void;
  /** Whether frames of the next page are taken only when they are asked for. To be called before anything is shown. */
  holdFrames(value: boolean): void;
  /**
   * Its pages are drawn as large as they are from now on: for whom looks at them, or points at what is in them. To be called
   * before anything else sets their size.
   */
  drawInFull(): Promise<void>;
  /** Gives the page that it shows a window of this size. Others are not shown in it afterwards. */
  resize(size: WindowSize): Promise<void>;
  dispose(): Promise<void>;
}

/** The renderer of one site grows with every page. */
const mostShown = 50;

interface Parts {
  readonly fleet: Fleet;
  readonly egress: Egress;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface Tabs {
  /** Waits for a browser until the signal aborts. @throws its reason. */
  open(signal: AbortSignal): Promise<OpenTab>;
  /** In a browser that is started for this tab alone and ends with it, where browsers can be started. @throws as `open`. */
  openApart(signal: AbortSignal): Promise<OpenTab>;
  /** Tells of every browser that is to be replaced or has ended: its tabs are not usable any more. */
  onBrowserRetired(listener: () => void): void;
  /** Contexts that are open. */
  readonly count: number;
  /** Browsers that they are opened in. */
  readonly browsers: number;
}

export const createTabs = ({ fleet, egress, log, metrics }: Parts): Tabs => {
  let count = 0;
  const counted = (change: 1 | -1) => {
    count += change;
    metrics.contexts.set(count);
  };

  // A dead browser has taken its contexts along.
  const disposeContext = (generation: Generation, browserContextId: string): Promise<unknown> =>
    generation.browser.connection.browser
      .send('Target.disposeBrowserContext', { browserContextId })
      .catch((error: unknown) => log.debug({ err: error }, 'context not disposed'));

  const openIn = async (generation: Generation): Promise<OpenTab> => {
    const { connection } = generation.browser;
    const listener = await egress.open().catch((error: unknown) => {
      fleet.release(generation);
      throw error;
    });
    let contextId: string | undefined;
    const dispose = async () => {
      await Promise.all([
        contextId === undefined ? undefined : disposeContext(generation, contextId),
        listener.close(),
      ]);
      fleet.release(generation);
    };
    try {
      const made = await connection.browser.send('Target.createBrowserContext', {
        proxyServer: listener.url,
        proxyBypassList: '<-loopback>',
        disposeOnDetach: true,
      });
      contextId = made.browserContextId;
      const { targetId, session } = await openTarget(connection, contextId);
      session.on('Network.responseReceivedEarlyHints', listener.hinted);
      const parts = { generation, session, targetId, contextId, egress: listener };
      session.onFlood((event) => void stopFlood(parts, event, log));
      counted(1);
      return tabOf(parts, () => {
        counted(-1);
        return dispose();
      });
    } catch (error) {
      await dispose();
      throw error;
    }
  };

  return {
    onBrowserRetired: fleet.onRetired,
    open: async (signal) => openIn(await fleet.acquire(signal)),
    openApart: async (signal) => openIn(await fleet.acquireApart(signal)),
    get count() {
      return count;
    },
    get browsers() {
      return fleet.browsers.length;
    },
  };
};

/** What a tab is made of. */
interface Made {
  readonly generation: Generation;
  readonly session: Session;
  readonly targetId: string;
  readonly contextId: string;
  readonly egress: EgressListener;
}

const tabOf = (
  { generation, session, targetId, contextId, egress }: Made,
  dispose: () => Promise<void>,
): OpenTab => {
  const cleaning = { browserContextId: contextId };
  const { connection } = generation.browser;
  let shown = 0;
  let paused = false;
  let drawnSmall = true;
  let resized = false;
  const frames = createTabFrames(session, targetId);
  const runScripts = (value: boolean) => {
    paused = !value;
    return session.send('Emulation.setScriptExecutionDisabled', { value: !value });
  };
  return {
    session,
    targetId,
    egress,
    navigation: createNavigation(session),
    attach: connection.attach,
    get usable() {
      const isAsNew = !session.flooded && !resized;
      return !generation.retired && !session.gone.aborted && shown < mostShown && isAsNew;
    },
    get hasShown() {
      return shown > 0;
    },
    clean: async ({ mayBeCached }) => {
      await Promise.all([
        connection.browser.send('Storage.clearCookies', cleaning),
        mayBeCached ? session.send('Network.clearBrowserCache') : undefined,
      ]);
    },
    pause: async () => {
      if (!frames.shows) return;
      await Promise.all([frames.pause(), runScripts(false), session.send('Page.stopLoading')]);
    },
    bringUp: async () => {
      shown += 1;
      frames.begin();
      if (paused) await runScripts(true);
    },
    takeFrames: frames.take,
    holdFrames: frames.hold,
    drawInFull: async () => {
      if (!drawnSmall) return;
      drawnSmall = false;
      await drawInFull(session);
    },
    resize: async (size) => {
      resized = true;
      await drawSmall(session, size);
    },
    dispose,
  };
};

type Connection = Generation['browser']['connection'];

const openTarget = async ({ browser, attach }: Connection, browserContextId: string) => {
  const [{ targetId }] = await Promise.all([
    browser.send('Target.createTarget', { url: 'about:blank', browserContextId }),
    browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
  ]);
  const session = await attach(targetId);
  await Promise.all([
    session.send('Page.enable'),
    session.send('Network.enable', toldOfRequests),
    session.send('ServiceWorker.enable'),
    putWindowAway(session),
  ]);
  return { targetId, session };
};
