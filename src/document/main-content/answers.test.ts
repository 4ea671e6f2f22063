import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { squeeze } from '../tree/tree.ts';
import { answers, questions, quotations } from './answers.ts';
import { readBlocks, textOf } from './blocks.ts';

const words =
  'The harbour council met on Tuesday to discuss how the old stone bridge should be repaired before the summer.';

/** What is added where of `html` the prose alone was chosen. */
const added = (html: string): string[] => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  const chosen = new Set(blocks.all.filter(({ isProse }) => isProse));
  return answers(blocks, chosen).map(({ nodes }) => squeeze(nodes.map(({ value }) => value).join('')));
};

const quotes = [
  `<blockquote><p>${words}</p></blockquote>`,
  `<blockquote class="bbCodeBlock bbCodeBlock--quote"><div>ann said:</div><div>${words}</div></blockquote>`,
  `<aside class="quote"><div class="title">ann:</div><blockquote><p>${words}</p></blockquote></aside>`,
  `<div class="bbcode_quote"><div class="quote_container">${words}</div></div>`,
];

test.each(quotes)('a line right below a quotation stays: %s', (quote) => {
  expect(added(`<div>${quote}No, it won't.</div><p>Posts: 3</p>`)).toEqual(["No, it won't."]);
  expect(added(`<div>${quote}<p>Agreed.</p><p>Thanks.</p></div>`)).toEqual(['Agreed.', 'Thanks.']);
});

test('a line below a short quotation stays', () => {
  const blocks = readBlocks(
    bodyOf(parseHtml('<div><blockquote>Will it float?</blockquote>Not today.</div>')),
  );
  const [quoted, line] = blocks.all;
  expect(answers(blocks, new Set(quoted === undefined ? [] : [quoted]))).toEqual([line]);
  expect(answers(blocks, new Set())).toEqual([]);
});

test.each([
  ['what holds no quotation', `<div><p>${words}</p><p>Agreed.</p></div>`],
  ['links', `<div>${quotes[0]}<p><a href="/reply">Reply</a></p></div>`],
  ['what stands outside', `<div><div>${quotes[0]}</div><p>Posts: 3</p></div>`],
  ['parts of a post', `<div>${quotes[0]}<footer><div>Posts: 3</div></footer></div>`],
])('nothing is added behind %s', (_, html) => {
  expect(added(html)).toEqual([]);
});

/** What is added where of `html` what says who is quoted was chosen, and what has `more`. */
const quoted = (html: string, more = /^$/): string[] => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  const chosen = new Set(
    blocks.all.filter((block) => /said:$/.test(textOf(block)) || more.test(textOf(block))),
  );
  return quotations(blocks, chosen).map(textOf);
};

test('what somebody said stays with who it was', () => {
  const quote = `<blockquote><div>ann said:</div><p>Will it float?</p><p>${words}</p><a href="#">Click to expand</a></blockquote>`;
  expect(quoted(`<div>${quote}No.</div>`)).toEqual(['Will it float?', words]);
  expect(quoted(`<div>${quote}No.</div>`, /float/)).toEqual([]);
  expect(quoted(`<blockquote><p>ann:</p><p>${words}</p></blockquote>`)).toEqual([]);
  expect(quoted(`<div><p>ann said:</p><p>${words}</p></div>`)).toEqual([]);
});

/** What is left out of a list of questions and answers, of which the texts with `skipped` were not chosen. */
const missed = (html: string, skipped: RegExp): string[] => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  const chosen = new Set(blocks.all.filter((block) => !skipped.test(textOf(block))));
  return questions(blocks, chosen).map(textOf);
};

const entry = (name: string, more = '') =>
  `<div class="entry"><h3>Is ${name} safe?</h3><div><p>Yes, ${name} is.</p>${more}</div></div>`;
const asked = (names: string, more = '') =>
  names
    .split(' ')
    .map((name) => entry(name, more))
    .join('');

test('a question has its answer, an answer its question', () => {
  expect(missed(asked('tin lead zinc'), /Yes, lead/)).toEqual(['Yes, lead is.']);
  expect(missed(asked('tin lead zinc'), /Is (?:tin|zinc)/)).toEqual(['Is tin safe?', 'Is zinc safe?']);
  const numbered = asked('tin lead zinc').replaceAll('<h3>', '<div>7</div><h3>');
  expect(missed(numbered, /7|Is (?:tin|zinc)/)).toContain('Is tin safe?');
});

test.each([
  ['what is said below each answer', asked('tin lead zinc', '<p>Did this help?</p>'), /help/],
  ['links', asked('tin lead zinc', '<p><a href="/more">More of it</a></p>'), /More/],
  ['questions that were left out with their answers', asked('tin lead zinc'), /lead/],
  ['a list of which most was left out', asked('tin lead zinc iron'), /tin|lead|zinc|Yes/],
  ['two questions', asked('tin lead'), /Yes, lead/],
  [
    'a list of something else',
    `${asked('tin lead zinc')}${'<div class="entry"><b>A</b><p>Yes, b.</p></div>'.repeat(4)}`,
    /Yes, lead/,
  ],
])('nothing is added to %s', (_, html, skipped) => {
  expect(missed(html, skipped)).toEqual([]);
});
