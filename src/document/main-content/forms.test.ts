import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { readBlocks, textOf } from './blocks.ts';
import { forms } from './forms.ts';

const prose =
  '<p>We build boats of wood, and look for somebody who likes to plane boards and to write it down.</p>';

const apply = `<form><h3>Apply</h3><p>Fields with a star are required.</p><input type="email"><input type="file"></form>`;

const dropped = (html: string, { types = ['JobPosting'], isTalk = false } = {}): string[] => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  return forms(blocks, new Set(blocks.all), { types, isTalk }).map(textOf);
};

test('what is said in a form to fill in is not what it is for', () => {
  expect(dropped(prose + apply)).toEqual(['Apply', 'Fields with a star are required.']);
  expect(dropped(prose + apply, { types: [], isTalk: true })).toHaveLength(2);
});

test('forms are read on other pages, and where they hold the page or nothing to write in', () => {
  expect(dropped(prose + apply, { types: ['Service'] })).toEqual([]);
  expect(dropped(apply.replace('<h3>', `${prose}<h3>`))).toEqual([]);
  expect(dropped(prose + apply.replace('file', 'checkbox'))).toEqual([]);
});

test('any number of forms is looked at once each', () => {
  expect(dropped(prose.repeat(20_000) + apply.repeat(20_000)).length).toBe(40_000);
});
