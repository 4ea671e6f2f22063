import { createChainReader } from '../access/chain.ts';
import { createCharge } from '../access/charge.ts';
import { createClientAddress } from '../access/client-address.ts';
import { createFacilitator } from '../access/facilitator.ts';
import { createGate } from '../access/gate.ts';
import { createRateLimit } from '../access/rate-limit.ts';
import { createReconciler } from '../access/reconciler.ts';
import type { Terms } from '../access/terms.ts';
import type { Services } from '../api/services.ts';
import type { Config } from '../config.ts';
import { isOwed } from '../engine/outcome/policy.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Network } from './network.ts';
import type { Store } from './store.ts';

interface Parts {
  readonly config: Config;
  readonly store: Store;
  readonly fetch: Network['fetchDirectly'];
  /** Undefined where payments are off. */
  readonly terms: Terms | undefined;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Who may ask, how often, and what it costs. @param closing what is to be closed. */
export const openAccess = async (
  { config, store: { database, keys }, fetch, terms, log, metrics }: Parts,
  closing: AsyncDisposableStack,
) => {
  const limit = createRateLimit({
    database,
    quotas: { address: config.rateIp, tiers: config.rateTiers },
    log,
    metrics,
  });
  closing.defer(() => limit.close());
  const payments = terms && {
    database,
    terms,
    facilitator: createFacilitator({ terms, fetch, log, authorization: config.x402Authorization }),
    chain:
      config.x402Rpc === undefined
        ? undefined
        : createChainReader({ terms, fetch, url: config.x402Rpc, log }),
    isOwed,
    uncertain: config.x402Uncertain,
    log,
    metrics,
  };
  if (payments) {
    const reconciler = createReconciler(payments);
    closing.defer(() => reconciler.close());
    await reconciler.start();
  }
  const charge = createCharge(payments);
  closing.defer(() => charge.close());
  const addressOf = createClientAddress(config.trustProxy);
  return {
    gate: createGate({ keys, terms, challenge: config.x402Challenge }),
    limit: ((endpoint, caller, { socket, headers }) =>
      limit.count(
        endpoint,
        caller,
        addressOf(socket.remoteAddress, [headers['x-forwarded-for']].flat().join(',')),
      )) satisfies Services['limit'],
    charge: charge.run,
    settled: charge.close,
  };
};
