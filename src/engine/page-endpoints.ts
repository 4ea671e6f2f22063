import type { Charge, Job } from '../access/charge.ts';
import type { Caller } from '../contract/access.ts';
import { extractAnswer, parseExtract } from '../contract/extract.ts';
import { endingWithin } from '../contract/page.ts';
import { parseScrape, scrapeAnswer } from '../contract/scrape.ts';
import type { Extract } from './extract.ts';
import type { Scrape } from './scrape.ts';

/** Scrape and extract as endpoints, for HTTP, MCP and the command line. */

interface Parts {
  readonly scrape: Scrape;
  readonly extract: Extract;
  readonly charge: Charge['run'];
}

interface Call extends Omit<Job, 'endpoint'> {
  /** Arrival of the request, as `performance.now()`. */
  readonly started: number;
}

/** Scrape and extract, for every door: a body in, the response of the contract out, with what a payment left behind. */
export const createPageEndpoints = ({ scrape, extract, charge }: Parts) => ({
  scrape: async (body: unknown, caller: Caller, call: Call) => {
    const { request, warnings: unknown } = parseScrape(body);
    const { result, payment, receipt } = await charge(
      caller,
      { ...call, endpoint: 'scrape' },
      (signal, budgetMs) => scrape(endingWithin(request, budgetMs), caller, signal),
    );
    const answer = scrapeAnswer(request, result, { started: call.started, payment, unknown });
    return { answer, page: result.metadata, receipt };
  },

  extract: async (body: unknown, caller: Caller, call: Call) => {
    const { request, warnings: unknown } = parseExtract(body);
    const { result, payment, receipt } = await charge(
      caller,
      { ...call, endpoint: 'extract' },
      (signal, budgetMs) => extract(endingWithin(request, budgetMs), caller, signal),
    );
    const answer = extractAnswer(request, result, { started: call.started, payment, unknown });
    return { answer, page: result.metadata, receipt };
  },
});
