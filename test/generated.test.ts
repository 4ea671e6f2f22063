import { expect, test } from 'vitest';
import { outdated } from '../scripts/generate.ts';

test('generated files are up to date: node scripts/generate.ts', () => {
  expect(outdated()).toEqual([]);
});
