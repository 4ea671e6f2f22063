import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { gannet } from '../../test/support/command.ts';
import { freePort } from '../../test/support/postgres.ts';
import { startSite } from '../../test/support/site.ts';
import { readConfig } from '../config.ts';
import { crawlRequest } from '../contract/crawl.ts';
import { extractRequest } from '../contract/extract.ts';
import { mapRequest } from '../contract/map.ts';
import { scrapeRequests } from '../contract/scrape.ts';
import { signPayload } from '../webhook/sign.ts';
import { exitCodeOf } from './exit-codes.ts';
import { createProgram } from './program.ts';

/** What the command line says and does before anything is fetched. */

const main = join(import.meta.dirname, '../main.ts');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gannet-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a wrong call is answered in plain words, with exit code 2 and nothing on stdout:', () => {
  test.each<[string, string[], string]>([
    [
      'a near miss of a command',
      ['scarpe'],
      '"scarpe" is neither an address nor a command. Did you mean scrape?',
    ],
    [
      'a near miss of a command with its argument',
      ['maps', 'example.com'],
      '"maps" is neither an address nor a command. Did you mean map?',
    ],
    [
      'a near miss of an option',
      ['example.com', '--heigth', '3'],
      'there is no option --heigth. Did you mean --height?',
    ],
    ['a near miss within a command', ['keys', 'creat'], 'there is no command creat. Did you mean create?'],
    ['no value', ['example.com', '--output'], '--output needs a value.'],
    ['no address', ['scrape'], '<urls> is missing.'],
    ['another shell', ['completion', 'tcsh'], 'There are bash, zsh, fish.'],
    ['no number', ['example.com', '--width', 'wide'], '--width takes a number, not wide'],
    ['a number out of range', ['example.com', '--timeout-ms', '5'], '--timeout-ms: Too small'],
    [
      'an action that lacks something',
      ['example.com', '--actions', '[{"type":"click"}]'],
      '--actions 0.selector: is required',
    ],
    ['an unknown output', ['example.com', '--output', 'docx'], 'output must be one of markdown'],
    ['an address without a host', ['map', 'nonsense'], '"nonsense" is no address'],
    ['a header without a name', ['example.com', '--header', 'text'], 'write --header "Name: value"'],
    ['a file of data', ['example.com', '-o', 'x.json'], 'no output belongs in x.json'],
    [
      'an ending that tells no output',
      ['example.com', '-o', 'x.foo'],
      'no output belongs in x.foo: there are .md, .markdown, .txt, .html, .htm, .csv, .pdf, .png, .jpg, .jpeg',
    ],
    ['a picture of another kind', ['example.com', '-o', 'x.webp'], 'no output belongs in x.webp'],
    ['a place that is empty', ['example.com', '-o', ''], '--out is empty'],
    [
      'a file for data that is empty',
      ['extract', 'example.com', '--select', 'a=h1', '-o', ''],
      '--out is empty',
    ],
    ['a place for a crawl that is empty', ['crawl', 'example.com', '-o', ''], '--out is empty'],
    ['a crawl to stdout', ['crawl', 'example.com', '-o', '-'], 'not to stdout'],
    ['a crawl into a file', ['crawl', 'example.com', '-o', main], 'is a file, and no folder'],
    ['a file for several', ['example.com', 'example.org', '-o', main], 'is a file, and no folder'],
    ['no JSON', ['example.com', '--actions', '{'], '--actions takes JSON, or @file'],
    [
      'a file that is not there',
      ['example.com', '--javascript', '@none.js'],
      '--javascript: none.js cannot be read',
    ],
    [
      'a schema that is not there',
      ['extract', 'example.com', '--schema', 'none.json'],
      '--schema: none.json cannot be read',
    ],
    ['nothing wanted', ['extract', 'example.com'], 'say what is wanted: --schema, --select or --xpath'],
    [
      'a pattern that is missing',
      ['crawl', 'example.com', '--mode', 'pattern'],
      '--url-pattern: is required in pattern mode',
    ],
    [
      'a field given twice',
      ['extract', 'example.com', '--select', 'a=h1', '--select', 'a=p'],
      '--select: a is given twice',
    ],
    [
      'a field given in two ways',
      ['extract', 'example.com', '--xpaths', '{"a":"//h1"}', '--xpath', 'a=//p'],
      '--xpath: a is given twice',
    ],
    [
      'a header given twice',
      ['example.com', '--header', 'X-Team: blue', '--header', 'x-team: red'],
      '--header: x-team is given twice',
    ],
    ['no server', ['example.com', '--server', 'here'], '--server takes an address'],
    [
      'a server with a password',
      ['example.com', '--server', 'http://u:p@127.0.0.1:1'],
      '--server takes an address without user and password',
    ],
    [
      'a key that was cut short',
      ['example.com', '--server', 'http://127.0.0.1:1', '--key', 'svc_live_…'],
      'the key holds what no key does',
    ],
    ['a log without a server', ['webhooks', 'logs'], 'name it with --server or GANNET_SERVER'],
    ['settings that are not there', ['--settings', 'none.env', 'keys', 'list'], '--settings: ENOENT'],
    ['a wrong setting', ['keys', 'list', '--json'], 'GANNET_PORT must be a whole number'],
  ])('%s', async (_, args, sentence) => {
    const { code, stdout, stderr } = await gannet(args, { cwd: folder, env: { GANNET_PORT: 'x' } });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^gannet: /);
    expect(stderr).not.toMatch(/ {4}at /);
  });
});

test('a key that was cut short ends gannet mcp, too', async () => {
  const args = ['mcp', '--server', 'http://127.0.0.1:1', '--key', 'svc_live_…'];
  expect(await gannet(args)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the key holds what no key does'),
  });
});

test('gannet mcp ends with a stdin that is no pipe', async () => {
  const run = promisify(execFile)('/bin/sh', ['-c', '"$0" "$1" mcp < /dev/null', process.execPath, main]);
  expect(await run).toEqual({ stdout: '', stderr: '' });
});

describe('what strangers are not told', () => {
  test('an address that is not public: by which setting it may be reached', async () => {
    const { code, stderr } = await gannet([`http://127.0.0.1:${await freePort()}/`, '--no-retry'], {
      env: { GANNET_ALLOW_NETWORKS: '' },
    });
    expect(code).toBe(3);
    expect(stderr).toContain('not public: GANNET_ALLOW_NETWORKS');
  });

  test('a port of another protocol: that it is the port', async () => {
    const { code, stderr } = await gannet(['http://127.0.0.1:6000/', '--no-retry'], {
      env: { GANNET_ALLOW_NETWORKS: '127.0.0.0/8' },
    });
    expect(code).toBe(3);
    expect(stderr).toContain('its port belongs to another protocol');
  });

  test('a server that is not there: why', async () => {
    const server = `127.0.0.1:${await freePort()}`;
    const { code, stderr } = await gannet(['example.com', '--server', `http://${server}`]);
    expect(code).toBe(8);
    expect(stderr).toContain(`(connect ECONNREFUSED ${server})`);
  });
});

test('a server that wants a command to wait: for how long, and then it is asked again', async () => {
  let asked = 0;
  await using site = await startSite({
    '/v1/scrape': (_, response) => {
      const [status, error] = asked++ === 0 ? [429, 'rate_limited'] : [401, 'unauthorized'];
      response
        .writeHead(status, { 'content-type': 'application/json', 'retry-after': '3' })
        .end(JSON.stringify({ detail: { error, message: `It is ${error}.` } }));
    },
  });
  const { code, stdout, stderr } = await gannet(['example.com', '--server', site.origin]);
  expect({ code, stdout, asked }).toEqual({ code: 5, stdout: '', asked: 2 });
  expect(stderr).toMatch(
    /^gannet: It is rate_limited\. Trying again in [34] s\.\ngannet: It is unauthorized\. /,
  );
});

test('without arguments it says what there is', async () => {
  const { code, stdout } = await gannet([]);
  expect(code).toBe(0);
  expect(stdout).toContain('gannet <url>   the page as Markdown');
});

test.each([
  ['scrape', Object.values(scrapeRequests), []],
  ['extract', [extractRequest], ['select', 'xpath']],
  ['crawl', [crawlRequest], []],
  ['map', [mapRequest], []],
] as const)('every field of %s is an option', (name, schemas, instead) => {
  const command = createProgram({}).commands.find((each) => each.name() === name);
  const options = new Set(command?.options.map(({ long }) => long?.replace(/^--(?:no-)?/, '')));
  const fields = schemas.flatMap((schema) => {
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const { options: inner, ...outer } = properties as Record<string, { properties?: object }>;
    return [...Object.keys(outer), ...Object.keys(inner?.properties ?? {})];
  });
  const spelled: Record<string, string> = { headers: 'header', cookies: 'cookie', selectors: 'selectors' };
  const arguments_ = ['url', 'urls', 'start_url'];
  const missing = fields
    .filter((field) => !arguments_.includes(field))
    .map((field) => spelled[field] ?? field.replaceAll('_', '-'))
    .filter((option) => !options.has(option));
  // Of extract the format can only be json.
  expect(missing.filter((option) => !(name === 'extract' && option === 'format'))).toEqual([]);
  for (const option of instead) expect(options).toContain(option);
});

test('exit codes tell kinds of failure apart', () => {
  const of = {
    invalid_request: 400,
    connection_failed: 400,
    unauthorized: 401,
    not_found: 404,
    rate_limited: 429,
  };
  expect(Object.entries(of).map(([code, status]) => exitCodeOf(code, status))).toEqual([2, 3, 5, 6, 7]);
  expect([exitCodeOf('timeout', 504), exitCodeOf('network_error', undefined)]).toEqual([4, 8]);
  // A newer server may know more codes.
  expect([exitCodeOf('too_odd', 503), exitCodeOf('too_odd', 418)]).toEqual([7, 1]);
});

describe('completion', () => {
  const script = async (shell: string) => (await gannet(['completion', shell])).stdout;

  test('in bash offers commands, those below them, options and files', async () => {
    const file = join(folder, 'gannet.bash');
    writeFileSync(file, await script('bash'));
    const offered = async (...words: string[]) => {
      const program = `source ${file}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gannet; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const { stdout } = await promisify(execFile)('bash', ['-c', program, 'bash', 'gannet', ...words], {
        cwd: folder,
      });
      return stdout.trim().split('\n');
    };
    expect(await offered('s')).toEqual(['scrape', 'serve']);
    expect(await offered('keys', '')).toEqual(expect.arrayContaining(['create', 'list', 'revoke', 'rotate']));
    expect(await offered('keys', 'create', '--o')).toEqual(['--owner']);
    expect(await offered('scrape', '--wait-f')).toEqual(['--wait-for-selector']);
    expect(await offered('crawl', 'https://example.com', '--no-r')).toEqual(['--no-respect-robots-txt']);
    expect(await offered('extract', 'gannet.b')).toEqual(['gannet.bash']);
  });

  test('for zsh and fish names every command', async () => {
    const names = createProgram({}).commands.map((command) => command.name());
    const [zsh, fish] = [await script('zsh'), await script('fish')];
    for (const name of names) {
      expect(zsh).toContain(`'${name}:`);
      expect(fish).toContain(`-a ${name} -d`);
    }
  });
});

test('every argument and option of every command is described, and its default as it is written', () => {
  const within = (command: Command): Command[] => [command, ...command.commands.flatMap(within)];
  for (const command of within(createProgram({}))) {
    for (const each of [...command.registeredArguments, ...command.options])
      expect(each.description, `${command.name()} ${each.name()}`).not.toBe('');
    const durations = command.options.filter(({ flags }) => flags.includes('<duration>'));
    for (const { defaultValue, defaultValueDescription } of durations)
      if (defaultValue !== undefined) expect(defaultValueDescription).toMatch(/^\d+[smhdw]$/);
  }
});

describe('gannet webhooks verify', () => {
  const { body, signature } = signPayload({ event: 'crawl.completed', data: { n: 1 } }, 'secret');
  const verify = (input: string, ...args: string[]) => gannet(['webhooks', 'verify', ...args], { input });

  test('believes what is signed with the secret, and nothing else', async () => {
    expect(await verify(body, '--secret', 'secret')).toMatchObject({
      code: 0,
      stderr: 'crawl.completed is genuine.\n',
    });
    expect(await verify(body, '--secret', 'secret', '--signature', `${signature}`)).toMatchObject({
      code: 0,
    });
    expect(await verify(body, '--secret', 'other')).toMatchObject({ code: 1 });
    expect(await verify(body.replace(':1', ':2'), '--secret', 'secret')).toMatchObject({ code: 1 });
    expect(await verify(body)).toMatchObject({ code: 2, stderr: expect.stringContaining('say the secret') });
    expect(await verify('no JSON', '--secret', 'secret')).toMatchObject({ code: 1 });
  });

  test('is not misled by a signature within the data', async () => {
    const inner = signPayload({ event: 'crawl.completed' }, 'other');
    const outer = signPayload({ event: 'test.webhook', data: JSON.parse(inner.body) }, 'secret');
    expect(await verify(outer.body, '--secret', 'secret')).toMatchObject({ code: 0 });
  });
});

test('settings may stand in a file; those of the environment count more', async () => {
  const file = join(folder, 'some.env');
  writeFileSync(file, 'GANNET_PORT=99999\n');
  const env = { GANNET_DATA_DIR: join(folder, 'data') };
  expect(await gannet(['--settings', file, 'payments', 'list'], { env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('GANNET_PORT must be'),
  });
});

test('an older Node.js is told what is needed', async () => {
  const older = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.1.0' })`;
  await expect(promisify(execFile)(process.execPath, ['--import', older, main])).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^gannet: Node\.js 24 or later is needed, this is 20\.1\.0/),
  });
});

describe('gannet init', () => {
  test('writes settings that a start accepts, shows the key, and writes over nothing', async () => {
    const place = join(folder, 'new', 'below');
    const made = await gannet(['init', place, '--yes', '--port', '9000', '--owner', 'ada']);
    expect(made).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`in ${place}: gannet serve --settings .env`),
    });
    const { GANNET_API_KEYS, ...others } = parseEnv(readFileSync(join(place, '.env'), 'utf8'));
    expect(others).toEqual({ GANNET_PORT: '9000' });
    expect(GANNET_API_KEYS).toBe(`ada:${made.stdout.trim()}`);
    expect(readConfig({ GANNET_API_KEYS }).apiKeys).toHaveLength(1);
    expect(statSync(join(place, '.env')).mode & 0o077).toBe(0);
    const again = await gannet(['init', place, '--yes']);
    expect(again).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('exists already') });
  });

  test('with compose, writes a file by which every variable of its .env counts', async () => {
    const place = join(folder, 'compose');
    expect(await gannet(['init', place, '--yes', '--with', 'compose'])).toMatchObject({ code: 0 });
    const compose = readFileSync(join(place, 'compose.yaml'), 'utf8');
    const named = [...compose.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
    const given = Object.keys(parseEnv(readFileSync(join(place, '.env'), 'utf8')));
    expect(given).toEqual(expect.arrayContaining(named));
    expect(compose).toContain('env_file: .env');
    expect(given.filter((name) => name !== 'POSTGRES_PASSWORD' && compose.includes(`${name}:`))).toEqual([]);
    expect(JSON.parse(readFileSync(join(place, 'seccomp.json'), 'utf8'))).toHaveProperty('syscalls');
  });

  test('without a terminal it does not wait for answers', async () => {
    expect(await gannet(['init', join(folder, 'none')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('add --yes'),
    });
  });
});
