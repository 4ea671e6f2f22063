import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../log.ts';
import { createMetrics } from '../../metrics.ts';
import type { EgressListener } from '../../net/egress.ts';
import type { Session } from '../devtools/cdp.ts';
import type { Holder } from './holder.ts';
import type { Navigation } from './navigation.ts';
import { createPool, type Pool, type Tab } from './pool.ts';
import type { OpenTab } from './tabs.ts';

/** Tabs without a browser behind them: what is tested is who gets which, and when. */
interface Paper extends OpenTab {
  usable: boolean;
  hasShown: boolean;
  cleaned: number;
  paused: number;
  broughtUp: number;
  disposed: boolean;
}

interface SetUp {
  readonly visits?: number;
  readonly pages?: number;
  readonly share?: number;
  readonly atRest?: number;
  readonly busy?: number;
  readonly burst?: number;
  /** Share of the processors' time that is left. */
  readonly idle?: number;
  /** Given what lets a tab be opened; unconfigured: at once. */
  readonly hold?: (go: () => void) => void;
}

const setUp = ({
  hold = (go) => go(),
  idle = 0,
  atRest = 0,
  busy = atRest,
  burst = 0,
  ...limits
}: SetUp = {}) => {
  const made: Paper[] = [];
  const listeners = new Set<unknown>();
  const open = async (): Promise<OpenTab> => {
    await new Promise<void>(hold);
    const tab: Paper = {
      session: {
        gone: new AbortController().signal,
        flooded: false,
        onFlood: () => undefined,
        send: async () => undefined as never,
        on: (_event, listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      } satisfies Session,
      targetId: String(made.length),
      attach: async () => tab.session,
      egress: { renew: () => undefined } as EgressListener,
      navigation: {} as Navigation,
      usable: true,
      hasShown: false,
      cleaned: 0,
      paused: 0,
      broughtUp: 0,
      disposed: false,
      clean: async () => {
        tab.cleaned += 1;
      },
      pause: async () => {
        tab.paused += 1;
      },
      bringUp: async () => {
        tab.broughtUp += 1;
        tab.hasShown = true;
      },
      takeFrames: () => undefined,
      holdFrames: () => undefined,
      drawInFull: async () => undefined,
      resize: async () => undefined,
      dispose: async () => {
        tab.disposed = true;
      },
    };
    made.push(tab);
    return tab;
  };
  const retirements = new Set<() => void>();
  /** The browser of every tab there is takes no part any more. */
  const retire = () => {
    for (const tab of made) tab.usable = false;
    for (const tell of retirements) tell();
  };
  let refusal: Error | undefined;
  const tabs = {
    open,
    openApart: () => (refusal ? Promise.reject(refusal) : open()),
    browsers: 1,
    onBrowserRetired: (tell: () => void) => void retirements.add(tell),
    get count() {
      return made.filter(({ disposed }) => !disposed).length;
    },
  };
  const pool = createPool({
    tabs,
    log: createLog('silent'),
    metrics: createMetrics(),
    limits: { visits: 4, pages: 2, share: 2, queue: 10, ahead: { atRest, busy, burst }, ...limits },
    idleShare: () => () => idle,
  });
  /** From now on no browser starts for one tab alone. */
  const refuse = (error: Error | undefined) => {
    refusal = error;
  };
  return { pool, made, listeners, retire, refuse };
};

const of = (owner: string, session?: string) => ({ owner, session });
const leaseOf = (pool: Pool, holder: Holder | undefined, signal: AbortSignal) =>
  pool.lease({ owner: holder?.owner ?? 'zoe', holder }, signal);
const never = new AbortController().signal;
const soon = () => performance.now() + 10_000;
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a tab in which nothing was shown serves its owner again, cleaned, and nobody else', async () => {
  const { pool, made } = setUp();
  const first = await leaseOf(pool, of('ann'), never);
  pool.release(first, true);
  await settled();
  const other = await leaseOf(pool, of('bob'), never);
  const again = await leaseOf(pool, of('ann'), never);
  expect([first.targetId, other.targetId, again.targetId]).toEqual(['0', '1', '0']);
  expect(made[0]?.cleaned).toBe(1);
  pool.release(other, true);
  pool.release(again, false);
  await expect.poll(() => made.map(({ disposed }) => disposed)).toEqual([true, false]);
  await pool.close();
  expect(made.every(({ disposed }) => disposed)).toBe(true);
});

test('a tab goes on within a session, paused meanwhile, and serves nobody else, its owner included', async () => {
  const { pool, made } = setUp();
  pool.release(await leaseOf(pool, of('ann', 'one'), never), true);
  await settled();
  const others = await Promise.all(
    [of('ann'), of('ann', 'two'), of('bob', 'one'), undefined].map((holder) => leaseOf(pool, holder, never)),
  );
  for (const other of others) pool.release(other, false);
  const same = await leaseOf(pool, of('ann', 'one'), never);
  expect([...others, same].map(({ targetId }) => targetId)).toEqual(['1', '2', '3', '4', '0']);
  expect(made[0]).toMatchObject({ cleaned: 0, paused: 1, broughtUp: 0 });
  await same.beforeRendering(soon());
  expect(made[0]).toMatchObject({ broughtUp: 1 });
});

test('of a session that is over no tab is kept that has shown something, nor one that is just coming back', async () => {
  const { pool, made } = setUp();
  const one = await leaseOf(pool, of('ann', 'one'), never);
  const two = await leaseOf(pool, of('ann', 'one'), never);
  const other = await leaseOf(pool, of('ann', 'two'), never);
  for (const tab of [one, two]) await tab.beforeRendering(soon());
  pool.release(one, true);
  await settled();
  pool.release(two, true);
  pool.release(other, true);
  pool.forget(of('ann', 'one'));
  await settled();
  expect(made.map(({ disposed }) => disposed)).toEqual([true, true, false]);
  await pool.close();
});

test('after a session its tabs in which nothing was shown serve its owner again, cleaned, and nobody else', async () => {
  const { pool, made } = setUp();
  const leases = ['one', 'two'].map((session) => leaseOf(pool, of('ann', session), never));
  const [kept, coming] = await Promise.all(leases);
  if (!kept || !coming) throw new Error('two tabs were asked for');
  pool.release(kept, true);
  await settled();
  pool.forget(of('ann', 'one'));
  pool.forget(of('ann', 'two'));
  pool.release(coming, true);
  await settled();
  expect(made.map(({ cleaned }) => cleaned)).toEqual([1, 1]);
  const next = [of('bob', 'one'), of('ann', 'three'), of('ann')];
  const ids = await Promise.all(next.map(async (holder) => (await leaseOf(pool, holder, never)).targetId));
  expect(ids).toEqual(['2', '1', '0']);
});

test.each([
  ['is busy', 0.1, 1],
  ['has time left', 0.4, 2],
])(
  'where the machine %s (%f), of a session whose tab comes back soon there are in a while %d',
  async (_, idle, tabs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { pool, made } = setUp({ idle });
    pool.release(await leaseOf(pool, of('ann', 'crawl'), never), true);
    await settled();
    for (let n = 0; n < 12; n++) {
      const three = [1, 2, 3].map(() => leaseOf(pool, of('ann', 'crawl'), never));
      await vi.advanceTimersByTimeAsync(30);
      for (const lease of three) {
        pool.release(await lease, true);
        await settled();
      }
    }
    expect(made).toHaveLength(tabs);
  },
);

test('one page of a session after the other has its tab, however idle the machine, and whatever others left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { pool, made } = setUp({ idle: 1 });
  const [first, second] = await Promise.all([1, 2].map(() => leaseOf(pool, of('ann'), never)));
  if (!first || !second) throw new Error('two tabs were asked for');
  for (const tab of [first, second]) pool.release(tab, true);
  await settled();
  for (const tab of made) tab.pause = () => new Promise((resolve) => setTimeout(resolve, 20));
  const ids = new Set<string>();
  for (let n = 0; n < 3; n++) {
    const lease = leaseOf(pool, of('ann', 'crawl'), never);
    await vi.advanceTimersByTimeAsync(300);
    const tab = await lease;
    ids.add(tab.targetId);
    pool.release(tab, true);
  }
  expect([ids.size, made.length]).toEqual([1, 2]);
});

test('whoever waits gets the tab of its own that comes back first', async () => {
  const { pool, made } = setUp();
  const first = await leaseOf(pool, of('ann'), never);
  pool.release(first, true);
  await settled();
  const again = await leaseOf(pool, of('ann'), never);
  const waiting = leaseOf(pool, of('ann'), never);
  await settled();
  // It has come back before and will again: none is opened meanwhile.
  expect(made).toHaveLength(1);
  pool.release(again, true);
  expect((await waiting).targetId).toBe('0');
  // This one does not come in time.
  expect((await leaseOf(pool, of('ann'), never)).targetId).toBe('1');
});

test.each([
  ['is busy', 0.1, '0'],
  ['waits for the network', 0.9, '1'],
])('where the machine %s, whoever waits long gets', async (_, idle, expected) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { pool, made } = setUp({ idle });
  for (let n = 0; n < 20; n++) {
    const tab = await leaseOf(pool, of('ann'), never);
    await vi.advanceTimersByTimeAsync(200);
    pool.release(tab, true);
    await settled();
  }
  const away = await leaseOf(pool, of('ann'), never);
  const waiting = leaseOf(pool, of('ann'), never);
  await vi.advanceTimersByTimeAsync(150);
  pool.release(away, true);
  expect((await waiting).targetId).toBe(expected);
  expect(made).toHaveLength(1 + Number(expected));
});

test('a tab lent for the first time for a single page is waited for where such tabs come back, and soon', async () => {
  const { pool, made } = setUp({ visits: 5 });
  const twoAtOnce = async (owner: string, session?: string) => {
    const before = made.length;
    const first = await leaseOf(pool, of(owner, session), never);
    const second = leaseOf(pool, of(owner, session), never);
    await settled();
    pool.release(first, true);
    pool.release(await second, true);
    await settled();
    return made.length - before;
  };
  expect(await twoAtOnce('ann')).toBe(2);
  for (let n = 0; n < 10; n++) await twoAtOnce(`one of many ${n}`);
  expect(await twoAtOnce('bob')).toBe(1);
  expect(await twoAtOnce('ben', 'crawl')).toBe(2);
  const slow = await leaseOf(pool, of('cid'), never);
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 10_000);
  pool.release(slow, true);
  await settled();
  clock.mockRestore();
  expect(await twoAtOnce('dan')).toBe(2);
  for (let n = 0; n < 20; n++) await twoAtOnce(`soon again ${n}`);
  expect(await twoAtOnce('fay')).toBe(1);
  for (let n = 0; n < 40; n++) pool.release(await leaseOf(pool, of(`shown to ${n}`), never), false);
  expect(await twoAtOnce('eve')).toBe(2);
});

test('few tabs are opened at once, and handed out in turn', async () => {
  const opened: (() => void)[] = [];
  const { pool, made } = setUp({ visits: 5, hold: (go) => opened.push(go) });
  const order: string[] = [];
  const leases = ['a', 'b', 'c', 'd'].map((owner) =>
    leaseOf(pool, of(owner), never).then((tab) => order.push(`${owner}${tab.targetId}`)),
  );
  const left = leaseOf(pool, of('e'), AbortSignal.abort('left'));
  await expect(left).rejects.toBe('left');
  await settled();
  expect(opened).toHaveLength(2);
  while (order.length < 4) {
    opened.shift()?.();
    await settled();
    expect(opened.length).toBeLessThanOrEqual(2);
  }
  await Promise.all(leases);
  expect(order).toEqual(['a0', 'b1', 'c2', 'd3']);
  expect(made).toHaveLength(4);
});

test('a tab without an owner, or of a browser that is to be replaced, is not kept', async () => {
  const { pool, made } = setUp();
  pool.release(await leaseOf(pool, undefined, never), true);
  pool.release(await leaseOf(pool, of('ann'), never), true);
  await settled();
  const kept = made[1];
  if (kept) kept.usable = false;
  const next = await leaseOf(pool, of('ann'), never);
  expect(next.targetId).toBe('2');
  await expect.poll(() => made[0]?.disposed).toBe(true);
});

test('what a visit listened to ends with it; giving back twice changes nothing', async () => {
  const { pool, listeners } = setUp({ visits: 1 });
  const tab = await leaseOf(pool, of('ann'), never);
  tab.session.on('Page.loadEventFired', () => undefined);
  expect(listeners.size).toBe(1);
  pool.release(tab, true);
  pool.release(tab, true);
  expect(listeners.size).toBe(0);
  await leaseOf(pool, of('ann'), never);
  await expect(leaseOf(pool, of('ann'), AbortSignal.abort('left'))).rejects.toBe('left');
});

test('few pages are shown at once, and whoever waits too long is told', async () => {
  const { pool } = setUp({ visits: 3, pages: 1 });
  const [one, two, three] = await Promise.all(
    ['a', 'b', 'c'].map((owner) => leaseOf(pool, of(owner), never)),
  );
  if (!one || !two || !three) throw new Error('three tabs were asked for');
  await one.beforeRendering(soon());
  await one.beforeRendering(soon());
  await expect(two.beforeRendering(performance.now() + 20)).rejects.toMatchObject({ code: 'overloaded' });
  let shown = false;
  const waiting = three.beforeRendering(soon()).then(() => {
    shown = true;
  });
  await settled();
  expect(shown).toBe(false);
  pool.release(one, false);
  await waiting;
  expect(shown).toBe(true);
});

test('a visit that ends while it waits to be shown takes no slot along', async () => {
  const { pool } = setUp({ visits: 3, pages: 1 });
  const [one, two, three] = await Promise.all(
    ['a', 'b', 'c'].map((owner) => leaseOf(pool, of(owner), never)),
  );
  if (!one || !two || !three) throw new Error('three tabs were asked for');
  await one.beforeRendering(soon());
  const lost = two.beforeRendering(soon()).catch(() => 'lost');
  pool.release(two, false);
  pool.release(one, false);
  expect(await lost).toBe('lost');
  await three.beforeRendering(soon());
});

test('tabs made ahead are handed out first, and made anew', async () => {
  const { pool, made } = setUp({ atRest: 1 });
  await settled();
  expect(made).toHaveLength(1);
  const tab = await leaseOf(pool, of('ann'), never);
  expect(tab.targetId).toBe('0');
  pool.release(tab, false);
  await expect.poll(() => made.map(({ disposed }) => disposed)).toEqual([true, false]);
});

test('tabs are made ahead one at a time, with a pause between', async () => {
  const { pool, made } = setUp({ atRest: 2 });
  await settled();
  expect(made).toHaveLength(1);
  await expect.poll(() => made).toHaveLength(2);
  await pool.close();
});

test('a tab is thrown away a moment after its page was read, and at once where somebody waits for one', async () => {
  const opening: (() => void)[] = [];
  const { pool, made } = setUp({ hold: (go) => opening.push(go) });
  const leases = ['ann', 'bob'].map((owner) => leaseOf(pool, of(owner), never));
  await settled();
  for (const open of opening.splice(0)) open();
  const [one, two] = await Promise.all(leases);
  if (!one || !two) throw new Error('two tabs were asked for');
  pool.release(one, false);
  await settled();
  expect(made[0]?.disposed).toBe(false);
  const third = leaseOf(pool, of('eve'), never);
  await settled();
  pool.release(two, false);
  expect(made.map(({ disposed }) => disposed)).toEqual([true, true]);
  opening[0]?.();
  pool.release(await third, false);
  await pool.close();
  expect(made.every(({ disposed }) => disposed)).toBe(true);
});

test('a tab is thrown away only when the one that is made ahead in its place is there', async () => {
  const opening: (() => void)[] = [];
  const { pool, made } = setUp({ hold: (go) => opening.push(go), atRest: 1 });
  opening.shift()?.();
  await settled();
  const tab = await leaseOf(pool, of('ann'), never);
  pool.release(tab, false);
  await expect.poll(() => opening).toHaveLength(1);
  expect(made[0]?.disposed).toBe(false);
  opening.shift()?.();
  await settled();
  expect(made[0]?.disposed).toBe(true);
});

test('when a browser retires, its tabs that nobody uses are thrown away, and new ones made ahead', async () => {
  const { pool, made, retire } = setUp({ atRest: 1 });
  await settled();
  const kept = await leaseOf(pool, of('ann'), never);
  const lent = await leaseOf(pool, of('bob'), never);
  pool.release(kept, true);
  await settled();
  expect(made.map(({ disposed }) => disposed)).toEqual([false, false, false]);
  retire();
  await settled();
  expect(made.map(({ disposed }) => disposed)).toEqual([true, false, true, false]);
  pool.release(lent, true);
  await settled();
  expect(made.map(({ disposed }) => disposed)).toEqual([true, true, true, false]);
});

test('a slot for rendering that is granted to a tab just given back is not lost', async () => {
  const { pool } = setUp({ pages: 1 });
  const [one, two, three] = await Promise.all(
    ['ann', 'bob', 'eve'].map((owner) => leaseOf(pool, of(owner), never)),
  );
  if (!one || !two || !three) throw new Error('three tabs were asked for');
  await one.beforeRendering(soon());
  const granted = two.beforeRendering(soon());
  // As when their browser dies: both at once, the slot goes from the one to the other.
  pool.release(one, false);
  pool.release(two, false);
  await expect(granted).rejects.toThrow();
  await three.beforeRendering(soon());
});

test('an owner shows so many pages at once, with tabs of whatever kind: another finds one free', async () => {
  const { pool, made } = setUp({ pages: 3, share: 2 });
  const shows = async (owner: string) => {
    const tab = await pool.lease({ owner, holder: undefined }, never);
    const shown = tab.beforeRendering(soon());
    await settled();
    return { tab, shown };
  };
  const broughtUp = () => made.map(({ broughtUp }) => broughtUp);
  const [first, , third] = [await shows('ann'), await shows('ann'), await shows('ann')];
  expect(broughtUp()).toEqual([1, 1, 0]);
  const other = await shows('bob');
  await other.shown;
  expect(broughtUp()).toEqual([1, 1, 0, 1]);
  pool.release(other.tab, false);
  await settled();
  expect(broughtUp()).toEqual([1, 1, 0, 1]);
  pool.release(first.tab, false);
  await third.shown;
  expect(broughtUp()).toEqual([1, 1, 1, 1]);
  await pool.close();
});

test('of tabs in browsers of their own there is one at a time, and none is kept', async () => {
  const { pool, made } = setUp();
  const apart = { owner: 'ann', holder: of('ann'), apart: true };
  const first = await pool.lease(apart, never);
  let second: Tab | undefined;
  const next = pool.lease(apart, never).then((tab) => {
    second = tab;
    return tab;
  });
  const other = await leaseOf(pool, of('bob'), never);
  await settled();
  expect(second).toBeUndefined();
  pool.release(first, false);
  pool.release(await next, false);
  pool.release(other, false);
  await expect.poll(() => made.every(({ disposed }) => disposed)).toBe(true);
});

test('one that could not be opened keeps no slot', async () => {
  const { pool, refuse } = setUp();
  const apart = { owner: 'ann', holder: undefined, apart: true };
  refuse(new Error('no memory'));
  await expect(pool.lease(apart, never)).rejects.toThrow('no memory');
  refuse(undefined);
  for (let n = 0; n < 5; n++) pool.release(await pool.lease(apart, never), false);
});

test('between visits tabs are made ahead for some that come together, and go when nobody has asked for a while', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { pool, made } = setUp({ atRest: 1, burst: 3 });
  const open = () => made.filter(({ disposed }) => !disposed).length;
  await vi.advanceTimersByTimeAsync(2000);
  expect(open()).toBe(1);
  // A browser for one page alone has no part in it.
  pool.release(await pool.lease({ owner: 'ann', holder: undefined, apart: true }, never), false);
  const tab = await leaseOf(pool, of('ann'), never);
  // While it is visited, no more than at rest.
  for (let n = 0; n < 3; n++) {
    tab.lull();
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(open()).toBe(2);
  pool.release(tab, false);
  await vi.advanceTimersByTimeAsync(2000);
  // One more for each page shown of late.
  expect(open()).toBe(2);
  for (const owner of ['a', 'b', 'c']) pool.release(await leaseOf(pool, of(owner), never), false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(open()).toBe(4);
  const together = await Promise.all(['a', 'b', 'c'].map((owner) => leaseOf(pool, of(owner), never)));
  await vi.advanceTimersByTimeAsync(2000);
  expect(open()).toBe(4);
  for (const one of together) pool.release(one, false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(open()).toBe(4);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(open()).toBe(1);
});

test('a machine at rest keeps one tab, one that shows pages some more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { pool, made } = setUp({ atRest: 1, busy: 3 });
  const open = () => made.filter(({ disposed }) => !disposed).length;
  await vi.advanceTimersByTimeAsync(2000);
  expect(open()).toBe(1);
  const visit = async () => {
    const tab = await leaseOf(pool, of('ann'), never);
    for (let n = 0; n < 4; n++) {
      tab.lull();
      await vi.advanceTimersByTimeAsync(500);
    }
    const meanwhile = open();
    pool.release(tab, false);
    await vi.advanceTimersByTimeAsync(2000);
    return [meanwhile, open()];
  };
  // The first one may be alone.
  expect(await visit()).toEqual([2, 3]);
  expect(await visit()).toEqual([4, 3]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(open()).toBe(1);
});

test('pages that are read from their responses need no more tabs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { pool, made } = setUp({ atRest: 1, burst: 3 });
  await vi.advanceTimersByTimeAsync(2000);
  for (let n = 0; n < 3; n++) {
    pool.release(await leaseOf(pool, of('ann'), never), true);
    await vi.advanceTimersByTimeAsync(2000);
  }
  // The one that has served, and one for others.
  expect(made).toHaveLength(2);
});
