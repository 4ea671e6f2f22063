import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineKinds, openTestDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { createLog } from '../log.ts';
import { readHost } from '../store/hosts.ts';
import { uuidv7 } from '../store/uuid.ts';
import { createLonePace, createPoliteness, type HostAnswer, type Politeness } from './politeness.ts';

const { signal } = new AbortController();
const log = createLog('silent');
const calm: HostAnswer = { inTrouble: false, restMs: 0 };

describe.each(engineKinds)('%s', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const asked = (delayMs: number, isWanted = () => true, isRepeat = false) => ({
    jobId: uuidv7(),
    delayMs,
    isRepeat,
    isWanted,
  });
  const take = async (politeness: Politeness, host: string, delayMs: number, until: AbortSignal) => {
    const turn = await politeness.turn(host, asked(delayMs), until);
    if (turn === undefined) throw new Error('nobody has given it up');
    return turn;
  };
  const anyHost = () => `${uuidv7()}.test`;

  test('between two pages of a host lies the delay, whoever asks', async () => {
    const host = anyHost();
    // As two processes would.
    const processes = [createPoliteness(database, log), createPoliteness(database, log)];
    const visits: { from: number; to: number }[] = [];
    const visit = async (politeness: (typeof processes)[number]) => {
      const turn = await take(politeness, host, 150, signal);
      const from = performance.now();
      await delay(20);
      visits.push({ from, to: performance.now() });
      await turn.done(calm);
    };
    await Promise.all([...processes, ...processes].map(visit));
    visits.sort((one, other) => one.from - other.from);
    const gaps = visits.slice(1).map(({ from }, index) => from - (visits[index]?.to ?? Number.NaN));
    expect(gaps).toHaveLength(3);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(150);
  });

  test('hosts do not wait for each other, and without a delay nobody waits', async () => {
    const politeness = createPoliteness(database, log);
    await take(politeness, anyHost(), 60_000, signal);
    const host = anyHost();
    // Sooner than a host comes free that is held and not given back.
    const soon = AbortSignal.timeout(15_000);
    await take(politeness, host, 0, soon);
    await take(politeness, host, 0, soon);
    expect(soon.aborted).toBe(false);
  });

  test('a host that asks for rest is left alone so long, also by those without a delay', async () => {
    const politeness = createPoliteness(database, log);
    const host = anyHost();
    const turn = await take(politeness, host, 0, signal);
    const since = performance.now();
    await turn.done({ inTrouble: false, restMs: 400 });
    await take(politeness, host, 0, signal);
    expect(performance.now() - since).toBeGreaterThanOrEqual(400);
  });

  test('a host that has long been free is waited for as soon as another job paces it', async () => {
    const politeness = createPoliteness(database, log);
    const host = anyHost();
    for (let n = 0; n < 3; n++) await (await take(politeness, host, 0, signal)).done(calm);
    const paced = await take(politeness, host, 300, signal);
    let isIn = false;
    const other = take(politeness, host, 0, signal).then(() => {
      isIn = true;
    });
    await delay(100);
    expect(isIn).toBe(false);
    const since = performance.now();
    await paced.done(calm);
    await other;
    expect(performance.now() - since).toBeGreaterThanOrEqual(300);
  });

  test('a host that was put off by a clock that has been set back is free, and rests as ever after', async () => {
    const politeness = createPoliteness(database, log);
    const host = anyHost();
    for (const delayMs of [0, 300]) {
      await database.query(sql`
        insert into hosts (host, next_at) values (${host}, now() + interval '2 hours')
        on conflict (host) do update set next_at = excluded.next_at`);
      const turn = await take(politeness, host, delayMs, AbortSignal.timeout(10_000));
      const since = performance.now();
      await turn.done({ inTrouble: false, restMs: 300 });
      await take(politeness, host, 0, AbortSignal.timeout(10_000));
      expect(performance.now() - since).toBeGreaterThanOrEqual(300);
    }
  });

  test('trouble makes the pauses longer, answers shorter again', async () => {
    const politeness = createPoliteness(database, log);
    const host = anyHost();
    const pauses: number[] = [];
    const slows: number[] = [];
    let since = performance.now();
    for (const inTrouble of [false, true, true, false, false]) {
      const turn = await take(politeness, host, 0, signal);
      pauses.push(performance.now() - since);
      since = performance.now();
      await turn.done({ inTrouble, restMs: 0 });
      slows.push((await readHost(database, host)).slowMs);
    }
    expect(slows).toEqual([0, 500, 1000, 500, 250]);
    for (const [index, slowMs] of slows.slice(0, -1).entries())
      expect(pauses[index + 1]).toBeGreaterThanOrEqual(slowMs);
  });

  test('a page that fails again makes the pauses no longer', async () => {
    const politeness = createPoliteness(database, log);
    const host = anyHost();
    const slows: number[] = [];
    for (const isRepeat of [false, true, true, false, true]) {
      const turn = await politeness.turn(host, asked(0, undefined, isRepeat), signal);
      await turn?.done({ inTrouble: true, restMs: 0 });
      slows.push((await readHost(database, host)).slowMs);
    }
    expect(slows).toEqual([500, 500, 500, 1000, 1000]);
  });

  test('who gives up waiting holds up nobody', async () => {
    const politeness = createPoliteness(database, log);
    const host = anyHost();
    const first = await take(politeness, host, 100, signal);
    const leaving = new AbortController();
    const left = take(politeness, host, 100, leaving.signal);
    const stays = take(politeness, host, 100, signal);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    let isIn = false;
    const second = stays.then((turn) => {
      isIn = true;
      return turn;
    });
    await delay(50);
    expect(isIn).toBe(false);
    await first.done(calm);
    await (await second).done(calm);
  });

  test('a turn that is no longer wanted is not waited for, and holds up nobody', async () => {
    const politeness = createPoliteness(database, log);
    const host = anyHost();
    const first = await take(politeness, host, 100, signal);
    expect(
      await politeness.turn(
        host,
        asked(100, () => false),
        signal,
      ),
    ).toBeUndefined();
    let isWanted = true;
    const given = politeness.turn(
      host,
      asked(100, () => isWanted),
      signal,
    );
    const stays = take(politeness, host, 100, signal);
    isWanted = false;
    await first.done({ inTrouble: false, restMs: 200 });
    expect(await given).toBeUndefined();
    await (await stays).done(calm);
  });
});

test('a process that asks for one page waits for what its host asked for', async () => {
  const { turn } = createLonePace();
  const asked = { jobId: '', delayMs: 1000, isRepeat: false, isWanted: () => true };
  const startedAt = performance.now();
  const first = await turn('a.test', asked, signal);
  expect(await first?.done({ inTrouble: true, restMs: 700 })).toBe(700);
  await (await turn('a.test', asked, signal))?.done(calm);
  const second = performance.now();
  expect(second - startedAt).toBeGreaterThanOrEqual(700);
  const third = await turn('a.test', asked, signal);
  expect(await third?.done({ inTrouble: false, restMs: 10 ** 9 })).toBe(600_000);
  await expect(turn('a.test', asked, AbortSignal.timeout(20))).rejects.toThrow();
});
