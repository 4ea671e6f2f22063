import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Visit } from '../../src/browser/visit.ts';
import { parseScrape } from '../../src/contract/scrape.ts';
import { Deadline } from '../../src/deadline.ts';
import { pdf } from '../../src/output/pdf.ts';
import { screenshot } from '../../src/output/screenshot.ts';
import { type Commands, type LivePage, ProtocolError } from '../../src/page.ts';
import { pageRequest, startBrowser } from '../support/browser.ts';
import { type Pixels, readPng } from '../support/png.ts';
import { startService } from '../support/service.ts';
import { file, html, type Site, startSite } from '../support/site.ts';

test('where printing fails a picture of the page becomes the PDF', async () => {
  await using site = await startSite({
    '/': html('Tall', '<div style="height:4000px;background:#0a0">Tall</div>'),
  });
  await using browser = await startBrowser();
  using deadline = new Deadline(20_000);
  const { request } = parseScrape({
    url: site.origin,
    output: 'pdf',
    options: { quality: 40, landscape: true },
  });
  if (request.output !== 'pdf') throw new Error('not a PDF request');

  /** The real page, whose printer is broken. */
  const withoutPrinter = (page: LivePage): LivePage => ({
    ...page,
    send: (method, params) =>
      method === 'Page.printToPDF'
        ? Promise.reject(new ProtocolError(method, 'Printing is not available'))
        : page.send(method, params),
  });
  const { value } = await browser.visit(
    pageRequest(site.origin, { asText: false, planFor: () => ({ from: 'browser', why: 'asked' }) }),
    (page) => pdf(withoutPrinter(page), request.options),
    deadline,
  );
  const bytes = Buffer.from(value?.data ?? '', 'base64');
  expect(value).toMatchObject({ format: 'pdf', size_bytes: bytes.length });
  const text = bytes.toString('latin1');
  expect(text).toContain('/MediaBox [0 0 841.89 595.28]');
  expect(text).toContain('/DCTDecode');
  expect(Number(/\/Count (\d+)/.exec(text)?.[1])).toBeGreaterThan(2);
});

test('a picture that does not come is asked for again', async () => {
  await using site = await startSite({ '/': html('Page', '<p>Words') });
  await using browser = await startBrowser();
  using deadline = new Deadline(20_000);
  const { request } = parseScrape({ url: site.origin, output: 'screenshot' });
  if (request.output !== 'screenshot') throw new Error('not a picture');
  const { options } = request;
  let asked = 0;
  const { value } = await browser.visit(
    pageRequest(site.origin, { asText: false, planFor: () => ({ from: 'browser', why: 'asked' }) }),
    (page) => {
      const send: LivePage['send'] = (method, params) =>
        method === 'Page.captureScreenshot' && ++asked === 1
          ? new Promise(() => undefined)
          : page.send(method, params);
      return screenshot({ ...page, remaining: page.remaining, send }, options);
    },
    deadline,
  );
  expect([asked, value?.format]).toEqual([2, 'png']);
});

test('a page that wants a browsing context group of its own is pictured, printed and acted upon', async () => {
  const policies = ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'];
  const page = html(
    'Own',
    '<button onclick="told.textContent = `pressed`">press</button><p id="told">not yet',
  );
  await using site = await startSite(
    Object.fromEntries(
      policies.map((policy) => [
        `/${policy}`,
        (_request, response) =>
          response
            .writeHead(200, { 'content-type': 'text/html', 'cross-origin-opener-policy': policy })
            .end(page),
      ]),
    ),
  );
  await using service = await startService();
  for (const policy of policies) {
    const url = `${site.origin}/${policy}`;
    for (const output of ['screenshot', 'pdf']) {
      const { status, body } = await service.scrape({ url, output });
      expect({ policy, output, status, detail: body.detail }).toMatchObject({ status: 200 });
    }
    const { body } = await service.scrape({ url, actions: [{ type: 'click', selector: 'button' }] });
    expect(body.data?.markdown).toContain('pressed');
  }
});

test('a page that asks to be printed is not held up by it', async () => {
  await using site = await startSite({
    '/': html('Printed', '<p>Gannets dive</p><script>onload = () => setTimeout(print, 100)</script>'),
  });
  await using service = await startService();
  const of = (output: string) =>
    service.scrape({ url: site.origin, output, timeout_ms: 15_000, retry: false });
  const text = await of('markdown');
  expect(text.body).toMatchObject({ metadata: { wait: { ended_by: 'quiet' } } });
  expect(text.body).not.toHaveProperty('warnings');
  expect(await of('screenshot')).toMatchObject({ status: 200 });
  const printed = await of('pdf');
  // No picture of the page, which is what becomes of it where printing fails.
  expect(Buffer.from(printed.body.data.data, 'base64').toString('latin1')).not.toContain('/DCTDecode');
});

describe('a picture of the whole page', () => {
  const box = (color: string, style: string) => `<div style="background:${color};${style}"></div>`;
  const wide = 'width:100%;height:100px';
  const fixed = 'position:fixed;left:0;right:0;height:50px';
  const screens = ['#0f0', '#00f', '#800', '#0f0']
    .map((color) => `<section style="background:${color}">${'Words of this screen. '.repeat(9)}</section>`)
    .join('');
  /** A list of 100 rows of which a script makes those that are in sight. */
  const rows = (top: string, height: string, begin: string) =>
    `<div id="list" style="position:relative;height:6000px"></div><script>
     const draw = () => { const first = Math.floor(${top} / 60); list.innerHTML = Array.from({ length: Math.min(100 - first, Math.ceil(${height} / 60)) }, (_, row) =>
     '<p style="position:absolute;left:0;right:0;height:60px;margin:0;background:#0f0;top:' + (first + row) * 60 + 'px">Row</p>').join('') };
     ${begin}; draw()</script>`;
  const columns = `<table><tr>${Array.from({ length: 40 }, (_, column) => `<td>column${column}`).join('')}</table>`;
  const half = 'scrollY > (document.documentElement.scrollHeight - innerHeight) / 2';
  /** A page that opens something red when it is scrolled, of which a picture below is loaded on sight. */
  const opening = (name: string, opened: string, script: string) =>
    html(
      name,
      `<header id="top" hidden style="position:fixed;top:0;left:0;right:0;height:50px;background:#00f"></header>
       <main>${'<p>Gannets dive from thirty metres and enter the sea like arrows.</p>'.repeat(90)}
       <div id="middle"></div>${'<p>They nest on cliffs by the ten thousand, and fish far out.</p>'.repeat(90)}</main>
       <img loading="lazy" src="/green.svg" width="200" height="100" style="display:block">${opened}<script>
       const once = (open) => addEventListener('scroll', function act() { if (!(${half})) return; removeEventListener('scroll', act); open() });${script}</script>`,
      `<style>p{margin:0 0 10px}.locked,.locked body{height:100%;overflow:hidden}.red{background:#f00;width:440px;height:300px}
       .veil{position:fixed;inset:0;background:#f00a}</style>`,
    );
  const newsletter =
    '<div class="red"><h2>Never miss a gannet</h2><input placeholder="Your address"><button>Subscribe</button></div>';
  const popup = `<div id="popup" hidden>BACK<div style="position:fixed;left:180px;top:150px">${newsletter}</div></div>`;
  const veiled = popup.replace('BACK', '<div class="veil"></div>');
  const dialog = `<dialog style="padding:0;border:0">${newsletter}</dialog>`;
  const showModal = "document.querySelector('dialog').showModal()";
  const chat = (style: string) =>
    `<iframe id="chat" srcdoc="<body style='background:red'>Ask us" style="position:fixed;right:20px;bottom:20px;width:60px;height:60px;border:0;${style}"></iframe>`;
  const grow = "Object.assign(chat.style, { width: '300px', height: '400px' })";
  const opened = {
    'a popup that locks the page': opening(
      'Popup',
      veiled,
      "once(() => { popup.hidden = false; document.documentElement.className = 'locked' })",
    ),
    'a popup that holds the page where it is': opening(
      'Held',
      veiled,
      `once(() => { popup.hidden = false; document.body.style.cssText = 'position:fixed;width:100%;top:' + -scrollY + 'px' })`,
    ),
    'a popup that fades in': opening(
      'Fades',
      `<div id="popup" style="position:fixed;inset:0;opacity:0;pointer-events:none;transition:opacity .4s;display:grid;place-items:center;background:#f00a">${newsletter}</div>`,
      "once(() => setTimeout(() => { popup.style.opacity = 1; popup.style.pointerEvents = 'auto' }, 200))",
    ),
    'a popup by what is in sight': opening(
      'Sight',
      '',
      `new IntersectionObserver(([{ isIntersecting }], observer) => { if (!isIntersecting) return; observer.disconnect();
       document.body.insertAdjacentHTML('beforeend', \`${veiled.replace(' hidden', '')}\`); document.body.style.overflow = 'hidden' }).observe(middle)`,
    ),
    'a popup in a frame that lets clicks through': opening(
      'Portal',
      '<div id="portal" style="position:fixed;inset:0;pointer-events:none;display:grid;place-items:center"></div>',
      `once(() => { portal.innerHTML = \`<div style="position:fixed;pointer-events:auto">${newsletter}</div>\` })`,
    ),
    'a dialog': opening('Dialog', dialog, `once(() => ${showModal})`),
    'a dialog that comes after a while': opening(
      'Late',
      dialog,
      `once(() => setTimeout(() => ${showModal}, 600))`,
    ),
    'a popup that opens after two seconds': opening(
      'Timed',
      veiled,
      "setTimeout(() => { popup.hidden = false; document.documentElement.className = 'locked' }, 2000)",
    ),
    'a dialog that opens when the window is made as high as what scrolls in it': html(
      'Higher',
      `<main style="height:100vh;overflow:auto">${'<p>Gannets dive from thirty metres and enter the sea like arrows.</p>'.repeat(180)}
       <img src="/green.svg" width="200" height="100" style="display:block"></main>${dialog}<script>
       onresize = () => { if (innerHeight > 2000) { onresize = null; ${showModal} } }</script>`,
      '<style>body{margin:0}.red{background:#f00;width:440px;height:300px}</style>',
    ),
    'a chat window': opening(
      'Chat',
      chat('display:none'),
      `once(() => { chat.style.display = 'block'; ${grow} })`,
    ),
    'a chat window that its button grows to': opening('Chat', chat(''), `once(() => ${grow})`).replace(
      'background:red',
      "background:white' onresize='if (innerHeight > 60) document.body.style.background = `red`",
    ),
    'a popup on a page of very many elements': opening(
      'Many',
      `${'<i></i>'.repeat(21_000)}${veiled}`,
      'once(() => { popup.hidden = false })',
    ),
    'a cookie banner': opening(
      'Cookies',
      '<div id="popup" hidden style="position:fixed;left:0;right:0;bottom:0;height:120px;background:#f00">We use cookies. <button>Accept all</button></div>',
      'once(() => { popup.hidden = false })',
    ),
  };
  const kept = {
    'a dialog that was open before': [opening('Open', dialog, showModal), {}],
    'a dialog that an action opens': [
      opening('Clicked', `<button onclick="${showModal}">open</button>${dialog}`, ''),
      { actions: [{ type: 'click', selector: 'main ~ button' }] },
    ],
    'a panel below another, on a page of very many elements': [
      opening(
        'Below',
        `${'<i></i>'.repeat(21_000)}<div><div style="position:fixed;left:180px;top:150px">${newsletter}</div></div>
         <div id="over" style="position:fixed;inset:0"></div>`,
        'once(() => over.remove())',
      ),
      {},
    ],
    'a popup that an action scrolls to': [
      opening(
        'Scrolled',
        popup.replace('BACK', ''),
        'once(() => setTimeout(() => { popup.hidden = false }, 700))',
      ),
      { actions: [{ type: 'scroll', direction: 'down', amount: 5000 }] },
    ],
  } satisfies Record<string, [string, object]>;
  const pages = {
    ...Object.fromEntries(Object.values(opened).map((page, index) => [`/opened/${index}`, page])),
    ...Object.fromEntries(Object.values(kept).map(([page], index) => [`/kept/${index}`, page])),
    '/dialog': opening('Dialog', dialog, ''),
    '/header': opening('Header', '', 'once(() => { document.getElementById("top").hidden = false })'),
    '/lazy': html(
      'Lazy',
      `${box('#00f', `${wide};position:sticky;top:0`)}${box('#fff', 'height:2900px')}
       <img id="seen" width="200" height="100"><br>${box('#fff', 'height:2896px')}<img loading="lazy" src="/green.svg" width="200" height="100">
       ${box('#800', `${fixed};bottom:0`)}
       <script>new IntersectionObserver((entries, observer) => { if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
       observer.disconnect(); seen.src = '/green.svg' }).observe(seen)</script>`,
    ),
    '/many-rows': html('Rows', `<table>${'<tr><td>row<td>text<td>more</tr>'.repeat(3000)}</table>`),
    '/inner': html(
      'Inner',
      `<div style="display:flex;flex-direction:column;height:100vh">${box('#00f', 'flex:none;height:40px')}
       <div style="overflow:auto;flex:1">${box('#fff', 'height:3000px')}${box('#0f0', 'height:100px')}</div>${box('#800', 'flex:none;height:30px')}</div>`,
      '<style>html,body{overflow:hidden;height:100%}</style>',
    ),
    '/banner': html(
      'Banner',
      `<main><h1>Gannets</h1>${'<p>Gannets dive from thirty metres and enter the sea like arrows.</p>'.repeat(60)}</main>${box('#0f0', wide)}
       <div style="position:fixed;inset:0;background:#0008"></div>
       <div style="position:fixed;inset:40% 30%;background:#f00">This site uses cookies. <button>Accept all</button></div>`,
      '<style>html,body{overflow:hidden;height:100%}</style>',
    ),
    '/moving': html(
      'Moving',
      box('#0f0', `${wide};animation:come 20s both`),
      '<style>@keyframes come{from{opacity:0}}</style>',
    ),
    '/held-back': html(
      'Held back',
      `<div id="slider" style="${wide}"></div><script type="pmdelayedscript">slider.style.background = '#0f0'</script>
       <script>onmousemove = () => setTimeout(() => eval(document.querySelector('[type=pmdelayedscript]').textContent), 300)</script>`,
    ),
    '/timed': html(
      'Timed',
      `<div id="root">Loading</div><script>setTimeout(async () => { await fetch('/green.svg');
       root.innerHTML = '${box('#0f0', wide)}${box('#fff', 'height:3000px')}<div id="end" style="height:100px"></div>';
       new IntersectionObserver(([entry]) => { if (entry.isIntersecting) setTimeout(() => { end.style.background = '#00f' }, 50) }).observe(end) }, 900)</script>`,
    ),
    '/veiled-long': html(
      'Veiled',
      `${box('#0f0', wide)}<p>${'Gannets dive from thirty metres and enter the sea like arrows. '.repeat(9)}</p>
       <script>setTimeout(() => document.documentElement.classList.remove('veil'), 4000)</script>`,
      '<style>.veil{opacity:0!important}</style><script>document.documentElement.className = "veil"</script>',
    ),
    '/asked': html(
      'Asked',
      `${box('#fff', 'height:3000px')}<div id="end" style="height:100px"></div>
       <script>new IntersectionObserver(async ([entry], observer) => { if (!entry.isIntersecting) return; observer.disconnect();
       await (await fetch('/late.svg')).text(); end.style.background = 'url(/late.svg?again)' }).observe(end)</script>`,
    ),
    '/scroll-driven': html(
      'Scroll-driven',
      Array.from({ length: 6 }, () => box('#0f0', 'height:500px')).join(''),
      `<style>@keyframes come{from{opacity:0}}@keyframes pass{0%,100%{opacity:0}50%{opacity:1}}
       div{animation:come linear both;animation-timeline:view();animation-range:entry 0% cover 40%}div:last-child{animation-name:pass;animation-range:cover}</style>`,
    ),
    '/panel': html(
      'Panel',
      `<div style="height:400px;overflow:auto">${box('#fff', 'height:3000px')}${box('#0f0', 'height:100px')}</div>${box('#00f', wide)}`,
    ),
    '/rows': html('Rows', rows('scrollY', 'innerHeight', 'onscroll = onresize = draw')),
    '/rows-in-panel': html(
      'Rows',
      `<div id="panel" style="height:400px;overflow:auto">${rows('panel.scrollTop', '400', 'panel.onscroll = draw')}</div>`,
    ),
    '/mostly-seen': html(
      'Mostly seen',
      `${Array.from({ length: 12 }, () => '<section></section>').join('')}
       <script>const watch = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => { if (isIntersecting) target.style.background = '#0f0' }), { threshold: 0.8 });
       document.querySelectorAll('section').forEach((section) => watch.observe(section))</script>`,
      '<style>section{height:240px}</style>',
    ),
    '/unlettered': html(
      'Unlettered',
      '<p>████████</p>',
      '<style>@font-face{font-family:Never;src:url(/never.css)}p{font:100px/1 Never,monospace;color:#0f0;margin:0}</style>',
    ),
    '/unstyled': html('Unstyled', box('#0f0', wide), '<link rel="stylesheet" href="/never.css">'),
    '/late': html(
      'Late',
      `<div style="height:5000px">${'<p>Gannets dive from thirty metres and enter the sea like arrows.</p>'.repeat(60)}</div>
       <img loading="lazy" src="/late.svg" width="200" height="100">
       <iframe loading="lazy" src="/late-frame" style="display:block;border:0;width:200px;height:100px"></iframe>`,
    ),
    '/back': html(
      'Back',
      `<header id="header" style="position:fixed;top:0;left:0;right:0;height:50px;background:#00f;transition:transform 9s"></header>
       <div style="height:3000px"></div><script>let before = 0; addEventListener('scroll', () => {
       header.style.transform = scrollY > before ? 'translateY(-100%)' : 'none'; before = scrollY; });</script>`,
    ),
    '/edge': html(
      'Edge',
      `${box('#fff', 'height:2000px')}${box('#800', 'position:sticky;bottom:0;height:50px')}${box('#00f', `${wide};height:300px`)}
       ${box('#0f0', 'position:fixed;right:70px;bottom:40px;width:10px;height:10px;padding:10px')}
       <div style="height:60px;overflow:auto">${box('#fff', 'height:100px')}${box('#800', 'position:sticky;bottom:0;height:20px')}</div>`,
    ),
    '/behind': html(
      'Behind',
      `${box('none', 'position:fixed;inset:0;z-index:9;pointer-events:none')}${box('#fff', 'position:fixed;inset:0')}${box('#00f', 'position:fixed;inset:0')}<main style="position:relative"><p>Upon it</p><div style="height:2000px"></div>
       ${box('linear-gradient(#0f0, #0f0) fixed', wide)}<div style="height:500px">And here</div></main>`,
    ),
    '/generated': html(
      'Generated',
      '<p style="height:2000px">Upon it',
      `<style>body{position:relative}body::before{content:'';position:fixed;inset:0;background:#00f;z-index:-1}
       html::after{content:'';position:fixed;inset:0;background:linear-gradient(90deg,#0000 50%,#0f0 50%)}</style>`,
    ),
    '/hero': html(
      'Hero',
      `${box('linear-gradient(#00f 50%, #0f0 50%)', 'position:fixed;inset:0;z-index:-1')}<div style="margin-top:100vh;height:2000px;background:#fff">Below</div>`,
    ),
    '/screens': html(
      'Screens',
      `<main style="height:100vh;overflow:auto;scroll-snap-type:y mandatory">${['#0f0', '#00f', '#800']
        .map((color) => box(color, 'height:100vh;scroll-snap-align:start'))
        .join('')}</main>`,
    ),
    '/skipped': html(
      'Skipped',
      Array.from(
        { length: 9 },
        () => `<div style="content-visibility:auto">${box('#0f0', 'height:400px')}</div>`,
      ).join(''),
    ),
    '/right': html(
      'Right',
      `${box('#0f0', 'width:200px;height:1000px')}${box('#00f', 'width:3000px;height:100px')}<script>document.dir = 'rtl'</script>`,
    ),
    '/right-short': html(
      'Right',
      `${box('#0f0', 'width:200px;height:100px')}${box('#00f', 'width:3000px;height:100px')}<script>document.dir = 'rtl'</script>`,
    ),
    '/right-fits': html(
      'Right',
      `${box('#0f0', 'width:200px;height:100px')}<script>document.dir = 'rtl'</script>`,
    ),
    '/foreign': html(
      'Foreign',
      `${box('#fff', 'height:2000px')}FRAME${box('#00f', `${wide};position:sticky;bottom:0`)}`,
    ),
    '/foreign-screen': html('Foreign', `${box('#00f', 'height:100vh')}${box('#fff', 'height:2000px')}FRAME`),
    '/taken-back': html(
      'Taken back',
      `${box('#00f', 'height:100vh')}${Array.from({ length: 4 }, () => '<section>Words of it</section>').join('')}
       <script>const watch = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => target.classList.toggle('seen', isIntersecting)));
       document.querySelectorAll('section').forEach((section) => watch.observe(section))</script>`,
      `<style>section{height:500px;background:#0f0;opacity:0;translate:0 120px;transition:all .6s}.seen{opacity:1;translate:none}</style>`,
    ),
    '/taken-back-slowly': html(
      'Taken back slowly',
      `${box('#00f', 'height:100vh')}${Array.from({ length: 4 }, () => '<section>Words of it</section>').join('')}
       <script>const sections = [...document.querySelectorAll('section')].map((section) => [section, section.getBoundingClientRect().top]);
       const look = () => sections.forEach(([{ classList }, top]) => classList.toggle('seen', top < scrollY + innerHeight - 50));
       let timer; const soon = () => timer ??= setTimeout(() => { timer = undefined; look() }, 99);
       look(); addEventListener('scroll', soon); addEventListener('resize', soon)</script>`,
      '<style>section{height:500px;background:#0f0;opacity:0;transition:opacity .9s .6s}.seen{opacity:1}</style>',
    ),
    '/moved-by-wheel': html(
      'Moved by wheel',
      `<div id="screens">${screens}</div><script>let screen = 0;
       onwheel = ({ deltaY }) => { screen = Math.min(3, Math.max(0, screen + Math.sign(deltaY)));
       screens.style.transform = 'translateY(' + -100 * screen + '%)' }</script>`,
      '<style>html,body{overflow:hidden;height:100%}#screens,section{height:100%}</style>',
    ),
    '/follows': html(
      'Follows',
      `<div style="position:fixed;inset:0;overflow:hidden"><div id="screens">${screens}</div></div><script>
       onresize = () => { document.body.style.height = screens.scrollHeight + 'px' }; onresize(); let y = 0;
       const follow = () => { y += (scrollY - y) * 0.1; screens.style.transform = 'translateY(' + -y + 'px)';
       requestAnimationFrame(follow) }; follow()</script>`,
      '<style>section{height:600px}</style>',
    ),
    '/foreign-behind': html(
      'Foreign',
      `${box('#00f', 'position:fixed;inset:0;z-index:-1')}<div style="height:2000px"></div>FRAME`,
    ),
    '/late-pictures': html(
      'Late pictures',
      `<div id="root"></div><script>fetch('/green.svg').then(() => {
       root.innerHTML = '<img src="/late.svg?1" style="display:block"><div style="height:100px;background:url(/late.svg?2)"></div><div id="host" style="height:100px"></div>';
       host.attachShadow({ mode: 'open' }).innerHTML = '<img src="/late.svg?3" width="200" height="100">' })</script>`,
    ),
    '/paper': html(
      'Paper',
      '<p>Words</p>',
      '<style>@page{size:A5 landscape;margin:5cm}body{margin:0}</style>',
    ),
    '/veiled': html(
      'Veiled',
      `<dialog>Subscribe</dialog><div style="height:2500px"></div><aside style="position:fixed;right:5px;top:90px">Chat</aside>
       <script>document.querySelector('dialog').showModal()</script>`,
      '<style>::backdrop{background:#123456}</style>',
    ),
    '/tall': html('Tall', box('#0f0', 'height:40000px')),
    '/counted-by-frames': html(
      'Counted by frames',
      `<div style="height:2000px">${'Gannets dive from thirty metres and enter the sea like arrows. '.repeat(8)}</div><p id="count">0</p><script>setTimeout(() => {}, 2000); new IntersectionObserver(([entry], observer) => {
       if (!entry.isIntersecting) return; observer.disconnect();
       let begun; const step = (now) => { begun ??= now; const share = Math.min(1, (now - begun) / 2000); count.textContent = Math.round(1250 * share);
       if (share < 1) return requestAnimationFrame(step); count.style.background = '#0f0' }; requestAnimationFrame(step) }).observe(count)</script>`,
    ),
    '/counted': html(
      'Counted',
      `<div style="height:2000px"></div><p id="count">0</p><script>new IntersectionObserver(([entry], observer) => { if (!entry.isIntersecting) return; observer.disconnect();
       const begun = performance.now(); const step = () => { const share = Math.min(1, (performance.now() - begun) / 2000); count.textContent = Math.round(1250 * share);
       if (share < 1) return requestAnimationFrame(step); count.style.background = '#0f0' }; step() }).observe(count)</script>`,
    ),
    '/faded': html(
      'Faded',
      `${box('#0f0', `${wide};opacity:0`)}<script>const { style } = document.querySelector('div'); let begun; const step = (now) => {
       begun ??= now; style.opacity = Math.min(1, (now - begun) / 1500); if (style.opacity < 1) requestAnimationFrame(step) }; requestAnimationFrame(step)</script>`,
    ),
    '/wide': html('Wide', `${box('#0f0', 'width:100px;height:100px')}${box('#00f', `${wide};width:1500px`)}`),
    '/wide-table': html(
      'Wide',
      `<div style="max-width:500px;margin:auto;overflow:auto;height:60px">${columns}</div><pre>${'word '.repeat(300)}end</pre><pre><code style="white-space:pre">${'code '.repeat(300)}ends</code></pre><p>After it`,
    ),
    '/fixed-width': html(
      'Fixed',
      `<img name="createTreeWalker"><img name="createRange"><nav style="position:fixed;right:-300px;width:300px">Hidden</nav><div style="position:absolute;left:100%;white-space:nowrap">Off the canvas</div>
       <main style="width:1500px">${'word '.repeat(300)}end</main>
       <div style="width:600px;overflow:hidden"><div style="display:flex;width:5000px"><p style="width:2500px">One<p>Two</div></div>`,
    ),
    '/chat': html(
      'Chat',
      `${box('#fff', 'height:2500px')}<p>End of it</p><aside style="position:fixed;right:5px;bottom:20px;width:100px">Chat</aside>`,
    ),
    '/wide-pictures': html(
      'Wide pictures',
      `<p>Around it</p><svg width="1500" height="100"><text x="1350" y="50">end of it</text></svg><canvas width="1500" style="display:block"></canvas>
       <div style="overflow:hidden"><svg width="3000" height="100"><text y="50">cut off</text></svg></div>
       <svg width="1500" height="100" style="width:100%"><text y="50">fits</text></svg>`,
    ),
    '/sums': html(
      'Sums',
      `<div style="height:400px;overflow:auto"><table>${Array.from({ length: 60 }, (_, row) => `<tr><td>row${row}`).join('')}<tfoot><tr><td style="position:sticky;bottom:0">sum</table></div>`,
    ),
    '/placed': html(
      'Placed',
      `<main style="position:relative">${[0, 1, 2, 3, 4].map((column) => `<p style="position:absolute;left:${column * 300}px">card${column}</p>`).join('')}</main>
       <p style="position:absolute;right:0">Corner`,
    ),
    '/unprinted': html(
      'Unprinted',
      `<p>Not to be printed</p>${columns}`,
      '<style>@media print{body{display:none}}</style>',
    ),
    '/bar': html(
      'Bar',
      '<p>Words above the bar</p><footer style="position:fixed;inset:auto 0 0">Bar</footer>' +
        '<aside style="position:fixed;bottom:60px;left:50%;width:300px;transform:translateX(-50%)">Moved</aside>' +
        '<aside style="position:fixed;bottom:90px;left:50%;width:300px;margin-left:-150px">Drawn</aside>',
    ),
    '/controls': html(
      'Controls',
      '<progress value="1" style="position:absolute;left:0;top:0;width:200px;height:40px"></progress>',
    ),
  };

  const green200 =
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="#0f0"/></svg>';

  let site: Site;
  let other: Site;
  let browser: { visit: Visit } & AsyncDisposable;
  beforeAll(async () => {
    other = await startSite({ '/': html('Other', box('#0f0', 'position:fixed;inset:0')) }, '127.0.0.2');
    const frame = `<iframe src="${other.origin}/" style="display:block;border:0;width:200px;height:100px"></iframe>`;
    site = await startSite({
      ...Object.fromEntries(
        Object.entries(pages).map(([path, page]) => [
          path,
          page.replace('</head>', '<style>body{margin:0}</style></head>').replace('FRAME', frame),
        ]),
      ),
      '/green.svg': file('image/svg+xml', green200),
      '/never.css': () => undefined,
      '/late.svg': (_request, response) =>
        setTimeout(() => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(green200), 1400),
      '/late-frame': (_request, response) =>
        setTimeout(
          () =>
            response
              .writeHead(200, { 'content-type': 'text/html' })
              .end(html('Frame', box('#0f0', 'position:fixed;inset:0'))),
          1400,
        ),
    });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  const takeAndTell = async (
    path: string,
    mobile = false,
    more: object = {},
    between: (page: LivePage) => LivePage = (page) => page,
  ) => {
    using deadline = new Deadline(40_000);
    const url = `${site.origin}${path}`;
    const { request } = parseScrape({ url, output: 'screenshot', options: { width: 800, height: 600 } });
    if (request.output !== 'screenshot') throw new Error('not a picture');
    const { options } = request;
    const viewport = mobile ? undefined : { width: 800, height: 600 };
    const { value, warnings } = await browser.visit(
      pageRequest(url, {
        asText: false,
        blockMedia: false,
        mobile,
        viewport,
        planFor: () => ({ from: 'browser', why: 'asked' }),
        ...more,
      }),
      (page) => screenshot(between(page), options),
      deadline,
    );
    return { picture: readPng(Buffer.from(value?.data ?? '', 'base64')), warnings };
  };
  const take = async (...what: Parameters<typeof takeAndTell>): Promise<Pixels> =>
    (await takeAndTell(...what)).picture;
  const [green, blue, brown, white] = ['#00ff00', '#0000ff', '#880000', '#ffffff'];

  test('holds what loads on sight, and what is fixed once, where it covers nothing', async () => {
    const picture = await take('/lazy');
    expect(picture.height).toBeGreaterThan(6000);
    expect(picture.at(10, 10)).toBe(blue);
    expect(picture.at(100, 3050)).toBe(green);
    expect(picture.at(100, picture.height - 80)).toBe(green);
    expect([picture.at(300, 580), picture.at(300, 1500)]).toEqual([white, white]);
    expect(picture.at(300, picture.height - 10)).toBe(brown);
  });

  test('holds all that an element of it scrolls through', async () => {
    const picture = await take('/inner');
    expect(picture.height).toBe(40 + 3000 + 100 + 30);
    expect(picture.at(10, 3090)).toBe(green);
    expect([picture.at(10, 10), picture.at(10, picture.height - 10)]).toEqual([blue, brown]);
  });

  test('holds no cookie banner, nor its veil, and is as long as the page that it locked', async () => {
    const picture = await take('/banner');
    expect(picture.height).toBeGreaterThan(2000);
    expect(picture.at(10, picture.height - 50)).toBe(green);
    expect(picture.at(400, 300)).not.toBe('#ff0000');
    expect(picture.at(780, 300)).toBe(white);
  });

  const redIn = ({ at }: Pixels): number =>
    Array.from({ length: 60 }, (_, row) =>
      Array.from({ length: 80 }, (__, column) => at(column * 10, row * 10)),
    )
      .flat()
      .filter((color) => /^#ff(?!f)/.test(color)).length;
  const bottomOf = ({ at, height }: Pixels) => at(100, height - 50);

  test.each(Object.keys(opened))(
    'holds not what opens because it is scrolled through, or read for long: %s',
    async (name) => {
      const path = `/opened/${Object.keys(opened).indexOf(name)}`;
      // One by the scrolling of the wait itself, too.
      for (const waitStrategy of path === '/opened/0' ? ['automatic', 'heavy'] : ['automatic']) {
        const picture = await take(path, false, { waitStrategy });
        const seen = { red: redIn(picture), isLong: picture.height > 5000, bottom: bottomOf(picture) };
        expect({ waitStrategy, ...seen }).toEqual({ waitStrategy, red: 0, isLong: true, bottom: green });
      }
    },
  );

  /** The real page, whose dialog opens just before it is first taken. */
  const openingAt = (command: keyof Commands) => {
    let taken = 0;
    const between = (page: LivePage): LivePage => ({
      ...page,
      send: async (method, params) => {
        if (method === command && taken++ === 0)
          await page.evaluate(() => document.querySelector('dialog')?.showModal());
        return page.send(method, params);
      },
    });
    return { between, taken: () => taken };
  };

  test('holds not what opens just as it is taken', async () => {
    const { between, taken } = openingAt('Page.captureScreenshot');
    const picture = await take('/dialog', false, {}, between);
    expect([redIn(picture), bottomOf(picture), taken()]).toEqual([0, green, 2]);
  });

  test.each(Object.entries(kept))('holds %s', async (name, [, more]) => {
    const picture = await take(`/kept/${Object.keys(kept).indexOf(name)}`, false, more);
    expect(redIn(picture)).toBeGreaterThan(500);
  });

  test('holds a header that comes when it is scrolled', async () => {
    expect((await take('/header')).at(400, 25)).toBe(blue);
  });

  test('shows what is moving in at its end', async () => {
    expect((await take('/moving')).at(10, 50)).toBe(green);
  });

  test('holds what timers bring, and what they bring on sight', async () => {
    const picture = await take('/timed');
    expect([picture.at(10, 50), picture.at(10, picture.height - 50)]).toEqual([green, blue]);
  });

  test('holds what scripts show that wait for a reader', async () => {
    expect((await take('/held-back')).at(10, 50)).toBe(green);
  });

  test('holds a page that is transparent until a script has run', async () => {
    expect((await take('/veiled-long')).at(10, 50)).toBe(green);
  });

  test('holds what is asked for on sight, in two steps', async () => {
    const picture = await take('/asked');
    expect(picture.at(100, picture.height - 50)).toBe(green);
  });

  test('shows what is animated by its place in the window as in the middle of it', async () => {
    const picture = await take('/scroll-driven');
    expect([50, 1250, 2250, 2750].map((y) => picture.at(100, y))).toEqual([green, green, green, green]);
  });

  test('holds all of a panel that scrolls', async () => {
    const picture = await take('/panel');
    expect([picture.height, picture.at(400, 3050), picture.at(400, 3150)]).toEqual([3200, green, blue]);
  });

  test('holds the rows of a long list that are made for the window, and nothing where none are made', async () => {
    const picture = await take('/rows');
    expect([picture.height, ...[50, 3000, 5900].map((y) => picture.at(600, y))]).toEqual([
      6000,
      green,
      green,
      green,
    ]);
    const inPanel = await take('/rows-in-panel');
    expect([inPanel.height, inPanel.at(600, 390)]).toEqual([600, green]);
  });

  test('holds what shows itself once most of it is in sight', async () => {
    const picture = await take('/mostly-seen');
    const parts = Array.from({ length: 12 }, (_, part) => picture.at(400, 240 * part + 120));
    expect(new Set(parts)).toEqual(new Set([green]));
  });

  test('is taken without a font that does not come, which is told', async () => {
    const { picture, warnings } = await takeAndTell('/unlettered');
    expect(picture.at(100, 50)).toBe(green);
    expect(warnings).toEqual(['a font did not come in time: its text is shown in another']);
  });

  test('is taken without a style sheet that does not come, which is told', async () => {
    const { picture, warnings } = await takeAndTell('/unstyled');
    expect(picture.at(10, 50)).toBe(green);
    expect(warnings).toEqual(['a style sheet did not come in time: the page is shown without it']);
  });

  test('is told of no style sheet where there is none, however little time is left', async () => {
    const inHaste = (page: LivePage): LivePage => Object.create(page, { remaining: { value: 700 } });
    const { picture, warnings } = await takeAndTell('/lazy', false, {}, inHaste);
    expect(picture.at(10, 10)).toBe(blue);
    expect(warnings).toEqual([]);
  });

  test('holds images and frames that are still on their way when it is scrolled through', async () => {
    const picture = await take('/late');
    expect([5050, 5150].map((y) => picture.at(100, y))).toEqual([green, green]);
  });

  test('holds frames of other sites below the window, and screens as high as it', async () => {
    const picture = await take('/foreign');
    expect([picture.height, picture.at(100, 2050), picture.at(100, 2150)]).toEqual([2200, green, blue]);
    const screen = await take('/foreign-screen');
    expect([screen.height, screen.at(100, 590), screen.at(100, 610)]).toEqual([2700, blue, white]);
    expect(screen.at(100, 2650)).toBe(green);
  });

  test.each(['/taken-back', '/taken-back-slowly'])(
    'holds what is taken back when it goes out of sight: %s',
    async (path) => {
      const picture = await take(path);
      const places = [300, 700, 1700, 2500].map((y) => picture.at(300, y));
      expect(places).toEqual([blue, green, green, green]);
    },
  );

  test('holds what a script moves through the window, by wheel or slowly behind the scrollbar', async () => {
    for (const path of ['/moved-by-wheel', '/follows']) {
      const picture = await take(path);
      const places = [590, 690, 1500, 2300].map((y) => picture.at(700, y));
      expect({ path, height: picture.height, places }).toEqual({
        path,
        height: 2400,
        places: [green, blue, brown, green],
      });
    }
  });

  test('lies upon what it lies upon in a window as high as it, too', async () => {
    const picture = await take('/foreign-behind');
    expect([300, 1500, 2050].map((y) => picture.at(100, y))).toEqual([blue, blue, green]);
  });

  test('holds pictures without a size, backgrounds and those of shadow roots that are on their way', async () => {
    const picture = await take('/late-pictures');
    expect([50, 150, 250].map((y) => picture.at(100, y))).toEqual([green, green, green]);
  });

  test('holds a header that comes back with the way up', async () => {
    expect((await take('/back')).at(10, 40)).toBe(blue);
  });

  test('holds what sticks to the lower edge in its place, and what is small and fixed at the end', async () => {
    const picture = await take('/edge');
    expect([picture.at(10, 580), picture.at(10, 2020), picture.at(10, 2200)]).toEqual([white, brown, blue]);
    expect([picture.at(715, 545), picture.at(715, picture.height - 55)]).toEqual([white, green]);
    expect([picture.at(695, picture.height - 55), picture.at(735, picture.height - 55)]).toEqual([
      white,
      white,
    ]);
    // In a box of its own it sticks to that.
    expect([picture.at(10, picture.height - 50), picture.at(10, picture.height - 10)]).toEqual([
      white,
      brown,
    ]);
  });

  test('lies upon what it lay upon in the window', async () => {
    const picture = await take('/behind');
    const heights = [300, 1500, 2100, picture.height - 10];
    expect(heights.map((y) => picture.at(400, y))).toEqual([blue, blue, green, blue]);
  });

  test('lies upon what the page generates, and under it, from end to end', async () => {
    const picture = await take('/generated');
    const heights = [300, 1500, picture.height - 1];
    expect(heights.map((y) => [picture.at(1, y), picture.at(700, y)])).toEqual(
      heights.map(() => [blue, green]),
    );
    expect(picture.height).toBeLessThan(2100);
  });

  test('has fields and bars as Chromium draws them', async () => {
    const picture = await take('/controls');
    expect(picture.at(100, 20)).toBe('#0075ff');
  });

  test('lies not upon what it covers when it is scrolled', async () => {
    const picture = await take('/hero');
    expect([100, 500, 700].map((y) => picture.at(400, y))).toEqual([blue, green, white]);
  });

  test('holds screen after screen of what scrolls, on a phone, too', async () => {
    const picture = await take('/screens');
    expect(picture.height).toBe(1800);
    expect([300, 900, 1500].map((y) => picture.at(400, y))).toEqual([green, blue, brown]);
    const phone = await take('/inner', true);
    expect(phone.height).toBe(Math.floor((40 + 3000 + 100 + 30) * 2.625));
    expect(phone.at(10, phone.height - 10)).toBe(brown);
  });

  test('holds what Chromium does not draw out of sight', async () => {
    const picture = await take('/skipped');
    expect(picture.height).toBe(3600);
    expect([500, 2000, 3500].map((y) => picture.at(400, y))).toEqual([green, green, green]);
  });

  test('begins at the right where the page is read from there', async () => {
    for (const [path, height] of [
      ['/right', 1000],
      ['/right-short', 100],
    ] as const) {
      const picture = await take(path);
      expect([picture.at(790, 50), picture.at(500, 50)]).toEqual([green, white]);
      expect([picture.at(790, height + 50), picture.at(10, height + 50)]).toEqual([blue, blue]);
    }
    const picture = await take('/right-fits');
    expect([picture.at(795, 50), picture.at(605, 50), picture.at(595, 50)]).toEqual([green, green, white]);
  });

  const printAndTell = async (
    path: string,
    asked: Record<string, unknown> = {},
    between: (page: LivePage) => LivePage = (page) => page,
  ) => {
    using deadline = new Deadline(40_000);
    const url = `${site.origin}${path}`;
    const { request } = parseScrape({ url, output: 'pdf', options: asked });
    if (request.output !== 'pdf') throw new Error('not a PDF request');
    const { options } = request;
    const { value, warnings } = await browser.visit(
      pageRequest(url, { asText: false, planFor: () => ({ from: 'browser', why: 'asked' }) }),
      (page) => pdf(between(page), options),
      deadline,
    );
    return { bytes: Buffer.from(value?.data ?? '', 'base64'), warnings };
  };
  const print = async (...what: Parameters<typeof printAndTell>): Promise<Buffer> =>
    (await printAndTell(...what)).bytes;

  test('holds it on paper, too', async () => {
    const text = (await print('/inner')).toString('latin1');
    expect(Number(/\/Count (\d+)/.exec(text)?.[1])).toBeGreaterThan(2);
  });

  test.each([
    [{}, [596, 842, 142]],
    [{ format: 'Letter', landscape: true, margin: { left: 10 } }, [792, 612, 10]],
  ])('is on the paper that was asked for, whatever the page says of it: %o', async (asked, expected) => {
    const document = await getDocumentProxy(new Uint8Array(await print('/paper', asked)));
    const sheet = await document.getPage(1);
    const { items } = await sheet.getTextContent();
    const { width, height } = sheet.getViewport({ scale: 1 });
    const [left] = items.map((item) => ('transform' in item ? item.transform[4] : undefined));
    expect([width, height, left].map(Math.round)).toEqual(expected);
  });

  test('tells what each part of it is, but for a page of very many', async () => {
    const isTagged = async (path: string) => (await print(path)).includes('/StructTreeRoot');
    expect([await isTagged('/paper'), await isTagged('/many-rows')]).toEqual([true, false]);
  });

  test('has the veil of a dialog, and what is small and fixed, on the first sheet alone', async () => {
    const document = await getDocumentProxy(new Uint8Array(await print('/veiled')));
    expect(document.numPages).toBeGreaterThan(2);
    const sheets = Array.from({ length: document.numPages }, async (_, index) => {
      const sheet = await document.getPage(index + 1);
      const { items } = await sheet.getTextContent();
      const { argsArray } = await sheet.getOperatorList();
      return {
        text: items.map((item) => ('str' in item ? item.str : '')).join(''),
        drawn: JSON.stringify(argsArray),
      };
    });
    const [first, ...others] = await Promise.all(sheets);
    expect(first?.text).toContain('Chat');
    expect(first?.drawn).toContain('#123456');
    for (const { text, drawn } of others) expect([text, drawn.includes('#123456')]).toEqual(['', false]);
  });

  const wordsOf = async (bytes: Buffer) => {
    const document = await getDocumentProxy(new Uint8Array(bytes));
    const sheets = Array.from({ length: document.numPages }, async (_, index) => {
      const sheet = await document.getPage(index + 1);
      const { width } = sheet.getViewport({ scale: 1 });
      const { items } = await sheet.getTextContent();
      return items.flatMap((item) =>
        'str' in item && item.str.trim() !== ''
          ? [
              {
                text: item.str,
                sheet: index,
                left: item.transform[4],
                top: item.transform[5],
                right: item.transform[4] + item.width,
                width,
                size: item.transform[3],
              },
            ]
          : [],
      );
    });
    return (await Promise.all(sheets)).flat();
  };

  test('holds all columns of a table on paper, and all of a line of code, also where they scroll', async () => {
    const { bytes, warnings } = await printAndTell('/wide-table', { scale: 2 });
    expect(warnings).toEqual([expect.stringMatching(/^a table is printed at 2\d % of its size to fit/)]);
    const words = await wordsOf(bytes);
    const text = words.map(({ text: word }) => word).join(' ');
    expect(text).toMatch(/column39 word .* end code .* ends After it/s);
    for (const { right, width } of words) expect(right).toBeLessThan(width);
  });

  test('has the text around a wide table on paper as large as it is', async () => {
    const words = await wordsOf(await print('/wide-table'));
    const [around] = words.filter(({ text }) => text === 'After it');
    expect(around?.size).toBeCloseTo(12, 0);
    expect(Math.max(...words.filter(({ text }) => text === 'column39').map(({ size }) => size))).toBeLessThan(
      4,
    );
  });

  test('holds all of a page on paper that is wider than it, but not what is off to the side', async () => {
    const { bytes, warnings } = await printAndTell('/fixed-width');
    const words = await wordsOf(bytes);
    const text = words.map(({ text: word }) => word).join(' ');
    expect(text.match(/word/g)).toHaveLength(300);
    expect(text).toContain('end');
    const [last] = words.filter(({ text: word }) => word.endsWith('end'));
    expect(last?.size).toBeGreaterThan(5.5);
    expect(warnings).toEqual([expect.stringMatching(/^printed at 4[89] % of its size to fit/)]);
  });

  test('has on paper what is fixed in the lower half of the window in its own place, where it covers nothing', async () => {
    const words = await wordsOf(await print('/chat'));
    expect(words.map(({ text }) => text)).toEqual(['End of it', 'Chat']);
  });

  test('holds all of a wide picture on paper, with the text around it as large as it is', async () => {
    const { bytes, warnings } = await printAndTell('/wide-pictures');
    const words = await wordsOf(bytes);
    expect(words.map(({ text, size }) => [text, Math.round(size)])).toEqual([
      ['Around it', 12],
      ['end of it', 6],
      ['cut off', 12],
      ['fits', 12],
    ]);
    for (const { right, width } of words) expect(right).toBeLessThan(width);
    expect(warnings).toEqual([]);
  });

  test('has on paper what sticks to the lower edge of a table at the end of it', async () => {
    const words = await wordsOf(await print('/sums'));
    const byPlace = words.toSorted((one, other) => one.sheet - other.sheet || other.top - one.top);
    expect(byPlace.slice(-2).map(({ text }) => text)).toEqual(['row59', 'sum']);
  });

  test('holds on paper what a page places beside each other in the window', async () => {
    const words = await wordsOf(await print('/placed'));
    expect(words.map(({ text }) => text)).toEqual(['card0', 'card1', 'card2', 'card3', 'card4', 'Corner']);
    for (const { right, width } of words) expect(right).toBeLessThan(width);
    // As wide as the cards need it, and no wider.
    expect(words[0]?.size).toBeGreaterThan(6);
  });

  test('is on paper as it is on a screen where its style leaves nothing to print, which is told', async () => {
    const { bytes, warnings } = await printAndTell('/unprinted');
    const words = await wordsOf(bytes);
    expect(words.map(({ text }) => text).join(' ')).toMatch(/^Not to be printed .*column39$/);
    for (const { right, width } of words) expect(right).toBeLessThan(width);
    expect(warnings).toContain(
      'the page shows nothing of itself on paper: it is printed as it is on a screen',
    );
  });

  test('has the text on paper as large as it is where a bar is fixed across the window', async () => {
    const words = await wordsOf(await print('/bar'));
    expect(words.map(({ text, size }) => [text, Math.round(size)])).toEqual([
      ['Words above the bar', 12],
      ['Bar', 12],
      ['Moved', 12],
      ['Drawn', 12],
    ]);
    for (const { left } of words) expect(left).toBeGreaterThan(28);
  });

  test('has not on paper what opens because it is scrolled through', async () => {
    const words = await wordsOf(await print('/opened/0'));
    const text = words.map(({ text: word }) => word).join(' ');
    expect(text).toContain('fish far out');
    expect(text).not.toContain('Never miss a gannet');
  });

  test('nor what opens just as it is printed', async () => {
    const { between, taken } = openingAt('Page.printToPDF');
    const words = await wordsOf(await print('/dialog', {}, between));
    const text = words.map(({ text: word }) => word).join(' ');
    expect(taken()).toBe(2);
    expect(text).toContain('fish far out');
    expect(text).not.toContain('Never miss a gannet');
  });

  test.each(['/counted', '/counted-by-frames'])(
    'shows at their end figures that count up once they are in sight: %s',
    async (path) => {
      const picture = await take(path);
      expect(picture.at(400, 2030)).toBe(green);
    },
  );

  test('shows at its end what a script fades in', async () => {
    const picture = await take('/faded');
    expect(picture.at(400, 50)).toBe(green);
  });

  test('tells of what lies beside it', async () => {
    const { picture, warnings } = await takeAndTell('/wide');
    expect(picture.width).toBe(800);
    expect(warnings).toEqual([
      'the page is 1500 pixels wide: of that the picture holds 800, more with a larger options.width',
    ]);
  });

  test('is as wide as was asked for, without a scrollbar', async () => {
    const { width } = await take('/tall');
    expect(width).toBe(800);
  });

  test('ends where textures do, which is told', async () => {
    const { picture, warnings } = await takeAndTell('/tall');
    expect(warnings).toEqual([
      expect.stringMatching(/^the page is \d{5} pixels high: of that the picture holds the first 16384$/),
    ]);
    expect(picture.height).toBe(16_384);
    expect(picture.at(10, 16_380)).toBe(green);
  });
});
