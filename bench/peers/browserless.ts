import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../test/support/postgres.ts';
import type { PagePeer, Place } from './peer.ts';

const startMs = 60_000;

/** It starts the Chromium that its Playwright would have downloaded: ours is put into that place. */
const placeBrowser = ({ load, folder, browser }: Place): string => {
  const browsers = join(folder, 'browsers');
  process.env.PLAYWRIGHT_BROWSERS_PATH = browsers;
  const { chromium } = load('playwright-core') as { chromium: { executablePath(): string } };
  const expected = chromium.executablePath();
  mkdirSync(dirname(expected), { recursive: true });
  rmSync(expected, { force: true });
  symlinkSync(browser, expected);
  return browsers;
};

/** It refuses to start where it lacks one of the browsers of its endpoints: it is shown those of Chromium only. */
const placeEndpoints = (server: string, folder: string): string => {
  const routes = join(folder, 'routes');
  rmSync(routes, { recursive: true, force: true });
  mkdirSync(routes);
  symlinkSync(join(server, 'build/routes/chromium'), join(routes, 'chromium'));
  return routes;
};

const untilItAnswers = async (url: string, child: ChildProcess): Promise<void> => {
  const end = performance.now() + startMs;
  while (performance.now() < end && child.exitCode === null) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answers) return;
    await delay(100);
  }
  throw new Error('browserless did not start');
};

/** The server of the npm package, by its REST API: it starts a browser for each request. */
export const browserless: PagePeer = {
  name: 'browserless',
  how: 'POST /chromium/content of its server (defaults: a new browser for each page, load event); HTML is the answer',
  packages: { dependencies: { '@browserless.io/browserless': '2.42.0' } },
  pictures: true,
  open: async (place) => {
    const browsers = placeBrowser(place);
    const port = await freePort();
    const server = join(place.folder, 'node_modules/@browserless.io/browserless');
    const child = spawn(process.execPath, [join(server, 'build/index.js')], {
      // It warns of its own schemas.
      stdio: 'ignore',
      cwd: server,
      env: {
        ...process.env,
        PLAYWRIGHT_BROWSERS_PATH: browsers,
        ROUTES: placeEndpoints(server, place.folder),
        HOST: '127.0.0.1',
        PORT: String(port),
        DEBUG: '-*',
        // Its own limits: ten at once.
        CONCURRENT: '32',
        QUEUED: '100',
      },
    });
    process.once('exit', () => child.kill());
    const origin = `http://127.0.0.1:${port}`;
    await untilItAnswers(origin, child);
    // Its Chromium runs as this user does: root cannot have a sandbox.
    const launch = encodeURIComponent(JSON.stringify({ args: ['--no-sandbox'] }));
    const ask = async (endpoint: string, body: object): Promise<Response> => {
      const response = await fetch(`${origin}/chromium/${endpoint}?launch=${launch}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${endpoint}: ${response.status} ${await response.text()}`);
      return response;
    };
    return {
      read: async (url, { waitForSelector, output = 'text' }) => {
        const wait = waitForSelector === undefined ? {} : { waitForSelector: { selector: waitForSelector } };
        const page = { url, gotoOptions: { waitUntil: 'load' }, ...wait };
        if (output === 'text') return { text: await (await ask('content', page)).text(), engine: 'browser' };
        const options = output === 'screenshot' ? { options: { fullPage: true } } : {};
        const picture = await ask(output, { ...page, ...options });
        return { text: '', bytes: (await picture.arrayBuffer()).byteLength, engine: 'browser' };
      },
      close: async () => {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      },
    };
  },
};
