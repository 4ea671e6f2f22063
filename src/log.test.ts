import { expect, test } from 'vitest';
import { cpuMs } from '../test/support/cpu.ts';
import { redact } from './log.ts';

const key = `svc_live_${'ab12'.repeat(16)}`;

test.each([
  [`"authorization":"Bearer ${key}"`, '"authorization":"Bearer [redacted]"'],
  [`key ${key} is new`, 'key svc_live_[redacted] is new'],
  ['http://user:pass@proxy:3128 failed', 'http://[redacted]@proxy:3128 failed'],
  ['postgres://gannet:s3cret@db/gannet', 'postgres://[redacted]@db/gannet'],
  ['bearer abc.def', 'bearer [redacted]'],
])('%s', (line, expected) => {
  expect(redact(line)).toBe(expected);
});

test('what is no secret stays', () => {
  const line = '{"url":"https://example.com/a@b?c=d","msg":"the bearers of news"}';
  expect(redact(line)).toBe(line);
});

test('a long line takes no time', () => {
  const line = 'a'.repeat(100_000) + ' bearer'.repeat(10_000) + '://'.repeat(10_000);
  const startedAt = cpuMs();
  expect(redact(line)).toContain('bearer [redacted]');
  expect(cpuMs() - startedAt).toBeLessThan(500);
});
