import type { Visited } from '../../src/browser/visited.ts';
import type { Snapshot } from '../../src/page.ts';

/** Pages as they leave the browser, without one. */

export const snapshotOf = (html: string, url = 'https://example.com/'): Snapshot => ({
  url,
  status: 200,
  headers: {},
  contentType: 'text/html',
  html,
  title: '',
  baseUrl: url,
});

/** A page that was read from its response. */
export const visitedOf = (snapshot: Snapshot): Visited<never> => ({
  snapshot,
  value: undefined,
  engine: { name: 'response', why: 'no_script' },
  raw: undefined,
  effects: { timers: undefined, frames: undefined, sights: undefined, quiet: undefined },
  scripts: undefined,
  spins: false,
  wait: { ended_by: 'response', after_ms: 1 },
  begun: 0,
  arrived: 1,
  warnings: [],
  proxy: undefined,
  cutShort: false,
});
