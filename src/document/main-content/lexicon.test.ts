import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { nameHashes } from '../tree/scan.ts';
import { readBlocks } from './blocks.ts';
import { nameColumns, nameWidth, rateNames } from './lexicon.ts';

/** Odds of names, as on pages whose menus lead to others. */
const lexicon = new Map([
  ...nameHashes('menu-section').map((hash): [number, number] => [hash, -2]),
  ...nameHashes('bistro').map((hash): [number, number] => [hash, 1]),
]);

/** The odds of all names around the first text. */
const oddsIn = (html: string): number => {
  const { regions, all } = readBlocks(bodyOf(parseHtml(html)));
  const rated = rateNames(regions, lexicon);
  return rated[(all[0]?.region.id ?? 0) * nameWidth + nameColumns.total] ?? 0;
};

test('what is called a menu and leads nowhere is one of dishes', () => {
  const dishes = '<p>Cod, brown butter, capers</p><p>Barley risotto, squash</p>'.repeat(2);
  expect(oddsIn(`<div class="bistro menu-section">${dishes}</div>`)).toBe(1);
  expect(oddsIn(`<div class="bistro"><div id="menu">${dishes}</div></div>`)).toBe(1);
  expect(oddsIn(`<div class="bistro menu-section"><div class="menu-section">${dishes}</div></div>`)).toBe(1);
  expect(oddsIn(`<div class="menu-section">${dishes}<button>Dark</button></div>`)).toBeLessThan(-1);
  expect(oddsIn('<div class="menu-section"><h1>The Bistro Book</h1></div>')).toBeLessThan(-1);
  expect(oddsIn(`<div class="menu-section"><a href="/a">Rooms</a> <a href="/b">Prices</a></div>`)).toBe(-6);
});
