import type { Caller } from '../contract/access.ts';
import { createPageEndpoints } from '../engine/page-endpoints.ts';
import type { Exchange } from './exchange.ts';
import type { Services } from './services.ts';

/** POST /v1/scrape and /v1/extract. The receipt of a payment goes into the headers. */
export const createPageHandlers = (services: Pick<Services, 'scrape' | 'extract' | 'charge'>) => {
  const endpoints = createPageEndpoints(services);
  const handle =
    <N extends keyof typeof endpoints>(name: N) =>
    async (exchange: Exchange, caller: Caller, body: unknown) => {
      const { id: requestId, signal, started } = exchange;
      const { answer, page, receipt } = await endpoints[name](body, caller, { requestId, signal, started });
      exchange.page = page;
      Object.assign(exchange.headers, receipt?.headers);
      return answer;
    };
  return { scrape: handle('scrape'), extract: handle('extract') };
};
