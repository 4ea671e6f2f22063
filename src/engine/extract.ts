import type { Caller } from '../contract/access.ts';
import { errors, ServiceError } from '../contract/error.ts';
import type { Extracted, ExtractRequest, Wanted } from '../contract/extract.ts';
import { Deadline } from '../deadline.ts';
import type { Extractor } from '../extract/extractor.ts';
import { checkSelectors } from '../extract/selectors.ts';
import { evaluateXPaths, fromXPaths } from '../extract/xpath.ts';
import type { LivePage } from '../page.ts';
import { type AnswerParts, answerFrom, factsOf } from './answer.ts';
import { buildPageRequest } from './build-page-request.ts';
import { timingsOf } from './timings.ts';

/** Page in, data out: the spine of an extraction. */

export type Extract = (request: ExtractRequest, caller: Caller, signal: AbortSignal) => Promise<Extracted>;

interface Parts extends AnswerParts<Extracted> {
  readonly extractor: Extractor;
}

/** Answers may be this much later than the budget: the page is read, only what is wanted of it is looked for. */
const searchGraceMs = 250;

export const createExtract = ({
  obtain,
  extractor,
  cache,
  planner,
  ownerSlots,
  threadSlots,
  metrics,
}: Parts): Extract => {
  const fetchData = async (
    request: ExtractRequest,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<Extracted> => {
    using deadline = new Deadline(request.timeout_ms, signal);
    using search = new Deadline(request.timeout_ms + searchGraceMs, signal, tooLate);
    const asked = performance.now();
    using _ = await ownerSlots.take(caller.owner, deadline.signal);
    const begun = performance.now();
    const { wanted } = request;
    // Expressions are for the browser, in the document as it shows it, whatever its type.
    const live = wanted.method === 'xpath';
    const page = buildPageRequest(request, caller, {
      blockMedia: request.block_media,
      viewport: undefined,
      asText: !live,
      asSent: live,
      planFor: planner.planFor(request, { live, trusting: false }),
    });
    /** When a page was asked for the expressions that has not answered. */
    let evaluatingSince: number | undefined;
    const evaluate = async (shown: LivePage) => {
      if (wanted.method !== 'xpath') return undefined;
      evaluatingSince = performance.now();
      const answers = await evaluateXPaths(shown, wanted.xpaths);
      evaluatingSince = undefined;
      return answers;
    };
    const obtained = await obtain(page, evaluate, { retries: request.retry, deadline }).catch((error) => {
      throw hasCrashed(error) && isLong(evaluatingSince) ? tooMuch() : error;
    });
    const marks = { asked, begun, obtained: performance.now() };
    const { snapshot, value, warnings } = obtained;
    const searched = async (described: Exclude<Wanted, { method: 'xpath' }>) => {
      using _ = await threadSlots.take(caller.owner, snapshot, search.signal);
      return await extractor.extract(snapshot, described, search);
    };
    const found = wanted.method === 'xpath' ? fromXPaths(wanted.xpaths, value) : await searched(wanted);
    return {
      data: found.data,
      warnings: [...warnings, ...found.warnings],
      metadata: {
        extraction_method: wanted.method,
        confidence: found.confidence,
        fields: found.fields,
        ...factsOf(obtained),
        timings: timingsOf(marks, obtained),
      },
    };
  };

  return (request, caller, signal) => {
    const { wanted } = request;
    const given = async () => {
      if (wanted.method === 'css_selector') checkSelectors(wanted.selectors);
      return cache.get(request, caller, signal, (shared) => fetchData(request, caller, shared));
    };
    const reworded = given().catch((error: unknown) => {
      throw inWordsOfExtract(error);
    });
    return answerFrom(reworded, (outcome) => metrics.extracts.inc({ method: wanted.method, outcome }));
  };
};

const hasCrashed = (error: unknown): boolean =>
  error instanceof ServiceError && error.extras.reason === 'browser_crashed';

/** Milliseconds. Expressions that are at it for longer are why their tab took too much memory, and was ended for it. */
const longMs = 1000;
const isLong = (since: number | undefined): boolean =>
  since !== undefined && performance.now() - since >= longMs;

const tooMuch = () =>
  new ServiceError('timeout', {
    reason: 'xpath',
    message: 'The XPath expressions took too much memory to evaluate.',
  });

const tooLate = () =>
  new ServiceError('extract_failed', {
    reason: 'too_slow',
    message: 'The page arrived, but there was no time left to find in it what is wanted.',
  });

/** Below, pages are spoken of in the words of a scrape. */
const inWordsOfExtract = (error: unknown): unknown => {
  if (!(error instanceof ServiceError)) return error;
  const { code, message, extras, cause } = error;
  const reworded = (text: string) => text.replace('wait_for_selector', 'options.wait_for');
  const isDefault = message === errors.scrape_failed.message;
  return new ServiceError(code === 'scrape_failed' ? 'extract_failed' : code, {
    ...extras,
    message: isDefault ? errors.extract_failed.message : reworded(message),
    ...(extras.issues && {
      issues: extras.issues.map((issue) => ({ ...issue, path: reworded(issue.path) })),
    }),
    cause,
  });
};
