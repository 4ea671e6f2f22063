import { expect, test } from 'vitest';
import { shapeOf } from './page-kind.ts';

test.each([
  ['http://h/', '/'],
  ['http://h/blog/2026/11/how-to-fly-high?page=2&sort=a', '/blog/#/#/~?page&sort'],
  ['http://h/blog/2025/01/why-we-dive?sort=b&page=1#part', '/blog/#/#/~?page&sort'],
  ['http://h/about', '/about'],
  ['http://h/about-us', '/about-us'],
  ['http://h/p17.html', '/p#.html'],
  ['http://h/item/0f8fad5b-d9cb-469f-a165-70867728950e', '/item/*'],
  ['http://h/%E6%97%A5%E6%9C%AC', '/~'],
  ['http://h/anextremelylongnamewithoutanyhyphens', '/~'],
])('the shape of %s', (url, shape) => {
  expect(shapeOf(url)).toBe(shape);
});
