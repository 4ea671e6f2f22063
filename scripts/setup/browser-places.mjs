// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { pathFolders } from './npm.mjs';

/**
 * Where a Chromium may be on one platform.
 * @typedef {object} Places
 * @property {readonly string[]} programs absolute paths and names on PATH, in the order in which they are tried. Real
 *   binaries come before the names, which are often shell scripts that add flags of their own; Edge comes last
 * @property {string} playwright folder of Playwright's browsers, from the home folder
 * @property {string} puppeteer the same for Puppeteer
 * @property {readonly string[]} executables inside a browser that one of the two has unpacked
 */

/** @type {Readonly<Record<string, Places>>} */
export const placesByPlatform = {
  linux: {
    programs: [
      '/usr/lib/chromium/chromium',
      '/usr/lib64/chromium/chromium',
      '/usr/lib64/chromium-browser/chromium-browser',
      '/usr/lib/chromium-browser/chromium-browser',
      'chromium',
      'chromium-browser',
      '/opt/google/chrome/chrome',
      'google-chrome-stable',
      'google-chrome',
      '/opt/microsoft/msedge/msedge',
      'microsoft-edge',
    ],
    playwright: '.cache/ms-playwright',
    puppeteer: '.cache/puppeteer',
    executables: ['chrome'],
  },
  darwin: {
    programs: [
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      'chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ],
    playwright: 'Library/Caches/ms-playwright',
    puppeteer: '.cache/puppeteer',
    executables: [
      'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
      'Chromium.app/Contents/MacOS/Chromium',
    ],
  },
  win32: {
    programs: [
      'C:\\Program Files\\Chromium\\Application\\chrome.exe',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
    ],
    playwright: 'AppData\\Local\\ms-playwright',
    puppeteer: '.cache\\puppeteer',
    executables: ['chrome.exe'],
  },
};

/**
 * Files that may be a Chromium, the preferred ones first.
 * @param {Places} places
 * @param {{ env: Record<string, string | undefined>, home: string }} user
 * @returns {string[]}
 */
export const candidates = (places, { env, home }) => {
  const programs = places.programs.flatMap((program) =>
    isAbsolute(program) ? [program] : pathFolders(env).map((folder) => join(folder, program)),
  );
  const playwright = env.PLAYWRIGHT_BROWSERS_PATH || join(home, places.playwright);
  const puppeteer = env.PUPPETEER_CACHE_DIR || join(home, places.puppeteer);
  const unpacked = [...newestFirst(playwright, 'chromium-'), ...newestFirst(join(puppeteer, 'chrome'), '')]
    .flatMap((browser) => newestFirst(browser, 'chrome-'))
    .flatMap((folder) => places.executables.map((executable) => join(folder, executable)));
  return [...programs, ...unpacked].filter((path) => existsSync(path));
};

/**
 * @param {string} folder
 * @param {string} prefix
 * @returns {string[]} the entries of `folder` whose names start with `prefix`, by the numbers in their names
 */
const newestFirst = (folder, prefix) =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.startsWith(prefix))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((name) => join(folder, name));
