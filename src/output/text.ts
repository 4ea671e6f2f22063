import type { Data, Options, OutputName, PageMetadata } from '../contract/scrape.ts';
import { type Page, readPage } from '../document/page.ts';
import type { Snapshot } from '../page.ts';
import { renderCsv } from './csv.ts';
import { renderHtml } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { plainCsv, plainMarkdown } from './plain.ts';

export interface Rendered<N extends OutputName> {
  /** Null for outputs that are pictures of the live page: of these the snapshot tells the metadata alone. */
  readonly data: N extends 'screenshot' | 'pdf' ? null : Data[N];
  readonly metadata: PageMetadata;
}

type Renderers = {
  readonly [N in OutputName]: (page: Page, snapshot: Snapshot, options: Options[N]) => Rendered<N>['data'];
};

const renderers: Renderers = {
  markdown: (page, snapshot, options) => plainMarkdown(page, snapshot) ?? renderMarkdown(page, options),
  html: (page, _snapshot, options) => renderHtml(page, options),
  csv: ({ document }, snapshot, options) => plainCsv(document, snapshot) ?? renderCsv(document, options),
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
  const page = readPage(snapshot.html, snapshot.baseUrl, snapshot.title);
  return { data: renderers[output](page, snapshot, options), metadata: page.metadata };
};
