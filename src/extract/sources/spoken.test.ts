import { describe, expect, test } from 'vitest';
import { snapshotOf } from '../../../test/support/snapshot.ts';
import type { JsonSchema } from '../../contract/json-schema.ts';
import { extract } from '../extraction.ts';

/** What stands on a page without a label or a name of its own. */

const dataOf = (html: string, properties: Readonly<Record<string, JsonSchema>>) =>
  extract(snapshotOf(html, 'https://example.com/page'), { method: 'schema', schema: { properties } }).data;

const string = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const listOf = (properties: Readonly<Record<string, JsonSchema>>) => ({
  type: 'array',
  items: { type: 'object', properties },
});

test('a list of cars: chips, stars, a price beside the one that is crossed out', () => {
  const card = (name: string, price: string, chips: string, dealer: string) =>
    `<div class=card><h3><a href="/c/${name}">${name}</a></h3><p class=pr>${price}</p><ul>${chips
      .split('|')
      .map((chip) => `<li>${chip}</li>`)
      .join('')}</ul><p>${dealer}</p></div>`;
  const html = `<h1>Used cars</h1><p>1,128 results</p><div>${[
    card('BMW', '£18,450', '2019|42,000 miles|Petrol|Automatic', 'Leeds Motors ★ 4.6 (213)'),
    card('Audi', '<s>£16,000</s> £15,250', '2018|51,300 miles|Diesel|Manual', 'Auto Hub ★ 4.1 (1.2k)'),
    card('VW', '£21,995', '2021|18,750 miles|Plug-in hybrid|6-speed manual', 'No stars'),
  ].join('')}</div>`;
  const cars = listOf({
    name: string,
    price: number,
    original_price: number,
    year: integer,
    mileage: number,
    fuel_type: string,
    transmission: string,
    rating: number,
    review_count: integer,
  });
  expect(dataOf(html, { total_results: integer, cars })).toEqual({
    total_results: 1128,
    cars: [
      ['BMW', 18_450, null, 2019, 42_000, 'Petrol', 'Automatic', 4.6, 213],
      ['Audi', 15_250, 16_000, 2018, 51_300, 'Diesel', 'Manual', 4.1, 1200],
      ['VW', 21_995, null, 2021, 18_750, 'Plug-in hybrid', '6-speed manual', null, null],
    ].map(([name, price, original_price, year, mileage, fuel_type, transmission, rating, review_count]) => ({
      name,
      price,
      original_price,
      year,
      mileage,
      fuel_type,
      transmission,
      rating,
      review_count,
    })),
  });
});

test('entries of two rows each are one', () => {
  const entry = (id: number, title: string, author: string) =>
    `<tr class=entry><td>${id}.</td><td><a href="/post/${id}">${title}</a></td></tr>
     <tr><td></td><td><span>${id}5 points</span> by <a href="/u/${author}">${author}</a>
     <span class=age title="2026-11-2${id}T10:00:00"><a href="/i/${id}">5 hours ago</a></span> | <a href="/i/${id}">${id}2&nbsp;comments</a></td></tr>`;
  const html = `<table>${entry(1, 'A database in a weekend', 'joe')}${entry(2, 'Why birds sing', 'ann')}</table>`;
  const stories = listOf({
    title: string,
    url: string,
    points: integer,
    author: string,
    comments: integer,
    posted: string,
  });
  expect(dataOf(html, { stories }).stories).toEqual([
    {
      title: 'A database in a weekend',
      url: 'https://example.com/post/1',
      points: 15,
      author: 'joe',
      comments: 12,
      posted: '2026-11-21T10:00:00',
    },
    {
      title: 'Why birds sing',
      url: 'https://example.com/post/2',
      points: 25,
      author: 'ann',
      comments: 22,
      posted: '2026-11-22T10:00:00',
    },
  ]);
});

test('headings and what stands behind each', () => {
  const html =
    '<h1>Team</h1><div><h3>Ann Lee</h3><p>ann@a.test · 12 patents</p><h3>Bo Ray</h3><p>bo@a.test · 3 patents</p></div>';
  expect(dataOf(html, { people: listOf({ name: string, email: string, patents: integer }) }).people).toEqual([
    { name: 'Ann Lee', email: 'ann@a.test', patents: 12 },
    { name: 'Bo Ray', email: 'bo@a.test', patents: 3 },
  ]);
});

describe('single values', () => {
  test.each<[string, Readonly<Record<string, JsonSchema>>, unknown]>([
    ['<div><span>Cook Time</span><span>1 hr 5 mins</span></div>', { cook_time_minutes: integer }, 65],
    ['<div><span>Cook Time</span><span>1 hr 5 mins</span></div>', { cook_time: string }, '1 hr 5 mins'],
    ['<p>Runtime: 2h 14m</p>', { runtime_seconds: integer }, 8040],
    ['<table><tr><th>Fat</th><td>12 g</td></tr></table>', { fat_grams: number }, 12],
    ['<div><span>3 beds</span><span>2 baths</span></div>', { bathrooms: integer }, 2],
    ['<p>3 bd · 2 ba · 1,150 sq ft</p>', { area_sqft: number }, 1150],
    ['<p>Ribeira · 0.4 km from centre</p>', { distance_km: number }, 0.4],
    ['<ul><li><b>12.4k</b> stars</li><li><b>1.1k</b> forks</li></ul>', { forks: integer }, 1100],
    ['<p>⭐ 4.21 · 12,345 ratings · 1,023 reviews</p>', { rating: number }, 4.21],
    ['<p>⭐ 4.21 · 12,345 ratings · 1,023 reviews</p>', { review_count: integer }, 1023],
    ['<p>12,345 ratings · 1,023 reviews</p>', { rating: number }, null],
    ['<p>12,345 ratings · 1,023 reviews</p>', { rating_count: integer }, 12_345],
    ['<p>12,345 ratings · 3 prices</p>', { price: number }, null],
    ['<p>5 years of experience</p>', { year: integer }, null],
    ['<span>Berlin</span><span>Full-time</span>', { employment_type: string }, 'Full-time'],
    ['<span>Remote possible</span>', { remote: boolean }, true],
    ['<span>On-site</span>', { is_remote: boolean }, false],
    ['<p>€75,000 – €95,000 per year</p>', { salary_min: number }, 75_000],
    ['<p>75k – 95k € per year</p>', { salary_max: number }, 95_000],
    ['<p>From €75,000</p>', { salary_max: number }, null],
    ['<p>Write to hello@cellar.test.</p>', { email: string }, 'hello@cellar.test'],
    ['<p>Call us: 020 7946 0018</p>', { phone: string }, '020 7946 0018'],
    [
      '<p>By Jane · Updated March 3, 2026</p>',
      { date_updated: { type: 'string', format: 'date' } },
      '2026-03-03',
    ],
    ['<p>Fri 12 Dec 2026, 8:00 PM – 11:00 PM</p>', { start_date: string }, '2026-12-12T20:00:00'],
    ['<p>Fri 12 Dec 2026, 8:00 PM – 11:00 PM</p>', { end_time: string }, '2026-12-12T23:00:00'],
    ['<p>Posted 12 Dec 2026</p>', { start_date: string }, null],
    ['<p>Free cancellation</p>', { free_cancellation: boolean }, true],
    ['<dl><dt>Free cancellation</dt><dd>No</dd></dl>', { free_cancellation: boolean }, false],
    [
      '<p>Genres</p><p>Fiction, History</p>',
      { genres: { type: 'array', items: string } },
      ['Fiction', 'History'],
    ],
  ])('%s: %j', (html, properties, value) => {
    const [name = ''] = Object.keys(properties);
    expect(dataOf(`<h1>It</h1>${html}`, properties)[name]).toEqual(value);
  });
});

test('a wish for an address is a link that says so, not the address of the page', () => {
  const html =
    '<link rel=canonical href="/page"><h1>It</h1><a href="/apply/1">Apply now</a><a href="?page=2">Next</a>';
  expect(dataOf(html, { apply_url: string, next_page: string, terms_url: string, url: string })).toEqual({
    apply_url: 'https://example.com/apply/1',
    next_page: 'https://example.com/page?page=2',
    terms_url: null,
    url: 'https://example.com/page',
  });
});

test('a name of another is not that of the page', () => {
  const html = '<h1>24 Oak Lane</h1><h2>Agent</h2><p>Bright &amp; Co</p>';
  expect(dataOf(html, { agent_name: string, listing_name: string, name: string })).toEqual({
    agent_name: 'Bright & Co',
    listing_name: '24 Oak Lane',
    name: '24 Oak Lane',
  });
});

test('without a summary the first paragraph is one', () => {
  const first = 'Two sisters return to the island where they were born and find a letter.';
  const html = `<p>Cookies: ${first}</p><h1>The Quiet Sea</h1><p>by Mara</p><p>${first}</p><p>More.</p>`;
  expect(dataOf(html, { description: string }).description).toBe(first);
});
