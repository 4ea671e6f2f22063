import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { readBlocks } from './blocks.ts';
import { others } from './others.ts';
import { textOf } from './price.ts';

const prose = `<p>${'A box of oak for tits and sparrows, with a roof that opens. '.repeat(10)}</p>`;
const cards =
  '<ul><li><a href="/1">Feeder</a><p>€ 9.90</p></li><li><a href="/2">Bath</a><p>€ 19.90</p></li></ul>';
const cardTexts = ['Feeder', '€ 9.90', 'Bath', '€ 19.90'];

/** What is left out where all was chosen. */
const found = (html: string): string[] => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  return others(blocks, new Set(blocks.all)).map(textOf);
};

test.each([
  'You may also like',
  'You might also like…',
  'Related products',
  'Customers also bought',
  'Customers who bought this item also bought',
  'Similar items',
  'Frequently bought together',
  'Recently viewed',
  '4 other products in the same category:',
  'We found other products you might like!',
  'Das könnte dir auch gefallen',
  'Kunden kauften auch',
  'Produits similaires',
  'Productos relacionados',
  'Prodotti correlati',
  'Gerelateerde producten',
  'Podobne produkty',
  'Похожие товары',
])('goods below “%s” are left out', (label) => {
  const page = `<h1>Box</h1>${prose}<section><h2>${label}</h2>${cards}</section><h2>Size</h2><p>20 cm</p>`;
  expect(found(page)).toEqual([label, ...cardTexts]);
});

test('the section ends with the element around, or before the next heading like it', () => {
  const head = '<div><h2>You may also like</h2><a href="/all">All</a></div>';
  const expected = ['You may also like', 'All', ...cardTexts];
  expect(found(`<h1>Box</h1>${prose}<div>${head}${cards}</div>${prose}`)).toEqual(expected);
  expect(found(`<h1>Box</h1>${prose}${head.replace(/<a .*<\/a>/, '')}${cards}<h2>Size</h2>${prose}`)).toEqual(
    ['You may also like', ...cardTexts],
  );
});

test('names of goods may be headings like the label', () => {
  const named = cards.replace(/<a (.*?)<\/a>/g, '<h2><a $1</a></h2>');
  expect(found(`<h1>Box</h1>${prose}<section><h2>Related products</h2>${named}</section>`)).toEqual([
    'Related products',
    ...cardTexts,
  ]);
});

test.each(['You will need', 'Recommended products', 'Last seen'])('what stands below “%s” stays', (label) => {
  expect(found(`<h1>Box</h1>${prose}<section><h2>${label}</h2>${cards}</section>`)).toEqual([]);
});

test('a text below such a heading stays, and so does what the page is about', () => {
  expect(found(`<h1>Feed</h1>${prose}<h2>Related products</h2><p>Lists what goes with it.</p>`)).toEqual([]);
  expect(found(`<h1>For you</h1><section><h2>Similar products</h2>${cards}</section>`)).toEqual([]);
  expect(found(`<section><h2>Similar items</h2><h1>Box</h1>${cards}</section>${prose}`)).toEqual([]);
});
