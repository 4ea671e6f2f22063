import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { settleAlike } from './alike.ts';
import { readBlocks } from './blocks.ts';

const settled = (html: string, chances: readonly number[]) =>
  [...settleAlike(readBlocks(bodyOf(parseHtml(html))), Float32Array.from(chances))].map(
    (chance) => Math.round(chance * 100) / 100,
  );

test('what is in the same place of the parts of a list is judged much alike', () => {
  const part = '<section class="part c1"><h3>one two</h3><p>three four</p></section>';
  const last = part.replace('c1', 'c2');
  const [a, b, c, d, e, f, g, h] = settled(part.repeat(3) + last, [0.9, 0.2, 0.9, 0.2, 0.9, 0.2, 0.1, 0.2]);
  // The heading that was doubted is not any more; what agreed stays, and is not mixed with what is beside it.
  expect(g).toBeGreaterThan(0.5);
  expect([a, c, e].every((chance) => chance === a && chance !== undefined && chance > 0.7)).toBe(true);
  expect([b, d, f, h]).toEqual([0.2, 0.2, 0.2, 0.2]);
});

test('a few elements, or others among them, are no list, and cells of a table are settled by rows', () => {
  expect(settled('<p>one<p>two', [0.9, 0.1])).toEqual([0.9, 0.1]);
  const chances = [0.9, 0.1, 0.9, 0.9];
  expect(settled('<p>one<p class=ad>two<p>three<p>four', chances)).toEqual(chances);
  const row = [0.9, 0.1, 0.9, 0.1];
  expect(settled('<table><tr><td>one<td>two<td>three<td>four</table>', row)).toEqual(row);
});
