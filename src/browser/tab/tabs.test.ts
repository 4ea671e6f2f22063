import { expect, test } from 'vitest';
import { createLog } from '../../log.ts';
import { createMetrics } from '../../metrics.ts';
import type { Fleet } from '../process/fleet.ts';
import type { Generation } from '../process/supervisor.ts';
import { createTabs } from './tabs.ts';

test('a browser is given back where there is no way out for a tab in it', async () => {
  const generation = { browser: {} } as Generation;
  const released: Generation[] = [];
  const tabs = createTabs({
    fleet: {
      acquire: async () => generation,
      release: (one: Generation) => void released.push(one),
    } as Partial<Fleet> as Fleet,
    egress: {
      open: async () => {
        throw new Error('EMFILE');
      },
      sink: () => Promise.reject(new Error('nobody asks for it')),
    },
    log: createLog('silent'),
    metrics: createMetrics(),
  });
  await expect(tabs.open(new AbortController().signal)).rejects.toThrow('EMFILE');
  expect(released).toEqual([generation]);
});
