import { ProtocolError, ScriptError } from '../../page.ts';
import type { Protocol, Session } from '../devtools/cdp.ts';
import type { Activity } from './activity.ts';

/**
 * Runs our functions in an isolated world of the main frame: they see the page's DOM, the page sees nothing of them
 * and cannot replace what they call. A function must be self-contained: only its source text travels.
 */
export type Evaluate = <A extends readonly unknown[], R>(
  fn: (...args: A) => R,
  ...args: A
) => Promise<Awaited<R>>;

type Argument = Protocol.Runtime.CallArgument;

/** The isolated world of one document. */
export interface World {
  readonly session: Session;
  readonly context: number;
  /**
   * Calls a function, given by its source, for plain data.
   * @throws ProtocolError when the document is gone, ScriptError when the function throws.
   */
  // biome-ignore lint/suspicious/noExplicitAny: what a function given as text returns is known to its caller alone
  call(source: string, args: readonly Argument[]): Promise<any>;
  /** Has functions there before they are called: to send and compile a long one takes as long as to run it. */
  keep(sources: readonly string[]): Promise<void>;
}

/** @throws ProtocolError when the session's process does not show the frame. */
export const enterWorld = async (session: Session, frameId: string): Promise<World> => {
  const { executionContextId: context } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'gannet',
  });
  /** Where in the world the functions are that it has run. */
  const kept = new Map<string, number>();
  let last = 0;
  return {
    session,
    context,
    call: async (source, args) => {
      const at = kept.get(source);
      const place = at ?? last++;
      const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
        functionDeclaration: at === undefined ? keeping(source, place) : again(place),
        executionContextId: context,
        arguments: [...args],
        returnByValue: true,
        awaitPromise: true,
      });
      if (exceptionDetails) {
        const text = exceptionDetails.exception?.description ?? exceptionDetails.text;
        throw new ScriptError(text.slice(0, 1000));
      }
      kept.set(source, place);
      return result.value;
    },
    keep: async (sources) => {
      const missing = sources
        .filter((source) => !kept.has(source))
        .map((source) => ({ source, place: last++ }));
      if (missing.length === 0) return;
      const lines = missing.map(({ source, place }) => `${keptAt(place)} = (${source});`);
      await session.send('Runtime.callFunctionOn', {
        functionDeclaration: `function () { ${lines.join('\n')} }`,
        executionContextId: context,
      });
      for (const { source, place } of missing) kept.set(source, place);
    },
  };
};

/** A page is looked at again and again: half of what that takes is for a long function to come there and be compiled. */
const keptAt = (place: number) => `(globalThis.gannetKept ??= [])[${place}]`;
const keeping = (source: string, place: number) =>
  `function (...args) { return (${keptAt(place)} = (${source}))(...args) }`;
const again = (place: number) => `function (...args) { return ${keptAt(place)}(...args) }`;

/**
 * Works in the isolated world of the document that a tab shows, from the beginning again where another document takes its
 * place meanwhile. It is entered once for each document: that costs as long as a call.
 * @throws ProtocolError when that one is gone, too.
 */
export type InWorld = <R>(work: (world: World) => Promise<R>) => Promise<R>;

export const createWorld = (session: Session, mainFrame: string, activity: Activity): InWorld => {
  let entered: { readonly loaderId: string; readonly world: Promise<World> } | undefined;
  // Not left to the error of a world that is gone: in another process its number may be that of the page's own.
  const current = (loaderId: string): Promise<World> => {
    if (entered?.loaderId !== loaderId) entered = { loaderId, world: enterWorld(session, mainFrame) };
    return entered.world;
  };
  // While it is parsed: then it can be asked at once when it is.
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === mainFrame) current(frame.loaderId).catch(() => undefined);
  });
  return async (work) => {
    const inCurrent = async () => work(await current(activity.loaderId));
    return inCurrent().catch((error: unknown) => {
      if (!(error instanceof ProtocolError) || entered === undefined) throw error;
      entered = undefined;
      return inCurrent();
    });
  };
};

export const createEvaluate =
  (inWorld: InWorld): Evaluate =>
  (fn, ...args) =>
    inWorld((world) =>
      world.call(
        fn.toString(),
        args.map((value) => ({ value })),
      ),
    );
