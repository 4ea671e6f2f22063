import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { readBlocks, textOf } from './blocks.ts';
import { namedParts } from './named-parts.ts';

const prose =
  '<p>The barn owl hunts at night, and nobody has heard it fly over the meadows near the old mill.</p>';

/** What is added where the prose and headings were chosen. */
const added = (html: string, types: readonly string[] = [], url = 'https://example.com/a/b'): string[] => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  const chosen = new Set(blocks.all.filter(({ isProse, level }) => isProse || level === 1));
  return namedParts(blocks, chosen, { types, url }).map(textOf);
};

test('the facts beside an article of a wiki, without its name', () => {
  const facts =
    '<aside class="portable-infobox"><h2 class="pi-title">Barn owl</h2><div class="pi-data"><h3>Weight</h3><div>500 g</div></div></aside>';
  expect(added(`<h1>Barn owl</h1>${facts}${prose}`)).toEqual(['Weight', '500 g']);
  expect(added(facts)).toEqual([]);
});

test('a note that ends a text, and none of what stands around', () => {
  const note = '<aside class="starlight-aside"><p>Danger</p><div>Mind the gap.</div></aside>';
  const page = `<h1>Owls</h1><main>${prose}<p>All owls</p>${note}</main>`;
  expect(added(page)).toEqual(['Danger', 'Mind the gap.']);
  expect(added(`<h1>Owls</h1><main>${prose}</main><footer><p>Us</p>${note}</footer>`)).toEqual([]);
});

test('what a dish has in it, of a recipe alone', () => {
  const dish = `<h1>Soup</h1>${prose}<h3>Nutrition</h3><div class="nutrition-label">Calories: 240 kcal</div>`;
  expect(added(dish, ['Recipe'])).toEqual(['Nutrition', 'Calories: 240 kcal']);
  expect(added(dish)).toEqual([]);
  const listed = dish.replace('<h3>', '<h1>Ingredients</h1><p>Leeks</p><h3>');
  expect(added(listed)).toEqual(['Nutrition', 'Calories: 240 kcal']);
});

test('whether a product can be had, below its name, and not of each in a list', () => {
  const stock = (text: string) => `<p class="stock in-stock">${text}</p>`;
  expect(added(`<h1>Jug</h1>${stock('12 in stock')}${prose}`)).toEqual(['12 in stock']);
  expect(added(`<h1>Jug</h1><div id="availability"><b>Sold out</b></div>${prose}`)).toEqual(['Sold out']);
  expect(added(`${stock('In stock')}<h1>Jug</h1>${prose}`)).toEqual([]);
  expect(added(`<h1>Jugs</h1>${prose}${stock('In stock').repeat(3)}`)).toEqual([]);
  expect(added(`<h1>Jug</h1>${prose}${stock('Our shares rose')}`)).toEqual([]);
});

test('where a job is, near its name', () => {
  const job = `<h1>Falconer</h1><div class="job-location">Lisbon</div>${prose}<div class="locations">Offices: Porto</div>`;
  expect(added(job, ['JobPosting'])).toEqual(['Lisbon', 'Offices: Porto']);
  expect(added(job, [], 'https://example.com/jobs/12')).toEqual(['Lisbon', 'Offices: Porto']);
  expect(added(job)).toEqual([]);
  expect(added(job.replace('Lisbon', '<a href="/lisbon">Lisbon</a>'), ['JobPosting'])).toEqual([
    'Offices: Porto',
  ]);
});

test('when each part of a live report was written', () => {
  const entry = (time: string, text: string) =>
    `<article><header><time>${time}</time></header>${text}</article>`;
  const report = `<h1>Storm</h1>${entry('14.05', prose)}${entry('09.10', prose)}${entry('08.00', '')}`;
  expect(added(report, ['LiveBlogPosting'])).toEqual(['14.05', '09.10']);
  expect(added(report, [], 'https://example.com/news/live/2025/storm')).toEqual(['14.05', '09.10']);
  expect(added(report, ['NewsArticle'])).toEqual([]);
});

test('the files of a release with what is said beside them', () => {
  const row = (file: string) => `<li><a href="/download/${file}">${file}</a><div>4 MB</div></li>`;
  const page = `<h1>v2.1</h1>${prose}<h3>Assets</h3><ul>${row('nest.tar.gz')}${row('nest.exe')}</ul><a href="/about">About</a>`;
  expect(added(page, [], 'https://example.com/nest/releases/tag/v2.1')).toEqual([
    'Assets',
    'nest.tar.gz',
    '4 MB',
    'nest.exe',
    '4 MB',
  ]);
  expect(added(page)).toEqual([]);
});

test('what a card between paragraphs leads to', () => {
  const card =
    '<figure class="bookmark-card"><a href="/b"><div class="bookmark-title">Barns</div><img src="b.png"></a></figure>';
  expect(added(`${prose}${card}${prose}`)).toEqual(['Barns']);
  expect(added(`${prose}${prose}${card}`)).toEqual([]);
});

test('what leads to a page below, among the text of an exported page', () => {
  const link = '<figure class="link-to-page"><a href="Barns.html">Barns</a></figure>';
  expect(added(`${prose}${link}${prose}`)).toEqual(['Barns']);
});

test('the number of a product, where it is the only one', () => {
  const number =
    '<div class="product_meta"><span>SKU: J-7</span> <span>Category: <a href="/j">Jugs</a></span></div>';
  const page = `<h1>Jug</h1>${prose}${number}`;
  expect(added(page, ['Product'])).toEqual(['SKU: J-7 Category: Jugs']);
  expect(added(page + number, ['Product'])).toEqual([]);
  expect(added(page)).toEqual([]);
});

test('notes of a wiki that lead to other articles, among its text', () => {
  const note = '<div class="hatnote">Main article: <a href="/owls">Owls</a></div>';
  expect(added(`<h1>Birds</h1>${prose}${note}${prose}`)).toEqual(['Main article: Owls']);
  expect(added(`<h1>Birds</h1>${prose}${note}`)).toEqual([]);
});

test('when what is in force was last changed', () => {
  const label = '<dl><dt>Last updated</dt><dd>12 May 2024</dd></dl>';
  const page = `<h1>Boats</h1>${prose}${label}<p>Effective 1 June 2024</p><p>Updated fees</p>`;
  expect(added(page, [], 'https://www.example.gov.uk/boats')).toEqual([
    'Last updated',
    '12 May 2024',
    'Effective 1 June 2024',
  ]);
  expect(added(page)).toEqual([]);
});
