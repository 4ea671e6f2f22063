import { ProtocolError } from '../page.ts';
import type { Session } from './cdp.ts';

/** The page's own script failed, or one of ours met something it did not expect. */
class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

/**
 * Runs our functions in an isolated world of the main frame: they see the page's DOM, the page sees nothing of them
 * and cannot replace what they call. A function must be self-contained: only its source text travels.
 */
export type Evaluate = <A extends readonly unknown[], R>(
  fn: (...args: A) => R,
  ...args: A
) => Promise<Awaited<R>>;

export const createWorld = (session: Session, mainFrame: string): Evaluate => {
  let context: number | undefined;

  const enter = async (): Promise<number> => {
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId: mainFrame,
      worldName: 'gannet',
    });
    context = executionContextId;
    return executionContextId;
  };

  const call = async (source: string, args: readonly unknown[]) =>
    session.send('Runtime.callFunctionOn', {
      functionDeclaration: source,
      executionContextId: context ?? (await enter()),
      arguments: args.map((value) => ({ value })),
      returnByValue: true,
      awaitPromise: true,
    });

  return async (fn, ...args) => {
    const source = fn.toString();
    const { result, exceptionDetails } = await call(source, args).catch((error: unknown) => {
      // A navigation has thrown the world away: a new one is entered once.
      if (!(error instanceof ProtocolError) || context === undefined) throw error;
      context = undefined;
      return call(source, args);
    });
    if (exceptionDetails) {
      const text = exceptionDetails.exception?.description ?? exceptionDetails.text;
      throw new ScriptError(text.slice(0, 1000));
    }
    return result.value;
  };
};
