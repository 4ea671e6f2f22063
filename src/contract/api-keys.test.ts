import { expect, test } from 'vitest';
import { parseKeyRequest } from './api-keys.ts';

test('an end that is no time is told as that, and as nothing else', () => {
  expect(() => parseKeyRequest({ expires_at: 'tomorrow' })).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      extras: { issues: [{ path: 'expires_at', message: 'Invalid ISO datetime' }] },
    }),
  );
});
