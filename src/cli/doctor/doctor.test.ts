import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { gannet } from '../../../test/support/command.ts';
import { makeTestPlace } from '../../../test/support/databases.ts';
import { html, type Site, startSite } from '../../../test/support/site.ts';
import { openDatabase } from '../../store/database.ts';
import type { Finding } from './finding.ts';
import { fileSystemFinding } from './storage.ts';

/** Each fault of a set-up is really made, and must be found. */

// Every run of the doctor starts a browser, some of them several.
vi.setConfig({ testTimeout: 180_000 });

interface Report {
  readonly ok: boolean;
  readonly checks: readonly { name: string; state: string; says: string; fix?: string }[];
}

const main = join(import.meta.dirname, '../../main.ts');

let folder: string;
let site: Site;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gannet-doctor-'));
  site = await startSite({
    '/': html('Home', '<p>Here.</p>'),
    '/late': (_, response) => {
      response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString()).end('late');
    },
    '/facilitator/supported': (_, response) => {
      response.end('{"kinds":[{"x402Version":1,"scheme":"exact","network":"base-sepolia"}]}');
    },
  });
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** A browser is looked at only where it matters: it takes most of the time. */
const noBrowser = () => ({ GANNET_BROWSER: join(folder, 'none') });
const base = () => ({ GANNET_DATA_DIR: join(folder, 'data'), GANNET_PORT: '0' });

const doctor = async (env: Record<string, string>, ...args: string[]) => {
  const probe = args.includes('--probe') ? [] : ['--probe', `${site.origin}/`];
  const { code, stdout } = await gannet(['doctor', '--json', ...probe, ...args], {
    env: { ...base(), ...env },
  });
  return { code, ...(JSON.parse(stdout) as Report) };
};

/** As a user of its own who may change what concerns its namespaces: a browser can be started there. */
const asUser = ['-U', '--map-user=1000', '--keep-caps'];

/** The same within namespaces of its own, after some commands as their root, unless said otherwise. */
const doctorBehind = (
  commands: string,
  env: Record<string, string> = {},
  who: readonly string[] = ['-Urm'],
): Promise<Report> =>
  new Promise((resolve, reject) => {
    const script = `${commands}\nexec "$0" "$@"`;
    const args = [process.execPath, main, 'doctor', '--json', '--probe', `${site.origin}/`];
    const environment = { ...process.env, GANNET_ALLOW_NETWORKS: '127.0.0.0/8', ...base(), ...env };
    execFile('unshare', [...who, 'sh', '-ec', script, ...args], { env: environment }, (_, stdout, stderr) => {
      if (stdout === '') reject(new Error(stderr));
      else resolve(JSON.parse(stdout));
    });
  });

const named = ({ checks }: Report, name: string) => checks.find((check) => check.name === name);

test('where nothing is broken it says so, and changes nothing', async () => {
  const report = await doctor({});
  expect(report.checks.filter(({ state }) => state === 'broken')).toEqual([]);
  expect(report).toMatchObject({ ok: true, code: 0 });
  expect(named(report, 'browser')?.says).toContain('passes its self-test');
  const text = await gannet(['doctor', '--probe', `${site.origin}/`], { env: { ...base(), ...noBrowser() } });
  expect(text.stdout).toMatch(/^ok +settings /);
  expect(text.stdout).toMatch(/\n +→ Install Chromium/);
});

describe('finds, and says what to do about it:', () => {
  type Row = [string, () => Record<string, string>, string, Finding['state'], string];
  test.each<Row>([
    [
      'a wrong setting',
      () => ({ GANNET_PORT: 'x' }),
      'settings',
      'broken',
      'GANNET_PORT must be a whole number',
    ],
    [
      'half of the payments',
      () => ({ GANNET_X402_PAY_TO: `0x${'1'.repeat(40)}` }),
      'settings',
      'broken',
      'belong together',
    ],
    [
      'a setting that is none',
      () => ({ GANNET_PROT: '1' }),
      'settings',
      'warning',
      'GANNET_PROT (GANNET_PORT?)',
    ],
    ['no browser', () => ({}), 'browser', 'broken', 'there is no file'],
    ['too many pages', () => ({ GANNET_MAX_PAGES: '256' }), 'memory', 'warning', '256 pages at once'],
    [
      'a temporary folder that is not there',
      () => ({ TMPDIR: '/nowhere' }),
      'temporary folder',
      'broken',
      'ENOENT',
    ],
    [
      'a data folder below a file',
      () => ({ GANNET_DATA_DIR: join(main, 'data') }),
      'data folder',
      'broken',
      'cannot be written',
    ],
    [
      'no database',
      () => ({ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' }),
      'database',
      'broken',
      'ECONNREFUSED',
    ],
    [
      'a dead proxy',
      () => ({ GANNET_PROXIES: 'http://u:hunter2@127.0.0.1:1' }),
      'proxies',
      'broken',
      'proxy 1 of 1',
    ],
    [
      'a dead facilitator',
      () => ({ GANNET_X402_PAY_TO: `0x${'1'.repeat(40)}`, GANNET_X402_FACILITATOR: 'http://127.0.0.1:1' }),
      'payments',
      'broken',
      'cannot be used',
    ],
    [
      'a facilitator of another network',
      () => ({
        GANNET_X402_PAY_TO: `0x${'1'.repeat(40)}`,
        GANNET_X402_FACILITATOR: `${site.origin}/facilitator`,
      }),
      'payments',
      'broken',
      'does not take payments on base',
    ],
  ])('%s', async (...[, env, name, state, says]) => {
    const report = await doctor({ ...noBrowser(), ...env() });
    expect(named(report, name)).toMatchObject({ state, says: expect.stringContaining(says) });
    expect(named(report, name)?.fix).toMatch(/\.$/);
    expect(report.code).toBe(1);
    expect(JSON.stringify(report)).not.toContain('hunter2');
  });

  test('a name that does not exist, a page that does not answer, a wrong clock', async () => {
    const unknown = await doctor(noBrowser(), '--probe', 'http://no-such-host.invalid/');
    expect(named(unknown, 'names')).toMatchObject({
      state: 'broken',
      fix: expect.stringContaining('resolv.conf'),
    });
    const silent = await doctor(noBrowser(), '--probe', 'http://127.0.0.1:1/');
    expect(named(silent, 'internet')).toMatchObject({ state: 'warning', says: expect.any(String) });
    const late = await doctor(noBrowser(), '--probe', `${site.origin}/late`);
    expect(named(late, 'clock')).toMatchObject({
      state: 'broken',
      // The page says what time it was when it was asked for: a second may have begun since.
      says: expect.stringMatching(/\b360[0-2] s ahead/),
    });
  });

  test('a port that is taken', async () => {
    await using taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const report = await doctor({ ...noBrowser(), GANNET_PORT: String(port) });
    expect(named(report, 'port')).toMatchObject({
      state: 'broken',
      fix: expect.stringContaining('GANNET_PORT'),
    });
  });

  test('a browser that does not start', async () => {
    const report = await doctor({ GANNET_BROWSER: '/bin/false' });
    expect(named(report, 'browser')).toMatchObject({
      state: 'broken',
      says: expect.stringContaining('did not start'),
    });
  });

  test('a database of a newer gannet, on both engines', async () => {
    for (const kind of ['embedded', 'postgres'] as const) {
      const place = await makeTestPlace(kind);
      const database = await openDatabase(place.options);
      await database.transaction((transaction) =>
        transaction.script("insert into schema_version (version, name) values (999, 'later.sql')"),
      );
      await database.close();
      const { url, dataDir } = place.options;
      const report = await doctor({
        ...noBrowser(),
        GANNET_DATA_DIR: dataDir,
        ...(url && { DATABASE_URL: url }),
      });
      expect(named(report, 'database')).toMatchObject({
        state: 'broken',
        says: expect.stringContaining('version 999'),
      });
      await place.remove();
    }
  });

  test('little shared memory, little disk, a read-only data folder', async () => {
    const small = join(folder, 'small');
    mkdirSync(small, { recursive: true });
    const env = { ...noBrowser(), GANNET_DATA_DIR: small };
    const tight = await doctorBehind(
      `mount -t tmpfs -o size=64m none /dev/shm; mount -t tmpfs -o size=50m none ${small}`,
      env,
    );
    expect(named(tight, 'shared memory')).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('67 MB'),
    });
    expect(named(tight, 'disk space')).toMatchObject({
      state: 'broken',
      says: expect.stringContaining('52 MB'),
    });
    const locked = await doctorBehind(`mount -t tmpfs -o ro none ${small}`, env);
    expect(named(locked, 'data folder')).toMatchObject({
      state: 'broken',
      says: expect.stringContaining('EROFS'),
    });
  });

  test('few open files, and no fonts', async () => {
    const report = await doctorBehind('ulimit -n 300; mount -t tmpfs none /usr/share/fonts', noBrowser());
    expect(named(report, 'open files')).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('300'),
    });
    expect(named(report, 'fonts')?.state).toBe('broken');
  });

  test('a system that forbids the sandbox', async () => {
    const forbid = 'echo 0 > /proc/sys/user/max_user_namespaces';
    const forbidden = await doctorBehind(forbid, {}, asUser);
    expect(named(forbidden, 'sandbox')).toMatchObject({
      state: 'warning',
      fix: expect.stringContaining('user namespaces'),
    });
    const required = await doctorBehind(forbid, { GANNET_SANDBOX: 'on' }, asUser);
    expect(named(required, 'sandbox')?.state).toBe('broken');
  });

  // No file system of another machine can be mounted by a test: the number that NFS has is given.
  test('a data folder on another machine', () => {
    expect(fileSystemFinding(0x6969)).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('NFS'),
    });
    expect(fileSystemFinding(0xff534d42 | 0)).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('CIFS'),
    });
    expect(fileSystemFinding(0xef53).state).toBe('ok');
  });
});

test('--security shows what is open and what is not', async () => {
  const dataDir = join(folder, 'open');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, 'note'), '');
  const open = await doctor(
    {
      GANNET_HOST: '0.0.0.0',
      GANNET_DATA_DIR: dataDir,
      GANNET_SANDBOX: 'off',
      GANNET_RATE_IP: 'off',
      GANNET_API_KEYS: `ada:svc_live_${'0'.repeat(64)}`,
    },
    '--security',
  );
  const states = Object.fromEntries(open.checks.map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({
    'listens on': 'warning',
    keys: 'ok',
    guard: 'warning',
    sandbox: 'warning',
    'data folder': 'warning',
    'rate limits': 'warning',
    payments: 'ok',
    metrics: 'warning',
  });
  expect(JSON.stringify(open)).not.toContain('svc_live_');
  const closed = await doctor({ GANNET_ALLOW_NETWORKS: '', GANNET_TRUST_PROXY: '10.0.0.0/8' }, '--security');
  const shut = Object.fromEntries(closed.checks.map(({ name, state }) => [name, state]));
  expect(shut).toMatchObject({
    'listens on': 'ok',
    guard: 'ok',
    'rate limits': 'ok',
    metrics: 'ok',
    'client addresses': 'ok',
  });
});
