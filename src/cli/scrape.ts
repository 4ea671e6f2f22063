import type { Command } from 'commander';
import { type Data, type OutputName, outputNames, parseScrape, scrapeRequests } from '../contract/scrape.ts';
import { addressOf } from './address.ts';
import {
  type Destination,
  endings,
  fieldsOfName,
  isFolder,
  isOther,
  openDestination,
  placeOf,
} from './destination.ts';
import { addFlags, type Flags } from './flags.ts';
import {
  type Environment,
  exitCodeFor,
  interruptible,
  say,
  sentenceOf,
  textFor,
  UsageError,
  writeOut,
} from './run.ts';
import {
  addServerOptions,
  type ScrapeAnswer,
  type ServerOptions,
  type Service,
  warnOf,
  withService,
} from './service.ts';

interface Options extends ServerOptions {
  readonly out?: string | undefined;
  readonly output?: string;
  readonly json?: true;
  readonly parallel: string;
}

/** `gannet scrape`, which is also what `gannet` followed by an address does. */
export const addScrape = (program: Command, environment: Environment): void => {
  const command = program
    .command('scrape', { isDefault: true })
    .argument('<urls...>', 'one address or several')
    .description('fetch pages as Markdown, HTML, CSV, screenshot or PDF')
    .option(
      '-o, --out <place>',
      'a file, whose name tells the output, or a folder; stdout for - or when not given',
    )
    .option('--output <name>', `what is made of the page: ${outputNames.join(', ')} (default: markdown)`)
    .option('--json', 'the whole answer, one line of JSON for each address')
    .option('--parallel <number>', 'addresses at a time', '4');
  const flags = addFlags(command, scrapeRequests, ['url']);
  addServerOptions(command).action((urls: string[], options: Options) =>
    interruptible(async (signal) => {
      const commands = program.commands.map((each) => each.name());
      const addresses = urls.map((url, index) => addressOf(url, index === 0 ? commands : []));
      const out = placeOf(options.out);
      const bodies = bodiesOf(addresses, { ...options, out }, { command, flags });
      const destination = out === undefined ? undefined : openDestination(out, addresses.length > 1);
      await withService({ ...options, needs: 'pages' }, environment, (service) =>
        scrapeAll(bodies, {
          service,
          destination,
          json: options.json === true,
          parallel: readParallel(options.parallel),
          signal,
        }),
      );
    }),
  );
};

type Request = { readonly url: string; readonly output: OutputName };

/** The requests, checked before anything is started. @throws UsageError */
const bodiesOf = (
  urls: readonly string[],
  { out, json, output }: Options,
  { command, flags }: { command: Command; flags: Flags },
): Request[] => {
  if (out !== undefined && !json && output === undefined && !isFolder(out, urls.length > 1) && isOther(out))
    throw new UsageError(
      `no output belongs in ${out}: there are ${endings.join(', ')}; for another ending say --output, or --json for the whole answer`,
    );
  const told = out === undefined ? {} : fieldsOfName(out);
  const given = flags.body(command);
  const options = { ...Object(told.options), ...Object(given.options) };
  if (options.links === true && !json)
    say('warning: --links: links are in the whole answer only, with --json');
  const bodies = urls.map((url) => {
    const body = {
      ...told,
      ...given,
      ...(output !== undefined && { output }),
      ...(Object.keys(options).length > 0 && { options }),
      url,
    };
    return { ...body, output: flags.check(() => parseScrape(body)).request.output };
  });
  const binary = bodies.find(({ output }) => isBinary(output));
  if (binary !== undefined && out === undefined && !json) {
    if (process.stdout.isTTY)
      throw new UsageError(`a ${binary.output} is no text for a terminal: name a file with -o`);
    if (urls.length > 1) throw new UsageError('several files need a folder: name it with -o');
  }
  return bodies;
};

const readParallel = (text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 64)
    throw new UsageError('--parallel takes a whole number from 1 to 64');
  return number;
};

interface Run {
  readonly service: Service;
  readonly destination: Destination | undefined;
  readonly json: boolean;
  readonly parallel: number;
  readonly signal: AbortSignal;
}

/** Several at a time; their answers come in the order in which they were asked for. A failure does not stop the others. */
const scrapeAll = async (bodies: readonly Request[], run: Run): Promise<void> => {
  const begun: Promise<Outcome>[] = [];
  const begin = () => {
    const body = bodies[begun.length];
    if (body !== undefined) begun.push(outcomeOf(run.service.scrape(body, run.signal)));
  };
  for (let lane = 0; lane < run.parallel; lane++) begin();
  for (const [index, { url }] of bodies.entries()) {
    const outcome = await begun[index];
    begin();
    if (run.signal.aborted) return;
    if (outcome?.answer !== undefined) await deliver(outcome.answer, index, run);
    else {
      process.exitCode = exitCodeFor(outcome?.error);
      const which = bodies.length > 1 ? `${url}: ` : '';
      say(`${which}${sentenceOf(outcome?.error)}`);
    }
  }
};

interface Outcome {
  readonly answer?: ScrapeAnswer;
  readonly error?: unknown;
}

const outcomeOf = (work: Promise<ScrapeAnswer>): Promise<Outcome> =>
  work.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );

const deliver = async (answer: ScrapeAnswer, index: number, { destination, json }: Run): Promise<void> => {
  warnOf(answer);
  const content = contentOf(answer);
  if (content.length === 0 && !answer.warnings?.length)
    say(`warning: ${answer.url}: its ${answer.output} is empty`);
  if (destination !== undefined) {
    const data = json ? `${JSON.stringify(answer)}\n` : content;
    const file = destination.write(answer.url, json ? '.json' : extensionOf(answer), data);
    process.stderr.write(`${answer.url} → ${file} (${sizeOf(data)})\n`);
  } else if (json) await writeOut(`${JSON.stringify(answer)}\n`);
  else if (typeof content !== 'string') await writeOut(content);
  else await writeOut(textFor(process.stdout, index > 0 ? `\n${content}` : content));
};

const isBinary = (output: OutputName) => output === 'screenshot' || output === 'pdf';

/** What a file with the answer holds; text ends with a line break. */
const contents: { readonly [N in OutputName]: (data: Data[N]) => string | Uint8Array } = {
  markdown: ({ markdown }) => withBreak(markdown),
  html: ({ html }) => withBreak(html),
  csv: ({ data }) => withBreak(data),
  screenshot: ({ data }) => Buffer.from(data, 'base64'),
  pdf: ({ data }) => Buffer.from(data, 'base64'),
};

const contentOf = ({ output, data }: ScrapeAnswer): string | Uint8Array => contents[output](data as never);

const withBreak = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

const extensionOf = ({ output, data }: ScrapeAnswer): string => {
  if (output === 'markdown') return '.md';
  return output === 'screenshot' ? `.${(data as Data['screenshot']).format}` : `.${output}`;
};

const sizeOf = (data: string | Uint8Array): string => {
  const bytes = Buffer.byteLength(data);
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
};
