import type { PageRequest } from '../browser/arrive/page-request.ts';
import type { Caller } from '../contract/access.ts';
import { ServiceError } from '../contract/error.ts';
import type { OutputName, Scraped, ScrapeRequest } from '../contract/scrape.ts';
import { Deadline } from '../deadline.ts';
import { outputs, pdfItself, renderLive } from '../output/outputs.ts';
import type { Renderer } from '../output/render.ts';
import type { Snapshot } from '../page.ts';
import { type AnswerParts, answerFrom, factsOf } from './answer.ts';
import { buildPageRequest } from './build-page-request.ts';
import { type Planner, wantsMainContent } from './planner.ts';
import { timingsOf } from './timings.ts';

/** Page in, output out: the spine of a scrape. */

export type Scrape = (request: ScrapeRequest, caller: Caller, signal: AbortSignal) => Promise<Scraped>;

interface Parts extends AnswerParts<Scraped> {
  readonly renderer: Renderer;
}

/** Answers may be this much later than `timeout_ms`: the page is read, only its conversion is under way. */
const conversionGraceMs = 250;

export const createScrape = ({
  obtain,
  renderer,
  cache,
  planner,
  ownerSlots,
  threadSlots,
  metrics,
}: Parts): Scrape => {
  const fetchPage = async (request: ScrapeRequest, caller: Caller, signal: AbortSignal): Promise<Scraped> => {
    using deadline = new Deadline(request.timeout_ms, signal);
    using conversion = new Deadline(request.timeout_ms + conversionGraceMs, signal, tooLate);
    const asked = performance.now();
    using _ = await ownerSlots.take(caller.owner, deadline.signal);
    const begun = performance.now();
    const obtained = await obtain(requestFor(request, caller, planner), (page) => renderLive(page, request), {
      retries: request.retry,
      deadline,
    });
    const marks = { asked, begun, obtained: performance.now() };
    const { snapshot, value, warnings } = obtained;
    using _work = await threadSlots.take(caller.owner, snapshot, conversion.signal);
    const rendered = await renderer.render(snapshot, request.output, request.options, conversion);
    const data = value ?? pdfItself(snapshot, request.output) ?? rendered.data;
    if (data === null) throw noPicture(snapshot, request.output);
    planner.learn(request, obtained, rendered.data);
    return {
      data,
      warnings: [...warnings, ...rendered.warnings],
      metadata: {
        ...rendered.metadata,
        ...factsOf(obtained),
        timings: timingsOf(marks, obtained),
      },
    };
  };

  return (request, caller, signal) =>
    answerFrom(
      cache.get(request, caller, signal, (shared) => fetchPage(request, caller, shared)),
      (outcome) => metrics.scrapes.inc({ output: request.output, outcome }),
    );
};

const tooLate = () =>
  new ServiceError('scrape_failed', {
    reason: 'too_slow',
    message: 'The page arrived, but there was no time left to convert it.',
  });

const noPicture = ({ file }: Snapshot, output: OutputName): Error =>
  file === undefined
    ? new Error(`no ${output} was made`)
    : new ServiceError('scrape_failed', {
        reason: 'unsupported_content_type',
        message: `The address holds a document, not a page: no ${output} can be made of it.`,
      });

const requestFor = (request: ScrapeRequest, caller: Caller, planner: Planner): PageRequest => {
  const { reads, needsMedia } = outputs[request.output];
  return buildPageRequest(request, caller, {
    blockMedia: request.block_media && !needsMedia,
    viewport: request.output === 'screenshot' ? request.options : undefined,
    asText: reads === 'snapshot',
    planFor: planner.planFor(request, { live: reads === 'page', trusting: wantsMainContent(request) }),
    ...planner.efforts,
  });
};
