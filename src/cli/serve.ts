import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { App, Role } from '../app.ts';
import { readConfig } from '../config.ts';
import { createLog, type Logger } from '../log.ts';
import { type Environment, exitAfter, reasonOf, sameKeystrokeMs, say } from './run.ts';
import { unknownSettings } from './settings.ts';

/** `gannet serve`, the service, and `gannet worker`, a process more for its crawl jobs: until they are told to stop. */
export const addServe = (program: Command, environment: Environment): void => {
  program
    .command('serve')
    .description('start the service')
    .action(() => exitAfter(() => run(environment, 'serve')));
  program
    .command('worker')
    .description('work on the crawl jobs of a service that shares DATABASE_URL')
    .action(() => exitAfter(() => run(environment, 'worker')));
};

const run = async (environment: Environment, role: Role): Promise<void> => {
  const config = readConfig(environment);
  const { startApp } = await import('../app.ts');
  const log = createLog(config.logLevel);
  // That nobody listens to what it says is no reason to end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const unknown = unknownSettings(environment);
  if (unknown.length > 0) log.warn({ settings: unknown }, 'no such setting');
  const stopping = stopSignals(environment, log);
  // Told to stop while it starts, it finishes the start and stops properly, unless the start hangs.
  const app = await Promise.race([startApp(config, log, role), stopping.then(() => delay(startMs))]);
  if (app === undefined) process.exit(1);
  greet(app, config.ui === 'on');
  const broken = app.broken.then(() => {
    process.exitCode = 1;
  });
  await Promise.race([stopping, broken]);
  await app.stop().catch((error: unknown) => {
    say(`it is stopped, but not all of it in good order: ${reasonOf(error)}`);
    process.exitCode = 1;
  });
};

/** Longest that a start may go on after a signal. */
const startMs = 10_000;

const greet = ({ url, firstKey }: App, ui: boolean) => {
  const dashboard = ui && url !== undefined ? `It opens the dashboard, too: ${url}/ui\n` : '';
  const key = firstKey === undefined ? '' : `Your API key, shown only once: ${firstKey}\n${dashboard}`;
  const what = url === undefined ? 'gannet works on crawl jobs' : `gannet listens on ${url}`;
  process.stdout.write(`${what}\n${key}`);
};

/** Settles at the first SIGINT, SIGTERM or SIGHUP, or when the launcher is gone. A later Ctrl-C ends at once. */
const stopSignals = (environment: Environment, log: Logger): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let since: number | undefined;
  const stop = (cause: string) => {
    if (since !== undefined) {
      if (cause === 'SIGINT' && performance.now() - since > sameKeystrokeMs) process.exit(130);
      return;
    }
    since = performance.now();
    log.info({ cause }, 'stop asked for');
    resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));

  // A launcher that was killed cannot pass on signals.
  const launcher = environment.GANNET_LAUNCHER_PID;
  if (launcher !== undefined && String(process.ppid) === launcher) {
    const watch = setInterval(() => {
      if (String(process.ppid) === launcher) return;
      clearInterval(watch);
      stop('the launcher ended');
    }, 1000);
    watch.unref();
  }

  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise was rejected unnoticed'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a fault nobody caught: stopping');
    process.exitCode = 1;
    stop('fault');
  });
  return promise;
};
