import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually, isRunning, type Service, startService } from '../../test/support/service.ts';

/** Keeps a service running, as the init system of a machine would: started again whenever it ends. */
export interface Keeper extends AsyncDisposable {
  readonly url: string;
  /** The process of now. */
  readonly service: Service;
  /** Whether it runs and nobody has begun to end it. */
  readonly isUp: boolean;
  /** How many processes there have been. */
  readonly starts: number;
  /** Settles while it is up. */
  ready(): Promise<void>;
  /** Ends the process by what is done to it, and starts the next. @param between done while no process runs. */
  restart(end: (service: Service) => void, between?: () => Promise<void>): Promise<void>;
  /** Ends it for good. @returns the processes of it that are left. */
  stop(): Promise<number[]>;
  /** Lines of its log that speak of what nobody expected, without their times. */
  unexpected(): ReadonlyMap<string, number>;
}

const preloaded = ['clock', 'collected'].map((name) => join(import.meta.dirname, `../children/${name}.ts`));

/** @param environment with the data folder, which outlives the processes. */
export const startKeeper = async (environment: Record<string, string>): Promise<Keeper> => {
  const unexpected = new Map<string, number>();
  const family = new Set<number>();
  const start = (port: string) =>
    startService({
      ...environment,
      GANNET_PORT: port,
      // When this process is killed, the service stops.
      GANNET_LAUNCHER_PID: String(process.pid),
      NODE_OPTIONS: [
        '--disable-warning=ExperimentalWarning',
        ...preloaded.map((path) => `--import ${path}`),
      ].join(' '),
    });
  let service = await start('0');
  const { url } = service;
  const { port } = new URL(url);
  let isUp = true;
  let starts = 1;
  let up = Promise.resolve();
  let isWanted = true;

  const noteLog = ({ output }: Service) => {
    for (const line of output.splice(0)) {
      const found = wordsOf(line);
      if (found !== undefined) unexpected.set(found, (unexpected.get(found) ?? 0) + 1);
    }
  };
  const reading = setInterval(() => noteLog(service), 5000);

  const startAgain = async (between: () => Promise<void>) => {
    await service.exit();
    noteLog(service);
    await between();
    // Where the last one was killed, its port may take a moment.
    for (let tries = 0; ; tries++)
      try {
        service = await start(port);
        break;
      } catch (error) {
        if (tries === 5) throw error;
        await delay(1000);
      }
    starts++;
    isUp = true;
    watch(service);
  };
  /** One that ends by itself is started again, too. */
  const watch = (current: Service) => {
    family.add(current.pid);
    once(current.process, 'exit').then(
      () => {
        if (!isWanted || !isUp || current !== service) return;
        unexpected.set(
          'the service ended by itself',
          (unexpected.get('the service ended by itself') ?? 0) + 1,
        );
        isUp = false;
        up = startAgain(async () => undefined);
      },
      () => undefined,
    );
  };
  watch(service);

  return {
    url,
    get service() {
      return service;
    },
    get isUp() {
      return isUp;
    },
    get starts() {
      return starts;
    },
    ready: () => up,
    restart: async (end, between = async () => undefined) => {
      await up;
      isUp = false;
      end(service);
      up = startAgain(between);
      await up;
    },
    stop: async () => {
      isWanted = false;
      await up;
      clearInterval(reading);
      isUp = false;
      await service.stop();
      noteLog(service);
      const left = () => [...family].filter((pid) => isRunning(pid));
      await eventually(() => left().length === 0, 20_000).catch(() => undefined);
      return left();
    },
    unexpected: () => unexpected,
    [Symbol.asyncDispose]: async () => {
      isWanted = false;
      clearInterval(reading);
      service.process.kill('SIGKILL');
      await service.exit();
    },
  };
};

/** `error: unexpected failure: cannot read …` of a line at level error or above, unless it tells of the harm that we do. */
const wordsOf = (line: string): string | undefined => {
  if (!/"level":"(?:error|fatal)"/.test(line)) return undefined;
  const { level, msg, err } = JSON.parse(line);
  if (err?.type === 'DatabaseError' || /^the browser (?:died|does not answer)/.test(msg)) return undefined;
  return [level, msg, err?.message ?? '', (err?.stack ?? '').split('\n')[1]?.trim() ?? '']
    .filter((part) => part !== '')
    .join(': ')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '<id>')
    .slice(0, 300);
};
