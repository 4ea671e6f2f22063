import { ProtocolError, type Result } from '../../page.ts';
import type { Protocol, Session } from '../devtools/cdp.ts';
import { drop, type Paused } from '../devtools/paused.ts';

/**
 * How a tab goes from one main document to the next. One that was read from its response is held, not dropped: its
 * navigation can be led on to the next address as by a redirect, which costs a third of a new one (docs/adr/0018). What is
 * shown always comes of a navigation of its own.
 */
export interface Navigation {
  /** Which requests are paused; nothing is sent where that is so already. */
  pause(patterns: readonly Protocol.Fetch.RequestPattern[]): Promise<void>;
  /** No request is paused any more. */
  passAll(): Promise<void>;
  /** Whether the document held may be led on to an address: of the same origin, soon, and not for ever. */
  leadsTo(url: string): boolean;
  /** The site redirected the navigation itself: Chromium counts that, too. */
  redirected(): void;
  /** Leads the document held on to an address. @returns how the navigation ends, if it does. */
  leadOn(url: string): Promise<NavigationEnd>;
  /** Gives up the document held: a tab is set up for another visitor only while nothing is under way in it. */
  giveUp(): Promise<void>;
  /** Goes to an address anew. @param referrer whence, where it is not the caller's. @returns how that ends, if it does. */
  start(url: string, referrer?: string): Promise<NavigationEnd>;
  /** The same after the one under way, which was dropped, has ended: one to the same address would be ignored before. */
  startAgain(url: string): Promise<NavigationEnd>;
  /** Leaves a document that has been read: held where it may be led on, else dropped. @param whole nothing of it is still to come. */
  leave(paused: Paused, whole: boolean): Promise<void>;
}

export type NavigationEnd = Result<'Page.navigate'>;

interface Held {
  readonly requestId: string;
  readonly origin: string;
  /** `performance.now()` */
  readonly since: number;
}

/** Chromium gives up after twenty redirects, those of the site among them: the last one is left ten of its own. */
const mostSteps = 10;
const heldMs = 5000;

export const createNavigation = (session: Session): Navigation => {
  let patterns = '';
  let steps = 0;
  let held: Held | undefined;
  let current: Promise<NavigationEnd>;
  const start = (url: string, referrer?: string) => {
    steps = 0;
    current = session.send('Page.navigate', { url, ...(referrer && { referrer }) });
    // Whoever holds its document does not wait for its end.
    current.catch(() => undefined);
    return current;
  };
  /** Ends the navigation, and waits for that: the tab may be asked for something else then. */
  const end = async (requestId: string) => {
    await unlessGone(drop(session, { requestId }));
    await current;
  };
  return {
    pause: async (wanted) => {
      const text = JSON.stringify(wanted);
      if (text === patterns) return;
      patterns = text;
      await session.send('Fetch.enable', { patterns: [...wanted] });
    },
    passAll: async () => {
      patterns = '';
      await session.send('Fetch.disable');
    },
    leadsTo: (url) =>
      held !== undefined &&
      steps < mostSteps &&
      performance.now() - held.since < heldMs &&
      originOf(url) === held.origin,
    redirected: () => {
      steps += 1;
    },
    leadOn: async (url) => {
      const { requestId } = held ?? {};
      if (requestId === undefined) throw new Error('no document is held');
      held = undefined;
      steps += 1;
      const last = current;
      const isLed = await unlessGone(
        session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: 302,
          responseHeaders: [{ name: 'Location', value: url }],
          // One whose body was taken is not led on without another.
          body: 'IA==',
        }),
      );
      return isLed ? last : start(url);
    },
    giveUp: async () => {
      if (held === undefined) return;
      const { requestId } = held;
      held = undefined;
      await end(requestId);
    },
    start,
    startAgain: async (url) => {
      await current;
      return start(url);
    },
    leave: async ({ requestId, request }, whole) => {
      const origin = originOf(`${request.url}${request.urlFragment ?? ''}`);
      if (whole && origin !== undefined) held = { requestId, origin, since: performance.now() };
      else await end(requestId);
    },
  };
};

/** Whether a held document was still there to be dealt with. */
const unlessGone = (command: Promise<unknown>): Promise<boolean> =>
  command.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ProtocolError) return false;
      throw error;
    },
  );

/** A redirect would hand a fragment on, and not the name of a user. */
const originOf = (url: string): string | undefined => {
  const { origin, hash, username } = new URL(url);
  return hash === '' && username === '' ? origin : undefined;
};

/** As Chromium orders them in a navigation of its own: on the way of a redirect it puts hints behind. */
const order = [
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'upgrade-insecure-requests',
  'user-agent',
  'accept',
];

/** Headers for a document that was led on to, in order; cookies are put in anew. Undefined where there are others. */
export const inOrder = ({ request }: Paused): Protocol.Fetch.HeaderEntry[] | undefined => {
  const headers = Object.entries(request.headers)
    .filter(([name]) => name.toLowerCase() !== 'cookie')
    .map(([name, value]) => ({ name, value, place: order.indexOf(name.toLowerCase()) }))
    .sort((a, b) => a.place - b.place);
  return headers[0]?.place === -1 ? undefined : headers.map(({ name, value }) => ({ name, value }));
};
