import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ContentOptions, readContent } from './content.ts';
import { readPage } from './page.ts';
import { collapsedText } from './tree/tree.ts';

const everything: ContentOptions = { only_main_content: true, include_selectors: [], exclude_selectors: [] };
const text = (html: string, options: Partial<ContentOptions> = {}) =>
  readContent(readPage(html, 'https://example.com/'), { ...everything, ...options })
    .map(collapsedText)
    .join(' ');

const names = fc.constantFrom(
  'nav',
  'footer',
  'aside',
  'header',
  'div class=sidebar',
  'div class=related',
  'main',
  'div',
  'p',
  'section class=comments',
);

test('a page that shows text is never empty', () => {
  const part = fc.tuple(names, fc.lorem({ maxCount: 60 }));
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      const html = parts.map(([name, words]) => `<${name}>${words}</${name.split(' ')[0]}>`).join('');
      expect(text(html)).not.toBe('');
    }),
  );
});

test('the largest part stays, whatever it is called', () => {
  const story = 'The old bridge was closed in winter and will be opened again in June. '.repeat(30);
  expect(text(`<div class="sidebar"><p>${story}</p></div><div><p>Short.</p></div>`)).toContain(
    'The old bridge',
  );
});

test('what was asked for by name is kept even if it looks like clutter', () => {
  const html = '<nav class=menu><a href=/>Home</a></nav><main><p>Text.</p></main>';
  expect(text(html, { include_selectors: ['nav'] })).toBe('Home');
});

test('selectors see the page as it came', () => {
  const html = '<div><script></script><p>one</p><p hidden>two</p><p>three</p></div>';
  expect(text(html, { include_selectors: ['p:nth-child(4)'] })).toBe('three');
});

test('a page that is a table of data keeps the table', () => {
  const rows =
    '<tr><td>The first value of the row</td><td>The second value of the row, longer</td></tr>'.repeat(40);
  const [root] = readContent(
    readPage(`<div><table>${rows}</table></div>`, 'https://example.com/'),
    everything,
  );
  expect(root?.tagName).toBe('div');
});

test.each(['*', 'html', 'body'])('a page without %s is empty', (selector) => {
  expect(text('<main><p>Text.</p></main>', { exclude_selectors: [selector] })).toBe('');
});

test('names of advertisements do not hide the main part of a page', () => {
  const story = 'The old bridge was closed in winter and will be opened again in June. ';
  const parts = Array.from({ length: 8 }, (_, n) => `<div class="ad"><p>${n} ${story}</p></div>`).join('');
  expect(text(`<main><h1>Bridges</h1>${parts}</main>`)).toContain('The old bridge');
  expect(
    text(`<main><h1>Bridges</h1><div class="social-wall"><p>${story.repeat(5)}</p></div></main>`),
  ).toContain('The old bridge');
});

test('a page whose text is elsewhere shows what it holds as linked data', () => {
  const story = 'The old bridge was closed in winter and will be opened again in June. '.repeat(6).trim();
  const data = JSON.stringify({ '@type': 'Product', name: 'Bridge', description: story });
  const script = `<script type="application/ld+json">${data}</script>`;
  expect(text(`${script}<h1>Bridge</h1><p>Loading the product, please wait.</p>`)).toBe(story);
  expect(text(`${script}<h1>Bridge</h1><p>${story}</p>`)).toBe(`Bridge${story}`);
});

test('pages made of feeds and files are content as a whole', () => {
  const menu = '<nav><ul><li><a href=/a>Home</a><li><a href=/b>Log in</a></ul></nav>';
  const story = 'The old bridge was closed in winter and will be opened again in June. '.repeat(9);
  expect(text(`<body>${menu}<main><h1>Bridge</h1><p>${story}</p></main>`)).not.toContain('Log in');
  expect(text(`<body data-gn-whole>${menu}<main><h1>Bridge</h1><p>${story}</p></main>`)).toContain('Log in');
});

test('parts that look alike are all content, from the response as from the rendered page', () => {
  const words =
    'Gannets nest in large colonies on cliffs and islands, and fly far over the open sea to find shoals of fish. ' +
    'A diving bird folds its wings just before it meets the water, at up to a hundred kilometres an hour. ';
  const card = (section: number, n: number, more: string) =>
    `<article class="card c${n % 7}" data-id="${section}-${n}"${more}><h3><a href="/item/${section}/${n}">Bird ${section}.${n}.</a></h3><p class="f2">${words}</p></article>`;
  const pageOf = (more: string, data: string) => {
    const sections = Array.from({ length: 13 }, (_, section) => {
      const cards = Array.from({ length: 60 }, (_, n) => card(section, n, more)).join('\n');
      return `<section class="s${section}"><h2>Part ${section + 1}</h2><figure><img src="/image-${section}.png" width="160" height="120" alt=""></figure><div class="grid">${cards}</div></section>`;
    });
    return `<title>Realistic</title><main class="f1"><h1>Realistic</h1>${sections.join('\n')}<div id="data-1">${data}</div><p>realistic-end</p></main>`;
  };
  for (const page of [pageOf('', ''), pageOf(' data-seen="8"', 'Data of the first request.')]) {
    const shown = text(page);
    expect(shown.split(words.trim()).length - 1).toBe(13 * 60);
    for (let section = 0; section < 13; section++)
      for (let n = 0; n < 60; n++) expect(shown).toContain(`Bird ${section}.${n}.`);
    expect(shown).toContain('realistic-end');
  }
});

test('of a product what is told of it stays, and what a shop shows besides goes', () => {
  const card = (name: string, price: string) =>
    `<li class="card"><a href="/${name}">${name}</a><span class="price">€ ${price}</span></li>`;
  const page = `<main><div class="product"><h1>Oak nest box</h1><p class="price">€ 24.90</p><p>${'A box of untreated oak for tits and sparrows, with a roof that opens for cleaning in autumn. '.repeat(4)}</p><ul><li>Height 30 cm</li><li>Entrance 32 mm</li></ul></div><section><h2>Customers also bought</h2><ul>${card('Feeder', '9.90')}${card('Bath', '19.90')}${card('Ladder', '4.90')}</ul></section></main><div role="dialog" class="modal"><h2>Ten percent less</h2><p>Leave us your address, and we send you a code for what you order next.</p></div>`;
  const found = text(page);
  for (const kept of ['€ 24.90', 'untreated oak', 'Entrance 32 mm']) expect(found).toContain(kept);
  for (const gone of ['Customers also', 'Feeder', '19.90', 'Ten percent', 'Leave us'])
    expect(found).not.toContain(gone);
});

test('of a page with a table of 40 000 cells all of the table stays, and what is around it goes', () => {
  const numbers = Array.from({ length: 40_000 }, (_, n) => n);
  const rows = numbers.map((n) => `${n % 4 === 0 ? '<tr>' : ''}<td>${n} </td>`).join('');
  const menu = '<li><a href=/a>Home</a><li><a href=/b>Log in</a><li><a href=/c>Terms of use</a>';
  const page = `<header><nav><ul>${menu}</ul></nav></header><main><h1>Values of the year </h1><table><tr><th>One <th>Two <th>Three <th>Four </tr>${rows}</table></main><footer><ul>${menu}</ul><p>All rights reserved</p></footer>`;
  const words = text(page, { only_main_content: true }).match(/\d+|[A-Z]\w+/g);
  expect(words?.join(' ')).toBe(`Values One Two Three Four ${numbers.join(' ')}`);
});

test('a recipe keeps what its data list', () => {
  const lines = ['2 carrots', '1 cup of cream', '3 sprigs of thyme', '1 pinch of nutmeg'];
  const data = JSON.stringify({ '@type': 'Recipe', name: 'Carrot soup', recipeIngredient: lines });
  const story =
    '<p>Every winter my aunt made this soup, with a sprig of thyme on each plate for us all.</p>'.repeat(5);
  const list = lines.map((line) => `<li><a href="/shop">${line}</a></li>`).join('');
  const html = (script: string) =>
    `${script}<main><h1>Carrot soup</h1>${story}</main><aside class="sidebar"><ul>${list}</ul></aside>`;
  const main = { only_main_content: true };
  expect(text(html(`<script type="application/ld+json">${data}</script>`), main)).toContain(lines.join(''));
  expect(text(html(''), main)).not.toContain('carrots');
});
