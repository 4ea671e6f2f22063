import type { IncomingMessage, ServerResponse } from 'node:http';
import { file, html, type Page, type Site, startSite } from './site.ts';
import { acceptWebSockets } from './websocket.ts';

/** Kinds of pages by how their content comes to be: what a wait has to tell apart (docs/adr/0008). */
export interface WaitingPage {
  readonly path: string;
  readonly kind: string;
  /** One of the thirty kinds by which ways of waiting are compared in time. */
  readonly isCommon: boolean;
  readonly serve: Page;
  /** Words of a complete answer: with some kinds those of the last step. */
  readonly expect: readonly string[];
}

const prose =
  'Gannets dive from thirty metres and enter the sea like arrows, which few other birds can do. '.repeat(6);
const content = `<article><h1>The content is here</h1><p>${prose}</p></article>`;
const shell = `<nav>${'<a href="/somewhere">Somewhere else</a> '.repeat(30)}</nav><div id="root"></div><footer>${'All rights are reserved. '.repeat(8)}</footer>`;
const words = ['The content is here', 'enter the sea'];
const last = 'And this was the last of it';

/** A document whose script fills `#root`: `show()` puts the content there, `add(words)` one more line of it. */
const app = (script: string, body = '<div id="root">Loading</div>', head = ''): string =>
  html(
    'App',
    `${body}<script>
     const root=document.getElementById('root');
     const show=(more='')=>{root.innerHTML=${JSON.stringify(content)}+more};
     const add=(line)=>{const p=document.createElement('p');p.textContent=line;root.append(p)};
     const get=(ms)=>fetch('/data?ms='+ms).then((r)=>r.json());
     ${script}</script>`,
    head,
  );

const queryOf = (request: IncomingMessage) => new URL(request.url ?? '/', 'http://site').searchParams;

/** Answers after `?ms=`. */
const later =
  (type: string, body: string): Page =>
  (request, response) => {
    setTimeout(
      () => response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body),
      Number(queryOf(request).get('ms') ?? 0),
    );
  };

/** Sends the parts one by one, and leaves the answer open unless it `ends`. */
const inParts =
  (type: string, parts: readonly string[], { everyMs, ends }: { everyMs: number; ends: boolean }): Page =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type });
    const left = [...parts];
    response.write(left.shift() ?? '');
    const timer = setInterval(() => {
      const part = left.shift();
      if (part !== undefined) response.write(part);
      else if (ends) response.end();
      if (left.length === 0 && (part === undefined || !ends)) clearInterval(timer);
    }, everyMs);
    response.on('close', () => clearInterval(timer));
  };

const lines = Array.from(
  { length: 10 },
  (_, index) => `Line ${index + 1} of a list that arrives piece by piece.`,
);

const interstitial = (request: IncomingMessage, response: ServerResponse) => {
  if (request.headers.cookie?.includes('passed=1'))
    response.writeHead(200, { 'content-type': 'text/html' }).end(html('Page', content));
  else
    response.writeHead(503, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' }).end(
      html(
        'Just a moment...',
        `<div id="challenge-running">Checking your browser before you go on.</div>
         <script>setTimeout(()=>{document.cookie='passed=1';location.reload()},2000)</script>`,
      ),
    );
};

/** How often each piece of work was asked for. */
const accepted = new Map<string, number>();

/** What the pages ask for. */
const resources: Readonly<Record<string, Page>> = {
  '/data': later('application/json', '{"ok":true}'),
  '/assets/collections': later('application/json', '{"ok":true}'),
  '/style.css': later('text/css', 'body{margin:1em}'),
  '/tracker.js': later('text/javascript', 'window.tracked=true'),
  '/image.svg': later(
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="9"/></svg>',
  ),
  '/one.js': later('text/javascript', `import('/two.js?ms=150').then((m)=>m.go())`),
  '/two.js': later('text/javascript', 'export const go=()=>import("/three.js?ms=150")'),
  '/three.js': later('text/javascript', 'show()'),
  '/classic.js': later(
    'text/javascript',
    `var s=document.createElement('script');s.src='/three.js?ms=200';document.head.append(s)`,
  ),
  '/worker.js': file('text/javascript', `var t=Date.now();while(Date.now()-t<500);postMessage('done')`),
  '/fetching-worker.js': later('text/javascript', `fetch('/data?ms=500').then(()=>postMessage('done'))`),
  '/accepted': ({ url = '' }, response) => {
    const time = (accepted.get(url) ?? 0) + 1;
    accepted.set(url, time);
    response.writeHead(time < 4 ? 202 : 200).end('x');
  },
  '/page-in-frame': app(`get(600).then(()=>show())`),
  '/app-behind': app(
    'setTimeout(()=>get(300).then(()=>show()),200)',
    '<div id="root"></div>',
    '<script src="/tracker.js?ms=100"></script>',
  ),
  '/target': html('Target', content),
  '/silent': () => undefined,
  '/collect': inParts('text/plain', ['.'], { everyMs: 200, ends: false }),
  '/stream': inParts(
    'text/plain',
    [...lines, last].map((line) => `${line}\n`),
    { everyMs: 120, ends: true },
  ),
  '/pauses': inParts('text/plain', [...lines.slice(0, 5), last], { everyMs: 500, ends: true }),
  '/list-of-events': inParts(
    'text/event-stream',
    [': open\n\n', ...[...lines.slice(0, 5), last].map((line) => `data: ${line}\n\n`)],
    { everyMs: 500, ends: false },
  ),
  '/gaps': inParts('text/plain', ['one', 'two', 'three'], { everyMs: 800, ends: true }),
  '/events': inParts('text/event-stream', [': open\n\n', 'data: go\n\n'], { everyMs: 400, ends: false }),
};

type Row = readonly [kind: string, serve: Page, expected?: readonly string[]];

const rows: readonly Row[] = [
  ['static', html('Static', content)],
  ['slow stylesheet', html('Styled', content, '<link rel="stylesheet" href="/style.css?ms=400">')],
  ['slow image', html('Image', `${content}<img src="/image.svg?ms=800" alt="">`)],
  [
    'analytics that never end',
    html('Analytics', `${content}<script>fetch('/collect');navigator.sendBeacon('/silent','x')</script>`),
  ],
  [
    'hydration',
    app(
      `setTimeout(()=>{const a=document.querySelector('article');a.setAttribute('data-live','');add('Hydrated words')},60)`,
      `<div id="root">${content}</div>`,
    ),
    [...words, 'Hydrated words'],
  ],
  ...[50, 200, 500, 1000, 1500].map(
    (ms): Row => [`app, data after ${ms} ms`, app(`get(${ms}).then(()=>show())`)],
  ),
  ['app in a full shell', app(`get(700).then(()=>show())`, shell)],
  [
    'full shell, data in two steps after load',
    app(`onload=()=>get(30).then(()=>setTimeout(()=>get(60).then(()=>show()),120))`, shell),
  ],
  [
    'full shell, a data base opened first',
    app(`onload=()=>{indexedDB.open('kept',1).onsuccess=()=>get(200).then(()=>show())}`, shell),
  ],
  [
    'full shell, an idle moment first',
    app(`onload=()=>requestIdleCallback(()=>get(200).then(()=>show()))`, shell),
  ],
  [
    'full shell, a frame first',
    app(`onload=()=>requestAnimationFrame(()=>requestAnimationFrame(()=>get(200).then(()=>show())))`, shell),
  ],
  [
    'app with much hidden text',
    app(
      `get(2000).then(()=>show())`,
      `<noscript>${prose}</noscript><template>${prose}</template><div hidden>${prose}</div><div style="display:none">${prose}</div><script type="application/json">{"text":"${prose}"}</script><div id="root"></div>`,
    ),
  ],
  [
    'chain of fetches',
    app(`get(150).then(()=>get(150)).then(()=>get(150)).then(()=>show('<p>${last}</p>'))`),
    [last],
  ],
  [
    'fetches with pauses between',
    app(
      `const rest=(ms)=>new Promise((r)=>setTimeout(r,ms));get(150).then(()=>rest(80)).then(()=>get(150)).then(()=>rest(80)).then(()=>show('<p>${last}</p>'))`,
    ),
    [last],
  ],
  [
    'XHR, 700 ms after load',
    app(
      `addEventListener('load',()=>setTimeout(()=>{const x=new XMLHttpRequest();x.open('GET','/data?ms=300');x.onload=()=>show();x.send()},700))`,
    ),
  ],
  ['dynamic imports', app(`import('/one.js?ms=150')`)],
  [
    'scripts that add scripts',
    app('', '<div id="root"></div>', '<script src="/classic.js?ms=200" defer></script>'),
  ],
  [
    'list in a stream',
    app(
      `fetch('/stream').then(async(r)=>{root.textContent='';for await(const part of r.body.pipeThrough(new TextDecoderStream()))for(const line of part.trim().split('\\n'))add(line)})`,
    ),
    ['Line 1 of', 'Line 10 of', last],
  ],
  [
    'document in parts',
    inParts(
      'text/html',
      [
        '<!DOCTYPE html><title>Parts</title><body><script>0</script>',
        ...lines.map((line) => `<p>${line}</p>`),
        content,
        `<p>${last}</p>`,
      ],
      { everyMs: 80, ends: true },
    ),
    [...words, last],
  ],
  ['data in a body with gaps', app(`fetch('/gaps').then((r)=>r.text()).then(()=>show())`)],
  [
    'full shell, queries that go to one address',
    app(
      `const ask=(n)=>fetch('/data?ms=600',{method:'POST',body:n}).then(()=>add('Answer '+n));for(let n=1;n<7;n++)ask(n)`,
      `<p>${prose}</p>${shell}`,
    ),
    ['Answer 1', 'Answer 6'],
  ],
  [
    'full shell, page after page of data',
    app(`(async()=>{for(let n=1;n<6;n++){await get(200+n);add('Answer '+n)}})()`, `<p>${prose}</p>${shell}`),
    ['Answer 1', 'Answer 5'],
  ],
  ['full shell, data after 4 s', app(`get(4000).then(()=>show())`, shell)],
  [
    'full page that says it is loading',
    app(`get(2500).then(()=>add('${last}'))`, `<p>${prose}</p><div id="root"><p>Loading reviews…</p></div>`),
    [last],
  ],
  [
    'full page, data of an address like that of a collector',
    app(
      `fetch('/assets/collections?ms=900').then(()=>add('${last}'))`,
      `<p>${prose}</p><div id="root"></div>`,
    ),
    [last],
  ],
  ['polling', app(`get(300).then(()=>show());setInterval(()=>fetch('/data?ms=5&n='+Math.random()),200)`)],
  ['long poll', app(`get(300).then(()=>{show();fetch('/silent?poll')})`)],
  ['server-sent events', app(`new EventSource('/events').onmessage=()=>show()`)],
  ['websocket', app(`new WebSocket('ws://'+location.host+'/after-400').onmessage=()=>show()`)],
  [
    'full page, data after 2.5 s in the place of nameless boxes',
    app(
      `get(2500).then(()=>show())`,
      `<p>${prose}</p><div id="root">${'<div class="a1"></div>'.repeat(4)}</div>`,
      '<style>.a1{height:20px;margin:9px;background:#ddd;animation:b2 1s infinite alternate}@keyframes b2{to{opacity:.4}}</style>',
    ),
    ['The content is here'],
  ],
  [
    'full page, server-sent events',
    html(
      'Pushed',
      `${content}<p id="p"></p><script>new EventSource('/events').onmessage=()=>{p.textContent='${last}'}</script>`,
    ),
    [...words, last],
  ],
  [
    'full page, websocket',
    html(
      'Pushed',
      `${content}<p id="p"></p><script>new WebSocket('ws://'+location.host+'/after-400').onmessage=()=>{p.textContent='${last}'}</script>`,
    ),
    [...words, last],
  ],
  [
    'full page, websocket, a part that says it is loading',
    html(
      'Pushed',
      `${content}<p id="p">Loading…</p><p id="q"></p><script>new WebSocket('ws://'+location.host+'/list-every-900').onmessage=()=>{if(q.textContent==='')q.textContent='Joined';else p.textContent='${last}'}</script>`,
    ),
    [...words, last],
  ],
  [
    'full page, a list in a stream with pauses',
    app(
      `fetch('/pauses').then(async(r)=>{for await(const part of r.body.pipeThrough(new TextDecoderStream()))add(part)})`,
      `<p>${prose}</p><div id="root"></div>`,
    ),
    ['Line 1 of', 'Line 5 of', last],
  ],
  [
    'full page, one text in pieces',
    app(
      `let text='';fetch('/pauses').then(async(r)=>{for await(const part of r.body.pipeThrough(new TextDecoderStream()))root.textContent=text+=part})`,
      `<p>${prose}</p><div id="root"></div>`,
    ),
    ['Line 1 of', 'Line 5 of', last],
  ],
  [
    'full page, a list of events',
    app(
      `new EventSource('/list-of-events').onmessage=({data})=>add(data)`,
      `<p>${prose}</p><div id="root"></div>`,
    ),
    ['Line 1 of', 'Line 5 of', last],
  ],
  [
    'full page, messages one by one',
    app(
      `new WebSocket('ws://'+location.host+'/list-every-500').onmessage=({data})=>add(data)`,
      `<p>${prose}</p><div id="root"></div>`,
    ),
    ['Line 1 of', 'Line 5 of', last],
  ],
  [
    'full page, a socket that is greeted, signed in to and asked',
    app(
      `const socket=new WebSocket('ws://'+location.host+'/answers-in-350');let told=0;socket.onopen=()=>socket.send('hello');socket.onmessage=()=>{if(++told<4)socket.send('more');else add('${last}')}`,
      `<p>${prose}</p><div id="root"></div>`,
    ),
    [last],
  ],
  [
    'a socket that is greeted, then asked',
    app(
      `const socket=new WebSocket('ws://'+location.host+'/answers-in-1800');let told=0;socket.onopen=()=>socket.send('hello');socket.onmessage=()=>{if(++told<2)socket.send('more');else show()}`,
    ),
  ],
  [
    'full page, work that is accepted, then asked for every second',
    app(
      `(async()=>{for(let n=0;n<9;n++){if((await fetch('/accepted?of='+performance.timeOrigin)).status===200)return add('${last}');await new Promise((r)=>setTimeout(r,1000))}})()`,
      `<p>${prose}</p><div id="root"></div>`,
    ),
    [last],
  ],
  [
    'full page, code that waits for its style sheet',
    app(
      `onload=()=>{const link=document.createElement('link');link.rel='stylesheet';link.href='/style.css?ms=900';link.onload=()=>get(200).then(()=>add('${last}'));document.head.append(link)}`,
      `<p>${prose}</p><div id="root"></div>`,
    ),
    [last],
  ],
  [
    'full page, data that its markup asks for',
    app(
      `get(900).then(()=>add('${last}'))`,
      `<p>${prose}</p><div id="root"></div>`,
      '<link rel="preload" as="fetch" crossorigin href="/data?ms=900">',
    ),
    [last],
  ],
  [
    'full page, a worker that fetches',
    app(
      `new Worker('/fetching-worker.js?ms=100').onmessage=()=>add('${last}')`,
      `<p>${prose}</p><div id="root"></div>`,
    ),
    [last],
  ],
  [
    'full shell, a worker that takes its time',
    app(
      `const script="setTimeout(()=>postMessage('done'),1200)";new Worker(URL.createObjectURL(new Blob([script]))).onmessage=()=>add('${last}')`,
      shell,
    ),
    [last],
  ],
  [
    'ticker',
    app(
      `setInterval(()=>{clock.textContent=Date.now()},50);get(300).then(()=>show())`,
      '<b id="clock"></b><div id="root"></div>',
    ),
  ],
  [
    'carousel',
    app(
      `setInterval(()=>ring.append(ring.firstChild),120);get(300).then(()=>show())`,
      '<ul id="ring"><li>First slide</li><li>Second slide</li><li>Third slide</li></ul><div id="root"></div>',
    ),
  ],
  [
    'skeleton',
    app(
      `get(900).then(()=>show())`,
      `<div id="root"><div class="skeleton" aria-busy="true">${'Loading, please wait. '.repeat(30)}</div></div>`,
    ),
  ],
  ['timer', app(`setTimeout(()=>show(),800)`)],
  ['timer of 5 s', app(`setTimeout(()=>show(),5000)`)],
  [
    'chain of timers',
    app(
      `let n=0;const t=setInterval(()=>{add('Step '+ ++n);if(n===10){clearInterval(t);show('<p>${last}</p>')}},100)`,
    ),
    [last],
  ],
  ['idle callback', app(`requestIdleCallback(()=>requestIdleCallback(()=>show()))`)],
  [
    'animation frames',
    app(`let n=0;const f=()=>{add('Frame '+ ++n);n<30?requestAnimationFrame(f):show('<p>${last}</p>')};f()`),
    [last],
  ],
  ['long computation', app(`setTimeout(()=>{const t=Date.now();while(Date.now()-t<600);show()},0)`)],
  ['worker', app(`new Worker('/worker.js').onmessage=()=>show()`)],
  [
    'frame that fills later',
    html('Frame', '<h1>Around it</h1><iframe src="/page-in-frame"></iframe>'),
    [...words, 'Around it'],
  ],
  ['tracker of 6 s', html('Tracker', `${content}<script async src="/tracker.js?ms=6000"></script>`)],
  ['redirect by script', html('Away', `<p>One moment</p><script>location.replace('/target')</script>`)],
  [
    'redirect by a timer',
    html('Away', `<p>One moment</p><script>setTimeout(()=>{location.href='/app-behind'},700)</script>`),
  ],
  [
    'redirect by a timer of 4 s',
    html('Away', `<p>One moment</p><script>setTimeout(()=>{location.href='/target'},4000)</script>`),
  ],
  [
    'redirect by meta',
    html('Away', '<p>One moment</p>', '<meta http-equiv="refresh" content="1;url=/target">'),
  ],
  [
    'redirect by a header',
    (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', refresh: '2; url=/target' })
        .end(html('Away', '<p>One moment</p>')),
  ],
  ['interstitial of 2 s', interstitial],
  [
    'fetch whose body nobody reads',
    html(
      'Unread',
      `${content}<script>fetch('/image.svg?ms=50').then((r)=>{window.kept=r});fetch('/collect?unread')</script>`,
    ),
  ],
  ['empty', html('Empty', ''), []],
];

/** Kinds beyond the thirty common ones: of most of them all the words come late, so that they tell of completeness, not of speed. */
const further = new Set([
  'app in a full shell',
  'full shell, data in two steps after load',
  'full shell, a data base opened first',
  'full shell, an idle moment first',
  'full shell, a frame first',
  'app with much hidden text',
  'fetches with pauses between',
  'document in parts',
  'data in a body with gaps',
  'full shell, queries that go to one address',
  'full shell, page after page of data',
  'full shell, data after 4 s',
  'full page that says it is loading',
  'full page, data of an address like that of a collector',
  'full page, data after 2.5 s in the place of nameless boxes',
  'full page, server-sent events',
  'full page, websocket',
  'full page, websocket, a part that says it is loading',
  'full page, a list in a stream with pauses',
  'full page, one text in pieces',
  'full page, a list of events',
  'full page, messages one by one',
  'full page, a socket that is greeted, signed in to and asked',
  'a socket that is greeted, then asked',
  'full page, work that is accepted, then asked for every second',
  'full page, code that waits for its style sheet',
  'full page, data that its markup asks for',
  'full page, a worker that fetches',
  'full shell, a worker that takes its time',
  'timer of 5 s',
  'chain of timers',
  'animation frames',
  'worker',
  'frame that fills later',
  'redirect by a timer',
  'redirect by a timer of 4 s',
  'redirect by a header',
  'fetch whose body nobody reads',
]);

export const waitingPages: readonly WaitingPage[] = rows.map(([kind, serve, expected = words]) => ({
  path: `/${kind.toLowerCase().replace(/\W+/g, '-')}`,
  kind,
  isCommon: !further.has(kind),
  serve,
  expect: expected,
}));

/** Serves every kind, on a loopback address of its own. */
export const startWaitingSite = async (): Promise<Site> => {
  const site = await startSite({
    ...resources,
    ...Object.fromEntries(waitingPages.map(({ path, serve }) => [path, serve])),
  });
  acceptWebSockets(site.server, (path, peer) => {
    const ms = Number(/\d+/.exec(path)?.[0] ?? 0);
    if (path.startsWith('/answers')) {
      peer.socket.on('data', () => setTimeout(() => peer.send('go'), ms));
      return;
    }
    const left = path.startsWith('/list') ? [...lines.slice(0, 5), last] : ['go'];
    const timer = setInterval(() => {
      const message = left.shift();
      if (message === undefined) clearInterval(timer);
      else peer.send(message);
    }, ms);
    peer.socket.on('close', () => clearInterval(timer));
  });
  return site;
};
