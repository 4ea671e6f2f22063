import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { Command } from 'commander';
import { version } from '../version.ts';
import { addCompletion } from './completion.ts';
import { addCrawl } from './crawl.ts';
import { addDoctor } from './doctor/command.ts';
import { exitCodes } from './exit-codes.ts';
import { addExtract } from './extract.ts';
import { addInit } from './init.ts';
import { addKeys } from './keys.ts';
import { addMap } from './map.ts';
import { addMcp } from './mcp.ts';
import { addPayments } from './payments.ts';
import { type Environment, heedOutput, reasonOf, say, UsageError } from './run.ts';
import { addScrape } from './scrape.ts';
import { addServe } from './serve.ts';
import { addWebhooks } from './webhooks.ts';

/** The command line: its commands, and how each ends. */

/** The command table, in the order in which `--help` shows it. */
const commands = [
  addScrape,
  addExtract,
  addCrawl,
  addMap,
  addWebhooks,
  addServe,
  addMcp,
  addKeys,
  addPayments,
  addInit,
  addDoctor,
  addCompletion,
] as const satisfies readonly ((program: Command, environment: Environment) => void)[];

/** Commands that end with whoever is at the other end, and see to it themselves. */
const protocols: ReadonlySet<string> = new Set(['mcp', 'serve', 'worker']);

/** The command line. Data goes to stdout, everything said about it to stderr. */
export const createProgram = (given: Environment): Command => {
  const environment = { ...given };
  const program = new Command('gannet')
    .description('A programmatic browsing engine: a URL in, clean content out.')
    .usage('[command] [options]\n       gannet <url>   the page as Markdown')
    .version(version)
    .option(
      '--settings <file>',
      'settings, one VARIABLE=value on each line; those of the environment count more',
    )
    .configureOutput({ outputError: (text, write) => write(inPlainWords(text)) })
    .showHelpAfterError('Run gannet --help for the commands.')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.usage.code))
    .hook('preAction', (_, action) => {
      if (!protocols.has(action.name())) process.stdout.on('error', heedOutput);
      const { settings } = program.opts<{ settings?: string }>();
      if (settings !== undefined) Object.assign(environment, { ...readSettings(settings), ...given });
    });
  for (const add of commands) add(program, environment);
  for (const command of program.commands) pointToHelp(command, 'gannet');
  return program;
};

/** Behind what was wrong, each command names its own help. */
const pointToHelp = (command: Command, parent: string): void => {
  const name = `${parent} ${command.name()}`;
  const what = command.commands.length > 0 ? 'commands' : 'options';
  command.showHelpAfterError(`Run ${name} --help for its ${what}.`);
  for (const below of command.commands) pointToHelp(below, name);
};

/** Runs the command that the arguments name. @param args without the runtime and the script. */
export const runProgram = async (environment: Environment, args: readonly string[]): Promise<void> => {
  const program = createProgram(environment);
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(error.message);
    process.exitCode = exitCodes.usage.code;
  }
};

/** @throws UsageError */
const readSettings = (file: string): Record<string, string | undefined> => {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--settings: ${reasonOf(error)}`, { cause: error });
  }
};

/** What the library says of a wrong call, and how we say it. */
const wordings: readonly (readonly [RegExp, string])[] = [
  [/^error: unknown option '([^']+)'/, 'there is no option $1.'],
  [/^error: unknown command '([^']+)'/, 'there is no command $1.'],
  [/^error: missing required argument '([^']+)'/, '<$1> is missing.'],
  [/^error: option '(?:-\w, )?(\S+)[^']*' argument missing/, '$1 needs a value.'],
  [/^error: option '(?:-\w, )?(\S+)[^']*' argument '([^']*)' is invalid\. /, '$1 cannot be "$2". '],
  [/^error: too many arguments.*/, 'there are too many arguments.'],
  [/^error: /, ''],
];

const inPlainWords = (text: string): string => {
  const [pattern, words] = wordings.find(([form]) => form.test(text)) ?? [];
  if (pattern === undefined || words === undefined) return text;
  return `gannet: ${text.replace(pattern, words).replace(/\n\((Did you mean [^)]*)\)/, ' $1')}`;
};
