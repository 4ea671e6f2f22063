import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../contract/error.ts';
import type { Selector } from '../contract/selectors.ts';
import { parseHtml } from '../document/tree/parse.ts';
import { compileSelector, selectAll } from '../document/tree/select.ts';
import { shownText } from '../document/tree/text.ts';
import { attr, elements } from '../document/tree/tree.ts';
import { isDropped } from './markup.ts';
import { checkSelectors, extractSelectors } from './selectors.ts';

const base = 'https://example.com/dir/';
const page = `<!DOCTYPE html><html><head><meta name="description" content="About gannets"></head><body>
<h1> Gannets
  dive </h1>
<p class="lead">First <b>bold</b><script>never()</script></p>
<ul class="list"><li class="item" data-id="1"><a href="/a">One</a><span class="price">1.299,50 €</span></li>
<li class="item" data-id="2"><a href="b.html">Two</a><ul class="tags"><li>x</li><li>y</li></ul></li></ul>
<img src="pic.png" alt="A picture"><input name="q" value="typed" data-gn-value="now"><p class="empty"></p>
<p class="map" data-lat="48.137"><meta name="lng" content="11.576"><b class="sold">1.250</b></p>
</body></html>`;

const run = (fields: Readonly<Record<string, Selector>>) => extractSelectors(parseHtml(page), base, fields);
const found = (selector: Selector) => run({ it: selector }).data.it;

test.each([
  ['<select><option>S</option><option selected>M</option></select>', 'M'],
  ['<select><option>S</option><option>M</option></select>', 'S'],
  ['<select data-gn-value="M"><option>S</option><option>M</option></select>', 'M'],
  ['<select multiple><option selected>S</option><option>M</option><option selected>L</select>', 'S, L'],
  ['<textarea data-gn-value="typed anew">written</textarea>', 'typed anew'],
  ['<input type="range" value="1" data-gn-value="3">', '3'],
])('of a field of a form what it shows: %s', (html, expected) => {
  const page = parseHtml(html);
  expect(extractSelectors(page, base, { it: 'select, textarea, input' }).data.it).toBe(expected);
});

describe('every shape of a selector', () => {
  const inside = { name: 'a', price: { selector: '.price', type: 'number' as const } };
  test.each<[string, Selector, unknown]>([
    ['a string', 'h1', 'Gannets dive'],
    ['an object', { selector: 'h1' }, 'Gannets dive'],
    ['an attribute', { selector: '.item', attribute: 'data-id' }, '1'],
    ['an address', { selector: 'a', attribute: 'href' }, 'https://example.com/a'],
    ['the address of a picture', { selector: 'img', attribute: 'src' }, 'https://example.com/dir/pic.png'],
    ['a list', { selector: '.item > a', type: 'list' }, ['One', 'Two']],
    ['a list of attributes', { selector: '.item', type: 'list', attribute: 'data-id' }, ['1', '2']],
    ['text', { selector: 'h1', type: 'text' }, 'Gannets dive'],
    ['html, without scripts', { selector: '.lead', type: 'html' }, 'First <b>bold</b>'],
    ['text, without scripts', '.lead', 'First bold'],
    ['a number', { selector: '.price', type: 'number' }, 1299.5],
    ['a number of an attribute', { selector: '.item', attribute: 'data-id', type: 'number' }, 1],
    [
      'a number of an attribute, as programs write it',
      { selector: '.map', attribute: 'data-lat', type: 'number' },
      48.137,
    ],
    ['a number of an element without text', { selector: 'meta[name=lng]', type: 'number' }, 11.576],
    ['a number that people read', { selector: '.sold', type: 'number' }, 1250],
    ['fields', { selector: '.item', fields: inside }, { name: 'One', price: 1299.5 }],
    [
      'a list of fields',
      { selector: '.item', type: 'list', fields: inside },
      [
        { name: 'One', price: 1299.5 },
        { name: 'Two', price: null },
      ],
    ],
    [
      'lists in fields',
      {
        selector: '.item',
        type: 'list',
        fields: { tags: { selector: '.tags li', type: 'list' }, name: 'a' },
      },
      [
        { tags: null, name: 'One' },
        { tags: ['x', 'y'], name: 'Two' },
      ],
    ],
    [
      'an attribute of the element itself',
      {
        selector: '.item',
        type: 'list',
        fields: { id: { attribute: 'data-id' }, link: { selector: 'a', attribute: 'href' } },
      },
      [
        { id: '1', link: 'https://example.com/a' },
        { id: '2', link: 'https://example.com/dir/b.html' },
      ],
    ],
    [
      'children of the element itself',
      { selector: 'ul', fields: { first: '> li > a', own: ':scope > li + li > a' } },
      { first: 'One', own: 'Two' },
    ],
    [
      'the element itself by its name',
      { selector: 'li a', fields: { link: { selector: ':scope', attribute: 'href' }, not: ':scope:not(a)' } },
      { link: 'https://example.com/a', not: null },
    ],
    [
      'fields of the page',
      {
        fields: {
          heading: 'h1',
          deep: { selector: 'body', fields: { lead: { selector: '.lead', fields: { bold: 'b' } } } },
        },
      },
      { heading: 'Gannets dive', deep: { lead: { bold: 'bold' } } },
    ],
    ['what has no text', 'meta[name=description]', 'About gannets'],
    ['the value of a field as it is', { selector: 'input', attribute: 'value' }, 'now'],
    ['nothing', '.nothing', null],
    ['a list of nothing', { selector: '.nothing', type: 'list' }, null],
    ['fields of nothing', { selector: '.nothing', fields: inside }, null],
    ['no number', { selector: 'h1', type: 'number' }, null],
  ])('%s', (_, selector, expected) => {
    expect(found(selector)).toEqual(expected);
  });

  test('says where it was found, inside as well', () => {
    const { fields, confidence } = run({
      list: { selector: '.item', type: 'list', fields: inside },
      nothing: '.nothing',
    });
    expect(fields).toMatchObject({
      list: { source: 'css_selector', path: '.item' },
      'list[0].name': { path: '.item a', snippet: 'One', confidence: 1 },
      'list[1].price': null,
      nothing: null,
    });
    expect(confidence).toBe(0.5);
  });
});

describe('a selector that is none', () => {
  test.each<[Readonly<Record<string, Selector>>, string]>([
    [{ a: 'p[' }, 'selectors.a'],
    [{ a: ' ' }, 'selectors.a'],
    [{ a: 'ul > ' }, 'selectors.a'],
    [{ a: { selector: '::text' } }, 'selectors.a.selector'],
    [{ a: { selector: 'p', fields: { b: { fields: { c: '>' } } } } }, 'selectors.a.fields.b.fields.c'],
  ])('%j is named', (fields, path) => {
    expect(() => checkSelectors(fields)).toThrow(ServiceError);
    try {
      checkSelectors(fields);
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_request', extras: { issues: [{ path }] } });
    }
  });

  test('whatever is sent is refused or answered', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ maxLength: 40 }), fc.stringMatching(/^[a-z.#:>+~ ()[\]="*,-]{1,40}$/)),
        (selector) => {
          try {
            checkSelectors({ selector });
          } catch (error) {
            expect(error).toBeInstanceOf(ServiceError);
            return;
          }
          expect(run({ selector }).data).toHaveProperty('selector');
        },
      ),
      { numRuns: 300 },
    );
  });
});

test.each(['#data', 'script', 'style', 'template', 'noscript', 'noscript b', '#all *', '#all :not(i)'])(
  'scripts, styles and templates are not there: %s',
  (selector) => {
    const unread =
      '<script id="data" type="application/json">{}</script><style>b{}</style><template><b>1</b></template><noscript><b>2</b></noscript>';
    const document = parseHtml(`<body><div id="all">${unread}</div></body>`);
    expect(extractSelectors(document, base, { it: { selector, type: 'list' } }).data.it).toBeNull();
  },
);

test('the path of a value finds it again', () => {
  const document = parseHtml(page);
  const all = elements(document).filter((element) => attr(element, 'class') !== undefined);
  for (const one of all) {
    const selector = `.${attr(one, 'class')}`;
    const { data, fields } = extractSelectors(document, base, { it: selector });
    const [element] = selectAll(document, compileSelector(fields.it?.path ?? selector, 'it'));
    if (data.it !== null) expect(element && shownText(element, isDropped)).toBe(data.it);
  }
});
