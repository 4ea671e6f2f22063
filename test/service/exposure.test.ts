import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeTestPlace } from '../support/databases.ts';
import { startService, testKey } from '../support/service.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

test('without a key that works it listens on loopback only, and says why', { timeout: 180_000 }, async () => {
  const place = await makeTestPlace('embedded');
  const { dataDir } = place.options;
  const environment = { GANNET_HOST: '0.0.0.0', GANNET_DATA_DIR: dataDir };
  /** 127.0.0.2 is reached where all addresses are listened on, and not where 127.0.0.1 alone is. */
  const reached = async (url: string) => {
    const { port } = new URL(url);
    const at = (host: string) =>
      fetch(`http://${host}:${port}/livez`).then(
        ({ ok }) => ok,
        () => false,
      );
    return { own: await at('127.0.0.1'), other: await at('127.0.0.2') };
  };
  try {
    {
      await using service = await startService(environment);
      expect(await reached(service.url)).toEqual({ own: true, other: true });
      const env = { ...process.env, ...environment };
      const keys = (...args: string[]) =>
        promisify(execFile)(process.execPath, [main, 'keys', ...args], { env });
      const [{ id }] = JSON.parse((await keys('list', '--json')).stdout);
      await keys('revoke', id);
    }
    {
      // The key is revoked, though the settings still name it.
      await using service = await startService({ ...environment, GANNET_API_KEYS: `tester:${testKey}` });
      expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
      expect(await reached(service.url)).toEqual({ own: true, other: false });
      expect(service.output.join('\n')).toContain('GANNET_HOST 0.0.0.0 is not used, since no API key works');
    }
  } finally {
    await place.remove();
  }
});
