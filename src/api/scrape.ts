import type { z } from 'zod';
import type { Caller } from '../contract/access.ts';
import { parseScrape, type scrapeResponse } from '../contract/scrape.ts';
import { raceSignal } from '../deadline.ts';
import type { Exchange } from './exchange.ts';
import type { Services } from './services.ts';

/** POST /v1/scrape: a checked request in, the response of the spec out. */
export const createScrape =
  ({ scrape }: Pick<Services, 'scrape'>) =>
  async (
    { signal, started }: Exchange,
    caller: Caller,
    body: unknown,
  ): Promise<z.infer<typeof scrapeResponse>> => {
    const { request, warnings: unknown } = parseScrape(body);
    const { data, metadata, warnings: met } = await raceSignal(scrape(request, caller, signal), signal);
    const warnings = [...unknown, ...met];
    return {
      status: 200,
      url: request.url,
      output: request.output,
      data,
      execution_time_ms: Math.round(performance.now() - started),
      payment: null,
      metadata,
      ...(warnings.length > 0 && { warnings }),
    };
  };
