import type { Command } from 'commander';
import { mapRequest, parseMap } from '../contract/map.ts';
import { addressOf } from './address.ts';
import { exitCodes } from './exit-codes.ts';
import { addFlags } from './flags.ts';
import { type Environment, interruptible, say, writeOut } from './run.ts';
import { addServerOptions, type ServerOptions, withService } from './service.ts';

/** `gannet map`: the addresses of a site, one on each line. */
export const addMap = (program: Command, environment: Environment): void => {
  const command = program
    .command('map')
    .argument('<url>', 'a site, or a page of it')
    .description('list the addresses of a site, from its sitemaps and the links of one page')
    .option('--json', 'the whole answer on one line');
  const flags = addFlags(command, { map: mapRequest }, ['url']);
  addServerOptions(command).action((url: string, options: ServerOptions & { json?: true }) =>
    interruptible(async (signal) => {
      const body = { ...flags.body(command), url: addressOf(url) };
      flags.check(() => parseMap(body));
      const answer = await withService({ ...options, needs: 'pages' }, environment, (service) =>
        service.map(body, signal),
      );
      for (const warning of answer.warnings ?? []) say(`warning: ${warning}`);
      const lines = answer.links.map((link) => `${link.url}\n`).join('');
      await writeOut(options.json ? `${JSON.stringify(answer)}\n` : lines);
      // An empty site is one thing, one that could not be looked into another.
      if (answer.count === 0 && answer.warnings !== undefined) process.exitCode = exitCodes.page.code;
    }),
  );
};
