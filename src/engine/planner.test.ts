import { expect, test } from 'vitest';
import { snapshotOf, visitedOf } from '../../test/support/snapshot.ts';
import type { KnownPage } from '../browser/arrive/page-request.ts';
import { scrapeRequests } from '../contract/scrape.ts';
import { createLog } from '../log.ts';
import { createPlanner, type Planner } from './planner.ts';
import { createVerdicts } from './verdicts.ts';

const url = 'https://example.com/story/1';
const snapshot = snapshotOf('<p>Gannets dive</p>', url);

const plannerOf = (alikeBy: 'scripts' | 'address') =>
  createPlanner({
    render: 'auto',
    verdicts: createVerdicts([], () => undefined),
    alikeBy,
    renderer: { saysSame: async () => true },
    log: createLog('silent'),
  });

const markdownRequest = (more: object = {}) => ({
  ...scrapeRequests.markdown.parse({ url, ...more }),
  output: 'markdown' as const,
});
const data = { title: '', markdown: 'Gannets dive', character_count: 12 };

/** What is learned of three pages that were the same both ways. */
const planAfter = async (more: object) => {
  const planner = plannerOf('scripts');
  const request = markdownRequest(more);
  for (let page = 0; page < 3; page++) {
    planner.learn(
      request,
      { ...visitedOf(snapshot), raw: snapshot, wait: { ended_by: 'quiet', after_ms: 0 } },
      data,
    );
    await new Promise(setImmediate);
  }
  return planner.planFor(scrapeRequests.markdown.parse({ url }), { live: false, trusting: true })(url);
};

test('pages that are the same both ways are read from their responses', async () => {
  expect(await planAfter({})).toEqual({ from: 'response', scripts: true });
});

test('what a proxy of a caller gave tells nothing of what the site gives others', async () => {
  expect(await planAfter({ proxy_url: 'http://proxy.example:3128' })).toEqual({
    from: 'response',
    scripts: false,
  });
});

test.each<[string, object]>([
  ['a phone', { mobile: true }],
  ['a reader of another language', { locale: 'de-DE' }],
  ['a reader elsewhere', { timezone: 'Asia/Tokyo' }],
  ['somebody known by a cookie', { cookies: [{ name: 'session', value: '4711' }] }],
  ['somebody known by a header', { headers: { 'X-Tenant': 'blue' } }],
  ['somebody who wants more than the main content', { options: { only_main_content: false } }],
])('nor does what was given to %s', async (_, more) => {
  expect(await planAfter(more)).toEqual({ from: 'response', scripts: false });
});

const effortsOn = ({ efforts }: Planner, page: KnownPage) => [
  efforts.planTimers(page),
  efforts.planFrames(page),
  efforts.planQuiet(page),
];

/** The efforts on pages with these scripts, after many with the scripts `a` on which they had no effect. */
const effortsAfter = (alikeBy: 'scripts' | 'address') => {
  const planner = plannerOf(alikeBy);
  const request = markdownRequest();
  const none = { timers: false, frames: false, sights: undefined, quiet: false };
  for (let page = 0; page < 6; page++)
    planner.learn(request, { ...visitedOf(snapshot), effects: none, scripts: 'a' }, null);
  return ['a', 'b', undefined].map((scripts) => {
    const page = { url, scripts };
    return effortsOn(planner, page);
  });
};

test('timers, frames and quiet are left out for pages with the scripts of those where they effects nothing', () => {
  const asBefore = [true, 'first', true];
  expect(effortsAfter('scripts')).toEqual([[false, 'never', false], asBefore, asBefore]);
});

test('what is shown of a kind that is read from its responses is waited for in full', async () => {
  const [planner, request] = [plannerOf('scripts'), markdownRequest()];
  for (let page = 0; page < 6; page++) {
    const visited = {
      ...visitedOf(snapshot),
      raw: snapshot,
      effects: { timers: false, frames: false, sights: undefined, quiet: false },
      scripts: 'a',
    };
    planner.learn(request, { ...visited, wait: { ended_by: 'quiet', after_ms: 0 } }, data);
    await new Promise(setImmediate);
  }
  const page = { url, scripts: 'a' };
  expect(effortsOn(planner, page)).toEqual([true, 'first', true]);
});

test('where pages are alike by their address timers and frames are left out for all of a kind', () => {
  expect(effortsAfter('address')).toEqual([
    [false, 'never', false],
    [false, 'never', true],
    [false, 'never', true],
  ]);
});
