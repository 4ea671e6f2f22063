import { expect, test } from 'vitest';
import type { Backend } from './backend.ts';
import { type ToolName, tools } from './tools.ts';

/** The tools around crawl jobs, with an invented job. */

const status = { job_id: 'x', status: 'completed', completed_at: 'then', error: null, result_count: 0 };
const backend = {
  crawlStatus: async () => ({ ...status, progress: {} }),
  crawlResults: async () => [],
  crawlCancel: async () => undefined,
} as unknown as Backend;
const call = { signal: new AbortController().signal, report: () => undefined };

test.each<[ToolName, object, string]>([
  ['crawl_status', { wait: 5 }, 'unknown field wait, did you mean wait_ms?'],
  ['crawl_results', { ofset: 5 }, 'unknown field ofset, did you mean offset?'],
  ['crawl_cancel', { now: true }, 'unknown field now'],
])('%s warns of %o', async (name, unknown, warning) => {
  const told = await tools[name].run(backend, { job_id: 'x', ...unknown }, call);
  expect(JSON.stringify(told.content)).toContain(warning);
  if (name !== 'crawl_results') expect(told.structuredContent).toMatchObject({ warnings: [warning] });
  const silent = await tools[name].run(backend, { job_id: 'x' }, call);
  expect(JSON.stringify(silent)).not.toContain('arning');
});
