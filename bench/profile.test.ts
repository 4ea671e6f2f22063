import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProfiles } from './profile.ts';

const file = new URL('./harness.ts', import.meta.url).href;
const frame = (functionName: string, url = '', lineNumber = 0) => ({ functionName, url, lineNumber });

test('a profile tells what each function took, in itself and with what it called, without the waiting', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gannet-profile-'));
  const nodes = [
    { id: 1, callFrame: frame('(root)'), children: [2, 5] },
    { id: 2, callFrame: frame('outer', file, 9), children: [3] },
    { id: 3, callFrame: frame('inner', file, 19), children: [4] },
    // Called by itself: what it takes must not count twice.
    { id: 4, callFrame: frame('outer', file, 9) },
    { id: 5, callFrame: frame('(idle)') },
  ];
  const samples = [2, 3, 3, 4, 5];
  const timeDeltas = [1000, 2000, 2000, 4000, 90_000];
  writeFileSync(
    join(folder, 'CPU.20261121.120000.42.0.001.cpuprofile'),
    JSON.stringify({ nodes, samples, timeDeltas }),
  );
  expect(readProfiles(folder)).toEqual([
    {
      thread: 0,
      busyMs: 9,
      functions: [
        { where: 'outer bench/harness.ts:10', self: 5, total: 9 },
        { where: 'inner bench/harness.ts:20', self: 4, total: 8 },
      ],
    },
  ]);
  rmSync(folder, { recursive: true });
});
