import { afterEach, expect, test, vi } from 'vitest';
import { uuidv7 } from './uuid.ts';

afterEach(() => void vi.useRealTimers());

const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

test('they are of version 7, and of now', () => {
  const before = Date.now();
  const id = uuidv7();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(timeOf(id)).toBeGreaterThanOrEqual(before);
  expect(timeOf(id)).toBeLessThanOrEqual(Date.now());
});

test('they sort as they were made, also of one millisecond and of a clock that is set back', () => {
  vi.useFakeTimers({ now: Date.now() + 10_000 });
  const first = Array.from({ length: 10_000 }, uuidv7);
  vi.setSystemTime(Date.now() - 5000);
  const ids = [...first, ...Array.from({ length: 100 }, uuidv7)];
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
