import { expect, test } from 'vitest';
import { readBlocks } from './blocks.ts';
import { bodyOf, parseHtml } from './parse.ts';
import { doubtRepeated } from './repeated.ts';

const doubted = (html: string, chances: readonly number[]) =>
  [...doubtRepeated(readBlocks(bodyOf(parseHtml(html))), Float32Array.from(chances))].map(
    (chance) => Math.round(chance * 100) / 100,
  );

const said = 'The harbour council met on Tuesday';

test('of what stands there several times, all but the likeliest become less likely', () => {
  expect(doubted(`<p>${said}</p><p>Another</p><p>${said}</p><p>${said}</p>`, [0.5, 0.5, 0.6, 0.4])).toEqual([
    0.18, 0.5, 0.6, 0.13,
  ]);
});

test('content without doubt stays content', () => {
  expect(doubted(`<p>${said}</p><p>${said}</p>`, [0.98, 0.97])).toEqual([0.98, 0.88]);
});

test.each([
  ['labels', '<p>Read more about it</p>'],
  ['cells', `<table><tr><td>${said}</td></tr></table>`],
  ['code', `<pre>${said}</pre>`],
  ['quotations', `<blockquote><p>${said}</p></blockquote>`],
])('%s may repeat', (_, html) => {
  expect(doubted(html + html, [0.5, 0.5])).toEqual([0.5, 0.5]);
});

test('the same words in another order are others', () => {
  expect(doubted(`<p>${said}</p><p>On Tuesday the harbour council met</p>`, [0.5, 0.5])).toEqual([0.5, 0.5]);
});
