import type { PagePeer } from './peer.ts';

interface Page {
  goto(url: string, options: { waitUntil: 'load' }): Promise<unknown>;
  waitForSelector(selector: string, options: { state: 'attached' }): Promise<unknown>;
  content(): Promise<string>;
  screenshot(options: { fullPage: boolean }): Promise<Buffer>;
  pdf(): Promise<Buffer>;
}
interface Context {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}
interface Playwright {
  readonly chromium: {
    launch(options: { executablePath: string }): Promise<{
      newContext(): Promise<Context>;
      close(): Promise<void>;
    }>;
  };
}

export const playwrightVersion = '1.65.1';

/** Pages as people read them with Playwright: its defaults, a context for each page, the load event, the content. */
export const playwright: PagePeer = {
  name: 'playwright-core',
  how: 'a new context for each page, goto until the load event, content(); nothing is blocked, HTML is the answer',
  packages: { dependencies: { 'playwright-core': playwrightVersion } },
  pictures: true,
  open: async ({ load, browser: executablePath }) => {
    const { chromium } = load('playwright-core') as Playwright;
    const browser = await chromium.launch({ executablePath });
    return {
      read: async (url, { waitForSelector, output = 'text' }) => {
        const context = await browser.newContext();
        try {
          const page = await context.newPage();
          await page.goto(url, { waitUntil: 'load' });
          if (waitForSelector !== undefined)
            await page.waitForSelector(waitForSelector, { state: 'attached' });
          if (output === 'text') return { text: await page.content(), engine: 'browser' };
          const picture = await (output === 'pdf' ? page.pdf() : page.screenshot({ fullPage: true }));
          return { text: '', bytes: picture.length, engine: 'browser' };
        } finally {
          await context.close();
        }
      },
      close: () => browser.close(),
    };
  },
};
