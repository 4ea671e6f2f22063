import type { Caller } from '../contract/access.ts';
import { type ExtractResponse, extractAnswer, parseExtract } from '../contract/extract.ts';
import { endingWithin } from '../contract/page.ts';
import type { Exchange } from './exchange.ts';
import type { Paid } from './paid.ts';
import type { Services } from './services.ts';

/** POST /v1/extract: a checked request in, the response of the contract out. */
export const createExtract =
  ({ extract }: Pick<Services, 'extract'>, paid: Paid) =>
  async (exchange: Exchange, caller: Caller, body: unknown): Promise<ExtractResponse> => {
    const { request, warnings: unknown } = parseExtract(body);
    const { result, payment } = await paid(exchange, caller, (signal, budgetMs) =>
      extract(endingWithin(request, budgetMs), caller, signal),
    );
    exchange.page = result.metadata;
    return extractAnswer(request, result, { started: exchange.started, payment, unknown });
  };
