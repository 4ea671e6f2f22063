import { atMost, interleave, type Measure } from '../harness.ts';
import { playwrightVersion } from '../peers/playwright.ts';
import { calm } from '../processes.ts';
import { type PageName, pages, startBenchSite } from '../site.ts';
import { median, percentile, round } from '../statistics.ts';
import {
  alwaysRendered,
  httpSubject,
  playwrightSubject,
  type Subject,
  type VisitOptions,
} from '../subjects.ts';

/** How one page is asked for: who is asked, and with what. */
interface Way {
  readonly name: string;
  readonly subject: Subject;
  readonly options: VisitOptions;
}

const names: readonly PageName[] = ['plain', 'simple', 'realistic'];

/** How long a single page takes, one at a time, with everything warm. */
export const measureLatency: Measure = async ({ quick }) => {
  const times = quick ? 4 : 40;
  await using site = await startBenchSite();
  await using rendered = await httpSubject('gannet rendered', alwaysRendered);
  await using standard = await httpSubject('gannet');
  await using playwright = await playwrightSubject();
  const ways: Way[] = [
    { name: 'gannet, rendered, all media', subject: rendered, options: { media: true } },
    { name: 'gannet, rendered', subject: rendered, options: {} },
    { name: 'gannet', subject: standard, options: {} },
    { name: 'playwright', subject: playwright, options: {} },
  ];
  const pids = [...new Set(ways.map(({ subject }) => subject.pid))];
  const measured = new Map<string, number[]>();
  const engines = new Map<string, Set<string>>();
  const keyOf = ({ name }: Way, page: PageName) => `${page} ${name}`;

  const warmUp = 2;
  await interleave(times + warmUp, ways, async (way, turn) => {
    for (const page of names) {
      const { path, holds } = pages[page];
      await calm(pids);
      const { ms, text, engine } = await way.subject.visit(`${site.origin}${path}?n=${turn}`, way.options);
      if (!holds.every((mark) => text.includes(mark)))
        throw new Error(`${way.name}: ${page} is not complete`);
      if (turn < warmUp) continue;
      const key = keyOf(way, page);
      measured.set(key, [...(measured.get(key) ?? []), ms]);
      engines.set(key, (engines.get(key) ?? new Set()).add(engine));
    }
  });

  const valuesOf = (way: string, page: PageName) => measured.get(`${page} ${way}`) ?? [];
  const ratio = (way: string, page: PageName) =>
    median(valuesOf(way, page)) / median(valuesOf('playwright', page));
  return {
    title: 'Latency: one page at a time, from the request to the answer',
    rows: names.flatMap((page) =>
      ways.map(({ name }) => ({
        page,
        way: name,
        'p50 ms': round(median(valuesOf(name, page)), 1),
        'p95 ms': round(percentile(valuesOf(name, page), 0.95), 1),
        'x playwright': round(ratio(name, page), 2),
        engine: [...(engines.get(`${page} ${name}`) ?? [])].join(', '),
      })),
    ),
    musts: [
      atMost('page without scripts, always rendered, x playwright', ratio('gannet, rendered', 'plain'), 0.4),
      atMost('simple page, as the service answers it, x playwright', ratio('gannet', 'simple'), 0.4),
      atMost('realistic page, as the service answers it, x playwright', ratio('gannet', 'realistic'), 0.85),
      atMost(
        'simple page, rendered, all media, x playwright',
        ratio('gannet, rendered, all media', 'simple'),
        0.4,
      ),
      atMost(
        'realistic page, rendered, all media, x playwright',
        ratio('gannet, rendered, all media', 'realistic'),
        0.85,
      ),
    ],
    notes: [
      `${times} visits each, interleaved, after ${warmUp} to warm up; Playwright ${playwrightVersion} with its defaults (--headless of the same Chromium): a context for each page, load event, content.`,
      'gannet is asked over HTTP for Markdown; "all media" loads what Playwright loads, the other rows leave media out as is the default.',
      'As the service answers it: the first pages of a kind are rendered and compared with their responses, the others read from them. The rendered rows tell what a page costs before.',
    ],
  };
};
