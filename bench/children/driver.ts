import { fork } from 'node:child_process';
import { join } from 'node:path';
import { createNetwork } from '../../src/app/network.ts';
import { createFleet } from '../../src/browser/process/fleet.ts';
import { startLocal } from '../../src/browser/process/local.ts';
import { createSupervisor, localLimits } from '../../src/browser/process/supervisor.ts';
import { createPool } from '../../src/browser/tab/pool.ts';
import { createTabs } from '../../src/browser/tab/tabs.ts';
import { createVisit } from '../../src/browser/visit.ts';
import { readConfig } from '../../src/config.ts';
import { scrapeRequests } from '../../src/contract/scrape.ts';
import { Deadline } from '../../src/deadline.ts';
import { buildPageRequest } from '../../src/engine/build-page-request.ts';
import { createPlanner } from '../../src/engine/planner.ts';
import { createVerdicts } from '../../src/engine/verdicts.ts';
import { createLog } from '../../src/log.ts';
import { createMetrics } from '../../src/metrics.ts';
import type { Egress, EgressListener } from '../../src/net/egress.ts';
import { browserPath } from '../chromium.ts';
import { answerVisits } from './answer.ts';
import type { Done, Order } from './guard.ts';

/**
 * The driver alone: pages shown and read as the service does it, in a process that does nothing else, as a program with
 * Playwright would. The guard runs in a process of its own; there is no Markdown, no API, no database.
 */
const config = readConfig({});
const log = createLog('error');
const metrics = createMetrics();
const { egress, entrance } = createNetwork({ config, log, metrics });
const sink = await egress.sink();

const guard = fork(join(import.meta.dirname, 'guard.ts'));
const waiting = new Map<number, (done: Done) => void>();
guard.on('message', (done: Done) => {
  waiting.get(done.id)?.(done);
  waiting.delete(done.id);
});
let lastId = 0;
const order = (act: Order['act'], of?: number) =>
  new Promise<Done>((resolve) => {
    const id = ++lastId;
    waiting.set(id, resolve);
    guard.send({ id, act, of: of ?? id } satisfies Order);
  });

/** A way out in the guard's process. What fails there is not told here: the pages of a measure do not fail. */
const guarded: Pick<Egress, 'open'> = {
  open: async (): Promise<EgressListener> => {
    const { id, url } = await order('open');
    const none = () => {
      throw new Error('the measure knows no proxies');
    };
    return {
      url,
      use: none,
      avoid: none,
      renew: () => void order('renew', id),
      cut: () => void order('cut', id),
      close: async () => void (await order('close', id)),
      proxyInLine: undefined,
      proxyFor: () => undefined,
      failureOf: () => undefined,
      hasBrokenOff: () => false,
      hinted: () => undefined,
      receivedBytes: 0,
      overBudget: false,
    };
  },
};

const fleet = createFleet({ whenNone: 'wait' });
const supervisor = await createSupervisor({
  start: () =>
    startLocal({
      binary: browserPath(),
      sandbox: config.sandbox,
      timezone: config.timezone,
      sinkUrl: sink.url,
      entrance,
      log,
    }),
  limits: localLimits(config.browserMemory),
  mustStart: true,
  log,
  metrics,
});
fleet.add(supervisor);
const pages = config.maxPages;
const pool = createPool({
  tabs: createTabs({ fleet, egress: { ...egress, ...guarded }, log, metrics }),
  log,
  metrics,
  limits: { visits: pages, pages, share: pages, queue: pages, ahead: { atRest: 2, busy: 2, burst: 0 } },
});
const visit = createVisit(pool);
/** What the service learns of kinds of pages, it learns of the browser. */
const planner = createPlanner({
  render: 'always',
  verdicts: createVerdicts([], () => undefined),
  alikeBy: 'scripts',
  renderer: { saysSame: async () => undefined },
  log,
});
const budgetMs = 30_000;

answerVisits(
  async ({ url, media = false }) => {
    const query = { ...scrapeRequests.markdown.parse({ url }), output: 'markdown' as const };
    const request = buildPageRequest(
      query,
      { owner: 'bench' },
      {
        blockMedia: !media,
        asText: true,
        viewport: undefined,
        ...planner.efforts,
        planFor: planner.planFor(query, { live: false, trusting: true }),
      },
    );
    using deadline = new Deadline(budgetMs);
    const visited = await visit(request, async () => undefined, deadline);
    planner.learn(query, visited, null);
    return { text: visited.snapshot.html, engine: 'browser' };
  },
  async () => {
    await pool.close();
    await fleet.close();
    await sink.close();
    guard.disconnect();
  },
);
