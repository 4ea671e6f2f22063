import { expect, test } from 'vitest';
import { imageSource } from './images.ts';
import { bodyOf, parseHtml } from './parse.ts';
import { elements } from './tree.ts';

const sourceOf = (image: string): string | undefined => {
  const [found] = [...elements(bodyOf(parseHtml(image)))].filter(({ tagName }) => tagName === 'img');
  return found && imageSource(found, 'https://example.com/');
};

test.each([
  ['the largest of a set', '<img src="s.jpg" srcset="a.jpg 1x, b.jpg 3x, c.jpg 2x">', 'b.jpg'],
  ['sizes that are no numbers are out', '<img srcset="a.jpg 1.2.3x, b.jpg 2x, c.jpg">', 'b.jpg'],
  ['where all of them are, the picture itself', '<img src="s.jpg" srcset="a.jpg 1.2.3x">', 's.jpg'],
  ['not what stands in its place', '<img src="s.jpg" srcset="#, # 2x">', 's.jpg'],
  ['an address ends at white space', '<img src="s.jpg" srcset="a b.jpg 2x, c.jpg 3x">', 'c.jpg'],
  ['and may hold commas', '<img srcset="w_1,h_1/a.jpg 1x,w_2,h_2/b.jpg 2x">', 'w_2,h_2/b.jpg'],
  ['a lazy loader, not its placeholder', '<img src="blank.gif" data-src="real.jpg">', 'real.jpg'],
  ['by whatever name it has it', '<img src="blank.gif" data-wpfc-original-src="real.jpg">', 'real.jpg'],
  ['or its set', '<img src="/img/loading.svg" data-ezsrcset="a.jpg 1x, b.jpg 2x">', 'b.jpg'],
  [
    'a name that tells of a picture',
    '<img src="blank.gif" data-flickity-lazyload="real.webp?w=2">',
    'real.webp?w=2',
  ],
  ['not what is no address', '<img src="blank.gif" data-image-info=\'{"a":"b.jpg"}\'>', 'blank.gif'],
  ['nor another than a picture that is none to come', '<img src="s.jpg" data-zoom-src="large.jpg">', 's.jpg'],
  [
    'of the set in use, also by its address in the page',
    '<img srcset="/a.jpg 1x, b.jpg 2x" data-gn-src="/a.jpg">',
    'b.jpg',
  ],
  ['not one that is in the page itself', '<img src="s.jpg" data-gn-src="data:image/gif;base64,AA">', 's.jpg'],
  ['what stands beside it', '<picture><source srcset="a.webp 1x, b.webp 2x"><img></picture>', 'b.webp'],
])('%s', (_, html, expected) => {
  expect(sourceOf(html)).toBe(`https://example.com/${expected}`);
});
