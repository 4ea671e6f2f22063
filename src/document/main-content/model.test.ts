import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { width } from './features.ts';
import { rate, shippedModel } from './model.ts';

const checks = z
  .array(z.object({ row: z.array(z.number()), chance: z.number() }))
  .min(10)
  .parse(JSON.parse(readFileSync(new URL('./content-model.check.json', import.meta.url), 'utf8')));

test('the shipped model says what its trainer said', () => {
  const said = rate(shippedModel(), Float32Array.from(checks.flatMap(({ row }) => row)));
  // Rows that are certain are not followed through all trees.
  for (const [index, { chance }] of checks.entries())
    expect(Math.abs((said[index] ?? 0) - chance)).toBeLessThan(chance > 0.05 && chance < 0.95 ? 1e-5 : 0.04);
  // Rows of content and of menus: a model that always says the same would not do.
  expect(Math.max(...said) - Math.min(...said)).toBeGreaterThan(0.5);
});

test('the shipped model was trained on the features of this version', () => {
  expect(shippedModel().width).toBe(width);
});

test('the shipped model is small', () => {
  const file = readFileSync(new URL('./content-model.bin', import.meta.url));
  expect(file.length).toBeLessThanOrEqual(300_000);
});
