import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modelOfWindows } from '../../test/support/windows.ts';
import { createLocalWindows } from './windows.ts';

const span = 60;

test('windows in memory count like the model of a sliding window, whatever comes when', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 2 }),
      fc.array(fc.tuple(fc.double({ min: 0, max: 25, noNaN: true }), fc.subarray([0, 1], { minLength: 1 }))),
      async (quotas, schedule) => {
        let now = 1_000_000;
        const expected = modelOfWindows(span);
        const windows = createLocalWindows(span, () => now);
        for (const [pause, chosen] of schedule) {
          now += pause;
          const asked = chosen.map((index) => ({ name: String(index), quota: quotas[index] ?? 0 }));
          expect(await windows.count(asked)).toEqual(expected(asked, now));
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('a burst passes as far as its quota, and what is empty is swept', async () => {
  const windows = createLocalWindows(span);
  const counts = await Promise.all(
    Array.from({ length: 1000 }, () =>
      windows.count([
        { name: 'a', quota: 60 },
        { name: 'b', quota: 70 },
      ]),
    ),
  );
  expect(counts.filter(({ admitted }) => admitted)).toHaveLength(60);
  await windows.sweep();
  expect(await windows.count([{ name: 'b', quota: 70 }])).toMatchObject({ windows: [{ remaining: 9 }] });
});
