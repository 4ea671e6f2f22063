import { type ErrorCode, type ErrorExtras, ServiceError } from '../contract/error.ts';
import type { Options, OutputName } from '../contract/scrape.ts';
import { cutAfter } from '../deadline.ts';
import type { Snapshot } from '../page.ts';
import { saysSame } from './compare.ts';
import { anyTable } from './csv.ts';
import { type Crawled, type Rendered, renderCrawled, renderText } from './text.ts';

/** What a worker thread is given. */
export interface Task<N extends OutputName> {
  readonly snapshot: Snapshot;
  readonly output: N;
  readonly options: Options[N];
}

/** What it gives back. Errors lose their class on the way between threads, so ours travel as plain data. */
export type Outcome<N extends OutputName> =
  | { readonly rendered: Rendered<N> }
  | {
      readonly refused: { readonly code: ErrorCode; readonly message: string; readonly extras: ErrorExtras };
    };

/** For a page of which the caller's selectors choose parts, in milliseconds. */
const mostMs = 10_000;

/** Entry of a worker thread. Only selectors can keep it at work for minutes, and others from it. */
export const runTask = <N extends OutputName>({ snapshot, output, options }: Task<N>): Outcome<N> => {
  const work = () => ({ rendered: renderText(snapshot, output, options) });
  try {
    return hasSelectors(options) ? (cutAfter(mostMs, work) ?? tooSlow) : work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { refused: { code: error.code, message: error.message, extras: error.extras } };
  }
};

const hasSelectors = (options: Options[OutputName]): boolean =>
  ('include_selectors' in options &&
    options.include_selectors.length + options.exclude_selectors.length > 0) ||
  ('table_selector' in options && options.table_selector !== anyTable);

const tooSlow = {
  refused: {
    code: 'scrape_failed',
    message: `The selectors take longer to find in this page than the ${mostMs / 1000} s that there are for it.`,
    extras: { reason: 'too_slow' },
  },
} as const;

/** A page of a crawl, without selectors. */
export interface CrawlTask {
  readonly snapshot: Snapshot;
  readonly options: Options['markdown'];
}

/** Entry of a worker thread. */
export const crawlTask = ({ snapshot, options }: CrawlTask): Crawled => renderCrawled(snapshot, options);

/** A page as its response tells it, and the Markdown that the browser's reading of it gave. */
export interface Comparison {
  readonly raw: Snapshot;
  readonly markdown: string;
  readonly options: Options['markdown'];
  /** Pages that the one that the browser showed leads to; its own site's must be in the response, too. */
  readonly links?: readonly string[] | undefined;
}

/** Entry of a worker thread: whether the response holds all that the browser showed; undefined where that is little. */
export const compareTask = ({ raw, markdown, options, links = [] }: Comparison): boolean | undefined => {
  const read = renderCrawled(raw, options);
  const { host } = new URL(raw.url);
  const known = new Set(read.links);
  const isMissing = (link: string) => new URL(link).host === host && !known.has(link);
  return links.some(isMissing) ? false : saysSame(read.data.markdown, markdown);
};
