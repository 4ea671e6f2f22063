import { expect, test } from 'vitest';
import { factsOf } from '../content.ts';
import { readPage } from '../page.ts';
import { bodyOf } from '../tree/parse.ts';
import { readBlocks } from './blocks.ts';
import { goods } from './goods.ts';
import { textOf } from './price.ts';

const card = (n: number) =>
  `<li><a href="/${n}">Bird box ${n}</a><div>€ ${n},90</div><button>Add to cart</button></li>`;
const cards = (count: number) => `<ul>${Array.from({ length: count }, (_, n) => card(n + 1)).join('')}</ul>`;
const story = '<p>Boxes of oak for tits and sparrows.</p>';

/** What is added to the blocks that are chosen. */
const added = (
  html: string,
  isChosen: (text: string) => boolean = (text) => text.includes('oak'),
): string[] => {
  const page = readPage(html, 'https://example.com/boxes');
  const blocks = readBlocks(bodyOf(page.document));
  const chosen = new Set(blocks.all.filter((block) => isChosen(textOf(block))));
  return goods(blocks, chosen, factsOf(page)).map(textOf);
};

test('names and prices of a list of goods are added, without what all parts say', () => {
  const found = added(`<h1>Boxes</h1>${story}${cards(8)}`);
  expect(found).toHaveLength(16);
  expect(found.slice(0, 2)).toEqual(['Bird box 1', '€ 1,90']);
});

test('where names are chosen, prices are added', () => {
  const found = added(`<h1>Boxes</h1>${story}${cards(8)}`, (text) => /oak|Bird/.test(text));
  expect(found).toEqual(Array.from({ length: 8 }, (_, n) => `€ ${n + 1},90`));
});

test.each([
  ['of few', `<h1>Boxes</h1>${story}${cards(7)}`],
  ['whose parts lead nowhere', `<h1>Boxes</h1>${story}${cards(8).replace(/<a [^>]*>|<\/a>/g, '')}`],
  ['beside a long text', `<h1>Boxes</h1>${story.repeat(40)}${cards(8)}`],
  [
    'beside one product',
    `<script type="application/ld+json">{"@type":"Product","name":"Box"}</script><h1>Box</h1>${story}${cards(8)}`,
  ],
  [
    'beside a text that says it is one',
    `<script type="application/ld+json">{"@type":"NewsArticle","headline":"Box"}</script><h1>Box</h1>${story}${cards(8)}`,
  ],
])('a list %s is not added', (_, html) => {
  expect(added(html)).toEqual([]);
});

test('a list that is chosen is left as it is', () => {
  expect(added(`<h1>Boxes</h1>${story}${cards(8)}`, (text) => /oak|[1-4],90/.test(text))).toEqual([]);
});

const dish = (n: number) =>
  `<div class="dish"><div>Dumplings ${n}</div><div>With leek</div><div>€ ${n},50</div></div>`;
const menu = `<h1>Menu</h1><p>Served from noon with oak.</p><div>${[1, 2].map((part) => `<section><div>Part ${part}</div>${dish(part)}${dish(part + 2)}${dish(part + 4)}</section>`).join('')}</div>`;

test('a price list that leads nowhere is added as a whole', () => {
  const found = added(menu);
  expect(found).toHaveLength(20);
  expect(found.slice(0, 4)).toEqual(['Part 1', 'Dumplings 1', 'With leek', '€ 1,50']);
});

test.each([
  ['of few', menu.replace(/<section><div>Part 2.*/, '')],
  ['to choose from', menu.replaceAll('class="dish">', 'class="dish"><input type="radio">')],
  ['in a form', `<form>${menu}</form>`],
  ['beside a long text', menu + story.repeat(40)],
])('a price list %s is not added', (_, html) => {
  expect(added(html)).toEqual([]);
});
