import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { prune, squeeze } from '../tree/tree.ts';
import { type Blocks, readBlocks } from './blocks.ts';
import { choose, findDropped } from './choose.ts';

const read = (html: string) => readBlocks(bodyOf(parseHtml(html)));
const ten = 'one two three four five six seven eight nine ten';
const chosen = (blocks: Blocks, chances: readonly number[]) =>
  [...choose(blocks, Float32Array.from(chances))].map(({ index }) => index).sort();

test('likely blocks are taken, and unlikely ones as far as they help', () => {
  const blocks = read(`<p>${ten}</p>`.repeat(4));
  expect(chosen(blocks, [0.9, 0.1, 0.8, 0.05])).toEqual([0, 2]);
  expect(chosen(blocks, [0.3, 0.3, 0.3, 0.3])).toEqual([0, 1, 2, 3]);
});

test('however unlikely, something is taken', () => {
  expect(chosen(read('<p>one</p><p>two</p>'), [0.001, 0.0001])).toContain(0);
});

test('a table of data is taken as a whole or not at all', () => {
  const table = '<table><tr><th>a<th>b<tr><td>c<td>d</table>';
  const blocks = read(`<p>${ten}</p>${table}<p>${ten}</p>`);
  expect(chosen(blocks, [0.99, 0.9, 0.1, 0.9, 0.9, 0.01])).toEqual([0, 1, 2, 3, 4]);
  expect(chosen(blocks, [0.99, 0.1, 0.6, 0.1, 0.1, 0.01])).toEqual([0]);
});

const left = (html: string, keep: (text: string) => boolean): string => {
  const body = bodyOf(parseHtml(html));
  const blocks = readBlocks(body);
  const kept = blocks.all.filter(({ nodes }) => keep(squeeze(nodes.map(({ value }) => value).join(''))));
  const dropped = findDropped(blocks, new Set(kept));
  prune(body, (node) => dropped.has(node));
  const tags: string[] = [];
  const write = (element: typeof body): void => {
    for (const node of element.childNodes) {
      if ('value' in node) tags.push(squeeze(node.value));
      else if ('tagName' in node) {
        tags.push(`<${node.tagName}>`);
        write(node);
      }
    }
  };
  write(body);
  return tags.join('');
};

test('what is left is the chosen text in its elements', () => {
  const html =
    '<nav><a>menu</a></nav><div>label<p>yes <b>bold</b></p>after <i>it</i><ul><li>no<li>yes</ul></div>';
  expect(left(html, (text) => text.startsWith('yes'))).toBe('<div><p>yes<b>bold<ul><li>yes');
});

test('pictures stay among kept text, and go with what is dropped', () => {
  const html = `<div><img><p>yes ${ten}</p></div><aside><img><p>no</p></aside><section><img></section>`;
  expect(left(html, (text) => text.startsWith('yes'))).toBe(`<div><img><p>yes ${ten}<section><img>`);
});

test('a cell without chosen text keeps its place, a row without any does not', () => {
  const html =
    '<table><tr><th>&nbsp;<th>yes A<th>yes B<tr><td>yes C<td>no<td>yes D<tr><td>no<td><p>no</table>';
  expect(left(html, (text) => text.startsWith('yes'))).toBe(
    '<table><tbody><tr><th><th>yes A<th>yes B<tr><td>yes C<td><td>yes D',
  );
});
