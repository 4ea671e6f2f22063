import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeEmbeddedTemplate } from './embedded.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Answers `postgres` with the URL of a server, `postgres-template` with the name of a database to copy there and
     * `embedded` with a folder to copy, each made when first asked for.
     */
    databaseBroker: string;
  }
}

/** Starts nothing until a test asks: a run of the pure tests pays nothing, and only those that need a database fail without. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  // Each command and service that a test starts reads the sources; what Node.js makes of them is made once: 0.4 s less each.
  const compiled = await mkdtemp(join(tmpdir(), 'gannet-test-compiled-'));
  process.env.NODE_COMPILE_CACHE = compiled;

  const postgres = lazy(startPostgres);
  const embedded = lazy(makeEmbeddedTemplate);
  const sources: Record<string, () => Promise<string>> = {
    '/postgres': async () => (await postgres.value()).url,
    '/postgres-template': async () => (await postgres.value()).template,
    '/embedded': embedded.value,
  };

  const broker = createServer((request, response) => {
    const source = sources[request.url ?? ''];
    if (source === undefined) response.writeHead(404).end();
    else
      source().then(
        (text) => response.end(text),
        (error: unknown) =>
          response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
      );
  }).listen(0, '127.0.0.1');
  await once(broker, 'listening');
  const address = broker.address();
  if (address === null || typeof address === 'string') throw new Error('the broker has no port');
  project.provide('databaseBroker', `http://127.0.0.1:${address.port}/`);

  return async () => {
    broker.close();
    await postgres.whenMade((server) => server.stop());
    await embedded.whenMade((folder) => rm(folder, { recursive: true, force: true }));
    // A child that ends late may still be writing.
    await rm(compiled, { recursive: true, force: true, maxRetries: 5 });
  };
};

/** Made once, when first asked for. */
const lazy = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined;
  return {
    value: (): Promise<T> => {
      made ??= make();
      return made;
    },
    whenMade: async (use: (value: T) => Promise<void>): Promise<void> => {
      // A failure was told to the test that asked.
      const value = await made?.catch(() => undefined);
      if (value !== undefined) await use(value);
    },
  };
};
