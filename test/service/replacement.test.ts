import { expect, test } from 'vitest';
import type { Limits } from '../../src/browser/process/supervisor.ts';
import { Deadline, within } from '../../src/deadline.ts';
import { createObtain } from '../../src/engine/obtain.ts';
import { createRetry } from '../../src/engine/retry.ts';
import { createLog } from '../../src/log.ts';
import { createMetrics } from '../../src/metrics.ts';
import { pageRequest, startBrowser } from '../support/browser.ts';
import { commandOf, descendantsOf, eventually } from '../support/service.ts';
import { html, startSite } from '../support/site.ts';

const text = 'Gannets dive from thirty metres and enter the sea like arrows. '.repeat(8);
const page = html('Page', `<h1>Page</h1><p>${text}</p>`);
const greedy = html(
  'Greedy',
  `<p>${text}</p><script>const held = []; for (let i = 0; i < 600; i++) held.push(new Uint8Array(1e6).fill(i))</script>
  <script>fetch('/held'); setInterval(() => held.length, 1000)</script>`,
);

const visitOf = async ({ visit }: Awaited<ReturnType<typeof startBrowser>>, url: string) => {
  using deadline = new Deadline(30_000);
  return visit(pageRequest(url), async () => undefined, deadline);
};

const causes: readonly [string, Partial<Limits>][] = [
  ['so many contexts', { contexts: 6 }],
  ['such an age', { ageMs: 500, checkEveryMs: 200 }],
  ['so much memory', { bytes: 60_000_000, checkEveryMs: 200, settledMs: 1200 }],
];

test.each(causes)('a browser is replaced after %s under load, and no page fails', async (_, limits) => {
  await using site = await startSite({ '/page': page });
  await using browser = await startBrowser(limits);
  let over = false;
  const worker = async () => {
    while (!over) expect((await visitOf(browser, `${site.origin}/page`)).snapshot.status).toBe(200);
  };
  const workers = Promise.all(Array.from({ length: 4 }, worker));
  await Promise.race([workers, eventually(async () => (await browser.launches('recycle')) >= 2, 50_000)]);
  over = true;
  await workers;
  expect(await browser.launches('crash')).toBe(0);
});

test('a page that takes too much memory is ended, and the browser stays', async () => {
  let held = 0;
  await using site = await startSite({
    '/page': page,
    '/greedy': greedy,
    '/held': () => {
      held += 1;
    },
  });
  await using browser = await startBrowser({ bytes: 400_000_000, checkEveryMs: 300 });
  const ended = visitOf(browser, `${site.origin}/greedy`);
  await expect(ended).rejects.toThrow('the tab crashed');
  expect(held).toBeLessThanOrEqual(1);
  expect((await visitOf(browser, `${site.origin}/page`)).snapshot.status).toBe(200);
  expect([await browser.launches('recycle'), await browser.launches('crash')]).toEqual([0, 0]);
});

test('a page that takes memory quickly is ended before it has taken much more', async () => {
  await using site = await startSite({ '/greedy': greedy, '/held': () => undefined });
  await using browser = await startBrowser({ bytes: 400_000_000 });
  using deadline = new Deadline(7000);
  const visited = browser.visit(pageRequest(`${site.origin}/greedy`), async () => undefined, deadline);
  await expect(visited).rejects.toThrow('the tab crashed');
});

test('a page that takes its memory in many processes loses some of them', async () => {
  const part = html(
    'Part',
    '<script>const held = new Uint8Array(2e8).fill(1); setInterval(() => held[0]++, 1000)</script>',
  );
  const frames = (port: number) =>
    [2, 3, 4, 5].map((host) => `<iframe src="http://127.0.0.${host}:${port}/part"></iframe>`).join('');
  await using parts = await startSite({ '/part': part }, '0.0.0.0');
  await using site = await startSite({ '/page': html('Page', `<p>${text}</p>${frames(parts.port)}`) });
  await using browser = await startBrowser({ pagesBytes: 500_000_000 });
  const renderers = () =>
    descendantsOf(process.pid).filter((pid) => commandOf(pid).includes('--type=renderer'));
  const seen = new Set<number>();
  const lost = eventually(() => {
    const now = renderers();
    for (const pid of now) seen.add(pid);
    return [...seen].some((pid) => !now.includes(pid));
  });
  using deadline = new Deadline(30_000);
  // What is lost is lost while the page is there.
  await browser.visit(pageRequest(`${site.origin}/page`, { asText: false }), () => lost, deadline);
  expect(await browser.launches('crash')).toBe(0);
});

/** Its browser is soon ended. Each title is drawn: it takes the browser longer to do so than the page to set it. */
const titles = html(
  'Titles',
  `<p>${text}</p><script>
    setInterval(() => { for (let i = 0; i < 500; i++) document.title = "t".repeat(3000) + i }, 1)
  </script>`,
);
const soonEnded: Partial<Limits> = { bytes: 200_000_000, checkEveryMs: 200 };

test('a browser that a page sends more than it can take is ended before it has taken much more', async () => {
  await using site = await startSite({ '/page': page, '/titles': titles });
  await using browser = await startBrowser(soonEnded);
  const flooding = visitOf(browser, `${site.origin}/titles`).catch(() => undefined);
  // Long before it would be taken for frozen.
  await eventually(async () => (await browser.launches('crash')) === 1, 15_000);
  await flooding;
  expect((await visitOf(browser, `${site.origin}/page`)).snapshot.status).toBe(200);
});

const ending = 'the page ended what showed it more than once';

test('a page that ends a browser of its own takes no other with it, and is told by its response', async () => {
  await using site = await startSite({ '/page': page, '/titles': titles });
  await using browser = await startBrowser(soonEnded);
  using deadline = new Deadline(40_000);
  const flooding = browser.visit(
    pageRequest(`${site.origin}/titles`, { deaths: 2 }),
    async () => undefined,
    deadline,
  );
  const shown = await browser.visit(
    pageRequest(`${site.origin}/page`, { asText: false }),
    () => flooding,
    deadline,
  );
  expect(shown).toMatchObject({ value: { snapshot: { status: 200 } }, snapshot: { status: 200 } });
  expect((await flooding).warnings).toContain(ending);
  expect(await browser.launches('crash')).toBe(0);
  await eventually(() => browser.fleet.browsers.length === 1);
});

test('a page that stands beside one that ends its browser each time is had all the same', async () => {
  await using site = await startSite({ '/page': page, '/titles': titles });
  await using browser = await startBrowser(soonEnded);
  const obtain = createObtain({
    visit: browser.visit,
    retry: createRetry({ log: createLog('silent'), metrics: createMetrics() }),
  });
  using deadline = new Deadline(100_000);
  const work = { retries: true, deadline };
  const flooding = obtain(pageRequest(`${site.origin}/titles`), async () => undefined, work);
  let isAnswered = false;
  const answered = flooding.then(() => {
    isAnswered = true;
  });
  // It is under way whenever a browser ends. On a busy machine the other may be stopped before that.
  const isOver = () => eventually(async () => isAnswered || (await browser.launches('crash')) >= 2, 60_000);
  const beside = await obtain(pageRequest(`${site.origin}/page`, { asText: false }), isOver, work);
  expect(beside).toMatchObject({ outcome: 'ok', warnings: [] });
  await answered;
}, 120_000);

test('what a network process that died has not answered holds up nobody', async () => {
  const browser = await startBrowser();
  const network = descendantsOf(process.pid).find((pid) => commandOf(pid).includes('network.mojom')) ?? 0;
  const { signal } = new AbortController();
  const tab = await browser.pool.lease(
    { owner: 'test', holder: { owner: 'test', session: undefined } },
    signal,
  );
  process.kill(network, 'SIGSTOP');
  // Its cookies are cleared, which waits for the network process.
  browser.pool.release(tab, true);
  await tab.session.send('Page.getFrameTree');
  process.kill(network, 'SIGKILL');
  await within(20_000, browser.pool.close());
  await browser[Symbol.asyncDispose]();
});

test('what still prints long after its request is ended, and the browser stays', async () => {
  const rows = Array.from({ length: 3000 }, (_, row) => `<tr><td>${row}<td>some text</tr>`).join('');
  await using site = await startSite({ '/page': page, '/rows': html('Rows', `<table>${rows}</table>`) });
  await using browser = await startBrowser({ requestMs: 2000, checkEveryMs: 300 });
  const printing = () =>
    descendantsOf(process.pid).find((pid) => commandOf(pid).includes('printing.mojom.PrintCompositor'));
  using deadline = new Deadline(30_000);
  const request = pageRequest(`${site.origin}/rows`, { asText: false });
  let printer: number | undefined;
  const printed = browser.visit(
    request,
    async (live) => {
      const sheets = live.send('Page.printToPDF', { generateTaggedPDF: true });
      await eventually(() => {
        printer = printing();
        return printer !== undefined;
      }, 20_000);
      // What it does would take minutes on a larger page.
      process.kill(printer ?? 0, 'SIGSTOP');
      return sheets;
    },
    deadline,
  );
  await expect(printed).rejects.toThrow();
  expect(printer).toBeDefined();
  await eventually(() => printing() === undefined, 10_000);
  expect((await visitOf(browser, `${site.origin}/page`)).snapshot.status).toBe(200);
  expect([await browser.launches('recycle'), await browser.launches('crash')]).toEqual([0, 0]);
});
