import { expect, test } from 'vitest';
import { bannersIn } from './consent.ts';
import { bodyOf, parseHtml } from './parse.ts';

const story = `<p>${'The bridge was closed in winter. '.repeat(10)}</p>`;
const cookies = `<table>${'<tr><td>_id</td><td>Tells visitors apart.</td></tr>'.repeat(200)}</table>`;
const found = (html: string): number => bannersIn(bodyOf(parseHtml(html))).size;

test.each([
  ['by the id of a platform', `<div id="CybotCookiebotDialog">${cookies}</div>`],
  ['by one of its classes', `<div class="open qc-cmp2-container">${cookies}</div>`],
  ['by a name of its own', `<section class="CookieBanner">${cookies}</section>`],
])('a banner is found %s, however long it is', (_, banner) => {
  expect(found(`${banner}<main>${story}</main>`)).toBe(1);
});

test.each([
  ['holds the page', `<div class="cookie-notice"><main>${story}</main></div>${story}`],
  ['is all that the page says', `<div class="cookie-notice">${cookies}</div><p>Legal</p>`],
  ['is only called something like it', `<div class="cookie-recipes">${cookies}</div>${story}`],
])('what %s is none', (_, html) => {
  expect(found(html)).toBe(0);
});
