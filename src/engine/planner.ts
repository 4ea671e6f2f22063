import type { Plan } from '../browser/arrive/received.ts';
import type { FramePlan } from '../browser/tab/frame-use.ts';
import type { Visited } from '../browser/visited.ts';
import type { Data, PageQuery, ScrapeRequest } from '../contract/scrape.ts';
import type { Logger } from '../log.ts';
import type { Renderer } from '../output/render.ts';
import { hasRoute } from '../url.ts';
import type { Verdicts } from './verdicts.ts';

/** Decides whether a page is shown in the browser or read from its response, and learns which pages need the browser. */
export interface Planner {
  /** How to read the page of a request, by its address after redirects. */
  planFor(query: PageQuery, need: Need): (url: string) => Plan;
  /** Whether timers may bring content to the page at an address. */
  timersMatter(url: string): boolean;
  /** When the animation frames of the page at an address are taken. */
  framesOf(url: string): FramePlan;
  /** Whether the page at an address may fill on sight what is empty. */
  sightsMatter(url: string): boolean;
  /** Whether quiet may bring something to the page at an address, one with so many scripts. */
  quietMatters(url: string, scripts: number): boolean;
  /**
   * Compares, in the background, a page that was read both ways. @param data what became of the browser's reading.
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
  readonly renderer: Renderer;
  readonly log: Logger;
}

const comparisonMs = 10_000;

export const createPlanner = ({ render, verdicts, renderer, log }: Parts): Planner => ({
  planFor: (query, { live, trusting }) => {
    if (render === 'always') return () => ({ from: 'browser', why: 'setting' });
    if (live || asksForBrowser(query)) return () => ({ from: 'browser', why: 'asked' });
    if (!isOrdinary(query)) return () => ({ from: 'response', scripts: false });
    return (url) => verdicts.planFor(url, trusting);
  },
  timersMatter: verdicts.timersMatter,
  framesOf: verdicts.framesOf,
  sightsMatter: verdicts.sightsMatter,
  quietMatters: verdicts.quietMatters,
  learn: (request, { raw, snapshot, wait, warnings, timers, frames, sights, quiet }, data, links) => {
    // A caller's own proxy may give what the site does not, and what is learned counts for others.
    if (request.proxy_url !== undefined) return;
    if (timers !== undefined) verdicts.learnTimers(snapshot.url, timers);
    if (frames !== undefined) verdicts.learnFrames(snapshot.url, frames);
    if (sights !== undefined) verdicts.learnSights(snapshot.url, sights);
    if (quiet !== undefined) verdicts.learnQuiet(snapshot.url, quiet.scripts, quiet.brought);
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
});

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
