import { startLocal } from '../../src/browser/process/local.ts';
import { createLog } from '../../src/log.ts';
import { createMetrics } from '../../src/metrics.ts';
import { createEgress } from '../../src/net/egress.ts';
import { createEntrance } from '../../src/net/entrance.ts';
import { createGuard } from '../../src/net/guard.ts';
import { createProxyPool } from '../../src/net/proxies.ts';
import { browserPath } from '../chromium.ts';
import { answerVisits } from './answer.ts';

/**
 * The limit of showing pages: gannet's own browser, with its flags and its isolation (a context and a window for each
 * page), told by bare DevTools commands to load a page without media and to hand over its HTML. No guard, no wait for
 * content, no Markdown, no API: nobody who isolates pages can be faster in this browser.
 */
const log = createLog('error');
const entrance = createEntrance('127.0.0.1', log);
const egress = createEgress({
  entrance,
  guard: createGuard({ allow: [] }),
  proxies: createProxyPool([]),
  log,
  metrics: createMetrics(),
  limits: { receivedBytes: 1, requests: 1, hosts: 1 },
});
const sink = await egress.sink();
const browser = await startLocal({
  binary: browserPath(),
  sandbox: 'auto',
  timezone: 'UTC',
  sinkUrl: sink.url,
  entrance,
  log,
});
const { connection } = browser;

const load = async (url: string, browserContextId: string): Promise<string> => {
  const { targetId } = await connection.browser.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  const session = await connection.attach(targetId);
  const media = ['Image', 'Media', 'Font'] as const;
  session.on('Fetch.requestPaused', ({ requestId }) => {
    session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }).catch(() => undefined);
  });
  await Promise.all([
    session.send('Page.enable'),
    session.send('Fetch.enable', { patterns: media.map((resourceType) => ({ resourceType })) }),
  ]);
  const loaded = new Promise<void>((resolve) => session.on('Page.loadEventFired', () => resolve()));
  await session.send('Page.navigate', { url });
  await loaded;
  const expression = 'document.documentElement.outerHTML';
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
  return String(result.value);
};

answerVisits(
  async ({ url }) => {
    const { browserContextId } = await connection.browser.send('Target.createBrowserContext', {
      proxyServer: 'direct://',
      proxyBypassList: '<-loopback>',
    });
    try {
      return { text: await load(url, browserContextId), engine: 'browser' };
    } finally {
      await connection.browser.send('Target.disposeBrowserContext', { browserContextId });
    }
  },
  async () => {
    await browser.close();
    await sink.close();
  },
);
