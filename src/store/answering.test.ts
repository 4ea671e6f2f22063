import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createAnswering } from './answering.ts';
import type { Queryable } from './database.ts';
import { DatabaseError } from './error.ts';

/** A database of which each question is answered by `answer`. */
const asking = (answer: () => Promise<never[]>) => {
  let asked = 0;
  const query: Queryable['query'] = () => {
    asked += 1;
    return answer();
  };
  const isAnswering = createAnswering({ database: { query }, log: createLog('silent'), patienceMs: 10 });
  return { isAnswering, asked: () => asked };
};

test('a database answers, or it does not', async () => {
  const answers = [
    async () => [],
    () => Promise.reject(new DatabaseError('refused', 'ECONNREFUSED')),
    async () => [],
  ];
  const { isAnswering } = asking(() => answers.shift()?.() ?? Promise.resolve([]));
  expect([await isAnswering(), await isAnswering(), await isAnswering()]).toEqual([true, false, true]);
});

test('one that is silent is not asked again meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<never[]>();
  const { isAnswering, asked } = asking(() => promise);
  expect(await Promise.all([isAnswering(), isAnswering()])).toEqual([false, false]);
  expect(await isAnswering()).toBe(false);
  expect(asked()).toBe(1);
  resolve([]);
  expect(await isAnswering()).toBe(true);
});
