import type { Caller } from '../contract/access.ts';
import { endingWithin } from '../contract/page.ts';
import { parseScrape, type ScrapeResponse, scrapeAnswer } from '../contract/scrape.ts';
import type { Exchange } from './exchange.ts';
import type { Paid } from './paid.ts';
import type { Services } from './services.ts';

/** POST /v1/scrape: a checked request in, the response of the contract out. */
export const createScrape =
  ({ scrape }: Pick<Services, 'scrape'>, paid: Paid) =>
  async (exchange: Exchange, caller: Caller, body: unknown): Promise<ScrapeResponse> => {
    const { request, warnings: unknown } = parseScrape(body);
    const { result, payment } = await paid(exchange, caller, (signal, budgetMs) =>
      scrape(endingWithin(request, budgetMs), caller, signal),
    );
    exchange.page = result.metadata;
    return scrapeAnswer(request, result, { started: exchange.started, payment, unknown });
  };
