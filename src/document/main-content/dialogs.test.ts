import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { readBlocks } from './blocks.ts';
import { dialogs } from './dialogs.ts';
import { textOf } from './price.ts';

const prose =
  '<p>The harbour council met on Tuesday to discuss how the old stone bridge should be repaired before the summer.</p>'.repeat(
    8,
  );

/** What is left out where all was chosen. */
const found = (html: string): string[] => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  return dialogs(blocks, new Set(blocks.all)).map(textOf);
};

const note = '<h3>Stay in touch</h3><p>Leave your address</p>';
const texts = ['Stay in touch', 'Leave your address'];

test.each([
  '<div role="dialog">',
  '<div aria-modal="true">',
  '<dialog open>',
  '<section class="modal fade">',
  '<div class="newsletter-popup">',
  '<div id="OfferModal">',
  '<form class="white-box mfp-hide">',
])('what stands in %s is left out', (tag) => {
  const name = /\w+/.exec(tag)?.[0] ?? '';
  expect(found(`<main>${prose}${tag}<div>${note}</div></${name}></main>`)).toEqual(texts);
});

test('where a newsletter is asked for among the text is left out, the newsletter is not', () => {
  const box = (names: string, field = '<input type="email">') =>
    `<main>${prose}<div class="${names}">${note}${field}</div></main>`;
  for (const names of ['newsletter-box', 'subscribe_form', 'subscription-widget', 'mc-signup', 'optin'])
    expect(found(box(names)), names).toEqual(texts);
  expect(found(box('newsletter', '')), 'nothing to fill in').toEqual([]);
  expect(found(box('no-newsletter'))).toEqual([]);
  expect(found(box('subscription-plans'))).toEqual([]);
});

test.each([
  ['class="modal-trigger"'],
  ['class="has-modal"'],
  ['class="popup-gallery"'],
  ['class="dialog-off-canvas-main-canvas"'],
  ['class="modality"'],
])('what stands in an element with %s stays', (names) => {
  expect(found(`<main>${prose}<div ${names}>${note}</div></main>`)).toEqual([]);
});

test('a dialog that is the page, has its title or a table stays', () => {
  expect(found(`<div role="dialog">${prose}</div>`)).toEqual([]);
  expect(found(`<main>${prose}<div role="dialog"><h1>The bridge</h1>${note}</div></main>`)).toEqual([]);
  const sizes = '<table><tr><th>Size</th><th>Width</th></tr><tr><td>S</td><td>40</td></tr></table>';
  expect(found(`<main>${prose}<div class="modal">${note}${sizes}</div></main>`)).toEqual([]);
});

test('dialogs within what is called one like the page are found', () => {
  expect(found(`<div class="modal">${prose}<div class="modal">${note}</div></div>`)).toEqual(texts);
});
