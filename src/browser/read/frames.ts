import { setTimeout as delay } from 'node:timers/promises';
import { ProtocolError } from '../../page.ts';
import { type Session, TargetGone } from '../devtools/cdp.ts';
import { isData } from '../tab/request-uses.ts';
import { mostFrames } from '../tab/subframes.ts';
import { enterWorld, type World } from '../tab/world.ts';
import { isThin } from '../wait/ask.ts';
import { type Probe, probeIn } from '../wait/probe.ts';

/** Reads `<iframe>`s of other origins, which no script of the page can look into. */

/** For one frame, and for all of a page: they are asked at the same time, and one may never answer. */
const frameMs = 1000;
const allFramesMs = 1500;

export type Attach = (targetId: string) => Promise<Session>;

/** Reads frames of other origins, for one page. One of this process is found by its id, one of another is a target by it. */
export interface FrameReader {
  /** @returns undefined for a frame that does not answer in time, is gone, or is one too many. */
  read<T>(parent: Session, frameId: string, look: (world: World) => Promise<T>): Promise<T | undefined>;
}

/**
 * @param idleMs how long frames of other processes are given to have all that they ask for: those that show nothing yet,
 * or little where `isBare`, as the page around them does.
 */
export const createFrameReader = (
  attach: Attach,
  { idleMs, isBare }: { readonly idleMs: number; readonly isBare: boolean },
): FrameReader => {
  let left = mostFrames;
  const begun = performance.now();

  const shows = async (world: World): Promise<boolean> =>
    isBare ? !isThin(await probeIn(world)) : (await world.call(contentOf.toString(), [])) !== 'none';

  /** @param prolong is called for a frame that is given more time. */
  const enter = (parent: Session, frameId: string, prolong: () => void): Promise<World> =>
    enterWorld(parent, frameId).catch(async (error: unknown) => {
      if (!(error instanceof ProtocolError)) throw error;
      const session = await attach(frameId);
      const world = await enterWorld(session, frameId);
      if (await shows(world)) return world;
      prolong();
      await untilIdle(session, frameId, idleMs);
      // It may show another document by now.
      return enterWorld(session, frameId);
    });

  return {
    read: async (parent, frameId, look) => {
      if (left-- <= 0) return undefined;
      const late = Promise.withResolvers<undefined>();
      let end = Math.min(performance.now() + frameMs, begun + allFramesMs);
      const endLater = () => setTimeout(late.resolve, Math.max(0, end - performance.now()), undefined);
      let timer = endLater();
      const prolong = () => {
        clearTimeout(timer);
        end += idleMs;
        timer = endLater();
      };
      const reading = (async () => {
        const world = await enter(parent, frameId, prolong);
        return (await untilShown(world, end)) ? look(world) : undefined;
      })();
      return Promise.race([reading.catch(missing), late.promise]).finally(() => clearTimeout(timer));
    },
  };
};

/** Chromium tells of an idle network up to two seconds late: data that have come, and asked for no more, end the wait. */
const landedMs = 300;

/** Waits until a frame waits for nothing any more; that it did so before is told when it is attached to. */
const untilIdle = async (session: Session, frameId: string, ms: number): Promise<void> => {
  const idle = Promise.withResolvers<void>();
  const latest = setTimeout(idle.resolve, ms);
  let landed: NodeJS.Timeout | undefined;
  const data = new Set<string>();
  const land = ({ requestId }: { readonly requestId: string }) => {
    if (!data.has(requestId)) return;
    clearTimeout(landed);
    landed = setTimeout(idle.resolve, landedMs);
  };
  session.on('Page.lifecycleEvent', ({ frameId: frame, name }) => {
    if (frame === frameId && name === 'networkIdle') idle.resolve();
  });
  session.on('Network.requestWillBeSent', () => clearTimeout(landed));
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (isData(type)) data.add(requestId);
  });
  session.on('Network.loadingFinished', land);
  session.on('Network.loadingFailed', land);
  try {
    await Promise.all([
      session.send('Network.enable'),
      session.send('Page.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
    ]);
    await idle.promise;
  } finally {
    clearTimeout(latest);
    clearTimeout(landed);
  }
};

/** A frame may leave while it is read. */
const missing = (error: unknown): undefined => {
  if (!(error instanceof ProtocolError || error instanceof TargetGone)) throw error;
  return undefined;
};

/**
 * A frame that shows nothing yet, and is still loading or has scripts that may, has until then to do so; one that shows
 * a spinner has until then to show what it is for.
 * @returns false for the browser's own error page.
 */
const untilShown = async (world: World, until: number): Promise<boolean> => {
  for (const pauseMs of [10, 20, 40, 60, 80, 100, 100]) {
    const [content, { busy }]: [ReturnType<typeof contentOf>, Probe] = await Promise.all([
      world.call(contentOf.toString(), []),
      probeIn(world),
    ]);
    if (content === 'error') return false;
    if ((content === 'shown' && !busy) || performance.now() + pauseMs > until) break;
    await delay(pauseMs);
  }
  return true;
};

/** Self-contained: runs in the frame's isolated world. */
const contentOf = (): 'shown' | 'none' | 'error' => {
  if (location.protocol === 'chrome-error:') return 'error';
  const body = Object.getOwnPropertyDescriptor(Document.prototype, 'body')?.get?.call(document);
  if (/\S/.test(body?.innerText ?? '')) return document.readyState === 'loading' ? 'none' : 'shown';
  if (document.readyState !== 'complete') return 'none';
  const has = (selector: string) => Document.prototype.querySelector.call(document, selector) !== null;
  return has('script') && !has('img,svg,canvas,video,iframe,frame,object,embed,input,button')
    ? 'none'
    : 'shown';
};
