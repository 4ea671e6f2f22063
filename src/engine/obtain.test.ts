import { expect, test } from 'vitest';
import { pageRequest } from '../../test/support/browser.ts';
import { snapshotOf, visitedOf } from '../../test/support/snapshot.ts';
import type { PageRequest } from '../browser/arrive/page-request.ts';
import type { Visit } from '../browser/visit.ts';
import type { Visited } from '../browser/visited.ts';
import { Deadline } from '../deadline.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createObtain } from './obtain.ts';
import { createRetry } from './retry.ts';

const page = pageRequest('https://example.com/', { holder: { owner: 'alice', session: undefined } });

const visited = (status: number, title: string, proxy: string): Visited<never> => {
  const html = `<html><head><title>${title}</title></head><body><p>${title}</p></body></html>`;
  return { ...visitedOf({ ...snapshotOf(html), status, title }), proxy };
};

const obtainFrom = async (
  request: PageRequest,
  answers: Visited<never>[],
): Promise<{ asked: readonly PageRequest[]; obtained: unknown }> => {
  const asked: PageRequest[] = [];
  const visit: Visit = async (attempt) => {
    asked.push(attempt);
    const answer = answers[asked.length - 1];
    if (answer === undefined) throw new Error('asked too often');
    return answer;
  };
  const obtain = createObtain({
    visit,
    retry: createRetry({ log: createLog('silent'), metrics: createMetrics() }),
  });
  using deadline = new Deadline(60_000);
  return { asked, obtained: await obtain(request, async () => undefined, { retries: true, deadline }) };
};

test('after a wall the next attempt goes another way, in a context that nobody has used', async () => {
  const { asked, obtained } = await obtainFrom(page, [
    visited(403, 'Just a moment...', 'proxy-2'),
    visited(200, 'Gannets', 'proxy-1'),
  ]);
  expect(obtained).toMatchObject({ outcome: 'ok', attempts: 2, proxy: 'proxy-1' });
  expect(asked.map(({ avoidProxies, holder }) => [avoidProxies, holder?.owner])).toEqual([
    [[], 'alice'],
    [['proxy-2'], undefined],
  ]);
});

test.each([
  ['automatic', 'spa'],
  ['default', 'default'],
] as const)('after a page that showed nothing the next attempt waits longer: %s', async (before, after) => {
  const { asked } = await obtainFrom({ ...page, waitStrategy: before }, [
    visited(200, '', 'proxy-1'),
    visited(200, 'Gannets', 'proxy-1'),
  ]);
  expect(asked.map(({ waitStrategy }) => waitStrategy)).toEqual([before, after]);
});
