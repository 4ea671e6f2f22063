import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/** Floors, highest first. A file imports from lower floors or its own folder; neighbours do not know each other. */
const floors = [
  ['main'],
  ['cli'],
  ['app'],
  ['api'],
  ['engine'],
  ['browser', 'output', 'access'],
  ['net', 'store', 'document'],
  ['config', 'log', 'metrics', 'deadline', 'page', 'version'],
  ['contract'],
] as const;

const root = join(import.meta.dirname, '..');
/** `src/net/guard.ts` → `net`; `src/log.ts` → `log`. */
const partOf = (file: string) => file.split('/')[1]?.replace(/\.ts$/, '') ?? '';
const floorOf = (part: string) => floors.findIndex((names) => (names as readonly string[]).includes(part));

const sources = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
const imports = sources.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, path]) => ({
      file,
      target: relative(root, join(root, dirname(file), path ?? '')),
    }),
  ),
);

test('every part stands on a floor', () => {
  expect([...new Set(sources.map(partOf))].filter((part) => floorOf(part) === -1)).toEqual([]);
});

test('imports go down', () => {
  const wrong = imports.filter(({ file, target }) => {
    const [from, to] = [partOf(file), partOf(target)];
    return from !== to && floorOf(to) <= floorOf(from);
  });
  expect(wrong).toEqual([]);
});

test('only config reads the environment', () => {
  const readers = sources.filter((file) => /process\.env/.test(readFileSync(join(root, file), 'utf8')));
  expect(readers.filter((file) => file !== 'src/main.ts')).toEqual([]);
});
