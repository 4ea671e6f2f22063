import { ServiceError } from '../contract/error.ts';
import type { Options, OutputName } from '../contract/scrape.ts';
import type { Deadline } from '../deadline.ts';
import { asPage, type ConvertFile } from '../file/convert.ts';
import type { Snapshot } from '../page.ts';
import { type Entry, moduleBeside, type Threads } from '../threads.ts';
import { outputs } from './outputs.ts';
import type { Crawled, Rendered } from './text.ts';
import type { Comparison, CrawlTask, compareTask, crawlTask, Outcome, runTask, Task } from './worker.ts';

/** Renders snapshots on threads of their own. */
export interface Renderer {
  /**
   * @throws ServiceError `invalid_request` for a selector that is none; the deadline's reason when it ends first,
   * with the thread that was still at work; `scrape_failed` when the thread died of the page.
   */
  render<N extends OutputName>(
    snapshot: Snapshot,
    output: N,
    options: Options[N],
    deadline: Deadline,
  ): Promise<Rendered<N>>;
  /** Renders a page of a crawl, as `render` does. */
  renderCrawled(snapshot: Snapshot, options: Options['markdown'], deadline: Deadline): Promise<Crawled>;
  /**
   * Whether the response of a page holds all that the browser showed; undefined where that is too little to tell.
   * @throws what the thread threw; the signal's reason.
   */
  saysSame(comparison: Comparison, signal: AbortSignal): Promise<boolean | undefined>;
  /** Has a thread render a page, and load it where none is free: the first page would take 50 ms more, or wait 0.4 s. */
  warm(signal: AbortSignal): Promise<void>;
}

const module = moduleBeside(import.meta.url, 'worker');
const entries = {
  runTask: { module, name: 'runTask' },
  crawlTask: { module, name: 'crawlTask' },
  compareTask: { module, name: 'compareTask' },
} satisfies {
  [name in keyof {
    runTask: typeof runTask;
    crawlTask: typeof crawlTask;
    compareTask: typeof compareTask;
  }]: Entry & { name: name };
};

/** What threads that render load first. */
export const rendering: Entry = entries.runTask;

interface Parts {
  readonly threads: Threads;
  readonly convertFile: ConvertFile;
  /** Told of a page for which there was no time: the thread that was at work on it has ended. */
  readonly onLate?: () => void;
}

export const createRenderer = ({ threads, convertFile, onLate = () => undefined }: Parts): Renderer => {
  const run = (entry: Entry, task: unknown, signal: AbortSignal) =>
    threads.run(entry, task, signal).catch((cause: unknown) => {
      if (!signal.aborted) throw new ServiceError('scrape_failed', { cause });
      onLate();
      throw signal.reason;
    });
  /** All of a document is its content. */
  const read = async <O extends object>(snapshot: Snapshot, options: O, signal: AbortSignal) => {
    const { page, warnings } = await asPage(snapshot, (file) => convertFile(file, signal));
    const isWhole = page !== snapshot && 'only_main_content' in options;
    return { page, warnings, options: isWhole ? { ...options, only_main_content: false } : options };
  };

  return {
    render: async <N extends OutputName>(
      snapshot: Snapshot,
      output: N,
      options: Options[N],
      { signal }: Deadline,
    ) => {
      // Of a file whose name alone is wanted nothing is read.
      const isRead = outputs[output].reads === 'snapshot';
      const { page, warnings, ...rest } = isRead
        ? await read(snapshot, options, signal)
        : { page: snapshot, warnings: [], options };
      const task: Task<N> = { snapshot: page, output, ...rest };
      const outcome: Outcome<N> = await run(entries.runTask, task, signal);
      if ('rendered' in outcome)
        return { ...outcome.rendered, warnings: [...warnings, ...outcome.rendered.warnings] };
      const { code, message, extras } = outcome.refused;
      throw new ServiceError(code, { message, ...extras });
    },
    renderCrawled: async (snapshot, options, { signal }) => {
      const { page, warnings, ...rest } = await read(snapshot, options, signal);
      const task: CrawlTask = { snapshot: page, ...rest };
      const crawled: Crawled = await run(entries.crawlTask, task, signal);
      return { ...crawled, warnings: [...warnings, ...crawled.warnings] };
    },
    saysSame: (comparison, signal) => threads.run(entries.compareTask, comparison, signal),
    warm: async (signal) => {
      await threads.run(entries.runTask, anyTask, signal);
    },
  };
};

const anyTask: Task<'markdown'> = {
  snapshot: {
    url: 'https://example.com/',
    status: 200,
    headers: {},
    contentType: 'text/html',
    html: '<title>Any</title><main><h1>Any</h1><p>Some text, <a href="/">a link</a>.</p></main>',
    title: 'Any',
    baseUrl: 'https://example.com/',
  },
  output: 'markdown',
  options: { only_main_content: true, include_selectors: [], exclude_selectors: [], links: false },
};
