import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signPayload } from '../src/webhook/sign.ts';

/** What docs/webhooks.md tells receivers to do, done to webhooks as they are sent. */

const markdown = readFileSync(join(import.meta.dirname, '../docs/webhooks.md'), 'utf8');
const blockOf = (language: string): string => {
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(markdown)?.[1];
  if (block === undefined) throw new Error(`there is no ${language} block`);
  return block;
};

const payload = {
  event: 'crawl.completed',
  job_id: '01a1ff49-3ce4-7608-8da7-ac51bbf02968',
  timestamp: '2026-01-31T12:00:00.000Z',
  data: {
    title: 'Grüße, 😀 "x" \\ \ud800\u007f',
    numbers: [1e-7, 1.5, 1e21, -0.1, 3],
    z: { b: null, a: true },
  },
};
const { body, signature } = signPayload(payload, 'sécret');
const cases = [
  { body, signature, secret: 'sécret', genuine: true },
  { body, signature, secret: 'secret', genuine: false },
  { body: body.replace('completed', 'failed'), signature, secret: 'sécret', genuine: false },
  { body, signature: 'sha256=', secret: 'sécret', genuine: false },
  {
    body,
    signature: signature?.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    secret: 'sécret',
    genuine: false,
  },
];
const expected = cases.map(({ genuine }) => genuine);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gannet-docs-'));
  writeFileSync(join(folder, 'cases.json'), JSON.stringify(cases));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (command: string, file: string, program: string): unknown => {
  writeFileSync(join(folder, file), program);
  return JSON.parse(execFileSync(command, [join(folder, file)], { cwd: folder }).toString());
};

test('Python', () => {
  const program = `${blockOf('python')}
cases = json.load(open("cases.json"))
print(json.dumps([is_genuine(case["body"].encode(), case["signature"], case["secret"]) for case in cases]))
`;
  expect(run('python3', 'check.py', program)).toEqual(expected);
});

test('TypeScript', () => {
  const program = `${blockOf('ts')}
import { readFileSync } from 'node:fs';
const cases = JSON.parse(readFileSync('cases.json', 'utf8'));
console.log(JSON.stringify(cases.map((each) => isGenuine(each.body, each.signature, each.secret))));
`;
  expect(run(process.execPath, 'check.mts', program)).toEqual(expected);
});
