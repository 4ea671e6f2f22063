import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRescue } from './rescue.ts';
import type { Visited } from './visited.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const told = (html: string) => ({ snapshot: { html } }) as Visited<undefined>;
const words = told(`<p>${'words of the page '.repeat(40)}</p>`);
const shell = told('<div id="app"></div><script src="app.js"></script>');

/** Milliseconds after which the rescue answers; undefined where it does not. */
const answeredAfter = async (tell: (ms: number) => Visited<undefined> | undefined) => {
  const begun = performance.now();
  const rescue = createRescue<undefined>();
  rescue.prepare({ at: begun + 100, last: begun + 300 }, () => tell(performance.now() - begun));
  const answered = rescue.answer.then(() => performance.now() - begun);
  const never = new Promise<undefined>((done) => setTimeout(done, 1000));
  await vi.advanceTimersByTimeAsync(1000);
  rescue.end();
  return Promise.race([answered, never]);
};

test('a response that shows as much as a page is told while there is time to convert it', async () => {
  expect(await answeredAfter(() => words)).toBe(100);
});

test('one that shows little leaves the page itself all the time there is', async () => {
  expect(await answeredAfter(() => shell)).toBe(300);
});

test('what has not come in by then is told when it is there', async () => {
  expect(await answeredAfter((ms) => (ms < 200 ? undefined : words))).toBe(300);
  expect(await answeredAfter(() => undefined)).toBeUndefined();
});
