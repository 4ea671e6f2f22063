import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { attacksOn } from '../support/attacks.ts';
import { type Service, startService } from '../support/service.ts';
import { html } from '../support/site.ts';
import { inLanes, startWebs, type Webs, words } from '../support/webs.ts';

/** Whatever a page or a caller's script has the browser do: the victim sees nothing of it (test/support/webs.ts). */

let webs: Webs;
let service: Service;
beforeAll(async () => {
  webs = await startWebs();
  service = await startService(webs.settings);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await webs[Symbol.asyncDispose]();
});
afterEach(() => expect(webs.victim.hits).toEqual([]));

const visit = (path: string, more: object = {}) =>
  service.scrape({
    url: `${webs.attacker.origin}${path}`,
    block_media: false,
    wait_strategy: 'spa',
    timeout_ms: 10_000,
    retry: false,
    ...more,
  });

const stay = { actions: [{ type: 'wait', ms: 1000 }] };

/**
 * What leads nowhere even so: popups and WebRTC are not let, workers outlive no visit, files and XML refer to nothing, and
 * a tab whose window is away speculates on nothing.
 */
const idle = new Set([
  ...['script-open', 'web-rtc', 'service-worker', 'worker.js', 'early-hints', 'speculation-rules'],
  ...['text.xml', 'paper.pdf', 'letter.docx', 'book.xlsx'],
]);

test('every attack reaches a host that may be reached', async () => {
  const names = [...attacksOn(webs.open.origin).keys()];
  const without: object[] = [];
  await inLanes(names, async (name) => {
    const hasCome = () => idle.has(name) || webs.open.hits.some((hit) => hit.includes(` /${name}/`));
    const answers: object[] = [(await visit(`/control/${name}`)).body];
    // A page without scripts is done when it is parsed: on a busy machine it is left before its styles are asked for.
    if (!hasCome()) answers.push((await visit(`/control/${name}`, stay)).body);
    if (!hasCome()) without.push({ name, answers });
  });
  expect(without).toEqual([]);
}, 180_000);

test('no attack reaches the victim', async () => {
  const attacks = Object.keys(webs.pages).filter((path) => path.startsWith('/attack/'));
  await inLanes(attacks, async (path) => {
    const { body } = await visit(path);
    expect(JSON.stringify(body)).not.toContain('root:x:');
  });
}, 180_000);

test("the caller's script, actions, headers and cookies reach nobody", async () => {
  const to = webs.victim.origin;
  webs.pages['/link'] = html('Link', `<h1>Link</h1>${words}<a id="a" href="${to}/clicked">x</a>`);
  await visit('/fine', {
    javascript: `fetch('${to}/js',{mode:'no-cors'}).catch(()=>0);location.href='${to}/js2'`,
  });
  await visit('/link', { actions: [{ type: 'click', selector: '#a' }] });
  for (const output of ['screenshot', 'pdf', 'csv', 'html']) await visit('/attack/images', { output });
  const headers = {
    'X-Forwarded-Host': `127.0.0.2:${webs.victim.port}`,
    Forwarded: `host=127.0.0.2:${webs.victim.port}`,
  };
  await visit('/fine', { headers });
  expect((await visit('/fine', { headers: { Host: `127.0.0.2:${webs.victim.port}` } })).status).toBe(400);
});

test('the service goes on as before', async () => {
  const { status, body } = await service.scrape({ url: `http://fine.test:${webs.attacker.port}/fine` });
  expect(status).toBe(200);
  expect(body.data.markdown).toContain('Fine');
});
