import { expect, test } from 'vitest';
import { createCancellations } from './cancellations.ts';

test('a request is called off by its name, while it runs, and is forgotten then', () => {
  const cancellations = createCancellations();
  const first = cancellations.begin('a');
  const second = cancellations.begin('a');
  const other = cancellations.begin('b');
  second[Symbol.dispose]();
  cancellations.cancel('a');
  cancellations.cancel('unknown');
  expect([first, second, other].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
  first[Symbol.dispose]();
  expect(cancellations.size).toBe(1);
  other[Symbol.dispose]();
  expect(cancellations.size).toBe(0);
});
