import { once } from 'node:events';
import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { certificate } from '../support/certificate.ts';
import { type Service, startService } from '../support/service.ts';
import { html } from '../support/site.ts';
import { wrapChromium } from '../support/wrapper.ts';

/** Origins whose bytes the way out does not see: only the browser can be asked what they do. */

const text = 'Gannets dive from thirty metres and enter the sea like arrows. '.repeat(8);
const page = (script: string) => html('Page', `<h1>Page</h1><p>${text}</p><script>${script}</script>`);

const chromium = wrapChromium({ '--lang=': '--ignore-certificate-errors' });
let service: Service;
beforeAll(async () => {
  service = await startService({ GANNET_BROWSER: chromium.path });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  chromium[Symbol.dispose]();
});

type Answer = (stream: ServerHttp2Stream) => void;

const respond =
  (body: string): Answer =>
  (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'text/html; charset=utf-8' });
    stream.end(body);
  };

/** Answers before the answer, for as long as somebody listens. */
const hintForEver: Answer = (stream) => {
  const timer = setInterval(() => {
    for (let left = 50; left > 0 && !stream.destroyed; left--)
      stream.additionalHeaders({ ':status': 103, link: '</x.css>; rel=preload; as=style' });
  }, 1);
  stream.on('close', () => clearInterval(timer));
};

/** HTTP/2 by path; what is at none of them is answered as `other` says. */
const startSecureSite = async (pages: Readonly<Record<string, Answer>>, other: Answer) => {
  const server = createSecureServer(certificate);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('stream', (stream: ServerHttp2Stream, { ':path': path = '' }) => {
    stream.on('error', () => undefined);
    (pages[path] ?? other)(stream);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

test('answers before the answer that do not end are cut off: of the page', async () => {
  await using site = await startSecureSite({}, hintForEver);
  const { body } = await service.scrape({ url: site.origin, timeout_ms: 20_000 });
  expect(body.detail?.error).not.toBe('timeout');
  expect(body.data?.markdown ?? '').toBe('');
});

test.each([
  [
    'of frames',
    'for(let i=0;i<6;i++){let f=document.createElement("iframe");f.src="/x"+i;document.body.append(f)}',
  ],
  ['of what a script asks for', 'for(let i=0;i<6;i++)fetch("/x"+i)'],
])('answers before the answer that do not end are cut off: %s', async (_, script) => {
  await using site = await startSecureSite({ '/': respond(page(script)) }, hintForEver);
  const { body } = await service.scrape({ url: site.origin, timeout_ms: 20_000 });
  expect(body.data?.markdown).toContain('enter the sea');
  // Whichever is noticed first, the bytes or what Chromium tells of them.
  const cutOff =
    /^the page (?:wanted more than its budget: the rest was not loaded|went on without end and was stopped)$/;
  expect(body.warnings).toContainEqual(expect.stringMatching(cutOff));
});

test('an answer that the network process dies of ends it twice at most, and once that of a browser of its own', async () => {
  const codings = Array(30).fill('gzip').join(', ');
  await using site = await startSecureSite({}, (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'text/html', 'content-encoding': codings });
    stream.end(page(''));
  });
  const { body } = await service.scrape({ url: site.origin, timeout_ms: 20_000 });
  expect(body.detail.error).toBe('scrape_failed');
  // Chromium may tell of the failed request before it tells why.
  const deaths = body.detail.attempts.filter(
    ({ outcome }: { outcome: string }) => outcome === 'browser_gone',
  );
  expect(deaths.length).toBeLessThanOrEqual(3);
});
