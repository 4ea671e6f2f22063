import { expect, test } from 'vitest';
import { readPage } from '../../document/page.ts';
import { renderMarkdown } from './markdown.ts';

const options = { only_main_content: false, include_selectors: [], exclude_selectors: [], links: false };
const render = (html: string) => renderMarkdown(readPage(html, 'https://example.com/'), options).markdown;

const todo = (box: string, text: string) =>
  `<div class="notion-selectable notion-to_do-block"><div><div>${box}</div><div><div>${text}</div></div></div></div>`;
const point = (kind: string, text: string) =>
  `<div class="notion-${kind}_list-block"><div>${text}</div></div>`;

test.each([
  [
    'boxes that an export draws',
    '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>Book</span></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span>Send</span></li></ul>',
    '- [x] Book\n- [ ] Send',
  ],
  [
    'boxes for screen readers',
    '<ul><li><span role="checkbox" aria-checked="true"></span> One</li><li><button role="checkbox" aria-checked="false"></button> Two</li></ul>',
    '- [x] One\n- [ ] Two',
  ],
  [
    'blocks called so',
    todo('<input type="checkbox" checked>', 'Buy lamps') + todo('<input type="checkbox">', 'Buy bread'),
    '- [x] Buy lamps\n- [ ] Buy bread',
  ],
])('tasks: %s', (_, html, expected) => {
  expect(render(html)).toBe(expected);
});

test('blocks that are called points of a list are one', () => {
  expect(render(point('bulleted', 'One') + point('bulleted', 'Two'))).toBe('- One\n- Two');
  const numbered = point('numbered', 'One') + point('numbered', 'Two');
  expect(render(`${numbered}<p>Text</p>${numbered}`)).toBe('1. One\n2. Two\n\nText\n\n1. One\n2. Two');
});

test.each([
  ['<ol type="a"><li>One</li><li>Two</li></ol>', '- a. One\n- b. Two'],
  ['<ol type="A" start="26"><li>One</li><li><b>Two</b></li></ol>', '- Z. One\n- AA. **Two**'],
  ['<ol type="i" start="3"><li>One</li><li>Two</li></ol>', '- iii. One\n- iv. Two'],
  ['<ol type="I" start="1999"><li>One</li></ol>', '- MCMXCIX. One'],
  ['<ol type="i" start="3999"><li>One</li><li>Two</li></ol>', '- mmmcmxcix. One\n- 4000\\. Two'],
  ['<ol type="i" start="999999999"><li>One</li></ol>', '- 999999999\\. One'],
  ['<ol type="a" start="0"><li>One</li><li>Two</li></ol>', '- 0\\. One\n- a. Two'],
  ['<ol type="I"><li value="9">One</li><li>Two</li></ol>', '- IX. One\n- X. Two'],
  ['<ol type="1" start="3"><li>One</li><li>Two</li></ol>', '3. One\n4. Two'],
])('letters and Roman numbers are said: %s', (html, expected) => {
  expect(render(html)).toBe(expected);
});

test('what a list has and what it lacks is said', () => {
  const drawn =
    '<ul><li><i class="icon-check"></i>Search</li><li><i class="fa fa-times"></i><b>Export</b></li><li>Other</li></ul>';
  expect(render(drawn)).toBe('- ✓ Search\n- ✗ **Export**\n- Other');
  const labelled =
    '<ul><li><svg aria-label="Included"></svg>Search</li><li><svg aria-label="Not included"></svg>Export</li></ul>';
  expect(render(labelled)).toBe('- ✓ Search\n- ✗ Export');
});

test('ticks before all items of a plan tell it from the others', () => {
  const item = (sign: string, text: string) => `<li><i class="icon-${sign}"></i>${text}</li>`;
  const plan = (...items: string[]) => `<div><b>Plan</b><ul class="what">${items.join('')}</ul></div>`;
  const plans =
    plan(item('check', 'Rods'), item('x', 'Boat')) + plan(item('check', 'Rods'), item('check', 'Boat'));
  expect(render(`<div>${plans}</div><ul>${item('check', 'Search')}</ul>`)).toBe(
    '**Plan**\n\n- ✓ Rods\n- ✗ Boat\n\n**Plan**\n\n- ✓ Rods\n- ✓ Boat\n\n* Search',
  );
});

test('ticks before all items are the points of the list', () => {
  const item = '<li><i class="icon-check"></i>Search</li>';
  expect(render(`<ul>${item}${item}</ul>`)).toBe('- Search\n- Search');
});

test.each([
  [
    '<fieldset><legend>Colour: <b>Moss</b></legend><input type=radio><label>Moss</label><input type=radio><label>Rust</label></fieldset>',
    'Colour: Moss, Rust',
  ],
  [
    '<fieldset><legend>Which fish live in it?</legend><input type=checkbox><label>Trout</label><input type=checkbox><label>Char</label></fieldset>',
    'Which fish live in it? Trout, Char',
  ],
  [
    '<fieldset><legend>Size</legend><p>Of the box</p><input type=radio><label>S</label><input type=radio><label>L</label></fieldset>',
    'Size\n\nOf the box\n\nS L',
  ],
  [
    '<p>Size <select name="attribute_size"><option value="">Choose<option>S<option>L</select></p>',
    'Size S, L',
  ],
  ['<div><span>Time:</span><div>8 pm</div></div>', 'Time: 8 pm'],
  ['<ul><li><b>Time:</b><div>8 pm</div></li></ul>', '- **Time:** 8 pm'],
  ['<div><div class="meta-label">Servings</div><div class="meta-value">8</div></div>', 'Servings: 8'],
  ['<div><p class="label">Height:</p><p class="value"><b>30</b> cm</p></div>', 'Height: **30** cm'],
  ['<div><div class="stat-value">500+</div><div class="stat-label">customers</div></div>', '500+ customers'],
  ['<div><div class="label">Height</div><div class="label">Width</div></div>', 'Height\n\nWidth'],
  ['<div><div class="label">Text</div><div class="value"><ul><li>a</li></ul></div></div>', 'Text\n\n- a'],
])('a label and its value in blocks are one line: %s', (html, expected) => {
  expect(render(html)).toBe(expected);
});

test('the sign of a box stands before its text', () => {
  const box = '<div><span>💡</span></div><div>Bring your own cups.</div>';
  expect(render(`<figure class="block-color-gray callout">${box}</figure>`)).toBe(
    '> [!note]\n> 💡 Bring your own cups.',
  );
  expect(render(`<div>${box}</div>`)).toBe('💡 Bring your own cups.');
});
