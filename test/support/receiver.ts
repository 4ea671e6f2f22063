import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Site, startSite } from './site.ts';

/** A webhook as it arrived. */
export interface Received {
  readonly body: string;
  readonly signature: string | undefined;
  readonly deliveryId: string;
}

/** A receiver of webhooks on loopback. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
  readonly site: Site;
}

/** @param answer is given each webhook; 204 when absent. */
export const startReceiver = async (
  answer: (response: ServerResponse, received: Received) => void = (response) =>
    response.writeHead(204).end(),
): Promise<Receiver> => {
  const received: Received[] = [];
  const site = await startSite({
    '/hook': async (request, response) => {
      const body = await text(request);
      const { 'x-service-signature': signature, 'x-service-delivery': deliveryId } = request.headers;
      const one = { body, signature: signature?.toString(), deliveryId: String(deliveryId) };
      received.push(one);
      answer(response, one);
    },
  });
  const { origin } = site;
  return { url: `${origin}/hook`, received, site, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
};
