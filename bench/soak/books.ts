import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../test/support/service.ts';
import { ask } from './ask.ts';
import { tokenOf, type Web } from './web.ts';

/** What the service has acknowledged: it must be there in the end, whatever happened meanwhile. */
export interface Books {
  jobCreated(job: Job): void;
  jobCanceled(id: string): void;
  /** Results of a job as they were read: what was there once must stay. */
  resultsSeen(id: string, results: readonly { id: string; url: string }[]): void;
  testSent(deliveryId: string): void;
  /** Some job that was acknowledged. */
  someJob(random: number): Job | undefined;
  readonly jobs: number;
}

export interface Job {
  readonly id: string;
  readonly key: string;
  readonly urls: readonly string[];
}

export const createBooks = () => {
  const jobs = new Map<string, Job>();
  const canceled = new Set<string>();
  const seen = new Map<string, Map<string, string>>();
  const tests = new Set<string>();
  const lost: string[] = [];
  const resultsOf = (id: string) => {
    const known = seen.get(id) ?? new Map<string, string>();
    seen.set(id, known);
    return known;
  };
  return {
    jobCreated: (job: Job) => void jobs.set(job.id, job),
    jobCanceled: (id: string) => void canceled.add(id),
    resultsSeen: (id: string, results: readonly { id: string; url: string }[]) => {
      const known = resultsOf(id);
      const now = new Map(results.map((result) => [result.id, result.url]));
      for (const [result, url] of known)
        if (now.get(result) !== url) lost.push(`result ${result} of ${url} is gone`);
      for (const [result, url] of now) known.set(result, url);
    },
    testSent: (deliveryId: string) => void tests.add(deliveryId),
    someJob: (random: number) => [...jobs.values()][Math.floor(random * jobs.size)],
    get jobs() {
      return jobs.size;
    },
    audit: (base: string, web: Web) => audit({ base, web, jobs, canceled, seen, tests, lost }),
  };
};

interface Account {
  readonly base: string;
  readonly web: Web;
  readonly jobs: ReadonlyMap<string, Job>;
  readonly canceled: ReadonlySet<string>;
  readonly seen: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly tests: ReadonlySet<string>;
  readonly lost: string[];
}

export interface Audit {
  readonly jobs: number;
  readonly results: number;
  readonly failedPages: number;
  readonly webhooks: number;
  /** Webhooks that came more than once: allowed, since an outcome may be lost with its process. */
  readonly repeats: number;
  readonly lost: readonly string[];
}

const readMs = 60_000;
/** A webhook is tried four times within 100 s, and again after its lease when its process died. */
const webhookMs = 150_000;
const jobMs = 240_000;

/** Waits until every job has ended and its webhook has come, and counts what is missing. */
const audit = async ({ base, web, jobs, canceled, seen, tests, lost }: Account): Promise<Audit> => {
  const read = async (job: Job, path: string): Promise<unknown> => {
    for (let tries = 0; tries < 3; tries++) {
      const answer = await ask(
        base,
        { method: 'GET', path: `/v1/crawl/${job.id}${path}`, key: job.key },
        readMs,
      );
      if (answer.kind === 'answer' && answer.status === 200) return JSON.parse(answer.body);
      if (answer.kind === 'answer' && answer.status === 404) break;
      await delay(1000);
    }
    return undefined;
  };
  let results = 0;
  let failedPages = 0;
  const finished: Job[] = [];
  for (const job of jobs.values()) {
    const status = await endOf(() => read(job, ''), jobMs);
    if (status === undefined) {
      lost.push(`job ${job.id} is gone or never ends`);
      continue;
    }
    if (canceled.has(job.id) !== (status === 'canceled')) lost.push(`job ${job.id} ended ${status}`);
    if (status !== 'canceled') finished.push(job);
    const answer = (await read(job, '/results?limit=1000')) as { results: Result[] } | undefined;
    const found = answer?.results ?? [];
    results += found.length;
    failedPages += found.filter(({ error }) => error !== null).length;
    for (const problem of problemsOf(job, found, status, seen.get(job.id))) lost.push(problem);
  }
  const missing = () =>
    finished.filter(({ id }) => ![...web.received.values()].some(({ jobId }) => jobId === id));
  await eventually(() => missing().length === 0, webhookMs).catch(() => undefined);
  for (const { id } of missing()) lost.push(`the webhook of job ${id} never came`);
  for (const id of tests) if (!web.received.has(id)) lost.push(`test webhook ${id} never came`);
  return {
    jobs: jobs.size,
    results,
    failedPages,
    webhooks: web.received.size,
    repeats: [...web.received.values()].filter(({ times }) => times > 1).length,
    lost,
  };
};

interface Result {
  readonly id: string;
  readonly url: string;
  readonly markdown: string;
  readonly error: string | null;
}

/** @returns how the job ended; undefined when it is gone, or does not end in time. */
const endOf = async (read: () => Promise<unknown>, ms: number): Promise<string | undefined> => {
  const end = performance.now() + ms;
  for (;;) {
    const view = (await read()) as { status: string; completed_at: string | null } | undefined;
    if (view === undefined) return undefined;
    if (view.completed_at !== null) return view.status;
    if (performance.now() > end) return undefined;
    await delay(500);
  }
};

/** What of a job's results is missing, there twice, or somebody else's. */
const problemsOf = (
  job: Job,
  found: readonly Result[],
  status: string,
  seen: ReadonlyMap<string, string> = new Map(),
): string[] => {
  const problems: string[] = [];
  const urls = found.map(({ url }) => url);
  if (new Set(urls).size < urls.length) problems.push(`job ${job.id} has a result twice`);
  for (const url of status === 'canceled' ? [] : job.urls)
    if (!urls.includes(url)) problems.push(`job ${job.id}, which has ${status}, has no result of ${url}`);
  for (const { url, markdown, error } of found)
    if (error === null && !markdown.includes(tokenOf(new URL(url).pathname)))
      problems.push(`job ${job.id} has the text of another page for ${url}`);
  for (const [id, url] of seen)
    if (!found.some((result) => result.id === id && result.url === url))
      problems.push(`result ${id} of ${url} is gone`);
  return problems;
};
