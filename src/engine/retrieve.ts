import type { PageOutput } from '../contract/crawl.ts';
import type { PageData } from '../contract/crawl-results.ts';
import type { PageOutcome } from '../contract/outcome.ts';
import { type PageMetadata, type ScrapeRequest, scrapeRequests } from '../contract/scrape.ts';
import { Deadline } from '../deadline.ts';
import type { Digests } from '../output/digests.ts';
import type { Renderer } from '../output/render.ts';
import type { Snapshot } from '../page.ts';
import { buildPageRequest } from './build-page-request.ts';
import type { Obtain } from './obtain.ts';
import { restMs } from './outcome/policy.ts';
import { type Planner, wantsMainContent } from './planner.ts';
import type { ThreadSlots } from './thread-slots.ts';

/** One page of a crawl: its Markdown, what else is made of it, its links and what became of it, from one visit. */

export interface RetrieveRequest {
  readonly url: string;
  readonly owner: string;
  /** The pages of a session share tabs, with cookies and storage, like those of one reader. */
  readonly session: string;
  readonly timeoutMs: number;
  readonly mainContent: boolean;
  readonly output: PageOutput;
  /** Whether a redirect may be followed. */
  readonly mayFollow?: (url: string) => Promise<boolean>;
}

export interface Retrieved {
  /** Address after redirects. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly outcome: PageOutcome;
  readonly engine: 'response' | 'browser';
  readonly markdown: string;
  /** Beside the Markdown, where that is asked for. */
  readonly data: PageData | null;
  readonly metadata: PageMetadata;
  /** The pages that all of it leads to, each once. */
  readonly links: readonly string[];
  readonly digests: Digests;
  readonly isFeed: boolean;
  /** Milliseconds that the site wants to be left alone (`Retry-After`). */
  readonly restMs: number;
}

/**
 * Asks for the page once: when it may be asked again is for the crawl to say, which keeps the pace of the host.
 * @throws ServiceError as a scrape does, and `scrape_failed` with reason `redirect_forbidden`.
 */
export type Retrieve = (request: RetrieveRequest, signal: AbortSignal) => Promise<Retrieved>;

interface Parts {
  readonly obtain: Obtain;
  readonly renderer: Renderer;
  /** Of its own: here a response must hold the links, too. */
  readonly planner: Planner;
  /** A page may keep a thread for long: no owner has all of them. */
  readonly threadSlots: ThreadSlots;
}

type MarkdownRequest = Extract<ScrapeRequest, { output: 'markdown' }>;

/** Answers may be this much later than `timeoutMs`: the page is read, only its conversion is under way. */
const conversionGraceMs = 1000;

export const createRetrieve = ({ obtain, renderer, planner, threadSlots }: Parts): Retrieve => {
  return async ({ url, owner, session, timeoutMs, mainContent, output, mayFollow }, signal) => {
    const request = markdownRequest(url, timeoutMs, mainContent);
    using deadline = new Deadline(timeoutMs, signal);
    using conversion = new Deadline(timeoutMs + conversionGraceMs, signal);
    const page = {
      ...buildPageRequest(
        request,
        { owner },
        {
          blockMedia: true,
          viewport: undefined,
          asText: true,
          planFor: planner.planFor(request, { live: false, trusting: wantsMainContent(request) }),
          ...planner.efforts,
        },
      ),
      holder: { owner, session },
      ...(mayFollow && { mayFollow }),
    };
    const obtained = await obtain(page, async () => undefined, { retries: false, deadline });
    const { snapshot, engine, outcome } = obtained;
    using _ = await threadSlots.take(owner, snapshot, conversion.signal, true);
    const crawled = await renderer.renderCrawled(snapshot, request.options, conversion);
    const { data, metadata, links, digests, isFeed } = crawled;
    const other = await others[output](renderer, { snapshot, mainContent, deadline: conversion });
    planner.learn(request, obtained, data, links);
    return {
      url: snapshot.url,
      status: snapshot.status,
      contentType: snapshot.contentType,
      outcome,
      engine: engine.name,
      markdown: data.markdown,
      data: other,
      metadata,
      links,
      digests,
      isFeed,
      restMs: restMs(outcome, snapshot.headers['retry-after'], Date.now()),
    };
  };
};

interface Shown {
  readonly snapshot: Snapshot;
  readonly mainContent: boolean;
  readonly deadline: Deadline;
}

/** What is made of a page beside its Markdown. */
const others: Readonly<Record<PageOutput, (renderer: Renderer, shown: Shown) => Promise<PageData | null>>> = {
  markdown: async () => null,
  html: async (renderer, { snapshot, mainContent, deadline }) => {
    const options = { ...contentOf(mainContent), links: false };
    return (await renderer.render(snapshot, 'html', options, deadline)).data;
  },
  csv: async (renderer, { snapshot, deadline }) =>
    (await renderer.render(snapshot, 'csv', { table_selector: 'table' }, deadline)).data,
};

const contentOf = (only_main_content: boolean) => ({
  only_main_content,
  include_selectors: [],
  exclude_selectors: [],
});

const markdownRequest = (url: string, timeout_ms: number, mainContent: boolean): MarkdownRequest => ({
  ...scrapeRequests.markdown.parse({ url, timeout_ms, retry: false }),
  output: 'markdown',
  options: { ...contentOf(mainContent), links: false },
});
