import { Deadline } from '../deadline.ts';
import { ProtocolError } from '../page.ts';
import { runActions } from './act/actions.ts';
import { waitForSelector } from './act/selector.ts';
import { hasFollowUp, type PageRequest } from './arrive/page-request.ts';
import type { Protocol } from './devtools/cdp.ts';
import { unblock } from './wait/ask.ts';
import type { WaitEnd } from './wait/settle.ts';
import { waitUntilDone } from './wait/wait.ts';
import { onTerms, type ShownPage, type Waiting, type WaitTerms } from './wait/waiting.ts';

/** Brings a page to where it can be read: the wait, then the caller's actions, script and selector. */

export const stopped = 'a script of the page did not end in time and was stopped';
export const endless = 'the page went on without end and was stopped';

/** Whether scripts had to be switched off to get hold of the page. */
const scriptless = (end: WaitEnd) => end === 'stuck' || end === 'restless';

interface StepsEnd {
  /** What ended the last wait. */
  readonly end: WaitEnd;
  /** The page was not final, and nothing was done on it. */
  readonly cutShort: boolean;
}

/** Waits for the page, does the caller's actions, runs the caller's script, waits for the caller's selector. */
export const takeSteps = async (request: PageRequest, waiting: Waiting): Promise<StepsEnd> => {
  const { warn } = waiting;
  const { actions, javascript, waitForSelector: selector, waitStrategy } = request;
  const settle = async (terms: Partial<WaitTerms> = {}): Promise<WaitEnd> => {
    const end = await waitUntilDone(waitStrategy, onTerms(waiting, terms));
    if (!scriptless(end)) return end;
    warn(end === 'stuck' ? stopped : endless);
    await unblock(waiting);
    if (end === 'restless') await waitUntilDone('default', waiting);
    return end;
  };

  const hasWork = actions.length > 0 || javascript !== undefined;
  const isFinal = () => request.isFinal?.(waiting.activity.main?.status ?? 0) ?? true;
  // A selector alone says itself when the page is ready.
  let end: WaitEnd = selector !== undefined && !hasWork && isFinal() ? 'selector' : await settle();
  if (hasFollowUp(request) && !isFinal()) {
    if (hasWork) warn(`${actions.length > 0 ? 'actions' : 'javascript'}: not run on an error page`);
    return { end, cutShort: true };
  }
  if (hasWork && !scriptless(end)) request.onScript?.();
  if (actions.length > 0 && scriptless(end)) warn('actions: not done');
  else if (actions.length > 0) {
    const { stuck, warnings } = await runActions(actions, waiting, request.mobile);
    for (const warning of warnings) warn(warning);
    if (stuck) end = 'stuck';
    // What follows the last action may be run ahead: a search begins some time after the last key.
    else if (selector === undefined || javascript !== undefined)
      end = await settle({ runsAhead: javascript === undefined ? 'always' : 'never', wakes: false });
  }
  if (javascript !== undefined) {
    const problem = scriptless(end) ? 'not run' : await runScript(waiting, javascript);
    if (problem !== undefined) warn(`javascript: ${problem}`);
    if (selector === undefined && !scriptless(end))
      end = await settle({ runsAhead: 'always', wakes: false, callerScriptRan: true });
  }
  if (selector !== undefined) {
    const { stuck } = await waitForSelector(selector, waiting);
    if (stuck) warn(stopped);
    end = stuck ? 'stuck' : 'selector';
  }
  return { end, cutShort: false };
};

/** It was not run, for a script returns nothing. What throws the same while it runs has a stack in its description. */
const isBody = ({ exceptionDetails: problem }: Protocol.Runtime.EvaluateResponse): boolean =>
  problem?.exception?.description === 'SyntaxError: Illegal return statement';

/**
 * Runs the caller's script in the page's own world, as a console does: it may await. What it ends with is awaited, too,
 * be it a promise or like one. The body of a function, which returns, is run as one. @returns what it threw, if it did.
 */
const runScript = async ({ session, until }: ShownPage, expression: string): Promise<string | undefined> => {
  using limit = new Deadline(Math.max(0, until - performance.now()));
  const run = (code: string) =>
    session.send('Runtime.evaluate', { expression: code, replMode: true, userGesture: true });
  const evaluate = async () => {
    const asScript = await run(expression);
    const ended = isBody(asScript) ? await run(`(async () => {${expression}\n})()`) : asScript;
    const { objectId } = ended.result;
    if (ended.exceptionDetails || objectId === undefined) return ended;
    const functionDeclaration = 'async function () { await this; }';
    return session.send('Runtime.callFunctionOn', { objectId, functionDeclaration, awaitPromise: true });
  };
  try {
    const { exceptionDetails: problem } = await limit.race(evaluate());
    const { description, value } = problem?.exception ?? {};
    // Errors have a description; whatever else may be thrown, texts above all, has a value.
    const thrown = problem && (description ?? String(value ?? problem.text));
    return thrown?.split('\n', 1)[0]?.slice(0, 300);
  } catch (error) {
    // The script went on to another page: what it came for.
    if (error instanceof ProtocolError) return undefined;
    if (!limit.signal.aborted) throw error;
    await session.send('Runtime.terminateExecution');
    return 'the script did not end in time';
  }
};
