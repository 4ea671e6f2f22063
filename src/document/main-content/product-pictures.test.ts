import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/support/cpu.ts';
import { readContent } from '../content.ts';
import { readPage } from '../page.ts';
import { attr, elementsIn } from '../tree/tree.ts';

const options = { only_main_content: true, include_selectors: [], exclude_selectors: [] };

/** The pictures that are left in the main content. */
const picturesOf = (html: string): string[] => {
  const page = readPage(html, 'https://example.com/pot');
  return elementsIn(readContent(page, options)).flatMap((element) =>
    element.tagName === 'img' ? [attr(element, 'src') ?? ''] : [],
  );
};

const gallery = '<div class="g"><a href="/big.jpg"><img src="1.jpg"></a><img src="2.jpg"></div>';
const prose =
  '<p>This pot is two coats of hard enamel over carbon steel, and will outlive you if you do not drop it.</p>';
const text = (price = '€ 29,90') =>
  `<div><h1>Enamel pot</h1><p class="price">${price}</p>${prose.repeat(3)}</div>`;
const page = (main: string) =>
  `<body><header><a href="/"><img src="logo.png"></a><nav><a href="/a">Shop</a></nav></header><main>${main}</main><footer><img src="cards.png"></footer>`;

test('the pictures of what is sold, before its name or behind', () => {
  expect(picturesOf(page(`<div>${gallery}${text()}</div>`))).toEqual(['1.jpg', '2.jpg']);
  expect(picturesOf(page(`<div>${text()}${gallery}</div>`))).toEqual(['1.jpg', '2.jpg']);
});

test('none of what leads elsewhere, adorns the page, or has a text of its own', () => {
  const others = '<div><a href="/mug"><img src="mug.jpg">Mug € 9,00</a></div>';
  expect(picturesOf(page(`<div>${text()}${others}</div>`))).not.toContain('mug.jpg');
  const icons = '<div><img class="icon" src="truck.png"><img alt="Payment methods" src="cards.png"></div>';
  expect(picturesOf(page(`<div>${icons}${text()}</div>`))).toEqual([]);
  const story = `<aside><img src="shop.jpg">Open daily</aside>`;
  expect(picturesOf(page(`<div>${text()}${story}</div>`))).toEqual([]);
});

test('none beside a text that nothing is sold by', () => {
  expect(picturesOf(page(`<div>${gallery}${text('By Ann')}</div>`))).toEqual([]);
});

test('a page of any size is looked through in the time of its length', () => {
  const deep = '<div><img src="1.jpg">'.repeat(400);
  const wide = '<p>Enamel</p><img class="icon" src="2.jpg">'.repeat(20_000);
  const started = cpuMs();
  picturesOf(page(`${deep}${text()}${'</div>'.repeat(400)}${wide}`));
  expect(cpuMs() - started).toBeLessThan(5000);
});
