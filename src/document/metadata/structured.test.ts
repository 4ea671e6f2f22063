import { expect, test } from 'vitest';
import { parseHtml } from '../tree/parse.ts';
import { compileSelector, selectAll } from '../tree/select.ts';
import { type Document, elements, rawText } from '../tree/tree.ts';
import { type Entity, everyEntity, isEntity, storedText, textsOf, type Value, valuesOf } from './entity.ts';
import { readStructured } from './structured.ts';

const read = (html: string) => {
  const document = parseHtml(html);
  return { document, ...readStructured(document, elements(document), 'https://example.com/a/b') };
};
const block = (json: unknown) =>
  `<script type="application/ld+json">${typeof json === 'string' ? json : JSON.stringify(json)}</script>`;

/** An entity inside itself, or deeper than this, is given by its id alone. */
const maxPlainDepth = 8;
const maxPlainValues = 10_000;

/** An entity as JSON: objects without prototype, single values without a list. */
const plainOf = (entity: Entity): object => {
  const around = new Set<Entity>();
  let left = maxPlainValues;
  const toValue = ({ value }: Value): unknown => (isEntity(value) ? toObject(value) : value);
  const toObject = (from: Entity): object => {
    const object: Record<string, unknown> = Object.create(null);
    if (from.types.length > 0) object['@type'] = from.types.length === 1 ? (from.types[0] ?? '') : from.types;
    if (from.id !== undefined) object['@id'] = from.id;
    if (around.has(from) || around.size >= maxPlainDepth) return object;
    around.add(from);
    for (const [name, values] of from.properties) {
      if (name === '__proto__' || left <= 0) continue;
      left -= values.length;
      const [first, ...others] = values.slice(0, left + values.length).map(toValue);
      if (first !== undefined) object[name] = others.length === 0 ? first : [first, ...others];
    }
    around.delete(from);
    return object;
  };
  return toObject(entity);
};

const plain = (entities: readonly Entity[]) => entities.map(plainOf);

/** What stands at a path such as `jsonld[0]['@graph'][1].name`, in the blocks as they came. */
const atPath = (document: Document, path: string): unknown => {
  const blocks = selectAll(document, compileSelector('script', 'path')).map((script): unknown =>
    JSON.parse(rawText(script)),
  );
  const steps = [...path.matchAll(/\.(\w+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/g)];
  return steps.reduce<unknown>(
    (value, [, name, index, quoted]) =>
      Object(value)[name ?? index ?? (quoted ?? '').replace(/\\(.)/g, '$1')],
    blocks,
  );
};

/** Every simple value with its path. */
const leaves = (entities: readonly Entity[]) =>
  everyEntity(entities).flatMap(({ properties }) =>
    [...properties.values()].flat().filter(({ value }) => !isEntity(value)),
  );

test('JSON-LD: lists and graphs are unfolded, references resolved', () => {
  const { jsonld } = read(
    block([
      {
        '@graph': [
          { '@type': 'Article', '@id': '#a', author: { '@id': '#p' }, isPartOf: { '@id': '#nowhere' } },
          { '@type': ['Thing', 'https://schema.org/Person'], '@id': '#p', 'schema:name': 'Ada' },
        ],
      },
      {
        '@type': 'Offer',
        price: 5,
        list: { '@list': ['x', { '@value': 'y', '@language': 'en' }] },
        none: null,
      },
    ]),
  );
  expect(plain(jsonld)).toEqual([
    {
      '@type': 'Article',
      '@id': '#a',
      author: { '@type': ['Thing', 'Person'], '@id': '#p', name: 'Ada' },
      isPartOf: { '@id': '#nowhere' },
    },
    { '@type': ['Thing', 'Person'], '@id': '#p', name: 'Ada' },
    { '@type': 'Offer', price: 5, list: ['x', 'y'] },
  ]);
});

test('JSON-LD: a reference leads to another block, and to the fullest of several of one name', () => {
  const { jsonld } = read(
    block({ '@type': 'Article', publisher: { '@id': '#o' } }) +
      block({ '@id': '#o', '@type': 'Organization' }) +
      block({ '@id': '#o', name: 'Owl', url: 'https://o.example' }),
  );
  expect(textsOf(valuesOf(jsonld[0] as Entity, 'publisher'))).toEqual(['Owl']);
});

test('JSON-LD: circles are walked once, and cut when they are written out', () => {
  const { jsonld } = read(
    block({
      '@graph': [
        { '@id': '#a', '@type': 'A', b: { '@id': '#b' } },
        { '@id': '#b', '@type': 'B', a: { '@id': '#a' }, self: { '@id': '#b' } },
      ],
    }),
  );
  expect(everyEntity(jsonld)).toHaveLength(2);
  expect(plainOf(jsonld[0] as Entity)).toEqual({
    '@type': 'A',
    '@id': '#a',
    b: { '@type': 'B', '@id': '#b', a: { '@type': 'A', '@id': '#a' }, self: { '@type': 'B', '@id': '#b' } },
  });
});

test('JSON-LD: broken blocks are mended, unreadable ones counted', () => {
  const { jsonld } = read(`${block('')}${block('{"name":"A &amp; B",}{"name":"C"}')}${block('so {')}`);
  expect(plain(jsonld)).toEqual([{ name: 'A & B' }, { name: 'C' }, {}].slice(0, jsonld.length));
  expect(jsonld.slice(0, 2).map((entity) => entity.path())).toEqual(['jsonld[1][0]', 'jsonld[1][1]']);
});

test('every path finds its value again', () => {
  const { document, jsonld } = read(
    block([
      {
        '@graph': [
          { '@id': '#a', offers: [{ price: '1', "odd 'key\\": 'x' }] },
          { b: { '@value': 'c' }, a: { '@id': '#a' } },
        ],
      },
    ]),
  );
  expect(leaves(jsonld).map(({ path }) => path())).toContain("jsonld[0][0]['@graph'][0].offers[0].price");
  expect(leaves(jsonld)).toHaveLength(3);
  for (const { value, path } of leaves(jsonld)) expect(atPath(document, path())).toBe(value);
});

test('keys that are names of other things are keys', () => {
  const { jsonld } = read(block('{"__proto__":{"polluted":1},"constructor":"c","@type":"T"}'));
  const object = plainOf(jsonld[0] as Entity);
  expect(object).toEqual({ '@type': 'T', constructor: 'c' });
  expect(Object.getPrototypeOf(object)).toBeNull();
  expect(textsOf(valuesOf(jsonld[0] as Entity, 'toString'))).toEqual([]);
  expect('polluted' in {}).toBe(false);
});

test('size is bounded, whatever the page', () => {
  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
  const wide = JSON.stringify(Array.from({ length: 150_000 }, () => 1));
  const { jsonld } = read(block(deep) + block(`{"a":${wide}}`) + block(`{"name":"late"}`));
  expect(everyEntity(jsonld).length).toBeLessThan(50);
  expect([...(jsonld[1]?.properties.values() ?? [])].flat().length).toBeLessThanOrEqual(100_000);
  const doubling = Array.from({ length: 40 }, (_, n) => ({
    '@id': `#${n}`,
    n,
    next: [{ '@id': `#${n + 1}` }, { '@id': `#${n + 1}` }],
  }));
  expect(JSON.stringify(plainOf(read(block(doubling)).jsonld[0] as Entity)).length).toBeLessThan(1e6);
});

test('microdata: values by element, nested items, references', () => {
  const { document, microdata } = read(`
    <div itemscope itemtype="https://schema.org/Product" itemid=/p itemref="more more none">
      <h1 itemprop="name https://schema.org/alternateName"> Red
        Shoe</h1>
      <a itemprop=url href=/shoe>here</a><img itemprop=image src=i.png><link itemprop=same href=https://o.example/>
      <meta itemprop=sku content=S1><data itemprop=gtin value=42>x</data><meter itemprop=level value=3>3 of 5</meter>
      <time itemprop=made datetime=2024-05-03>May</time><time itemprop=sold>today</time>
      <object itemprop=film data=f.mp4></object><span itemprop=price content=9.5>9,50 €</span>
      <div itemprop=offers itemscope itemtype="http://schema.org/Offer"><span itemprop=priceCurrency>EUR</span></div>
    </div>
    <p id=more><b itemprop=color>red</b></p>`);
  expect(plain(microdata)).toEqual([
    {
      '@type': 'Product',
      '@id': 'https://example.com/p',
      name: 'Red Shoe',
      alternateName: 'Red Shoe',
      url: 'https://example.com/shoe',
      image: 'https://example.com/a/i.png',
      same: 'https://o.example/',
      sku: 'S1',
      gtin: '42',
      level: '3',
      made: '2024-05-03',
      sold: 'today',
      film: 'https://example.com/a/f.mp4',
      price: '9.5',
      offers: { '@type': 'Offer', priceCurrency: 'EUR' },
      color: 'red',
    },
  ]);
  for (const { path, value } of leaves(microdata)) {
    const found = selectAll(document, compileSelector(path(), 'path'));
    expect(found, path()).toHaveLength(1);
    if (value === 'EUR') expect(found.map(rawText)).toEqual(['EUR']);
  }
});

test('microdata: circles of references end', () => {
  const { microdata } = read(
    '<div itemscope id=a itemref="b a" itemtype="T"></div><div id=b itemprop=x itemscope itemref=a itemtype="U"></div>',
  );
  expect(everyEntity(microdata)).toHaveLength(2);
  expect(plain(microdata)).toEqual([{ '@type': 'T', x: { '@type': 'U' } }]);
});

test('RDFa: vocabularies, prefixes, resources, nested things', () => {
  const { document, rdfa } = read(`
    <body vocab="http://schema.org/" prefix="ov: http://open.vocab.org/terms/"><div resource="#ada" typeof="Person">
      <span property="name">Ada</span><a property="url" href="/ada">page</a>
      <span property="ov:preferredAnimal">owl</span><time property="born" datetime="1815-12-10">long ago</time>
      <div property="worksFor" typeof="Organization"><span property="name">Engine</span></div>
    </div>
    <p typeof="Article"><span property="author" resource="#ada">she</span><meta property="headline" content="Notes"></p>
    <p resource="#ada"><span property="email">a@b.example</span></p></body>`);
  expect(plain(rdfa)).toEqual([
    {
      '@type': 'Person',
      '@id': 'https://example.com/a/b#ada',
      name: 'Ada',
      url: 'https://example.com/ada',
      preferredAnimal: 'owl',
      born: '1815-12-10',
      worksFor: { '@type': 'Organization', name: 'Engine' },
      email: 'a@b.example',
    },
    { '@type': 'Article', author: expect.objectContaining({ name: 'Ada' }), headline: 'Notes' },
  ]);
  for (const { path } of leaves(rdfa))
    expect(selectAll(document, compileSelector(path(), 'path')), path()).toHaveLength(1);
});

test('RDFa: names without a vocabulary say nothing', () => {
  expect(
    plain(
      read('<div typeof="schema:Person"><b property=name>A</b><b property="schema:email">x</b></div>').rdfa,
    ),
  ).toEqual([{ '@type': 'Person', email: 'x' }]);
  expect(read('<meta property="og:title" content="x">').rdfa).toEqual([]);
});

test('meta elements: names in any case, several of one name, with their places', () => {
  const { document, meta } = read(
    '<meta name="Citation_Author" content="Ada"><meta name=citation_author content=" Bo  Lin "><meta property="og:title twitter:title" content="T"><meta name=empty content=" ">',
  );
  expect(meta.all('citation_author').map(({ content }) => content)).toEqual(['Ada', 'Bo Lin']);
  expect(meta.first('none', 'twitter:title', 'og:title')).toBe('T');
  expect(meta.first('empty')).toBeUndefined();
  const [, second] = meta.all('citation_author');
  expect(selectAll(document, compileSelector(second?.path() ?? '', 'path'))).toHaveLength(1);
});

test('the text that is stored is that of what the page is about, not of its reviews', () => {
  const { jsonld } = read(
    block({
      '@type': 'WebPage',
      mainEntity: {
        '@type': 'Product',
        description: 'A shoe.',
        review: { reviewBody: 'A long story about a shoe.' },
      },
    }),
  );
  expect(storedText(jsonld)).toBe('A shoe.');
});
