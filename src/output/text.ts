import type { Data, Options, OutputName, PageMetadata } from '../contract/scrape.ts';
import { markdownPage, markdownType } from '../document/formats/markdown-text.ts';
import { type Page, readPage } from '../document/page.ts';
import { escapeHtml } from '../document/tree/escape.ts';
import { readLinkedPages } from '../document/tree/links.ts';
import { childElements } from '../document/tree/tree.ts';
import type { Snapshot } from '../page.ts';
import { soundData } from '../text.ts';
import { renderCsv } from './csv.ts';
import { type Digests, digestsOf } from './digests.ts';
import { renderHtml } from './html.ts';
import { renderMarkdown } from './markdown/markdown.ts';
import { feedIn, plainCsv, plainMarkdown } from './plain.ts';
import type { Tell } from './warnings.ts';

/** Markdown, HTML and CSV of a snapshot: runs on a thread. */

export interface Rendered<N extends OutputName> {
  /** Null for outputs that are pictures of the live page: of these the snapshot tells the metadata alone. */
  readonly data: N extends 'screenshot' | 'pdf' ? null : Data[N];
  readonly metadata: PageMetadata;
  /** What the caller should know of the answer. */
  readonly warnings: readonly string[];
}

/** The Markdown of a page of a crawl, and what else the crawl must know of the page. */
export interface Crawled extends Rendered<'markdown'> {
  /** The pages that all of it leads to, not its content alone, each once. */
  readonly links: readonly string[];
  readonly digests: Digests;
  /** Whether it is a feed, whatever type it was sent as. */
  readonly isFeed: boolean;
}

type Renderers = {
  readonly [N in OutputName]: (
    page: Page,
    snapshot: Snapshot,
    options: Options[N],
    tell: Tell,
  ) => Rendered<N>['data'];
};

const renderers: Renderers = {
  markdown: (page, snapshot, options, tell) =>
    plainMarkdown(page, snapshot) ?? renderMarkdown(page, options, tell),
  html: (page, _snapshot, options, tell) => renderHtml(page, options, tell),
  csv: ({ document }, snapshot, options, tell) =>
    plainCsv(document, snapshot) ?? renderCsv(document, options, tell),
  screenshot: () => null,
  pdf: () => null,
};

interface Wanted<N extends OutputName> {
  readonly output: N;
  readonly options: Options[N];
  /** Told of the page that is rendered, before the renderer changes it. `shown`: what it was made of, the page of a feed. */
  readonly look?: (page: Page, shown: Snapshot) => void;
}

/** What the browser shows in a form of its own, as a page of HTML. */
const inHtml = (snapshot: Snapshot): Snapshot => {
  const { contentType, html, title, url } = snapshot;
  if (markdownType.test(contentType)) return { ...snapshot, html: markdownPage(html, title), title: '' };
  if (contentType === 'image/svg+xml') return { ...snapshot, html: `<img src="${escapeHtml(url)}">` };
  return snapshot;
};

const render = <N extends OutputName>(snapshot: Snapshot, wanted: Wanted<N>): Rendered<N> => {
  const { output, options, look = () => undefined } = wanted;
  const { html, baseUrl, title, headers } = inHtml(snapshot);
  const page = readPage(html, baseUrl, { title, language: headers['content-language'] });
  const feed = feedIn(page, snapshot);
  if (feed !== undefined) {
    const shown = { ...snapshot, contentType: 'text/html', html: feed.html, title: '' };
    const rendered = render(shown, wanted);
    return {
      ...rendered,
      metadata: { ...rendered.metadata, author: feed.authors || null },
      warnings: [...feed.warnings, ...rendered.warnings],
    };
  }
  look(page, snapshot);
  const warnings = new Set<string>();
  const data = renderers[output](page, snapshot, options, (warning) => warnings.add(warning));
  return soundData({
    data,
    metadata: page.metadata,
    warnings: [...warnings],
  });
};

/**
 * Snapshot in, output out; pure and synchronous.
 * @throws ServiceError `invalid_request` for a selector that is none.
 */
export const renderText = <N extends OutputName>(
  snapshot: Snapshot,
  output: N,
  options: Options[N],
): Rendered<N> => render(snapshot, { output, options });

/** The same for a page of a crawl. */
export const renderCrawled = (snapshot: Snapshot, options: Options['markdown']): Crawled => {
  let links: readonly string[] = [];
  let isFeed = false;
  const look = ({ document, base }: Page, shown: Snapshot) => {
    links = readLinkedPages(childElements(document), base);
    isFeed = shown !== snapshot;
  };
  const rendered = render(snapshot, { output: 'markdown', options, look });
  return { ...rendered, links, digests: digestsOf(rendered.data.markdown), isFeed };
};
