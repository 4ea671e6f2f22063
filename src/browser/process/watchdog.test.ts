import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Browser } from './browser.ts';
import { watch } from './watchdog.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
const children: ChildProcess[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});

/** A process that says so when it runs `script`. */
const running = async (script: string): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ['-e', `process.stdout.write('up'); ${script}`], { stdio: 'pipe' });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
};

/** A browser whose main process is the one given, and that answers as long as `answers` says so. */
const watched = (
  child: ChildProcess | undefined,
  answers: () => boolean,
  { tells = false }: { tells?: boolean } = {},
) => {
  let heardAt = performance.now();
  let asked = 0;
  const browser = {
    pid: child?.pid,
    connection: {
      get heardAt() {
        return tells ? performance.now() : heardAt;
      },
      browser: {
        send: async () => {
          asked += 1;
          if (!answers()) return new Promise(() => undefined);
          heardAt = performance.now();
          return {};
        },
      },
    },
  } as unknown as Browser;
  let silentMs: number | undefined;
  const watchdog = watch(browser, (ms) => {
    silentMs = ms;
  });
  const frozenWithin = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return silentMs;
  };
  return {
    watchdog,
    asked: () => asked,
    /** How long it had been silent when it was found frozen, within so much time. */
    frozenWithin,
    /** The same, with looks that are spread over real time as the states of a process are. */
    frozenMeanwhile: async (ms: number, realMs = 11) => {
      for (let passed = 0; passed < ms && silentMs === undefined; passed += 250) {
        await frozenWithin(250);
        await delay(realMs);
      }
      return silentMs;
    },
  };
};

test('a browser that answers is left in peace, and asked only when it is quiet', async () => {
  const { watchdog, frozenWithin, asked } = watched(undefined, () => true);
  expect(await frozenWithin(60_000)).toBeUndefined();
  expect(watchdog.answering).toBe(true);
  expect(asked()).toBeGreaterThan(10);
  expect(asked()).toBeLessThanOrEqual(120);
  watchdog.stop();
});

test('a stopped browser is found at once', async () => {
  const child = await running('setInterval(() => 0, 1000)');
  child.kill('SIGSTOP');
  await expect.poll(() => stateOf(child)).toBe('T');
  expect(await watched(child, () => false).frozenWithin(1250)).toBeLessThanOrEqual(1250);
});

test('one that hangs gets more time, and one that waits for a processor more still', async () => {
  const hanging = await running('setInterval(() => 0, 1e6)');
  await expect.poll(() => stateOf(hanging)).toBe('S');
  const first = watched(hanging, () => false);
  expect(await first.frozenWithin(7000)).toBeUndefined();
  expect(first.watchdog.answering).toBe(false);
  expect(await first.frozenWithin(2000)).toBeGreaterThan(8000);

  const busy = await running('for (;;);');
  await expect.poll(() => stateOf(busy)).toBe('R');
  const second = watched(busy, () => false);
  expect(await second.frozenMeanwhile(15_000)).toBeUndefined();
  expect(await second.frozenMeanwhile(6000)).toBeGreaterThan(20_000);
});

test('one that computes and sleeps for a moment now and then is one that computes', async () => {
  const pausing = await running(
    'const lock = new Int32Array(new SharedArrayBuffer(4)); for (;;) { const until = Date.now() + 150; while (Date.now() < until); Atomics.wait(lock, 0, 0, 10) }',
  );
  const { watchdog, frozenMeanwhile } = watched(pausing, () => false);
  expect(await frozenMeanwhile(15_000)).toBeUndefined();
  watchdog.stop();
});

test('one that tells of something all the time and does not come to the answer is found by its work', async () => {
  const overrun = await running('for (;;);');
  const { frozenMeanwhile } = watched(overrun, () => false, { tells: true });
  expect(await frozenMeanwhile(2000, 250)).toBeUndefined();
  expect(await frozenMeanwhile(60_000, 250)).toBeGreaterThan(2500);
  const idle = await running('setInterval(() => 0, 1e6)');
  expect(await watched(idle, () => false, { tells: true }).frozenWithin(60_000)).toBeUndefined();
});

test('what it worked while this process was held up itself tells nothing: its answer waits to be read', async () => {
  vi.useRealTimers();
  const child = await running('for (;;);');
  let frozen = false;
  /** Comes once this process is no longer held up. */
  const answer = Promise.withResolvers<object>();
  const browser = {
    pid: child.pid,
    connection: { heardAt: 0, browser: { send: () => answer.promise } },
  } as unknown as Browser;
  const watchdog = watch(browser, () => {
    frozen = true;
  });
  await delay(800);
  setImmediate(() => {
    // Timers come before what is to be read, and before this.
    setImmediate(() => answer.resolve({}));
    // Sleeps, so that the other one works.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5000);
  });
  await delay(600);
  watchdog.stop();
  expect(frozen).toBe(false);
});

test('a browser elsewhere is given 5 seconds', async () => {
  const { frozenWithin } = watched(undefined, () => false);
  expect(await frozenWithin(4750)).toBeUndefined();
  expect(await frozenWithin(1000)).toBeGreaterThan(5000);
});

const stateOf = ({ pid }: ChildProcess): string => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.charAt(stat.lastIndexOf(')') + 2);
};
