import { type Command, Option } from 'commander';
import type { z } from 'zod';
import type {
  MapResponse,
  WebhookDelivery,
  WebhookLogs,
  WebhookTestResponse,
} from '../../client/src/index.ts';
import { readConfig } from '../config.ts';
import type { CrawlStatus } from '../contract/crawl.ts';
import type { CrawlResult } from '../contract/crawl-results.ts';
import type { extractResponse } from '../contract/extract.ts';
import type { scrapeResponse } from '../contract/scrape.ts';
import type { Window } from '../contract/window.ts';
import { createLog } from '../log.ts';
import type { Delivery } from './deliveries.ts';
import type { Needs } from './local.ts';
import { openRemote } from './remote.ts';
import { type Environment, say, UsageError } from './run.ts';

/** What the commands ask for pages: this process itself or, where one is named, a server. */
export interface Service {
  scrape(body: Body, signal: AbortSignal): Promise<ScrapeAnswer>;
  extract(body: Body, signal: AbortSignal): Promise<ExtractAnswer>;
  map(body: Body, signal: AbortSignal): Promise<MapResponse>;
  readonly crawl: CrawlService;
  readonly webhooks: WebhookService;
  close(): Promise<void>;
}

/** A request as the endpoint has it. */
export type Body = Readonly<Record<string, unknown>>;
export type ScrapeAnswer = z.infer<typeof scrapeResponse>;
export type ExtractAnswer = z.infer<typeof extractResponse>;

/** Says on stderr what is to be known of an answer: a page of an error is one that its data do not tell from others. */
export const warnOf = ({ url, metadata, warnings = [] }: ScrapeAnswer | ExtractAnswer): void => {
  const { status_code: status } = metadata;
  const failed = status < 400 ? [] : [`${url} was answered with status ${status}`];
  for (const warning of [...failed, ...warnings]) say(`warning: ${warning}`);
};

export interface CrawlService {
  /** With the same key it is the same job. @returns its id. */
  start(body: Body, key: string): Promise<string>;
  /** Results behind the given one and progress, until the job is over or the signal aborts. */
  follow(id: string, after: number, signal: AbortSignal): AsyncIterable<CrawlEvent>;
  status(id: string): Promise<CrawlStatus>;
  /** Waits for the webhooks that this process is to send. @returns those that did not arrive. */
  undelivered(signal: AbortSignal): Promise<readonly Delivery[]>;
}

export type CrawlEvent =
  | { readonly event: 'result'; readonly id: number; readonly data: CrawlResult }
  | { readonly event: 'progress' | 'end'; readonly data: CrawlStatus }
  | { readonly event: 'idle' };

export interface WebhookService {
  test(body: Body, signal: AbortSignal): Promise<WebhookTestResponse>;
  logs(window: Window): Promise<WebhookLogs>;
  resend(deliveryId: string): Promise<WebhookDelivery>;
}

interface Wanted {
  readonly needs: Needs;
  /** Where a service within this process keeps its database; a temporary folder when it is not said. */
  readonly dataDir?: string;
}

/** Variables that only the command line reads: the settings of the service are in `src/config/settings.ts`. */
export const clientVariables = {
  GANNET_SERVER:
    'Server that `scrape`, `extract`, `map`, `crawl` and `webhooks` ask; in this process when empty.',
  GANNET_KEY: 'API key for that server.',
  GANNET_WEBHOOK_SECRET: 'Secret of `webhooks test` and `webhooks verify`.',
} as const;

/** Adds `--server` and `--key` to a command. */
export const addServerOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--server <url>', 'ask this gannet (GANNET_SERVER) instead of doing it in this process'),
    )
    .addOption(
      new Option('--key <key>', 'API key for the server (better in GANNET_KEY: others see this one)'),
    );

export interface ServerOptions {
  readonly server?: string;
  readonly key?: string;
}

/** The server that is named, if one is. @throws UsageError */
export const serverOf = ({ server }: ServerOptions, environment: Environment): string | undefined => {
  const named = server ?? environment.GANNET_SERVER;
  if (named === undefined || named === '') return undefined;
  const url = URL.parse(named);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError('--server takes an address such as https://gannet.example');
  if (url.username !== '' || url.password !== '')
    throw new UsageError('--server takes an address without user and password: the key goes into GANNET_KEY');
  return named;
};

/** The key to it, if one is given. @throws UsageError */
export const keyOf = ({ key }: ServerOptions, environment: Environment): string | undefined => {
  const given = key ?? environment.GANNET_KEY;
  if (given === undefined || given === '') return undefined;
  if (/^[\x21-\x7e]+$/.test(given)) return given;
  throw new UsageError('the key holds what no key does, such as a space or an ellipsis: copy it whole');
};

/** Opens the one or the other for the time of some work. */
export const withService = async <T>(
  options: ServerOptions & Wanted,
  environment: Environment,
  work: (service: Service) => Promise<T>,
): Promise<T> => {
  const service = await open(options, environment);
  try {
    return await work(service);
  } finally {
    await service.close();
  }
};

const open = async (options: ServerOptions & Wanted, environment: Environment): Promise<Service> => {
  const server = serverOf(options, environment);
  if (server !== undefined) return openRemote(server, keyOf(options, environment));
  const config = readConfig({ GANNET_LOG: 'error', ...environment });
  // Loading the engine takes half a second: those who ask a server, or asked wrongly, need not wait for it.
  const { openLocal } = await import('./local.ts');
  return openLocal({ ...options, config, log: createLog(config.logLevel) });
};
