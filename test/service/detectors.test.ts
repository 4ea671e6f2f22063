import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Findings } from '../support/detectors/examine.ts';
import { faultsOf, honest } from '../support/detectors/judge.ts';
import {
  type DetectorSite,
  examinationOf,
  findingsIn,
  startDetectorSite,
} from '../support/detectors/site.ts';
import { ownAlarms } from '../support/detectors/trap.ts';
import { type Service, startService } from '../support/service.ts';

/** What a page can find out about its visitor: nothing that contradicts itself, and nothing of a driver. */

let site: DetectorSite;
let service: Service;
let findings: Findings;

beforeAll(async () => {
  site = await startDetectorSite();
  service = await startService();
  const { status, body } = await service.scrape(examinationOf(site.origin));
  expect(status, JSON.stringify(body.detail)).toBe(200);
  findings = findingsIn(body.data.markdown);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

test('BotD takes it for a browser', () => {
  expect(findings.botd).toEqual({ bot: false });
});

test('every scope was asked', () => {
  expect(Object.keys(findings.scopes)).toEqual([
    'document',
    'frame',
    'srcdoc',
    'blank',
    'worker',
    'blobWorker',
    'sharedWorker',
    'serviceWorker',
  ]);
  expect(Object.keys(findings.checks).length).toBeGreaterThan(25);
});

test('every kind of request was seen, with its client hints', () => {
  const withHints = ['/examine', '/facts.js', '/botd.js', '/facts.js?by=fetch', '/frame'];
  const seen = site.requests.filter(({ headers }) => headers['sec-ch-ua'] !== undefined);
  expect(seen.map(({ url }) => url)).toEqual(expect.arrayContaining(withHints));
  expect(seen.filter(({ headers }) => headers['sec-ch-ua-full-version-list'] !== undefined)).not.toEqual([]);
  expect(site.countOf('/service.js')).toBe(1);
});

test('scopes, headers and windows contradict neither each other nor an ordinary browser', () => {
  const faults = faultsOf(findings, site.requests);
  expect(faults.filter(({ name }) => honest[name] === undefined)).toEqual([]);
});

describe('nothing that a page watches is touched', () => {
  const readings: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['markdown', {}],
    ['markdown after scrolling', { wait_strategy: 'heavy' }],
    ['html', { output: 'html' }],
    ['csv', { output: 'csv' }],
    ['screenshot', { output: 'screenshot' }],
    ['pdf', { output: 'pdf' }],
  ];
  test.each(readings)('%s', async (_name, reading) => {
    site.alarms.length = 0;
    const { status, body } = await service.scrape({
      url: `${site.origin}/trap`,
      bypass_cache: true,
      ...reading,
    });
    expect(status, JSON.stringify(body.detail)).toBe(200);
    expect(site.alarms.toSorted()).toEqual(ownAlarms.toSorted());
  });
});
