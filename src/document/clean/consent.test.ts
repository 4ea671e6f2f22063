import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { collapsedText, elementsIn } from '../tree/tree.ts';
import { removeBanners } from './consent.ts';

const story = `<p>${'The bridge was closed in winter. '.repeat(10)}</p>`;
const cookies = `<table>${'<tr><td>_id</td><td>Tells visitors apart.</td></tr>'.repeat(200)}</table>`;
/** What the page holds of the story and of what asks for consent. */
const left = (html: string): { story: number; cookies: number } => {
  const body = bodyOf(parseHtml(html));
  const all = removeBanners(body);
  expect(all).toEqual(elementsIn([body]));
  const text = collapsedText(body);
  return { story: text.split(story.slice(3, 30)).length - 1, cookies: text.split('_id').length - 1 };
};

test.each([
  ['by the id of a platform', `<div id="CybotCookiebotDialog">${cookies}</div>`],
  ['by one of its classes', `<div class="open qc-cmp2-container">${cookies}</div>`],
  ['by a name of its own', `<section class="CookieBanner">${cookies}</section>`],
])('a banner is found %s, however long it is', (_, banner) => {
  expect(left(`${banner}<main>${story}</main>`)).toEqual({ story: 10, cookies: 0 });
});

test.each([
  ['holds the page', `<div class="cookie-notice"><main>${story}</main></div>${story}`],
  ['is all that the page says', `<div class="cookie-notice">${cookies}</div><p>Legal</p>`],
  ['is only called something like it', `<div class="cookie-recipes">${cookies}</div>${story}`],
])('what %s is none', (_, html) => {
  const whole = left(html);
  expect(whole.story + whole.cookies).toBeGreaterThanOrEqual(10);
  expect(whole.story).toBe(html.split(story.slice(3, 30)).length - 1);
  expect(whole.cookies).toBe(html.split('_id').length - 1);
});
