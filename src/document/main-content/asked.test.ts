import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { besideAnswers, saidIn } from './asked.ts';
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

test('of an answer of which a part was chosen all is said, of others nothing', () => {
  const answer = (text: string) =>
    `<div itemprop="suggestedAnswer"><div itemprop="text">${text}</div><div>Share</div></div>`;
  const texts = `${answer(`<p>No.</p>${prose}<ol><li>Wait.</li></ol>`)}${answer('<p>Yes.</p>')}`;
  const said = (html: string) => {
    const blocks = readBlocks(bodyOf(parseHtml(html)));
    const chosen = new Set(blocks.all.filter(({ isProse }) => isProse));
    return saidIn(blocks, chosen)
      .filter((block) => !chosen.has(block))
      .map(textOf);
  };
  expect(said(texts)).toEqual(['No.', 'Wait.']);
  expect(said(texts.replaceAll('suggestedAnswer', 'review'))).toEqual([]);
});

test('answers within answers are read once each', () => {
  const depth = 2_000;
  const nested = `${'<div itemprop="suggestedAnswer"><div itemprop="text">a'.repeat(depth)}${prose}`;
  const wide = '<div itemprop="suggestedAnswer"><div itemprop="text">a</div></div>'.repeat(30_000);
  for (const html of [nested, wide]) {
    const blocks = readBlocks(bodyOf(parseHtml(html)));
    expect(saidIn(blocks, new Set(blocks.all)).length).toBeLessThanOrEqual(blocks.all.length);
  }
});
