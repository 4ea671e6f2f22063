import { expect, test } from 'vitest';
import { pageRequest } from '../../test/support/browser.ts';
import { createReport } from './report.ts';
import { endless } from './steps.ts';

const url = 'https://a.example/';

/** What is told of a visit whose tab has flooded the browser, or has not. */
const warningsOf = (flooded: boolean): readonly string[] => {
  const egress = { proxyFor: () => undefined } as never;
  const report = createReport({ egress, session: { flooded } as never }, pageRequest(url));
  report.arrived();
  report.waitEnded('quiet');
  return report.summary(url).warnings;
};

test('a page that flooded the browser was stopped, and that is told though it was quiet afterwards', () => {
  expect(warningsOf(true)).toEqual([endless]);
  expect(warningsOf(false)).toEqual([]);
});
