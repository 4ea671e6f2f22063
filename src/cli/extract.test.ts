import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { gannet } from '../../test/support/command.ts';
import { startSite } from '../../test/support/site.ts';

/** What `gannet extract` asks for, with a server that only notes it. */

test('fields of the JSON and single fields are asked for together', async () => {
  const bodies: unknown[] = [];
  await using server = await startSite({
    '/v1/extract': async (request, response) => {
      bodies.push(JSON.parse(await text(request)));
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"data":{},"metadata":{"status_code":200}}');
    },
  });
  const css = ['--selectors', '{"a":"h1"}', '--select', 'b=p'];
  const xpath = ['--xpaths', '{"c":"//h1"}', '--xpath', 'd=//p'];
  const { code } = await gannet([
    'extract',
    'https://example.com/',
    '--server',
    server.origin,
    ...css,
    ...xpath,
  ]);
  expect(code).toBe(0);
  expect(bodies).toEqual([
    {
      url: 'https://example.com/',
      selectors: { a: 'h1', b: 'p' },
      xpaths: { c: '//h1', d: '//p' },
    },
  ]);
});
