import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { SetupError } from '../scripts/setup/command.mjs';
import { ensureNode } from '../scripts/setup/node.mjs';
import { ended, launcherProject } from './support/launcher.ts';

const until = async (condition: () => boolean) => {
  while (!condition()) await sleep(50);
};

/** Says who its launcher is. Counts how often it is asked to end, and ends with that some time after the first. */
const patient = (ms: number) => `
let asked = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    const end = () => { console.log('asked', asked); process.exit(asked); };
    if (asked++ === 0) setTimeout(end, ${ms});
  });
setTimeout(() => {}, 20_000);
console.log(process.env.GANNET_LAUNCHER_PID);`;

/** What a process writes, line by line, until nobody can write any more. */
const linesOf = (stdout: Readable) => createInterface({ input: stdout })[Symbol.asyncIterator]();

describe.concurrent('the command', () => {
  test('gets its arguments and the launcher’s id, and its exit code is passed on', async () => {
    using made = launcherProject();
    made.write(
      'project/child.mjs',
      'console.log(process.env.GANNET_LAUNCHER_PID, ...process.argv.slice(2)); process.exit(7);',
    );
    const child = made.start(['child.mjs', 'one', 'two three']);
    expect(await ended(child)).toMatchObject({ code: 7, stdout: `${child.pid} one two three\n` });
  });

  test('of a dependency is found by its name', async () => {
    using made = launcherProject();
    expect(await ended(made.start(['--bin', 'tool', 'x']))).toMatchObject({ code: 0, stdout: 'tool x\n' });
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'gets %s once however often it is sent',
    async (signal) => {
      using made = launcherProject();
      made.write('project/child.mjs', patient(200));
      const child = made.start(['child.mjs']);
      await linesOf(child.stdout).next();
      for (let sent = 0; sent < 3; sent++) child.kill(signal);
      expect(await once(child, 'exit')).toEqual([1, null]);
    },
  );

  test('that cannot be started does not keep the launcher from ending', async () => {
    const supervise = JSON.stringify(join(import.meta.dirname, '../scripts/setup/supervise.mjs'));
    const code = `const { supervise } = await import(${supervise});
      await supervise(['/nowhere/command'], { npm_lifecycle_event: 'start' }).catch(({ code }) => console.log(code));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(await ended(child)).toMatchObject({ code: 0, stdout: 'ENOENT\n' });
  });

  test('that dies of a signal makes the launcher die of it too', async () => {
    using made = launcherProject();
    made.write('project/child.mjs', "process.kill(process.pid, 'SIGKILL');");
    expect(await ended(made.start(['child.mjs']))).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  const byNpm = { npm_lifecycle_event: 'start' };
  const [direct, behindShell] = ['exec "$0" "$@"', '"$0" "$@"; exit'];
  test.each([
    ['is stopped when npm is gone', byNpm, direct, 'never'],
    ['is stopped when npm is gone and its shell stays', byNpm, behindShell, 'never'],
    ['is not asked again when npm ends before it', byNpm, direct, 'before'],
    ['that was started by hand outlives its parent', {}, direct, 'after'],
  ] as const)('%s', async (_, extra, shell, interrupted) => {
    using made = launcherProject();
    made.write('project/child.mjs', patient(1_000));
    const command = ['-c', shell, process.execPath, join(made.root, 'scripts/run.mjs'), 'child.mjs'];
    const npm = spawn(
      process.execPath,
      ['-e', `require('child_process').spawn('sh', ${JSON.stringify(command)}, { stdio: 'inherit' })`],
      { env: { ...made.env, ...extra }, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const lines = linesOf(npm.stdout);
    const launcher = Number((await lines.next()).value);
    if (interrupted === 'before') process.kill(launcher, 'SIGINT');
    npm.kill('SIGKILL');
    if (interrupted === 'after') {
      await sleep(1_200);
      process.kill(launcher, 'SIGINT');
    }
    expect((await lines.next()).value).toBe('asked 1');
  });
});

describe.concurrent('dependencies', () => {
  const run = async (made: ReturnType<typeof launcherProject>, args = ['child.mjs']) =>
    ended(made.start(args));

  test('are installed once, and again when the lock file changes', async () => {
    using made = launcherProject();
    made.write('project/child.mjs', '');
    expect((await run(made)).stderr).toBe('gannet: installing dependencies (once) …\n');
    expect((await run(made)).stderr).toBe('');
    expect(made.npmCalls()).toEqual([
      `ci --prefix ${made.root} --include=dev --ignore-scripts --no-audit --no-fund`,
    ]);
    made.write('project/package-lock.json', '{"packages":{"node_modules/tool":{"version":"2"}}}');
    await run(made);
    expect(made.npmCalls()).toHaveLength(2);
  });

  test('of the service leave the development ones out; a full install serves both', async () => {
    using made = launcherProject();
    made.write('project/src/main.ts', '');
    made.write('project/child.mjs', '');
    await run(made, ['src/main.ts', 'keys']);
    await run(made);
    await run(made, ['src/main.ts', 'keys']);
    expect(made.npmCalls().map((call) => /--\w+=dev/.exec(call)?.[0])).toEqual([
      '--omit=dev',
      '--include=dev',
    ]);
  });

  test('installed by hand are taken as they are when they agree with the lock file', async () => {
    using made = launcherProject();
    made.write('project/child.mjs', '');
    const tool = { version: '1.0.0', integrity: 'sha512-x' };
    const other = { version: '1.0.0', optional: true };
    made.write(
      'project/package-lock.json',
      JSON.stringify({ packages: { '': {}, 'node_modules/tool': tool, 'node_modules/other': other } }),
    );
    const installed = (version: string) =>
      made.write(
        'project/node_modules/.package-lock.json',
        JSON.stringify({ packages: { 'node_modules/tool': { ...tool, version } } }),
      );
    installed('1.0.0');
    await run(made);
    expect(made.npmCalls()).toEqual([]);
    rmSync(join(made.root, 'node_modules/.gannet.json'));
    installed('0.9.0');
    await run(made);
    expect(made.npmCalls()).toHaveLength(1);
  });

  test('are installed by one of two starts at once', async () => {
    using made = launcherProject();
    made.write('project/child.mjs', '');
    const starts = [1, 2].map(() => ended(made.start(['child.mjs'], { FAKE_NPM_MS: '400' })));
    expect((await Promise.all(starts)).map(({ code }) => code)).toEqual([0, 0]);
    expect(made.npmCalls()).toHaveLength(1);
  });

  test('that are being installed when the launcher is stopped are installed by the next start', async () => {
    using made = launcherProject();
    made.write('project/child.mjs', '');
    const stopped = made.start(['child.mjs'], { FAKE_NPM_MS: '60000' });
    await until(() => made.npmCalls().length === 1);
    stopped.kill('SIGTERM');
    expect(await ended(stopped)).toMatchObject({ code: null, signal: 'SIGTERM' });
    expect(readdirSync(made.cache)).toEqual([]);
    expect(await run(made)).toMatchObject({ code: 0 });
    expect(made.npmCalls()).toHaveLength(2);
  });
});

describe.concurrent('failures are one sentence', () => {
  test.each([
    ['nothing to run', [], {}, 'gannet: say what to run: a file, or --bin and the name of a command.\n'],
    [
      'no such command',
      ['--bin', 'nothing'],
      {},
      'gannet: installing dependencies (once) …\ngannet: no dependency has a command named nothing.\n',
    ],
    [
      'npm fails',
      ['child.mjs'],
      { FAKE_NPM_FAILS: '1' },
      'gannet: installing dependencies (once) …\nnpm error the registry does not answer\ngannet: the dependencies could not be installed: npm says why above.\n',
    ],
    [
      'GANNET_BROWSER is wrong',
      ['src/main.ts', 'serve'],
      { GANNET_BROWSER: '/nothing/here' },
      'gannet: installing dependencies (once) …\ngannet: GANNET_BROWSER is /nothing/here, which does not run as Chromium 120 or newer (spawn /nothing/here ENOENT).\n',
    ],
    [
      'the cache cannot be written',
      ['child.mjs'],
      { XDG_CACHE_HOME: '/dev/null' },
      'gannet: cannot write to /dev/null/gannet: set XDG_CACHE_HOME to a folder that can be written.\n',
    ],
  ] as const)('%s', async (_, args, extra, stderr) => {
    using made = launcherProject();
    made.write('project/child.mjs', '');
    expect(await ended(made.start(args, extra))).toEqual({ code: 1, signal: null, stdout: '', stderr });
  });
});

describe('Node.js', () => {
  beforeEach(() => {
    const quiet = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    return () => quiet.mockRestore();
  });

  const old = { path: '/usr/bin/node', version: '20.20.2' };
  test('that is new enough is used as it is', async () => {
    using made = launcherProject();
    const running = { path: '/somewhere/node', version: '24.0.0' };
    expect(await ensureNode(made.setup, running)).toBe('/somewhere/node');
    expect(made.npmCalls()).toEqual([]);
  });

  test('that is too old is replaced by one from npm, once; what a killed start has left is no hindrance', async () => {
    using made = launcherProject();
    const place = `node24-${process.platform}-${process.arch}`;
    made.write(`cache/gannet/${place}.unfinished/half`, '');
    const paths = await Promise.all([1, 2].map(() => ensureNode(made.setup, old)));
    expect(paths[0]).toBe(paths[1]);
    expect(readFileSync(paths[0] ?? '', 'utf8')).toContain('v24.9.0');
    expect(await ensureNode(made.setup, old)).toBe(paths[0]);
    expect(made.npmCalls()).toHaveLength(1);
    expect(readdirSync(made.cache)).toEqual([place]);
  });

  test('that was installed but does not run here is not kept', async () => {
    using made = launcherProject();
    made.env.FAKE_NODE_SAYS = 'cannot execute: required file not found';
    const failure = ensureNode(made.setup, old);
    await expect(failure).rejects.toThrow(SetupError);
    await expect(failure).rejects.toThrow('(cannot execute: required file not found). Install it from');
    expect(existsSync(join(made.cache, `node24-${process.platform}-${process.arch}`))).toBe(false);
  });
});
