import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ensureBrowser, findBrowser } from '../scripts/setup/browser.mjs';
import { installers } from '../scripts/setup/browser-install.mjs';
import { launcherProject } from './support/launcher.ts';

/** A project and the places of a platform that has nothing outside of the project's folder. */
const fixture = () => {
  const made = launcherProject();
  made.env.PATH = join(made.home, 'bin');
  const places = {
    programs: [join(made.home, 'lib/real'), 'chromium', 'chrome', 'edge'],
    playwright: 'ms-playwright',
    puppeteer: 'puppeteer',
    executables: ['chrome'],
  };
  return { ...made, places, find: () => findBrowser(made.setup, places) };
};

describe('a browser is looked for', () => {
  test('in order: real binaries, names on PATH, Playwright, Puppeteer, the newest first', async () => {
    using made = fixture();
    // Each one is put before those that are there already.
    const places = [
      ['home/puppeteer/chrome/linux-139.0.1.2/chrome-linux64/chrome', 'Google Chrome for Testing 139.0.1.2'],
      ['home/ms-playwright/chromium-998/chrome-linux/chrome', 'Chromium 138.0.1.2'],
      ['home/ms-playwright/chromium-1255/chrome-linux64/chrome', 'Google Chrome for Testing 159.0.1.2'],
      ['home/bin/edge', 'Microsoft Edge 150.0.1.2'],
      ['home/bin/chrome', 'Google Chrome 150.0.1.2 unknown'],
      ['home/bin/chromium', 'Chromium 150.0.1.2 built on Debian GNU/Linux 12'],
      ['home/lib/real', 'Chromium 150.0.1.2'],
    ] as const;
    expect(await made.find()).toBeUndefined();
    for (const [path, version] of places) {
      const binary = made.browser(path, version);
      expect(await made.find()).toBe(binary);
    }
  });

  test('until one runs and is new enough', async () => {
    using made = fixture();
    made.browser('home/lib/real', 'Chromium 119.0.1.2');
    made.write('home/bin/chromium', '#!/bin/sh\necho this package is a stub; exit 1\n', 0o755);
    made.write('home/bin/chrome', 'not executable');
    const edge = made.browser('home/bin/edge', 'Microsoft Edge 120.0.1.2');
    expect(await made.find()).toBe(edge);
  });
});

describe('the browser', () => {
  test('that GANNET_BROWSER names is the one, or the start fails', async () => {
    using made = fixture();
    made.env.GANNET_BROWSER = made.browser('own/chromium', 'Chromium 140.0.1.2');
    expect(await ensureBrowser(made.setup, made.places)).toBe(made.env.GANNET_BROWSER);
    made.browser('home/lib/real', 'Chromium 150.0.1.2');
    made.browser('own/chromium', 'Firefox 140.0.1.2');
    await expect(ensureBrowser(made.setup, made.places)).rejects.toThrow(
      `GANNET_BROWSER is ${made.env.GANNET_BROWSER}, which does not run as Chromium 120 or newer (Firefox 140.0.1.2).`,
    );
  });

  test('is remembered as long as its file stays as it is', async () => {
    using made = fixture();
    const first = made.browser('home/bin/chrome', 'Google Chrome 140.0.1.2');
    expect(await ensureBrowser(made.setup, made.places)).toBe(first);
    const preferred = made.browser('home/lib/real', 'Chromium 150.0.1.2');
    expect(await ensureBrowser(made.setup, made.places)).toBe(first);
    made.browser('home/bin/chrome', 'Google Chrome 140.0.1.2 updated');
    expect(await ensureBrowser(made.setup, made.places)).toBe(preferred);
  });
});

describe('a browser that is not there', () => {
  beforeEach(() => {
    const quiet = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    return () => quiet.mockRestore();
  });

  const sudo = '#!/bin/sh\nshift\nexec "$@"\n';
  const isRoot = process.getuid?.() === 0;

  test('is installed by one of two ways', async () => {
    using made = fixture();
    made.env.FAKE_NPM_FAILS = '1';
    const path = join(made.home, 'bin/chromium');
    const install = `printf '#!/bin/sh\\necho Chromium 140.0.1.2\\n' > ${path}; /bin/chmod 755 ${path}`;
    made.write('home/bin/apt-get', `#!/bin/sh\n[ "$1" = update ] && exit 1\n${install}\n`, 0o755);
    made.write('home/bin/sudo', sudo, 0o755);
    expect(await ensureBrowser(made.setup, made.places)).toBe(path);
    const playwright =
      /^exec --yes --package=playwright-core@[\d.]+ -- playwright-core install chromium --no-shell$/;
    expect(made.npmCalls()).toEqual(isRoot ? [] : [expect.stringMatching(playwright)]);
  });

  test('and cannot be installed is a sentence that says what was tried', async () => {
    using made = fixture();
    made.env.FAKE_NPM_FAILS = '1';
    made.write('home/bin/dnf', '#!/bin/sh\necho Error: no package chromium >&2\nexit 1\n', 0o755);
    made.write('home/bin/sudo', sudo, 0o755);
    const reasons = ['Playwright: npm error the registry does not answer', 'dnf: Error: no package chromium'];
    await expect(ensureBrowser(made.setup, made.places)).rejects.toThrow(
      `no Chromium 120 or newer was found or could be installed (${(isRoot ? reasons.reverse() : reasons).join('; ')}). ` +
        'Install Chromium or Chrome with your package manager, or set GANNET_BROWSER to the path of one.',
    );
  });

  test('is installed with the rights that it takes, the better way first', () => {
    using made = fixture();
    for (const manager of ['apk', 'brew']) made.write(`home/bin/${manager}`, '', 0o755);
    const ways = (asRoot: boolean) =>
      installers(made.env, asRoot).map(({ name, commands }) => [name, commands.at(0)?.slice(0, 3).join(' ')]);
    const playwright = ['Playwright', expect.stringContaining('npm-cli.js exec')];
    expect(ways(true)).toEqual([['apk', 'apk add chromium'], playwright]);
    expect(ways(false)).toEqual([playwright, ['apk', 'sudo -n apk']]);
  });
});
