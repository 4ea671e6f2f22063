import type { Page } from 'playwright-core';
import type { DashboardWorld } from './dashboard-world.ts';

/** The views of the dashboard, each with what makes it worth looking at. */

export interface Shot {
  readonly title: string;
  readonly view: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click();

export const shots = ({ site }: DashboardWorld, crawl: string): readonly Shot[] => [
  {
    title: 'playground',
    view: 'playground',
    prepare: async (page) => {
      await page.getByLabel('url *').fill(`${site.origin}/birds/1`);
      await run(page);
      await page.getByRole('tab', { name: 'Rendered' }).waitFor();
    },
  },
  {
    title: 'timing',
    view: 'playground/scrape',
    prepare: async (page) => {
      await page.getByLabel('url *').fill(`${site.origin}/birds/5`);
      await run(page);
      await page.getByRole('tab', { name: 'Timing' }).click();
    },
  },
  {
    title: 'evidence',
    view: 'playground/extract',
    prepare: async (page) => {
      await page.getByLabel('url *').fill(`${site.origin}/product`);
      await page
        .getByLabel('schema')
        .fill(
          '{"type":"object","properties":{"name":{"type":"string"},"price":{"type":"number"},"brand":{"type":"string"},"weight":{"type":"string"}}}',
        );
      await run(page);
      await page.getByRole('button', { name: 'Show price in the page' }).click();
      await page.frameLocator('iframe.frame').locator('#found').waitFor();
      await page.locator('iframe.frame').scrollIntoViewIfNeeded();
    },
  },
  {
    title: 'error',
    view: 'playground/scrape',
    prepare: async (page) => {
      await page.getByLabel('url *').fill('http://10.0.0.1/');
      await run(page);
      await page.getByRole('alert').waitFor();
    },
  },
  { title: 'crawls', view: 'crawls' },
  {
    title: 'crawl',
    view: `crawls/${crawl}`,
    prepare: async (page) => {
      await page.getByText('completed').waitFor();
    },
  },
  {
    title: 'webhooks',
    view: 'webhooks',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Show' }).first().click();
      await page.getByText('thank you').waitFor();
    },
  },
  { title: 'keys', view: 'keys' },
  { title: 'usage', view: 'usage' },
  { title: 'system', view: 'system' },
];
