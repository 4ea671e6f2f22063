import { describe, expect, test } from 'vitest';
import { snapshotOf } from '../../test/support/snapshot.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import { extract } from './extraction.ts';

const run = (
  html: string,
  properties: Readonly<Record<string, JsonSchema>>,
  more: Partial<JsonSchema> = {},
) =>
  extract(snapshotOf(html, 'https://example.com/dir/page'), {
    method: 'schema',
    schema: { properties, ...more },
  });
const jsonld = (...nodes: object[]) =>
  nodes.map((node) => `<script type="application/ld+json">${JSON.stringify(node)}</script>`).join('');

const string = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };

test.each([
  ['{"@type":"Product","name":"Mug","sku":12345678901234567890,"gtin13":4006381333931}'],
  // Not quite JSON.
  ['{"@type":"Product","name":"Mug","sku":12345678901234567890,"gtin13":4006381333931,}'],
])('numbers with many digits keep them where text is asked for: %s', (data) => {
  const html = `<script type="application/ld+json">${data}</script><h1>Mug</h1>`;
  expect(run(html, { sku: string, gtin13: string }).data).toEqual({
    sku: '12345678901234567890',
    gtin13: '4006381333931',
  });
  expect(run(html, { sku: number }).data).toEqual({ sku: 12345678901234567000 });
});

describe('layers', () => {
  const price = { price: number };
  const data = jsonld({ '@type': 'Product', name: 'Mug', offers: { price: '10.00' } });
  const microdata =
    '<div itemscope itemtype="https://schema.org/Product"><b itemprop="price" content="11.00">x</b></div>';
  const meta = '<meta property="product:price:amount" content="12.00">';
  const shown = '<h1>Mug</h1><p class="price">13,00 €</p>';
  const named = '<div class="cost">14</div>';

  test.each([
    [data + microdata + meta + shown + named, 10, 'jsonld'],
    [microdata + meta + shown + named, 11, 'microdata'],
    [meta + shown + named, 12, 'meta'],
    [shown + named, 13, 'semantic'],
  ])('the first that answers is believed: %#', (html, value, source) => {
    const { data, fields } = run(html, price);
    expect(data).toEqual({ price: value });
    expect(fields.price?.source).toBe(source);
  });

  test.each(['Product', 'Event', 'NewsArticle', 'Recipe'])(
    'what the data of the page say of their %s comes before what the page shows and says otherwise',
    (type) => {
      const told = { name: 'Of data', description: 'Told by data', image: '/data.png' };
      const html =
        '<title>Of the window</title><meta name="description" content="Told by meta">' +
        `${jsonld({ '@type': type, ...told })}<h1>Of the heading</h1><img src="/shown.png">`;
      const { data, fields } = run(html, { name: string, description: string, image: string });
      expect(data).toEqual({ ...told, image: 'https://example.com/data.png' });
      for (const field of Object.values(fields)) expect(field?.source).toBe('jsonld');
    },
  );

  test.each(['Organization', 'WebSite', 'BreadcrumbList'])(
    'what they say of the %s around is not the name of the page',
    (type) => {
      const html = `${jsonld({ '@type': type, name: 'Acme' })}<title>Mug</title><h1>Mug</h1>`;
      expect(run(html, { title: string }).data).toEqual({ title: 'Mug' });
    },
  );

  test('a name of an element is better than nothing', () => {
    const { fields, data } = run('<p class="wing-span">180 cm</p>', { wingSpan: number });
    expect(data).toEqual({ wingSpan: 180 });
    expect(fields.wingSpan).toMatchObject({ source: 'attribute', snippet: '180 cm' });
    expect(fields.wingSpan?.confidence).toBeLessThan(0.5);
  });

  test('agreement raises, contradiction lowers', () => {
    const sure = (html: string) => run(html, price).fields.price?.confidence ?? 0;
    const alone = sure(meta);
    expect(sure(`${meta}<h1>Mug</h1><p class="price">12,00 €</p>`)).toBeGreaterThan(alone);
    expect(sure(meta + shown)).toBeLessThan(alone);
  });

  test('several that agree are believed more than one', () => {
    const others =
      '<meta property="product:price:amount" content="12.00"><h1>Mug</h1><dl><dt>Price</dt><dd class="price">12 €</dd></dl>';
    expect(run(data + others, price).data.price).toBe(12);
  });

  test('what is nowhere is null and counts nothing', () => {
    const { data, confidence, fields } = run(meta, { price: number, shoe_size: string });
    expect(data.shoe_size).toBeNull();
    expect(fields.shoe_size).toBeNull();
    expect(confidence).toBeCloseTo((fields.price?.confidence ?? 0) / 2, 3);
  });
});

describe('what a property means', () => {
  const page = `${jsonld({ '@type': 'JobPosting', title: 'Keeper', hiringOrganization: { name: 'The Rock' }, datePosted: '2024-03-12', employmentType: 'FULL_TIME' })}<table><tr><th>Gehalt</th><td>1.200,50 €</td></tr><tr><th>Wing span</th><td>180 cm</td></tr></table>`;
  test.each<[string, JsonSchema, unknown]>([
    ['job_title', string, 'Keeper'],
    ['jobTitle', string, 'Keeper'],
    ['company', string, 'The Rock'],
    ['employer', string, 'The Rock'],
    ['datePosted', { type: 'string', format: 'date' }, '2024-03-12'],
    ['field1', { type: 'string', description: 'Company that hires' }, 'The Rock'],
    ['field2', { type: 'string', title: 'Employment type' }, 'FULL_TIME'],
    ['salary', number, 1200.5],
    ['wing_span', number, 180],
    ['wingSpan', string, '180 cm'],
    ['contract', { description: 'employment type', enum: ['full-time', 'part-time'] }, 'full-time'],
  ])('%s %j', (name, schema, value) => {
    expect(run(page, { [name]: schema }).data[name]).toBe(value);
  });
});

describe('values', () => {
  const product = (offer: object) =>
    jsonld({ '@type': 'Product', name: 'Mug', url: '../mug', offers: offer });
  test.each<[object, JsonSchema, unknown]>([
    [{ availability: 'https://schema.org/InStock' }, boolean, true],
    [{ availability: 'http://schema.org/OutOfStock' }, boolean, false],
    [{ availability: 'https://schema.org/InStock' }, string, 'InStock'],
    [{ availability: 'https://schema.org/SoldOut' }, { enum: ['in stock', 'out of stock'] }, 'out of stock'],
    [{ availability: 'auf Lager' }, { enum: ['InStock', 'OutOfStock'] }, 'InStock'],
    [{ availability: 'maybe' }, { enum: ['InStock', 'OutOfStock'] }, null],
  ])('availability %j as %j', (offer, schema, value) => {
    expect(run(product(offer), { availability: schema }).data.availability).toBe(value);
  });

  const place = 'itemscope itemtype="https://schema.org/Place"';
  const lat = 'property="place:location:latitude"';
  test.each<[string, string, Readonly<Record<string, JsonSchema>>, unknown]>([
    ['JSON-LD', jsonld({ '@type': 'Place', latitude: '52.520' }), { lat: number }, 52.52],
    ['JSON-LD', jsonld({ '@type': 'Product', offers: { price: '1.250' } }), { price: number }, 1.25],
    ['JSON-LD', jsonld({ '@type': 'Product', offers: { price: '1.250,00' } }), { price: number }, 1250],
    ['microdata', `<p ${place}><meta itemprop="latitude" content="52.520"></p>`, { lat: number }, 52.52],
    ['microdata', `<p ${place}><b itemprop="sold">1.250</b></p>`, { sold: number }, 1250],
    [
      'RDFa',
      '<p vocab="https://schema.org/" typeof="Place"><b property="sold">1.250</b></p>',
      { sold: number },
      1250,
    ],
    ['a meta element', `<meta ${lat} content="52.520">`, { lat: number }, 52.52],
    ['a data attribute', '<p data-depth="1.250">x</p>', { depth: number }, 1.25],
    ['what is shown', '<dl><dt>Sold</dt><dd>1.250</dd></dl>', { sold: number }, 1250],
    ['a whole number', jsonld({ '@type': 'Product', sold: '1.250' }), { sold: integer }, 1250],
  ])('the point of a number in %s: %s', (_, html, properties, expected) => {
    expect(Object.values(run(html, properties).data)).toEqual([expected]);
  });

  test('amounts and their currency apart', () => {
    const html = '<h1>Mug</h1><span class="price">US$ 1,299.00</span>';
    expect(run(html, { price: number, currency: string }).data).toEqual({ price: 1299, currency: 'USD' });
  });

  test('a currency that is one of some is told by its sign', () => {
    const html = '<h1>Mug</h1><span class="price">$1,299.00</span>';
    const currency = { type: 'string', enum: ['EUR', 'USD'] };
    expect(run(html, { currency }).data).toEqual({ currency: 'USD' });
  });

  test.each([
    ['<p>Temperature: -5 °C</p>', -5],
    ['<p>Temperature: -.5 °C</p>', -0.5],
    ['<p>Temperature - 5 °C</p><p>Temperature: 5 °C</p>', 5],
    ['<p><b>Temperature</b> -5 °C</p>', -5],
    ['<p><b>Temperature</b> - 5 °C</p>', 5],
    ['<p><b>Temperature</b>-5 °C</p>', 5],
    ['<p>Temperature: .5 °C</p>', 0.5],
  ])('%s: a sign before a number is its own', (html, temperature) => {
    expect(run(html, { temperature: number }).data).toEqual({ temperature });
  });

  test('the currency of a sign that several share is that of the page', () => {
    const html = '<html lang="ja"><h1>Mug</h1><span class="price">¥12,800</span>';
    expect(run(html, { price: number, currency: string }).data).toEqual({ price: 12_800, currency: 'JPY' });
  });

  test.each([
    ['✓', true],
    ['✔️', true],
    ['✗', false],
    ['❌', false],
  ])('%s is an answer', (sign, expected) => {
    const html = `<table><tr><th>Waterproof</th><td>${sign}</td></tr><tr><th>Weight</th><td>2</td></tr></table>`;
    expect(run(html, { waterproof: boolean }).data).toEqual({ waterproof: expected });
  });

  test('addresses are absolute, mail addresses alone', () => {
    const html = `${product({})}<p>Write to <a href="mailto:a@b.example?subject=x">us</a></p>`;
    expect(
      run(html, { url: { type: 'string', format: 'uri' }, email: { type: 'string', format: 'email' } }).data,
    ).toEqual({
      url: 'https://example.com/mug',
      email: 'a@b.example',
    });
  });

  test('a page that names no address of its own is at the one where it was found', () => {
    const html = '<h1>Mug</h1><p>Of clay</p>';
    const { data, fields } = run(html, { url: string, href: { type: 'string', format: 'uri' } });
    expect(data).toEqual({ url: 'https://example.com/dir/page', href: 'https://example.com/dir/page' });
    expect(fields.url).toMatchObject({ path: 'url', confidence: 0.3 });
    expect(run(html, { company_url: string, website: string, link: number }).data).toEqual({
      company_url: null,
      website: null,
      link: null,
    });
    const canonical = '<link rel="canonical" href="/mug">';
    expect(run(canonical + html, { url: string }).data).toEqual({ url: 'https://example.com/mug' });
    expect(run(`${html}<a class="link" href="/y">More</a>`, { link: string }).data).toEqual({
      link: 'https://example.com/y',
    });
  });

  test.each([
    '<p class="job-title">Engineer</p>',
    '<p class="role">Engineer</p>',
    '<p>Job title: Engineer</p>',
    '<dl><dt>Position</dt><dd>Engineer</dd></dl>',
    jsonld({ '@type': 'Person', name: 'Anna Smith', jobTitle: 'Engineer' }),
  ])('what somebody works as is not the name of the page: %s', (told) => {
    expect(run(`<h1>Anna Smith</h1>${told}`, { name: string, job_title: string }).data).toEqual({
      name: 'Anna Smith',
      job_title: 'Engineer',
    });
  });

  test('the job that a page offers is its heading', () => {
    expect(run('<h1>Senior Engineer</h1><p>Apply today</p>', { job_title: string }).data).toEqual({
      job_title: 'Senior Engineer',
    });
  });

  test('a name of an element tells the author, whatever else the page says', () => {
    const html = '<div id="book"><b class="title">Dune</b> <i class="author">Frank Herbert</i></div>';
    expect(run(html, { author: string }).data).toEqual({ author: 'Frank Herbert' });
  });

  const asked = (questions: readonly string[], one: (question: string, answer: string) => string) =>
    questions.map((text) => one(`${text}?`, `Because of ${text}, as everybody knows`)).join('');
  test.each([
    (q: string, a: string) => `<div class="faq"><h3>${q}</h3><p>${a}</p></div>`,
    (q: string, a: string) => `<div class="item"><b>${q}</b><div>${a}</div></div>`,
    (q: string, a: string) => `<h3>${q}</h3><p>${a}</p>`,
    (q: string, a: string) => `<details><summary>${q}</summary>${a}</details>`,
    (q: string, a: string) => `<dt>${q}</dt><dd>${a}</dd>`,
  ])('questions and their answers: %s', (one) => {
    const html = `<h1>Help</h1><div>${asked(['Why', 'How', 'When'], one)}</div>`;
    const items = { type: 'object', properties: { question: string, answer: string } };
    expect(run(html, { faqs: { type: 'array', items } }).data.faqs).toEqual(
      ['Why', 'How', 'When'].map((text) => ({
        question: `${text}?`,
        answer: `Because of ${text}, as everybody knows`,
      })),
    );
  });

  test.each([
    '<a href="https://x.example/">Twitter</a><a href="https://l.example/">LinkedIn</a>',
    '<ul><li><a href="/t">Twitter</a></li><li><a href="/l">LinkedIn</a></li></ul>',
  ])('a link is no label of the next one: %s', (html) => {
    expect(run(html, { twitter: string }).data).toEqual({ twitter: null });
  });

  test('a title that is cut off is told by the title of its link', () => {
    const card = (shown: string, title: string, price: number) =>
      `<li><h3><a href="/${price}" title="${title}">${shown}</a></h3><p class="price">£${price}</p></li>`;
    const html =
      card('A Light in the ...', 'A Light in the Attic', 5) +
      card('Sapiens: A Brief…', 'Sapiens: A Brief History', 6) +
      card('Wait ...', 'Open', 7);
    const items = { type: 'object', properties: { title: string, price: number } };
    expect(run(`<h1>Books</h1><ol>${html}</ol>`, { books: { type: 'array', items } }).data.books).toEqual([
      { title: 'A Light in the Attic', price: 5 },
      { title: 'Sapiens: A Brief History', price: 6 },
      { title: 'Wait ...', price: 7 },
    ]);
  });

  test.each(['By Ann Lee', 'by Ann Lee', 'Written by Ann Lee', 'Ann Lee'])('%s is by Ann Lee', (signed) => {
    const card = (title: string) => `<article><h2>${title}</h2><i class="author">${signed}</i></article>`;
    const items = { type: 'object', properties: { title: string, author: string } };
    const { data, fields } = run(card('First post') + card('Second post'), {
      posts: { type: 'array', items },
    });
    expect(data.posts).toEqual(['First post', 'Second post'].map((title) => ({ title, author: 'Ann Lee' })));
    expect(fields['posts[0].author']?.snippet).toBe(signed);
  });

  test('cards of few letters are cards', () => {
    const card = (name: string, price: number) =>
      `<div class="product"><h3>${name}</h3><b class="price">€${price}</b></div>`;
    const html = `<h1>Shop</h1>${card('One', 1)}${card('Two', 2)}${card('Six', 6)}`;
    const items = { type: 'object', properties: { name: string, price: number } };
    expect(run(html, { products: { type: 'array', items } }).data.products).toEqual([
      { name: 'One', price: 1 },
      { name: 'Two', price: 2 },
      { name: 'Six', price: 6 },
    ]);
  });

  test('numbers of the wrong kind are none', () => {
    expect(run('<p class="height">tall</p>', { height: number }).data.height).toBeNull();
    expect(run('<p class="height">1,85 m</p>', { height: integer }).data.height).toBeNull();
  });

  test.each<[string, JsonSchema, unknown]>([
    ['active', { anyOf: [{ const: 'inactive' }, { const: 'active' }] }, 'active'],
    ['Acme', { anyOf: [number, string] }, 'Acme'],
    ['Acme', { type: ['number', 'string'] }, 'Acme'],
    ['12', { type: ['number', 'string'] }, 12],
    ['Acme', { oneOf: [number, { const: 'none' }] }, null],
  ])('of alternatives the first as which it can be read: %s', (text, status, expected) => {
    expect(run(`<dl><dt>Status</dt><dd>${text}</dd></dl>`, { status }).data).toEqual({ status: expected });
  });

  test('types that may be null, references, alternatives', () => {
    const { data } = run(
      product({ price: 5 }),
      {
        price: { anyOf: [{ type: 'number' }, { type: 'null' }] },
        name: { $ref: '#/$defs/Name' },
        sku: { type: ['string', 'null'] },
      },
      { $defs: { Name: { type: 'string' } } },
    );
    expect(data).toEqual({ price: 5, name: 'Mug', sku: null });
  });
});

describe('objects', () => {
  const recipe = jsonld({
    '@graph': [
      { '@type': 'WebSite', name: 'Site' },
      { '@type': 'Person', '@id': '#ada', name: 'Ada', url: '/ada' },
      {
        '@type': 'Recipe',
        name: 'Cake',
        author: { '@id': '#ada' },
        aggregateRating: { ratingValue: '4,7', ratingCount: 12 },
        brand: 'Oven',
      },
    ],
  });

  test('fields are those of the entity that is meant, references followed', () => {
    const { data, fields } = run(recipe, {
      author: { type: 'object', properties: { name: string, url: string, email: string } },
      rating: { type: 'object', properties: { value: number, count: integer } },
      brand: { type: 'object', properties: { name: string } },
      recipe: { type: 'object', properties: { name: string } },
    });
    expect(data).toEqual({
      author: { name: 'Ada', url: 'https://example.com/ada', email: null },
      rating: { value: 4.7, count: 12 },
      brand: { name: 'Oven' },
      recipe: { name: 'Cake' },
    });
    expect(fields['author.name']).toMatchObject({ source: 'jsonld', snippet: 'Ada' });
    expect(fields['author.email']).toBeNull();
  });

  test('or what stands in the element of that name', () => {
    const html =
      '<p class="city">Paris</p><div class="office"><b class="city">Oslo</b><a href="tel:+47123">Call</a></div>';
    const { data } = run(html, { office: { type: 'object', properties: { city: string, phone: string } } });
    expect(data.office).toEqual({ city: 'Oslo', phone: '+47123' });
  });

  test('without what is required there is none', () => {
    const author = { type: 'object', properties: { name: string, email: string }, required: ['email'] };
    expect(run(recipe, { author }).data.author).toBeNull();
    const { warnings } = run(
      recipe,
      { name: string, wing_span: string },
      { required: ['name', 'wing_span'] },
    );
    expect(warnings).toEqual(['required field wing_span was not found']);
  });
});

describe('lists', () => {
  test('of values: data, meta elements, the list under a heading', () => {
    const html = `${jsonld({ '@type': 'Recipe', name: 'Cake', recipeIngredient: ['1 egg', 'flour'] })}
      <meta name="keywords" content="sweet, baked"><h1>Cake</h1><h2>Equipment</h2><ul><li>Oven</li><li>Bowl</li></ul>`;
    const list = { type: 'array', items: string };
    expect(run(html, { ingredients: list, tags: list, equipment: list, nothing: list }).data).toEqual({
      ingredients: ['1 egg', 'flour'],
      tags: ['sweet', 'baked'],
      equipment: ['Oven', 'Bowl'],
      nothing: null,
    });
  });

  test('of values: all there are', () => {
    const recipeIngredient = Array.from({ length: 40 }, (_, n) => `${n} eggs`);
    const list = { type: 'array', items: string };
    const { data } = run(jsonld({ '@type': 'Recipe', name: 'Cake', recipeIngredient }), {
      ingredients: list,
    });
    expect(data.ingredients).toEqual(recipeIngredient);
  });

  const item = {
    type: 'object',
    properties: { name: string, price: number, url: { type: 'string', format: 'uri' } },
    required: ['name'],
  };
  const products = { type: 'array', items: item };

  test('of objects: itemListElement', () => {
    const itemListElement = ['One', 'Two'].map((name, position) => ({
      '@type': 'ListItem',
      position,
      item: { '@type': 'Product', name, url: `/${name}`, offers: { price: position + 1 } },
    }));
    const { data, fields } = run(jsonld({ '@type': 'ItemList', itemListElement }), { products });
    expect(data.products).toEqual([
      { name: 'One', price: 1, url: 'https://example.com/One' },
      { name: 'Two', price: 2, url: 'https://example.com/Two' },
    ]);
    expect(fields['products[1].price']).toMatchObject({ source: 'jsonld' });
  });

  test('items of microdata', () => {
    const html = ['One', 'Two', 'Three']
      .map(
        (name) => `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">${name}</b></div>`,
      )
      .join('');
    expect(run(html, { products }).data.products).toMatchObject([
      { name: 'One' },
      { name: 'Two' },
      { name: 'Three' },
    ]);
  });

  test('parts of the page that repeat, not its navigation', () => {
    const card = (name: string, price: string) =>
      `<li class="card"><a href="/p/${name}"><img src="/${name}.jpg" alt=""></a><h3><a href="/p/${name}">${name}</a></h3><span class="price">${price}</span></li>`;
    const html = `<nav><ul><li><a href="/a">Home page</a></li><li><a href="/b">Other page</a></li><li><a href="/c">More of it</a></li></ul></nav>
      <main><h1>All</h1><ul>${card('Mug', '12,50 €')}${card('Hat', '1.299,00 €')}${card('Tie', '7 €')}</ul></main>`;
    const { data, fields } = run(html, { products });
    expect(data.products).toEqual([
      { name: 'Mug', price: 12.5, url: 'https://example.com/p/Mug' },
      { name: 'Hat', price: 1299, url: 'https://example.com/p/Hat' },
      { name: 'Tie', price: 7, url: 'https://example.com/p/Tie' },
    ]);
    expect(fields['products[0].price']).toMatchObject({ snippet: '12,50 €' });
  });

  test('tables whose head names the fields', () => {
    const html = `<table><thead><tr><th>Town</th><th>Population</th><th>Capital</th></tr></thead>
      <tr><td>Paris</td><td>2,102,650</td><td>yes</td></tr><tr><td>Nice</td><td>348.085</td><td>no</td></tr></table>`;
    const cities = {
      type: 'array',
      items: { type: 'object', properties: { city: string, population: integer, capital: boolean } },
    };
    expect(run(html, { cities }).data.cities).toEqual([
      { city: 'Paris', population: 2_102_650, capital: true },
      { city: 'Nice', population: 348_085, capital: false },
    ]);
  });

  test('items without what is required are left out', () => {
    const html = jsonld({
      '@type': 'ItemList',
      itemListElement: [
        { item: { '@type': 'Product', name: 'One' } },
        { item: { '@type': 'Product', url: '/x' } },
      ],
    });
    expect(run(html, { products }).data.products).toHaveLength(1);
  });
});

describe('shops', () => {
  test('a price that is crossed out has passed, whatever the data say', () => {
    const html = `${jsonld({ '@type': 'Product', name: 'Bag', offers: { price: 219.99 } })}<h1>Bag</h1>
      <div class="prices"><del class="old-price">219,99 €</del> <b class="price">110,00 €</b></div>`;
    expect(run(html, { price: number }).data.price).toBe(110);
  });

  test('prices of what others bought are not its price', () => {
    const card = (price: string) => `<li><a href="/x">Other</a><span class="price">${price}</span></li>`;
    const html = `<h1>Bag</h1><p class="product-price">20 €</p><section class="related"><ul>${['1 €', '2 €', '3 €', '4 €', '5 €'].map(card).join('')}</ul></section>`;
    expect(run(html, { price: number }).data.price).toBe(20);
  });

  test('a price within a link to another page is not its price', () => {
    const card = '<a href="/other"><b class="price current">5 €</b></a>';
    expect(run(`<h1>Bag</h1>${card}<p class="price">20 €</p>`, { price: number }).data.price).toBe(20);
    expect(run(`<h1>Bag</h1>${card}`, { price: number }).data.price).toBe(5);
  });

  test('names in one word tell a price from the one before', () => {
    const html =
      '<h1>Bag</h1><p><span class="x-priceold">540 €</span> <span class="x-pricenew">270 €</span></p><i class="price">540 €</i>';
    expect(run(html, { price: number }).data.price).toBe(270);
  });

  test('one of several variants that can be had will do', () => {
    const offers = [
      { availability: 'https://schema.org/OutOfStock' },
      { availability: 'https://schema.org/InStock' },
    ];
    expect(
      run(jsonld({ '@type': 'Product', name: 'Bag', offers }), { availability: string }).data.availability,
    ).toBe('InStock');
  });

  test.each([
    ['Add to your basket', 'InStock'],
    ['Add to shopping bag', 'InStock'],
    ['Tell me when it is back', 'OutOfStock'],
  ])('data that say there is none, beside a button “%s”', (words, availability) => {
    const offers = { price: 10, availability: 'https://schema.org/OutOfStock' };
    const html = `${jsonld({ '@type': 'Product', name: 'Boot', offers })}<h1>Boot</h1><button>${words}</button>`;
    expect(run(html, { availability: string }).data.availability).toBe(availability);
  });

  test.each([
    ['Ali', 'Handheld Slicer', 'YONGLI'],
    ['Ali', 'Ali Handheld Slicer', 'Ali'],
    ['Yongli', 'Handheld Slicer', 'Yongli'],
  ])('a brand “%s” in the data of “%s”, YONGLI under a label', (told, title, brand) => {
    const html = `${jsonld({ '@type': 'Product', name: title, brand: told })}<h1>${title}</h1>
      <dl><dt>Brand Name:</dt><dd>YONGLI</dd></dl>`;
    expect(run(html, { brand: string }).data.brand).toBe(brand);
  });

  test.each([
    ['<p>Artikelnummer: 12345-67</p>', '12345-67'],
    ['<table><tr><th>SKU</th><td>AB-99</td></tr></table>', 'AB-99'],
    ['<table><tr><th>SKU:</th><th>AB-99</th></tr><tr><td>Colour:</td><td>red</td></tr></table>', 'AB-99'],
    ['<table><tr><th>SKU:</th><th>Colour:</th></tr><tr><td>AB-99</td><td>red</td></tr></table>', 'AB-99'],
    ['<dl><dt>Код товара</dt><dd>998877</dd></dl>', '998877'],
    ['<ul><li><b>Item number</b> <span>A1234</span></li></ul>', 'A1234'],
    ['<div data-sku="X-1000"></div>', 'X-1000'],
  ])('%s is its number', (html, sku) => {
    expect(run(`<h1>Bag</h1>${html}`, { sku: string }).data.sku).toBe(sku);
  });
});

test('a file of JSON is data', () => {
  const data = {
    name: 'Gannet',
    type: 'bird',
    wing_span: 1.8,
    tags: ['white', 'large'],
    home: { city: 'Oslo' },
    items: [{ id: 'a1' }, { id: 'b2' }],
  };
  const html = `<html><head><title>data.json</title></head><body><pre>\n${JSON.stringify(data, null, 2).replaceAll('<', '&lt;')}</pre></body></html>`;
  const found = extract(
    {
      url: 'https://example.com/data.json',
      status: 200,
      headers: {},
      contentType: 'application/json',
      html,
      title: 'data.json',
      baseUrl: 'https://example.com/',
    },
    {
      method: 'schema',
      schema: {
        properties: {
          name: string,
          wingSpan: number,
          tags: { type: 'array', items: string },
          home: { type: 'object', properties: { city: string } },
          items: { type: 'array', items: { type: 'object', properties: { id: string } } },
        },
      },
    },
  );
  expect(found.data).toEqual({
    name: 'Gannet',
    wingSpan: 1.8,
    tags: ['white', 'large'],
    home: { city: 'Oslo' },
    items: [{ id: 'a1' }, { id: 'b2' }],
  });
  expect(found.fields.wingSpan).toMatchObject({ source: 'jsonld', path: 'jsonld[0].wing_span' });
});

test.each([
  ['text/json', '{"wing_span": 1.8}', 'jsonld[0].wing_span'],
  ['application/x-ndjson', '{"wing_span": 1.8}\n{"wing_span": 2.1}\n', 'jsonld[0][0].wing_span'],
])('a file of JSON is told by its type: %s', (contentType, text, path) => {
  const { data, fields } = extract(
    {
      url: 'https://example.com/data',
      status: 200,
      headers: {},
      contentType,
      html: `<pre>${text}</pre>`,
      title: '',
      baseUrl: 'https://example.com/',
    },
    { method: 'schema', schema: { properties: { wingSpan: number } } },
  );
  expect(data).toEqual({ wingSpan: 1.8 });
  expect(fields.wingSpan).toMatchObject({ source: 'jsonld', path });
});

test('a file of JSON: integers that a number would round are read digit by digit', () => {
  const { data } = extract(
    {
      url: 'https://example.com/data.json',
      status: 200,
      headers: {},
      contentType: 'application/json',
      html: '<pre>{"id": 1234567890123456789, "parent": 9007199254740993, "count": 12}</pre>',
      title: '',
      baseUrl: 'https://example.com/',
    },
    { method: 'schema', schema: { properties: { id: string, parent: integer, count: string } } },
  );
  expect(data).toEqual({ id: '1234567890123456789', parent: Number('9007199254740993'), count: '12' });
});

describe('what a form lets choose', () => {
  const list = { type: 'array', items: string };
  test.each([
    [
      '<label for="s">Size</label><div><select id="s"><option value="">Choose</option><option>S</option><option>M</option></select></div>',
    ],
    [
      '<fieldset><legend>Size</legend><input type="radio" name="n" id="a" value="1"><label for="a">S<span> sold out</span></label><input type="radio" name="n" id="b" value="2"><label for="b">M</label></fieldset>',
    ],
    [
      '<h3>Size</h3><fieldset><label><input type="radio" name="n" value="1"><span>S</span></label><label aria-label="M"><input type="radio" name="n" value="2"></label></fieldset>',
    ],
    [
      '<span>Size</span><div role="listbox"><div role="option">S</div><div role="option" aria-label="M"></div></div>',
    ],
  ])('under its label: %s', (form) => {
    expect(run(`<h1>Shirt</h1><form><div>${form}</div></form>`, { sizes: list }).data).toEqual({
      sizes: ['S', 'M'],
    });
  });

  test('not what another label is for', () => {
    const choice = (name: string) =>
      `<div><label for="${name}">${name}</label><select id="${name}"><option>S</option><option>M</option></select></div>`;
    const { data } = run(`<h1>Shirt</h1><b>Size</b>${choice('Fit')}${choice('Cut')}`, { sizes: list });
    expect(data).not.toEqual({ sizes: ['S', 'M'] });
  });
});

test('what costs nothing is 0 where a page says so', () => {
  const plans = { type: 'array', items: { type: 'object', properties: { name: string, price: number } } };
  const plan = (name: string, price: string) =>
    `<div class="plan"><h3>${name}</h3><p>${price}</p><p>For some.</p></div>`;
  const html = `<h1>Plans</h1><div>${plan('Small', 'Free')}${plan('Team', '$19')}${plan('Test', '$0/month')}</div>`;
  expect(run(html, { plans }).data).toEqual({
    plans: [
      { name: 'Small', price: 0 },
      { name: 'Team', price: 19 },
      { name: 'Test', price: 0 },
    ],
  });
  expect(run('<h1>Mug</h1><a class="price">£0.00</a>', { price: number }).data, 'a cart').toEqual({
    price: null,
  });
});

test('people of a team have the roles that stand below their names', () => {
  const people = { type: 'array', items: { type: 'object', properties: { name: string, role: string } } };
  const one = (name: string, role: string) =>
    `<li><img src="a.jpg"><div>${name}</div><div>${role}</div></li>`;
  expect(
    run(`<h1>Team</h1><ul>${one('Maria Okafor', 'Chief Cook')}${one('Jon van Sund', 'Waiter')}</ul>`, {
      people,
    }).data,
  ).toEqual({
    people: [
      { name: 'Maria Okafor', role: 'Chief Cook' },
      { name: 'Jon van Sund', role: 'Waiter' },
    ],
  });
});

test('a date in an entry of a list is that of the entry', () => {
  const news = {
    type: 'array',
    items: { type: 'object', properties: { title: string, date: { type: 'string', format: 'date' } } },
  };
  const entry = (n: number) =>
    `<div class="t"><p>November ${n}, 2026</p><h3><a href="/${n}">A quay</a></h3><p>The first ship berthed on Friday.</p></div>`;
  expect(run(`<h1>News</h1><div>${entry(1)}${entry(2)}</div>`, { news }).data).toEqual({
    news: [
      { title: 'A quay', date: '2026-11-01' },
      { title: 'A quay', date: '2026-11-02' },
    ],
  });
});

test('a number stands above the word for what it counts', () => {
  const fact = (number: string, unit: string) => `<div><div>${number}</div><div>${unit}</div></div>`;
  expect(
    run(`<h1>2204 Rosewood Ave</h1>${fact('3', 'beds')}${fact('2.5', 'baths')}<p>2 bd · 2 ba</p>`, {
      beds: number,
      baths: number,
    }).data,
  ).toEqual({ beds: 3, baths: 2.5 });
});
