import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signPayload } from './sign.ts';
import { readWebhook } from './verify.ts';

const payload = {
  event: 'crawl.completed',
  job_id: 'j',
  data: { status: 'completed', grüße: [1.5, null, '😀'] },
};

test('a vector, as made by Python', () => {
  // hmac.new(b"secret", json.dumps(payload, sort_keys=True, separators=(",", ":")).encode(), "sha256").hexdigest()
  expect(signPayload({ event: 'test.webhook', data: { n: 1e-7, s: 'ü' } }, 'secret')).toEqual({
    body: '{"data":{"n":1e-07,"s":"\\u00fc"},"event":"test.webhook","signature":"sha256=d435611d3cccbe6131f12aa85ba62db08c0573eeae5793868c0887dc1e91673a"}',
    signature: 'sha256=d435611d3cccbe6131f12aa85ba62db08c0573eeae5793868c0887dc1e91673a',
  });
});

test('what was signed is read, in whatever order and spacing it arrives', async () => {
  const { body, signature } = signPayload(payload, 'secret');
  expect(await readWebhook(body, signature, 'secret')).toEqual({ ...payload, signature });
  const other = JSON.stringify({ signature, ...payload }, undefined, 2);
  expect(await readWebhook(other, signature, 'secret')).toEqual({ ...payload, signature });
});

test('without a secret nothing is signed', () => {
  expect(signPayload({ b: 1, a: 2 }, undefined)).toEqual({ body: '{"a":2,"b":1}', signature: null });
});

const { body, signature } = signPayload(payload, 'secret');
test.each([
  ['another secret', body, signature, 'Secret'],
  ['no secret', body, signature, ''],
  ['another payload', body.replace('completed', 'failed'), signature, 'secret'],
  ['a field more', body.replace('{', '{"a":1,'), signature, 'secret'],
  ['no signature', body, null, 'secret'],
  ['an empty signature', body, '', 'secret'],
  ['half a signature', body, signature?.slice(0, -1), 'secret'],
  ['another signature', body, signature?.replace(/.$/, (last) => (last === '0' ? '1' : '0')), 'secret'],
  ['another algorithm', body, signature?.replace('sha256', 'sha1'), 'secret'],
  ['capitals', body, signature?.toUpperCase(), 'secret'],
  ['no JSON', '{', signature, 'secret'],
  ['a list', '[]', signature, 'secret'],
  ['null', 'null', signature, 'secret'],
])('%s: not believed', async (_, text, header, secret) => {
  expect(await readWebhook(text, header, secret)).toBeUndefined();
});

test('any payload, any secret', async () => {
  const secret = fc.string({ minLength: 1, unit: 'grapheme' });
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), secret, async (data, given) => {
      const signed = signPayload({ event: 'x', data }, given);
      expect(await readWebhook(signed.body, signed.signature, given)).toBeDefined();
      expect(await readWebhook(signed.body, signed.signature, `${given} `)).toBeUndefined();
    }),
  );
});
