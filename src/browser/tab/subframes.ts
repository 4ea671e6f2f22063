import { ProtocolError } from '../../page.ts';
import { type Protocol, type Session, TargetGone } from '../devtools/cdp.ts';
import { enterWorld, type World } from './world.ts';

/**
 * Frames that neither the scripts of the document around them nor ours can look into: of another origin, or sandboxed. Those
 * of another site, and sandboxed ones, are shown by processes of their own.
 */
export interface Subframes {
  /** As they are now; in no order. */
  readonly all: readonly Subframe[];
  /** To those in processes of their own. */
  readonly sessions: readonly Session[];
  /** Whether there is one of them that cannot be asked anything yet. */
  readonly areComing: boolean;
}

/** The document that such a frame shows. */
export interface Subframe {
  readonly session: Session;
  /** Entered when it is asked for first. @throws ProtocolError when the document is gone. */
  world(): Promise<World>;
}

/** Of one page, that are looked at, loaded and read: an advertisement in each of a hundred is not what a reader came for. */
export const mostFrames = 20;

/** Whether the frame that it runs in has room for something. */
export const isSeen = '() => innerWidth > 10 && innerHeight > 10';

/** How one session tells of its frames. */
interface Teller {
  readonly session: Session;
  /** The topmost of its frames: of the page, or of the process. */
  readonly root: string;
}

interface Listener {
  /** Is told of each session to a frame before anything is told to that. */
  readonly onAttached: (session: Session) => Promise<unknown>;
  /** Is told of those to frames that nobody sees: what they ask for brings the page nothing. */
  readonly onUnseen: (session: Session) => Promise<unknown>;
}

/**
 * Attaches to the frames in processes of their own as soon as they are there.
 * @param page tells of the page's frames.
 */
export const watchSubframes = (
  page: Teller,
  attach: (targetId: string) => Promise<Session>,
  { onAttached, onUnseen }: Listener,
): Subframes => {
  const shown = new Map<string, Subframe>();
  const origins = new Map<string, string>();
  /** The sessions to those in processes of their own; none where it is still to come. */
  const apart = new Map<string, Session | undefined>();

  const show = ({ session }: Teller, frameId: string) => {
    if (shown.size >= mostFrames) return;
    let entered: Promise<World> | undefined;
    const world = () => {
      entered ??= enterWorld(session, frameId);
      return entered;
    };
    shown.set(frameId, { session, world });
  };

  const note = (teller: Teller, frame: Protocol.Page.Frame) => {
    const around = origins.get(frame.parentId ?? '');
    // What has no address of its own is of the origin of the document around it.
    const origin = /^about:/.test(frame.url) ? around : frame.securityOrigin;
    origins.set(frame.id, origin ?? '');
    shown.delete(frame.id);
    if (frame.id === page.root) shown.clear();
    else if (frame.unreachableUrl === undefined && (frame.id === teller.root || origin !== around))
      show(teller, frame.id);
  };

  const forget = (frameId: string) => {
    shown.delete(frameId);
    origins.delete(frameId);
  };

  const follow = (teller: Teller) => {
    const { session } = teller;
    session.on('Page.frameNavigated', ({ frame }) => note(teller, frame));
    session.on('Page.frameDetached', ({ frameId, reason }) => {
      forget(frameId);
      if (reason === 'swap') tryToAdopt(frameId);
    });
  };

  const noteTree = (teller: Teller, { frame, childFrames = [] }: Protocol.Page.FrameTree): string[] => {
    note(teller, frame);
    return [frame.id, ...childFrames.flatMap((child) => noteTree(teller, child))];
  };

  const adopt = async (root: string): Promise<void> => {
    if (apart.has(root) || apart.size >= mostFrames) return;
    apart.set(root, undefined);
    const session = await attach(root);
    session.gone.addEventListener('abort', () => {
      apart.delete(root);
      // It may be shown by this process again.
      if (shown.get(root)?.session === session) forget(root);
    });
    const teller = { session, root };
    follow(teller);
    await onAttached(session);
    const { frameTree } = await session.send('Page.getFrameTree');
    const inside = new Set(noteTree(teller, frameTree));
    apart.set(root, session);
    const world = await shown.get(root)?.world();
    if (world && !(await world.call(isSeen, []))) await onUnseen(session);
    const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'iframe' }] });
    for (const { targetId, parentFrameId = '' } of targetInfos)
      if (inside.has(parentFrameId)) tryToAdopt(targetId);
  };

  const tryToAdopt = (root: string) => {
    adopt(root).catch((error: unknown) => {
      if (!(error instanceof ProtocolError || error instanceof TargetGone)) throw error;
      // It is gone meanwhile.
      apart.delete(root);
    });
  };

  follow(page);
  return {
    get all() {
      return [...shown.values()];
    },
    get sessions() {
      return [...apart.values()].flatMap((session) => session ?? []);
    },
    get areComing() {
      return [...apart.values()].includes(undefined);
    },
  };
};
