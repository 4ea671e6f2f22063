import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { collapsedText, firstElement } from '../tree/tree.ts';
import { listRows } from './table-rows.ts';
import { readGrid } from './tables.ts';

const read = (rows: string) => {
  const table = firstElement(bodyOf(parseHtml(`<table>${rows}</table>`)), 'table');
  const found = table === undefined ? undefined : listRows(readGrid(table).rows);
  return found?.map(({ rank, cell }) => [rank, cell === undefined ? '' : collapsedText(cell)]);
};

const vote = '<td><a href="/vote"><div title="upvote"></div></a></td>';
const indent = '<td><img src="/s.gif" height="1" width="40"></td>';

test('one cell says something, the others indent it or act on it', () => {
  expect(read(`<tr>${indent}${vote}<td>A word</td></tr>`)).toEqual([[undefined, 'A word']]);
});

test('a number counts, rows that show nothing part', () => {
  const rows = `<tr><td>7.</td>${vote}<td>Title</td></tr><tr><td colspan=2></td><td>by me</td></tr><tr></tr>`;
  expect(read(rows)).toEqual([
    [7, 'Title'],
    [undefined, 'by me'],
    [undefined, ''],
  ]);
});

test.each([
  ['two values', '<tr><td>Length</td><td>40 m</td></tr>'],
  ['a number and a value', '<tr><td>1.</td><td>Length</td></tr><tr><td>2.</td><td>Width</td></tr>'],
  ['a value and a sign', `<tr><td>Boat</td><td><i title="Yes"></i></td></tr>`],
  ['a value and a picture', `<tr><td>Boat</td><td><img src="/boat.jpg"></td></tr>`],
  ['a column of values beside an empty one', '<tr><td></td><td>40</td></tr><tr><td></td><td>50</td></tr>'],
  ['one column', '<tr><td>40</td></tr><tr><td>50</td></tr>'],
])('data are no list: %s', (_, rows) => {
  expect(read(rows)).toBeUndefined();
});
