import type { Command } from 'commander';
import { extractRequest, parseExtract } from '../contract/extract.ts';
import { addressOf } from './address.ts';
import { placeOf, writeWhole } from './destination.ts';
import { addFlags, collect, onceEach, readJson } from './flags.ts';
import { type Environment, interruptible, textFor, UsageError, writeOut } from './run.ts';
import { addServerOptions, type ServerOptions, warnOf, withService } from './service.ts';

interface Options extends ServerOptions {
  readonly out?: string;
  readonly json?: true;
  readonly schema?: string;
  readonly select?: readonly string[];
  readonly xpath?: readonly string[];
}

/** `gannet extract`: the data of a page as JSON. */
export const addExtract = (program: Command, environment: Environment): void => {
  const command = program
    .command('extract')
    .argument('<url>', 'the page')
    .description('take data from a page by JSON schema, CSS selectors or XPath')
    .option('--schema <schema>', 'JSON schema: a file, or the JSON itself')
    .option('--select <name=selector>', 'a field by CSS selector; may be repeated', collect)
    .option('--xpath <name=expression>', 'a field by XPath 1.0; may be repeated', collect)
    .option('-o, --out <file>', 'write to this file; stdout for - or when not given')
    .option('--json', 'the whole answer: data with its evidence, on one line');
  const flags = addFlags(command, { extract: extractRequest }, ['url', 'schema']);
  addServerOptions(command).action((url: string, options: Options) =>
    interruptible(async (signal) => {
      const out = placeOf(options.out);
      const given = flags.body(command);
      const { select, xpath } = options;
      const body = {
        ...given,
        url: addressOf(url),
        ...(options.schema !== undefined && { schema: readSchema(options.schema) }),
        ...(select !== undefined && { selectors: withFields(given.selectors, select, '--select') }),
        ...(xpath !== undefined && { xpaths: withFields(given.xpaths, xpath, '--xpath') }),
      };
      if (!['schema', 'selectors', 'xpaths'].some((field) => field in body))
        throw new UsageError('say what is wanted: --schema, --select or --xpath');
      flags.check(() => parseExtract(body));
      const answer = await withService({ ...options, needs: 'pages' }, environment, (service) =>
        service.extract(body, signal),
      );
      warnOf(answer);
      const text = `${options.json ? JSON.stringify(answer) : JSON.stringify(answer.data, null, 2)}\n`;
      if (out === undefined) await writeOut(textFor(process.stdout, text));
      else writeWhole(out, text);
    }),
  );
};

/** A schema as JSON, from the file of this name, or from `@file`. */
const readSchema = (text: string): unknown => readJson(/^\s*[@{]/.test(text) ? text : `@${text}`, '--schema');

/** `title=h1` → `{ title: 'h1' }`, behind the fields that are given as JSON. @throws UsageError */
const withFields = (given: unknown = {}, pairs: readonly string[], flag: string): Record<string, unknown> => {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new UsageError(`${flag} adds to fields that are a JSON object, not to ${JSON.stringify(given)}`);
  const added = pairs.map((text): [string, unknown] => {
    const at = text.indexOf('=');
    if (at < 1) throw new UsageError(`${flag} takes a name, = and what is looked for, not ${text}`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return onceEach([...Object.entries(given), ...added], flag);
};
