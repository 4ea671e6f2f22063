import { expect, test } from 'vitest';
import { startSite } from '../../test/support/site.ts';
import { createRemoteBackend } from './remote.ts';

/** The endpoints of a server, over HTTP. */

const { signal } = new AbortController();
const backendOf = (server: string, key?: string) =>
  createRemoteBackend({ server: new URL(server), key }, undefined);

test('what cannot be sent is not said to be the fault of the server', async () => {
  const backend = backendOf('http://127.0.0.1:1', 'svc_live_…');
  await expect(backend.scrape({ url: 'https://example.com/' }, signal)).rejects.toThrow(TypeError);
  await expect(backendOf('http://127.0.0.1:1').scrape({ n: 1n }, signal)).rejects.toThrow(TypeError);
});

test('an answer of something else is said to be one', async () => {
  await using site = await startSite({ '/v1/scrape': '<h1>Hello</h1>' });
  await expect(backendOf(site.origin).scrape({}, signal)).rejects.toMatchObject({
    code: 'internal_error',
    message: 'The server answered 200, not as gannet does.',
  });
});
