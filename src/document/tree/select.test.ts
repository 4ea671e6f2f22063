import { expect, test } from 'vitest';
import { ServiceError } from '../../contract/error.ts';
import { parseHtml } from './parse.ts';
import { compileSelector, selectAll } from './select.ts';
import { collapsedText } from './tree.ts';

const select = (html: string, selector: string) =>
  selectAll(parseHtml(html), compileSelector(selector, 'options.table_selector')).map(collapsedText);

test.each([
  ['p.a', ['1']],
  ['div > p', ['1', '2']],
  ['p:nth-child(2)', ['2']],
  ['[data-x="y" i]', ['2']],
  ['div:has(> span)', ['123']],
  ['p:not(.a), span', ['2', '3']],
  ['P + P', ['2']],
])('%s', (selector, expected) => {
  expect(select('<div><p class=a>1</p><p data-x=Y>2</p><span>3</span></div>', selector)).toEqual(expected);
});

test.each(['', 'p[', ':nope', 'p::before', '>>', 'a b)'])('%j is refused with its path', (selector) => {
  let thrown: unknown;
  try {
    select('<p>', selector);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ServiceError);
  expect(thrown).toMatchObject({
    code: 'invalid_request',
    extras: { issues: [{ path: 'options.table_selector' }] },
  });
});
