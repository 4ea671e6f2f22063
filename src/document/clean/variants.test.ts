import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { collapsedText, elementsIn, removeAll } from '../tree/tree.ts';
import { variantsIn } from './variants.ts';

const shown = (html: string): string => {
  const body = bodyOf(parseHtml(html));
  removeAll(variantsIn(elementsIn([body])));
  return collapsedText(body);
};

const one = 'Carry on luggage';

test.each([
  ['for screens', `<p class="desktop-copy">${one}</p> <p class="mobile-copy">${one}</p>`],
  [
    'for screens, by utilities',
    `<a class="block xl:hidden">${one}</a><div class="hidden xl:block"><i>${one}</i></div>`,
  ],
  ['in camel case', `<div class="textDesktop">${one}</div><div class="textMobile">${one}</div>`],
  ['for eyes, then ears', `<span aria-hidden="true">${one}</span><span class="clipped">${one}</span>`],
  [
    'for ears, then eyes',
    `<h2><span class="visuallyhidden">${one}</span><span aria-hidden="true">${one}</span></h2>`,
  ],
  [
    'that move, three times',
    `<div><p>${one}</p><p aria-hidden="true">${one}</p><p aria-hidden="true">${one}</p></div>`,
  ],
])('of variants %s one stays', (_, html) => {
  expect(shown(html)).toBe(one);
});

test('the one for ears stays', () => {
  const body = bodyOf(parseHtml(`<b></b><p aria-hidden="true">${one}</p><p id="a">${one}</p>`));
  expect([...variantsIn(elementsIn([body]))]).toMatchObject([{ attrs: [{ name: 'aria-hidden' }] }]);
});

test.each([
  ['that are laid out alike', `<p class="col-md-4">${one}</p><p class="col-md-4">${one}</p>`],
  ['of one size', `<p class="text-sm bold">${one}</p><p class="text-sm">${one}</p>`],
  ['that nothing marks', `<p>${one}</p><p>${one}</p>`],
  ['of other words', `<p class="mobile">${one}</p><p class="desktop">${one} and bags</p>`],
  ['with other words between', `<p class="mobile">${one}</p>and <p class="desktop">${one}</p>`],
  ['as short as labels', '<p class="mobile">4 EUR</p><p class="desktop">4 EUR</p>'],
  ['of one word', '<p class="mobile">Superfragilistic</p><p class="desktop">Superfragilistic</p>'],
  ['in cells', `<table><tr><td class="mobile">${one}</td><td class="desktop">${one}</td></tr></table>`],
  [
    'too long to be compared',
    `<p class="mobile">${`${one} `.repeat(300)}</p><p class="desktop">${`${one} `.repeat(300)}</p>`,
  ],
])('texts %s both stay', (_, html) => {
  const before = collapsedText(bodyOf(parseHtml(html)));
  expect(shown(html)).toBe(before);
});
