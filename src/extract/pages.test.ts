import { describe, expect, test } from 'vitest';
import { snapshotOf } from '../../test/support/snapshot.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import { extract } from './extraction.ts';

/** Small pages as they are found in the wild, and all that their readers would tell of them. */

type Properties = Readonly<Record<string, JsonSchema>>;

const run = (html: string, properties: Properties) =>
  extract(snapshotOf(html, 'https://example.com/dir/page'), { method: 'schema', schema: { properties } });
const jsonld = (node: object) => `<script type="application/ld+json">${JSON.stringify(node)}</script>`;

const string = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const date = { type: 'string', format: 'date' };
const uri = { type: 'string', format: 'uri' };
const object = (properties: Properties): JsonSchema => ({ type: 'object', properties });
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

describe('ratings', () => {
  test.each([
    ['<span>★★★★☆</span>', 4],
    ['<span>★★★½☆</span>', 3.5],
    ['<i class="star-rating Three"></i>', 3],
    ['<i class="stars stars-2"></i>', 2],
    ['<div aria-label="4 out of 5"><svg></svg></div>', 4],
    ['<div role="img" aria-label="4.5 out of 5 stars"></div>', 4.5],
    ['<div role="img" aria-label="3,5 von 5 Sternen"></div>', 3.5],
    ['<span>☆</span>', null],
    ['<span class="stars">★★★★★★★★★★</span>', null],
    ['<i class="star rating-2 of-5"></i>', null],
  ])('%s', (html, rating) => {
    expect(run(`<h1>Mug</h1>${html}`, { rating: number }).data).toEqual({ rating });
  });

  test('that of the page comes before those of its reviews', () => {
    const review = (stars: number) =>
      `<div class="review"><b class="author">Ann Lee</b><i aria-label="${stars} out of 5"></i></div>`;
    const html = `<h1>Inn</h1><p>Rating: 8.7/10</p><div class="reviews">${review(5)}${review(3)}</div>`;
    expect(run(html, { rating: number, reviews: list(object({ rating: integer })) }).data).toEqual({
      rating: 8.7,
      reviews: [{ rating: 5 }, { rating: 3 }],
    });
  });
});

describe('entries of a list', () => {
  const things = list(object({ name: string, price: number }));
  test.each<[string, string, readonly unknown[]]>([
    ['names in bold', '<li><b>Soup</b> $9</li><li><b>Cake</b> $6.50</li>', ['Soup', 9, 'Cake', 6.5]],
    [
      'amounts without a sign of money',
      '<li>Soup <i>6.00</i></li><li>Cake <i>7.50</i></li>',
      ['Soup', 6, 'Cake', 7.5],
    ],
    [
      'a link around it all',
      '<li><a href="/1"><p>豆</p><p>¥980</p></a></li><li><a href="/2"><p>茶葉</p><p>¥1,580</p></a></li>',
      ['豆', 980, '茶葉', 1580],
    ],
    [
      'a badge before the name',
      '<li><i>New</i><p>Soup</p><p>$9</p></li><li><i>Sale</i><p>Cake</p><p>$6</p></li>',
      ['Soup', 9, 'Cake', 6],
    ],
  ])('%s', (_, entries, [one, first, other, second]) => {
    expect(run(`<h1>Menu</h1><ul>${entries}</ul>`, { items: things }).data.items).toEqual([
      { name: one, price: first },
      { name: other, price: second },
    ]);
  });

  test('each link and picture has its own meaning', () => {
    const card = (name: string, key: string) =>
      `<div class="card"><img src="/${key}.jpg" alt=""><h3>${name}</h3><p>Led many teams in a long career.</p>
      <a href="mailto:${key}@x.example">Write</a><a href="https://www.linkedin.com/in/${key}">Profile</a></div>`;
    const html = `<h1>Team</h1><div>${card('Ann Lee', 'ann')}${card('Bo Park', 'bo')}</div>`;
    const person = object({ name: string, bio: string, photo_url: uri, linkedin_url: uri, twitter_url: uri });
    expect(run(html, { team: list(person) }).data.team).toEqual(
      [
        ['Ann Lee', 'ann'],
        ['Bo Park', 'bo'],
      ].map(([name, key]) => ({
        name,
        bio: 'Led many teams in a long career.',
        photo_url: `https://example.com/${key}.jpg`,
        linkedin_url: `https://www.linkedin.com/in/${key}`,
        twitter_url: null,
      })),
    );
  });

  test('classes may be of any language', () => {
    const entry = (name: string, day: string, place: string) =>
      `<article><h2>${name}</h2><p class="fecha">${day}</p><p class="lugar">${place}</p></article>`;
    const html =
      entry('Concierto', '12 de enero de 2026', 'Teatro') + entry('Feria', '3 de mayo de 2026', 'Plaza');
    const events = list(object({ name: string, date, location: string }));
    expect(run(`<html lang="es"><h1>Agenda</h1><div>${html}</div>`, { events }).data.events).toEqual([
      { name: 'Concierto', date: '2026-01-12', location: 'Teatro' },
      { name: 'Feria', date: '2026-05-03', location: 'Plaza' },
    ]);
  });

  test('of several lists the one that bears the name', () => {
    const part = (kind: string, names: readonly string[]) =>
      `<section class="${kind}">${names.map((name) => `<div><h3>${name}</h3><p>Words about ${name} of some length.</p></div>`).join('')}</section>`;
    const html = `<h1>Shop</h1>${part('services', ['Repair', 'Rent', 'Tours', 'Lessons'])}${part('partners', ['Acme', 'Norr'])}`;
    expect(run(html, { partners: list(object({ name: string })) }).data.partners).toEqual([
      { name: 'Acme' },
      { name: 'Norr' },
    ]);
  });

  test('lists under their headings are parts of a list', () => {
    const dishes = (...names: string[]) =>
      `<ul>${names.map((name) => `<li>${name} <span>6.00</span></li>`).join('')}</ul>`;
    const html = `<h1>Menu</h1><h2>Starters</h2>${dishes('Soup', 'Salad')}<h2>Mains</h2>${dishes('Fish', 'Steak')}`;
    const dish = (name: string) => ({ name, price: 6 });
    expect(run(html, { sections: list(object({ name: string, items: things })) }).data.sections).toEqual([
      { name: 'Starters', items: [dish('Soup'), dish('Salad')] },
      { name: 'Mains', items: [dish('Fish'), dish('Steak')] },
    ]);
  });
});

describe('names and values', () => {
  const facts = [
    '<table class="specs"><tr><th>Weight</th><td>300 g</td></tr><tr><th>Colour</th><td>Blue</td></tr></table>',
    '<dl><dt>Weight:</dt><dd>300 g</dd><dt>Colour:</dt><dd>Blue</dd></dl>',
  ];
  test.each(facts)('of an object whose properties are not told: %s', (html) => {
    const { data, fields } = run(`<h1>Mug</h1><h2>Details</h2>${html}`, {
      specifications: { type: 'object' },
      details: { type: 'object' },
      author: { type: 'object' },
    });
    const told = { Weight: '300 g', Colour: 'Blue' };
    expect(data).toEqual({ specifications: told, details: told, author: null });
    expect(fields['details.Weight']).toMatchObject({ source: 'semantic', snippet: '300 g' });
  });

  test.each(facts)('as a list: %s', (html) => {
    const attributes = list(object({ value: string, key: string }));
    expect(run(`<h1>Mug</h1>${html}`, { attributes }).data.attributes).toEqual([
      { key: 'Weight', value: '300 g' },
      { key: 'Colour', value: 'Blue' },
    ]);
  });

  test('of a table without a head, by its heading', () => {
    const html =
      '<h1>Inn</h1><h2>Opening hours</h2><table><tr><td>Monday</td><td>Closed</td></tr><tr><td>Friday</td><td>12:00–22:00</td></tr></table>';
    const opening_hours = list(object({ day: string, hours: string }));
    expect(run(html, { opening_hours }).data.opening_hours).toEqual([
      { day: 'Monday', hours: 'Closed' },
      { day: 'Friday', hours: '12:00–22:00' },
    ]);
  });

  test('in lines of one paragraph', () => {
    const html =
      '<h1>Kontakt</h1><p>Telefon: +49 89 1<br>Fax: +49 89 2<br>E-Mail: <a href="mailto:a@b.example">a@b.example</a></p>';
    expect(run(html, { phone: string, fax: string, email: string }).data).toEqual({
      phone: '+49 89 1',
      fax: '+49 89 2',
      email: 'a@b.example',
    });
  });
});

describe('tables', () => {
  test('that compare: a column is a thing', () => {
    const html = `<h1>Compare</h1><table><tr><td></td><th>Alpha</th><th>Beta</th></tr>
      <tr><th>Price</th><td>$499</td><td>$699</td></tr><tr><th>5G</th><td>✗</td><td>✓</td></tr></table>`;
    const phones = list(object({ name: string, price: number, '5g': boolean }));
    expect(run(html, { phones }).data.phones).toEqual([
      { name: 'Alpha', price: 499, '5g': false },
      { name: 'Beta', price: 699, '5g': true },
    ]);
  });

  test('the address of a row is that of its link', () => {
    const row = (name: string, at: number) => `<tr><td><a href="/v/${at}">${name}</a></td><td>York</td></tr>`;
    const html = `<h1>Jobs</h1><table><tr><th>Position</th><th>Location</th></tr>${row('Nurse', 1)}${row('Clerk', 2)}</table>`;
    const jobs = list(object({ job_title: string, location: string, url: uri }));
    expect(run(html, { jobs }).data.jobs).toEqual([
      { job_title: 'Nurse', location: 'York', url: 'https://example.com/v/1' },
      { job_title: 'Clerk', location: 'York', url: 'https://example.com/v/2' },
    ]);
  });
});

test.each<[string, object, Properties, unknown]>([
  [
    'FAQ',
    {
      '@type': 'FAQPage',
      mainEntity: [{ '@type': 'Question', name: 'Why?', acceptedAnswer: { text: 'Because.' } }],
    },
    { faqs: list(object({ question: string, answer: string })) },
    { faqs: [{ question: 'Why?', answer: 'Because.' }] },
  ],
  [
    'job',
    {
      '@type': 'JobPosting',
      title: 'Nurse',
      employmentType: ['FULL_TIME', 'PART_TIME'],
      baseSalary: { currency: 'EUR', value: { minValue: 3200, maxValue: 4100, unitText: 'MONTH' } },
      hiringOrganization: { name: 'Clinic', sameAs: 'https://clinic.example/' },
    },
    {
      employment_types: list(string),
      salary: object({ min: number, max: number, currency: string, period: string }),
      company: object({ name: string, website: uri }),
    },
    {
      employment_types: ['FULL_TIME', 'PART_TIME'],
      salary: { min: 3200, max: 4100, currency: 'EUR', period: 'MONTH' },
      company: { name: 'Clinic', website: 'https://clinic.example/' },
    },
  ],
  [
    'shop',
    {
      '@type': 'LocalBusiness',
      name: 'Bike Shop',
      openingHoursSpecification: [
        { dayOfWeek: 'https://schema.org/Monday', opens: '09:00', closes: '17:00' },
      ],
    },
    { company_name: string, opening_hours: list(object({ day: string, opens: string, closes: string })) },
    { company_name: 'Bike Shop', opening_hours: [{ day: 'Monday', opens: '09:00', closes: '17:00' }] },
  ],
  [
    'recipe',
    {
      '@type': 'Recipe',
      recipeInstructions: [{ '@type': 'HowToSection', name: 'Base', itemListElement: [{ text: 'Chop.' }] }],
    },
    { instructions: list(string) },
    { instructions: ['Chop.'] },
  ],
])('what schema.org has in parts: %s', (_, node, properties, expected) => {
  expect(run(`${jsonld(node)}<h1>It</h1>`, properties).data).toEqual(expected);
});

describe('all that a page has of a kind', () => {
  const html = `<header><img src="/logo.png"><nav><a href="/n">News</a></nav></header><h1>Guide</h1>
    <p>See <a href="/a">the first</a>.</p><h2>Use</h2><p>And <a href="https://x.example/b">the second</a>, <a href="/a">again</a>, <a href="#top">up</a>.</p>
    <img src="/1.png" alt="One"><img src="/2.png" alt="Two"><img src="/count.gif" width="1" height="1">`;
  const found = (properties: Properties) => run(html, properties).data;
  test('in order, each once', () => {
    const texts = list(string);
    expect(
      found({ links: texts, headings: texts, paragraphs: texts, images: texts, external_links: texts }),
    ).toEqual({
      links: ['https://example.com/n', 'https://example.com/a', 'https://x.example/b'],
      headings: ['Guide', 'Use'],
      paragraphs: ['See the first.', 'And the second, again, up.'],
      images: ['https://example.com/1.png', 'https://example.com/2.png'],
      external_links: ['https://x.example/b'],
    });
  });

  test('with what belongs to it', () => {
    expect(
      found({
        internal_links: list(object({ text: string, href: uri })),
        images: list(object({ src: uri, alt: string })),
        headings: list(object({ level: integer, text: string })),
      }),
    ).toEqual({
      internal_links: [
        { text: 'News', href: 'https://example.com/n' },
        { text: 'the first', href: 'https://example.com/a' },
      ],
      images: [
        { src: 'https://example.com/1.png', alt: 'One' },
        { src: 'https://example.com/2.png', alt: 'Two' },
      ],
      headings: [
        { level: 1, text: 'Guide' },
        { level: 2, text: 'Use' },
      ],
    });
  });

  test('one value of each entry', () => {
    const card = (title: string, price: number) =>
      `<div class="card"><h3>${title}</h3><p>€${price}.50</p></div>`;
    const shop = `<h1>Shop</h1><div>${card('Green mug', 4)}${card('Blue mug', 6)}</div>`;
    expect(run(shop, { titles: list(string), prices: list(number) }).data).toEqual({
      titles: ['Green mug', 'Blue mug'],
      prices: [4.5, 6.5],
    });
  });
});

test('texts, terms and headings of something else are neither reviews nor questions nor technical data', () => {
  const html = `<h1>Log</h1><div><h2>Gate</h2><p>Opens the gate of the lock.</p></div><div><h2>Dam</h2><p>Keeps the water high.</p></div>
    <dl><dt>Lock</dt><dd>Holds a barge.</dd></dl><p>Powered by Forum® Software © Forum Limited</p>`;
  const reviews = list(object({ author: string, rating: number, text: string }));
  expect(
    run(html, { reviews, questions: list(string), details: { type: 'object' }, company: string }).data,
  ).toEqual({
    reviews: null,
    questions: null,
    details: null,
    company: null,
  });
});

describe('what an entry has beside its name', () => {
  const entries = (html: string, items: Properties) =>
    run(`<h1>It</h1><div>${html}</div>`, { entries: list(object(items)) }).data.entries;

  test('the list of a plan is what it offers', () => {
    const plan = (name: string, ...offers: string[]) =>
      `<div class="plan"><h3>${name}</h3><p>$9</p><ul>${offers.map((one) => `<li>${one}</li>`).join('')}</ul></div>`;
    const html = plan('Small', '1 user', '10 GB') + plan('Team', '5 users', 'Phone support');
    expect(entries(html, { name: string, features: list(string) })).toEqual([
      { name: 'Small', features: ['1 user', '10 GB'] },
      { name: 'Team', features: ['5 users', 'Phone support'] },
    ]);
  });

  test('that of a release is what has changed', () => {
    const release = (head: string, ...changes: string[]) =>
      `<h2>${head}</h2><ul>${changes.map((one) => `<li>${one}</li>`).join('')}</ul>`;
    const html =
      release('v2.1.0 – 2025-03-01', 'Dark mode', 'Login') + release('v2.0.0 – 2025-01-15', 'API', 'Docs');
    expect(entries(html, { version: string, date, changes: list(string) })).toEqual([
      { version: 'v2.1.0', date: '2025-03-01', changes: ['Dark mode', 'Login'] },
      { version: 'v2.0.0', date: '2025-01-15', changes: ['API', 'Docs'] },
    ]);
  });

  test('the title of somebody who has a name is what they work as', () => {
    const member = (name: string, title: string) =>
      `<div class="member"><h3>${name}</h3><p class="title">${title}</p></div>`;
    const html = member('Ann Lee', 'Chief Engineer') + member('Bo Park', 'Designer');
    expect(entries(html, { name: string, title: string })).toEqual([
      { name: 'Ann Lee', title: 'Chief Engineer' },
      { name: 'Bo Park', title: 'Designer' },
    ]);
  });

  test('who wrote a review and what', () => {
    const review = (name: string, text: string) =>
      `<div><strong>${name}</strong> <i>★★★☆☆</i><p>${text}</p></div>`;
    const html =
      review('Ann', 'Holds the coffee warm for hours.') + review('Bob', 'Broke after one week at home.');
    expect(entries(html, { reviewer: string, rating: integer, comment: string })).toEqual([
      { reviewer: 'Ann', rating: 3, comment: 'Holds the coffee warm for hours.' },
      { reviewer: 'Bob', rating: 3, comment: 'Broke after one week at home.' },
    ]);
  });

  test('who is quoted', () => {
    const quote = (text: string, name: string) =>
      `<blockquote><p>${text}</p><cite>${name}</cite></blockquote>`;
    const html =
      quote('Great and quick help for all of us.', 'Ann Lee') + quote('It saves ten hours each week.', 'Bo');
    expect(entries(html, { quote: string, author: string })).toEqual([
      { quote: 'Great and quick help for all of us.', author: 'Ann Lee' },
      { quote: 'It saves ten hours each week.', author: 'Bo' },
    ]);
  });

  test('who wrote a post', () => {
    const post = (user: string, text: string) =>
      `<div class="post"><div class="user"><a href="/u">${user}</a></div><p>${text}</p></div>`;
    const html = post('ann', 'My bike makes noise when I brake.') + post('bob', 'Check the pads first.');
    expect(entries(html, { author: string, content: string })).toEqual([
      { author: 'ann', content: 'My bike makes noise when I brake.' },
      { author: 'bob', content: 'Check the pads first.' },
    ]);
  });

  test('from when to when', () => {
    const row = (day: string, hours: string) => `<li><span>${day}</span> <span>${hours}</span></li>`;
    const html = `<ul>${row('Monday', '9:00 – 17:00')}${row('Sunday', 'Closed')}</ul>`;
    expect(entries(html, { day: string, opens: string, closes: string })).toEqual([
      { day: 'Monday', opens: '9:00', closes: '17:00' },
      { day: 'Sunday', opens: null, closes: null },
    ]);
  });
});

test('who is behind a page, and where', () => {
  const html = `<h1>Impressum</h1><p>Nord Software GmbH<br>Hafenstr. 8<br>20457 Hamburg</p>
    <p>Vertreten durch: Eva Nord</p><h2>USt-IdNr.</h2><p>DE987654321</p>`;
  expect(
    run(html, { company: string, street: string, postal_code: string, city: string, vat_id: string }).data,
  ).toEqual({
    company: 'Nord Software GmbH',
    street: 'Hafenstr. 8',
    postal_code: '20457',
    city: 'Hamburg',
    vat_id: 'DE987654321',
  });
});

test.each([
  ['12 Main St, Reno, NV 89501', 'Reno', '89501'],
  ['1 Fleet Street, London EC4Y 1AA', 'London', 'EC4Y 1AA'],
  ['Via Roma 5, 20121 Milano', 'Milano', '20121'],
  ['Founded in 1998, 20000 Clients trust us', null, null],
  ['Chapter 3, 12345 words in all', null, null],
])('%s', (text, city, zip) => {
  expect(run(`<h1>It</h1><p>${text}</p>`, { city: string, zip: string }).data).toEqual({ city, zip });
});

test('what a review says of itself is not said of the page', () => {
  const review = {
    '@type': 'Review',
    datePublished: '2024-01-02',
    reviewRating: { ratingValue: 2 },
    author: 'Ann',
  };
  const html = `${jsonld({ '@type': 'Product', name: 'Mug', review: [review] })}<h1>Mug</h1>`;
  const nothing = { release_date: null, author: null, rating: null };
  expect(run(html, { release_date: date, author: string, rating: number }).data).toEqual(nothing);
  expect(run(html, { release_date: date }).data).toEqual({ release_date: null });
  expect(run(jsonld({ ...review, itemReviewed: { name: 'Mug' } }), { rating: number }).data).toEqual({
    rating: 2,
  });
});

test('a price that is crossed out in the same element has passed', () => {
  const html = '<h1>Bag</h1><p class="price"><del>£40.00</del> <ins>£32.00</ins></p>';
  expect(run(html, { price: number, original_price: number }).data).toEqual({
    price: 32,
    original_price: 40,
  });
});

test.each<[string, Properties, unknown]>([
  ['<p>Showing 1–3 of 45 results</p>', { total_results: integer }, 45],
  ['<p>Based on 1,204 reviews</p>', { review_count: integer }, 1204],
  ['<p>Save 25%</p>', { discount_percent: number }, 25],
  ['<p class="byline">By Ann Lee and Bob Ray</p>', { authors: list(string) }, ['Ann Lee', 'Bob Ray']],
  ['<nav class="breadcrumb">Home › Bags › Mug</nav>', { breadcrumbs: list(string) }, ['Home', 'Bags', 'Mug']],
  ['<a href="/it.pdf">Read</a>', { pdf_url: uri }, 'https://example.com/it.pdf'],
  ['<a href="/it-1.2.zip">Source</a>', { download_url: uri }, 'https://example.com/it-1.2.zip'],
  [
    '<a href="https://www.facebook.com/x">us</a>',
    { social_links: list(uri) },
    ['https://www.facebook.com/x'],
  ],
  ['<dl><dt>会社名</dt><dd>山田</dd></dl>', { company: string }, '山田'],
  ['<dl><dt>Geschäftsführer</dt><dd>Eva Nord</dd></dl>', { geschaeftsfuehrer: string }, 'Eva Nord'],
])('%s', (html, properties, expected) => {
  expect(Object.values(run(`<h1>Mug</h1>${html}`, properties).data)).toEqual([expected]);
});
