import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { readBlocks, textOf } from './blocks.ts';
import { happenings } from './happenings.ts';

const prose =
  '<p>The quartet returns with music of two centuries, and there will be soup for everybody in the break.</p>';
const facts = { url: '', title: '', description: '', stored: '', isTalk: false, prices: [], lists: [] };

/** What is added where the first heading and the prose were chosen. */
const added = (html: string, types = ['MusicEvent']): string[] => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  const chosen = new Set(blocks.all.filter(({ isProse, level }) => isProse || level === 1));
  return happenings(blocks, chosen, { ...facts, types }).map(textOf);
};

const name = '<h1>Quartet night</h1>';
const head =
  '<ul><li>Saturday, 12 October 2024<li>19:30 – 21:45</ul><ul><li>4 Quay Street, Whitby YO21 1AA<li>from £18</ul>';

test('when and where it happens stands below the name of an event', () => {
  const [day, time, place] = ['Saturday, 12 October 2024', '19:30 – 21:45', '4 Quay Street, Whitby YO21 1AA'];
  expect(added(`<main>${name}${head}${prose}</main>`)).toEqual([day, time, place]);
  expect(added(`<main>${name}${head}${prose}</main>`, ['NewsArticle'])).toEqual([]);
});

test('times of other things are none of it', () => {
  expect(added(`<main>${head}${name}${prose}${head}</main>`)).toEqual([]);
  expect(added(`<main>${name}<aside>${head}</aside>${prose}</main>`)).toEqual([]);
  const others = '<ul><li><a href="/b">Sunday, 13 October 2024</a></ul>';
  expect(added(`<main>${name}${others}${prose}</main>`)).toEqual([]);
});
