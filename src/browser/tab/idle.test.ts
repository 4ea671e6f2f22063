import { availableParallelism, cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { idleShare } from './idle.ts';

test('a machine that works has less time left', async () => {
  const share = idleShare();
  const workers = cpus().map(
    () => new Worker('const end = Date.now() + 600; while (Date.now() < end);', { eval: true }),
  );
  await Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve))));
  const busy = share();
  await delay(600);
  expect(busy).toBeGreaterThanOrEqual(0);
  // Where a container has but some of the processors, the others may idle.
  expect(busy).toBeLessThan(1 - 0.5 * (availableParallelism() / cpus().length));
  expect(share()).toBeLessThanOrEqual(1);
});
