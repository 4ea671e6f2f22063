import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';
import { html, redirect, type Site, startSite } from '../support/site.ts';

/**
 * The attacker's site is on 127.0.0.1, which this service is allowed to reach; the victim is on 127.0.0.2, which it is not.
 * Whatever a page or a caller tries, the victim must never see a request.
 */
let attacker: Site;
let victim: Site;
let service: Service;
beforeAll(async () => {
  victim = await startSite({ '/': '<h1>internal secret</h1>' }, '127.0.0.2');
  victim.server.on('upgrade', (request, socket) => {
    victim.hits.push(`UPGRADE ${request.url}`);
    socket.destroy();
  });
  victim.server.on('connection', () => victim.hits.push('connection'));
  const to = victim.origin;
  const ws = to.replace('http', 'ws');
  const long = `<p>${'Words that make this an ordinary page for the reader of it. '.repeat(10)}</p>`;
  const script = (text: string) => html('Attack', `<h1>Attack page</h1>${long}<script>${text}</script>`);
  attacker = await startSite({
    '/redirect': redirect(to),
    '/redirect-twice': redirect('/redirect'),
    '/refresh': html('r', `<h1>Attack page</h1>${long}`, `<meta http-equiv="refresh" content="0;url=${to}">`),
    '/location': script(`location.href='${to}'`),
    '/subresources': html(
      's',
      `<h1>Attack page</h1>${long}<img src="${to}/i.png"><iframe src="${to}/f"></iframe><iframe src="/redirect"></iframe>
       <img src="/redirect"><link rel="preload" as="fetch" href="${to}/p"><link rel="prefetch" href="${to}/pf">
       <object data="${to}/o"></object><embed src="${to}/e"><video src="${to}/v"></video><script src="${to}/s.js"></script>
       <form id="form" method="post" action="${to}/form"></form>`,
      `<link rel="stylesheet" href="${to}/c.css"><style>@import url(${to}/import.css);@font-face{font-family:x;src:url(${to}/font)}body{font-family:x}</style>`,
    ),
    '/calls': script(`
      fetch('${to}/fetch',{mode:'no-cors'}).catch(function(){});
      var x=new XMLHttpRequest();x.open('GET','${to}/xhr');x.send();
      navigator.sendBeacon('${to}/beacon','x');new EventSource('${to}/sse');new WebSocket('${ws}/ws');
      import('${to}/module.js').catch(function(){});window.open('${to}/popup');
      fetch('http://2130706434:${victim.port}/decimal',{mode:'no-cors'}).catch(function(){});
      fetch('http://0x7f000002:${victim.port}/hex',{mode:'no-cors'}).catch(function(){});
      fetch('http://[::ffff:127.0.0.2]:${victim.port}/mapped',{mode:'no-cors'}).catch(function(){});`),
    '/workers': script(`
      new Worker(URL.createObjectURL(new Blob(["fetch('${to}/worker',{mode:'no-cors'});new WebSocket('${ws}/worker-ws')"])));
      new SharedWorker(URL.createObjectURL(new Blob(["fetch('${to}/shared',{mode:'no-cors'})"])));
      try{var p=new RTCPeerConnection({iceServers:[{urls:'stun:127.0.0.2:${victim.port}'},{urls:'turn:127.0.0.2:${victim.port}?transport=tcp',username:'u',credential:'c'}]});
      p.createDataChannel('x');p.createOffer().then(function(o){p.setLocalDescription(o)})}catch(e){}`),
    '/post': html(
      'p',
      `<form id="f" method="post" action="${to}/post"></form><script>document.getElementById('f').submit()</script>`,
    ),
    '/fine': html('Fine', `<h1>Fine</h1>${long}`),
  });
  service = await startService({ GANNET_ALLOW_NETWORKS: '127.0.0.1/32' });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await attacker[Symbol.asyncDispose]();
  await victim[Symbol.asyncDispose]();
});

const unreachable = {
  error: 'connection_failed',
  message: 'The host could not be reached: the name did not resolve or the connection failed.',
  payment_charged: false,
};

test.each([
  (port: number) => `http://127.0.0.2:${port}/`,
  (port: number) => `http://2130706434:${port}/`,
  (port: number) => `http://0x7f.0.0.2:${port}/`,
  (port: number) => `http://0177.0.0.2:${port}/`,
  (port: number) => `http://127.2:${port}/`,
  (port: number) => `http://[::ffff:127.0.0.2]:${port}/`,
  (port: number) => `http://[::1]:${port}/`,
  (port: number) => `http://0.0.0.0:${port}/`,
  (port: number) => `http://user:pass@127.0.0.2:${port}/`,
  () => 'http://169.254.169.254/latest/meta-data/',
  () => 'http://10.0.0.1/',
  () => 'http://[fe80::1]/',
  () => 'http://[64:ff9b::7f00:2]/',
])('an address of its own is refused as if it were not there: %s', async (address) => {
  const url = address(victim.port);
  const { status, body } = await service.scrape({ url, retry: false });
  expect(status).toBe(400);
  expect(body.detail).toEqual({ ...unreachable, url });
  expect(victim.hits).toEqual([]);
});

test.each([
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'javascript:1',
  'data:text/html,x',
  'view-source:http://127.0.0.1/',
  'chrome://version',
  'about:blank',
])('no other scheme is taken: %s', async (url) => {
  const { status, body } = await service.scrape({ url });
  expect(status).toBe(400);
  expect(body.detail.error).toBe('invalid_request');
});

test.each(['/redirect', '/redirect-twice'])('%s ends as a failed connection', async (path) => {
  const url = `${attacker.origin}${path}`;
  const { status, body } = await service.scrape({ url, retry: false });
  expect(status).toBe(400);
  expect(body.detail).toEqual({ ...unreachable, url });
  expect(victim.hits).toEqual([]);
});

test.each(['/refresh', '/location', '/subresources', '/calls', '/workers', '/post'])(
  '%s reaches nobody',
  async (path) => {
    await service.scrape({
      url: `${attacker.origin}${path}`,
      block_media: false,
      wait_strategy: 'spa',
      timeout_ms: 6000,
      retry: false,
    });
    expect(victim.hits).toEqual([]);
  },
);

test("the caller's script reaches nobody", async () => {
  const javascript = `fetch('${victim.origin}/js',{mode:'no-cors'}).catch(function(){}); location.href='${victim.origin}/js2'`;
  await service.scrape({ url: `${attacker.origin}/fine`, javascript, retry: false });
  expect(victim.hits).toEqual([]);
});

test('a proxy that is not public is refused', async () => {
  for (const scheme of ['http', 'socks5']) {
    const { status, body } = await service.scrape({
      url: `${attacker.origin}/fine`,
      proxy_url: `${scheme}://127.0.0.2:${victim.port}`,
      retry: false,
    });
    expect(status).toBe(400);
    expect(body.detail.error).toBe('connection_failed');
  }
  expect(victim.hits).toEqual([]);
});

test('the service goes on as before', async () => {
  const { status, body } = await service.scrape({ url: `${attacker.origin}/fine` });
  expect(status).toBe(200);
  expect(body.data.markdown).toContain('Fine');
});
