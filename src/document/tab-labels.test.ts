import { serialize } from 'parse5';
import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from './parse.ts';
import { placeTabLabels } from './tab-labels.ts';

const placed = (html: string): string => {
  const body = bodyOf(parseHtml(html));
  placeTabLabels(body);
  return serialize(body);
};

const row = (name: string) =>
  `<div class="${name}"><input type="radio" id="a"><label for="a">C</label><input type="radio" id="b"><label for="b">C++</label></div>`;

test.each(['tabs', 'tabbed-labels', 'code-tabs'])('labels of tabs stand over their panels: %s', (name) => {
  expect(placed(`${row(name)}<div><div>one</div><div>two</div></div>`)).toMatch(
    /<div><div><summary for="a">C<\/summary>one<\/div><div><summary for="b">C\+\+<\/summary>two<\/div><\/div>$/,
  );
});

test('where a panel is hidden, they are a list', () => {
  expect(placed(`${row('tabs')}<div><div>one</div></div>`)).toMatch(
    /^<ul class="tabs"><input[^>]*><li for="a">C<\/li><input[^>]*><li for="b">C\+\+<\/li><\/ul>/,
  );
});

test.each([
  ['answers to a question', `${row('answers')}<div><p>one</p><p>two</p></div>`],
  ['what nothing follows', row('tabs')],
])('other labels stay: %s', (_, html) => {
  expect(placed(html)).not.toMatch(/summary|<li/);
});
