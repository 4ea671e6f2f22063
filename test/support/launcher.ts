import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const scripts = join(import.meta.dirname, '../../scripts');

/** Stands in for npm: notes its arguments and leaves behind what npm would. `FAKE_NPM_*` say how it behaves. */
const fakeNpm = `#!/usr/bin/env node
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const args = process.argv.slice(2);
appendFileSync(join(__dirname, 'calls'), args.join(' ') + '\\n');
const prefix = args[args.indexOf('--prefix') + 1];
setTimeout(() => {
  if (process.env.FAKE_NPM_FAILS) {
    console.error('npm error the registry does not answer');
    process.exit(1);
  }
  if (args[0] === 'ci') {
    const tool = join(prefix, 'node_modules', 'tool');
    mkdirSync(tool, { recursive: true });
    writeFileSync(join(tool, 'package.json'), '{"bin":{"tool":"tool.mjs"}}');
    writeFileSync(join(tool, 'tool.mjs'), 'console.log("tool", ...process.argv.slice(2));');
  }
  if (args[0] === 'install') {
    const bin = join(prefix, 'node_modules', args.at(-1).replace(/@24$/, ''), 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'node'), '#!/bin/sh\\necho ' + (process.env.FAKE_NODE_SAYS ?? 'v24.9.0') + '\\n', { mode: 0o755 });
  }
}, Number(process.env.FAKE_NPM_MS ?? 0));
`;

/** How a launcher ended and what it said. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A project of its own with our launcher, an npm that needs no network, and empty caches; removed on dispose. */
export const launcherProject = () => {
  const folder = mkdtempSync(join(tmpdir(), 'gannet-launcher-'));
  // Root checks a browser as the user that it will run as.
  chmodSync(folder, 0o755);
  const [root, home, cache] = [join(folder, 'project'), join(folder, 'home'), join(folder, 'cache/gannet')];
  const write = (path: string, content: string, mode = 0o644) => {
    const full = join(folder, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
    chmodSync(full, mode);
    return full;
  };
  cpSync(scripts, join(root, 'scripts'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
  write('project/package.json', '{"devDependencies":{"tool":"1"}}');
  write('project/package-lock.json', '{"packages":{}}');
  const env: Record<string, string> = {
    PATH: '/usr/bin:/bin',
    HOME: home,
    XDG_CACHE_HOME: join(folder, 'cache'),
    npm_execpath: write('npm/npm-cli.js', fakeNpm),
  };

  return {
    root,
    env,
    home,
    cache,
    /** What the steps of the set-up are given. */
    setup: { root, home, cache, env, signal: new AbortController().signal },
    write,
    /** A program that answers `--version` as a browser does. */
    browser: (path: string, version: string) => write(path, `#!/bin/sh\necho "${version}"\n`, 0o755),
    /** Arguments of each call of npm whose line is written to its end. */
    npmCalls: () => {
      const calls = join(folder, 'npm/calls');
      return existsSync(calls) ? readFileSync(calls, 'utf8').split('\n').slice(0, -1) : [];
    },
    start: (args: readonly string[], extra: Record<string, string> = {}) =>
      spawn(process.execPath, [join(root, 'scripts/run.mjs'), ...args], {
        env: { ...env, ...extra },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** Waits for the end of a process and gives what it wrote. */
export const ended = async (child: ChildProcessByStdio<null, Readable, Readable>): Promise<End> => {
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, signal, stdout, stderr };
};
