import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createGzip } from 'node:zlib';
import { file, html, type Page, redirect, type Site, startSite } from './site.ts';
import { acceptWebSockets } from './websocket.ts';

/** Pages that mean harm, or are merely broken: what no visit may hang on, die of or lose its content to. */
export interface TorturePage {
  readonly path: string;
  readonly kind: string;
  readonly serve: Page;
  /** So much work for the machine that few of its kind should be met at once. */
  readonly isHeavy: boolean;
  readonly expect:
    | { readonly words: readonly string[] }
    /** There is nothing to read: the reason told. */
    | { readonly status: number; readonly reason: string }
    /** It may well be too much for Chromium itself: an answer in time is all that is asked. */
    | 'any';
}

const prose =
  'Gannets dive from thirty metres and enter the sea like arrows, which few other birds can do. '.repeat(6);
const article = `<article><h1>Words to keep</h1><p>${prose}</p></article>`;
const words = ['Words to keep', 'enter the sea'];

const page = (body: string, head = '') => html('Torture', `${article}${body}`, head);
/** The content, then a script. */
const scripted = (script: string, body = '') => page(`${body}<script>${script}</script>`);
const onceLoaded = (script: string) =>
  scripted(`addEventListener('load',()=>setTimeout(()=>{${script}},50))`);

/** Writes every few milliseconds for as long as the other side is there, more than it can use. */
const flood = (stream: Duplex | ServerResponse, write: () => void): void => {
  const timer = setInterval(write, 20);
  stream.on('close', () => clearInterval(timer));
};

const headOf = '<!DOCTYPE html><html><head><meta charset="utf-8"><title>Endless</title></head><body>';

const endless: Page = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.write(`${headOf}${article}`);
  const block = '<p>More of a body that has no end.</p>'.repeat(40);
  flood(response, () => response.write(block));
};

const dripping: Page = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.write(`${headOf}${article}`);
  const timer = setInterval(() => response.write('<p>One more line.</p>'), 100);
  response.on('close', () => clearInterval(timer));
};

const gzipBomb: Page = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' });
  const gzip = createGzip({ level: 1 });
  gzip.on('error', () => response.destroy());
  response.on('close', () => gzip.destroy());
  gzip.pipe(response);
  gzip.write(`${headOf}${article}<p>`);
  const block = Buffer.alloc(1_000_000, 97);
  let left = 300;
  const go = () => {
    while (left-- > 0) if (!gzip.write(block)) return void gzip.once('drain', go);
    gzip.end();
  };
  go();
};

const truncated: Page = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': 90_000 });
  response.write(page(''), () => setTimeout(() => response.destroy(), 50));
};

const badHeader: Page = (_request, response) => {
  response.socket?.end('HTTP/1.1 200 OK\r\nBad Header Name: x\r\nContent-Length: abc\r\n\r\nhi');
};

/** Elsewhere each time, so that it is never the page it was. */
const onwards =
  (lead: (next: string) => string): Page =>
  (request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    const next = `${url.pathname}?n=${Number(url.searchParams.get('n') ?? 0) + 1}`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(lead(next));
  };

type Row = readonly [kind: string, serve: Page, expect?: TorturePage['expect']];
const fails = (reason: string, status = 500) => ({ status, reason });

const neverAnswers: readonly Row[] = [
  ['document that never answers', () => undefined, fails('timeout', 504)],
  ['script that never answers', page('<script src="/never"></script><p>Behind it</p>')],
  ['async script that never answers', page('<script async src="/never"></script>')],
  ['image that never answers', page('<img src="/never" alt="">')],
  ['stylesheet that never answers', page('<p>Behind it</p>', '<link rel="stylesheet" href="/never">')],
  ['import of a stylesheet that never answers', page('<style>@import "/never";</style>')],
  [
    'font that never answers',
    page('<style>@font-face{font-family:x;src:url(/never)}h1{font-family:x}</style>'),
  ],
  ['frame that never answers', page('<iframe src="/never"></iframe>')],
  [
    'frame of another site that never answers',
    page('<iframe src="http://127.0.0.2:1/never"></iframe><script>0</script>'),
  ],
  [
    'synchronous XHR that never answers',
    scripted(`const x=new XMLHttpRequest();x.open('GET','/never',false);x.send()`),
  ],
  ['fetch that never answers', scripted(`fetch('/never')`)],
  ['import that never answers', scripted(`import('/never')`)],
  [
    'service worker that swallows every request',
    scripted(
      `navigator.serviceWorker.register('/swallow.js').then(()=>navigator.serviceWorker.ready).then(()=>{if(!sessionStorage.again){sessionStorage.again=1;location.reload()}})`,
    ),
  ],
  ['body that never ends', endless],
  ['body that drips', dripping],
];

const spins: readonly Row[] = [
  ['loop at once', scripted('for(;;){}')],
  [
    'loop before the content is parsed',
    html('Torture', `<h1>Words to keep</h1><p>${prose}</p><script>while(true);</script><p>Behind</p>`),
  ],
  ['loop after load', onceLoaded('for(;;){}')],
  ['loop in a timer', scripted('setTimeout(()=>{for(;;){}},30)')],
  [
    'loop on resize and scroll',
    scripted(
      `for(const e of ['resize','scroll','visibilitychange','blur'])addEventListener(e,()=>{for(;;){}})`,
    ),
  ],
  [
    'loop in a mutation observer',
    scripted(
      `new MutationObserver(()=>{for(;;){}}).observe(document,{subtree:true,childList:true,attributes:true});document.body.append('x')`,
    ),
  ],
  ['loop of microtasks', onceLoaded('const f=()=>Promise.resolve().then(f);f()')],
  ['loop of microtasks at once', scripted('(function f(){queueMicrotask(f)})()')],
  ['loop on the clock', onceLoaded('const t=Date.now();while(Date.now()-t<1e6);')],
  ['catastrophic expression', onceLoaded(`/^(a+)+$/.test('a'.repeat(60)+'b')`)],
  ['loop in a frame', page('<iframe srcdoc="<script>for(;;){}</script>"></iframe>')],
  [
    'loop in workers',
    scripted(`for(let i=0;i<4;i++)new Worker(URL.createObjectURL(new Blob(['for(;;){}'])))`),
  ],
  [
    'wait on shared memory in a worker',
    scripted(
      `new Worker(URL.createObjectURL(new Blob(['Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0)'])))`,
    ),
  ],
  [
    'loop in a getter of the prototype',
    scripted(
      `for(const [p,n] of [[Document.prototype,'scripts'],[Node.prototype,'textContent'],[Element.prototype,'shadowRoot'],[Node.prototype,'nodeValue']])Object.defineProperty(p,n,{get(){for(;;){}}})`,
    ),
  ],
  ['sort that takes for ever', onceLoaded('new Array(3e7).fill(0).map(Math.random).sort()')],
];

const goesAway: readonly Row[] = [
  ['meta refresh loop', onwards((next) => page('', `<meta http-equiv="refresh" content="0;url=${next}">`))],
  [
    'meta refresh loop of thin pages',
    onwards((next) =>
      html('Thin', '<p>Few words to keep</p>', `<meta http-equiv="refresh" content="0;url=${next}">`),
    ),
    { words: ['Few words to keep'] },
  ],
  ['navigation loop', onwards((next) => scripted(`location.href='${next}'`))],
  ['reload loop', scripted('location.reload()')],
  ['reload loop in timers', scripted('setTimeout(()=>location.reload(),5)')],
  [
    'history loop',
    onceLoaded(
      `let n=0;setInterval(()=>{for(let i=0;i<50;i++)try{history.pushState(0,'','?n='+n++);history.back()}catch{}},1)`,
    ),
  ],
  ['hash loop', scripted(`let n=0;addEventListener('hashchange',()=>{location.hash=n++});location.hash='x'`)],
  [
    'form that sends itself',
    onwards((next) => scripted(`document.forms[0].submit()`, `<form method="post" action="${next}"></form>`)),
  ],
  ['redirect loop', redirect('/redirect-loop'), fails('too_many_redirects')],
  ['redirect to a file', redirect('file:///etc/passwd'), fails('redirect_refused')],
  ['redirect to data', redirect('data:text/html,<h1>x</h1>'), fails('redirect_refused')],
  ['redirect to the browser', redirect('chrome://version'), fails('redirect_refused')],
  [
    'location of another scheme',
    scripted(
      `for(const u of ['file:///etc/passwd','chrome://version','data:text/html,x','view-source:'+location])try{location=u}catch{}`,
    ),
  ],
  ['window.close', scripted('window.close()')],
  ['popups', scripted(`for(let i=0;i<20;i++)window.open('/still?'+i)`)],
  ['popups for ever', scripted(`setInterval(()=>window.open('/still'),10)`)],
  [
    'popup out of a removed frame',
    scripted(
      `f=document.createElement('iframe');f.src='data:text/html,x';document.body.append(f);f.contentWindow.open('','','width=1');f.remove()`,
    ),
  ],
  [
    'document written for ever',
    scripted(
      `const w=()=>{document.open();document.write(${JSON.stringify(article).replaceAll('<', '\\x3c')}+Math.random());document.close();setTimeout(w,1)};setTimeout(w,20)`,
    ),
  ],
  [
    'document.write without an end',
    scripted(`setInterval(()=>document.write('<p>Words written instead</p>'),1)`),
    { words: ['Words written instead'] },
  ],
  ['dialogs', scripted(`for(let i=0;i<30;i++){alert(i);confirm(i);prompt(i)}`)],
  ['dialogs for ever', onceLoaded(`setInterval(()=>alert(1),1)`)],
  [
    'beforeunload',
    scripted(
      `addEventListener('beforeunload',(e)=>{e.preventDefault();e.returnValue='stay'});setTimeout(()=>{location.href='/still'},20)`,
    ),
  ],
  ['print', scripted('print();setInterval(print,50)')],
  [
    'fullscreen and pointer lock',
    scripted(
      `setInterval(()=>{document.documentElement.requestFullscreen().catch(()=>0);document.body.requestPointerLock()},20)`,
    ),
  ],
];

const floods: readonly Row[] = [
  [
    'memory hog',
    onceLoaded(`const a=[];setInterval(()=>{for(let i=0;i<50;i++)a.push(new Uint8Array(1e7).fill(1))},5)`),
  ],
  [
    'string that doubles',
    onceLoaded(`let s='x';const a=[];for(;;){try{s+=s;a.push(s.split(''))}catch{s='x'}}`),
    'any',
  ],
  ['websocket flood', scripted(`for(let i=0;i<4;i++)new WebSocket('ws://'+location.host+'/flood')`)],
  ['console flood', scripted(`setInterval(()=>{for(let i=0;i<2000;i++)console.log('x'.repeat(1000))},1)`)],
  [
    'postMessage flood',
    scripted(
      `addEventListener('message',()=>{postMessage('x'.repeat(1000),'*')});for(let i=0;i<100;i++)postMessage(0,'*')`,
    ),
  ],
  [
    'mutation storm',
    scripted(
      `const d=document.createElement('div');document.body.append(d);setInterval(()=>{for(let i=0;i<1000;i++){d.textContent='n'+Math.random();d.setAttribute('class',i)}},1)`,
    ),
  ],
  [
    'growth without end',
    scripted(
      `setInterval(()=>{for(let i=0;i<200;i++){const p=document.createElement('p');p.textContent='Yet another line of text '+Math.random();document.body.append(p)}},1)`,
    ),
  ],
  ['timer storm', scripted(`for(let i=0;i<500;i++)setInterval(()=>{},0)`)],
  [
    'animation frame storm',
    scripted(
      `const f=()=>{for(let i=0;i<200;i++)document.body.offsetHeight;requestAnimationFrame(f)};for(let i=0;i<20;i++)f()`,
    ),
  ],
  [
    'request flood',
    scripted(`setInterval(()=>{for(let i=0;i<100;i++)fetch('/missing?'+Math.random()).catch(()=>0)},5)`),
  ],
  [
    'data request flood',
    scripted(`setInterval(()=>{for(let i=0;i<500;i++)fetch('data:,x'+Math.random()).catch(()=>0)},1)`),
  ],
  ['event stream flood', scripted(`new EventSource('/events')`)],
  ['frames in frames', page('<iframe src="/frames-in-frames"></iframe>')],
  [
    'two hundred frames',
    scripted(`for(let i=0;i<200;i++)document.body.append(document.createElement('iframe'))`),
  ],
  [
    'endless animations',
    page(
      `<style>@keyframes x{to{transform:rotate(1turn);filter:blur(9px)}}i{animation:x .1s infinite;display:inline-block}</style>${'<i>x</i>'.repeat(500)}`,
    ),
  ],
  [
    'storage filled',
    scripted(`try{for(let i=0;;i++)localStorage[i]='x'.repeat(1e6)}catch{};indexedDB.open('x')`),
  ],
];

const largeOnes: readonly Row[] = [
  ['400 000 elements', page('<p>x</p>'.repeat(400_000))],
  [
    '400 000 elements by script',
    scripted(`document.body.insertAdjacentHTML('beforeend','<i>x</i>'.repeat(400000))`),
  ],
  ['20 000 elements deep', page(`${'<div>'.repeat(20_000)}deep`)],
  [
    '20 000 elements deep by script',
    scripted(
      `let e=document.body;for(let i=0;i<20000;i++){const d=document.createElement('div');e.append(d);e=d}`,
    ),
    'any',
  ],
  ['200 000 siblings', page('<br>'.repeat(200_000))],
  ['huge table', page(`<table>${'<tr><td>1<td>2<td>3<td>4<td>5'.repeat(20_000)}</table>`)],
  [
    'huge attributes',
    page(
      `<p data-x="${'x'.repeat(5_000_000)}" ${Array.from({ length: 5000 }, (_, index) => `data-a${index}="${index}"`).join(' ')}>x</p>`,
    ),
  ],
  ['script of 5 MB', page(`<script>var s="${'x'.repeat(5_000_000)}"</script>`)],
  ['nested tables', page('<table><tr><td>'.repeat(3000))],
  [
    'shadow roots in shadow roots',
    scripted(
      `let e=document.body;for(let i=0;i<3000;i++){const d=document.createElement('div');e.append(d);e=d.attachShadow({mode:'open'})}`,
    ),
    'any',
  ],
  ['gzip bomb', gzipBomb, 'any'],
];

const broken: readonly Row[] = [
  ['truncated', truncated],
  ['bad header', badHeader, fails('connection_failed', 400)],
  [
    'attachment',
    (_request, response) =>
      response
        .writeHead(200, {
          'content-type': 'image/png',
          'content-disposition': 'attachment; filename="x.png"',
        })
        .end('x'),
    fails('unsupported_content_type'),
  ],
  ['nothing', (_request, response) => response.writeHead(204).end(), fails('empty_response')],
  ['file', file('application/octet-stream', Buffer.alloc(5000, 7)), fails('unsupported_content_type')],
  [
    'names that clobber',
    page(
      [
        'scripts',
        'querySelector',
        'querySelectorAll',
        'createTreeWalker',
        'getElementsByTagName',
        'title',
        'baseURI',
        'images',
        'fonts',
        'body',
        'documentElement',
        'scrollingElement',
      ]
        .map((name) => `<img name="${name}"><form name="${name}"></form>`)
        .join('') +
        '<form><input name="localName"><input name="parentElement"><input name="checkVisibility"><input name="getAttribute"><input name="nodeType"><input name="shadowRoot">text</form><img id="gannetProbe"><script>0</script>',
    ),
  ],
  [
    'elements with odd names',
    scripted(
      `for(const n of ['constructor','__proto__','iframe','img','form'])document.body.append(document.createElementNS('http://example.org/',n),document.createElement(n))`,
    ),
  ],
  [
    'prototypes replaced',
    scripted(
      `for(const k of Object.getOwnPropertyNames(Array.prototype))try{Array.prototype[k]=()=>{throw 1}}catch{};JSON.stringify=()=>{throw 1};Object.prototype.toJSON=()=>{throw 1};Promise.prototype.then=()=>{throw 1}`,
    ),
  ],
];

const heavy = [...floods, ...largeOnes];
const rows = [...heavy, ...neverAnswers, ...spins, ...goesAway, ...broken];

export const torturePages: readonly TorturePage[] = rows.map((row) => {
  const [kind, serve, expect = { words }] = row;
  return {
    path: `/${kind.toLowerCase().replace(/\W+/g, '-')}`,
    kind,
    serve,
    isHeavy: heavy.includes(row),
    expect,
  };
});

const resources: Readonly<Record<string, Page>> = {
  '/still': page(''),
  '/never': () => undefined,
  '/swallow.js': file(
    'text/javascript',
    `addEventListener('install',()=>skipWaiting());addEventListener('activate',(e)=>e.waitUntil(clients.claim()));addEventListener('fetch',(e)=>{if(e.request.mode!=='navigate')e.respondWith(new Promise(()=>{}))})`,
  ),
  '/events': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const block = 'data: x\n\n'.repeat(100);
    flood(response, () => response.write(block));
  },
};

/** Serves every kind, on a loopback address of its own. */
export const startTortureSite = async (): Promise<Site> => {
  const site = await startSite({
    ...resources,
    ...Object.fromEntries(torturePages.map(({ path, serve }) => [path, serve])),
  });
  acceptWebSockets(site.server, (_path, { socket, send }) => {
    flood(socket, () => {
      for (let count = 0; count < 100; count++) send('x'.repeat(100));
    });
  });
  return site;
};
