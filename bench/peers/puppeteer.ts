import type { PagePeer } from './peer.ts';

interface Page {
  goto(url: string, options: { waitUntil: 'load' }): Promise<unknown>;
  waitForSelector(selector: string): Promise<unknown>;
  content(): Promise<string>;
  screenshot(options: { fullPage: boolean }): Promise<Uint8Array>;
  pdf(): Promise<Uint8Array>;
}
interface Puppeteer {
  launch(options: { executablePath: string; args: readonly string[] }): Promise<{
    createBrowserContext(): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }>;
    close(): Promise<void>;
  }>;
}

/** As Playwright, by the other library that people drive Chromium with. */
export const puppeteer: PagePeer = {
  name: 'puppeteer-core',
  how: 'a new context for each page, goto until the load event, content(); nothing is blocked, HTML is the answer',
  packages: { dependencies: { 'puppeteer-core': '25.16.0' } },
  pictures: true,
  open: async ({ load, browser: executablePath }) => {
    const { launch } = (load('puppeteer-core') as { default: Puppeteer }).default;
    // Playwright has no sandbox by default, and root cannot have one.
    const browser = await launch({ executablePath, args: ['--no-sandbox'] });
    return {
      read: async (url, { waitForSelector, output = 'text' }) => {
        const context = await browser.createBrowserContext();
        try {
          const page = await context.newPage();
          await page.goto(url, { waitUntil: 'load' });
          if (waitForSelector !== undefined) await page.waitForSelector(waitForSelector);
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
