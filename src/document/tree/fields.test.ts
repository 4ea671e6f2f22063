import { expect, test } from 'vitest';
import { heldIn } from './fields.ts';
import { parseHtml } from './parse.ts';
import { elements } from './tree.ts';

test.each([
  ['<select><option>S</option><option selected>M</option></select>', 'M'],
  ['<select><option disabled>Size</option><option>S</option></select>', 'S'],
  ['<select><option value="">Choose a size</option><option>S</option></select>', ''],
  [
    '<select data-gn-value="Choose a size"><option value="">Choose a size</option><option>S</option></select>',
    '',
  ],
  ['<select data-gn-value="S"><option value="">Choose a size</option><option>S</option></select>', 'S'],
  ['<select multiple><option>S</option><option>M</option></select>', ''],
  ['<select><option label="Small"></option></select>', 'Small'],
  ['<textarea> two\nlines </textarea>', 'two\nlines'],
  ['<input value="written" data-gn-value="typed">', 'typed'],
  ['<input type="password" value="secret">', undefined],
  ['<input type="checkbox" value="yes">', undefined],
  ['<button value="1">Send</button>', undefined],
])('%s shows %j', (html, expected) => {
  const field = elements(parseHtml(html)).find(({ tagName }) =>
    /^(?:select|textarea|input|button)$/.test(tagName),
  );
  expect(field && heldIn(field)).toBe(expected);
});
