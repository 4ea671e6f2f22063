import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineKinds, openTestDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { loadPageKinds, type PageKind, savePageKind } from './page-kinds.ts';

describe.each(engineKinds)('%s', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  test('the newest kinds are loaded, old ones forgotten, a new verdict takes the place of the last', async () => {
    const kinds = ['/a', '/b', '/c', '/d'].map(
      (shape, day): PageKind => ({
        host: 'example.com:8080',
        shape,
        verdict: 'still',
        learnedAt: new Date(Date.UTC(2026, 10, day + 1)),
      }),
    );
    const changed: PageKind = {
      host: 'example.com:8080',
      shape: '/c',
      verdict: 'alive',
      learnedAt: new Date(),
    };
    for (const one of [...kinds, changed]) await savePageKind(database, one);
    const since = new Date('2026-11-02');
    expect(await loadPageKinds(database, since, 2)).toEqual([changed, kinds[3]]);
    expect(await loadPageKinds(database, since, 10)).toEqual([changed, kinds[3], kinds[1]]);
    expect(await loadPageKinds(database, new Date(0), 10)).toHaveLength(3);
  });
});
