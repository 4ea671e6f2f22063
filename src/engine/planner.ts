import type { EffortPlans, KnownPage } from '../browser/arrive/page-request.ts';
import type { Plan } from '../browser/arrive/received.ts';
import type { Visited } from '../browser/visited.ts';
import type { Data, PageQuery, ScrapeRequest } from '../contract/scrape.ts';
import type { Logger } from '../log.ts';
import type { Renderer } from '../output/render.ts';
import { hasRoute } from '../url.ts';
import { kindOf } from './page-kind.ts';
import { createFrameTrial, createTrial } from './trials.ts';
import type { Verdicts } from './verdicts.ts';

/**
 * Decides whether a page is shown in the browser or read from its response, and which efforts it is worth when it is shown;
 * learns both from the pages that were visited.
 */
export interface Planner {
  /** How to read the page of a request, by its address after redirects. */
  planFor(query: PageQuery, need: Need): (url: string) => Plan;
  /** Which efforts a shown page is worth. */
  readonly efforts: EffortPlans;
  /**
   * Learns from a page that was visited; one that was read both ways is compared in the background. @param data what
   * became of the browser's reading.
   * @param links where links count, those that the browser showed.
   */
  learn(
    request: ScrapeRequest,
    visited: Visited<unknown>,
    data: Data[keyof Data] | null,
    links?: readonly string[],
  ): void;
}

interface Need {
  /** Something is to be done with the page as the browser shows it. */
  readonly live: boolean;
  /** Whether what was learned of the kind of pages is believed, beyond that it needs the browser. */
  readonly trusting: boolean;
}

interface Parts {
  readonly render: 'auto' | 'always';
  readonly verdicts: Verdicts;
  /**
   * Which pages share what is learned of their timers and frames: those with the same scripts or, for the many pages of a
   * crawl, all of one kind.
   */
  readonly alikeBy: 'scripts' | 'address';
  readonly renderer: Pick<Renderer, 'saysSame'>;
  readonly log: Logger;
}

const comparisonMs = 10_000;

export const createPlanner = ({ render, verdicts, alikeBy, renderer, log }: Parts): Planner => {
  const timers = createTrial();
  const frames = createFrameTrial(timers);
  const sights = createTrial();
  const quiet = createTrial();
  /** Pages with the same scripts; undefined for a page like no other. */
  const withSameScripts = ({ url, scripts }: KnownPage) =>
    scripts === undefined ? undefined : `${kindOf(url)} ${scripts}`;
  /** A page whose kind is read from its responses is shown to check that: in full, like no other. */
  const isCheck = (url: string) => render === 'auto' && verdicts.isStill(url);
  const alike = (page: KnownPage) => {
    if (alikeBy === 'address') return kindOf(page.url);
    return isCheck(page.url) ? undefined : withSameScripts(page);
  };
  return {
    planFor: (query, { live, trusting }) => {
      if (render === 'always') return () => ({ from: 'browser', why: 'setting' });
      if (live || asksForBrowser(query)) return () => ({ from: 'browser', why: 'asked' });
      if (!isOrdinary(query)) return () => ({ from: 'response', scripts: false });
      return (url) => verdicts.planFor(url, trusting);
    },
    efforts: {
      planTimers: (page) => timers.plan(alike(page)),
      planFrames: (page) => frames.plan(alike(page)),
      planSights: (url) => sights.plan(kindOf(url)),
      planQuiet: (page) => quiet.plan(isCheck(page.url) ? undefined : withSameScripts(page)),
    },
    learn: (request, { raw, snapshot, wait, warnings, effects, scripts }, data, links) => {
      // A caller's own proxy may give what the site does not, and what is learned counts for others.
      if (request.proxy_url !== undefined) return;
      const page = { url: snapshot.url, scripts };
      timers.learn(alike(page), effects.timers);
      frames.learn(alike(page), effects.frames);
      sights.learn(kindOf(page.url), effects.sights);
      quiet.learn(withSameScripts(page), effects.quiet);
      const settled = wait.ended_by === 'quiet' || wait.ended_by === 'static';
      if (raw === undefined || !settled || warnings.length > 0) return;
      if (request.output !== 'markdown' || !wantsMainContent(request) || !isOrdinary(request)) return;
      if (data === null || !('markdown' in data)) return;
      const { markdown } = data;
      renderer
        .saysSame({ raw, markdown, options: request.options, links }, AbortSignal.timeout(comparisonMs))
        // Where the page led on by itself its response was not the page.
        .then((same) => {
          if (same !== undefined) verdicts.learn(raw.url, same && raw.url === snapshot.url, raw.html.length);
        })
        .catch((err: unknown) => log.debug({ err }, 'a page was not compared'));
    },
  };
};

/** What only a live page can give: a route, too, is for its script to read; who lets it load its images wants it shown. */
const asksForBrowser = (request: PageQuery): boolean =>
  hasRoute(request.url) ||
  !request.block_media ||
  request.actions.length > 0 ||
  request.javascript !== undefined ||
  request.wait_for_selector !== undefined ||
  !['automatic', 'default'].includes(request.wait_strategy);

/** What a site shows a phone, or somebody who is logged in, tells nothing of what it shows others. */
const isOrdinary = ({ headers, cookies, mobile, locale, timezone }: PageQuery): boolean =>
  !mobile &&
  locale === undefined &&
  timezone === undefined &&
  cookies.length === 0 &&
  Object.keys(headers).length === 0;

/** Verdicts are learned from the main content, and good for it alone. */
export const wantsMainContent = (request: ScrapeRequest): boolean =>
  (request.output === 'markdown' || request.output === 'html') &&
  request.options.only_main_content &&
  request.options.include_selectors.length === 0;
