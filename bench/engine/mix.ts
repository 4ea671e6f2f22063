import { atLeast, atMost, inParallel, type Measure, nothing } from '../harness.ts';
import { calm, cpuBetween, cpuTimeOf } from '../processes.ts';
import { median, round } from '../statistics.ts';
import { httpSubject, playwrightSubject, type Subject } from '../subjects.ts';
import { startTestPages, type TruePage } from '../test-web.ts';

const atOnce = 8;
const passes = ['first sight', 'second pass', 'learned'] as const;
type Pass = (typeof passes)[number] | 'static, learned' | 'playwright' | 'static, playwright';

interface Run {
  readonly perSecond: number;
  readonly cpu: number;
  /** Addresses whose answer lacks something, with what went wrong or how much is missing. */
  readonly incomplete: readonly string[];
  readonly fromResponse: number;
}

/** Many kinds of pages at once, as a service gets them; and again, when it has learned which need no rendering. */
export const measureMix: Measure = async ({ quick }) => {
  const rounds = quick ? 1 : 3;
  await using web = await startTestPages();
  await using playwright = await playwrightSubject();
  const runs = new Map<Pass, Run[]>();
  const record = (pass: Pass, run: Run) => runs.set(pass, [...(runs.get(pass) ?? []), run]);
  const sample = web.pages.filter((_, n) => !quick || n % 4 === 0);
  const statics = sample.filter(({ isStatic }) => isStatic);

  for (let turn = 0; turn < rounds; turn++) {
    // New in every round: it has seen none of the pages.
    await using gannet = await httpSubject('gannet');
    const pids = [gannet.pid, playwright.pid];
    const run = async (subject: Subject, pass: Pass, pages: readonly TruePage[]) => {
      await calm(pids);
      record(pass, await visitAll(subject, pages));
    };
    for (const pass of passes) {
      await run(playwright, 'playwright', sample);
      await run(gannet, pass, sample);
    }
    await run(playwright, 'static, playwright', statics);
    await run(gannet, 'static, learned', statics);
  }

  const figure = (pass: Pass, name: 'perSecond' | 'cpu' | 'fromResponse') =>
    median((runs.get(pass) ?? []).map((run) => run[name]));
  const lacking = (pass: Pass) => [
    ...new Set((runs.get(pass) ?? []).flatMap(({ incomplete }) => incomplete)),
  ];
  const ours: readonly Pass[] = [...passes, 'static, learned'];
  const standIn = (pass: Pass) =>
    figure(pass.startsWith('static') ? 'static, playwright' : 'playwright', 'perSecond');
  const ratio = (pass: Pass) => figure(pass, 'perSecond') / standIn(pass);
  const shown: readonly Pass[] = [...ours, 'playwright', 'static, playwright'];
  return {
    title: `Mix: ${sample.length} pages of ${web.name}, ${statics.length} of them static, ${atOnce} at once`,
    rows: shown.map((pass) => ({
      pass,
      'requests/s': round(figure(pass, 'perSecond'), 1),
      'x playwright': round(ratio(pass), 2),
      'CPU ms/request': round(figure(pass, 'cpu')),
      'from the response': figure(pass, 'fromResponse'),
      incomplete: lacking(pass).length,
    })),
    musts: [
      atLeast('first sight, x playwright', ratio('first sight'), 1),
      atLeast('learned, x playwright', ratio('learned'), 6),
      atMost('CPU ms a request, static, learned', figure('static, learned', 'cpu'), 40),
      nothing('not complete', [...new Set(ours.flatMap(lacking))]),
    ],
    notes: [
      `Median of ${rounds} rounds, each with a new service; the passes alternate with Playwright's.`,
      'Playwright stands in for a page service as they are commonly built: a context for each page, load event, content, no Markdown. Its pages count as complete when the words are anywhere in the HTML.',
    ],
  };
};

const visitAll = async (subject: Subject, pages: readonly TruePage[]): Promise<Run> => {
  const before = cpuTimeOf(subject.pid);
  const startedAt = performance.now();
  const outcomes = await inParallel(pages, atOnce, (page) => visitPage(subject, page));
  const seconds = (performance.now() - startedAt) / 1000;
  await calm([subject.pid]);
  const used = cpuBetween(before, cpuTimeOf(subject.pid));
  return {
    perSecond: pages.length / seconds,
    cpu: (used.node + used.browser) / pages.length,
    incomplete: outcomes.flatMap(({ lacks }) => lacks ?? []),
    fromResponse: outcomes.filter(({ engine }) => engine === 'response').length,
  };
};

const visitPage = async (
  subject: Subject,
  { url, holds }: TruePage,
): Promise<{ engine: string; lacks?: string }> => {
  const { pathname, hostname } = new URL(url);
  const name = `${hostname}${pathname}`;
  try {
    const { text, engine } = await subject.visit(url);
    const missing = holds.filter((word) => !text.includes(word)).length;
    return missing === 0 ? { engine } : { engine, lacks: `${name} (${missing} of ${holds.length})` };
  } catch (error) {
    return { engine: '', lacks: `${name} (${error instanceof Error ? error.message : error})` };
  }
};
