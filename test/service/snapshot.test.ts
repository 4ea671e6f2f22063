import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Visit } from '../../src/browser/visit.ts';
import { Deadline } from '../../src/deadline.ts';
import { pageRequest, startBrowser } from '../support/browser.ts';
import { file, html, type Page, type Site, startSite } from '../support/site.ts';

/** Enough text that nobody waits for more. */
const prose = `<p>${'Gannets dive from thirty metres and enter the sea like arrows, which few other birds can do. '.repeat(6)}</p>`;
const page = (body: string, head = '') => html('Page', prose + body, head);
const frame = (source: string) => `<iframe src="${source}" width="400" height="200"></iframe>`;

const pages: Record<string, Page> = {};
let other: Site;
let site: Site;
let browser: { visit: Visit } & AsyncDisposable;
beforeAll(async () => {
  // Another address is another site: its frames live in another process.
  other = await startSite(
    {
      '/inner': html(
        'Inner',
        `<h2>From elsewhere</h2><a href="deeper/page">on</a><img srcset="a.png 1x, b.png 2x" src="c.png">
         <script type="application/ld+json">{"@type":"Article"}</script>
         <div id="host"></div><script>host.attachShadow({mode:"closed"}).innerHTML="closed elsewhere"</script>${frame('/nested')}`,
      ),
      '/nested': html('Nested', '<p>Nested elsewhere</p>'),
      '/spin': html('Spin', '<p>Spinning</p><script>for(;;);</script>'),
      '/app': html(
        'App',
        '<div id="root"></div><script>setTimeout(() => { root.textContent = "Words of an app" }, 300)</script>',
      ),
      '/data-app': html(
        'App',
        '<h2>Titled</h2><div id="root"></div><script>fetch("/data").then(() => fetch("/data")).then(() => { root.textContent = "Words of an app" })</script>',
      ),
      '/empty-app': html(
        'App',
        '<div id="root"></div><script>fetch("/data").then(() => { root.textContent = "Words of an app" })</script>',
      ),
      '/data': (_request, response) => setTimeout(() => response.end('x'), 900),
      '/busy': html(
        'Busy',
        '<h2>Reviews</h2><div id="root"><p class="spinner">…</p></div><script>setTimeout(() => { root.textContent = "Words of a reviewer" }, 300)</script>',
      ),
      '/slow': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.write(`<p>Early words</p>${' '.repeat(2000)}`);
        setTimeout(() => response.end('<p>Late words</p>'), 300);
      },
    },
    '127.0.0.2',
  );
  site = await startSite(pages);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

let count = 0;
/** The snapshot of a page with this markup. */
const read = async (content: Page) => {
  const path = `/page-${++count}`;
  pages[path] = content;
  using deadline = new Deadline(50_000);
  const { snapshot, warnings } = await browser.visit(
    pageRequest(`${site.origin}${path}`, { planFor: () => ({ from: 'browser', why: 'asked' }) }),
    async () => undefined,
    deadline,
  );
  return { ...snapshot, warnings };
};
const bodyOf = async (body: string, head = '') =>
  (await read(page(body, head))).html.replace(/^.*can do\. <\/p>/s, '').replace('</body></html>', '');

describe('shadow roots', () => {
  const root = (mode: string, content: string) => `<template shadowrootmode="${mode}">${content}</template>`;

  test('closed ones are read, one in the other, with what is slotted into them', async () => {
    const inner = root('closed', '<b>inside</b><slot></slot>');
    const outer = `<div>${root('closed', `<h2>closed</h2><slot name="a">fallback</slot><section>${inner}<i>light</i><u slot="x">astray</u></section>`)}<p>nowhere</p></div>`;
    const content = await bodyOf(outer);
    expect(content).toBe(
      '<div><h2>closed</h2><slot name="a">fallback</slot><section><b>inside</b><slot><i>light</i></slot></section></div>',
    );
  });

  test('those of custom elements and of elements that look empty', async () => {
    const content = await bodyOf(
      `<x-card>word</x-card><p id="a"></p><script>
       customElements.define('x-card', class extends HTMLElement {
         #root = this.attachShadow({ mode: 'closed' });
         connectedCallback() { this.#root.innerHTML = '<em>card of <slot></slot></em>'; }
       });
       a.attachShadow({ mode: 'closed' }).innerHTML = 'not empty';
       </script>`,
    );
    expect(content).toContain('<x-card><em>card of <slot>word</slot></em></x-card><p id="a">not empty</p>');
  });

  test('slots show what is assigned to them, through several roots, or their fallback', async () => {
    const content = await bodyOf(
      `<div>${root('open', `<article>${root('open', '<slot name="deep">deep</slot>')}<slot name="up" slot="deep"></slot></article><slot>none</slot>`)}<b slot="up">named</b>rest</div>
       <nav>${root('open', '<slot>fallback</slot>')}</nav>`,
    );
    expect(content).toMatch(
      /<slot name="deep"><slot name="up" slot="deep"><b slot="up">named<\/b><\/slot><\/slot>/,
    );
    expect(content).toContain('<slot>rest</slot></div>');
    expect(content).toContain('<slot>fallback</slot></nav>');
  });
});

describe('what a style sheet sets apart', () => {
  const styles = `<style>.flex{display:flex;gap:20px}.wide{display:inline-block;width:100px}.far{margin:4px}.own{display:block}
    .cap{float:left;font-size:3em}.piece{display:inline-block}.letters{display:flex}</style>`;
  test.each([
    ['items of a flex box', '<div class="flex"><span>Price</span><span>$12</span></div>', 'Price $12'],
    [
      'boxes wider than their text',
      '<span class="wide">Total</span><span class="wide">42</span>',
      'Total 42',
    ],
    ['margins', '<i class="far">alpha</i><!-- --><i class="far">beta</i>', 'alpha beta'],
    ['lines of their own', '<b class="own">One</b><b class="own">Two</b>three', 'One Two three'],
    ['parts of a word', '<span>un</span><b>believ</b>able', 'unbelievable'],
    ['a large first letter', '<span class="cap">O</span>nce', 'Once'],
    ['letter by letter', '<i class="piece">H</i><i class="piece">i</i>', 'Hi'],
    ['letter by letter in a flex box', '<p class="letters"><i>H</i><i>i</i></p>', 'Hi'],
    ['characters that need no space', '<span>漢字</span><span>かな</span>', '漢字かな'],
    ['code', '<code><span class="far">a</span><span class="far">b</span></code>', 'ab'],
  ])('%s', async (_, markup, text) => {
    const content = await bodyOf(`<section>${markup}</section>`, styles);
    expect(content.replace(/<[^>]*>/g, '').trim()).toBe(text);
  });
});

describe('text that a script cut into boxes', () => {
  const box = 'style="position: relative; display: inline-block;"';
  const letters = (word: string, mark = '') =>
    `<div ${box}${mark}>${[...word].map((letter) => `<div ${box}>${letter}</div>`).join('')}</div>`;
  const line = (...words: string[]) =>
    `<div aria-hidden="true" style="display: block">${words.map((word) => letters(word)).join(' ')}</div>`;
  const said = (markup: string) =>
    `<p id="cut" aria-label="Light at sea"></p><script>cut.innerHTML = '${markup}'</script>`;
  test.each([
    [
      'a heading, by letters',
      `<h2>${letters('Light')} ${letters('at')} ${letters('sea')}</h2>`,
      'Light at sea',
    ],
    ['a paragraph, by lines, that says it whole', said(line('Light', 'at') + line('sea')), 'Light at sea'],
    ['what says something else', said(`${line('Light')}<div>on land</div>`), 'Light|on land'],
    ['boxes of several words', `<div ${box}>Two words</div><div ${box}>Two more</div>`, 'Two words|Two more'],
  ])('%s', async (_, markup, text) => {
    const content = await bodyOf(`<section>${markup}</section>`);
    const pieces = content.replace(/<\/?(?:div|p|h2)\b[^>]*>/g, '|').replace(/<[^>]*>/g, '');
    expect(
      pieces
        .trim()
        .replace(/^\|+|\|+$/g, '')
        .replace(/\|+/g, '|'),
    ).toBe(text);
  });
});

describe('what a style sheet writes', () => {
  const write = (selector: string, style: string, body: string) =>
    bodyOf(body, `<style>${selector} { ${style} }</style><script>0</script>`);

  test('from attributes is read where it stands, apart from what it stands at', async () => {
    const cells = '<div><b data-label="Price">9</b><b data-label="&lt;Size&gt;">L</b></div>';
    expect(await write('b::before', 'content: attr(data-label) ": "', cells)).toContain(
      '<b data-label="Price">Price: 9</b> <b data-label="<Size>">&lt;Size&gt;: L</b>',
    );
    expect(
      await write('b::after', 'content: attr(title); margin-left: 1em', '<b title="new">Gull</b>'),
    ).toContain('>Gull new</b>');
  });

  test('at a number is the sign of its currency or share', async () => {
    expect(await write('b::before', 'content: "€"', '<b>9.50</b><b>word</b>')).toContain(
      '<b>€9.50</b> <b>word</b>',
    );
  });

  test.each([
    ['signs, and words without an attribute', 'content: "Menu ›"'],
    ['an icon by its name', 'content: attr(title); font-family: Icons'],
    ['an icon by its code', 'content: "\\e001" attr(title)'],
    ['a hint that waits for the pointer', 'content: attr(title); opacity: 0'],
    ['the number of a line', 'content: attr(title); user-select: none'],
    ['a picture with words for it', 'content: url(a.png) / attr(title)'],
  ])('%s is left', async (_, style) => {
    expect(await write('b::before', style, '<b title="word">Gull</b>')).toContain('>Gull</b>');
  });

  test('a second time for the effect, or into code, is left', async () => {
    const body =
      '<b title="Gull">Gull</b><pre><b title="12">code</b></pre><table><tr title="row"><td>cell</td></tr></table>';
    const content = await write('b::before, tr::before', 'content: attr(title)', body);
    expect(content).toContain('>Gull</b>');
    expect(content).toContain('>code</b>');
    expect(content).not.toContain('>row');
  });
});

describe('frames', () => {
  test('that could not be had hold nothing: the page of the browser that says so is not theirs', async () => {
    pages['/denied'] = (_request, response) =>
      response.writeHead(200, { 'x-frame-options': 'DENY', 'content-type': 'text/html' }).end('denied');
    const content = await bodyOf(`${frame('/denied')}${frame('http://127.0.0.1:1/')}`);
    expect(content.replace(/<[^>]*>/g, '').trim()).toBe('');
  });

  test('of the same origin take their place, addresses absolute by their own base', async () => {
    pages['/in'] = html('In', '<a href="x?a=1">link</a>', '<base href="/base/">');
    pages['/twice'] = html('Twice', frame('/in'));
    const content = await bodyOf(
      `${frame('/twice')}<iframe srcdoc="<i>by markup</i>"></iframe><iframe id="w"></iframe>
       <div id="h"></div><script>w.contentDocument.write('<u>written</u>');
       h.attachShadow({ mode: 'closed' }).innerHTML = '<iframe src="/in"></iframe>'</script>`,
    );
    const link = `<a href="${site.origin}/base/x?a=1">link</a>`;
    const inner = `<div data-gn-frame="${site.origin}/in">${link}</div>`;
    expect(content).toContain(`<div data-gn-frame="${site.origin}/twice">${inner}</div>`);
    expect(content).toContain('<i>by markup</i></div>');
    expect(content).toContain('<u>written</u></div>');
    expect(content).toContain(`<div id="h">${inner}</div>`);
  });

  test('of other origins, sandboxed or in another process, too', async () => {
    const content = await bodyOf(
      `${frame(`${other.origin}/inner`)}<iframe sandbox width="300" height="100" srcdoc="<i>sandboxed</i>"></iframe>`,
    );
    expect(content).toContain(`<div data-gn-frame="${other.origin}/inner"><h2>From elsewhere</h2>`);
    expect(content).toContain(`<a href="${other.origin}/deeper/page">on</a>`);
    expect(content).toContain(`srcset="${other.origin}/a.png 1x, ${other.origin}/b.png 2x"`);
    expect(content).toContain('<div id="host">closed elsewhere</div>');
    expect(content).toContain(`<div data-gn-frame="${other.origin}/nested"><p>Nested elsewhere</p></div>`);
    expect(content).toContain('<i>sandboxed</i>');
    expect(content).not.toContain('ld+json');
  });

  test('that nobody sees are left out, and one that never answers does not hold the page', async () => {
    const content = await bodyOf(
      `<iframe src="${other.origin}/nested" width="1" height="1"></iframe>
       <div hidden>${frame(`${other.origin}/nested`)}</div>${frame(`${other.origin}/spin`)}`,
    );
    expect(content).toContain(`<div data-gn-frame="${other.origin}/spin"></div>`);
    expect(content).not.toContain('Nested elsewhere');
  });

  test('that show nothing yet, or a spinner, have a moment to show something', async () => {
    expect(await bodyOf(frame(`${other.origin}/slow`))).toContain('words');
    expect(await bodyOf(frame(`${other.origin}/app`))).toContain('Words of an app');
    expect(await bodyOf(frame(`${other.origin}/busy`))).toContain('Words of a reviewer');
  });

  test('that show nothing yet have the time that their data take, beside much text', async () => {
    expect(await bodyOf(frame(`${other.origin}/empty-app`))).toContain('Words of an app');
  });

  test('that a page is for have the time that their data take', async () => {
    const around = html('Page', `<h1>Around it</h1>${frame(`${other.origin}/data-app`)}`);
    expect((await read(around)).html).toContain('Words of an app');
  });

  test('with other things than pages harm nobody', async () => {
    pages['/a.svg'] = file(
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg"><text>drawn</text></svg>',
    );
    pages['/a.pdf'] = file('application/pdf', '%PDF-1.4\n%%EOF');
    pages['/a.txt'] = file('text/plain', 'plain words');
    const content = await bodyOf(
      `${frame('/a.pdf')}${frame('/a.svg')}${frame('/a.txt')}${frame('/gone')}<p>End</p>`,
    );
    expect(content).toContain('drawn');
    expect(content).toContain('plain words');
    expect(content).toContain('<p>End</p>');
  });

  test('that are objects of another name, but no films, take their place', async () => {
    pages['/as-object'] = html('Object', '<p>in an object</p>');
    const size = 'width="400" height="200"';
    const content = await bodyOf(
      `<object type="text/html" data="/as-object" ${size}>not had</object><embed src="/as-object" ${size}>
       <object data="${other.origin}/nested" ${size}></object><embed type="video/mp4" src="/film.mp4">`,
    );
    expect(content.match(/in an object/g)).toHaveLength(2);
    expect(content).toContain('Nested elsewhere');
    expect(content).not.toMatch(/not had|film/);
  });

  test('that are objects whose data do not come show what stands in them', async () => {
    pages['/a.svg'] = file('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"></svg>');
    const content = await bodyOf(
      `<object type="application/pdf" data="/gone.pdf">A <a href="/brochure">brochure</a></object>
       <object type="application/x-shockwave-flash" data="/film.swf"><object data="/gone"><p>Inner words</p></object></object>
       <object type="image/svg+xml" data="/a.svg">drawn instead</object>`,
    );
    expect(content).toContain('A <a href="/brochure">brochure</a>');
    expect(content).toContain('<p>Inner words</p>');
    expect(content).not.toContain('drawn instead');
  });

  test('of a frameset are the page', async () => {
    pages['/left'] = html('Left', '<p>left words</p>');
    const { html: whole } = await read(
      `<html><frameset cols="50%,50%"><frame src="/left"><frameset rows="*,*"><frame src="${other.origin}/nested"><frame src="/left"></frameset></frameset></html>`,
    );
    expect(whole.match(/left words/g)).toHaveLength(2);
    expect(whole).toContain('Nested elsewhere');
    expect(whole).not.toContain('<frame');
  });
});

describe('marks', () => {
  test('what a reader does not see is hidden', async () => {
    const content = await bodyOf(
      `<p style="display:none">a</p><p style="visibility:hidden">b</p><p style="font-size:0">c<b style="font-size:9px">d</b></p>
       <p style="opacity:0">e</p><details><summary>f</summary><i>g</i></details>
       <div style="content-visibility:hidden"><b>h</b></div><div style="display:contents">j</div>
       <iframe srcdoc="<body hidden>k"></iframe>`,
    );
    const hidden = 'data-gn-hidden=""';
    expect(content).toContain(`<p style="display:none" ${hidden}>a</p>`);
    expect(content).toContain(`<p style="visibility:hidden" ${hidden}>b</p>`);
    expect(content).toContain(
      `<p style="font-size:0"><span ${hidden}>c</span><b style="font-size:9px">d</b></p>`,
    );
    expect(content).toContain('<p style="opacity:0">e</p>');
    expect(content).toContain('<details><summary>f</summary><i>g</i></details>');
    expect(content).toContain(`<b ${hidden}>h</b>`);
    expect(content).toContain('<div style="display:contents">j</div>');
    expect(content).toContain(`<div data-gn-frame="" ${hidden}>k</div>`);
  });

  test('what has its place below the window is seen when a reader comes there', async () => {
    const away = 'visibility:hidden';
    const content = await bodyOf(
      `<div style="height:3000px"></div><section style="${away}"><h2>Came <i>in</i></h2><p style="position:absolute">caption</p>
       <b style="position:absolute;opacity:0">tip</b></section>
       <div style="position:absolute"><p style="${away}">menu</p></div>
       <div style="height:0;overflow:hidden"><p style="${away}">folded</p></div>
       <div style="display:flex"><p style="flex:0 0 100vw">slide</p><p style="${away};flex:0 0 100vw">next</p></div>`,
    );
    const hidden = 'data-gn-hidden=""';
    // It would be taken for hidden by its own style.
    expect(content).toContain(
      `<section style=""><h2>Came <i>in</i></h2><p style="position:absolute">caption</p>`,
    );
    for (const text of ['tip', 'menu', 'folded', 'next']) expect(content).toContain(`${hidden}>${text}</`);
    expect(content.match(/data-gn-hidden/g)).toHaveLength(4);
  });

  test('what a script fades in where it stands is seen', async () => {
    const content = await bodyOf(
      `<h2 style="opacity: 0; visibility: hidden">Part one</h2><p style="visibility:hidden">kept away</p>
       <ul style="position:absolute;opacity: 0; visibility: hidden"><li>menu</ul>`,
    );
    expect(content).toContain('<h2 style="opacity: 0;">Part one</h2>');
    expect(content.match(/data-gn-hidden/g)).toHaveLength(2);
  });

  test('what a style sheet shows does not say that it is hidden', async () => {
    const content = await bodyOf(
      '<p class="on" style="color:red; display:none; margin:0">shown</p><p style="display:none">hidden</p>',
      '<style>.on{display:block!important}</style>',
    );
    expect(content).toContain('<p class="on" style="color:red;; margin:0">shown</p>');
    expect(content).toContain('<p style="display:none" data-gn-hidden="">hidden</p>');
  });

  test('pictures carry the source in use, fields what they hold, but no secrets', async () => {
    const content = await bodyOf(
      `<img src="/small.png" srcset="/large.png 1x"><input id="i" value="old"><textarea>a &lt;b></textarea>
       <select><option>one<option selected>two</select><input type="checkbox" checked>
       <input type="password" value="secret"><input type="hidden" value="token"><script>i.value = 'new'</script>`,
    );
    expect(content).toContain(`data-gn-src="${site.origin}/large.png"`);
    expect(content).toContain('data-gn-value="new"');
    expect(content).toContain('data-gn-value="a <b>"');
    expect(content).toContain('data-gn-value="two"');
    expect(content).toContain('data-gn-checked="true"');
    expect(content).not.toMatch(/secret|token/);
  });
});

describe('a page that wants to be read wrongly', () => {
  test('overrides what its own scripts read by', async () => {
    const content = await bodyOf(
      `<p>seen</p><script>
       for (const name of ['firstChild', 'nextSibling', 'localName', 'nodeValue'])
         for (const type of [Node, Element]) Object.defineProperty(type.prototype, name, { get: () => null });
       Element.prototype.getAttributeNames = Element.prototype.checkVisibility = () => { throw 1 };
       window.getComputedStyle = JSON.stringify = String.prototype.replace = () => { throw 1 };</script>`,
    );
    expect(content).toContain('<p>seen</p>');
  });

  test('hides properties behind names of fields and images', async () => {
    const {
      html: whole,
      title,
      baseUrl,
    } = await read(
      page(
        `<form><p>in a form</p>${'firstChild nodeType localName parentElement shadowRoot attributes getAttribute textContent style'
          .split(' ')
          .map((name) => `<input name="${name}">`)
          .join('')}</form>
         ${'body title baseURI documentElement querySelectorAll elementFromPoint fonts images scrollingElement forms'
           .split(' ')
           .map((name) => `<img name="${name}" src="/x.png">`)
           .join('')}
         <iframe srcdoc="<img name=body><p>framed</p>"></iframe>`,
      ),
    );
    expect(whole).toContain('<p>in a form</p>');
    expect(whole).toContain('<p>framed</p>');
    expect({ title, baseUrl }).toEqual({ title: 'Page', baseUrl: expect.stringContaining(site.origin) });
  });

  test('breaks out of attributes, names, scripts and raw text, or forges marks', async () => {
    const content = await bodyOf(
      `<!-- --!><script>0</script> --><p id="p">p</p><div id="t"></div><p data-gn-hidden>forged</p>
       <script type="application/ld+json" id="j"></script><p>after</p>
       <script>
       j.textContent = '{"name":"<!-' + '-<scr' + 'ipt>"}';
       for (const name of ['a"b', 'a>b', "x<y", '=z']) try { p.setAttribute(name, '"><script>') } catch {}
       p.setAttributeNS(null, 'DATA-GN-HIDDEN', '');
       const plain = document.createElement('plaintext'); plain.textContent = '</plaintext><b>x'; t.append(plain);
       t.append(document.createElementNS('http://www.w3.org/1999/xhtml', 'PLAINTEXT'));
       </script><p>end</p>`,
    );
    expect(content).not.toMatch(/data-gn-hidden|<plaintext|<!--|a"b|=z/i);
    expect(content).toContain('"name":"\\u003c!--<script>"');
    expect(content).toContain('<pre>&lt;/plaintext&gt;&lt;b&gt;x</pre>');
    expect(content).toContain('<p>end</p>');
  });

  test('is 3000 elements deep, 100 000 long, or full of attributes', async () => {
    const content = await bodyOf(
      `<div id="d"></div><div id="w"></div><div id="a"></div><script>
       let at = d; for (let i = 0; i < 3000; i++) at = at.appendChild(document.createElement('i'));
       at.textContent = 'deep';
       w.innerHTML = '<p><b>w</b></p>'.repeat(50000);
       for (let i = 0; i < 5000; i++) a.setAttribute('x' + i, 'y');
       </script><p>end</p>`,
    );
    // Compared as facts: the page itself would fill the terminal.
    const holds = (text: string) => content.includes(text);
    expect([holds('<i>deep</i>'), holds('<p>end</p>')]).toEqual([true, true]);
    expect(content.match(/<b>w/g)?.length).toBe(50_000);
    // Five hundred, with the id.
    expect([holds('x498="y"'), holds('x499')]).toEqual([true, false]);
  });

  test('holds halves of characters and holes behind them', async () => {
    const content = await bodyOf(
      `<p id="p"></p><div id="h"></div><script>p.textContent = '\\ud83d'.repeat(9) + '\\u0001';
       h.attachShadow({ mode: 'closed' }).innerHTML = '<b>whole</b>'</script>`,
    );
    expect(content).toContain('<div id="h"><b>whole</b></div>');
  });
});
