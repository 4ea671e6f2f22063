import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';
import { html, type Page, type Site, startSite } from '../support/site.ts';
import { startWaitingSite, waitingPages } from '../support/waiting-pages.ts';

const prose =
  'Gannets dive from thirty metres and enter the sea like arrows, which few other birds can do. '.repeat(6);

/** A line that is typed letter by letter, and one that is erased. */
const typing = `const line = 'We build what people love to use, on every day of the year.';
  const type = (length) => { words.textContent = line.slice(0, length);
  if (length < line.length) setTimeout(() => type(length + 1), 50) };
  const erase = (length) => { words.textContent = line.slice(0, length);
  if (length > 0) setTimeout(() => erase(length - 1), 30); else setTimeout(() => type(1), 500) };`;

/** What loads on sight, as libraries write and do it; each a few screens below the one before. */
const onSight = [
  '<astro-island ssr client="visible" style="display:contents"><div class="part">…</div></astro-island>',
  '<turbo-frame class="part" loading="lazy" src="/data"></turbo-frame>',
  '<div class="part" hx-get="/data" hx-trigger="intersect once">…</div>',
  '<div class="part" x-intersect.once="load()">…</div>',
  '<a class="part" href="/data" up-defer="reveal">…</a>',
  '<div class="polled part" data-hx-get="/data" data-hx-trigger="revealed">…</div>',
];
const parts = (markups: readonly string[]) => `<header>Up</header><p>${prose}</p>
  ${markups.map((markup) => `<div style="height:2500px"></div>${markup}`).join('')}<script>
  const load = (part) => fetch('/data').then(() => { part.textContent = 'Seen ' + part.dataset.number + '.' });
  const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries)
    if (isIntersecting) { observer.unobserve(target); load(target) } });
  let scrolled = false; onscroll = () => { scrolled = true;
    document.querySelector('header').textContent = scrollY > 0 ? 'Down' : 'Up' };
  setInterval(() => { if (!scrolled) return; scrolled = false;
    for (const part of document.querySelectorAll('.polled')) {
      const { top, bottom } = part.getBoundingClientRect();
      if (top < innerHeight && bottom >= 0) { part.classList.remove('polled'); load(part) } } }, 200);
  document.querySelectorAll('.part').forEach((part, number) => { part.dataset.number = number;
    if (!part.matches('.polled')) observer.observe(part) })</script>`;

/** What a script fills on sight, without any mark of it: room that is kept, the end of a list, an element of the page's own. */
const unmarkedParts = [
  '<section class="part" style="min-height:600px"> </section>',
  '<section class="part"><p class="skeleton-line" style="height:20px"></p></section>',
  '<product-reviews class="part"></product-reviews>',
  '<details class="part"><summary>More</summary></details>',
  '<div class="part"></div>',
];
const unmarked = `<header>Up</header><p>${prose}</p>
  ${unmarkedParts.map((markup) => `<p style="height:1500px">.</p>${markup}`).join('')}<script>
  const load = (part) => fetch('/data').then(() => { part.insertAdjacentHTML('beforeend', '<p>Seen ' + part.dataset.number + '.</p>') });
  const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries)
    if (isIntersecting) { observer.unobserve(target); load(target) } });
  onscroll = () => { document.querySelector('header').textContent = scrollY > 0 ? 'Down' : 'Up' };
  document.querySelectorAll('.part').forEach((part, number) => { part.dataset.number = number;
    if (part.matches('details')) part.ontoggle = () => load(part); else observer.observe(part) })</script>`;

/** Empty boxes that nothing is going to fill, and a page that tells when it is scrolled. */
const decorated = `<p id="words">${prose}</p><p style="height:2500px">.</p>
  <div style="clear:both"></div><div style="height:2px"></div><div style="height:60px"></div><div style="width:300px;height:250px"></div>
  <div style="height:400px;background-image:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=)"></div>
  <div style="position:fixed;inset:0;pointer-events:none"></div><div aria-hidden="true" style="height:300px"></div>
  <div style="display:none"></div><script>onscroll = () => words.append('Scrolled words')</script>`;

/** Asks for a dozen parts, one after the other. */
const inSteps = (request: string) => `<p id="words">${prose}</p><script>(async () => {
  const names = 'head menu price stock size review seller offer likes faq news foot'.split(' ');
  for (const [at, name] of names.entries()) {
    await ${request};
    words.append(' Part ' + (at + 1) + '.');
  } })()</script>`;

/** Events that come for ever. */
const events =
  (event: (count: number) => string): Page =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let count = 0;
    const timer = setInterval(() => {
      count += 1;
      response.write(`data: ${event(count)}\n\n`);
    }, 200);
    response.on('close', () => clearInterval(timer));
  };

/** How often each address was asked for. */
const times = new Map<string, number>();

let kinds: Site;
let site: Site;
let other: Site;
let service: Service;
beforeAll(async () => {
  kinds = await startWaitingSite();
  other = await startSite({ '/': html('Other', '<p>Next words</p>') }, '127.0.0.2');
  site = await startSite({
    '/still': html('Still', `<p>${prose}</p>`),
    '/scripted': html('Scripted', `<p>${prose}</p><script>0</script>`),
    '/late': html(
      'Late',
      `<p id="words">${prose}</p><script>setTimeout(()=>{words.append('Late words')},30000)</script>`,
    ),
    '/after-2-s': html(
      'After 2 s',
      `<p id="words">${prose}</p><script>onload = () => setTimeout(() => words.append('Late words'), 2000)</script>`,
    ),
    '/slow-to-start': html(
      'Slow',
      `<p>${prose}</p><div id="root"></div><script>onload=()=>setTimeout(()=>{fetch('/data').then(()=>{root.textContent='Fetched words'})},400)</script>`,
    ),
    '/counts': html(
      'Counts',
      `<p>${prose}</p><p>We have <b id="count">0</b> readers.</p><script>let begun;
       const step = (now) => { begun ??= now; const share = Math.min(1, (now - begun) / 1200);
       count.textContent = Math.round(share * 98765); if (share < 1) requestAnimationFrame(step) };
       requestAnimationFrame(step)</script>`,
    ),
    '/counts-by-the-clock': html(
      'Counts by the clock',
      `<p>${prose}</p><p>We have <b id="count">0</b> readers.</p><script>const begun = Date.now();
       const step = () => { const share = Math.min(1, (Date.now() - begun) / 3000);
       count.textContent = Math.round(share * 98765); if (share < 1) requestAnimationFrame(step) };
       requestAnimationFrame(step)</script>`,
    ),
    '/counts-where-large': html(
      'Counts where large',
      `<p>${prose}</p><div style="height:3000px"></div><p>We have <b id="count" style="font-size:40px">0</b> readers.</p><script>
       let shown = 0; const show = (now) => { if (now !== shown) count.textContent = shown = now };
       new IntersectionObserver(([{ isIntersecting }], observer) => { if (!isIntersecting) return;
       observer.disconnect(); const begun = performance.now();
       const step = (now) => { const share = Math.min(1, Math.max(0, now - begun) / 1500);
       show(Math.round(share * 98765)); if (share < 1) requestAnimationFrame(step) };
       requestAnimationFrame(step) }).observe(count)</script>`,
    ),
    '/counts-on-sight': html(
      'Counts on sight',
      `<p>${prose}</p><div style="height:3000px"></div><p>We have <b id="count" class="counter">0</b> readers.</p><script>let begun;
       const step = (now) => { begun ??= now; const share = Math.min(1, (now - begun) / 1500);
       count.textContent = Math.round(share * 98765); if (share < 1) requestAnimationFrame(step) };
       new IntersectionObserver(([{ isIntersecting }], observer) => { if (!isIntersecting) return;
       observer.disconnect(); requestAnimationFrame(step) }).observe(count)</script>`,
    ),
    '/typed-by-frames': html(
      'Typed by frames',
      `<h1 id="words"></h1><p>${prose}</p><script>const line = 'Every day'; let frames = 0;
       const type = (length) => { words.textContent = line.slice(0, length) };
       const step = () => { frames += 1; if (frames % 3 === 0) type(5 + frames / 3);
       if (frames < 12) requestAnimationFrame(step) };
       setTimeout(() => { for (let length = 1; length < 6; length++) type(length);
       requestAnimationFrame(step) }, 1400)</script>`,
    ),
    '/on-inner-sight': html(
      'On inner sight',
      `<div id="scroller" style="height:100vh;overflow-y:scroll"><p>${prose}</p><p style="height:300vh"></p><p id="words">…</p></div>
       <script>new IntersectionObserver(([{ isIntersecting }]) => { if (isIntersecting) words.textContent = 'Seen words' },
       { root: scroller }).observe(words)</script>`,
      '<style>body { margin: 0 }</style>',
    ),
    '/held-back': html(
      'Held back',
      `<p>${prose}</p><p id="words">…</p><script type="rocketlazyloadscript">words.textContent = 'Begun words'</script>
       <script>addEventListener('mousemove', () => setTimeout(() => {
         for (const held of document.querySelectorAll('[type=rocketlazyloadscript]')) {
           const begun = document.createElement('script')
           begun.textContent = held.textContent
           held.replaceWith(begun)
         } }, 300), { once: true })</script>`,
    ),
    '/typed': html(
      'Typed',
      `<h1 id="words"></h1><p>${prose}</p><script>${typing} onload = () => setTimeout(() => type(1), 500)</script>`,
    ),
    '/erased': html(
      'Erased',
      `<h1 id="words"></h1><p>${prose}</p><script>${typing} onload = () => erase(line.length)</script>`,
    ),
    '/counts-by-timers': html(
      'Counts by timers',
      `<p>${prose}</p><p>We have <b id="count">0</b> readers.</p><script>let ticks = 0;
       const timer = setInterval(() => { count.textContent = 98000 + (ticks += 1);
       if (ticks === 300) clearInterval(timer) }, 10)</script>`,
    ),
    '/counts-and-leads-on': html(
      'Counts and leads on',
      `<p>${prose}</p><p>Wait: <b id="count">40</b></p><script>let ticks = 40;
       setInterval(() => { count.textContent = ticks -= 1; if (ticks === 0) location = '/late-body' }, 100)</script>`,
    ),
    '/held-back-for-good': html(
      'Held back for good',
      `<button>Open</button><p>${prose}</p><p>The pointer is <b id="place">away</b>.</p><script type="litespeed/javascript"></script>
       <script>onmousemove = ({ clientX }) => { place.textContent = clientX < 5 ? 'in the corner' : 'on the button' }</script>`,
    ),
    '/leads-on-when-moved-over': html(
      'Leads on when moved over',
      `<p>${prose}</p><script type="litespeed/javascript"></script>
       <script>onmousemove = () => { location = '${other.origin}' }</script>`,
    ),
    '/stuck-when-moved-over': html(
      'Stuck when moved over',
      `<p>${prose}</p><script type="litespeed/javascript"></script><script>onmousemove = () => { for (;;); }</script>`,
    ),
    '/counts-and-leads-to-an-app': html(
      'Counts and leads to an app',
      `<p>Wait: <b id="count">40</b></p><script>let ticks = 40;
       setInterval(() => { count.textContent = ticks -= 1; if (ticks === 0) location = '/slow-to-end' }, 100)</script>`,
    ),
    '/renews-itself-by-a-timer': html(
      'Renews itself by a timer',
      '<p>Own words</p><script>setTimeout(() => location.reload(), 3000)</script>',
    ),
    '/slow-to-end': html(
      'Slow to end',
      `<p id="words"></p><script>fetch('/data').then(() => setTimeout(() => { words.textContent = '${prose}' }, 4000))</script>`,
    ),
    '/by-pages': html('By pages', inSteps(`fetch('/data?page=' + (at + 1) + '&size=20')`)),
    '/by-queries': html(
      'By queries',
      inSteps(`fetch('/data', { method: 'POST', body: '{"query":"{ ' + name + ' { id } }"}' })`),
    ),
    '/data': (_request, response) => setTimeout(() => response.end('x'), 300),
    '/no-data': html(
      'No data',
      '<p id="words"></p><script>words.textContent="Own words";fetch("/never").then(()=>{})</script>',
    ),
    '/impatient': html(
      'Impatient',
      `<p id="words"></p><script>Promise.race([fetch('/never'), new Promise((done) => setTimeout(done, 1500))]).then(() => { words.textContent = '${prose}' })</script>`,
    ),
    '/late-data': html(
      'Late data',
      `<p id="words"></p><script>fetch('/after-5-s').then(() => setTimeout(() => { words.textContent = '${prose}' }, 700))</script>`,
    ),
    '/after-5-s': (_request, response) => setTimeout(() => response.end('x'), 5100),
    '/never': () => undefined,
    '/heartbeats': events(() => 'x'),
    '/feed': events((count) => `News ${count}: a gannet was seen at sea.`),
    '/with-heartbeats': html(
      'Heartbeats',
      `<p id="words">${prose}</p><script>new EventSource('/heartbeats').onmessage = ({ data }) => { document.title = data }</script>`,
    ),
    '/with-a-feed': html(
      'Feed',
      `<p>${prose}</p><div id="list"></div><script>new EventSource('/feed').onmessage = ({ data }) => {
       const item = document.createElement('p'); item.textContent = data; list.append(item) }</script>`,
    ),
    '/held-up-script': html('Held up', `<p>${prose}</p>`, '<script src="/never"></script>'),
    '/held-up-style': html(
      'Held up',
      `<p>${prose}</p>`,
      '<link rel="stylesheet" href="/never"><script>document.title = "Run"</script>',
    ),
    '/animated': html(
      'Animated',
      `<p id="words">${prose}</p><script>words.animate([{ opacity: 0.5 }, { opacity: 1 }], 1200).finished.then(() => words.append('Late words'))</script>`,
    ),
    '/faded': html(
      'Faded',
      `<p id="words">${prose}</p><div id="veil" style="transition:opacity 0.6s">…</div><script>onload = () => setTimeout(() => {
       veil.style.opacity = 0; veil.ontransitionend = () => words.append('Late words') }, 500)</script>`,
    ),
    '/late-body': html(
      'Late body',
      `<p id="words">${prose}</p><script>fetch('/body').then((answer) => answer.text()).then((text) => words.append(text))</script>`,
    ),
    '/body': (_request, response) => {
      response.flushHeaders();
      setTimeout(() => response.end('Late words'), 1000);
    },
    '/on-sight': html(
      'On sight',
      `<p>${prose}</p><div style="height:9000px"></div><div id="end">.</div>
       <script>new IntersectionObserver(([entry])=>{if(entry.isIntersecting)document.getElementById('end').textContent='Seen words'}).observe(document.getElementById('end'))</script>`,
    ),
    '/now-and-then': html(
      'Now and then',
      `<p>${prose}</p>${'<p style="height:1000px">.</p>'.repeat(12)}<script>
       const parts = [...document.querySelectorAll('p[style]')]; let scrolled = false; onscroll = () => { scrolled = true };
       const isSeen = (part) => { const { top } = part.getBoundingClientRect(); return top >= 0 && top < innerHeight };
       setInterval(() => { if (!scrolled) return; scrolled = false;
       parts.forEach((part, n) => { if (isSeen(part)) part.textContent = 'Seen part ' + n + '.' }) }, 200)</script>`,
    ),
    '/marked': html('Marked', parts(onSight)),
    '/marked-without-end': html(
      'Marked without end',
      parts(Array.from({ length: 5000 }, () => '<div class="part" x-intersect="load()">…</div>')),
    ),
    '/asked-for-again': html(
      'Asked for again',
      `<p id="words">${prose}</p><script>(async () => { for (let ms = 1000; ms < 8000; ms *= 2) {
         const { ok } = await fetch('/third-time?' + performance.timeOrigin);
         if (ok) return words.append('Late words');
         await new Promise((done) => setTimeout(done, ms)) } })()</script>`,
    ),
    '/third-time': ({ url = '' }, response) => {
      const time = (times.get(url) ?? 0) + 1;
      times.set(url, time);
      response.writeHead(time < 3 ? 503 : 200).end('x');
    },
    '/silent-worker': html(
      'Silent worker',
      `<p>Few words</p><script>new Worker(URL.createObjectURL(new Blob(['onmessage=()=>{}'])))</script>`,
    ),
    '/unmarked': html('Unmarked', unmarked),
    '/decorated': html('Decorated', decorated),
    '/list': html(
      'List',
      `<div id="list"></div><div id="end">.</div><script>
       let batch = 0;
       new IntersectionObserver(async ([entry]) => {
         if (!entry.isIntersecting || batch === 6) return;
         await fetch('/data');
         batch += 1;
         for (let n = 0; n < 20; n++) list.insertAdjacentHTML('beforeend', '<p style="height:80px">Item ' + n + ' of batch ' + batch + '</p>');
       }).observe(end)</script>`,
    ),
    '/checked': (_request, response) =>
      response
        .writeHead(503, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' })
        .end(html('Just a moment...', '<div id="challenge-running">Checking</div><script>0</script>')),
    '/titled': html('Checking your browser', `<p>Wait.</p><script>0</script>`),
    '/renewed': html('Renewed', '<p>Few words</p>', '<meta http-equiv="refresh" content="3">'),
    '/restless': html('Restless', `<p>${prose}</p><script>setTimeout(()=>location.reload(),5)</script>`),
  });
  service = await startService({ GANNET_MAX_PAGES: '5', GANNET_RENDER: 'always' });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  await kinds[Symbol.asyncDispose]();
});

const scrape = async (url: string, more: Record<string, unknown> = {}) => {
  const { status, body } = await service.scrape({
    url,
    bypass_cache: true,
    retry: false,
    options: { only_main_content: false },
    ...more,
  });
  expect(status, JSON.stringify(body.detail)).toBe(200);
  return { markdown: String(body.data.markdown), metadata: body.metadata };
};

describe('automatic', () => {
  test.concurrent.each(waitingPages)(
    'brings the content of every kind of page: $kind',
    async ({ path, expect: words }) => {
      const { markdown } = await scrape(`${kinds.origin}${path}`);
      for (const part of words) expect(markdown).toContain(part);
    },
  );

  // Beside the pages above they would spend their time waiting for a tab.
  test('at the deadline a page still waiting for its data has what it shows', async () => {
    const ended = [6000, 6200, 6400, 6600].map(async (timeout_ms) => {
      const { markdown, metadata } = await scrape(`${site.origin}/no-data`, { timeout_ms });
      expect(markdown).toContain('Own words');
      expect(metadata.wait).toMatchObject({ ended_by: 'deadline' });
    });
    await Promise.all(ended);
  });

  test.each([
    ['/impatient', 'what a page shows when its data do not come is there'],
    ['/late-data', 'a page whose data take long is run ahead when they are there'],
  ])('%s: %s', async (path) => {
    const { markdown, metadata } = await scrape(`${site.origin}${path}`);
    expect(markdown).toContain('enter the sea');
    expect(metadata.wait).toMatchObject({ ended_by: 'quiet' });
  });

  test('a page whose head waits for a script or style sheet that does not come is read to its end', async () => {
    const read = ['/held-up-script', '/held-up-style'].map(async (path) => {
      const { markdown, metadata } = await scrape(`${site.origin}${path}`, { timeout_ms: 8000 });
      expect(markdown).toContain('enter the sea');
      expect(metadata.wait).toMatchObject({ ended_by: 'quiet' });
    });
    await Promise.all(read);
  });

  test('data whose body comes some time after its headers are waited for', async () => {
    expect((await scrape(`${site.origin}/late-body`)).markdown).toContain('Late words');
  });

  test('events that bring the page nothing are not waited for, nor for ever those that do', async () => {
    const [heartbeats, feed] = await Promise.all(
      ['/with-heartbeats', '/with-a-feed'].map((path) => scrape(`${site.origin}${path}`)),
    );
    expect(heartbeats?.metadata.wait.ended_by).toBe('quiet');
    expect(heartbeats?.metadata.wait.after_ms).toBeLessThan(7000);
    expect(feed?.markdown).toContain('News 20:');
    expect(feed?.metadata.wait.ended_by).toBe('quiet');
  });

  test('a worker that brings nothing is not waited for as long as a script', async () => {
    const { metadata } = await scrape(`${site.origin}/silent-worker`);
    expect(metadata.wait.ended_by).toBe('quiet');
    expect(metadata.wait.after_ms).toBeLessThan(4000);
  });

  test('what a script shows two seconds after load is there, beside other text', async () => {
    // Where the page is late in being done, less ahead would do.
    for (let page = 0; page < 6; page++)
      expect((await scrape(`${site.origin}/after-2-s?${page}`)).markdown).toContain('Late words');
  });

  test('data that are refused twice are waited for, beside other text', async () => {
    const { markdown } = await scrape(`${site.origin}/asked-for-again`);
    expect(markdown).toContain('Late words');
  });

  test('what a script shows at the end of an animation is there', async () => {
    // Whether a frame comes by itself meanwhile is a matter of chance.
    for (let page = 0; page < 6; page++)
      expect((await scrape(`${site.origin}/animated?${page}`)).markdown).toContain('Late words');
  });

  test('so is what it shows at the end of one that a timer begins', async () => {
    for (let page = 0; page < 6; page++)
      expect((await scrape(`${site.origin}/faded?${page}`)).markdown).toContain('Late words');
  });

  test.each(['/counts', '/counts-by-the-clock', '/counts-on-sight', '/counts-where-large'])(
    'what counts up with frames has come to its end: %s',
    async (path) => {
      expect((await scrape(`${site.origin}${path}`)).markdown).toContain('We have **98765** readers.');
    },
  );

  test('so has a line that is typed by frames', async () => {
    expect((await scrape(`${site.origin}/typed-by-frames`)).markdown).toContain('# Every day\n');
  });

  test('what timers type or count up has come to its end, and is not what is left when it is erased', async () => {
    for (const path of ['/typed', '/erased'])
      expect((await scrape(`${site.origin}${path}`)).markdown).toContain('on every day of the year.');
    const { markdown } = await scrape(`${site.origin}/counts-by-timers`);
    expect(markdown).toContain('We have **98300** readers.');
  });

  test('what says in its markup that it loads on sight is there, and the page at its top', async () => {
    const { markdown } = await scrape(`${site.origin}/marked`);
    for (const part of onSight.keys()) expect(markdown).toContain(`Seen ${part}.`);
    expect(markdown).toContain('Up');
  });

  test.each(['/by-pages', '/by-queries'])('what is asked for in a dozen steps is there: %s', async (path) => {
    const { markdown } = await scrape(`${site.origin}${path}`);
    expect(markdown).toContain('Part 12.');
  });

  test('of what loads on sight without end the beginning is there', async () => {
    const { markdown, metadata } = await scrape(`${site.origin}/marked-without-end`);
    expect(markdown).toContain('Seen 11.');
    expect(markdown).not.toContain('Seen 14.');
    expect(metadata.wait).toMatchObject({ ended_by: 'quiet' });
    expect(metadata.wait.after_ms).toBeLessThan(8000);
  });

  test('what a script fills on sight without a mark of it is there, and the page at its top', async () => {
    const { markdown } = await scrape(`${site.origin}/unmarked`);
    for (const part of unmarkedParts.keys()) expect(markdown).toContain(`Seen ${part}.`);
    expect(markdown).toContain('Up');
  });

  test('a page is not scrolled for rules, spacers and decoration', async () => {
    const { markdown } = await scrape(`${site.origin}/decorated`);
    expect(markdown).not.toContain('Scrolled words');
  });

  test('nothing is brought into sight on which something was done', async () => {
    const { markdown } = await scrape(`${site.origin}/marked`, { actions: [{ type: 'wait', ms: 10 }] });
    expect(markdown).not.toContain('Seen');
  });

  test('a page that leads on when it has counted down is left for the next one', async () => {
    const { markdown } = await scrape(`${site.origin}/counts-and-leads-on`);
    expect(markdown).toContain('Late words');
    expect(markdown).not.toContain('Wait:');
  });

  test('what a page leads on to is run ahead as far as a page that was asked for', async () => {
    const { markdown } = await scrape(`${site.origin}/counts-and-leads-to-an-app`);
    expect(markdown).toContain('enter the sea');
  });

  test('a page that leads on by timers for ever is done some time', async () => {
    const { markdown, metadata } = await scrape(`${site.origin}/renews-itself-by-a-timer`);
    expect(markdown).toContain('Own words');
    expect(metadata.wait.ended_by).toBe('quiet');
  });

  test('does not wait for a page that nothing can change, nor for one that only renews itself', async () => {
    const ends = ['/still', '/renewed'].map(
      async (path) => (await scrape(`${site.origin}${path}`)).metadata.wait.ended_by,
    );
    expect(await Promise.all(ends)).toEqual(['static', 'static']);
  });
});

describe('default', () => {
  test('ends soon after load, without running timers ahead', async () => {
    const { markdown, metadata } = await scrape(`${site.origin}/late`, { wait_strategy: 'default' });
    expect(metadata.wait.ended_by).toBe('quiet');
    expect(markdown).not.toContain('Late words');
  });

  test('ends on a page that never rests', async () => {
    const { markdown, metadata } = await scrape(`${site.origin}/restless`, { wait_strategy: 'default' });
    expect(metadata.wait.ended_by).toBe('restless');
    expect(markdown).toContain('enter the sea');
  });
});

describe('spa', () => {
  test('gives a page that has shown nothing new three seconds to', async () => {
    const { metadata } = await scrape(`${site.origin}/scripted`, { wait_strategy: 'spa' });
    expect(metadata.wait.ended_by).toBe('quiet');
    expect(metadata.wait.after_ms).toBeGreaterThanOrEqual(3000);
  });

  test('is content with data that have come', async () => {
    const { markdown } = await scrape(`${site.origin}/slow-to-start`, { wait_strategy: 'spa' });
    expect(markdown).toContain('Fetched words');
  });
});

describe('heavy', () => {
  test('brings what shows itself on sight', async () => {
    const url = `${site.origin}/on-sight`;
    expect((await scrape(url)).markdown).not.toContain('Seen words');
    expect((await scrape(url, { wait_strategy: 'heavy' })).markdown).toContain('Seen words');
  });

  test('also where a script looks now and then only', async () => {
    const { markdown } = await scrape(`${site.origin}/now-and-then`, { wait_strategy: 'heavy' });
    for (let part = 0; part < 12; part++) expect(markdown).toContain(`Seen part ${part}.`);
  });

  test('also in what scrolls instead of the page', async () => {
    const { markdown } = await scrape(`${site.origin}/on-inner-sight`, { wait_strategy: 'heavy' });
    expect(markdown).toContain('Seen words');
  });

  test('begins scripts that wait for a reader', async () => {
    const url = `${site.origin}/held-back`;
    expect((await scrape(url)).markdown).not.toContain('Begun words');
    expect((await scrape(url, { wait_strategy: 'heavy' })).markdown).toContain('Begun words');
    const acted = await scrape(url, { actions: [{ type: 'wait', ms: 10 }] });
    expect(acted.markdown).toContain('Begun words');
  });

  test('follows a page that leads on when the pointer moves', async () => {
    const url = `${site.origin}/leads-on-when-moved-over`;
    expect((await scrape(url, { wait_strategy: 'heavy' })).markdown).toContain('Next words');
    expect((await scrape(url, { actions: [{ type: 'wait', ms: 10 }] })).markdown).toContain('Next words');
  });

  test('stops a page whose script never ends when the pointer moves', async () => {
    const url = `${site.origin}/stuck-when-moved-over`;
    const { markdown, metadata } = await scrape(url, { wait_strategy: 'heavy' });
    expect(markdown).toContain('enter the sea');
    expect(metadata.wait.ended_by).toBe('stuck');
  });

  test('leaves the pointer where an action has put it', async () => {
    const url = `${site.origin}/held-back-for-good`;
    const { markdown } = await scrape(url, { actions: [{ type: 'click', selector: 'button' }] });
    expect(markdown).toContain('on the button');
  });

  test('follows a list that goes on at its end', async () => {
    const { markdown } = await scrape(`${site.origin}/list`, { wait_strategy: 'heavy' });
    expect(markdown).toContain('Item 19 of batch 6');
  });
});

describe('a bot check', () => {
  test.each(['automatic', 'cloudflare'])(
    'is waited for until it lets us through: %s',
    async (wait_strategy) => {
      const { markdown } = await scrape(`${kinds.origin}/interstitial-of-2-s`, { wait_strategy });
      expect(markdown).toContain('The content is here');
    },
  );

  test('that does not clear ends as one', async () => {
    const { status, body } = await service.scrape({
      url: `${site.origin}/checked`,
      wait_strategy: 'cloudflare',
      timeout_ms: 6000,
      retry: false,
    });
    expect(status).toBe(500);
    expect(body.detail).toMatchObject({ error: 'scrape_failed', reason: 'blocked' });
  });

  test('that only its title tells of ends the wait as a challenge', async () => {
    const { metadata } = await scrape(`${site.origin}/titled`, { timeout_ms: 6000 });
    expect(metadata.wait.ended_by).toBe('challenge');
  });
});
