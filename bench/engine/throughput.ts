import { createRecord, runBlock } from '../blocks.ts';
import { atLeast, atMost, interleave, type Measure, nothing } from '../harness.ts';
import { playwrightVersion } from '../peers/playwright.ts';
import { mainThreadTimeOf } from '../processes.ts';
import { type PageName, pages, startBenchSite } from '../site.ts';
import { median, ratioOf, round, shownRatio } from '../statistics.ts';
import { alwaysRendered, driverSubject, httpSubject, playwrightSubject, type Subject } from '../subjects.ts';

const atOnce = 4;

/** What each page must reach, x Playwright. */
const limits = { simple: 1.15, realistic: 1.3 } as const satisfies Partial<Record<PageName, number>>;
const names = Object.keys(limits) as (keyof typeof limits)[];

/** How many pages a second are shown, four at once, and what that costs the process that drives them. */
export const measureThroughput: Measure = async ({ quick }) => {
  const rounds = quick ? 1 : 6;
  const ms = quick ? 1000 : 4000;
  await using site = await startBenchSite();
  await using gannet = await httpSubject('gannet, rendered', alwaysRendered);
  await using driver = await driverSubject();
  await using playwright = await playwrightSubject();
  const subjects: readonly Subject[] = [gannet, driver, playwright];
  const record = createRecord();
  /** CPU milliseconds a page of the thread that a process began with. */
  const mainThread = new Map<string, number[]>();
  const keyOf = (page: PageName, { name }: Subject) => `${page}, ${name}`;
  let asked = 0;

  // The round for warming up is not counted.
  await interleave(rounds + 1, subjects, async (subject, turn) => {
    for (const page of names) {
      const { path, holds } = pages[page];
      const before = mainThreadTimeOf(subject.pid);
      const next = () => ({ url: `${site.origin}${path}?n=${asked++}`, holds, isStatic: false });
      const block = await runBlock({ subject, next, atOnce, ms, options: { media: true } });
      if (turn === 0) continue;
      const key = keyOf(page, subject);
      record.add(key, block);
      const used = (mainThreadTimeOf(subject.pid) - before) / block.pages;
      mainThread.set(key, [...(mainThread.get(key) ?? []), used]);
    }
  });

  const keys = names.flatMap((page) => subjects.map((subject) => keyOf(page, subject)));
  const middle = (key: string, name: 'node' | 'browser') =>
    median(record.of(key).map((block) => block[name]));
  const ratio = (page: PageName) =>
    ratioOf(record.perSecond(keyOf(page, gannet)), record.perSecond(keyOf(page, playwright)));
  return {
    title: `Throughput: pages shown, ${atOnce} at once, in a context each`,
    rows: keys.map((key) => ({
      pages: key,
      'pages/s': round(median(record.perSecond(key)), 1),
      'p50 ms': round(median(record.latencies(key))),
      'browser CPU ms': round(middle(key, 'browser')),
      'Node CPU ms': round(middle(key, 'node'), 1),
      'of it, main thread': round(median(mainThread.get(key) ?? []), 1),
      'complete %': round(100 * record.complete(key), 1),
    })),
    musts: [
      ...names.map((page) => atLeast(`${page} page, pages/s, x playwright`, ratio(page).value, limits[page])),
      atMost(
        'simple page, CPU ms of the Node.js process that drives it',
        middle(keyOf('simple', driver), 'node'),
        6,
      ),
      nothing('failed', keys.flatMap(record.failures)),
      atLeast('complete, share', Math.min(...keys.map(record.complete)), 1),
    ],
    notes: [
      ...names.map((page) => `${page}: ${shownRatio(ratio(page))} x playwright ${playwrightVersion}.`),
      `${rounds} rounds of ${ms / 1000} s each, interleaved. All media are loaded. gannet is asked over HTTP for Markdown, every page is shown in a context of its own; its driver alone and Playwright hand over the HTML.`,
      'The main thread of the service drives the browser, passes the bytes of 30 connections through its guard, and answers requests; Markdown is made on other threads. The driver alone is the same code in a process of its own, as Playwright is: its guard runs in another one, which is counted with its browser.',
    ],
  };
};
