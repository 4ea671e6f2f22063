import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from './parse.ts';
import { collapsedText } from './tree.ts';

const textOf = (html: string): string => collapsedText(bodyOf(parseHtml(`<body>${html}`)));

test.each([
  [
    'a part takes the place of what was shown until it came',
    '<p>a</p><!--$?--><template id="B:0"></template><i>wait</i><!--/$--><p>c</p><div hidden id="S:0">b</div>',
    'abc',
  ],
  [
    'a part within a part',
    '<!--$?--><template id="B:0"></template>wait<!--/$--><div hidden id="S:0">a <template id="P:1"></template> c</div><div hidden id="S:1">b</div>',
    'a b c',
  ],
  [
    'what is shown meanwhile may have places of its own',
    '<!--$?--><template id="B:0"></template><!--$-->one<!--/$-->two<!--/$--> end<div hidden id="S:0">part</div>',
    'part end',
  ],
  [
    'without a mark of its end nothing is taken away',
    '<template id="B:0"></template><p>stays</p><div hidden id="S:0">part </div>',
    'part stays',
  ],
  ['a part without a place stays where it is', '<p>a</p><div hidden id="S:9">b</div>', 'ab'],
  ['a place without a part', '<template id="B:0"></template><p>a</p>', 'a'],
])('%s', (_, html, expected) => {
  expect(textOf(html)).toBe(expected);
});

test('many places and parts are put together in the time of their length', () => {
  const count = 50_000;
  const places = Array.from({ length: count }, (_, n) => `<template id="B:${n}"></template>`).join('');
  const parts = Array.from({ length: count }, (_, n) => `<div hidden id="S:${n}">x</div>`).join('');
  expect(textOf(places + parts)).toHaveLength(count);
});
