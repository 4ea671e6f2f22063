import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPidOf, eventually, type Service, startService } from '../support/service.ts';
import { html, type Site, startSite } from '../support/site.ts';

const text =
  'Gannets dive from thirty metres and enter the sea like arrows, which few other birds can do. '.repeat(6);

const late = (script: string) => html('Late', `<div id="root">Loading</div><script>${script}</script>`);
const show = `document.getElementById('root').innerHTML='<article><h1>Arrived</h1><p>${text}</p></article>'`;

let site: Site;
let service: Service;
beforeAll(async () => {
  let flaky = 0;
  site = await startSite({
    '/still': html('Still', `<h1>Still</h1><p>${text}</p>`),
    '/timer': late(`setTimeout(function(){${show}},800)`),
    '/fetch': late(`fetch('/data').then(function(r){return r.text()}).then(function(){${show}})`),
    '/data': (_request, response) => setTimeout(() => response.end('x'), 600),
    '/polls': late(`fetch('/data').then(function(){${show}});setInterval(function(){fetch('/beat')},100)`),
    '/beat': (_request, response) => response.writeHead(204).end(),
    '/selector': late(
      `setTimeout(function(){${show};document.querySelector('article').insertAdjacentHTML('beforeend','<p class=done>And now all of it is done now.</p>')},1200)`,
    ),
    '/rooted': html(
      'Rooted',
      `<p>${text}</p><x-y></x-y><img name="querySelector"><script>
        const root=document.getElementsByTagName('x-y')[0].attachShadow({mode:'open'});
        setTimeout(()=>{root.innerHTML='<p class=done>All of it is done now.</p>'},600)</script>`,
    ),
    '/framed': html('Framed', `<p>${text}</p><iframe src="/selector" width="600" height="400"></iframe>`),
    '/media': html('Media', `<p>${text}</p><img src="/picture.png"><video src="/film.mp4"></video>`),
    '/picture.png': (_request, response) => response.writeHead(404).end(),
    '/film.mp4': (_request, response) => response.writeHead(404).end(),
    '/hang': () => undefined,
    '/hung-image': html('Hung', `<h1>Hung image</h1><p>${text}</p><script src="/hang"></script>`),
    '/drip': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(`<h1>Drip</h1><p>${text}</p>`);
    },
    '/forever': html(
      'Forever',
      `<h1>Forever</h1><p>${text}</p><script>setTimeout(function(){for(;;){}},30)</script>`,
    ),
    '/dialogs': html(
      'Dialogs',
      `<script>alert(1);confirm(2);prompt(3)</script><h1>Dialogs</h1><p>${text}</p>`,
    ),
    '/elsewhere': (request, response) =>
      response.writeHead(302, { location: `http://${request.url?.split('?')[1]}/` }).end(),
    '/flaky': (_request, response) => {
      flaky += 1;
      if (flaky <= 2) response.writeHead(503).end('busy');
      else response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>At last</h1><p>${text}</p>`);
    },
    '/missing': (_request, response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end(`<h1>Not here</h1><p>${text}</p>`),
    '/login': (_request, response) =>
      response
        .writeHead(401, { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="x"' })
        .end('<h1>Please log in</h1>'),
    '/empty': (_request, response) => response.writeHead(204).end(),
    '/challenge': (_request, response) =>
      response
        .writeHead(503, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' })
        .end(html('Just a moment...', '<div id="challenge-running">Checking your browser</div>')),
    '/moved': html('Moved', '<script>location.replace("/still")</script>'),
    '/refresh': html('Refresh', '<p>wait</p>', '<meta http-equiv="refresh" content="0;url=/still">'),
    '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
    '/mail': (_request, response) => response.writeHead(302, { location: 'mailto:a@b.example' }).end(),
    '/app': (_request, response) => response.writeHead(307, { location: 'myapp://open' }).end(),
    '/shadow': html(
      'Shadow',
      `<div id="host"></div><script>document.getElementById('host').attachShadow({mode:'open'}).innerHTML='<p>In the shadow: ${text}</p>'</script>`,
    ),
    '/frame': html('Frame', `<h1>Frame</h1><p>${text}</p><iframe src="/still-inner"></iframe>`),
    '/still-inner': html('Inner', `<p>Inside the frame: ${text}</p>`),
    '/window': html(
      'Window',
      '<p id="w"></p><script>document.getElementById("w").textContent=[outerWidth,outerHeight,innerWidth,innerHeight,navigator.webdriver,/headless/i.test(navigator.userAgent)].join(" ")</script>',
    ),
    '/tamper': html(
      'Tamper',
      `<h1>True words</h1><p>${text}</p><script>
       Object.defineProperty(Element.prototype,'outerHTML',{get:function(){return 'FAKE'}});
       Object.defineProperty(Element.prototype,'innerHTML',{get:function(){return 'FAKE'}});
       Array.prototype.join=function(){return 'FAKE'};JSON.stringify=function(){return 'FAKE'};
       document.createTreeWalker=function(){return null};document.querySelector=function(){return null};</script>
       <form><input name="childNodes"><input name="attributes"><input name="nodeName"></form>`,
    ),
  });
  service = await startService();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const scrape = (path: string, more: Record<string, unknown> = {}) =>
  service.scrape({ url: `${site.origin}${path}`, bypass_cache: true, ...more });
const markdown = async (path: string, more: Record<string, unknown> = {}): Promise<string> => {
  const { status, body } = await scrape(path, more);
  expect(status, JSON.stringify(body.detail)).toBe(200);
  return body.data.markdown;
};

describe('waiting', () => {
  test.each(['automatic', 'default', 'spa', 'heavy', 'cloudflare'])(
    '%s brings a still page',
    async (wait_strategy) => {
      expect(await markdown('/still', { wait_strategy })).toContain('enter the sea');
    },
  );

  test.each(['/timer', '/fetch', '/polls'])('automatic waits for the content of %s', async (path) => {
    expect(await markdown(path)).toContain('Arrived');
  });

  test('a selector is awaited', async () => {
    expect(await markdown('/selector', { wait_for_selector: 'p.done' })).toContain('done now');
  });

  test.each(['/rooted', '/framed'])('a selector is awaited where actions find one: %s', async (path) => {
    expect(await markdown(path, { wait_for_selector: 'p.done', timeout_ms: 8000 })).toContain('done now');
  });

  test('a selector that never matches is a timeout', async () => {
    const { status, body } = await scrape('/still', {
      wait_for_selector: '.never',
      timeout_ms: 1000,
      retry: false,
    });
    expect(status).toBe(504);
    expect(body.detail).toMatchObject({ error: 'timeout', payment_charged: false });
  });

  test('a selector that is none is refused', async () => {
    const { status, body } = await scrape('/still', { wait_for_selector: 'p[' });
    expect(status).toBe(400);
    expect(body.detail).toMatchObject({ error: 'invalid_request', issues: [{ path: 'wait_for_selector' }] });
  });

  test.each(['/hung-image', '/drip'])('%s is answered with what there is at the deadline', async (path) => {
    const { status, body } = await scrape(path, { timeout_ms: 2500 });
    expect(status).toBe(200);
    expect(body.data.markdown).toContain('enter the sea');
  });

  test('a script that never ends does not take the page along', async () => {
    expect(await markdown('/forever', { timeout_ms: 8000 })).toContain('enter the sea');
  });

  test('a document that never comes is a timeout, in time', async () => {
    const started = performance.now();
    const { status, body } = await scrape('/hang', { timeout_ms: 1000 });
    expect(status).toBe(504);
    expect(body.detail).toMatchObject({
      error: 'timeout',
      url: `${site.origin}/hang`,
      payment_charged: false,
    });
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe('the page', () => {
  test.each(['/moved', '/refresh'])('%s leads to where it leads', async (path) => {
    const { body } = await scrape(path);
    expect(body.metadata.final_url).toBe(`${site.origin}/still`);
    expect(body.data.markdown).toContain('enter the sea');
  });

  test.each([
    ['/dialogs', 'Dialogs'],
    ['/shadow', 'In the shadow'],
    ['/frame', 'Inside the frame'],
    ['/tamper', 'True words'],
  ])('%s is read whole', async (path, words) => {
    const content = await markdown(path);
    expect(content).toContain(words);
    expect(content).not.toContain('FAKE');
  });

  test('meets an ordinary window from its first script on', async () => {
    expect(await markdown('/window')).toMatch(/^1920 1040 1920 \d{3} false false$/m);
  });

  test.each([
    ['/missing', 404, 'Not here'],
    ['/login', 401, 'Please log in'],
  ])('%s keeps its own status', async (path, status, words) => {
    const { body } = await scrape(path);
    expect(body.metadata.status_code).toBe(status);
    expect(body.data.markdown).toContain(words);
  });

  test.each([
    ['/empty', 'empty_response'],
    ['/loop', 'too_many_redirects'],
    ['/challenge', 'blocked'],
  ])('%s fails for a reason', async (path, reason) => {
    const { status, body } = await scrape(path, { timeout_ms: 5000, retry: false });
    expect(status).toBe(500);
    expect(body.detail).toMatchObject({ error: 'scrape_failed', reason, payment_charged: false });
  });

  test.each(['/mail', '/app'])('%s leads to no web page, which is told after one request', async (path) => {
    const { status, body } = await scrape(path);
    expect(status).toBe(500);
    expect(body.detail).toMatchObject({ reason: 'redirect_refused', payment_charged: false });
    expect(site.countOf(path)).toBe(1);
  });

  test('media are blocked unless asked for', async () => {
    await markdown('/media');
    expect(site.countOf('/picture.png') + site.countOf('/film.mp4')).toBe(0);
    await markdown('/media', { block_media: false });
    expect(site.countOf('/picture.png')).toBeGreaterThan(0);
  });

  test('javascript runs after load, and what it throws is told', async () => {
    expect(
      await markdown('/still', {
        javascript: 'document.querySelector("h1").textContent = "Changed by script"',
      }),
    ).toContain('Changed by script');
    const later = 'setTimeout(() => { document.querySelector("h1").textContent = "Changed later" }, 900)';
    expect(await markdown('/still', { javascript: later })).toContain('Changed later');
    const returning = 'document.querySelector("h1").textContent = "Of a function"; return await 1;';
    expect(await markdown('/still', { javascript: returning })).toContain('Of a function');
    const { body } = await scrape('/still', { javascript: 'throw new Error("oh no")' });
    expect(body.warnings).toEqual(['javascript: Error: oh no']);
    const once = 'document.querySelector("h1").append("+"); eval("return")';
    const inner = await scrape('/still', { javascript: once });
    expect(inner.body.data.markdown).not.toContain('++');
    expect(inner.body.warnings).toEqual(['javascript: SyntaxError: Illegal return statement']);
    const text = await scrape('/still', { javascript: 'throw "no price here"' });
    expect(text.body.warnings).toEqual(['javascript: no price here']);
  });

  test.each([
    ['may await', (change: string) => `await new Promise((go) => setTimeout(go, 300)); ${change}`],
    ['may end with a promise', (change: string) => `(async () => { await null; ${change} })()`],
  ])('javascript %s', async (_, write) => {
    const javascript = write('document.querySelector("h1").textContent = "Changed later"');
    const { body } = await scrape('/still', { javascript });
    expect(body.data.markdown).toContain('Changed later');
    expect(body.warnings).toBeUndefined();
    const failing = await scrape('/still', { javascript: write('throw new Error("oh no")') });
    expect(failing.body.warnings).toEqual(['javascript: Error: oh no']);
  });
});

describe('failure', () => {
  test('a page in trouble is asked again, with retry only', async () => {
    const { body } = await scrape('/flaky', { retry: false });
    expect(body.metadata).toMatchObject({ status_code: 503, attempts: 1 });
    const again = await scrape('/flaky');
    expect(again.body.metadata).toMatchObject({ status_code: 200, attempts: 2 });
  });

  test.each(['http://127.0.0.1:9', 'http://nothing.invalid', 'http://exa mple.com', 'http://[::zz]/'])(
    '%s is a failed connection',
    async (url) => {
      const { status, body } = await service.scrape({ url, retry: false });
      expect(status).toBe(400);
      expect(body.detail).toEqual({
        error: 'connection_failed',
        message: 'The host could not be reached: the name did not resolve or the connection failed.',
        url,
        payment_charged: false,
      });
    },
  );

  test.each(['nothing.invalid', '10.0.0.1'])('a redirect names where it failed: %s', async (host) => {
    const { status, body } = await scrape(`/elsewhere?${host}`, { retry: false });
    expect([status, body.detail.error]).toEqual([400, 'connection_failed']);
    expect(body.detail.message).toBe(
      `The address redirects to ${host}, which could not be reached: the name did not resolve or the connection failed.`,
    );
  });

  test('the browser killed under a scrape does not fail it', async () => {
    const before = site.countOf('/selector');
    const answer = scrape('/selector', { wait_for_selector: 'p.done', timeout_ms: 20_000 });
    await eventually(() => site.countOf('/selector') > before);
    process.kill(browserPidOf(service), 'SIGKILL');
    const { status, body } = await answer;
    expect(status, JSON.stringify(body.detail)).toBe(200);
    expect(body.metadata.attempts).toBe(2);
    expect(body.data.markdown).toContain('done now');
  });
});

test('proxy_url takes the request through that proxy', async () => {
  const asked: string[] = [];
  await using proxy = await startConnectProxy(asked);
  const { status } = await scrape('/still', { proxy_url: proxy.url });
  expect(status).toBe(200);
  expect(asked.some((line) => line.includes(`127.0.0.1:${site.port}`))).toBe(true);
});

test('eight pages at once all arrive', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => scrape('/fetch')));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
});

/** A small forward proxy that notes the request lines it is given. */
const startConnectProxy = async (asked: string[]) => {
  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    client.once('data', (first) => {
      const line = first.toString('latin1').split('\r\n', 1)[0] ?? '';
      asked.push(line);
      const target = /^\w+ (?:http:\/\/)?([^/: ]+):(\d+)/.exec(line);
      const upstream = connect(Number(target?.[2]), target?.[1] ?? '', () => {
        if (line.startsWith('CONNECT')) client.write('HTTP/1.1 200 OK\r\n\r\n');
        else upstream.write(first.toString('latin1').replace(/^(\w+) http:\/\/[^/]+/, '$1 '), 'latin1');
        client.pipe(upstream);
        upstream.pipe(client);
      });
      upstream.on('error', () => client.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
    },
  };
};
