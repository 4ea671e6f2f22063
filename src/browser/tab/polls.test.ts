import { expect, test } from 'vitest';
import type { Protocol } from '../devtools/cdp.ts';
import { questionOf, watchPolls } from './polls.ts';

const site = 'http://site';

interface Sent {
  readonly url: string;
  readonly postData?: string;
}

const questionFor = (request: Sent) => questionOf(request as Protocol.Network.Request);

/** Whether a page polls that asks for these, one after the other. */
const polls = (asked: readonly Sent[]): boolean => {
  const watch = watchPolls();
  for (const request of asked) {
    watch.note(questionFor(request));
    watch.answered(questionFor(request));
  }
  return asked.some((request) => watch.isPolled(questionFor(request)));
};
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

test.each<[string, (n: number) => Sent]>([
  ['one address', () => ({ url: `${site}/news` })],
  ['a time that is new each time', (n) => ({ url: `${site}/news?_=${1_764_000_000_123 + 700 * n}` })],
  ['random letters and digits', (n) => ({ url: `${site}/news?r=x${(n + 7) ** 9}z&v=1` })],
  ['a time that is called a start', (n) => ({ url: `${site}/news?start=${1_764_000_000 + n}` })],
  ['one query of many', () => ({ url: `${site}/graphql`, postData: '{"operationName":"News"}' })],
  ['calls that are counted', (n) => ({ url: `${site}/rpc`, postData: `{"id":${n},"method":"news"}` })],
])('again and again: %s', (_, request) => {
  expect(polls(times(8, request))).toBe(true);
  expect(polls(times(7, request))).toBe(false);
});

const names = [
  'Head',
  'Menu',
  'Price',
  'Stock',
  'Reviews',
  'Similar',
  'Seller',
  'Shipping',
  'Footer',
  'Badges',
];

test.each<[string, (n: number) => Sent]>([
  ['the pages of a list', (n) => ({ url: `${site}/items?page=${n + 1}&size=20` })],
  ['its parts by their start', (n) => ({ url: `${site}/items?limit=20&offset=${20 * n}` })],
  ['its pages in what is sent', (n) => ({ url: `${site}/graphql`, postData: `{"variables":{"page":${n}}}` })],
  [
    'different queries',
    (n) => ({ url: `${site}/graphql`, postData: `{"operationName":"${names[n % 10]}"}` }),
  ],
  ['different actions', (n) => ({ url: `${site}/ajax.php`, postData: `action=get_${names[n % 10]}` })],
  ['different parts of a page', (n) => ({ url: `${site}/part?name=${names[n % 10]}` })],
])('one after the other: %s', (_, request) => {
  expect(polls(times(10, request))).toBe(false);
});

test('what counts up without end is polled in the end', () => {
  expect(polls(times(60, (n) => ({ url: `${site}/items?page=${n}` })))).toBe(true);
});

test('requests that are made together count once', () => {
  const watch = watchPolls();
  const question = questionFor({ url: `${site}/query` });
  for (let n = 0; n < 20; n++) watch.note(question);
  expect(watch.isPolled(question)).toBe(false);
});

test('a flood is not remembered', () => {
  const watch = watchPolls();
  for (let n = 0; n < 5000; n++) watch.note(questionFor({ url: `${site}/part-${n}` }));
  const late = questionFor({ url: `${site}/late` });
  for (let n = 0; n < 8; n++) {
    watch.note(late);
    watch.answered(late);
  }
  expect(watch.isPolled(late)).toBe(false);
});
