import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frugalEnv, frugalFlags } from '../scripts/setup/frugal.mjs';
import { type Service, startService } from '../test/support/service.ts';
import type { Answer, Question } from './children/answer.ts';
import { browserPath } from './chromium.ts';
import { cache, install } from './install.ts';
import { type PagePeerName, pagePeers } from './peers.ts';

/** Something that visits pages: each in a process of its own, so that what it uses can be told apart. */
export interface Subject extends AsyncDisposable {
  readonly name: string;
  /** Its Node.js process; its browser is below. */
  readonly pid: number;
  visit(url: string, options?: VisitOptions): Promise<Visited>;
}

export interface VisitOptions {
  readonly waitForSelector?: string;
  /** Whether images, fonts and films are loaded, too. */
  readonly media?: boolean;
  /** Not only the main content; HTML always is the whole page. */
  readonly wholePage?: boolean;
  /** Of the whole page: a PNG, or a PDF. */
  readonly output?: 'text' | 'screenshot' | 'pdf';
}

export interface Visited {
  /** From the call to the answer. */
  readonly ms: number;
  /** Markdown or HTML. */
  readonly text: string;
  /** Of a picture, which itself is not handed over. */
  readonly bytes?: number;
  /** `browser`, or `response` for a page that was not rendered. */
  readonly engine: string;
}

/** Set for every measure of rendering: pages must not be answered from their response there. */
export const alwaysRendered = { GANNET_RENDER: 'always' };

export interface Gannet extends Service {
  /** Past the cache. @throws Error for any answer but 200. */
  scrapeText(body: Readonly<Record<string, unknown>>): Promise<Visited>;
  scrapePicture(url: string, output: 'screenshot' | 'pdf'): Promise<Visited>;
}

/** The service in its own process, with a database, a port and a browser of its own. */
export const startGannet = async (environment: Readonly<Record<string, string>> = {}): Promise<Gannet> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gannet-bench-'));
  const service = await startService({
    // As `npm start` does.
    ...frugalEnv,
    NODE_COMPILE_CACHE: join(cache, 'compiled'),
    NODE_OPTIONS: frugalFlags.join(' '),
    GANNET_DATA_DIR: dataDir,
    GANNET_BROWSER: browserPath(),
    GANNET_BROWSER_PROCESSES: '',
    // It ends when the measure does, however that ends.
    GANNET_LAUNCHER_PID: String(process.pid),
    ...environment,
  });
  const timed = async (request: Readonly<Record<string, unknown>>) => {
    const startedAt = performance.now();
    const { status, body } = await service.scrape({ bypass_cache: true, ...request });
    const ms = performance.now() - startedAt;
    if (status !== 200) throw new Error(`${request.url}: ${status} ${JSON.stringify(body.detail)}`);
    return { ms, body };
  };
  return {
    ...service,
    scrapeText: async (request) => {
      const { ms, body } = await timed(request);
      return { ms, text: body.data.markdown ?? body.data.html ?? '', engine: body.metadata.engine };
    },
    scrapePicture: async (url, output) => {
      const options = output === 'screenshot' ? { full_page: true } : {};
      const { ms, body } = await timed({ url, output, options });
      return {
        ms,
        text: '',
        bytes: Buffer.from(body.data.data, 'base64').length,
        engine: body.metadata.engine,
      };
    },
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** The service, asked over HTTP. */
export const httpSubject = async (
  name: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Subject> => {
  const service = await startGannet(environment);
  return {
    name,
    pid: service.pid,
    visit: (url, { output = 'text', ...options } = {}) =>
      output === 'text' ? service.scrapeText(textRequest(url, options)) : service.scrapePicture(url, output),
    [Symbol.asyncDispose]: service[Symbol.asyncDispose],
  };
};

const textRequest = (url: string, { waitForSelector, media = false, wholePage = false }: VisitOptions) => ({
  url,
  block_media: !media,
  wait_for_selector: waitForSelector,
  options: { only_main_content: !wholePage },
});

/** Bare DevTools commands to the same browser: what nobody who isolates pages can be faster than. */
export const limitSubject = (): Promise<Subject> => forked('Chromium alone', 'limit.ts', []);

/** What drives gannet's browser, without all else that the service does. */
export const driverSubject = (): Promise<Subject> => forked('gannet, driver alone', 'driver.ts', []);

/** Somebody who asks the service from a process of their own: GET, with a key of it. */
export const askerSubject = ({ key }: Pick<Service, 'key'>): Promise<Subject> =>
  forked('asker', 'asker.ts', [key]);

/** What could not be measured, and why. */
export interface Missing {
  readonly name: string;
  readonly missing: string;
}

export const isMissing = (one: object): one is Missing => 'missing' in one;

/** A peer in a process of its own; or why it cannot be had, which is a line of the table. */
export const peerSubject = async (peer: PagePeerName): Promise<Subject | Missing> => {
  const { name, packages } = pagePeers[peer];
  const installed = await install(peer, packages);
  if ('missing' in installed) return { name, ...installed };
  return forked(name, 'page-peer.ts', [peer, installed.folder]).catch((error: unknown) => ({
    name,
    missing: `it does not start: ${error instanceof Error ? error.message : error}`,
  }));
};

/** Playwright, which the measures of the engine cannot do without. @throws Error where it cannot be had. */
export const playwrightSubject = async (): Promise<Subject> => {
  const subject = await peerSubject('playwright');
  if (isMissing(subject)) throw new Error(`${subject.name}: ${subject.missing}`);
  return subject;
};

const forked = async (name: string, script: string, args: readonly string[]): Promise<Subject> => {
  const child = fork(join(import.meta.dirname, 'children', script), args, {
    env: { ...process.env, GANNET_BROWSER: browserPath() },
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  const gone = ended(child);
  // It ends in the end; who waits for an answer meanwhile is told.
  gone.catch(() => undefined);
  await Promise.race([once(child, 'message'), gone]);
  child.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  return {
    name,
    pid: child.pid ?? 0,
    visit: async (url, options = {}) => {
      const question: Question = { id: ++lastId, url, ...options };
      const answered = new Promise<Answer>((resolve) => waiting.set(question.id, resolve));
      child.send(question);
      const answer = await Promise.race([answered, gone]);
      if (answer.error !== undefined) throw new Error(`${name}: ${url}: ${answer.error}`);
      return answer;
    },
    [Symbol.asyncDispose]: async () => {
      if (child.connected) child.disconnect();
      await gone.catch(() => undefined);
    },
  };
};

/** Rejects when the process ends by itself. */
const ended = async (child: ChildProcess): Promise<never> => {
  const [code] = await once(child, 'exit');
  throw new Error(`${child.spawnfile} ended with ${code}`);
};
