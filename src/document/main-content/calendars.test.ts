import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { readBlocks, textOf } from './blocks.ts';
import { months } from './calendars.ts';

/** What is added where all tables were chosen. */
const added = (html: string): string[] => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  const chosen = new Set(blocks.all.filter(({ region }) => region.inTable));
  return months(blocks, chosen).map(textOf);
};

const days = '<table><tr><th>Mon<th>Tue<tr><td>4<td>5 Open tower</table>';

test.each(['May 2026', 'März 2026', '2026年5月'])('%s stands over its days', (month) => {
  expect(added(`<h1>Events</h1><div><h2>${month}</h2><p>today</p></div>${days}`)).toEqual([month]);
});

test('what stands over no days, leads elsewhere or says more is no name of a month', () => {
  expect(added('<p>May 2026</p><p>The tower is open.</p>')).toEqual([]);
  expect(added(`<p><a href="/6">June 2026</a></p><p>Written in May 2026 by Ole</p>${days}`)).toEqual([]);
});
