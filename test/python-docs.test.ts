import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { signPayload } from '../src/webhook/sign.ts';
import { codeBlocks } from './support/code-blocks.ts';

/** The receiver of docs/python.md, with webhooks as they are sent. */

const [, , receiver] = codeBlocks('docs/python.md', 'python');
const secret = 'sécret';
const payload = (ageMs: number) => ({
  event: 'crawl.completed',
  delivery_id: '019a5a3e-7d6b-7c11-9c5e-0f5d3a1b2c4d',
  timestamp: new Date(Date.now() - ageMs).toISOString(),
  data: { name: 'Grüße, 😀 "x" \\', numbers: [1e-7, 1.5, 3], nothing: null },
});
const now = signPayload(payload(0), secret);

test.each<[string, { body: string; signature: string | null }, string, boolean]>([
  ['one that is signed', now, secret, true],
  ['another secret', now, 'secret', false],
  ['another body', { ...now, body: now.body.replace('completed', 'failed') }, secret, false],
  ['no signature', { ...now, signature: null }, secret, false],
  ['a signature beyond ASCII', { ...now, signature: 'sha256=ü' }, secret, false],
  ['one that is old', signPayload(payload(3_700_000), secret), secret, false],
  ['one from the future', signPayload(payload(-400_000), secret), secret, false],
  ['no JSON', { ...now, body: '{' }, secret, false],
  ['a list', { ...now, body: '[]' }, secret, false],
  ['text', { ...now, body: '"x"' }, secret, false],
  ['no time', signPayload({ event: 'x' }, secret), secret, false],
])('%s', (_, { body, signature }, key, believed) => {
  const program = `${receiver}
import sys
case = json.load(sys.stdin)
print(json.dumps(read_webhook(case["body"].encode(), case["signature"], case["key"])))
`;
  const input = JSON.stringify({ body, signature, key });
  const output = JSON.parse(execFileSync('python3', ['-c', program], { input }).toString());
  const { signature: _signature, ...signed } = JSON.parse(believed ? body : 'null') ?? {};
  expect(output).toEqual(believed ? signed : null);
});
