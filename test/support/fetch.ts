import { createLog } from '../../src/log.ts';
import { createMetrics } from '../../src/metrics.ts';
import { createFetch, type Fetch } from '../../src/net/fetch.ts';
import { createGuard } from '../../src/net/guard.ts';
import { createProxyPool } from '../../src/net/proxies.ts';

const loopback = { address: '127.0.0.0', prefix: 8, family: 'ipv4' } as const;

/** The HTTP client as the service makes it; what it may reach although it is not public is loopback. */
export const createTestFetch = ({ allow = [loopback] }: { allow?: (typeof loopback)[] } = {}): Fetch =>
  createFetch({
    guard: createGuard({ allow }),
    proxies: createProxyPool([]),
    upstreams: () => [],
    log: createLog('silent'),
    metrics: createMetrics(),
  });
