import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findBrowser } from '../../browser/process/find.ts';
import { startLocal } from '../../browser/process/local.ts';
import { connectRemote } from '../../browser/process/remote.ts';
import type { Config } from '../../config.ts';
import { createLog } from '../../log.ts';
import { createEntrance } from '../../net/entrance.ts';
import { reasonOf } from '../run.ts';
import { broken, type Check, type Finding, ok, warning } from './finding.ts';

/** The browser: it is started as the service would start it, and passes the same self-test. */

export const browserChecks: readonly Check[] = [
  {
    name: 'browser',
    run: async ({ config }) => (config.browsers.length > 0 ? remoteFinding(config) : localFinding(config)),
  },
  {
    name: 'sandbox',
    run: async ({ config }) =>
      config.browsers.length > 0 ? ok('that of the browsers elsewhere') : sandboxFinding(config),
  },
  {
    name: 'fonts',
    run: ({ config }) =>
      config.browsers.length > 0 ? ok('those of the browsers elsewhere') : fontsFinding(),
  },
];

interface Trial {
  readonly version: string;
  readonly sandboxed: boolean;
  readonly warnings: readonly string[];
}

const tryBrowser = async (config: Config, sandbox: Config['sandbox']): Promise<Trial | undefined> => {
  const binary = findBrowser(config.browser, config.searchPath);
  if (binary === undefined) return undefined;
  const warnings: string[] = [];
  const log = createLog('warn', (line) => {
    warnings.push(String(JSON.parse(line).msg));
  });
  const browser = await startLocal({
    binary,
    sandbox,
    timezone: config.timezone,
    // Its own background traffic ends at a port where nobody listens.
    sinkUrl: 'http://127.0.0.1:9',
    entrance: createEntrance('127.0.0.1', log),
    log,
  });
  try {
    return {
      version: `${browser.version} (${binary})`,
      sandboxed: browser.label.sandboxed === true,
      warnings,
    };
  } finally {
    await browser.close();
  }
};

const install = 'Install Chromium (Debian: apt install chromium), or name the binary in GANNET_BROWSER.';

const localFinding = async (config: Config): Promise<Finding> => {
  try {
    const trial = await tryBrowser(config, config.sandbox === 'on' ? 'auto' : config.sandbox);
    if (trial === undefined)
      return broken(
        config.browser === undefined ? 'no Chromium is installed' : `there is no file ${config.browser}`,
        install,
      );
    const faults = trial.warnings.filter((text) => !text.includes('sandbox'));
    return faults.length === 0
      ? ok(`${trial.version}, passes its self-test`)
      : warning(`${trial.version}: ${faults.join(' ')}`, 'Install the newest Chromium of your distribution.');
  } catch (error) {
    return broken(firstLines(reasonOf(error)), `Start it by hand to see what it lacks. ${install}`);
  }
};

const sandboxFinding = async (config: Config): Promise<Finding> => {
  if (config.sandbox === 'off')
    return warning(
      'switched off by GANNET_SANDBOX',
      'Remove GANNET_SANDBOX=off: pages could take over this account.',
    );
  const fix =
    'Allow user namespaces (sysctl user.max_user_namespaces=10000; in a container: --security-opt seccomp=docker/seccomp.json), or install the package chromium-sandbox.';
  try {
    const trial = await tryBrowser(config, 'auto');
    if (trial === undefined) return ok('not tried: there is no browser');
    if (trial.sandboxed) return ok('works');
    const says = 'does not work here: pages run without it';
    return config.sandbox === 'on'
      ? broken(`${says}, and GANNET_SANDBOX=on forbids that`, fix)
      : warning(says, fix);
  } catch {
    // That the browser does not start at all is the finding of another check.
    return ok('not tried: the browser does not start');
  }
};

const remoteFinding = async ({ browsers, egressHost }: Config): Promise<Finding> => {
  const entrance = createEntrance(egressHost, createLog('silent'));
  const failed: string[] = [];
  for (const endpoint of browsers)
    try {
      await (await connectRemote(endpoint, entrance)).close();
    } catch (error) {
      failed.push(firstLines(reasonOf(error)));
    }
  return failed.length === 0
    ? ok(`${browsers.length} elsewhere, all pass the self-test`)
    : broken(
        failed.join('; '),
        'Start them as docs/browsers.md says, and check GANNET_BROWSERS and GANNET_EGRESS_HOST.',
      );
};

const firstLines = (text: string): string => text.split('\n').slice(0, 2).join(' ').slice(0, 400);

/** What pages of the world are written in, and a name of it for fontconfig. */
const scripts: Readonly<Record<string, string>> = {
  Chinese: ':lang=zh',
  Arabic: ':lang=ar',
  emoji: ':lang=und-zsye',
};

const fontsFinding = async (): Promise<Finding> => {
  const fix =
    'Install fonts (Debian: fonts-liberation fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji).';
  const list = async (pattern: string) =>
    (await promisify(execFile)('fc-list', [pattern, 'family'])).stdout
      .split('\n')
      .filter((line) => line !== '');
  try {
    const all = await list(':');
    if (all.length === 0) return broken('there are no fonts: pictures and PDFs have no text', fix);
    const found = await Promise.all(
      Object.entries(scripts).map(async ([name, pattern]) => ({
        name,
        any: (await list(pattern)).length > 0,
      })),
    );
    const missing = found.filter(({ any }) => !any).map(({ name }) => name);
    const says = `${new Set(all).size} families`;
    return missing.length === 0
      ? ok(says)
      : warning(`${says}, none for ${missing.join(', ')}: pictures and PDFs show boxes instead`, fix);
  } catch (error) {
    if (process.platform !== 'linux') return ok('those of the system');
    return warning(
      `fontconfig cannot be asked: ${reasonOf(error).split('\n')[0]}`,
      `Install fontconfig. ${fix}`,
    );
  }
};
