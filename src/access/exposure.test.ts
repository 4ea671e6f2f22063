import { expect, test } from 'vitest';
import { exposureOf } from './exposure.ts';

test.each([
  ['0.0.0.0', false, false, '127.0.0.1'],
  ['::', false, false, '127.0.0.1'],
  ['gannet.example', false, false, '127.0.0.1'],
  ['0.0.0.0', true, false, '0.0.0.0'],
  ['0.0.0.0', false, true, '0.0.0.0'],
  ['127.0.0.5', false, false, '127.0.0.5'],
  ['::1', false, false, '::1'],
  ['localhost', false, false, 'localhost'],
])('%s, a key: %s, payments: %s → %s', (asked, hasKey, takesPayments, host) => {
  const exposure = exposureOf({ host: asked, hasKey, takesPayments });
  expect(exposure).toEqual(
    host === asked
      ? { host }
      : { host, because: expect.stringContaining(`GANNET_HOST ${asked} is not used`) },
  );
});
