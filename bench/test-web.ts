import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { pages, startBenchSite } from './site.ts';

/** A page with the words that a complete answer holds. */
export interface TruePage {
  readonly url: string;
  /** Whether its content is in the response already. */
  readonly isStatic: boolean;
  readonly holds: readonly string[];
}

export interface TestPages extends AsyncDisposable {
  readonly name: string;
  readonly pages: readonly TruePage[];
}

const folder = join(import.meta.dirname, '../../shared/bench/testweb');
const truth = z.object({ keep: z.array(z.object({ t: z.string() })) });

/** Of a table in a table the truth names a word that the test web never sends. */
const misjudged = '/t/5';

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Site, paths and whether they need a script: 28 static pages of several kinds, and every kind of application. */
const sample: readonly (readonly [number, string, boolean])[] = [
  ...range(12).map((n) => [1 + (n % 3), `/a/${n}/x`, true] as const),
  ...range(4).map((n) => [6, `/d/${n}`, true] as const),
  ...range(6).map((n) => [4, `/p/${n}`, true] as const),
  ...range(6).map((n) => [5, `/t/${n}`, true] as const),
  ...range(12).map((n) => [7, `/spa/${n}`, false] as const),
];

/** 40 pages of the test web where it is there, else of our own. */
export const startTestPages = (): Promise<TestPages> => (existsSync(folder) ? fromTestWeb() : fromOwnSite());

const fromOwnSite = async (): Promise<TestPages> => {
  const site = await startBenchSite();
  const kinds = [pages.plain, pages.simple, pages.realistic, pages.late];
  return {
    name: 'our own pages (there is no test web)',
    pages: range(40).map((n) => {
      const { path, holds } = kinds[n % kinds.length] ?? pages.plain;
      return { url: `${site.origin}${path}?n=${n}`, isStatic: path !== pages.late.path, holds };
    }),
    [Symbol.asyncDispose]: site[Symbol.asyncDispose],
  };
};

/** Several addresses and a port beside it must be free: somebody else may have one of them. */
const attempts = 5;

const startServer = async (): Promise<{ child: ChildProcess; port: number }> => {
  // Behind a link it would take itself for a library.
  const server = realpathSync(join(folder, 'server.mjs'));
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const child = spawn(process.execPath, [server, '--port', String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const [line] = await Promise.race([
      once(createInterface({ input: child.stdout }), 'line'),
      exited.then(() => ['']),
    ]);
    if (/^test web:/.test(line)) return { child, port };
    child.kill('SIGTERM');
    await exited;
  }
  throw new Error('the test web does not start');
};

const fromTestWeb = async (): Promise<TestPages> => {
  const { child, port } = await startServer();
  const truthOf = async (url: string) => {
    const answer = await fetch(`http://127.0.0.1:${port + 1}/truth?url=${encodeURIComponent(url)}`);
    const words = truth.parse(await answer.json()).keep.map(({ t }) => t);
    if (!url.endsWith(misjudged)) return words;
    const sent = await (await fetch(url)).text();
    return words.filter((word) => sent.includes(word));
  };
  const urls = sample.map(([site, path, isStatic]) => ({
    url: `http://127.0.0.${10 + site}:${port}${path}`,
    isStatic,
  }));
  return {
    name: 'the test web',
    pages: await Promise.all(urls.map(async (page) => ({ ...page, holds: await truthOf(page.url) }))),
    [Symbol.asyncDispose]: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
};
