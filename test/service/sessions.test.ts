import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageRequest } from '../../src/browser/arrive/page-request.ts';
import type { FramePlan } from '../../src/browser/tab/animation-frames.ts';
import type { Visited } from '../../src/browser/visited.ts';
import { Deadline } from '../../src/deadline.ts';
import { pageRequest, startBrowser } from '../support/browser.ts';
import { html, type Site, startSite } from '../support/site.ts';

const prose = `<p>${'Gannets dive from thirty metres and enter the sea like arrows, which few other birds can do. '.repeat(6)}</p>`;
const remembering = `${prose}<p id="out"></p><script>
  const before = localStorage.getItem('seen') ?? '';
  localStorage.setItem('seen', before + location.pathname);
  requestAnimationFrame(() => {
    out.textContent = 'before: [' + before + '] ' + document.visibilityState + ' ' + outerWidth + 'x' + outerHeight + ' ' + (innerHeight > 500);
  });
  setInterval(() => fetch('/beat'), 20);
</script>`;

const frames = (step: string) =>
  `let n = 0, last = -9999; const next = (now) => { ${step} }; requestAnimationFrame(next);`;
const atFullRate =
  'if (now - last < 500) out.append("words at full rate"); else { last = now; requestAnimationFrame(next); }';

/** What visitors of `/leaves` tell of earlier visits. */
const told: string[] = [];
let site: Site;
let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  site = await startSite({
    '/one': html('One', remembering),
    '/two': html('Two', remembering),
    '/still': html('Still', prose),
    '/late': html(
      'Late',
      `${prose}<p id="out"></p><script>setTimeout(() => { out.textContent = 'late words'; }, 1500)</script>`,
    ),
    '/empty': html(
      'Empty',
      `<p class="spinner">One moment</p><script>setTimeout(() => { document.body.innerHTML = 'late words'; }, 3000)</script>`,
    ),
    '/frames': html(
      'Frames',
      `${prose}<script>${frames(`if (++n < 30) requestAnimationFrame(next)`)}</script>`,
    ),
    '/framed': html('Framed', `${prose}<p id="out"></p><script>${frames(atFullRate)}</script>`),
    '/thin': html('Thin', `<p id="out"></p><script>${frames(atFullRate)}</script>`),
    '/beat': (_request, response) => response.end(),
    '/leaves': ({ headers: { cookie, 'if-none-match': tag } }, response) => {
      told.push([cookie, tag].join(' ').trim());
      response
        .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'visited=1', etag: '"one"' })
        .end(`<!doctype html><title>Leaves</title>${prose}`);
    },
  });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const visit = async (path: string, more: Partial<PageRequest>): Promise<Visited<undefined>> => {
  using deadline = new Deadline(20_000);
  return browser.visit(pageRequest(`${site.origin}${path}`, more), async () => undefined, deadline);
};
const shown: Partial<PageRequest> = {
  planFor: () => ({ from: 'browser', why: 'setting' }),
  planTimers: () => false,
};
const inSight = 'visible 1920x1040 true';

test('the pages of a session share what they leave behind, and nobody else sees it', async () => {
  const job = { owner: 'ann', session: 'job' };
  const texts: string[] = [];
  for (const holder of [
    job,
    job,
    { owner: 'ann', session: undefined },
    { owner: 'bob', session: 'job' },
    job,
  ]) {
    const { snapshot, wait, effects } = await visit(texts.length === 1 ? '/two' : '/one', {
      ...shown,
      holder,
    });
    // Else its tab would not serve again.
    expect([['quiet', 'static'], effects.timers]).toEqual([
      expect.arrayContaining([wait.ended_by]),
      undefined,
    ]);
    texts.push(/before: [^<]*/.exec(snapshot.html)?.[0] ?? 'nothing');
  }
  expect(texts).toEqual([
    `before: [] ${inSight}`,
    `before: [/one] ${inSight}`,
    `before: [] ${inSight}`,
    `before: [] ${inSight}`,
    `before: [/one/two] ${inSight}`,
  ]);
});

test('between two visits of a session nothing runs in its tab', async () => {
  const holder = { owner: 'ann', session: 'beating' };
  await visit('/one', { ...shown, holder });
  // A page without beats takes longer than many of them; the tab has been paused by then.
  await visit('/late', shown);
  const beats = site.countOf('/beat');
  await visit('/late', shown);
  expect(site.countOf('/beat')).toBe(beats);
});

test('a page whose timers were run ahead ends its tab: its clock cannot be set right again', async () => {
  const holder = { owner: 'ann', session: 'late' };
  const first = await visit('/late', { ...shown, planTimers: () => true, holder });
  expect(first.effects.timers).toBe(true);
  expect(first.snapshot.html).toContain('late words');
  const { snapshot } = await visit('/one', { ...shown, holder });
  expect(snapshot.html).toContain(`before: [] ${inSight}`);
});

test.each([undefined, 'reading'])(
  'a tab that was put away is in sight again when a page is shown in it, session %s',
  async (session) => {
    const holder = { owner: 'eve', session };
    const before = browser.pool.contexts;
    const visits = 6;
    for (let n = 0; n < visits; n++) expect((await visit('/still', { holder })).engine.name).toBe('response');
    // Tabs of the test before may still be going and warm ones coming: far fewer than visits are new.
    expect(browser.pool.contexts - before).toBeLessThan(visits - 1);
    const { snapshot, engine } = await visit('/one', { ...shown, holder });
    expect(engine.name).toBe('browser');
    expect(snapshot.html).toContain(`before: [] ${inSight}`);
  },
);

test('timers that brought others of a kind nothing are run ahead where a page is empty without them', async () => {
  const holder = { owner: 'ann', session: 'shop' };
  // On a busy machine its words may come of themselves.
  expect((await visit('/late', { ...shown, holder })).effects.timers).toBeUndefined();
  const { snapshot, effects } = await visit('/empty', { ...shown, holder });
  expect(snapshot.html).toContain('late words</body>');
  expect(effects.timers).toBe(true);
});

test('frames are taken last where they are tried: what they bring is there, and learned', async () => {
  const holder = { owner: 'gus', session: 'frames' };
  const visitWith = (path: string, plan: FramePlan) =>
    visit(path, { ...shown, planFrames: () => plan, holder });
  // The first ones of a tab come at their full rate whether they are taken or not.
  const without = async () => {
    const { snapshot, effects } = await visitWith('/framed', 'never');
    expect(effects.frames).toBeUndefined();
    return snapshot.html;
  };
  await expect.poll(without, { timeout: 15_000 }).not.toContain('words at full rate</p>');
  const tried = async () => {
    const { snapshot, effects } = await visitWith('/framed', 'last');
    expect(snapshot.html).toContain('words at full rate</p>');
    return effects.frames;
  };
  await expect.poll(tried, { timeout: 15_000 }).toBe(true);
  expect((await visitWith('/frames', 'last')).effects.frames).toBe(false);
  const first = await visitWith('/framed', 'first');
  expect(first.snapshot.html).toContain('words at full rate</p>');
  expect(first.effects.frames).toBeUndefined();
});

test('frames are taken where a page shows little, whatever was learned of others of its kind', async () => {
  const holder = { owner: 'gus', session: 'thin' };
  const never: Partial<PageRequest> = { ...shown, planFrames: () => 'never', holder };
  const { snapshot } = await visit('/thin', never);
  expect(snapshot.html).toContain('words at full rate</p>');
});

test('the next session of an owner goes on in the tab of the last one, and tells nothing of it', async () => {
  const sessionOf = (session: string) => ({ owner: 'fay', session });
  const read = async (session: string) => {
    const { engine } = await visit('/leaves', { holder: sessionOf(session) });
    expect(engine.name).toBe('response');
  };
  await read('first');
  await read('first');
  // What was to be opened or ended before is so by then.
  await delay(500);
  const made = browser.pool.contexts;
  for (const [over, next] of [
    ['first', 'second'],
    ['second', 'third'],
  ] as const) {
    browser.pool.forget(sessionOf(over));
    await delay(300);
    await read(next);
  }
  expect(told).toEqual(['', 'visited=1 "one"', '', '']);
  expect(browser.pool.contexts).toBe(made);
});
