// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand, pathFolders } from './npm.mjs';

/** Changed by hand together with what was tried: a newer one may need a newer Node.js. */
const playwright = 'playwright-core@1.65.1';

/**
 * A package manager that is cut short leaves the system in need of repair, so it gets more time than it should need.
 * @typedef {{ name: string, minutes: number, commands: readonly (readonly string[])[] }} Installer
 */

/**
 * Packages of the distributions. `--no-install-recommends` leaves out the sandbox helper, so it is named.
 * @type {readonly { manager: string, before?: readonly string[], install: readonly string[], user?: true }[]}
 */
const managers = [
  {
    manager: 'apt-get',
    before: ['update'],
    install: ['install', '-y', '--no-install-recommends', 'chromium', 'chromium-sandbox', 'fonts-liberation'],
  },
  { manager: 'dnf', install: ['install', '-y', 'chromium', 'liberation-fonts'] },
  { manager: 'apk', install: ['add', 'chromium', 'font-liberation'] },
  { manager: 'pacman', install: ['-S', '--needed', '--noconfirm', 'chromium', 'ttf-liberation'] },
  { manager: 'zypper', install: ['--non-interactive', 'install', 'chromium', 'liberation-fonts'] },
  { manager: 'brew', install: ['install', '--cask', 'google-chrome'], user: true },
];

/**
 * Ways to install a browser, the better one first: a user is better served without the rights of root, and root
 * without a browser in its home folder, which other users cannot run. Each of them may fail.
 * @param {Record<string, string | undefined>} env
 * @param {boolean} isRoot
 * @returns {Installer[]}
 */
export const installers = (env, isRoot) => {
  const fromDistribution = managers
    .filter(({ manager }) => pathFolders(env).some((folder) => existsSync(join(folder, manager))))
    .slice(0, 1)
    .map(({ manager, before, install, user = false }) => {
      // -n: fail rather than ask for a password.
      const asRoot = isRoot || user ? [] : ['sudo', '-n'];
      const steps = before === undefined ? [install] : [before, install];
      return { name: manager, minutes: 20, commands: steps.map((step) => [...asRoot, manager, ...step]) };
    });
  const exec = [...npmCommand(env), 'exec', '--yes', `--package=${playwright}`, '--'];
  const fromPlaywright = {
    name: 'Playwright',
    minutes: 5,
    commands: [[...exec, 'playwright-core', 'install', 'chromium', '--no-shell']],
  };
  return isRoot ? [...fromDistribution, fromPlaywright] : [fromPlaywright, ...fromDistribution];
};
