import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { removeStaleFolders } from '../browser/process/launch.ts';
import { type Config, readConfig } from '../config.ts';
import type { KeyCaller } from '../contract/access.ts';
import { ServiceError } from '../contract/error.ts';
import { createLog, type Logger } from '../log.ts';
import type { Backend } from '../mcp/backend.ts';
import { createRemoteBackend } from '../mcp/remote.ts';
import { type Environment, exitAfter, reasonOf } from './run.ts';
import { addServerOptions, keyOf, type ServerOptions, serverOf } from './service.ts';

/**
 * `gannet mcp`: the tools of /mcp over stdin and stdout, for a program on this machine that starts it. Nothing but the
 * protocol is on stdout.
 */
export const addMcp = (program: Command, environment: Environment): void => {
  addServerOptions(
    program
      .command('mcp')
      .description('serve the Model Context Protocol over stdin and stdout, for AI applications'),
  ).action((options: ServerOptions) => exitAfter(() => run(options, environment)));
};

const run = async (options: ServerOptions, environment: Environment): Promise<void> => {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stopping.abort());
  // A file, or nothing at all, ends without closing: then nobody would be told that it is over.
  process.stdin.once('end', () => process.stdin.destroy());
  const config = readConfig({ GANNET_LOG: 'error', ...environment });
  const log = createLog(config.logLevel);
  const server = serverOf(options, environment);
  const { signal } = stopping;
  const { serveOverStdio } = await import('../mcp/stdio.ts');
  if (server !== undefined) {
    const remote = { server: new URL(server), key: keyOf(options, environment) };
    await serveOverStdio({ open: async (permit) => createRemoteBackend(remote, permit), log, signal });
  } else {
    const own = createOwn(config, log);
    try {
      await serveOverStdio({ open: own.open, log, signal });
    } finally {
      await own.stop();
    }
  }
};

/** Whoever may start this process may use all of it. */
const caller: KeyCaller = { kind: 'key', keyId: '', owner: 'command-line', scopes: ['*'], tier: 'pro' };

const folderPrefix = 'gannet-mcp-';

/**
 * The engine in this process, started by the first call: hosts start their servers whether they are used or not, and wait
 * for the handshake only so long. Its state is in a folder of its own, so that several run side by side.
 */
const createOwn = (config: Config, log: Logger) => {
  let starting: ReturnType<typeof start> | undefined;
  let dataDir: string | undefined;
  const start = async () => {
    const { startCommandApp } = await import('../app/command.ts');
    const { createLocalBackend } = await import('../mcp/local.ts');
    removeStaleFolders(folderPrefix);
    dataDir ??= mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
    const app = await startCommandApp(
      { ...config, dataDir, databaseUrl: undefined, apiKeys: [] },
      log,
      false,
    );
    const crawls = async () => (await app.crawling().catch(fail)).crawls;
    return { backend: createLocalBackend({ ...app, crawls }, caller, 'stdio'), stop: app.stop };
  };
  return {
    open: async (): Promise<Backend> => {
      starting ??= start();
      try {
        return (await starting).backend;
      } catch (cause) {
        // The next call tries again: the fault may be mended by then.
        starting = undefined;
        return fail(cause);
      }
    },
    stop: async (): Promise<void> => {
      await starting?.then(
        (app) => app.stop(),
        () => undefined,
      );
      if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** Whoever starts this process may know what is wrong with it. */
const fail = (cause: unknown): never => {
  throw new ServiceError('internal_error', { message: `gannet could not start: ${reasonOf(cause)}`, cause });
};
