import { afterAll, beforeAll, expect, test } from 'vitest';
import { busySigns } from '../../src/browser/wait/busy.ts';
import { type Probe, probe } from '../../src/browser/wait/probe.ts';
import { Deadline } from '../../src/deadline.ts';
import { pageRequest, startBrowser } from '../support/browser.ts';
import { html, type Site, startSite } from '../support/site.ts';

const words = (count: number) => 'word '.repeat(count);
const names =
  'scripts querySelector querySelectorAll createTreeWalker getElementsByTagName title baseURI documentElement'.split(
    ' ',
  );

let browser: Awaited<ReturnType<typeof startBrowser>>;
let site: Site;
beforeAll(async () => {
  browser = await startBrowser();
  site = await startSite({
    '/hidden': html(
      'Hidden',
      `<noscript>${words(200)}</noscript><template>${words(200)}</template><script type="application/json">"${words(200)}"</script>
       <div hidden>${words(200)}</div><div style="display:none"><p>${words(200)}</p></div><p>shown</p>
       <div class="spinner" style="display:none"></div><div style="opacity:0"><div class="loader"></div></div>`,
    ),
    '/shown': html(
      'Shown',
      `<div style="display:contents">${words(20)}</div><iframe srcdoc="<p>${words(30)}</p>"></iframe>
       <iframe srcdoc="<p>${words(500)}</p>" style="display:none"></iframe><div id="host"></div>
       <div class="spinner">.</div><script>host.attachShadow({mode:'open'}).innerHTML='<p>${words(50)}</p>'</script>`,
    ),
    '/shell': html(
      'Shell',
      `<header>${words(99)}</header><nav><a href="/">${words(99)}</a></nav><h1>Heading</h1><p><a href="/">${words(9)}</a></p>`,
    ),
    '/loading': html('Loading', `<p>${words(99)}</p><div>Loading reviews …</div>`),
    '/pulses': html('Pulses', `<p>${words(99)}</p><span class="MuiSkeleton-root">.</span>`),
    '/docks': html('Docks', `<a href="/">Loading</a><p>Loading docks are where lorries are unloaded</p>`),
    '/clobbered': html(
      'Clobbered',
      `${names.map((name) => `<img name="${name}"><form name="${name}"></form>`).join('')}<img id="gannetProbe">
       <form><input name="localName"><input name="parentElement"><input name="checkVisibility"><input name="nodeType">${words(10)}</form>`,
    ),
    '/renews': html('Renews', 'x', '<meta http-equiv="refresh" content="5">'),
    '/leads': html('Leads', 'x', '<meta http-equiv="Refresh" content="4; URL=\'/elsewhere\'">'),
    '/ordinary': html(
      'Ordinary',
      `${`<div class="card"><h2>Title</h2><p>${words(15)}</p></div>`.repeat(1000)}<script>0</script>`,
    ),
    '/large': html('Large', `<p>${words(10)}</p>${'<br>'.repeat(400_000)}`),
  });
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

/** Several looks at a page that is done. */
const lookAt = async (path: string, times = 1) => {
  using deadline = new Deadline(90_000);
  const { value = [] } = await browser.visit(
    pageRequest(`${site.origin}${path}`, {
      waitStrategy: 'default',
      planFor: () => ({ from: 'browser', why: 'asked' }),
    }),
    async ({ evaluate }) => {
      const looks: Probe[] = [];
      for (let look = 0; look < times; look++) looks.push(await evaluate(probe, busySigns));
      return looks;
    },
    deadline,
  );
  const [first] = value;
  if (first === undefined) throw new Error('the page was not shown');
  return { ...first, leastCost: Math.min(...value.map(({ cost }) => cost)) };
};

test('hidden text and hidden spinners do not count', async () => {
  expect(await lookAt('/hidden')).toMatchObject({ text: 5, alive: false, busy: false });
});

test('text counts in visible frames, in shadow roots and in elements without a box of their own', async () => {
  expect(await lookAt('/shown')).toMatchObject({ text: 99 + 149 + 249 + 1, alive: true, busy: true });
});

test('what stands around the content, and links, are no content', async () => {
  expect(await lookAt('/shell')).toMatchObject({ body: 7 });
  expect(await lookAt('/loading')).toMatchObject({ body: 400 });
});

test.each([
  ['/loading', true],
  ['/pulses', true],
  ['/docks', false],
])('%s is busy: %s', async (path, busy) => {
  expect(await lookAt(path)).toMatchObject({ busy });
});

test('a page cannot pass its elements off as what the DOM offers', async () => {
  expect(await lookAt('/clobbered')).toMatchObject({ text: 49, alive: false, changes: 0 });
});

test('a page that renews itself leads nowhere, one with another address does', async () => {
  expect((await lookAt('/renews')).leadsOnAfter).toBeNull();
  expect((await lookAt('/leads')).leadsOnAfter).toBe(4);
});

test('a look costs little, however large the page', async () => {
  // Measured at 0.7 and 7 ms; the least of many looks is what a busy machine spoils last.
  expect((await lookAt('/ordinary', 50)).leastCost).toBeLessThan(5);
  expect((await lookAt('/large', 10)).leastCost).toBeLessThan(100);
});
