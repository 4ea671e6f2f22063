import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { readWebhook } from '../../src/webhook/verify.ts';
import { html } from '../../test/support/site.ts';

/** What the service meets while it is soaked: pages that it is asked for, and the receiver of its webhooks. */
export interface Web extends AsyncDisposable {
  readonly origin: string;
  readonly hookUrl: string;
  /** Delivery id → how often it came, and what it said. */
  readonly received: ReadonlyMap<string, Received>;
  /** What did not verify. */
  readonly badSignatures: string[];
  /** How pages behave from now on. */
  mood: Mood;
  /** Whether the receiver answers 500. */
  receiverFails: boolean;
}

export interface Received {
  times: number;
  readonly event: string;
  readonly jobId: string | undefined;
}

/** `hang`: no answer at all. `cut`: the connection breaks in the middle. */
export type Mood = 'fine' | 'hang' | 'cut';

export const webhookSecret = 'soak-secret';

/** The word that only this page holds. */
export const tokenOf = (path: string): string => `token${Buffer.from(path).toString('hex')}`;

const words = 'The gannet folds its wings and falls like an arrow into the cold grey water. '.repeat(12);

const pageOf = (path: string): string =>
  html(
    `Page ${path}`,
    `<main><h1>Page ${tokenOf(path)}</h1><p>${words}</p><table><tr><th>Bird</th><th>Price</th></tr>
     <tr><td>Gannet</td><td>19.90</td></tr></table><p class="price">19.90 EUR</p></main>`,
    path.startsWith('/shown') ? '<script>document.title += "!"</script>' : '',
  );

export const startWeb = async (): Promise<Web> => {
  const received = new Map<string, Received>();
  const badSignatures: string[] = [];
  const state: { mood: Mood; receiverFails: boolean } = { mood: 'fine', receiverFails: false };

  const takeWebhook = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    if (state.receiverFails) return void response.writeHead(500).end();
    const webhook = await readWebhook(
      body,
      request.headers['x-service-signature']?.toString(),
      webhookSecret,
    );
    if (webhook === undefined) badSignatures.push(body.slice(0, 100));
    const { delivery_id, job_id, event } = JSON.parse(body);
    const known = received.get(delivery_id);
    if (known) known.times++;
    else received.set(delivery_id, { times: 1, event, jobId: job_id });
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/hook') takeWebhook(request, response).catch(() => response.destroy());
    else if (path === '/robots.txt') response.writeHead(404).end();
    else if (state.mood === 'cut') request.socket.destroy();
    else if (state.mood === 'fine' && !path.startsWith('/hang'))
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(path));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    origin: `http://127.0.0.1:${port}`,
    hookUrl: `http://127.0.0.1:${port}/hook`,
    received,
    badSignatures,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
};
