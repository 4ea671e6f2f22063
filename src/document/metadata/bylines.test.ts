import { expect, test } from 'vitest';
import { readPage } from '../page.ts';

/** Who wrote a page and when, as it is said in several languages and for scripts. */

const text =
  '<p>The harbour of the town was rebuilt last year after a long storm, and the people who live there say that it was worth the wait and the cost.</p>';

const read = (lines: string, behind = '') =>
  readPage(
    `<title>Storm</title><article><h1>Storm</h1>${lines}${text}</article>${behind}`,
    'https://www.example.com/2026/storm',
  ).metadata;

test.each([
  ['di Marco Bianchi', 'Marco Bianchi'],
  ['Door Jan de Vries', 'Jan de Vries'],
  ['Av Anna Svensson', 'Anna Svensson'],
  ['Autor: Anna Nowak', 'Anna Nowak'],
  ['Autorin: Eva Nord', 'Eva Nord'],
  ['文：山田 花子', '山田 花子'],
  ['By Di Stefano', 'Di Stefano'],
  ['<a href="/ann">Recipe by <span>Ann Lee</span></a>', 'Ann Lee'],
])('signed: %s', (line, author) => {
  expect(read(`<p>${line}</p>`).author).toBe(author);
});

test.each([
  'Actualizado: 5 de mayo de 2026 | Publicado: 3 de mayo de 2026',
  'Publicado em 3 de maio de 2026. Atualizado em 5 de maio de 2026',
  'Aggiornato il 5 maggio 2026. Pubblicato il 3 maggio 2026',
  'Bijgewerkt: 5 mei 2026. Gepubliceerd op 3 mei 2026',
  '更新日：2026年5月5日　公開日：2026年5月3日',
])('published before it was updated: %s', (line) => {
  expect(read(`<p>${line}</p>`).published_at).toBe('2026-05-03');
});

test.each([
  '<span title="2026-03-04T10:00:00Z">3 days ago</span>',
  '<a href="#1" title="2026-03-04T10:00:00Z">3d</a>',
  '<span class="timestamp" data-timestamp="1772618400">3 days ago</span>',
  '<span class="post-date" data-date="2026-03-04T10:00:00Z">3 days ago</span>',
])('what `3 days ago` means: %s', (line) => {
  expect(read(`<p>By Ann Lee · ${line}</p>`)).toMatchObject({
    author: 'Ann Lee',
    published_at: '2026-03-04T10:00:00Z',
  });
});

test('who comments on a short text did not write it', () => {
  const comments =
    '<section id="comments"><div><span class="author">Bo Ray</span> <time datetime="2026-05-05">May 5</time><p>No way.</p></div></section>';
  expect(read('', comments)).toMatchObject({ author: null, published_at: null });
});

test.each([
  '<p class="recipe-author">Recette de: <span>© Kelp</span></p>',
  '<p class="author">Hi, I’m Ann</p>',
  '<p class="author">I’m Ann</p>',
  '<div>by <span>KLP</span></div><div class="author">by <b>Avg. Rating</b></div>',
])('what stands where a name would is none: %s', (line) => {
  expect(read(line).author).toBe(null);
});

test('a profile is no name, with or without a protocol', () => {
  const meta = (address: string) => `<meta property="article:author" content="${address}">`;
  for (const address of ['facebook.com/ann.lee', 'https://facebook.com/ann.lee', 'www.kelp.example/ann'])
    expect(read(meta(address)).author).toBe(null);
  expect(read(meta('facebook.com/ann.lee') + meta('Ann Lee')).author).toBe('Ann Lee');
});

/** Who wrote it and when, of a page that is nothing but `html`. */
const said = (html: string, url = 'https://example.com/a/b') => {
  const { author, published_at } = readPage(html, url).metadata;
  return [author, published_at];
};

test.each([
  [
    'an issue, not whose project it is',
    '<meta property=og:author:username content=owl_42><span class=author><a rel=author href=/ada>ada</a></span><span>/</span><b>owls</b><h1>No owls</h1><time datetime=2024-05-03>May 3</time>',
    ['owl_42', '2024-05-03'],
  ],
  [
    'a discussion of a project, where nobody says whose it is',
    '<span class=author><a rel=author href=/ada>ada</a></span><span>/</span><b>owls</b><h1>No owls</h1><time datetime=2024-05-03>May 3</time>',
    [null, '2024-05-03'],
  ],
  [
    'a post that says so in its attributes, not who answered first',
    '<shreddit-app><shreddit-post author=owl_42 created-timestamp="2024-05-03T08:00:00.000000+0000"><h1>No owls</h1></shreddit-post><shreddit-comment><a href=/user/bo class=author>bo</a><time datetime=2024-05-04>1 day ago</time></shreddit-comment></shreddit-app>',
    ['owl_42', '2024-05-03T08:00:00.000000+00:00'],
  ],
  [
    'a paper whose authors stand in one',
    '<meta name=citation_authors content="Park A;Lin, Bo;"><meta name=citation_date content=2024/05/03><h1>Owls</h1>',
    ['Park A, Bo Lin', '2024-05-03'],
  ],
  [
    'a job',
    '<script type="application/ld+json">{"@type":"JobPosting","title":"Owl keeper","datePosted":"2024-05-03"}</script><h1>Owl keeper</h1>',
    [null, '2024-05-03'],
  ],
  [
    'what is to happen, which nobody wrote',
    '<article itemscope itemtype="https://schema.org/MusicEvent"><h1 itemprop=name>Night of owls</h1><p><time datetime=2024-05-18>18 May 2024</time></p><p>Great Hall</p></article>',
    [null, null],
  ],
])('of %s', (_, html, expected) => {
  expect(said(html)).toEqual(expected);
});

test.each([
  ['/20240503/12.html', '2024-05-03'],
  ['/2024/0503/12.html', '2024-05-03'],
  ['/202405/t20240503_12.html', '2024-05-03'],
  ['/storm-20240503-q7.html', '2024-05-03'],
  ['/storm-20249903', null],
  ['/storm-120240503', null],
  ['/20240503112', null],
])('the date in an address: %s', (path, date) => {
  const html = `<title>Storm</title><h1>Storm</h1>${text}`;
  expect(readPage(html, `https://example.com/news${path}`).metadata.published_at).toBe(date);
});

test('a title is not cut within brackets', () => {
  const name = 'Pepper fried chicken (Yuringi: 유린기)';
  const html = `<title>${name} recipe by Ann</title><meta property="og:title" content="${name}"><meta property="og:type" content="article">${text}`;
  expect(readPage(html, 'https://example.com/recipe/pepper-fried-chicken').metadata.title).toBe(name);
});
