import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createThreads } from './threads.ts';

/** The thread that comes first loads at once, the others when there is a file "go". */
const heldWhileLoading = `
  import { existsSync, mkdirSync } from 'node:fs';
  import { setTimeout as delay } from 'node:timers/promises';
  import { threadId } from 'node:worker_threads';
  const beside = (name) => new URL(name, import.meta.url);
  const isFirst = () => {
    try {
      mkdirSync(beside('first'));
      return true;
    } catch {
      return false;
    }
  };
  if (!isFirst()) while (!existsSync(beside('go'))) await delay(20);
  export const where = () => threadId;
`;

test('what comes while a thread loads goes to one that comes free', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'threads-'));
  const path = join(folder.path, 'held.mjs');
  await writeFile(path, heldWhileLoading);
  const entry = { module: pathToFileURL(path).href, name: 'where' };
  const threads = createThreads({ threads: 3, loads: entry });
  try {
    const where = () => threads.run(entry, undefined, AbortSignal.timeout(20_000));
    const first = await where();
    expect(await Promise.all([where(), where(), where()])).toEqual([first, first, first]);
    await writeFile(join(folder.path, 'go'), '');
    await expect
      .poll(async () => new Set(await Promise.all([where(), where(), where()])).size, { timeout: 10_000 })
      .toBeGreaterThan(1);
  } finally {
    await threads.close();
  }
});
