import { startArticleSite } from '../crawl/site.ts';
import { type Crawled, type Crawler, gannetCrawler, parallel, peerCrawler } from '../crawl/subjects.ts';
import { atLeast, atMost, interleave, type Measure, type Must, progress } from '../harness.ts';
import { sitePeers } from '../peers.ts';
import { median, ratioOf, round, shownRatio } from '../statistics.ts';
import { alwaysRendered, isMissing, type Missing } from '../subjects.ts';

const ours = {
  plain: 'gannet, no scripts',
  shown: 'gannet, all shown',
  learned: 'gannet, learned',
} as const;

/**
 * V8 compiles what a process runs often during its first 600 pages, which cost half as much again. gannet runs for weeks,
 * and its peers are started for each crawl: Python compiles nothing, and what Crawlee waits for is the browser.
 */
const warmAfterPages = 900;

/** Crawls of one size, by who made them; a crawler that fails is told of, and left out from then on. */
const measureSize = async (pages: number, rounds: number) => {
  const found = new Map<string, Crawled[]>();
  const missing: Missing[] = [];
  await using plain = await startArticleSite({ pages, scripts: false });
  await using scripted = await startArticleSite({ pages, scripts: true });

  const race = async (site: typeof plain, started: readonly (Crawler | Missing)[]) => {
    missing.push(...started.filter(isMissing));
    const crawlers = started.filter((one): one is Crawler => !isMissing(one));
    try {
      const crawl = async (crawler: Crawler, name: string) => {
        if (missing.some(({ name }) => name === crawler.name)) return;
        progress(`${pages} pages: ${name}`);
        const crawled = await crawler.crawl(site);
        if (crawled.pages === site.pages) found.set(name, [...(found.get(name) ?? []), crawled]);
        else missing.push({ name: crawler.name, missing: `found ${crawled.pages} of ${site.pages} pages` });
      };
      // What was never seen is learned then.
      await interleave(1, crawlers, (crawler) => crawl(crawler, `${crawler.name}, first time`));
      for (const crawler of crawlers.filter(({ staysUp }) => staysUp))
        for (let seen = pages; seen < warmAfterPages; seen += pages) await crawler.crawl(site);
      await interleave(rounds, crawlers, (crawler) => crawl(crawler, crawler.name));
    } finally {
      for (const crawler of crawlers) await crawler[Symbol.asyncDispose]();
    }
  };
  await race(plain, [
    await gannetCrawler(ours.plain),
    await peerCrawler('scrapy'),
    await peerCrawler('spider'),
    await peerCrawler('wget'),
  ]);
  await race(scripted, [
    await gannetCrawler(ours.shown, alwaysRendered),
    await gannetCrawler(ours.learned),
    await peerCrawler('crawlee'),
  ]);
  const perSecond = (name: string) =>
    (found.get(name) ?? []).map((crawled) => crawled.pages / crawled.seconds);
  return { pages, found, missing, perSecond };
};
type Size = Awaited<ReturnType<typeof measureSize>>;

/** Whole sites beside Crawlee, which shows every page in a browser, and others, which show none. */
export const measureCrawl: Measure = async ({ quick, only = '', rounds: wanted }) => {
  const sizes: readonly (readonly [number, number])[] = quick
    ? [[60, 1]]
    : [
        [300, 3],
        [1000, 1],
      ];
  const measured: Size[] = [];
  for (const [pages, rounds] of sizes.filter(([pages]) => only === '' || only === String(pages)))
    measured.push(await measureSize(pages, wanted ?? rounds));
  return {
    title: `Crawls beside others, ${parallel} pages at once, no delay`,
    rows: measured.flatMap(rowsOf),
    musts: measured.flatMap((size) => (size.pages <= 300 ? mustsOf(size) : [])),
    notes: [
      'CPU time and memory are those of all processes, the browser with them; the site is not in it.',
      'gannet makes Markdown and stores it durably, with the identity of a real browser, whether a page is shown or not.',
      ...Object.values(sitePeers).map(({ name, how }) => `${name}: ${how}.`),
      `gannet has crawled ${warmAfterPages} pages before it is measured: first as the row of its first time tells. The others are processes of their own for each crawl.`,
      'wget asks for one page at a time, and spider-rs for as many as it likes.',
    ],
  };
};

const rowsOf = ({ pages, found, missing, perSecond }: Size) => [
  ...[...found].map(([crawler, crawls]) => ({
    pages,
    crawler,
    'pages/s': round(median(perSecond(crawler)), 1),
    'CPU ms/page': round(median(crawls.map(({ cpuMs }) => cpuMs / pages)), 1),
    'peak MB': round(median(crawls.map(({ peakMb }) => peakMb))),
    note: '',
  })),
  ...missing.map(({ name, missing: note }) => ({
    pages,
    crawler: name,
    'pages/s': '-',
    'CPU ms/page': '-',
    'peak MB': '-',
    note,
  })),
];

const mustsOf = ({ pages, found, perSecond }: Size): readonly Must[] => {
  const cpu = (name: string) => median((found.get(name) ?? []).map(({ cpuMs }) => cpuMs / pages));
  const ratio = (name: string, one: string, other: string, limit: number): Must => {
    const measured = ratioOf(perSecond(one), perSecond(other));
    return { ...atLeast(`${pages} pages: ${name}`, measured.value, limit), value: shownRatio(measured) };
  };
  return [
    ratio('all shown, x Crawlee', ours.shown, sitePeers.crawlee.name, 2.5),
    ratio('no scripts, x Scrapy', ours.plain, sitePeers.scrapy.name, 0.9),
    ratio('learned, x Crawlee', ours.learned, sitePeers.crawlee.name, 6),
    atMost(`${pages} pages: all shown, CPU ms a page`, cpu(ours.shown), 100),
    atMost(`${pages} pages: no scripts, CPU ms a page`, cpu(ours.plain), 20),
    atMost(`${pages} pages: learned, CPU ms a page`, cpu(ours.learned), 20),
  ];
};
