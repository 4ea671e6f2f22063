import type { PagePeer, Place, SitePeer } from './peer.ts';
import { playwrightVersion } from './playwright.ts';
import { linkedomVersion, readability } from './readability.ts';

interface Context {
  readonly page: { content(): Promise<string> };
  readonly request: { readonly url: string; readonly userData: { readonly visit?: string } };
  readonly blockRequests: () => Promise<void>;
  readonly enqueueLinks: () => Promise<unknown>;
}
interface Crawler {
  run(urls?: readonly string[]): Promise<unknown>;
  addRequests(requests: readonly object[]): Promise<unknown>;
  teardown(): Promise<void>;
}
interface Crawlee {
  readonly PlaywrightCrawler: new (options: object, configuration: unknown) => Crawler;
  readonly Configuration: new (options: object) => unknown;
  readonly log: { setLevel(level: number): void };
}

const packages = {
  dependencies: {
    '@crawlee/playwright': '3.18.1',
    'playwright-core': playwrightVersion,
    // The library without its downloads.
    playwright: `npm:playwright-core@${playwrightVersion}`,
  },
  overrides: { linkedom: linkedomVersion },
};

/** A crawler as its documentation advises: images, styles and fonts blocked, and all places open from the start. */
const createCrawler = (
  { load, browser: executablePath }: Place,
  parallel: number,
  options: object,
): Crawler => {
  const { PlaywrightCrawler, Configuration, log } = load('@crawlee/playwright') as Crawlee;
  log.setLevel(1);
  return new PlaywrightCrawler(
    {
      launchContext: {
        launcher: (load('playwright-core') as { chromium: object }).chromium,
        launchOptions: { executablePath },
      },
      headless: true,
      minConcurrency: parallel,
      maxConcurrency: parallel,
      preNavigationHooks: [({ blockRequests }: Context) => blockRequests()],
      ...options,
    },
    new Configuration({ persistStorage: false }),
  );
};

/** Single pages in a crawler that is kept alive, made into Markdown as most people do. */
export const crawleePages: PagePeer = {
  name: 'Crawlee + Readability + Turndown',
  how: 'PlaywrightCrawler kept alive, media blocked, load event, then Readability and Turndown: Markdown is the answer',
  packages: { ...packages, dependencies: { ...packages.dependencies, ...readability.packages.dependencies } },
  pictures: false,
  open: async (place) => {
    const toMarkdown = readability.open(place);
    const waiting = new Map<string, { resolve(text: string): void; reject(error: Error): void }>();
    let visits = 0;
    const crawler = createCrawler(place, 16, {
      keepAlive: true,
      maxRequestRetries: 0,
      requestHandler: async ({ page, request }: Context) => {
        const { visit = '' } = request.userData;
        waiting.get(visit)?.resolve(await toMarkdown(await page.content(), request.url));
      },
      failedRequestHandler: async ({ request }: Context, error: Error) => {
        waiting.get(request.userData.visit ?? '')?.reject(error);
      },
    });
    const running = crawler.run();
    return {
      read: async (url) => {
        const visit = String(++visits);
        const text = await new Promise<string>((resolve, reject) => {
          waiting.set(visit, { resolve, reject });
          crawler.addRequests([{ url, uniqueKey: visit, userData: { visit } }]).catch(reject);
        }).finally(() => waiting.delete(visit));
        return { text, engine: 'browser' };
      },
      close: async () => {
        await crawler.teardown();
        await running;
      },
    };
  },
};

export const crawleeSites: SitePeer = {
  name: 'Crawlee PlaywrightCrawler',
  how: 'images and styles blocked as its documentation advises, HTML of every page, links enqueued; nothing is stored',
  packages,
  crawl: async (place, { start, parallel }) => {
    let pages = 0;
    let last = 0;
    const crawler = createCrawler(place, parallel, {
      requestHandler: async ({ page, enqueueLinks }: Context) => {
        if ((await page.content()).length > 0) pages += 1;
        await enqueueLinks();
        last = performance.now();
      },
    });
    const startedAt = performance.now();
    await crawler.run([start]);
    return { pages, seconds: (last - startedAt) / 1000 };
  },
};
