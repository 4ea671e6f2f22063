import { expect, test } from 'vitest';
import { removeUnseen } from '../clean/clean.ts';
import { factsOf } from '../content.ts';
import { readPage } from '../page.ts';
import { bodyOf } from '../tree/parse.ts';
import { readBlocks } from './blocks.ts';
import { textOf } from './price.ts';
import { productChoices } from './product-choices.ts';

const added = (html: string): string[] => {
  const page = readPage(html, 'https://example.com/');
  removeUnseen(page.document);
  const blocks = readBlocks(bodyOf(page.document));
  const chosen = blocks.all.filter((block) => block.level === 1 || /^€|oak/.test(textOf(block)));
  return productChoices(blocks, new Set(chosen), factsOf(page)).blocks.map(textOf);
};

const sizes = (more = '') =>
  `<fieldset><legend>Size</legend><input type="radio" name="s" id="s"><label for="s">Small</label><div><input type="radio" name="s" id="l"><label for="l">Large</label></div>${more}</fieldset>`;
const height =
  '<table><tr><th><label>Height</label></th><td><select name="attribute_height"><option value="">Choose<option>1 m<option>2 m</select><a href="#">Clear</a></td></tr></table>';
const story = '<p>A box of oak.</p>';

test('what may be chosen of what a page sells is added', () => {
  expect(added(`<h1>Bird box</h1><div>€ 12</div>${story}${sizes()}${height}`)).toEqual([
    'Size',
    'Small',
    'Large',
    'Height',
  ]);
});

test('a heading that was chosen names the boxes below, and the price may stand behind them', () => {
  const boxes =
    '<h2>Wood oak</h2><div><label><input type="radio" name="w">Light </label><label><input type="radio" name="w">Dark</label></div>';
  expect(added(`<h1>Bird box</h1>${story}${boxes}<div>€ 12</div>`)).toEqual(['Light Dark']);
  expect(added(`<h1>Bird box</h1>${story}${boxes.replace('oak', '')}<div>€ 12</div>`)).toEqual([]);
});

test.each([
  ['where nothing is sold', `<h1>Bird box</h1>${story}${sizes()}`],
  ['before the name', `${sizes()}<h1>Bird box</h1><div>€ 12</div>${story}`],
  ['what is to be typed', `<h1>Bird box</h1><div>€ 12</div>${story}${sizes('<input name="text">')}`],
])('not %s', (_, html) => {
  expect(added(html)).toEqual([]);
});
