import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { readBlocks, textOf } from './blocks.ts';
import { priceLists } from './price-lists.ts';

/** What is found in a list of parts, of which the names and texts were chosen. */
const found = (...prices: string[]): string[] => {
  const parts = prices.map(
    (price) => `<div class=plan><h3>A plan</h3><p>All that a small shop needs</p><b>${price}</b></div>`,
  );
  const blocks = readBlocks(bodyOf(parseHtml(`<main>${parts.join('')}</main>`)));
  const isPrice = (text: string) => prices.includes(text);
  const chosen = new Set(blocks.all.filter((block) => !isPrice(textOf(block))));
  return priceLists(blocks, chosen).map(textOf);
};

test('what each part of a chosen list costs is found, and what stands for an amount', () => {
  const plans = ['$0/mo', '$19/mo', 'Contact us'];
  expect(found(...plans)).toEqual(plans);
  expect(found('ab 12,90 €', '1.199,00 €', '30 kr')).toHaveLength(3);
});

test.each([
  ['one amount among other words', ['$19', 'Free', 'Contact us']],
  ['what something is cheaper by', ['$30 off', '$20 off', '$10 off']],
  ['from what to what it may cost', ['$10 - $25', '$25 - $50', '$50 - $75']],
  ['two parts', ['$10', '$25']],
  ['numbers of issues', ['ENG-926', 'ENG-924', 'ENG-921']],
])('not %s', (_, prices) => {
  expect(found(...prices)).toEqual([]);
});

test('what was not chosen has no prices that are missing', () => {
  const blocks = readBlocks(bodyOf(parseHtml('<ul><li>$10</li><li>$20</li><li>$30</li></ul>')));
  expect(priceLists(blocks, new Set())).toEqual([]);
});
