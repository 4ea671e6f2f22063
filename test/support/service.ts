import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { briefly } from './command.ts';

/** A real service in a process of its own, as a user would run it: port, data folder and key of its own. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  readonly process: ChildProcess;
  readonly pid: number;
  readonly dataDir: string;
  /** Lines of stdout and stderr so far. */
  readonly output: string[];
  /** POST with the key. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  scrape(body: Record<string, unknown>): Promise<Answer>;
  /** Waits for the end; the exit code. */
  exit(): Promise<number | null>;
  /** SIGTERM, and the same. */
  stop(): Promise<number | null>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into by tests
  readonly body: any;
}

export const testKey = `svc_live_${'0123456789abcdef'.repeat(4)}`;
const root = join(import.meta.dirname, '../..');

export const startService = async (
  environment: Record<string, string | undefined> = {},
  { inOwnGroup = false } = {},
): Promise<Service> => {
  // Of its own, unless the test hands one over: then it is the test's to remove.
  const place = environment.GANNET_DATA_DIR === undefined ? await emptyPlace() : undefined;
  const dataDir = environment.GANNET_DATA_DIR ?? place?.options.dataDir ?? '';
  const child = spawn(process.execPath, [...briefly, join(root, 'src/main.ts'), 'serve'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: inOwnGroup,
    env: {
      ...process.env,
      GANNET_PORT: '0',
      GANNET_DATA_DIR: dataDir,
      GANNET_ALLOW_NETWORKS: '127.0.0.0/8',
      GANNET_API_KEYS: `tester:${testKey}`,
      GANNET_RATE_IP: 'off',
      GANNET_RATE_TIERS: 'off',
      GANNET_LOG: 'warn',
      // Services of several tests run beside each other.
      GANNET_BROWSER_PROCESSES: '1',
      ...environment,
    },
  });
  const output: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => output.push(line));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line);
      const found = /listens on (\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${output.join('\n')}`)));
  });

  const unwatch = await watch(url);

  const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const exit = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    // Its port may become that of something else.
    unwatch();
    return child.exitCode;
  };
  const stop = () => {
    child.kill('SIGTERM');
    return exit();
  };
  return {
    url,
    key: testKey,
    process: child,
    pid: child.pid ?? 0,
    dataDir,
    output,
    post,
    scrape: (body) => post('/v1/scrape', body),
    exit,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
      await place?.remove();
    },
  };
};

/** Loaded only where it is used: measurements hand over a folder, and run without vitest. */
const emptyPlace = async () => {
  const { makeTestPlace } = await import('./databases.ts');
  return makeTestPlace('embedded');
};

/** Tests compare what is answered with openapi.json. Measurements do not: it takes time. */
const watch = async (url: string): Promise<() => void> => {
  if (process.env.VITEST === undefined) return () => undefined;
  const { watchAnswers } = await import('./answer-check.ts');
  return watchAnswers(url);
};

/** Ids of the processes below one, at every depth (Linux). */
export const descendantsOf = (pid: number): number[] => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = readOrUndefined(`/proc/${name}/stat`);
    // The command in parentheses may hold spaces: fields are counted behind it.
    const parent = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const found = [pid];
  for (const ancestor of found)
    for (const [child, parent] of parents) if (parent === ancestor) found.push(child);
  return found.slice(1);
};

/** The command line of a process; empty once it has ended. */
export const commandOf = (pid: number): string => readOrUndefined(`/proc/${pid}/cmdline`) ?? '';

/** The browser's main process: the service's child that is no other browser process's child. */
export const browserPidOf = (service: Service): number => {
  const [browser] = descendantsOf(service.pid);
  if (browser === undefined) throw new Error('the service has no browser process');
  return browser;
};

/** How many files a process has open; without those of the embedded database, which it opens as it comes to need them. */
export const openFilesOf = (pid: number, dataDir = ''): number =>
  readdirSync(`/proc/${pid}/fd`).filter(
    (fd) => dataDir === '' || !readLinkOrEmpty(`/proc/${pid}/fd/${fd}`).startsWith(dataDir),
  ).length;

/** A zombie has ended: whether its parent has asked is not ours to know. */
export const isRunning = (pid: number): boolean => commandOf(pid) !== '';

/** Browser profiles that a process has left in the temporary folder. */
export const profilesOf = (pid: number): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`gannet-browser-${pid}-`));

const readLinkOrEmpty = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    // Closed meanwhile.
    return '';
  }
};

const readOrUndefined = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended meanwhile.
    return undefined;
  }
};

/** Asks again until the condition holds. @throws Error after `ms`. */
export const eventually = async (holds: () => boolean | Promise<boolean>, ms = 30_000): Promise<void> => {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not so within ${ms} ms: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
