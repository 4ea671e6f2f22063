import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  browserPidOf,
  commandOf,
  descendantsOf,
  eventually,
  isRunning,
  profilesOf,
  type Service,
  startService,
} from '../support/service.ts';
import { html, type Site, startSite } from '../support/site.ts';

let site: Site;
let service: Service;
beforeAll(async () => {
  const text = 'Gannets dive from thirty metres and enter the sea like arrows. '.repeat(8);
  const page = html('Page', `<h1>Page</h1><p>${text}</p><script>document.title += '!'</script>`);
  site = await startSite({
    '/page': (_request, response) => {
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page), 200);
    },
  });
  service = await startService({ GANNET_LOG: 'info' });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const timeoutMs = 60_000;
/** What a caller may be told of it, where the time did not suffice for another attempt. */
const clear = ['scrape_failed', 'timeout', 'overloaded'];
let asked = 0;
const scrape = (more: object = {}) =>
  service.scrape({ url: `${site.origin}/page?${asked++}`, timeout_ms: timeoutMs, ...more });

/** The browser's processes of a kind. */
const processesOf = (type: string): number[] =>
  descendantsOf(service.pid).filter((pid) => commandOf(pid).includes(`--type=${type}`));

const networkProcesses = (): number[] =>
  descendantsOf(service.pid).filter((pid) => commandOf(pid).includes('network.mojom'));

interface Fault {
  readonly inject: () => void;
  /** What the log must say of it. */
  readonly logged: RegExp | undefined;
}

const signal = (pids: readonly number[], name: NodeJS.Signals) => {
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) process.kill(pid, name);
};

const faults: Readonly<Record<string, Fault>> = {
  'the browser is killed': {
    inject: () => signal([browserPidOf(service)], 'SIGKILL'),
    logged: /the browser died/,
  },
  'the browser is stopped': {
    inject: () => signal([browserPidOf(service)], 'SIGSTOP'),
    logged: /does not answer: killed/,
  },
  'all of its processes are stopped': {
    inject: () => signal([-browserPidOf(service)], 'SIGSTOP'),
    logged: /does not answer: killed/,
  },
  'every renderer is killed': { inject: () => signal(processesOf('renderer'), 'SIGKILL'), logged: undefined },
  'what its processes come from is killed': {
    inject: () => signal(processesOf('zygote'), 'SIGKILL'),
    logged: /lost its zygote: killed/,
  },
  'the network process is stopped': {
    inject: () => signal(networkProcesses(), 'SIGSTOP'),
    logged: /network process of the browser does not answer: killed/,
  },
  'the graphics process is killed': {
    inject: () => signal(processesOf('gpu-process'), 'SIGKILL'),
    logged: undefined,
  },
};

test.each(Object.entries(faults))(
  '%s under load: every request is answered, and the next ones are fine',
  async (...row) => {
    const [, { inject, logged }] = row;
    const lines = service.output.length;
    const before = descendantsOf(service.pid);
    let over = false;
    const worker = async (number: number) => {
      const answers: { status: number; error: unknown; ms: number }[] = [];
      while (!over) {
        const start = performance.now();
        const { status, body } = await scrape(number % 4 === 0 ? { output: 'screenshot' } : {});
        answers.push({ status, error: body.detail?.error, ms: performance.now() - start });
      }
      return answers;
    };
    const seen = site.hits.length;
    const workers = Array.from({ length: 8 }, (_, number) => worker(number));
    try {
      // Pages are loading in every tab.
      await eventually(() => site.hits.length > seen + 4, 30_000);
      inject();
      // Asked for behind the fault: it came through it.
      expect((await scrape()).status).toBe(200);
    } finally {
      over = true;
    }
    for (const { status, error, ms } of (await Promise.all(workers)).flat()) {
      if (status !== 200) expect(clear).toContain(error);
      expect(ms).toBeLessThan(timeoutMs + 1000);
    }
    if (logged) {
      expect(service.output.slice(lines).join('\n')).toMatch(logged);
      // Stopped or not, nothing of the old browser is left.
      await eventually(() => before.every((pid) => !isRunning(pid)), 20_000);
    }
    expect(await Promise.all([scrape(), scrape({ output: 'screenshot' })])).toMatchObject([
      { status: 200 },
      { status: 200 },
    ]);
    expect((await (await fetch(`${service.url}/health`)).json()).browser_active).toBe(true);
  },
  180_000,
);

test('the network process is killed: what was under way is asked for again, long before its time is up', async () => {
  const seen = site.hits.length;
  const asking = Array.from({ length: 8 }, () => scrape());
  await eventually(() => site.hits.length > seen + 2, 30_000);
  signal(networkProcesses(), 'SIGKILL');
  const answers = await Promise.all(asking);
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body.execution_time_ms).toBeLessThan(timeoutMs / 2);
  }
  expect(answers.some(({ body }) => body.metadata.attempts > 1)).toBe(true);
  expect(service.output.join('\n')).toMatch(/network process of the browser died/);
}, 90_000);

test('a stopped browser does not hold up the stop of the service', async () => {
  const other = await startService();
  const family = descendantsOf(other.pid);
  process.kill(-browserPidOf(other), 'SIGSTOP');
  await other[Symbol.asyncDispose]();
  await eventually(() => family.every((pid) => !isRunning(pid)));
  expect(profilesOf(other.pid)).toEqual([]);
});
