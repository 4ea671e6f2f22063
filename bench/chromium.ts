import { findBrowser } from '../src/browser/process/find.ts';

/** The Chromium that all of them drive. @throws Error when there is none. */
export const browserPath = (): string => {
  const binary = findBrowser(process.env.GANNET_BROWSER, process.env.PATH ?? '');
  if (binary === undefined) throw new Error('no Chromium found: npm run bench finds or installs one');
  return binary;
};
