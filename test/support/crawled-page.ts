import type { FetchedPage } from '../../src/crawl/fetch-page.ts';
import { digestsOf } from '../../src/output/digests.ts';

/** Pages as a crawl gets them, without a browser. */

type Page = FetchedPage['page'];

const words = 'the gannet folds its wings and falls like an arrow into the cold grey water '.repeat(2);

export const metadataOf = (canonical_url: string | null) => ({ canonical_url }) as Page['metadata'];

export const pageOf = ({ markdown = words, ...page }: Pick<Page, 'url'> & Partial<Page>): FetchedPage => ({
  kind: 'page',
  attempts: 1,
  durationMs: 1,
  page: {
    status: 200,
    contentType: 'text/html',
    outcome: 'ok',
    engine: 'response',
    markdown,
    digests: digestsOf(markdown),
    data: null,
    metadata: metadataOf(null),
    links: [],
    isFeed: false,
    restMs: 0,
    ...page,
  },
});
