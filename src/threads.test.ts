import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createThreads } from './threads.ts';

const slowToLoad = `
  import { setTimeout as delay } from 'node:timers/promises';
  import { threadId } from 'node:worker_threads';
  await delay(700);
  export const where = () => threadId;
`;

test('what comes while a thread loads goes to one that comes free', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'threads-'));
  const path = join(folder.path, 'slow.mjs');
  await writeFile(path, slowToLoad);
  const entry = { module: pathToFileURL(path).href, name: 'where' };
  const threads = createThreads({ threads: 3, loads: entry });
  try {
    const where = () => threads.run(entry, undefined, AbortSignal.timeout(20_000));
    const first = await where();
    expect(await Promise.all([where(), where(), where()])).toEqual([first, first, first]);
    await expect
      .poll(async () => new Set(await Promise.all([where(), where(), where()])).size, { timeout: 10_000 })
      .toBeGreaterThan(1);
  } finally {
    await threads.close();
  }
});
