import { expect, test } from 'vitest';
import { ServiceError } from './error.ts';
import { parseQuery, windowQuery } from './window.ts';

const parsed = (query: string) => parseQuery(windowQuery, new URLSearchParams(query)).request;
const warningsOf = (query: string) => parseQuery(windowQuery, new URLSearchParams(query)).warnings;
const problemOf = (query: string) => {
  try {
    parsed(query);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
};

test('numbers, and nothing at all', () => {
  expect(parsed('')).toEqual({ limit: 100, offset: 0 });
  expect(parsed('limit=&offset=')).toEqual({ limit: 100, offset: 0 });
  expect(parsed('limit=1000&offset=7')).toEqual({ limit: 1000, offset: 7 });
});

test('a number that will not do is told as a number', () => {
  expect(problemOf('limit=1.5')).toBe('limit: Invalid input: expected int, received number');
  expect(problemOf('offset=99999999999999999999')).toMatch(/^offset: Too big/);
  expect(problemOf('offset=-1')).toMatch(/^offset: Too small/);
  expect(problemOf('limit=0x5')).toBe('limit: Invalid input: expected number, received string');
});

test('what means nothing here, or is there twice, is told', () => {
  expect(warningsOf('limit=1&offset=')).toEqual([]);
  expect(warningsOf('limt=1&page=')).toEqual([
    'unknown field limt, did you mean limit?',
    'unknown field page',
  ]);
  expect(warningsOf('limit[]=1')).toEqual(['unknown field limit[], did you mean limit?']);
  expect(warningsOf('limit=1&offset=3&limit=2')).toEqual([
    'limit is given more than once: the last one counts',
  ]);
  expect(parsed('limit=1&offset=3&limit=2')).toEqual({ limit: 2, offset: 3 });
});
