import { expect, test } from 'vitest';
import { pageRequest } from '../../test/support/browser.ts';
import type { PageRequest, Visit, Visited } from '../browser/visit.ts';
import { Deadline } from '../deadline.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createObtain } from './obtain.ts';
import { createRetry } from './retry.ts';

const page = pageRequest('https://example.com/', { holder: { owner: 'alice', session: undefined } });

const visited = (status: number, title: string, proxy: string): Omit<Visited<unknown>, 'value'> => ({
  snapshot: {
    url: page.url,
    status,
    headers: {},
    contentType: 'text/html',
    html: `<html><head><title>${title}</title></head><body><p>${title}</p></body></html>`,
    title,
    baseUrl: page.url,
  },
  engine: { name: 'response', why: 'no_script' },
  raw: undefined,
  timers: undefined,
  wait: { ended_by: 'response', after_ms: 1 },
  begun: 0,
  arrived: 1,
  warnings: [],
  proxy,
  cutShort: false,
});

test('after a wall the next attempt goes another way, in a context that nobody has used', async () => {
  const asked: PageRequest[] = [];
  const answers = [visited(403, 'Just a moment...', 'proxy-2'), visited(200, 'Gannets', 'proxy-1')];
  const visit: Visit = async (request) => {
    asked.push(request);
    const answer = answers.shift();
    if (answer === undefined) throw new Error('asked too often');
    return { ...answer, value: undefined };
  };
  const obtain = createObtain({
    visit,
    retry: createRetry({ log: createLog('silent'), metrics: createMetrics() }),
  });
  using deadline = new Deadline(60_000);
  const obtained = await obtain(page, async () => undefined, { retries: true, deadline });
  expect(obtained).toMatchObject({ outcome: 'ok', attempts: 2, proxy: 'proxy-1' });
  expect(asked.map(({ avoidProxies, holder }) => [avoidProxies, holder?.owner])).toEqual([
    [[], 'alice'],
    [['proxy-2'], undefined],
  ]);
});
