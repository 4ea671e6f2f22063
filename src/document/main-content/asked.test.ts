import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { besideAnswers } from './asked.ts';
import { readBlocks, textOf } from './blocks.ts';

const prose =
  '<p>The stone has to lie in the oven for an hour, since thirty minutes warm its surface alone.</p>';

const added = (html: string): string[] => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  return besideAnswers(blocks, new Set(blocks.all.filter(({ isProse }) => isProse))).map(textOf);
};

test('how many answers there are, and which was accepted', () => {
  const answers = `<h2>2 Answers</h2><div itemprop="acceptedAnswer"><b>Accepted answer</b>${prose}</div>`;
  expect(added(`<div itemprop="mainEntity">${prose}${answers}</div>`)).toEqual([
    '2 Answers',
    'Accepted answer',
  ]);
});

test('what the page does not mark as an answer is judged like other text', () => {
  expect(added(`${prose}<h2>2 Answers</h2><b>Accepted answer</b>${prose}`)).toEqual([]);
});
