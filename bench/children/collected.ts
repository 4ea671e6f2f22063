import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before the service (`--import`) by the soak alone: every few seconds all garbage of the main thread is collected,
 * and what is left is written to the file that SOAK_MEMORY names. Without, a heap that waits for its collection would look
 * like one that grows.
 */
const everyMs = 5000;
const path = process.env.SOAK_MEMORY;

if (isMainThread && path !== undefined) {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  setInterval(() => {
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, JSON.stringify({ pid: process.pid, heap: heapUsed, external, rss }));
    renameSync(draft, path);
  }, everyMs).unref();
}
