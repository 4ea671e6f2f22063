import { setTimeout as delay } from 'node:timers/promises';
import type { Tab } from '../src/browser/tab/pool.ts';
import { Deadline } from '../src/deadline.ts';
import { pageRequest, startBrowser } from '../test/support/browser.ts';
import { startWaitingSite, type WaitingPage, waitingPages } from '../test/support/waiting-pages.ts';

/**
 * How long each way of waiting takes, and what it misses, by kind of page: one browser, one run, the ways in turn.
 * `node bench/waiting.ts [rounds]`. Ratios within a run count; milliseconds depend on the machine.
 */
const rounds = Number(process.argv[2] ?? 1);
const capMs = 9000;

await using browser = await startBrowser();
await using site = await startWaitingSite();

type Way = (url: string) => Promise<string>;

const automatic: Way = async (url) => {
  using deadline = new Deadline(30_000);
  const { snapshot } = await browser.visit(
    pageRequest(url, { blockMedia: false }),
    async () => undefined,
    deadline,
  );
  return snapshot.html;
};

/** Goes there in a tab of its own, waits for `done`, reads the whole document. */
const plain =
  (done: (tab: Tab) => Promise<void>): Way =>
  async (url) => {
    using deadline = new Deadline(30_000);
    const tab = await browser.pool.lease({ owner: 'bench', holder: undefined }, deadline.signal);
    try {
      const ready = done(tab);
      await tab.session.send('Page.navigate', { url });
      const ended = new AbortController();
      await Promise.race([ready, delay(capMs, undefined, { signal: ended.signal })]).finally(() =>
        ended.abort(),
      );
      // The evaluation of a page that is just leaving may fail: such a page is lost.
      const expression = 'document.documentElement.outerHTML';
      return await tab.session.send('Runtime.evaluate', { expression, returnByValue: true }).then(
        ({ result }) => String(result.value),
        () => '',
      );
    } finally {
      browser.pool.release(tab, false);
    }
  };

const loaded = ({ session, targetId }: Tab): Promise<void> =>
  new Promise((resolve) => {
    // The first loader is that of about:blank.
    let navigated = false;
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === targetId) navigated = true;
    });
    session.on('Page.loadEventFired', () => {
      if (navigated) resolve();
    });
  });

/** As Playwright defines it: no request for 500 ms, counted from the document on. */
const networkIdle = ({ session, targetId }: Tab): Promise<void> =>
  new Promise((resolve) => {
    const open = new Set<string>();
    let timer: NodeJS.Timeout | undefined;
    const look = () => {
      clearTimeout(timer);
      if (open.size === 0) timer = setTimeout(resolve, 500);
    };
    const end = ({ requestId }: { requestId: string }) => {
      if (open.delete(requestId)) look();
    };
    session.on('Network.requestWillBeSent', ({ requestId }) => {
      open.add(requestId);
      look();
    });
    session.on('Network.loadingFinished', end);
    session.on('Network.loadingFailed', end);
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== targetId) return;
      open.clear();
      look();
    });
  });

const ways = { automatic, load: plain(loaded), networkidle0: plain(networkIdle) };
type Name = keyof typeof ways;
const names = Object.keys(ways) as Name[];

interface Result {
  readonly ms: number;
  readonly lost: boolean;
}

const measure = async (way: Way, page: WaitingPage): Promise<Result> => {
  const started = performance.now();
  const html = await way(`${site.origin}${page.path}`);
  const ms = performance.now() - started;
  // Words in a script are not there for a reader.
  const shown = html.replace(/<(script|noscript|template)[\s>][\s\S]*?<\/\1>/g, '');
  return { ms, lost: !page.expect.every((words) => shown.includes(words)) };
};

const none = () => ({
  automatic: { ms: 0, lost: 0 },
  load: { ms: 0, lost: 0 },
  networkidle0: { ms: 0, lost: 0 },
});
const all: Record<Name, { ms: number; lost: number }> = none();
const common: typeof all = none();
const line = (kind: string, cells: readonly string[]) =>
  console.log(kind.padEnd(32), ...cells.map((cell) => cell.padStart(16)));

line('ms (lost)', names);
for (let round = 0; round < rounds; round++)
  for (const page of waitingPages) {
    const cells: string[] = [];
    for (const name of names) {
      const { ms, lost } = await measure(ways[name], page);
      for (const total of page.isCommon ? [all, common] : [all]) {
        total[name].ms += ms;
        total[name].lost += Number(lost);
      }
      cells.push(`${ms.toFixed(0)}${lost ? ' LOST' : ''}`);
    }
    line(page.kind, cells);
  }
const sum = (title: string, totals: typeof all) => {
  const cells = names.map((name) => `${totals[name].ms.toFixed(0)} (${totals[name].lost} lost)`);
  line(title, cells);
};
sum('all', all);
sum('the thirty common ones', common);
const ratio = (name: Name) => (common.automatic.ms / common[name].ms).toFixed(2);
console.log(
  `automatic: ${all.automatic.lost} lost; of the common ones ${ratio('networkidle0')} x networkidle0 (to reach: 0.45), ${ratio('load')} x load (to reach: 2.2)`,
);
