import { expect, test } from 'vitest';
import { databaseError, isOutage } from './error.ts';

test('what the embedded database throws for a full disk has words, and is an outage', () => {
  const failure = databaseError({ name: 'ErrnoError', errno: 51 });
  expect(failure).toMatchObject({ code: 'ENOSPC', message: 'no space left on device' });
  expect(isOutage(failure)).toBe(true);
  expect(databaseError({ name: 'ErrnoError', errno: 1000 })).toMatchObject({ message: 'errno 1000' });
});
