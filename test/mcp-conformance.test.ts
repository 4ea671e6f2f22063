import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { key, startApi } from './support/api.ts';
import { startWithKey } from './support/with-key.ts';

/** The protocol's own suite and inspector, as they come from npm, against /mcp. */

const packages = join(import.meta.dirname, '../node_modules/@modelcontextprotocol');

const run = async (script: string, args: readonly string[]) => {
  const child = spawn(process.execPath, [join(packages, script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (errors += data));
  const [code] = await once(child, 'close');
  return { code, output, errors };
};

/**
 * Scenarios that fail, and why: they try features that a server may have and gannet has not, or call tools by the names of
 * the suite's own example server. What those are about is tried in `src/mcp/door.test.ts` with gannet's tools.
 */
const unmet: Readonly<Record<string, readonly string[]>> = {
  'gannet writes no log messages to clients': ['logging-set-level', 'tools-call-with-logging'],
  'gannet completes no arguments': ['completion-complete'],
  'gannet asks nothing of clients, neither of models nor of users': [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ],
  'gannet has no resources: files are part of results': [
    'resources-list',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
  ],
  'gannet keeps no streams to come back to: a request whose answer broke off is sent again': [
    'server-sse-polling',
  ],
  'gannet has no prompts': [
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ],
  "the tool is one of the suite's example server": [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'tools-call-with-progress',
    'json-schema-2020-12',
  ],
};

test('the conformance suite finds no failure but those that are explained, and all of those', async () => {
  await using api = await startApi();
  await using door = await startWithKey(api.base, key);
  const folder = mkdtempSync(join(tmpdir(), 'gannet-conformance-'));
  try {
    const baseline = join(folder, 'baseline.yml');
    const lines = Object.values(unmet)
      .flat()
      .map((scenario) => `  - ${scenario}`);
    writeFileSync(baseline, ['server:', ...lines, ''].join('\n'));
    const { code, output, errors } = await run('conformance/dist/index.js', [
      'server',
      ...['--url', `${door.url}/mcp`],
      ...['--suite', 'all'],
      ...['--expected-failures', baseline],
      ...['--output-dir', folder],
    ]);
    expect(`${output}${errors}`).toContain('dns-rebinding-protection');
    expect(code, output.slice(-2000)).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the inspector lists the tools, finds their schemas sound, and calls one', async () => {
  await using api = await startApi();
  const inspect = (...args: string[]) =>
    run('inspector/clients/launcher/build/index.js', [
      ...['--cli', `${api.base}/mcp`, '--transport', 'http'],
      ...['--header', `Authorization: Bearer ${key}`],
      ...args,
    ]);
  const list = await inspect('--method', 'tools/list');
  expect(JSON.parse(list.output).tools).toHaveLength(7);
  // Warnings are about JSON Schema that some models' own dialects lack, such as null beside another type.
  expect(list.errors).toContain('Schema portability: 0 errors');
  const call = await inspect(
    '--method',
    'tools/call',
    '--tool-name',
    'scrape',
    '--tool-arg',
    'url=https://example.com/',
  );
  expect(JSON.parse(call.output)).toMatchObject({ content: [{ type: 'text', text: '# Example' }, {}] });
});
