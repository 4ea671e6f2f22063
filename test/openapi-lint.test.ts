import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { scriptOf } from '../scripts/setup/bin.mjs';

const root = join(import.meta.dirname, '..');

/** Problems that the linter finds, with the rules of redocly.yaml. It says what it found, and ends with 1, when there are some. */
const lint = async (file: string): Promise<{ ruleId: string }[]> => {
  const args = [scriptOf(root, 'redocly'), 'lint', file, '--config', 'redocly.yaml', '--format', 'json'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const run = promisify(execFile)(process.execPath, args, { cwd: root, env });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return JSON.parse(stdout).problems;
};

test('openapi.json passes every rule of its linter', async () => {
  expect(await lint('openapi.json')).toEqual([]);
});
