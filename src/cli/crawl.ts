import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { isGannetError } from '../../client/src/index.ts';
import { type CrawlMode, type CrawlStatus, crawlRequest, parseCrawl } from '../contract/crawl.ts';
import { ServiceError } from '../contract/error.ts';
import { addressOf } from './address.ts';
import { type CrawlOutput, createOutput } from './crawl-output.ts';
import { warningsOf } from './deliveries.ts';
import { writeWhole } from './destination.ts';
import { exitCodes } from './exit-codes.ts';
import { addFlags } from './flags.ts';
import { createBar } from './progress.ts';
import { type Environment, interruptible, say, UsageError } from './run.ts';
import {
  addServerOptions,
  type Body,
  type CrawlService,
  type ServerOptions,
  serverOf,
  withService,
} from './service.ts';

interface Options extends ServerOptions {
  readonly out: string;
}

/**
 * `gannet crawl`: a crawl into a folder or a file, by a server or by this process. Interrupted, however it was, the same
 * command goes on where it was: what that takes is kept beside the output.
 */
export const addCrawl = (program: Command, environment: Environment): void => {
  const command = program
    .command('crawl')
    .argument(
      '<urls...>',
      'where to begin; several addresses are fetched as they are, without following links',
    )
    .description(
      'crawl a site into a folder of Markdown files, or a .jsonl file. Without a server it ends when its webhooks have arrived, with code 3 if one cannot be delivered',
    )
    .option('-o, --out <place>', 'a folder, or a file that ends in .jsonl', 'crawl');
  const flags = addFlags(command, { crawl: crawlRequest }, ['start_url', 'urls']);
  addServerOptions(command).action((urls: string[], options: Options) =>
    interruptible(async (signal) => {
      const fields = flags.body(command);
      const addresses = urls.map((url) => addressOf(url));
      const body = { ...fields, ...startOf(addresses, fields.mode) };
      const { warnings: unused } = flags.check(() => parseCrawl(body));
      const output = createOutput(options.out);
      const kept = stateOf(output, { server: nameOf(serverOf(options, environment)), body });
      const service = { ...options, needs: 'everything' as const, dataDir: output.stateDir };
      const bar = createBar();
      let came = 0;
      bar.say('starting …');
      const { status, left } = await withService(service, environment, async ({ crawl }) => {
        const id = kept.job_id ?? (await crawl.start(body, kept.key));
        if (kept.job_id === undefined) keep(output, { ...kept, job_id: id });
        else await checkJob(crawl, id);
        const pages = output.open(kept.from);
        for await (const event of crawl.follow(id, pages.written, signal))
          if (event.event === 'result') {
            pages.write(event.data, event.id);
            came++;
          } else if (event.event !== 'idle') bar.show(event.data);
        const status = await crawl.status(id);
        if (status.completed_at === null || status.callback_url === null) return { status, left: [] };
        bar.say('waiting for webhooks …');
        return { status, left: await crawl.undelivered(signal) };
      }).finally(() => bar.end());
      process.stderr.write(`${summary(status, options.out)}\n`);
      for (const warning of [...unused, ...status.warnings, ...warningsOf(left)]) say(`warning: ${warning}`);
      if (status.completed_at === null) {
        process.stderr.write('Interrupted: the same command goes on with it.\n');
        return;
      }
      if (kept.job_id !== undefined && came === 0) process.stderr.write(nothingNew);
      if (status.status !== 'completed') process.exitCode = exitCodes.failed.code;
      else if (left.some((delivery) => delivery.status === 'failed')) process.exitCode = exitCodes.page.code;
    }),
  );
};

const fromOne = ['sitemap', 'link', 'pattern'] as const satisfies readonly CrawlMode[];

/** Several addresses are a batch, and so is one if that is said. @throws UsageError where a mode begins at one only. */
const startOf = (addresses: readonly string[], mode: unknown): Body => {
  if (mode === 'batch') return { urls: addresses };
  const [first, ...others] = addresses;
  if (others.length === 0) return { start_url: first };
  if (fromOne.some((known) => known === mode)) throw new UsageError(`--mode ${mode} begins at one address`);
  return { urls: addresses };
};

const state = z.object({
  key: z.string(),
  server: z.string().nullable(),
  body: z.unknown(),
  /** Where in the output its pages begin. */
  from: z.int().default(0),
  /** As soon as the job is made. */
  job_id: z.string().optional(),
});
type State = z.infer<typeof state>;

/** A slash at its end makes a server no other. */
const nameOf = (server: string | undefined): string | null =>
  server === undefined ? null : new URL(server).href.replace(/\/+$/, '');

const fileOf = ({ stateDir }: CrawlOutput): string => join(stateDir, 'crawl.json');

const keep = (output: CrawlOutput, made: State): void => writeWhole(fileOf(output), JSON.stringify(made));

/**
 * The output belongs to one crawl: its key is made once, so its job is made once and found again. A crawl that was refused
 * has no job: what was wrong with it may be put right.
 * @throws UsageError when the output belongs to another.
 */
const stateOf = (output: CrawlOutput, wanted: { server: string | null; body: Body }): State => {
  const kept = readState(fileOf(output));
  const isSame = JSON.stringify([kept?.server, kept?.body]) === JSON.stringify([wanted.server, wanted.body]);
  if (kept && isSame) return kept;
  if (kept?.job_id !== undefined)
    throw new UsageError('the output holds a crawl with other options: name another place with --out');
  const made = { key: randomUUID(), ...wanted, from: output.begin() };
  keep(output, made);
  return made;
};

const readState = (file: string): State | undefined =>
  existsSync(file) ? state.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;

/** Pages of another job must not be taken for those that are missing. @throws UsageError when the job is gone. */
const checkJob = async (crawl: CrawlService, id: string): Promise<void> => {
  try {
    await crawl.status(id);
  } catch (error) {
    if (!(error instanceof ServiceError || isGannetError(error)) || error.code !== 'not_found') throw error;
    const message =
      'the crawl that the output holds is gone, or belongs to another key: name another place with --out';
    throw new UsageError(message, { cause: error });
  }
};

const nothingNew =
  'It was over before, so nothing is new: to crawl the site again, name another place with --out.\n';

const states: Readonly<Partial<Record<CrawlStatus['status'], string>>> = {
  failed: 'has failed',
  canceled: 'was canceled',
};

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** Of a crawl that goes on, the job may have more pages by now than there are. */
const summary = ({ status, progress, error, completed_at }: CrawlStatus, place: string): string => {
  const pages = `${count(progress.pages_crawled, 'page', 'pages')} ${completed_at === null ? 'so far' : `in ${place}`}`;
  const why = error === null ? '' : `. ${error}`;
  return `The crawl ${states[status] ?? `is ${status}`}: ${pages}, ${progress.pages_failed} failed, ${count(progress.skipped, 'address', 'addresses')} skipped${why}`;
};
