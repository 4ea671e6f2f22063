import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { readBlocks, textOf } from './blocks.ts';
import { foldLabels } from './fold-labels.ts';

const answers = [
  'We ship within two days from our own barn.',
  'Send it back within thirty days, at no cost.',
];
const names = ['Shipping', 'Returns'];

/** What is added where the text that is folded away was chosen. */
const added = (entryOf: (label: string, text: string, index: number) => string): string[] => {
  const entries = answers.map((text, index) => entryOf(names[index] ?? '', `<p>${text}</p>`, index));
  const blocks = readBlocks(bodyOf(parseHtml(`<h2>Questions</h2><div>${entries.join('')}</div>`)));
  return foldLabels(blocks, new Set(blocks.all.filter(({ region }) => region.tag === 'p'))).map(textOf);
};

test.each<[string, (label: string, text: string, index: number) => string]>([
  ['a link to nowhere', (label, text) => `<div><a href="#">${label}</a><div>${text}</div></div>`],
  ['a link without an address', (label, text) => `<div><a>${label}</a>${text}</div>`],
  ['a link for a script', (label, text) => `<a href="javascript:void(0)">${label}</a><div>${text}</div>`],
  [
    'a link to what it unfolds',
    (label, text, index) => `<div><a href="#c${index}">${label}</a></div><div id="c${index}">${text}</div>`,
  ],
  [
    'an element that is a button',
    (label, text) => `<div><div role="button"><i></i>${label}</div><div>${text}</div></div>`,
  ],
  ['a tab', (label, text) => `<div><div role="tab"><h6></h6>${label}</div><div>${text}</div></div>`],
])('the labels of an accordion are added: %s', (_, entryOf) => {
  expect(added(entryOf)).toEqual(names);
});

test.each<[string, (label: string, text: string) => string]>([
  [
    'by what it unfolded',
    (label, text) =>
      `<div><a href="#c" role="button" aria-expanded="true" aria-controls="c">${label}</a><div id="c">${text}</div></div>`,
  ],
  [
    'by its name',
    (label, text) =>
      `<div><div class="n-collapse-item__header"><div>${label}</div></div><div>${text}</div></div>`,
  ],
])('the label of the only entry that is unfolded is added: %s', (_, entryOf) => {
  const closed = '<div><div class="n-collapse-item__header"><div>Returns</div></div></div>';
  expect(added((label, text, index) => (index === 0 ? entryOf(label, text) : closed))).toEqual(['Shipping']);
});

test.each<[string, (label: string, text: string, index: number) => string]>([
  ['a link that leads elsewhere', (label, text) => `<div><a href="/a">${label}</a><div>${text}</div></div>`],
  [
    'a link to the element around',
    (label, text, index) => `<div id="p${index}"><a href="#p${index}">${label}</a>${text}</div>`,
  ],
  ['the same act each time', (_, text) => `<div><a href="#">Share</a><div>${text}</div></div>`],
  ['a single one', (label, text, index) => `<div>${index === 0 ? `<a>${label}</a>` : ''}${text}</div>`],
  ['what is not pressed', (label, text) => `<div><div>${label}</div><div>${text}</div></div>`],
  ['what stands in another part', (label, text) => `<div><p></p><a>${label}</a> or so</div>${text}`],
])('others are not: %s', (_, entryOf) => {
  expect(added(entryOf).filter((text) => names.includes(text) || text === 'Share')).toEqual([]);
});
