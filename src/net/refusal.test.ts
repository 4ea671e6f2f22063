import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openWire } from '../../test/support/wire.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createEgress } from './egress.ts';
import { createEntrance } from './entrance.ts';
import { createGuard } from './guard.ts';
import { createProxyPool } from './proxies.ts';

/** Whoever asks for an address must not see from the answer, nor from its time, whether it was refused or is not there. */

const host = '127.0.0.1';
/** Of each kind in a round; the median of so many says what a kind takes. */
const samples = 25;
/** A busy machine may spoil rounds; a refusal that takes its time would spoil all of them. */
const rounds = 15;
/** Milliseconds between the slowest kind and the fastest. What tells them apart by mistake takes longer: a timer, a look-up. */
const toleranceMs = 10;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** A port of this machine where nobody listens. */
const closedPort = async () => {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const requests = {
  CONNECT: (to: string) => `CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n\r\n`,
  GET: (to: string) => `GET http://${to}/ HTTP/1.1\r\nHost: ${to}\r\n\r\n`,
};

test.each(Object.entries(requests))(
  '%s: refused, unreachable and unknown are one, in answer and in time',
  async (_, requestFor) => {
    const egress = createEgress({
      entrance: createEntrance('127.0.0.1', createLog('silent')),
      guard: createGuard({
        allow: [{ address: host, prefix: 32, family: 'ipv4' }],
        resolve: async (name) => {
          if (name === 'inside.test') return ['10.0.0.1'];
          throw new Error('ENOTFOUND');
        },
      }),
      proxies: createProxyPool([]),
      limits: { receivedBytes: 1e9, requests: 1e9, hosts: 1e9 },
      log: createLog('silent'),
      metrics: createMetrics(),
    });
    const listener = await egress.open();
    const port = await closedPort();
    const kinds = {
      refused: `127.0.0.2:${port}`,
      'refused by name': `inside.test:${port}`,
      'refused port': `${host}:25`,
      unreachable: `${host}:${port}`,
      unknown: `nowhere.test:${port}`,
    };
    const ask = async (to: string) => {
      const startedAt = performance.now();
      using wire = await openWire(listener.url);
      wire.send(requestFor(to));
      return { text: await wire.end(), ms: performance.now() - startedAt };
    };
    const answers = new Set<string>();
    const measure = async () => {
      const times = new Map<string, number[]>();
      for (let n = 0; n < samples; n++)
        for (const [kind, to] of Object.entries(kinds)) {
          const { text, ms } = await ask(to);
          answers.add(text);
          times.set(kind, [...(times.get(kind) ?? []), ms]);
        }
      const medians = [...times.values()].map(median);
      return Math.max(...medians) - Math.min(...medians);
    };
    let spread = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds && spread > toleranceMs; round++) spread = await measure();
    await listener.close();
    expect([...answers]).toHaveLength(1);
    expect(spread).toBeLessThanOrEqual(toleranceMs);
  },
);
