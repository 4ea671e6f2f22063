import { describe, expect, test } from 'vitest';
import { factsOf } from '../content.ts';
import { readPage } from '../page.ts';
import { bodyOf } from '../tree/parse.ts';
import { readBlocks } from './blocks.ts';
import { priceBlock, textOf } from './price.ts';

/** The text of the block that is added to those whose text is `chosen`. */
const priceOn = (html: string, ...chosen: string[]): string | undefined => {
  const page = readPage(html, 'https://example.com/');
  const blocks = readBlocks(bodyOf(page.document));
  const kept = blocks.all.filter((block) => chosen.includes(textOf(block)));
  const found = priceBlock(blocks, new Set(kept), factsOf(page));
  return found && textOf(found);
};

const offer = (price: string, type = 'Product') =>
  `<script type="application/ld+json">{"@type":"${type}","name":"Bird box","offers":{"@type":"Offer","price":"${price}","priceCurrency":"EUR"}}</script>`;
const story = '<p>A box of oak.</p>';

describe('a price that is stated as data', () => {
  test.each([
    ['1199.00', '1.199,00 €'],
    ['1199.00', '€1,199'],
    ['1199', '1 199,00 zł'],
    ['12.9', 'US $12.90'],
    ['12,90', '12,90 EUR'],
    ['394.99', '$394<sup>99</sup>'],
  ])('%s is found as %s', (price, shown) => {
    const found = priceOn(`${offer(price)}<h1>Bird box</h1><div>${shown}</div>${story}`, 'A box of oak.');
    expect(found).toBe(shown.replace(/<[^>]*>/g, ''));
  });

  test('stands behind the heading, not in the menu', () => {
    const page = `${offer('12.90')}<nav><div>from € 12.90</div></nav><h1>Bird box</h1><div>€ 12.90</div>${story}`;
    expect(priceOn(page, 'A box of oak.')).toBe('€ 12.90');
  });

  test.each([
    ['is chosen already', `${offer('12.90')}<h1>Bird box</h1><div>€ 12.90</div>${story}`, '€ 12.90'],
    ['is not shown', `${offer('12.90')}<h1>Bird box</h1><div>€ 13</div>${story}`, ''],
    ['is a number of something else', `${offer('12')}<h1>Bird box</h1><div>12 pieces</div>${story}`, ''],
    [
      'is that of every part of a list',
      `${offer('12')}<h1>Boxes</h1><ul>${'<li><b>€ 12</b></li>'.repeat(3)}</ul>${story}`,
      '',
    ],
    ['belongs to a text', `${offer('12.90', 'NewsArticle')}<h1>Boxes</h1><div>€ 12.90</div>${story}`, ''],
  ])('and %s is not added', (_, html, chosen) => {
    expect(priceOn(html, 'A box of oak.', chosen)).toBeUndefined();
  });
});

describe('a price without data', () => {
  const priced = (amount: string) => `<div class="product-price">${amount}</div>`;

  test('may stand right before the heading, but for that of nothing', () => {
    const page = (amount: string) => `${priced(amount)}<h1>Bird box</h1>${story}`;
    expect(priceOn(page('€ 9'), 'A box of oak.')).toBe('€ 9');
    expect(priceOn(page('€ 0.00'), 'A box of oak.')).toBeUndefined();
  });

  test('is the amount behind the heading that is called one', () => {
    const page = `${priced('€ 9')}<h1>Bird box</h1><div>€ 30</div>${priced('ab 12,90 €')}${story}`;
    expect(priceOn(page, 'A box of oak.')).toBe('ab 12,90 €');
  });

  test.each([
    ['without a heading', `${priced('€ 9')}${story}`],
    ['behind the content', `<h1>Bird box</h1>${story}${priced('€ 9')}`],
    [
      'of many',
      `<h1>Bird box</h1>${[1, 2, 3, 4].map((n) => `<section id="s${n}">${priced(`€ ${n}`)}</section>`).join('')}${story}`,
    ],
  ])('%s is not known', (_, html) => {
    expect(priceOn(html, 'A box of oak.')).toBeUndefined();
  });
});

test('a price beside the one before it is found where none is stated', () => {
  const both = 'Special Price $89.00 Regular Price $119.00';
  const page = `<h1>Oak chair</h1><div class="price-box"><span>${both}</span></div>${story}`;
  expect(priceOn(page, 'A box of oak.')).toBe(both);
  expect(priceOn(page.replaceAll(/Special|Regular/g, 'Any'), 'A box of oak.')).toBeUndefined();
});

test('a price that is said to those who listen and drawn for those who see is one', () => {
  const both = '<span class=offscreen>$39.99</span><span>$<span>39</span>.<span>99</span></span>';
  const page = `<h1>Oak chair</h1><div class="price">${both}</div>${story}`;
  expect(priceOn(page, 'A box of oak.')).toBe('$39.99$39.99');
});
