import { styleText } from 'node:util';
import type { Command } from 'commander';
import { type Environment, exitWith, reasonOf, UsageError, writeOut } from '../run.ts';
import { broken, type Check, type Context, type Finding } from './finding.ts';
import { checkSettings } from './settings.ts';

interface Options {
  readonly probe: string;
  readonly security?: true;
  readonly json?: true;
}

interface Named extends Finding {
  readonly name: string;
}

/** `gannet doctor`: whether everything is there that a service needs, and what to do where it is not. */
export const addDoctor = (program: Command, environment: Environment): void => {
  program
    .command('doctor')
    .description('find what is wrong with the set-up, and say what to do about it')
    .option('--security', 'the state of each protection instead')
    .option('--probe <url>', 'a page that stands for the internet', 'https://example.com/')
    .option('--json', 'one JSON object on stdout')
    .action((options: Options) => exitWith(() => examine(options, environment)));
};

const examine = async ({ probe: text, security, json }: Options, environment: Environment): Promise<void> => {
  const probe = URL.parse(text);
  if (probe === null || !['http:', 'https:'].includes(probe.protocol))
    throw new UsageError('--probe takes an address such as https://example.com/');
  const { finding, config } = checkSettings(environment);
  const found: Named[] = [{ name: 'settings', ...finding }];
  if (!json) await show(found[0]);
  const { checks } = await import('./checks.ts');
  for (const { name, run } of config === undefined ? [] : checks[security ? 'security' : 'everything']) {
    const result = { name, ...(config && (await findingOf(run, { environment, config, probe }))) } as Named;
    found.push(result);
    if (!json) await show(result);
  }
  const isBroken = found.some(({ state }) => state === 'broken');
  if (json) await writeOut(`${JSON.stringify({ ok: !isBroken, checks: found }, null, 2)}\n`);
  else if (!isBroken) process.stderr.write('\nNothing is broken.\n');
  if (isBroken) process.exitCode = 1;
};

/** One after the other, so that what one costs is not taken for a fault of another. */
const findingOf = async (run: Check['run'], context: Context): Promise<Finding> => {
  try {
    return await run(context);
  } catch (error) {
    return broken(reasonOf(error), 'This should not happen: please report it.');
  }
};

const marks = { ok: ['green', 'ok'], warning: ['yellow', 'warning'], broken: ['red', 'BROKEN'] } as const;
const nameWidth = 24;
const markWidth = 9;

const show = async (finding: Named | undefined): Promise<void> => {
  if (finding === undefined) return;
  const [color, mark] = marks[finding.state];
  const styled = styleText(color, mark.padEnd(markWidth), { stream: process.stdout });
  const fix = finding.fix === undefined ? '' : `${' '.repeat(markWidth + nameWidth)}→ ${finding.fix}\n`;
  await writeOut(`${styled}${finding.name.padEnd(nameWidth)}${finding.says}\n${fix}`);
};
