import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { attr, elements, removeAll } from '../tree/tree.ts';
import { readBlocks } from './blocks.ts';
import { findDropped } from './choose.ts';
import { entryPictures } from './entry-pictures.ts';

/** The pictures that are left of a page of which what says “Lamp” was chosen. */
const picturesOf = (html: string): string[] => {
  const body = bodyOf(parseHtml(html));
  const blocks = readBlocks(body);
  const saysLamp = ({ nodes }: (typeof blocks.all)[number]) => nodes.some(({ value }) => /Lamp/.test(value));
  const chosen = new Set(blocks.all.filter(saysLamp));
  removeAll(findDropped(blocks, chosen, entryPictures(blocks, chosen)));
  return elements(body).flatMap((element) => (element.tagName === 'img' ? [attr(element, 'src') ?? ''] : []));
};

const list = (entry: (name: string) => string): string =>
  `<ul>${['a', 'b', 'c'].map((name) => `<li>${entry(name)}</li>`).join('')}</ul>`;
const more = '<p>There are 1,204 reviews of it, and what they say is that it shines.</p>';

test('in an entry of a list the picture stays that leads where a kept link leads', () => {
  const goods = (badge: string) =>
    list(
      (n) =>
        `<a href="/${n}"><div>${badge}<img src="${n}.png"></div></a><h3><a href="/${n}">Lamp</a></h3>${more}`,
    );
  expect(picturesOf(goods('<p>On sale!</p>'))).toEqual(['a.png', 'b.png', 'c.png']);
  expect(picturesOf(goods(''))).toEqual(['a.png', 'b.png', 'c.png']);
});

test('no picture that leads elsewhere, adorns the link, or stands in no list', () => {
  const seller = list(
    (n) => `<a href="/seller"><p>Sold by</p><img src="${n}.png"></a><a href="/${n}">Lamp</a>${more}`,
  );
  expect(picturesOf(seller)).toEqual([]);
  const arrow = list(
    (n) => `<a href="/${n}"><p>Go</p><img alt="arrow" src="${n}.png"></a><a href="/${n}">Lamp</a>${more}`,
  );
  expect(picturesOf(arrow)).toEqual([]);
  const logo = '<div><a href="/"><p>Shop</p><img src="logo.png"></a></div><p><a href="/">Lamp</a></p>';
  expect(picturesOf(`${logo}${more}`)).toEqual([]);
});
