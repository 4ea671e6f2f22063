import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { collapsedText, removeAll } from '../tree/tree.ts';
import { acts } from './acts.ts';
import { readBlocks } from './blocks.ts';

/** What is left of `html` without what can be done with its posts. */
const left = (html: string): string => {
  const body = bodyOf(parseHtml(html));
  removeAll(new Set(acts(new Set(readBlocks(body).all))));
  return collapsedText(body);
};

test.each([
  [
    '<a href="/u?id=1">Ruff</a> <a href="/i">3 hours ago</a> | <a href="#1">parent</a> | <a href="#2">next</a> <a href="/x">[–]</a>',
    'Ruff 3 hours ago',
  ],
  [
    '9 points by <a href="/u">Ruff</a> | <a href="/hide?id=1">Verbergen</a> | <a href="/i">63 comments</a>',
    '9 points by Ruff | 63 comments',
  ],
  ['<a href="/login?to=1">21</a>', ''],
  ['<a href="#">1 Reply</a> <a href="/u/ruff">Ruff</a>', 'Ruff'],
  ['<a href="/p/1">#1</a> <a href="/quote">Zitieren</a>', '#1'],
])('%s', (html, expected) => {
  expect(left(`<div>${html}</div>`)).toBe(expected);
});

test('a sentence and a heading keep their links', () => {
  const text =
    'Who wants to come along may <a href="/reply">reply</a> until Monday, or <a href="/share">share</a> what they know of the bridge.';
  expect(left(`<p>${text}</p>`)).toContain('may reply until Monday, or share what');
  expect(left('<h2><a href="/past">Past</a></h2>')).toBe('Past');
});
