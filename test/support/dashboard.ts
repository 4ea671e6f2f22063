import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { testBinary } from './browser.ts';

/** The dashboard in a browser of a user. */

export interface Looked extends AsyncDisposable {
  readonly page: Page;
  /** What the content security policy has refused, in any frame, and what was thrown. */
  readonly complaints: string[];
}

/** A Chromium as users have it, not ours. */
export const startUserBrowser = (): Promise<Browser> => chromium.launch({ executablePath: testBinary() });

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/** @param key entered before the page is opened, as by who was here before; nobody has if undefined. */
export const look = async (
  browser: Browser,
  url: string,
  { key, ...options }: BrowserContextOptions & { key?: string } = {},
): Promise<Looked> => {
  const context = await browser.newContext({ viewport: desktop, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/content security policy|trusted ?types?/i.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  if (key !== undefined)
    await page.addInitScript((value) => {
      // A frame may be gone before it has a storage.
      if (self === top && sessionStorage.getItem('gannet.key') === null)
        sessionStorage.setItem('gannet.key', value);
    }, key);
  await page.goto(`${url}/ui/`);
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
};

/** Goes to a view and waits until nothing in it is being loaded. */
export const openView = async ({ page }: Looked, path: string): Promise<void> => {
  await page.goto(page.url().replace(/(?:#.*)?$/, `#/${path}`));
  // Of the same view another visit.
  await page.reload();
  await page.locator('main h1').first().waitFor();
  await page.waitForFunction(() => !/Loading …/.test(document.querySelector('main')?.textContent ?? ''));
};
