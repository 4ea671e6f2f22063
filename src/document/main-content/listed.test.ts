import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/support/cpu.ts';
import { factsOf } from '../content.ts';
import { readPage } from '../page.ts';
import { bodyOf } from '../tree/parse.ts';
import { readBlocks, textOf } from './blocks.ts';
import { readLists, stated } from './listed.ts';

const ingredients = ['2 carrots, peeled', '½ cup of cream', '3 sprigs of fresh thyme', '1 pinch of nutmeg'];
const steps = ['Boil the carrots for nine minutes.', 'Stir in cream and thyme, and serve.'];
const recipe = {
  '@type': 'Recipe',
  name: 'Carrot soup',
  recipeIngredient: ingredients,
  recipeInstructions: [
    { '@type': 'HowToSection', itemListElement: steps.map((text) => ({ '@type': 'HowToStep', text })) },
  ],
};
const data = (entity: object) => `<script type="application/ld+json">${JSON.stringify(entity)}</script>`;

const story =
  '<p>Every winter my aunt made this soup of carrots and cream, with a sprig of thyme on each plate.</p>';
const item = (line: string) =>
  line.replace(/^(\S+) (.*)$/, '<li><b>$1</b><div><a href="/c">$2</a></div></li>');
const list = `<h3>You need</h3><div>for 4</div><ul>${ingredients.map(item).join('')}<li><a href="/shop">Add all to the shopping list</a></ul>`;

/** What is added where the prose was chosen. */
const added = (html: string): string[] => {
  const page = readPage(html, 'https://example.com/soup');
  const blocks = readBlocks(bodyOf(page.document));
  const chosen = new Set(blocks.all.filter(({ isProse }) => isProse));
  return stated(blocks, chosen, factsOf(page)).map(textOf);
};

test('lists of recipes and instructions are read, whatever their shape', () => {
  const lists = (html: string) => readLists(readPage(html, 'https://example.com/').structured);
  expect(lists(data(recipe))).toEqual([ingredients.join('\n'), steps.join('\n')]);
  expect(lists(data({ '@type': 'HowTo', step: '<p>Cut</p><p>Glue</p>', tool: [{ name: 'Saw' }] }))).toEqual([
    ' Cut  Glue ',
    'Saw',
  ]);
  const item = '<span itemprop="recipeIngredient">2 carrots</span>';
  expect(lists(`<div itemscope itemtype="https://schema.org/Recipe">${item}${item}</div>`)).toEqual([
    '2 carrots\n2 carrots',
  ]);
  expect(lists(data({ '@type': 'Product', step: 'Cut' }))).toEqual([]);
});

test('what the data list is added with its heading, in the items that the page has', () => {
  const lines = ingredients.flatMap((line) => line.split(/(?<=^\S+) /));
  expect(added(`${data(recipe)}<h1>Carrot soup</h1>${story}${list}`)).toEqual(['You need', ...lines]);
  expect(added(`<h1>Carrot soup</h1>${story}${list}`)).toEqual([]);
});

test('a text that speaks of it is not the list', () => {
  const talk = `<p>Two carrots</p><p>a cup of cream, peeled or not</p>${'<p>and of everything else that is at home</p>'.repeat(9)}`;
  expect(added(`${data(recipe)}<h1>Carrot soup</h1>${story}<div>${talk}</div>`)).toEqual([]);
});

test('of two copies that one is completed of which more was chosen', () => {
  const two = `<div><h3>Short</h3>${list}</div><section><h3>Long</h3><p>${ingredients.join(' and then take ')} for all of it</p>${list}</section>`;
  const found = added(`${data(recipe)}${story}${two}`);
  expect(found.filter((text) => text === 'carrots, peeled')).toHaveLength(1);
});

test('steps are told by words that follow each other', () => {
  const many = Array.from({ length: 60 }, (_, n) => `Take part${n} and glue it on plate${n} with care.`);
  const how = { '@type': 'HowTo', step: many.map((text) => ({ text })) };
  const page = (lines: readonly string[]) =>
    added(`${data(how)}<main>${lines.map((line) => `<div>${line}</div>`).join('')}</main>`);
  expect(page([...many.slice(0, 30), 'Care with it and take', ...many.slice(30)])).toEqual(many);
});

test('a page of any depth is looked through in the time of its length', () => {
  const words = Array.from({ length: 20_000 }, (_, n) => `part${n}`);
  const how = { '@type': 'HowTo', step: [words.join(' ')] };
  const deep = words.map((word) => `<div>${word} `).join('');
  const started = cpuMs();
  added(`${data(how)}${deep}`);
  expect(cpuMs() - started).toBeLessThan(5000);
});
