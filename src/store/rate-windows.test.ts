import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineKinds, openTestDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { modelOfWindows } from '../../test/support/windows.ts';
import { countRequest, sweepWindows } from './rate-windows.ts';

const span = 60;

describe.each(engineKinds)('rate windows, %s', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  test('count like the model of a sliding window, whatever comes when', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 6 }),
        fc.array(
          fc.tuple(fc.double({ min: 0, max: 25, noNaN: true }), fc.subarray(['a', 'b'], { minLength: 1 })),
          {
            maxLength: 40,
          },
        ),
        async (quotaA, quotaB, schedule) => {
          const expected = modelOfWindows(span);
          run += 1;
          let now = 1_000_000;
          for (const [pause, names] of schedule) {
            now += pause;
            const windows = names.map((name) => ({
              name: `${run}:${name}`,
              quota: name === 'a' ? quotaA : quotaB,
            }));
            const count = await countRequest(database, windows, span, now);
            const wanted = expected(windows, now);
            expect(count.admitted).toBe(wanted.admitted);
            for (const [index, { remaining, wait }] of wanted.windows.entries()) {
              expect(count.windows[index]?.remaining).toBe(remaining);
              expect(count.windows[index]?.wait).toBeCloseTo(wait, 5);
            }
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  test('let exactly the quota through when all come at once, crosswise', async () => {
    const [one, two] = [
      { name: 'one', quota: 60 },
      { name: 'two', quota: 1_000 },
    ];
    const counts = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        countRequest(database, index % 2 ? [one, two] : [two, one], span),
      ),
    );
    expect(counts.filter(({ admitted }) => admitted)).toHaveLength(60);
    const [{ hits = 0 } = {}] = await database.query<{ hits: number }>(
      sql`select cardinality(hits) as hits from rate_windows where name = 'two'`,
    );
    expect(hits).toBe(60);
  });

  test('are exact to the moment: what waits as long as it is told passes', async () => {
    const window = [{ name: 'exact', quota: 1 }];
    await countRequest(database, window, span, 500);
    const refused = await countRequest(database, window, span, 530.25);
    expect(refused).toMatchObject({ admitted: false, windows: [{ remaining: 0, wait: 29.75 }] });
    expect(await countRequest(database, window, span, 559.99)).toMatchObject({ admitted: false });
    expect(await countRequest(database, window, span, 560)).toMatchObject({ admitted: true });
  });

  test('go when they are empty, and only then', async () => {
    await database.query(sql`delete from rate_windows`);
    await countRequest(database, [{ name: 'old', quota: 5 }], span, 1);
    await countRequest(database, [{ name: 'new', quota: 5 }], span);
    await sweepWindows(database, span);
    expect(await database.query(sql`select name from rate_windows`)).toEqual([{ name: 'new' }]);
  });
});
