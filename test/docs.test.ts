import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyDatabaseTo } from './support/databases.ts';
import { type ShellBlock, shellBlocks } from './support/readme.ts';
import { eventually } from './support/service.ts';
import { html, type Site, startSite } from './support/site.ts';

/** Every command of docs/ is run, or carries a mark that says why not. */

const root = join(import.meta.dirname, '..');
const docs = join(root, 'docs');
const port = 20_000 + ((process.pid + 7) % 20_000);
const minutes = 60_000;

/** Documents whose commands another test runs. */
const elsewhere: Readonly<Record<string, string>> = {
  'requests.md': 'test/readme.test.ts',
  'mcp.md': 'a test of its own',
  'sdk.md': 'test/programs.test.ts',
  'python.md': 'test/programs.test.ts',
};

const first = 'quickstart.md';
const documents = readdirSync(docs).filter((name) => name.endsWith('.md') && !(name in elsewhere));
const blocksOf = (name: string): ShellBlock[] => shellBlocks(readFileSync(join(docs, name), 'utf8'));

let folder: string;
let site: Site;
let service: ChildProcess | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gannet-docs-'));
  site = await startSite({
    '/': html('Example Domain', '<h1>Example Domain</h1><p>For use in <a href="/more">examples</a>.</p>'),
    '/more': html('More', '<h1>More</h1><p>More of it.</p>'),
    '/hook': (_, response) => response.writeHead(204).end(),
  });
  mkdirSync(join(folder, 'bin'));
  // For the service. The crawl of the quick start makes its own.
  await copyDatabaseTo(join(folder, 'work/.gannet'));
  const command = join(folder, 'bin/gannet');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'src/main.ts')}' "$@"\n`);
  chmodSync(command, 0o755);
  // For what is said to those who have the sources.
  const npm = join(folder, 'bin/npm');
  writeFileSync(npm, `#!/bin/sh\n[ "$1 $2 $3" = "run gannet --" ] && shift 3 && exec gannet "$@"\nexit 9\n`);
  chmodSync(npm, 0o755);
});
afterAll(async () => {
  service?.kill('SIGKILL');
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const environment = () => ({
  ...process.env,
  PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
  GANNET_PORT: String(port),
  GANNET_ALLOW_NETWORKS: '127.0.0.0/8',
});

const here = (script: string) =>
  script.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`).replaceAll('https://example.com', site.origin);

/** Runs blocks in one shell: a later one uses what an earlier one exported. @returns what it printed. */
const run = async (blocks: readonly ShellBlock[], before = ''): Promise<string> => {
  // What curl prints has no line break at its end.
  const commands = blocks.map(({ script }) => `${here(script)}\necho`);
  const script = ['set -euo pipefail', before, ...commands].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    cwd: join(folder, 'work'),
    env: environment(),
    maxBuffer: 64_000_000,
  });
  return stdout;
};

const key = `export GANNET_KEY=$(sed -n 's/^GANNET_API_KEYS=[^:]*://p' .env)`;

describe('the quick start, word for word', () => {
  const blocks = blocksOf(first);
  const starts = blocks.findIndex(({ mode }) => mode === 'background');
  const isRun = ({ mode }: ShellBlock) => mode === 'run';

  test('without a service', { timeout: 5 * minutes }, async () => {
    const printed = await run(blocks.slice(0, starts).filter(isRun));
    expect(printed).toContain('# Example Domain');
    expect(printed).toMatch(/"title": "Example Domain"/);
    expect(printed).toMatch(/"heading": "Example Domain"/);
    const written = readdirSync(join(folder, 'work'));
    expect(written).toEqual(expect.arrayContaining(['.env', 'page.pdf', 'page.png', 'pages']));
    expect(readdirSync(join(folder, 'work/pages')).filter((name) => name.endsWith('.md'))).toHaveLength(2);
  });

  test('with one', { timeout: 3 * minutes }, async () => {
    const [program = '', ...args] = blocks[starts]?.script.split(' ') ?? [];
    service = spawn(program, args, {
      cwd: join(folder, 'work'),
      env: environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    service.stdout?.on('data', (chunk) => {
      said += chunk;
    });
    await eventually(() => said.includes('gannet listens on'), 2 * minutes);
    const printed = await run(blocks.slice(starts).filter(isRun));
    const answers = printed.match(/\{"status":200,.*\}/g) ?? [];
    expect(answers).toHaveLength(2);
    for (const answer of answers)
      expect(JSON.parse(answer)).toMatchObject({ data: { title: 'Example Domain' } });
  });
});

describe('what is run while the service runs', () => {
  const rows = documents
    .filter((name) => name !== first)
    .map((name) => ({ name, blocks: blocksOf(name).filter(({ mode }) => mode === 'run') }))
    .filter(({ blocks }) => blocks.length > 0);

  test.each(rows)('$name', { timeout: 3 * minutes }, async ({ blocks }) => {
    expect((await run(blocks, key)).trim()).not.toBe('');
  });
});

test('what is run when it has stopped', { timeout: 3 * minutes }, async () => {
  service?.kill('SIGTERM');
  if (service?.exitCode === null) await once(service, 'exit');
  const blocks = documents.flatMap(blocksOf).filter(({ mode }) => mode === 'stopped');
  expect(await run(blocks)).toMatch(/^ID +OWNER/m);
  expect(existsSync(join(folder, 'work/gannet-backup.tar.gz'))).toBe(true);
});

test('a document without a command that is run has a reason for each, or none at all', () => {
  const marked = documents.flatMap((name) => blocksOf(name).filter(({ mode }) => mode === 'skip'));
  for (const { because } of marked) expect(because).toMatch(/\w+ \w+/);
  const others = documents.flatMap(blocksOf).filter(({ mode }) => mode === 'background');
  expect(others).toHaveLength(1);
});
