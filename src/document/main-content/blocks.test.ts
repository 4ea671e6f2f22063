import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { squeeze } from '../tree/tree.ts';
import { readBlocks } from './blocks.ts';

const read = (html: string) => readBlocks(bodyOf(parseHtml(html)));
const texts = (html: string) =>
  read(html).all.map(({ nodes }) => squeeze(nodes.map(({ value }) => value).join('')));

test('text is cut at the boundaries of blocks, at two line breaks and at buttons', () => {
  expect(
    texts('<p>One <b>two</b></p>three<div>four</div>five<br>six<br><br>seven<button>eight</button>'),
  ).toEqual(['One two', 'three', 'four', 'fivesix', 'seven', 'eight']);
});

test('preformatted text is one block', () => {
  expect(texts('<pre>a<div>b</div><br><br>c</pre>')).toEqual(['abc']);
});

test('a block knows the innermost element around it, its heading level and its links', () => {
  const [heading, text, link] = read(
    '<h2><span>Title</span></h2><p>Some <a href=x>link</a> here</p><div><a href=y>all</a></div>',
  ).all;
  expect([heading?.level, heading?.region.tag]).toEqual([2, 'span']);
  expect([text?.level, text?.region.tag, text?.linked]).toEqual([0, 'p', 4]);
  expect([link?.region.tag, link?.linked, link?.characters]).toEqual(['a', 3, 3]);
});

test('elements know what is in them', () => {
  const { root, regions, kinds } = read('<ul><li>one</li><li class=x>two</li><li>three</li></ul><p></p>');
  const list = regions.find(({ tag }) => tag === 'ul');
  expect([root.blocks, root.characters, root.first, root.last]).toEqual([3, 11, 0, 2]);
  expect(list?.blocks).toBe(3);
  const items = regions.filter(({ tag }) => tag === 'li');
  expect(items.map(({ kind, turn }) => [turn, kinds.get(kind)])).toEqual([
    [0, 2],
    [0, 1],
    [1, 2],
  ]);
  expect(regions.some(({ tag }) => tag === 'p')).toBe(false);
});

test('the page of a deep chain and of many siblings is read', () => {
  expect(read(`${'<div>'.repeat(5000)}text`).all).toHaveLength(1);
  expect(read('<i>a</i><p>b'.repeat(20_000)).all).toHaveLength(20_001);
});

test('far down a huge page, runs that follow each other and look the same are one block', () => {
  const cells = '<td>a <b>b</b><td class=n>1<td>c<td>d';
  const { all, regions } = read(
    `<table>${`<tr>${cells}</tr>`.repeat(10_000)}</table><h2>End</h2><p>x<p>y<p>z`,
  );
  const said = all.map(({ nodes }) => nodes.map(({ value }) => value.trim()).join(' '));
  expect(said.slice(0, 8)).toEqual(['a b', '1', 'c', 'd', 'a b', '1', 'c', 'd']);
  expect(said.slice(-8)).toEqual(['c', 'd a b', '1', 'c', 'd', 'End', 'x', 'y z']);
  expect(all.reduce((sum, { runs }) => sum + runs, 0)).toBe(40_004);
  // What further runs stand in is no region.
  expect(regions.filter(({ tag }) => tag === 'p')).toHaveLength(2);
});

test('a block of a huge page has so many runs and no more', () => {
  const { all, root } = read(`<ul>${'<li>one</li>'.repeat(30_000)}</ul>`);
  expect(all).toHaveLength(20_100);
  expect(root).toMatchObject({ characters: 90_000, blocks: 20_100, first: 0, last: 20_099 });
});
