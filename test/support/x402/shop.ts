import { createChainReader } from '../../../src/access/chain.ts';
import { createCharge } from '../../../src/access/charge.ts';
import { createClientAddress } from '../../../src/access/client-address.ts';
import { createFacilitator, type FacilitatorTimes } from '../../../src/access/facilitator.ts';
import { createGate } from '../../../src/access/gate.ts';
import { createKeys } from '../../../src/access/keys.ts';
import { createRateLimit } from '../../../src/access/rate-limit.ts';
import { createReconciler } from '../../../src/access/reconciler.ts';
import type { SettleLimits } from '../../../src/access/settle.ts';
import { createTerms, pricingOf } from '../../../src/access/terms.ts';
import type { Services } from '../../../src/api/services.ts';
import { readConfig } from '../../../src/config.ts';
import type { PageOutcome } from '../../../src/contract/outcome.ts';
import { isOwed } from '../../../src/engine/outcome/policy.ts';
import { createLog } from '../../../src/log.ts';
import { createMetrics } from '../../../src/metrics.ts';
import { createFetch } from '../../../src/net/fetch.ts';
import { createGuard } from '../../../src/net/guard.ts';
import { createProxyPool } from '../../../src/net/proxies.ts';
import type { Database } from '../../../src/store/database.ts';
import { data, extracted, metadata, startApi } from '../api.ts';
import { payTo } from './permits.ts';

/** The API with real access, and invented pages behind it: what is tried is who gets in and what it costs. */

interface Given {
  readonly database: Database;
  /** Of the facilitator; payments are off without. */
  readonly facilitator?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly times?: FacilitatorTimes;
  readonly settleLimits?: SettleLimits;
  /** What becomes of each page. */
  readonly outcome?: PageOutcome;
  /** Part of each page. @param budgetMs its time budget. */
  readonly work?: (signal: AbortSignal, budgetMs: number) => Promise<void>;
}

/** Long enough for a chain that mines at once; three tries without a pause worth speaking of. */
const quick = {
  times: { verifyMs: 5000, settleMs: 5000 },
  settleLimits: { tries: 3, budgetMs: 20_000, pauseMs: 20 },
};

export const startShop = async (given: Given) => {
  const { database, facilitator: url = '', environment, work, outcome = 'ok' } = given;
  const config = readConfig({
    GANNET_X402_PAY_TO: url === '' ? '' : payTo,
    GANNET_X402_FACILITATOR: url,
    GANNET_X402_NETWORK: 'base-sepolia',
    GANNET_RATE_IP: 'off',
    GANNET_RATE_TIERS: 'off',
    GANNET_ALLOW_NETWORKS: '127.0.0.0/8',
    ...environment,
  });
  const log = createLog('silent');
  const metrics = createMetrics();
  const proxies = createProxyPool([]);
  const guard = createGuard({ allow: config.allowNetworks });
  const fetch = createFetch({ guard, proxies, upstreams: () => [], log, metrics });
  const terms = createTerms(config);
  const { times, settleLimits } = { ...quick, ...given };
  const facilitator =
    terms && createFacilitator({ terms, fetch, log, authorization: config.x402Authorization, times });
  const chain =
    terms && config.x402Rpc !== undefined
      ? createChainReader({ terms, fetch, url: config.x402Rpc, log })
      : undefined;
  const uncertain = config.x402Uncertain;
  const charge = createCharge(
    terms &&
      facilitator && { database, terms, facilitator, chain, isOwed, uncertain, log, metrics, settleLimits },
  );
  const keys = createKeys({ database, log });
  const quotas = { address: config.rateIp, tiers: config.rateTiers };
  const rate = createRateLimit({ database, quotas, log, metrics });
  const addressOf = createClientAddress(config.trustProxy);
  const limit: Services['limit'] = (endpoint, caller, { socket, headers }) =>
    rate.count(endpoint, caller, addressOf(socket.remoteAddress, String(headers['x-forwarded-for'] ?? '')));

  let works = 0;
  const api = await startApi({
    gate: createGate({ keys, terms, challenge: config.x402Challenge }),
    limit,
    charge: charge.run,
    settled: charge.close,
    scrape: async ({ timeout_ms }, _, signal) => {
      works += 1;
      await work?.(signal, timeout_ms);
      return { data, metadata: { ...metadata, outcome }, warnings: [] };
    },
    extract: async ({ timeout_ms }, _, signal) => {
      works += 1;
      await work?.(signal, timeout_ms);
      return { ...extracted, metadata: { ...extracted.metadata, outcome } };
    },
    pricing: () => pricingOf(terms, config.x402PriceUsd),
  });
  const post = (headers: Record<string, string>, body: unknown = { url: 'https://example.com/' }) =>
    api.fetch('/v1/scrape', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  return {
    api,
    keys,
    post,
    /** A scrape paid for by the permit in a header. */
    pay: (permit: string, body?: unknown) => post({ 'x-payment': permit }, body),
    get works() {
      return works;
    },
    facilitator,
    /** One pass, with what the service would do. */
    reconcile: async () => {
      if (facilitator === undefined) throw new Error('payments are off');
      return createReconciler({ database, facilitator, chain, uncertain, log, metrics }).pass();
    },
    [Symbol.asyncDispose]: async () => {
      await api.close();
      await charge.close();
      rate.close();
      await keys.close();
    },
  };
};
