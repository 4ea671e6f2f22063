import { serialize } from 'parse5';
import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { type Element, removeAll } from '../tree/tree.ts';
import { placeTabLabels, tabsIn } from './tab-labels.ts';

const placed = (html: string, dropped?: (panel: Element) => boolean): string => {
  const body = bodyOf(parseHtml(html));
  const tabs = tabsIn(body);
  if (dropped !== undefined) removeAll(new Set(tabs.map(({ panel }) => panel).filter(dropped)));
  placeTabLabels(tabs, [body]);
  return serialize(body);
};

const row = (name: string) =>
  `<div class="${name}"><input type="radio" id="a"><label for="a">C</label><input type="radio" id="b"><label for="b">C++</label></div>`;

test.each(['tabs', 'tabbed-labels', 'code-tabs'])('labels of tabs stand over their panels: %s', (name) => {
  expect(placed(`${row(name)}<div><div>one</div><div>two</div></div>`)).toMatch(
    /<div><div><summary>C<\/summary>one<\/div><div><summary>C\+\+<\/summary>two<\/div><\/div>$/,
  );
});

test('labels that are called those of tabs stand over their panels', () => {
  const label = (text: string) => `<div class="rp-tabs__label__item">${text}</div>`;
  const page = (labels: string) =>
    `<div class="rp-tabs__label">${labels}</div><div class="rp-tabs__content"><div>one</div><div>two</div></div>`;
  expect(placed(page(label('C') + label('C++')))).toMatch(
    /<div><summary>C<\/summary>one<\/div><div><summary>C\+\+<\/summary>two<\/div><\/div>$/,
  );
  expect(placed(page(`${label('C')}<div>C++</div>`))).not.toContain('summary');
});

const list = (one: string, two: string) =>
  `<ul role="tablist"><li role="tab"${one}>npm</li><li role="tab"${two}>Yarn</li></ul>`;
const panel = (attributes: string, text: string) => `<div role="tabpanel"${attributes}>${text}</div>`;
const both = '<summary>npm</summary>npm add owl</div>.*<summary>Yarn</summary>yarn add owl</div>';

test.each([
  ['the panel names its tab', list(' id="t1"', ' id="t2"'), ' aria-labelledby="t1"', ' aria-labelledby="t2"'],
  ['the tab names its panel', list(' aria-controls="p1"', ' data-bs-target="#p2"'), ' id="p1"', ' id="p2"'],
  ['nothing but its place says so', list('', ''), '', ''],
])('a tab with a role stands over its panel where %s', (_, tabs, one, two) => {
  const panels = `${panel(one, 'npm add owl')}${panel(two, 'yarn add owl')}`;
  expect(placed(`${tabs}<div>${panels}</div>`)).toMatch(new RegExp(`^<ul role="tablist"></ul>.*${both}`));
  expect(placed(`${tabs}${panels}`)).toMatch(new RegExp(`^<ul role="tablist"></ul>.*${both}`));
});

test('a tab whose panel begins with its words is not said twice, one whose panel is gone stays', () => {
  const tabs = list(' aria-controls="p1"', ' aria-controls="p2"');
  const panels =
    panel(' id="p1"', '<div><h3>NPM <a href="/rss">Feed</a></h3>npm add owl</div>') +
    panel(' id="p2"', 'yarn add owl');
  const html = placed(`${tabs}${panels}`, ({ attrs }) => attrs.some(({ value }) => value === 'p2'));
  expect(html).toBe(
    '<ul role="tablist"><li role="tab" aria-controls="p2">Yarn</li></ul><div role="tabpanel" id="p1"><div><h3>NPM <a href="/rss">Feed</a></h3>npm add owl</div></div>',
  );
});

test.each([
  ['answers to a question', `${row('answers')}<div><p>one</p><p>two</p></div>`],
  ['what nothing follows', row('tabs')],
  ['more panels than labels', `${row('tabs')}<div><p>one</p><p>two</p><p>three</p></div>`],
])('other labels stay: %s', (_, html) => {
  expect(placed(html)).not.toMatch(/summary|<li/);
});

test('a tab that says nothing but which one it is stands nowhere', () => {
  const tabs = list(' aria-controls="p1"', ' aria-controls="p2"')
    .replace('npm', 'Slide 1 of 2')
    .replace('Yarn', '2');
  expect(placed(`${tabs}${panel(' id="p1"', 'owl')}${panel(' id="p2"', 'heron')}`)).toBe(
    '<ul role="tablist"></ul><div role="tabpanel" id="p1">owl</div><div role="tabpanel" id="p2">heron</div>',
  );
  const years = tabs.replace('Slide 1 of 2', '2024').replace('2<', 'Step 2<');
  expect(placed(`${years}${panel(' id="p1"', 'owl')}${panel(' id="p2"', 'heron')}`)).toMatch(/2024.*Step 2/);
});

test('tabs that change one panel are what it is filtered by', () => {
  const tabs = list(' aria-controls="p"', ' aria-controls="p"');
  expect(placed(`<div>${tabs}${panel(' id="p"', 'npm add owl')}</div>`)).not.toContain('summary');
});

const links = (name: string, one: string, two: string) =>
  `<div><ul class="${name}"><li><a href="${one}">Spring</a></li><li><div><a href="${two}">Winter</a></div></li></ul></div>`;

test.each([
  [
    'named',
    links('nav nav-tabs', '#s', '#w'),
    '<div class="tab-content"><div class="tab-pane" id="s">mint</div><div class="tab-pane" id="w">roots</div></div>',
  ],
  [
    'placed',
    links('wds-tabs', '#', '#'),
    '<div class="wds-tab__content">mint</div><div class="wds-tab__content">roots</div>',
  ],
])('links of a list stand over their panels: %s', (_, tabs, panels) => {
  const html = placed(`<div>${tabs}${panels}</div>`);
  expect(html).toMatch(/<summary>Spring<\/summary>mint<.*<summary>Winter<\/summary>roots</);
  expect(html).not.toContain('<li>');
});

test.each([
  ['sections of the text', links('tabs', '#s', '#w'), '<div id="s">mint</div><div id="w">roots</div>'],
  [
    'other pages',
    links('tabs', '/s', '/w'),
    '<div class="tab-pane">mint</div><div class="tab-pane">roots</div>',
  ],
])('a list of links to %s stays', (_, tabs, panels) => {
  expect(placed(`<div>${tabs}${panels}</div>`)).toMatch(/<li>.*<li>.*mint/);
});

test('what follows tabs with a role are their panels, whatever they are called', () => {
  expect(
    placed(`<div>${list('', '')}<div><div>npm add owl</div><div>yarn add owl</div></div></div>`),
  ).toMatch(/<summary>npm<\/summary>npm add owl<.*<summary>Yarn<\/summary>yarn add owl</);
});
