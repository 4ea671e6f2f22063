import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { readBlocks, textOf } from './blocks.ts';
import { copies } from './copies.ts';

const text =
  '<h2>The mug</h2><p>Each is thrown by hand in our studio at the harbour, glazed twice and fired for two days.</p>';
const other =
  '<p>Every order is packed in straw and paper, and leaves the harbour with the boat on the next morning.</p>';

/** The texts of what is found, where everything was chosen. */
const found = (html: string): string[] => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  return [...copies(blocks, new Set(blocks.all))].map(textOf);
};
const both = [
  'The mug',
  'Each is thrown by hand in our studio at the harbour, glazed twice and fired for two days.',
];

test.each([
  ['the second', `<div class="hidden-md">${text}</div>${other}<div class="hidden-sm">${text}</div>`],
  ['the marked one', `<div class="is-mobile">${text}</div>${other}<div>${text}</div>`],
])('of what is there for two kinds of screens: %s', (_, html) => {
  expect(found(html)).toEqual(both);
});

test.each([
  [
    'nothing where none is marked',
    `<div class="verse">${text}</div>${other}<div class="verse">${text}</div>`,
  ],
  [
    'nor what is short',
    `<div class="mobile">Add to cart</div>${other}<div class="desktop">Add to cart</div>`,
  ],
  ['nor what says more', `<div class="mobile">${text}${other}</div><div>${text}</div>`],
  ['be it a price', `<div>${text}</div>${other}<div class="mobile">${text}<b>9</b></div>`],
  ['nor within one', `<div class="mobile">${text}${other}${text}</div>`],
  [
    'nor what a tab shows',
    `<div role="tabpanel">${text}</div>${other}<div role="tabpanel" class="hidden">${text}</div>`,
  ],
  [
    'nor values of tables',
    `<table><tr><td>${text}</table>${other}<div class="hidden"><table><tr><td>${text}</table></div>`,
  ],
])('%s', (_, html) => {
  expect(found(html)).toEqual([]);
});
