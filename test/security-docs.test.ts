import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { frugalEnv, frugalFlags } from '../scripts/setup/frugal.mjs';

/** What docs/security.md and the Dockerfile promise by name. */

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('every attack and every bound of the lists has tests, and they are there', () => {
  const rows = read('docs/security.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('.test.ts`'));
  expect(rows.length).toBeGreaterThan(50);
  const missing = rows.flatMap((row) =>
    [...row.matchAll(/`([^`]+\.test\.ts)`: ((?:"[^"]+"(?:, )?)+)/g)].flatMap(([, path = '', titles = '']) =>
      [...titles.matchAll(/"([^"]+)"/g)]
        .map(([, title = '']) => title)
        .filter((title) => !read(path).includes(title))
        .map((title) => `${path}: ${title}`),
    ),
  );
  expect(missing).toEqual([]);
});

test('the bounds that are settings are those that SECURITY.md tells of', () => {
  const settingsOf = (path: string, heading: string): string[] => {
    const [, section = ''] = read(path).split(heading);
    const lines = section.split('\n## ')[0]?.split('\n') ?? [];
    return [
      ...lines
        .filter((line) => line.startsWith('|'))
        .join('\n')
        .matchAll(/`(GANNET_\w+)`/g),
    ]
      .map(([, name = '']) => name)
      .toSorted();
  };
  const told = settingsOf('SECURITY.md', '## Bounds');
  expect(told.length).toBeGreaterThan(15);
  expect(settingsOf('docs/security.md', '## Bounds')).toEqual(told);
});

test('the image is built on one base, which its digest names', () => {
  const lines = read('Dockerfile').split('\n');
  const [version, ...others] = lines.filter((line) => line.startsWith('ARG BASE='));
  expect(others).toEqual([]);
  expect(version).toMatch(/^ARG BASE=node:24\.\d+\.\d+-[a-z]+-slim@sha256:[\da-f]{64}$/);
  expect(lines.filter((line) => /^FROM (?!\$\{BASE\})/.test(line))).toEqual([]);
});

test('the image starts Node.js as npm start does', () => {
  const image = read('Dockerfile');
  for (const [name, value] of Object.entries(frugalEnv)) expect(image).toContain(`${name}=${value} \\`);
  for (const flag of frugalFlags) expect(image).toContain(`"node", "${flag}"`);
});
