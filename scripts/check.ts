/** `npm run check`: everything about the sources that needs no run of the service. One line each, details of failures only. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LockFile, lockFileProblems } from './lock-file.ts';
import { scriptOf } from './setup/bin.mjs';

interface Outcome {
  readonly ok: boolean;
  /** Shown when the check failed. */
  readonly output: string;
}

const root = join(import.meta.dirname, '..');
const longestFile = 300;

/** Runs a script with this Node.js. */
const run =
  (script: string, ...args: string[]) =>
  () =>
    new Promise<Outcome>((resolve) => {
      execFile(
        process.execPath,
        [script, ...args],
        { cwd: root, maxBuffer: 64_000_000 },
        (error, stdout, stderr) => resolve({ ok: error === null, output: `${stdout}${stderr}` }),
      );
    });

const bin = (name: string, ...args: string[]) => run(scriptOf(root, name), ...args);

const lockFile = async (): Promise<Outcome> => {
  const lock: LockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const problems = lockFileProblems(lock);
  return { ok: problems.length === 0, output: problems.join('\n') };
};

const checks: Readonly<Record<string, () => Promise<Outcome>>> = {
  types: bin('tsc', '-p', '.'),
  'lint and format': bin('biome', 'ci', '--error-on-warnings', '--colors=off', '.'),
  'unused code': bin('knip', '--no-progress'),
  floors: bin('vitest', 'run', 'test/architecture.test.ts'),
  'generated files': run(join(root, 'scripts/generate.ts'), '--check'),
  'lock file': lockFile,
};

const lineCount = (file: string) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;

const longFiles = globSync('src/**/*.ts', { cwd: root, exclude: (path) => path.endsWith('.test.ts') })
  .map((file) => ({ file, lines: lineCount(file) }))
  .filter(({ lines }) => lines > longestFile);

const failures = await Promise.all(
  Object.entries(checks).map(async ([name, check]) => {
    const start = performance.now();
    const { ok, output } = await check();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    return ok ? [] : [`\n${name}\n${output.trimEnd()}`];
  }),
);

for (const { file, lines } of longFiles)
  console.log(`note   ${file} has ${lines} lines: does it own one thing?`);
for (const failure of failures.flat()) console.log(failure);
process.exitCode = failures.flat().length === 0 ? 0 : 1;
