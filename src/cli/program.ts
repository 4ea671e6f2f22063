import { Command } from 'commander';
import { version } from '../version.ts';
import { addKeys } from './keys.ts';
import type { Environment } from './report.ts';
import { addServe } from './serve.ts';

/** The command table. Data goes to stdout, everything said about it to stderr. */
export const createProgram = (environment: Environment): Command => {
  const program = new Command('gannet')
    .description('A programmatic browsing engine: a URL in, clean content out.')
    .version(version)
    .showHelpAfterError('Run gannet --help for the commands.');
  addServe(program, environment);
  addKeys(program, environment);
  return program;
};
