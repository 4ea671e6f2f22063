import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a Chromium is installed. */

/** Binaries themselves, not the shell wrappers that distributions put on the PATH. */
const wellKnown = [
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/usr/lib/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The Chromium to start: the configured one, or one that is installed. `npm start` finds or installs one first
 * (scripts/run.mjs); this is for processes started without it.
 * @returns undefined when there is none.
 */
export const findBrowser = (configured: string | undefined, path: string): string | undefined => {
  if (configured !== undefined) return existsSync(configured) ? configured : undefined;
  const onPath = path.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...wellKnown, ...onPath].find((candidate) => existsSync(candidate));
};
