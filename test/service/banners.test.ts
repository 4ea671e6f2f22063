import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Visit } from '../../src/browser/visit.ts';
import { Deadline } from '../../src/deadline.ts';
import { pageRequest, startBrowser } from '../support/browser.ts';
import { html, type Site, startSite } from '../support/site.ts';

const prose = `<main><h1>Gannets</h1><p>${'Gannets dive from thirty metres and enter the sea like arrows, which few other birds can do. '.repeat(6)}</p></main>`;
const bar = 'style="position:fixed;bottom:0;left:0;right:0;padding:9px"';
const middle = 'style="position:fixed;top:30%;left:30%;width:40%;z-index:11"';

const banners: Record<string, string> = {
  'a bar': `<div data-b ${bar}>Wir verwenden Cookies. <button>Alle akzeptieren</button></div>`,
  'a dialog': '<dialog data-b open>We value your privacy. <button>Reject all</button></dialog>',
  'a modal dialog':
    '<dialog data-b id="d">We value your privacy. <button>Reject all</button></dialog><script>d.showModal()</script>',
  'a link for a button': `<section data-b ${middle}>Nous utilisons des cookies. <a href="#">Tout accepter</a></section>`,
  'nothing to choose': `<div data-b ${bar}>By continuing to browse you accept our use of cookies. <span class="btn close">×</span></div>`,
  'a cross by its label': `<div data-b ${bar}>This website stores cookies on your computer. <button aria-label="Close"><svg></svg></button></div>`,
  'a choice that is saved': `<div data-b ${middle}>Wir nutzen Cookies auf unserer Website. <label><input type="checkbox">Statistik</label><button>Auswahl speichern</button></div>`,
  'closing as consent': `<div data-b ${bar}>Questo sito utilizza i cookie. <button>Chiudi</button><button>Personalizza</button></div>`,
  'a bar above the page': `<div data-b class="govuk-cookie-banner" role="region">We use cookies to make this service work. <button>Accept additional cookies</button></div>`,
  'another script': `<div data-b ${bar}>当サイトではクッキーを使用します。続けるには選択してください。<button>同意する</button></div>`,
  'in an open shadow root': `<div data-b ${bar}><template shadowrootmode="open">This site uses cookies. <button>OK</button></template></div>`,
  'a platform': '<div data-b id="onetrust-consent-sdk">Cookies <table><tr><td>1</td></tr></table></div>',
  'a platform in a closed root': `<div data-b id="usercentrics-root"><template shadowrootmode="closed"><p ${bar}>Cookies</p></template></div>`,
  'a frame': `<div data-b ${middle}><iframe title="Consent manager" srcdoc="<p>Cookies?"></iframe></div>`,
};

const others: Record<string, string> = {
  'a site header': `<header data-b style="position:sticky;top:0"><nav><a href="/c">Cookies</a> <button>OK</button></nav></header>`,
  'a fixed footer without a question': `<div data-b ${bar}>© Gannets. <a href="/p">Privacy</a> <a href="/c">Cookie policy</a></div>`,
  'the page in a fixed element': `<div data-b style="position:fixed;inset:0;overflow:auto"><main>About cookies, at length. <button>Accept</button></main></div>`,
  'an article about cookies':
    '<div data-b><p>Cookies and consent, a recipe.</p><button>Accept</button></div>',
  'a recipe that opens': `<div data-b role="dialog" ${middle}>Cookies with chocolate: stir, wait, bake. <button>Close</button></div>`,
  'a film that waits for consent':
    '<main><div data-b class="consent-box">This film needs your consent, for it sets cookies. <button>Accept</button></div></main>',
  'a page that asks for access': `<div data-b class="consent-screen"><h2>Gannets wants to see your letters</h2><p>See our privacy policy.</p><button>Allow</button></div>`,
  'settings of cookies': `<div data-b class="cookie-settings"><h1>Cookies that we use on this site</h1><button>Save</button></div>`,
  'another dialog': `<div data-b role="dialog" ${middle}>Subscribe to our letters. <button>Accept</button></div>`,
};

let site: Site;
let browser: { visit: Visit } & AsyncDisposable;
const pathOf = (name: string) => `/${name.replaceAll(' ', '-')}`;
beforeAll(async () => {
  site = await startSite({
    ...Object.fromEntries(
      Object.entries({ ...banners, ...others }).map(([name, body]) => [
        pathOf(name),
        html('Page', prose + body),
      ]),
    ),
    '/wall': html('Wall', `<div data-b ${middle}>This site uses cookies. <button>Accept</button></div>`),
    '/locked': html(
      'Locked',
      `${prose}<div id="veil" style="position:fixed;inset:0;background:#0008;z-index:9"></div><div ${middle}>This site uses cookies. <button>Accept</button></div>`,
      '<style>html,body{overflow:hidden;height:100%}</style>',
    ),
  });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const read = async (path: string) => {
  using deadline = new Deadline(20_000);
  const { snapshot } = await browser.visit(
    pageRequest(`${site.origin}${path}`, { planFor: () => ({ from: 'browser', why: 'asked' }) }),
    async () => undefined,
    deadline,
  );
  return snapshot.html;
};
const bannerOf = (markup: string) => /<[^>]*data-b[^>]*>/.exec(markup)?.[0] ?? '';

test.each(Object.keys(banners))('%s is hidden', async (name) => {
  const markup = await read(pathOf(name));
  expect(bannerOf(markup)).toContain('data-gn-hidden=""');
  expect(markup).toMatch(/<main><h1>/);
});

test.each(Object.keys(others))('%s stays', async (name) => {
  expect(bannerOf(await read(pathOf(name)))).not.toMatch(/^$|data-gn-hidden/);
});

test('a banner that is all there is stays', async () => {
  expect(bannerOf(await read('/wall'))).not.toMatch(/^$|data-gn-hidden/);
});

test('its veil goes with it, and the page scrolls again', async () => {
  const markup = await read('/locked');
  expect(/<div id="veil"[^>]*>/.exec(markup)?.[0]).toContain('data-gn-hidden');
  expect(/<body[^>]*>/.exec(markup)?.[0]).toContain('overflow: visible !important');
});
