import { createNetwork } from '../../src/app/network.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { createMetrics } from '../../src/metrics.ts';
import type { EgressListener } from '../../src/net/egress.ts';

/** What the driver asks of the guard's process, and what that answers when it is done. */
export interface Order {
  readonly id: number;
  readonly act: 'open' | 'renew' | 'cut' | 'close';
  /** Of which way out; a new one has the number of its order. */
  readonly of: number;
}
export interface Done {
  readonly id: number;
  /** Of the way out. */
  readonly url: string;
}

/** The guard alone: the ways out of a browser that another process drives. */
const { egress } = createNetwork({
  config: readConfig({ GANNET_ALLOW_NETWORKS: '127.0.0.0/8' }),
  log: createLog('error'),
  metrics: createMetrics(),
});
const listeners = new Map<number, EgressListener>();

process.on('message', async ({ id, act, of }: Order) => {
  const listener = listeners.get(of) ?? (await egress.open());
  listeners.set(of, listener);
  if (act === 'close') {
    listeners.delete(of);
    await listener.close();
  } else if (act !== 'open') listener[act]();
  process.send?.({ id, url: listener.url } satisfies Done);
});
process.on('disconnect', () => process.exit());
