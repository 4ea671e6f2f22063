import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Measure, nothing } from '../harness.ts';

const script = join(import.meta.dirname, '../waiting.ts');

/** The measure of waiting is a program of its own: it prints its table, and its exit code is the verdict. */
export const measureWaiting: Measure = async ({ quick }) => {
  const title = 'Waiting';
  if (!existsSync(script))
    return { title, rows: [], musts: [], notes: ['Not measured: there is no bench/waiting.ts.'] };
  const child = spawn(process.execPath, [script, ...(quick ? ['--quick'] : [])], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return {
    title,
    rows: [],
    musts: [nothing('failures', code === 0 ? [] : [`exit code ${code}`])],
    notes: [],
  };
};
