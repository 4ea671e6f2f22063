import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Deadline } from '../../src/deadline.ts';
import { readPage } from '../../src/document/page.ts';
import { renderHtml } from '../../src/output/html.ts';
import { pageRequest, startBrowser } from '../support/browser.ts';
import { type Site, startSite } from '../support/site.ts';

/** Attacks on sanitisers, with their answers put into documents of a real browser: nothing of them may run. */
const payloads = z
  .array(z.string())
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../support/xss-payloads.json'), 'utf8')));

const whole = { only_main_content: false, include_selectors: [], exclude_selectors: [], links: false };
const sanitize = (html: string): string => renderHtml(readPage(html, 'https://example.com/a/'), whole).html;

/** Shows each text as a document and as the content of an element, touches all that is there, and tells what ran. */
const judge = `
const ran = new Set();
const touch = (element) => {
  for (const type of ['click', 'mouseover', 'mousemove', 'mouseenter', 'focus', 'blur', 'keydown', 'toggle', 'wheel'])
    element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
};
const pictures = (root) => Promise.all([...root.querySelectorAll('img,video,audio,source,embed,object,input')].map((node) =>
  node.tagName !== 'IMG' || node.complete ? undefined
    : new Promise((done) => { node.addEventListener('load', done); node.addEventListener('error', done); setTimeout(done, 1000); })));
const turn = () => new Promise((done) => setTimeout(done, 0));
const show = async (text, index, write) => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const view = frame.contentWindow;
  const hit = () => { ran.add(index); };
  const arm = () => { for (const name of ['alert', 'confirm', 'prompt', 'print']) view[name] = hit; };
  arm();
  write(frame.contentDocument, text);
  arm();
  await pictures(frame.contentDocument);
  for (const element of frame.contentDocument.querySelectorAll('*')) touch(element);
  await turn();
  await turn();
  frame.remove();
};
const writers = [
  (page, text) => { page.open(); page.write('<!doctype html><body>' + text); page.close(); },
  (page, text) => { page.body.innerHTML = text; },
];
(async () => {
  const texts = JSON.parse(document.querySelector('#texts').textContent);
  for (let at = 0; at < texts.length; at += 20)
    await Promise.all(texts.slice(at, at + 20).flatMap((text, offset) =>
      writers.map((write) => show(text, at + offset, write).catch(() => {}))));
  const done = document.body.appendChild(document.createElement('p'));
  done.id = 'done';
  done.textContent = JSON.stringify([...ran]);
})();`;

let site: Site;
let browser: Awaited<ReturnType<typeof startBrowser>>;
let texts: readonly string[] = [];
beforeAll(async () => {
  browser = await startBrowser();
  site = await startSite({
    '/judge': (_, response) => {
      const data = JSON.stringify(texts).replaceAll('<', '\\u003c');
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(
          `<!doctype html><title>judge</title><body><script id=texts type=application/json>${data}</script><script>${judge}</script>`,
        );
    },
  });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

/** Of the texts, those of which something ran. */
const executed = async (given: readonly string[]): Promise<string[]> => {
  texts = given;
  const request = pageRequest(`${site.origin}/judge`, {
    waitForSelector: '#done',
    planFor: () => ({ from: 'browser', why: 'asked' }),
  });
  using deadline = new Deadline(60_000);
  const { value } = await browser.visit(
    request,
    (page) => page.evaluate(() => document.querySelector('#done')?.textContent ?? ''),
    deadline,
  );
  return z
    .array(z.number())
    .parse(JSON.parse(value ?? ''))
    .map((index) => given[index] ?? '');
};

const inParts = (all: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) =>
    all.slice(part * size, (part + 1) * size),
  );

test('the attacks work where nothing is sanitised', async () => {
  const found = await executed(payloads.slice(0, 100));
  expect(found.length).toBeGreaterThan(25);
});

test('of sanitised attacks nothing runs, and to sanitise them again changes nothing', async () => {
  const clean = payloads.map(sanitize);
  expect(clean.filter((html) => sanitize(html) !== html)).toEqual([]);
  for (const part of inParts(clean, 100)) expect(await executed(part)).toEqual([]);
});

const breaks = [
  '<svg>',
  '</svg>',
  '<math>',
  '</math>',
  '<mtext>',
  '<mglyph>',
  '<style>',
  '</style>',
  '<title>',
  '</title>',
  '<noscript>',
  '</noscript>',
  '<template>',
  '<textarea>',
  '</textarea>',
  '<xmp>',
  '<plaintext>',
  '<select>',
  '<table>',
  '<td>',
  '<caption>',
  '<form>',
  '</form>',
  '<foreignobject>',
  '<desc>',
  '<annotation-xml encoding=text/html>',
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[',
  ']]>',
  '<p title="',
  '"',
  "'",
  '`',
  '>',
  '</',
  '\u0000',
  '\t',
  '\n',
  '&lt;',
  '&#x3c;',
  '&quot;',
  '<a id="',
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
];

/** Attacks cut, joined and broken anew. */
const mutants = fc
  .array(
    fc.oneof(
      fc.constantFrom(...payloads),
      fc.constantFrom(...breaks),
      fc.tuple(fc.constantFrom(...payloads), fc.nat(), fc.nat()).map(([text, from, length]) => {
        const start = from % (text.length + 1);
        return text.slice(start, start + (length % 60));
      }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((pieces) => pieces.join(''));

test('nor of attacks made of them', async () => {
  const count = Number(process.env.MUTANTS ?? 300);
  for (const part of inParts(fc.sample(mutants, count), 150)) {
    const clean = part.map(sanitize);
    expect(clean.filter((html) => sanitize(html) !== html)).toEqual([]);
    const found = await executed(clean);
    expect(found.map((html) => part[clean.indexOf(html)])).toEqual([]);
  }
});
