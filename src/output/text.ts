import type { Data, Options, OutputName, PageMetadata } from '../contract/scrape.ts';
import { readLinks } from '../document/links.ts';
import { markdownPage, markdownType } from '../document/markdown-text.ts';
import { type Page, readPage } from '../document/page.ts';
import { childElements } from '../document/tree.ts';
import type { Snapshot } from '../page.ts';
import { soundData } from '../text.ts';
import { renderCsv } from './csv.ts';
import { renderHtml } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { feedIn, plainCsv, plainMarkdown } from './plain.ts';
import type { Tell } from './warnings.ts';

export interface Rendered<N extends OutputName> {
  /** Null for outputs that are pictures of the live page: of these the snapshot tells the metadata alone. */
  readonly data: N extends 'screenshot' | 'pdf' ? null : Data[N];
  readonly metadata: PageMetadata;
  /** Every link of the whole page, not of its content alone; for Markdown with links. */
  readonly pageLinks?: readonly string[];
  /** What the caller should know of the answer. */
  readonly warnings: readonly string[];
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
  html: (page, _snapshot, options) => renderHtml(page, options),
  csv: ({ document }, snapshot, options, tell) =>
    plainCsv(document, snapshot) ?? renderCsv(document, options, tell),
  screenshot: () => null,
  pdf: () => null,
};

/**
 * Snapshot in, output out; pure and synchronous.
 * @throws ServiceError `invalid_request` for a selector that is none.
 */
export const renderText = <N extends OutputName>(
  snapshot: Snapshot,
  output: N,
  options: Options[N],
): Rendered<N> => {
  const { html, baseUrl, title, headers } = markdownType.test(snapshot.contentType)
    ? { ...snapshot, html: markdownPage(snapshot.html, snapshot.title), title: '' }
    : snapshot;
  const page = readPage(html, baseUrl, { title, language: headers['content-language'] });
  const feed = feedIn(page, snapshot);
  if (feed !== undefined) {
    const shown = { ...snapshot, contentType: 'text/html', html: feed.html, title: '' };
    const rendered = renderText(shown, output, options);
    return {
      ...rendered,
      metadata: { ...rendered.metadata, author: feed.authors || null },
      warnings: [...feed.warnings, ...rendered.warnings],
    };
  }
  // Before the renderer changes the document.
  const pageLinks = output === 'markdown' && 'links' in options && options.links ? linksOf(page) : undefined;
  const warnings = new Set<string>();
  const data = renderers[output](page, snapshot, options, (warning) => warnings.add(warning));
  return soundData({
    data,
    metadata: page.metadata,
    warnings: [...warnings],
    ...(pageLinks && { pageLinks }),
  });
};

const linksOf = ({ document, base }: Page): string[] =>
  readLinks(childElements(document), base).map(({ url }) => url);
