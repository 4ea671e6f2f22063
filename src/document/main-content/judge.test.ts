import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { readBlocks } from './blocks.ts';
import { judge } from './judge.ts';
import { shippedModel } from './model.ts';
import type { PageFacts } from './page-features.ts';

const facts: PageFacts = {
  prices: [],
  lists: [],
  url: 'https://example.com/',
  title: 'A page',
  description: '',
  stored: '',
  types: [],
  isTalk: false,
};
const judged = (html: string) => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  return { blocks, chances: judge(blocks, facts, shippedModel()) };
};

test('every block gets a chance between 0 and 1, and prose a better one than a menu', () => {
  const prose =
    'The old bridge was closed in winter, and it will be opened again in June, the council said. ';
  const { blocks, chances } = judged(
    `<nav><ul><li><a href=/>Home</a><li><a href=/login>Log in</a></ul></nav><main><article><h1>A page</h1><p>${prose.repeat(4)}</p><p>${prose.repeat(3)}</p></article></main>`,
  );
  expect(chances).toHaveLength(blocks.all.length);
  expect(chances.every((chance) => chance >= 0 && chance <= 1)).toBe(true);
  expect(chances[3]).toBeGreaterThan(0.5);
  expect(chances[1]).toBeLessThan(0.5);
});

test('a page of very many blocks is judged by some of them', () => {
  const html = Array.from({ length: 20_000 }, (_, n) => `<p class=a${n % 3}>${n}</p>`).join('');
  const { blocks, chances } = judged(html);
  expect(blocks.all).toHaveLength(20_000);
  expect(chances.every((chance) => chance > 0)).toBe(true);
});

test('what stands once on a page of very many blocks is judged by itself', () => {
  const rows = Array.from(
    { length: 2000 },
    (_, row) => `<tr>${'<td>a value</td>'.repeat(5)}<td>${row}</td></tr>`,
  );
  const page = (cells: string) =>
    `<header><p><a href=/>Home</a></p></header><main><h1>Values of the year</h1><table>${cells}</table><p>Each was read twice.</p></main><footer><div><p>All rights reserved. <a href=/terms>Terms</a></p></div></footer>`;
  const last = ({ chances }: ReturnType<typeof judged>) => chances.at(-1) ?? 1;
  const ends = [0, 1, 2, 3, 4, 5, 6].map((more) =>
    last(judged(page(rows.join('') + '<tr><td>more</td></tr>'.repeat(more)))),
  );
  expect(Math.max(...ends)).toBeLessThan(0.5);
});

test('a page without text has nothing to judge', () => {
  expect(judged('<p> </p><img src=a>').chances).toHaveLength(0);
});
