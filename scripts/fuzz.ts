/** `npm run fuzz -- [times]`: the fuzzing of the test suite, so many times as long (100 when not said), each time other cases. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { scriptOf } from './setup/bin.mjs';

const times = Number(process.argv[2] ?? 100);
if (!(times > 0)) throw new Error('usage: npm run fuzz -- [times]');
const root = join(import.meta.dirname, '..');
spawn(process.execPath, [scriptOf(root, 'vitest'), 'run', 'test/fuzz'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FUZZ_TIMES: String(times) },
}).on('exit', (code) => {
  process.exitCode = code ?? 1;
});
