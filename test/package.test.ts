import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gannet } from './support/command.ts';
import { html, startSite } from './support/site.ts';

/** The npm package, in a folder that has nothing of the sources. Its dependencies are those that are installed here. */

const root = join(import.meta.dirname, '..');
const call = promisify(execFile);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gannet-package-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('what npm packs works where it is installed', { timeout: 180_000 }, async () => {
  await call(process.execPath, [join(root, 'scripts/build.ts')]);
  const { stdout } = await call('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
  });
  const [{ filename, files }] = JSON.parse(stdout);
  const paths: string[] = files.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['README.md', 'LICENSE', 'NOTICE', 'docs/cli.md', 'dist/src/main.js']),
  );
  expect(paths.filter((path) => /\.test\.|\.ts$|^src\//.test(path) && !path.endsWith('.d.ts'))).toEqual([]);

  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  await call('tar', ['-xzf', join(folder, filename), '-C', folder]);
  renameSync(join(folder, 'package'), join(modules, 'gannet'));
  const main = join(modules, 'gannet/dist/src/main.js');

  await using site = await startSite({ '/': html('Home', '<h1>Home</h1><p>From the package.</p>') });
  const env = { ...process.env, GANNET_ALLOW_NETWORKS: '127.0.0.0/8' };
  const run = (...args: string[]) => call(process.execPath, [main, ...args], { cwd: folder, env });
  expect((await run(`${site.origin}/`)).stdout).toContain('From the package.');
  // With a database and its migrations.
  expect((await run('map', `${site.origin}/`)).stdout).toBe(`${site.origin}/\n`);
  const { stdout: version } = await run('--version');
  expect(version).toBe((await gannet(['--version'])).stdout);
  await run('init', folder, '--yes', '--with', 'compose');
});
