import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cancel, intro, isCancel, note, outro, select, text } from '@clack/prompts';
import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { makeFolder } from '../folder.ts';
import { exitCodes } from './exit-codes.ts';
import { composeFile, seccompProfile } from './init-compose.ts';
import { type Environment, exitWith, UsageError } from './run.ts';

/** `gannet init`: writes the settings or the compose file to begin with. */

const ways = ['node', 'compose'] as const;
type Way = (typeof ways)[number];

interface Options {
  readonly with?: Way;
  readonly port?: string;
  readonly owner?: string;
  readonly yes?: true;
}

/** What the files are made from. */
interface Answers {
  readonly way: Way;
  readonly port: string;
  /** Whose the first key is. */
  readonly owner: string;
}

/** `gannet init`: the files to begin with, and the first key. Nothing that exists is written over. */
export const addInit = (program: Command, _: Environment): void => {
  program
    .command('init')
    .argument('[folder]', 'where the files go', '.')
    .description('write an .env with a first API key, and a compose.yaml if wanted')
    .option('--with <way>', `how it will run: ${ways.join(', ')} (asked for)`)
    .option('--port <number>', 'port to listen on (asked for)')
    .option('--owner <name>', 'whose the first key is (asked for)')
    .option('-y, --yes', 'ask nothing: what is not given has its default')
    .action((folder: string, options: Options) =>
      exitWith(async () => {
        const answers = await (options.yes ? defaults(options) : ask(options));
        if (answers === undefined) {
          process.exitCode = exitCodes.interrupted.code;
          return;
        }
        const key = `svc_live_${randomBytes(32).toString('hex')}`;
        const written = write(resolve(folder), filesFor(answers, key));
        process.stdout.write(`${key}\n`);
        process.stderr.write(
          `This is the API key of ${answers.owner}; it is also in ${written[0]}. Keep both to yourself.\n`,
        );
        // Elsewhere neither the settings nor, later, the data would be found.
        const where = resolve(folder) === process.cwd() ? '' : ` in ${resolve(folder)}`;
        process.stderr.write(`Start it${where}: ${starts[answers.way]}\n`);
      }),
    );
};

const starts: Readonly<Record<Way, string>> = {
  node: 'gannet serve --settings .env',
  compose: 'docker compose up --build --detach',
};

const checkPort = (port: string): string | undefined =>
  /^\d+$/.test(port) && Number(port) > 0 && Number(port) < 65_536
    ? undefined
    : 'a port is a number from 1 to 65535';

const checkOwner = (owner: string): string | undefined =>
  /^[^\s:\p{Cc}]{1,200}$/u.test(owner) ? undefined : 'an owner has no spaces and no colons';

const defaults = async (given: Options): Promise<Answers> => {
  const { with: way = 'node', port = '8080', owner = 'default' } = given;
  if (!ways.some((known) => known === way)) throw new UsageError(`--with takes ${ways.join(' or ')}`);
  const problem = checkPort(port) ?? checkOwner(owner);
  if (problem !== undefined) throw new UsageError(problem);
  return { way, port, owner };
};

/** @returns undefined when it was canceled. */
const ask = async (given: Options): Promise<Answers | undefined> => {
  if (!process.stdin.isTTY) throw new UsageError('there is no terminal to ask on: add --yes');
  intro('gannet');
  const way =
    given.with ??
    (await select<Way>({
      message: 'How will it run?',
      options: [
        { value: 'node', label: 'on this machine, with Node.js', hint: 'the database is built in' },
        { value: 'compose', label: 'with Docker compose', hint: 'with PostgreSQL' },
      ],
    }));
  if (isCancel(way)) return canceled();
  const port =
    given.port ??
    (await text({ message: 'Port?', initialValue: '8080', validate: (value) => checkPort(value ?? '') }));
  if (isCancel(port)) return canceled();
  const owner =
    given.owner ??
    (await text({
      message: 'Whose is the first key?',
      initialValue: 'default',
      validate: (value) => checkOwner(value ?? ''),
    }));
  if (isCancel(owner)) return canceled();
  note(`It listens on this machine only, port ${port}.`, 'To know');
  outro('Done.');
  return defaults({ with: way, port, owner });
};

const canceled = (): undefined => {
  cancel('Nothing was written.');
};

type Files = Readonly<Record<string, string>>;

const filesFor = ({ way, port, owner }: Answers, key: string): Files => {
  const settings = {
    GANNET_API_KEYS: `${owner}:${key}`,
    ...(way === 'node' ? { GANNET_PORT: port } : { GANNET_PUBLISHED_PORT: port }),
    ...(way === 'compose' && { POSTGRES_PASSWORD: randomBytes(24).toString('hex') }),
  };
  // What is written must be what the start accepts.
  readConfig(settings);
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  return {
    '.env': `# Settings of gannet; docs/configuration.md has them all. Not for others to read.\n${lines.join('')}`,
    ...(way === 'compose' && { 'compose.yaml': composeFile(), 'seccomp.json': seccompProfile() }),
  };
};

/** @returns the files. @throws UsageError when one exists. */
const write = (folder: string, files: Files): string[] => {
  const paths = Object.entries(files).map(([name, content]) => ({ path: join(folder, name), content }));
  const existing = paths.find(({ path }) => existsSync(path));
  if (existing !== undefined) throw new UsageError(`${existing.path} exists already: nothing was written`);
  makeFolder(folder);
  for (const { path, content } of paths) writeFileSync(path, content, { mode: 0o600, flag: 'wx' });
  return paths.map(({ path }) => path);
};
