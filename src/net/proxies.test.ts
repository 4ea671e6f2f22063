import { expect, test } from 'vitest';
import { proxyStatus } from '../contract/status.ts';
import { createProxyPool } from './proxies.ts';

const [a, b, c] = ['http://user:secret@a.test:1', 'socks5://b.test:2', 'http://c.test:3'] as const;
const start = (...upstreams: string[]) => {
  let time = Date.UTC(2026, 0, 1);
  const pool = createProxyPool(upstreams, () => time);
  return {
    pool,
    pass: (seconds: number) => {
      time += seconds * 1000;
    },
  };
};

test('working proxies take turns', () => {
  const { pool } = start(a, b, c);
  expect([pool.order(), pool.order(), pool.order(), pool.order()]).toEqual([
    [a, b, c],
    [b, c, a],
    [c, a, b],
    [a, b, c],
  ]);
});

test('those to be avoided come after all that work, before all that cool', () => {
  const { pool } = start(a, b, c);
  pool.report(c, false);
  expect(pool.order(['proxy-1'])).toEqual([b, a, c]);
  expect(pool.order(['proxy-1', 'proxy-2'])).toEqual([b, a, c]);
  expect(pool.order(['proxy-3'])).toEqual([a, b, c]);
});

test('a proxy may have a time zone', () => {
  const { pool } = start(a, `${b}#Europe/Berlin`);
  expect(pool.traitsOf(a)).toMatchObject({ id: 'proxy-1', timezone: undefined });
  expect(pool.traitsOf(`${b}#Europe/Berlin`)).toMatchObject({ id: 'proxy-2', timezone: 'Europe/Berlin' });
  expect(pool.traitsOf(b)).toBeUndefined();
});

test('the success rate is that of late', () => {
  const { pool } = start(a);
  const rate = () => pool.status().proxies[0]?.success_rate;
  expect(rate()).toBeNull();
  pool.report(a, true);
  pool.report(a, false);
  expect(rate()).toBe(0.8);
  for (let round = 0; round < 20; round++) pool.report(a, false);
  expect(rate()).toBeLessThan(0.02);
  for (let round = 0; round < 20; round++) pool.report(a, true);
  expect(rate()).toBeGreaterThan(0.98);
});

test('cooling ones come last, the next to recover first', () => {
  const { pool, pass } = start(a, b, c);
  pool.report(a, false);
  pass(1);
  pool.report(b, false);
  expect(pool.order()).toEqual([c, a, b]);
  pass(29);
  expect(pool.order()).toEqual([c, a, b]);
  expect(pool.order()).toEqual([a, c, b]);
});

test('each failure doubles the time to cool, up to ten minutes', () => {
  const { pool, pass } = start(a);
  const state = () => pool.status().proxies[0]?.state;
  for (const [seconds, expected] of [
    [30, 'cooling'],
    [60, 'cooling'],
    [120, 'cooling'],
    [240, 'cooling'],
    [480, 'cooling'],
    [600, 'dead'],
    [600, 'dead'],
  ] as const) {
    pool.report(a, false);
    pass(seconds - 1);
    expect(state()).toBe(expected);
    pass(1);
    expect(state()).toBe('healthy');
  }
});

test('failures while it cools count, but do not add up', () => {
  const { pool, pass } = start(a);
  for (let round = 0; round < 20; round++) pool.report(a, false);
  pass(30);
  expect(pool.status().proxies[0]).toMatchObject({ state: 'healthy', failures: 20 });
});

test('one success makes it healthy', () => {
  const { pool, pass } = start(a, b);
  pool.report(a, false);
  pass(30);
  pool.report(a, false);
  pool.report(a, true, 100);
  expect(pool.status().healthy).toBe(2);
  pool.report(a, false);
  pass(30);
  expect(pool.status().healthy).toBe(2);
});

test('the status is public: no host, no credential', () => {
  const { pool } = start(a, b);
  pool.report(a, true, 100);
  pool.report(a, true, 200);
  pool.report(b, false);
  pool.report('http://not-ours.test:1', true, 1);
  const status = pool.status();
  expect(proxyStatus.parse(status)).toEqual(status);
  expect(status).toEqual({
    enabled: true,
    total: 2,
    healthy: 1,
    strategy: 'rotate_healthy',
    proxies: [
      {
        id: 'proxy-1',
        scheme: 'http',
        state: 'healthy',
        successes: 2,
        failures: 0,
        success_rate: 1,
        latency_ms: 120,
        cooling_until: null,
      },
      {
        id: 'proxy-2',
        scheme: 'socks5',
        state: 'cooling',
        successes: 0,
        failures: 1,
        success_rate: 0,
        latency_ms: null,
        cooling_until: '2026-01-01T00:00:30.000Z',
      },
    ],
  });
});

test('without proxies there is nothing to order', () => {
  const { pool } = start();
  expect(pool.order()).toEqual([]);
  expect(pool.status()).toMatchObject({ enabled: false, total: 0, healthy: 0, proxies: [] });
});

test('a proxy given twice is one', () => {
  expect(start(a, b, a).pool.order()).toEqual([a, b]);
});
