import { file, html, type Page, type Site, startSite } from './site.ts';
import { acceptWebSockets } from './websocket.ts';

/** Pages with much text of their own to which one line comes late, in the ways of the frameworks that make such pages. */
export interface LatePage {
  readonly kind: string;
  readonly path: string;
}

/** What comes late. */
export const finalLine = 'And this was the final line';

const prose =
  'Lapwings nest on open ground and lead foxes away by feigning a broken wing, loudly and for a long way. '.repeat(
    6,
  );
const far = '<div style="height:4000px"></div>';
const root = '<div id="root"></div>';

/** What scripts of these pages call. */
const helpers = `const add=(line=${JSON.stringify(finalLine)},to=document.getElementById('root'))=>{const p=document.createElement('p');p.textContent=line;to.append(p)};
  const get=(ms)=>fetch('/data?ms='+ms).then((r)=>r.json());const rest=(ms)=>new Promise((r)=>setTimeout(r,ms));
  const onSight=(element,then)=>new IntersectionObserver(([{isIntersecting}],o)=>{if(isIntersecting){o.disconnect();then()}}).observe(element);
  const load=()=>import('/view.js').then((m)=>m.load());`;

/** A list of a hundred rows of 30 pixels that holds those in sight of it alone, as the libraries for long lists do. */
const longList = `<div id="list" style="height:240px;overflow:auto"><div id="rows" style="height:3000px;position:relative"></div><div id="end"></div></div>
  <script>const draw=()=>{const top=list.scrollTop;rows.innerHTML='';
  for(let n=Math.max(0,Math.floor(top/30)-2);n<Math.min(100,(top+list.clientHeight)/30+2);n++)
    rows.insertAdjacentHTML('beforeend','<p style="position:absolute;margin:0;top:'+n*30+'px">Row '+n+' '+(n===ROW?final:'')+'</p>')};
  const final=${JSON.stringify(finalLine)};new ResizeObserver(draw).observe(list);list.onscroll=draw</script>`;
const longListTo = (row: number): string => longList.replace('ROW', String(row));

/** One that looks at its size only when the window changes. */
const longListOfWindow = longListTo(99).replace(
  'new ResizeObserver(draw).observe(list)',
  'draw();onresize=draw',
);

/** One that scrolls with the page. */
const longListInPage = longListOfWindow
  .replace(';overflow:auto', '')
  .replace('height:240px', '')
  .replace('list.scrollTop', 'Math.max(0,-list.getBoundingClientRect().top)')
  .replace('list.clientHeight', 'innerHeight')
  .replace('list.onscroll', 'onscroll');

const full = (script: string, body = root, head = ''): string =>
  html(
    'Late',
    `<main><h1>Lapwings</h1><p>${prose}</p>${body}</main><script>${helpers}${script}</script>`,
    head,
  );

/** A frame of another site that a script adds. */
const framed = (path: string): string =>
  full(
    `const frame=document.createElement('iframe');frame.src='http://localhost:'+location.port+'${path}';frame.width=600;frame.height=300;root.append(frame)`,
  );
const widget = (script: string): string =>
  html('Frame', `<p>Reviews of readers</p>${root}<script>${helpers}${script}</script>`);

/** Little more than links until `show()` is called. */
const thin = (script: string): string =>
  html(
    'Late',
    `<nav>${'<a href="/elsewhere">Elsewhere</a> '.repeat(20)}</nav>${root}<script>${helpers}
     const show=()=>{add(${JSON.stringify(prose)});add()};${script}</script>`,
  );

const queryOf = (url = '') => new URL(url, 'http://site').searchParams;

const later =
  (type: string, body: string, status = 200): Page =>
  ({ url }, response) => {
    const answer = () => response.writeHead(status, { 'content-type': type }).end(body);
    setTimeout(answer, Number(queryOf(url).get('ms') ?? 0));
  };

/** Sends each part so many milliseconds after the one before. */
const inParts =
  (type: string, everyMs: number, parts: readonly string[]): Page =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type });
    const left = [...parts];
    response.write(left.shift() ?? '');
    const timer = setInterval(() => {
      const part = left.shift();
      if (part === undefined) response.end();
      else response.write(part);
    }, everyMs);
    response.on('close', () => clearInterval(timer));
  };

/** Refuses the first two of each key. */
const refusedTwice = (): Page => {
  const times = new Map<string, number>();
  return ({ url }, response) => {
    const key = queryOf(url).get('key') ?? '';
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    response.writeHead(time < 3 ? 503 : 200, { 'content-type': 'application/json' }).end('{}');
  };
};

const serviceWorker = `addEventListener('install',(e)=>e.waitUntil(skipWaiting()));addEventListener('activate',(e)=>e.waitUntil(clients.claim()));
  addEventListener('fetch',(e)=>{const {pathname,searchParams}=new URL(e.request.url);if(pathname==='/from-worker')
    e.respondWith(new Promise((r)=>setTimeout(()=>r(new Response(${JSON.stringify(finalLine)})),searchParams.get('ms')??0)))})`;

const resources: Readonly<Record<string, Page>> = {
  '/data': later('application/json', '{}'),
  '/part': later('text/html', `<p>${finalLine}</p>`),
  '/drip': inParts('application/json', 800, ['{"items":[1', ',2', ',3', ',4', ']}']),
  '/never': () => undefined,
  '/refused': refusedTwice(),
  '/element.js': later(
    'text/javascript',
    `customElements.define('late-part',class extends HTMLElement{connectedCallback(){this.attachShadow({mode:'open'}).innerHTML='<p>${finalLine}</p>'}})`,
  ),
  '/view.js': file(
    'text/javascript',
    `export const load=async()=>(await import('/inner-view.js?ms=300')).load()`,
  ),
  '/inner-view.js': later(
    'text/javascript',
    `export const load=async()=>{await (await fetch('/data?ms=300')).json();return ${JSON.stringify(finalLine)}}`,
  ),
  '/service-worker.js': file('text/javascript', serviceWorker),
  '/slow-service-worker.js': later('text/javascript', serviceWorker),
  '/shared-worker.js': file(
    'text/javascript',
    `onconnect=({ports:[port]})=>{port.onmessage=()=>fetch('/data?ms=400').then(()=>port.postMessage('done'))}`,
  ),
  '/events': inParts('text/event-stream', 500, [': open\n\n', 'data: go\n\n']),
  '/lazy-frame': html('Frame', `<p>${finalLine}</p>`),
  '/lazy-app': html('Frame', `${root}<script>${helpers}get(300).then(()=>add())</script>`),
  '/widget': widget(`setTimeout(()=>get(300).then(()=>setTimeout(()=>add(),400)),1200)`),
  '/widget-when-idle': widget(`requestIdleCallback(()=>requestIdleCallback(()=>setTimeout(()=>add(),1500)))`),
  '/around-widget': widget(
    `const inner=document.createElement('iframe');inner.src='http://127.0.0.1:'+location.port+'/widget';document.body.append(inner)`,
  ),
  '/picture': later(
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="9"/></svg>',
  ),
};

const onServiceWorker = (
  path: string,
  ms = 0,
): string => `navigator.serviceWorker.register(${JSON.stringify(path)});navigator.serviceWorker.ready.then(async()=>{
  if(!navigator.serviceWorker.controller)await new Promise((r)=>navigator.serviceWorker.addEventListener('controllerchange',r));
  add(await (await fetch('/from-worker?ms=${ms}')).text())})`;

const rows: readonly (readonly [kind: string, page: Page])[] = [
  [
    'a timer that waits in a loop for the clock',
    full(`setTimeout(()=>{const begun=Date.now();while(Date.now()-begun<700);add()},800)`),
  ],
  [
    'little text, a timer that waits in a loop for the clock',
    thin(`setTimeout(()=>{const begun=performance.now();while(performance.now()-begun<700);show()},800)`),
  ],
  [
    'a socket that a timer opens',
    full(`setTimeout(()=>{new WebSocket('ws://'+location.host+'/after-400').onmessage=()=>add()},600)`),
  ],
  [
    'little text, a socket that a timer opens',
    thin(`setTimeout(()=>{new WebSocket('ws://'+location.host+'/after-400').onmessage=show},600)`),
  ],
  [
    'a socket that a timer opens, and a timer that shows what came',
    full(
      `setTimeout(()=>{new WebSocket('ws://'+location.host+'/after-300').onmessage=()=>setTimeout(()=>add(),300)},500)`,
    ),
  ],
  [
    'little text, a socket that takes its time to answer',
    thin(
      `const socket=new WebSocket('ws://'+location.host+'/after-3000');socket.onopen=()=>socket.send('join');socket.onmessage=show`,
    ),
  ],
  [
    'little text, a socket that is refused, tried again each time later, and done without',
    thin(
      `let n=0;const open=()=>{new WebSocket('ws://'+location.host+'/refused-socket').onerror=()=>{if(++n<3)setTimeout(open,500*n);else get(300).then(show)}};open()`,
    ),
  ],
  [
    'an event stream that a timer opens',
    full(`setTimeout(()=>{new EventSource('/events').onmessage=()=>add()},600)`),
  ],
  [
    'data that are given up after a second',
    full(`fetch('/never',{signal:AbortSignal.timeout(1000)}).catch(()=>add())`),
  ],
  [
    'data that are given up after three seconds',
    full(
      `const c=new AbortController();setTimeout(()=>c.abort(),3000);fetch('/never',{signal:c.signal}).catch(()=>add())`,
    ),
  ],
  [
    'an XHR with a time limit',
    full(`const x=new XMLHttpRequest();x.open('GET','/never');x.timeout=3000;x.ontimeout=()=>add();x.send()`),
  ],
  ['little text, data that lose a race', thin(`Promise.race([fetch('/never'),rest(2500)]).then(show)`)],
  [
    'a lazy frame far below',
    full('', `${far}<iframe loading="lazy" src="/lazy-frame" width="600" height="300"></iframe>`),
  ],
  [
    'a lazy frame far below that fetches',
    full('', `${far}<iframe loading="lazy" src="/lazy-app" width="600" height="300"></iframe>`),
  ],
  [
    'a lazy frame in a page without scripts',
    html(
      'Late',
      `<p>${prose}</p>${far}<iframe loading="lazy" src="/lazy-frame" width="600" height="300"></iframe>`,
    ),
  ],
  ['JSON that comes slowly', full(`fetch('/drip').then((r)=>r.json()).then(()=>add())`)],
  [
    'a transition that is waited for',
    full(
      `onload=()=>requestAnimationFrame(()=>{fading.ontransitionend=()=>add();fading.classList.add('on')})`,
      `<div id="fading">.</div>${root}`,
      '<style>#fading{opacity:0;transition:opacity .8s}#fading.on{opacity:1}</style>',
    ),
  ],
  [
    'an animation that is waited for, and data then',
    full(
      `moving.onanimationend=()=>get(300).then(()=>add())`,
      `<div id="moving">.</div>${root}`,
      '<style>#moving{animation:move 1.2s 1}@keyframes move{from{opacity:0}}</style>',
    ),
  ],
  [
    'placeholders of Bootstrap',
    full(
      `get(3000).then(()=>{root.textContent='';add()})`,
      '<div id="root" class="placeholder-glow"><span class="placeholder">.</span></div>',
    ),
  ],
  [
    'a word that says to wait, behind dots',
    full(`get(2500).then(()=>{root.textContent='';add()})`, '<div id="root">...waiting</div>'),
  ],
  ...Object.entries({
    'of Font Awesome': '<i class="fas fa-circle-notch fa-spin">.</i>',
    'of one word': '<div class="loader">.</div>',
    'with a label': '<svg width="20" height="20" aria-label="Loading" role="img"></svg>',
    'that covers its part': '<div class="loading-overlay">.</div>',
  }).map(([name, spinner]): readonly [kind: string, page: Page] => [
    `a spinner ${name}`,
    full(`get(3200).then(()=>{root.textContent='';add()})`, `<div id="root">${spinner}</div>`),
  ]),
  [
    'words that say to wait, on sight',
    full(
      `onSight(root,()=>get(300).then(()=>{root.textContent='';add()}))`,
      `${far}<div id="root">Loading …</div>`,
    ),
  ],
  [
    'a spinner at the end of a list, on sight',
    full(
      `onSight(more,()=>get(300).then(()=>{more.remove();add()}))`,
      `${far}<div id="root"><p>First</p></div><div id="more"><b class="spinner">.</b></div>`,
    ),
  ],
  ['the end of a long list that holds what is in sight of it', full('', longListTo(99))],
  ['the end of such a list that looks at its size when the window changes', full('', longListOfWindow)],
  ['the end of such a list that scrolls with the page', full('', longListInPage)],
  [
    'the beginning of such a list that stays as it is, and ends with room for more',
    full('', longListTo(0).replace('list.clientHeight', '240')),
  ],
  [
    'an observer of sight that a timer begins',
    thin(`setTimeout(()=>onSight(root,()=>get(400).then(show)),700)`),
  ],
  [
    'frames and timers in turn',
    thin(
      `const frame=(then)=>requestAnimationFrame(()=>setTimeout(then,250));setTimeout(()=>frame(show),700)`,
    ),
  ],
  [
    'an animation that begins late',
    full(
      `moving.onanimationend=()=>add()`,
      `<div id="moving">.</div>${root}`,
      '<style>#moving{animation:move 1s 1.5s 1}@keyframes move{from{opacity:0}}</style>',
    ),
  ],
  [
    'React: a boundary whose part is streamed',
    inParts('text/html; charset=utf-8', 1500, [
      `<!DOCTYPE html><title>Late</title><body><h1>Lapwings</h1><p>${prose}</p><!--$?--><template id="B:0"></template><p>Loading</p><!--/$-->`,
      `<div hidden id="S:0"><p>${finalLine}</p></div><script>{const place=document.getElementById('B:0'),part=document.getElementById('S:0');
       place.nextElementSibling.remove();place.replaceWith(part.firstChild);part.remove()}</script>`,
    ]),
  ],
  [
    'Next.js: data of components in scripts that are streamed',
    inParts('text/html; charset=utf-8', 700, [
      `<!DOCTYPE html><title>Late</title><body><div id="root"><h1>Lapwings</h1><p>${prose}</p></div><script>${helpers}let sink;
       const flight=new ReadableStream({start(c){sink=c}});(async()=>{let all='';for await(const part of flight)all+=part;await rest(50);add(JSON.parse(all).line)})()</script>`,
      `<script>sink.enqueue('{"line":"And this was ')</script>`,
      `<script>sink.enqueue('the final line"}');sink.close()</script>`,
    ]),
  ],
  [
    'Astro: an island on sight',
    full(
      `customElements.define('astro-island',class extends HTMLElement{connectedCallback(){onSight(this.children[0],()=>load().then((line)=>{add(line,this);this.removeAttribute('ssr')}))}})`,
      `${far}<astro-island ssr client="visible" style="display:contents"><div>.</div></astro-island>`,
    ),
  ],
  [
    'Qwik: a task on sight',
    full(`onSight(root,()=>load().then(add))`, `${far}<div id="root" on:qvisible="view.js#task"></div>`),
  ],
  [
    'htmx: load with a delay',
    full(
      `const part=document.querySelector('[hx-get]');setTimeout(()=>fetch(part.getAttribute('hx-get')).then((r)=>r.text()).then((t)=>{part.innerHTML=t}),1000)`,
      `<div hx-get="/part?ms=500" hx-trigger="load delay:1s">…</div>`,
    ),
  ],
  [
    'htmx: revealed',
    full(
      `const part=document.querySelector('[hx-get]');const timer=setInterval(()=>{const {top,bottom}=part.getBoundingClientRect();
       if(top<innerHeight&&bottom>=0){clearInterval(timer);fetch(part.getAttribute('hx-get')).then((r)=>r.text()).then((t)=>{part.innerHTML=t})}},200)`,
      `${far}<div hx-get="/part?ms=500" hx-trigger="revealed">…</div>`,
    ),
  ],
  [
    'Turbo: a lazy frame',
    full(
      `const frame=document.querySelector('turbo-frame');onSight(frame,()=>fetch(frame.getAttribute('src')).then((r)=>r.text()).then((t)=>{frame.innerHTML=t;frame.setAttribute('complete','')}))`,
      `${far}<turbo-frame loading="lazy" src="/part?ms=700" style="display:block">Loading</turbo-frame>`,
    ),
  ],
  [
    'Livewire: a lazy component on sight',
    full(
      `const part=document.querySelector('[x-intersect]');onSight(part,()=>fetch('/part?ms=700',{method:'POST',body:'{}'}).then((r)=>r.text()).then((t)=>{part.innerHTML=t}))`,
      `${far}<div wire:snapshot="{}" x-intersect="$wire.__lazyLoad('x')">.</div>`,
    ),
  ],
  [
    'pictures in the cards of a grid, on sight',
    full(
      `for(const place of document.querySelectorAll('.place'))onSight(place,()=>{place.innerHTML=place.dataset.line})`,
      `${far}<div style="display:grid;grid-template-columns:1fr 1fr 1fr 1fr">${'<div style="height:400px">Nest</div>'.repeat(15)}
       <div>Nest<div class="place" data-line="${finalLine}" style="height:150px"></div></div></div>`,
    ),
  ],
  [
    'data beside a drawing with a height in its style',
    full('get(300).then(()=>add())', `<svg style="height:300px"></svg>${root}`),
  ],
  [
    'a picture in the place of an inline box, on sight',
    full(
      `onSight(place,()=>{place.textContent=final.content})`,
      `${far}<span><span id="place" style="display:inline-block;width:300px;height:200px"></span></span><p>Nest</p>`,
      `<meta id="final" content="${finalLine}">`,
    ),
  ],
  ['Angular: a deferred block, when idle', full(`requestIdleCallback(()=>load().then(add))`)],
  ['Angular: a deferred block, after a second and a half', full(`setTimeout(()=>load().then(add),1500)`)],
  [
    'Vue: an asynchronous component that is tried again',
    full(
      `(async()=>{for(let n=0;n<4;n++){if((await fetch('/refused?key=v'+performance.timeOrigin)).ok)return add();await rest(500*2**n)}})()`,
    ),
  ],
  [
    'GraphQL that is tried again',
    full(
      `(async()=>{for(let n=0;n<4;n++){if((await fetch('/refused?key=g'+performance.timeOrigin,{method:'POST',body:'{"query":"{line}"}'})).ok)return add();await rest(1000*2**n)}})()`,
    ),
  ],
  ['Svelte: a block that awaits', thin(`root.textContent='...loading';get(2500).then(show)`)],
  [
    'tabs that are loaded one by one when idle',
    full(
      `const next=(n)=>requestIdleCallback(()=>get(150).then(()=>{add('Tab '+n);if(n<4)next(n+1);else add()}),{timeout:2000});next(0)`,
    ),
  ],
  [
    'a chain of idle callbacks',
    full(`let n=0;const next=()=>{if(++n<12)requestIdleCallback(next);else add()};requestIdleCallback(next)`),
  ],
  [
    'much work that is done when idle',
    full(
      `let n=0,sum=0;const work=()=>{for(let k=0;k<2e7;k++)sum+=k%7;if(++n<12)requestIdleCallback(work);else add()};requestIdleCallback(work)`,
    ),
  ],
  ['a service worker on its first load', full(onServiceWorker('/service-worker.js'))],
  ['a service worker whose script comes slowly', full(onServiceWorker('/slow-service-worker.js?ms=600'))],
  ['a service worker that takes its time to answer', full(onServiceWorker('/service-worker.js', 900))],
  [
    'an element that is defined late',
    full('', '<late-part></late-part><script src="/element.js?ms=900" async></script>'),
  ],
  [
    'an element that is defined late, by a timer',
    full(
      `setTimeout(()=>{const s=document.createElement('script');s.src='/element.js?ms=700';document.body.append(s)},1200)`,
      '<late-part></late-part>',
    ),
  ],
  [
    'a part that is busy',
    full(
      `get(4000).then(()=>{root.removeAttribute('aria-busy');root.textContent='';add()})`,
      '<div id="root" aria-busy="true"><div style="height:20px"></div></div>',
    ),
  ],
  [
    'an element of the page that shows a spinner of its own',
    full(
      `const part=root.attachShadow({mode:'open'});part.innerHTML='<div class="spinner">.</div>';get(4000).then(()=>{part.innerHTML='<p>${finalLine}</p>'})`,
    ),
  ],
  [
    'a worker that tells a channel',
    full(
      `const script="setTimeout(()=>new BroadcastChannel('news').postMessage('go'),500)";new BroadcastChannel('news').onmessage=()=>add();
       new Worker(URL.createObjectURL(new Blob([script])))`,
    ),
  ],
  [
    'a shared worker',
    full(
      `const {port}=new SharedWorker('/shared-worker.js');port.onmessage=()=>add();port.postMessage('go')`,
    ),
  ],
  ['a chain of imports', full(`load().then(add)`)],
  [
    'WebAssembly',
    full(
      `WebAssembly.instantiate(new Uint8Array([0,97,115,109,1,0,0,0,1,5,1,96,0,1,127,3,2,1,0,7,5,1,1,102,0,0,10,6,1,4,0,65,42,11]))
       .then(({instance})=>get(300).then(()=>{if(instance.exports.f()===42)add()}))`,
    ),
  ],
  [
    'a transition of the view',
    full(`onload=()=>document.startViewTransition(()=>get(300)).finished.then(()=>add())`),
  ],
  [
    'tasks of the background',
    full(
      `scheduler.postTask(()=>scheduler.postTask(()=>get(200).then(()=>add()),{delay:700,priority:'background'}),{priority:'background'})`,
    ),
  ],
  [
    'a chain of observers of changes',
    full(
      `let n=0;new MutationObserver(()=>{if(++n<6)setTimeout(()=>steps.append('.'),150);else if(n===6)add()}).observe(steps,{childList:true});steps.append('.')`,
      `<p id="steps"></p>${root}`,
    ),
  ],
  [
    'data beside a long poll',
    full(`const poll=()=>fetch('/data?ms=25000&poll').then(poll);poll();get(1200).then(()=>add())`),
  ],
  [
    'data of the own site that take two seconds',
    full(`get(2000).then(()=>add())`, '<h2>Reviews</h2><section id="root"></section>'),
  ],
  [
    'data of the own site, asked for by a timer, that take a second and a half',
    full(`setTimeout(()=>get(1600).then(()=>add()),500)`),
  ],
  [
    'a part of the code of the own site that takes two seconds',
    full(`onload=()=>import('/inner-view.js?ms=2000').then((m)=>m.load()).then(add)`),
  ],
  [
    'consent that is taken for granted after a while',
    full(
      `setTimeout(()=>get(400).then(()=>add()),1500)`,
      `<div>We use cookies. <button>Accept</button></div>${root}`,
    ),
  ],
  [
    'what unfolds',
    full(
      `more.ontoggle=()=>{if(more.open)get(200).then(()=>add(undefined,more))}`,
      '<details id="more"><summary>More</summary></details>',
    ),
  ],
  [
    'a frame that tells the page',
    full(
      `onmessage=()=>add()`,
      `${root}<iframe srcdoc="<script>setTimeout(()=>fetch('/data?ms=500').then(()=>parent.postMessage(1,'*')),400)</script>" hidden></iframe>`,
    ),
  ],
  [
    'a sandboxed frame',
    full(
      '',
      `<iframe sandbox="allow-scripts" srcdoc="<p>Reviews</p><script>setTimeout(()=>document.body.append('${finalLine}'),1500)</script>" width="600" height="300"></iframe>`,
    ),
  ],
  [
    'a frame of no origin, in the process of the page',
    full(
      '',
      `<iframe src="data:text/html,<p>Reviews</p><script>let n=0,at=document.body;const next=()=>{const p=document.createElement('p');p.textContent=++n<6?'Review':'${finalLine}';at.append(p);at=p;if(n<6)setTimeout(next,250)};setTimeout(next,1900)</script>" width="600" height="300"></iframe>`,
    ),
  ],
  ['a frame of another site', framed('/widget')],
  ['a frame of another site, when idle', framed('/widget-when-idle')],
  ['a frame of another site in which is one of this', framed('/around-widget')],
  [
    'a route that is entered by the Navigation API',
    thin(
      `navigation.onnavigate=(e)=>e.intercept({handler:()=>get(500).then(show)});onload=()=>navigation.navigate('/next-view')`,
    ),
  ],
];

export const latePages: readonly LatePage[] = rows.map(([kind]) => ({
  kind,
  // Each is of a kind of its own: of none is anything learned by the others.
  path: `/${kind.toLowerCase().replace(/\W+/g, '/')}`,
}));

/** Serves every kind, on a loopback address of its own. */
export const startLateSite = async (): Promise<Site> => {
  const pages = rows.map(([, page], index) => [latePages[index]?.path, page]);
  const site = await startSite({ ...resources, ...Object.fromEntries(pages) });
  site.server.prependListener('upgrade', ({ url }, socket) => {
    if (url === '/refused-socket') socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
  });
  acceptWebSockets(site.server, (path, peer) => {
    const timer = setTimeout(() => peer.send('go'), Number(/\d+/.exec(path)?.[0] ?? 0));
    peer.socket.on('close', () => clearTimeout(timer));
  });
  return site;
};
