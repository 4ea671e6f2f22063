import { describe, expect, test } from 'vitest';
import { DeadlyPage, emptyResponse, failure, networkFailure } from '../browser/arrive/failure.ts';
import { TargetGone } from '../browser/devtools/cdp.ts';
import { ServiceError } from '../contract/error.ts';
import type { Attempt } from '../contract/outcome.ts';
import { Deadline } from '../deadline.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createRetry, type Judgement, maxAttempts } from './retry.ts';

const tryFor = createRetry({ log: createLog('silent'), metrics: createMetrics() });

const accept: Judgement = { outcome: 'ok', worthless: false, again: undefined };
const askAgain = (again: number): Judgement => ({ outcome: 'origin_error', worthless: false, again });
const mayRepeat = () => true;

/** Runs what fails `times` times; tells how it ended, how often it ran, and how many deaths each was told of. */
const run = async (error: unknown, times: number, retry = true, repeat = mayRepeat) => {
  using deadline = new Deadline(60_000);
  let calls = 0;
  const deaths: number[] = [];
  const work = async (_time: Deadline, _before: readonly Attempt[], before: number) => {
    calls += 1;
    deaths.push(before);
    if (calls <= times) throw error;
    return 'page';
  };
  const plan = { retry, deadline, judge: () => accept, mayRepeat: repeat };
  const end = await tryFor(work, plan).catch((thrown: unknown) => thrown);
  return { end, calls, deaths };
};

test('a passing failure is tried again', async () => {
  const { end, calls } = await run(networkFailure('net::ERR_CONNECTION_RESET'), 1);
  expect(end).toEqual({
    answer: 'page',
    attempts: [
      { outcome: 'connection_failed', after_ms: expect.any(Number) },
      { outcome: 'ok', after_ms: expect.any(Number) },
    ],
  });
  expect(calls).toBe(2);
});

test('a lasting one is not, nor is anything without retry', async () => {
  expect(await run(failure('unsupported_content_type', 'A file.'), 1)).toMatchObject({
    calls: 1,
    end: { code: 'scrape_failed', extras: { reason: 'unsupported_content_type' } },
  });
  expect(await run(networkFailure('net::ERR_CONNECTION_RESET'), 1, false)).toMatchObject({
    calls: 1,
    end: { code: 'connection_failed' },
  });
  expect(await run(new ServiceError('timeout'), 1)).toMatchObject({ calls: 1, end: { code: 'timeout' } });
});

test.each([
  ['net::ERR_SSL_PROTOCOL_ERROR', 2],
  ['net::ERR_SSL_BAD_RECORD_MAC_ALERT', 2],
  ['net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 1],
  ['net::ERR_CERT_AUTHORITY_INVALID', 1],
  ['net::ERR_CERT_DATE_INVALID', 1],
])('%s ends after %d attempts', async (errorText, calls) => {
  expect((await run(networkFailure(errorText), 1)).calls).toBe(calls);
});

test('a browser that died is replaced even without retry', async () => {
  expect(await run(new TargetGone('killed'), 1, false)).toMatchObject({
    calls: 2,
    end: { attempts: [{ outcome: 'browser_gone' }, { outcome: 'ok' }] },
  });
});

test('a page that its process dies of twice is not shown again', async () => {
  const crash = new DeadlyPage('the tab crashed', 'tab');
  const { end, calls } = await run(crash, 99);
  expect(calls).toBe(2);
  expect(end).toMatchObject({ code: 'scrape_failed', extras: { reason: 'browser_crashed' } });
  expect((await run(crash, 1)).end).toMatchObject({ answer: 'page' });
  expect((await run(new TargetGone('the browser ended'), 3)).calls).toBe(4);
});

test.each(['browser', 'network'] as const)(
  'of a page under which a %s process dies twice it is found out whether it is to blame',
  async (ended) => {
    const death = new DeadlyPage('the browser does not answer', ended);
    const innocent = await run(death, 2);
    expect(innocent.end).toMatchObject({ answer: 'page' });
    expect(innocent.deaths).toEqual([0, 1, 2]);
    const guilty = await run(death, 99);
    expect(guilty.deaths).toEqual([0, 1, 2]);
    expect(guilty.end).toMatchObject({ code: 'scrape_failed', extras: { reason: 'browser_crashed' } });
  },
);

test('what must not be done twice is not, whatever broke it', async () => {
  for (const error of [new TargetGone('killed'), networkFailure('net::ERR_CONNECTION_RESET')])
    expect(await run(error, 1, true, () => false)).toMatchObject({ calls: 1, end: { name: 'ServiceError' } });
});

test('after three retries the last failure stands, its cause for the log alone', async () => {
  const { end, calls } = await run(networkFailure('net::ERR_CONNECTION_RESET', 'refused_address'), 99);
  expect(calls).toBe(maxAttempts);
  expect(end).toMatchObject({
    code: 'connection_failed',
    cause: { message: 'net::ERR_CONNECTION_RESET refused_address' },
  });
  expect((end as Error).message).not.toContain('refused_address');
});

test('nothing is tried again that may not be, not even for a browser that died', async () => {
  for (const error of [new TargetGone('killed'), networkFailure('net::ERR_CONNECTION_RESET')])
    expect(await run(error, 1, true, () => false)).toMatchObject({ calls: 1, end: { name: 'ServiceError' } });
});

test('an unwelcome answer is asked for again while there is time', async () => {
  using deadline = new Deadline(60_000);
  let calls = 0;
  const work = async () => ++calls;
  const judge = (answer: number) => (answer < 3 ? askAgain(0) : accept);
  const { answer, attempts } = await tryFor(work, { retry: true, deadline, judge, mayRepeat });
  expect([answer, attempts.length]).toEqual([3, 3]);
  using short = new Deadline(1000);
  expect(
    (await tryFor(work, { retry: true, deadline: short, judge: () => askAgain(5000), mayRepeat })).attempts,
  ).toHaveLength(1);
  for (const plan of [
    { retry: false, mayRepeat },
    { retry: true, mayRepeat: () => false },
  ])
    expect((await tryFor(work, { ...plan, deadline, judge: () => askAgain(0) })).attempts).toHaveLength(1);
});

test('each attempt is told of those before', async () => {
  using deadline = new Deadline(60_000);
  const told: string[][] = [];
  const work = async (_: Deadline, before: readonly Attempt[]) => {
    told.push(before.map(({ outcome, proxy }) => `${outcome} ${proxy}`));
    return told.length;
  };
  const judge = (answer: number): Judgement => ({
    ...(answer === 1 ? askAgain(0) : accept),
    proxy: 'proxy-1',
  });
  await tryFor(work, { retry: true, deadline, judge, mayRepeat });
  expect(told).toEqual([[], ['origin_error proxy-1']]);
});

test('what is told of a failure holds how each attempt ended', async () => {
  expect(await run(emptyResponse({ transient: true }), 99)).toMatchObject({
    end: {
      code: 'scrape_failed',
      extras: { attempts: Array(maxAttempts).fill({ outcome: 'scrape_failed', reason: 'empty_response' }) },
    },
  });
  const { end } = await run(networkFailure('net::ERR_CONNECTION_RESET'), 99);
  expect((end as ServiceError).extras).toEqual({});
});

describe('an answer in hand', () => {
  /** The first attempt gives an unwelcome answer, the following ones are `next`. */
  const runAfterUnwelcome = async (
    next: (time: Deadline) => Promise<string>,
    deadline: Deadline,
    wait = 0,
  ) => {
    let calls = 0;
    const work = (time: Deadline) => (++calls === 1 ? Promise.resolve('unwelcome') : next(time));
    const judge = (answer: string) => (answer === 'unwelcome' ? askAgain(wait) : accept);
    const end = await tryFor(work, { retry: true, deadline, judge, mayRepeat }).then(
      ({ answer, attempts }) => ({ answer, attempts: attempts.length }),
      (error: unknown) => error,
    );
    return { end, calls };
  };
  const hang = (time: Deadline) => time.race(new Promise<string>(() => undefined));

  test.each([
    ['fails for good', failure('unsupported_content_type', 'A file.'), 2],
    ['fails again and again', networkFailure('net::ERR_CONNECTION_RESET'), maxAttempts],
    ['is refused a browser', new ServiceError('overloaded'), 2],
  ])('stands when what follows %s', async (_, error, attempts) => {
    using deadline = new Deadline(60_000);
    const { end } = await runAfterUnwelcome(() => Promise.reject(error), deadline);
    expect(end).toEqual({ answer: 'unwelcome', attempts });
  });

  test('stands when what follows hangs, with time left to convert it', async () => {
    using deadline = new Deadline(2000);
    const { end } = await runAfterUnwelcome(hang, deadline);
    expect(end).toEqual({ answer: 'unwelcome', attempts: 2 });
    expect(deadline.signal.aborted).toBe(false);
  });

  test.each([
    [true, 1],
    [false, 2],
  ])('an error of the site that takes most of the time is asked for once: %s', async (isError, calls) => {
    using deadline = new Deadline(2000);
    let count = 0;
    const work = async (time: Deadline) => {
      count += 1;
      await time.sleep(1100);
      return 'error';
    };
    const judge = () => ({ ...askAgain(0), isError });
    const end = await tryFor(work, { retry: true, deadline, judge, mayRepeat });
    expect([end.answer, count]).toEqual(['error', calls]);
    expect(deadline.remaining > 300).toBe(isError);
  });

  test('stands rather than half of the time is waited away', async () => {
    using deadline = new Deadline(450);
    const { end, calls } = await runAfterUnwelcome(hang, deadline);
    expect(end).toEqual({ answer: 'unwelcome', attempts: 1 });
    expect(calls).toBe(1);
  });

  test('that is a page stands when a wall follows, and a wall when nothing better does', async () => {
    using deadline = new Deadline(60_000);
    const tryAnswers = async (...answers: string[]) => {
      const work = async () => answers.shift() ?? '';
      const judge = (answer: string): Judgement =>
        answer === 'wall'
          ? { outcome: 'blocked', worthless: true, again: answers.length > 0 ? 0 : undefined }
          : { ...accept, again: answers.length > 0 ? 0 : undefined };
      return (await tryFor(work, { retry: true, deadline, judge, mayRepeat })).answer;
    };
    expect(await tryAnswers('busy', 'wall')).toBe('busy');
    expect(await tryAnswers('wall', 'busy')).toBe('busy');
    expect(await tryAnswers('busy', 'busier')).toBe('busier');
    expect(await tryAnswers('wall', 'wall')).toBe('wall');
  });

  test("is nobody's when the caller has left", async () => {
    const caller = new AbortController();
    using deadline = new Deadline(60_000, caller.signal);
    const { end } = await runAfterUnwelcome((time) => {
      caller.abort(new Error('left'));
      return hang(time);
    }, deadline);
    expect(end).toMatchObject({ message: 'left' });
  });
});

test('what breaks when the time is up is a timeout', async () => {
  using deadline = new Deadline(100);
  const work = (time: Deadline) =>
    new Promise<string>((_, reject) =>
      time.signal.addEventListener('abort', () => setTimeout(() => reject(new TargetGone('closed')), 20)),
    );
  const end = tryFor(work, { retry: true, deadline, judge: () => accept, mayRepeat });
  await expect(end).rejects.toMatchObject({ code: 'timeout' });
});
