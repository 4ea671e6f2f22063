import { expect, test } from 'vitest';
import { readPage } from '../page.ts';
import { escapeHtml } from '../tree/escape.ts';
import { firstElement, rawText } from '../tree/tree.ts';
import { markdownPage } from './markdown-text.ts';

const read = (markdown: string) => {
  const shown = `<!DOCTYPE html><html><head><title>notes.md</title></head><body><pre>\n${escapeHtml(markdown)}</pre></body></html>`;
  const { document, metadata } = readPage(markdownPage(shown, 'notes.md'), 'https://example.com/notes.md');
  const pre = firstElement(document, 'pre');
  return { ...metadata, text: pre === undefined ? undefined : rawText(pre) };
};

test.each([
  ['# Old *bridges* of [the `north_end`](/north) ##\n\nText', 'Old bridges of the north_end'],
  ['Intro.\n\nBridges &amp; piers\n===\n', 'Bridges & piers'],
  ['```sh\n# no heading\n```\n\n<!-- # none\n -->\n\n## First \\* part', 'First * part'],
  ['<h1 align="center">\n  <img src="x.png">\n</h1>\n\n<h2>\n  My <b>tool</b>\n</h2>', 'My tool'],
  ['---\n\nA word\n\n---\n\nText', 'notes.md'],
  ['#hashtag', 'notes.md'],
])('without front matter the first heading of %j is its title', (markdown, title) => {
  expect(read(markdown)).toMatchObject({ title, text: markdown.trim() });
});

test('front matter says what the file is, and is no part of its text', () => {
  const yaml = [
    '---',
    '# of the site',
    'title: "Bridges: the \\"old\\" ones" # quoted',
    'description: >-',
    '  What is left',
    '  of them',
    'authors:',
    '  - Ada Park',
    '  - Ben Lee',
    'date: 2024-05-03T10:15:00+02:00',
    'lang: de',
    'menu:',
    '  title: other',
    '---',
  ];
  const text = '# Brücken\n\nText\n\n---\n\nMore';
  for (const end of ['\n', '\r\n'])
    expect(read(`\ufeff${[...yaml, '', ''].join(end)}${text}`)).toMatchObject({
      title: 'Bridges: the "old" ones',
      description: 'What is left of them',
      author: 'Ada Park, Ben Lee',
      published_at: '2024-05-03T10:15:00+02:00',
      language: 'de',
      text,
    });
});

test('a title of front matter stands over a text that has none', () => {
  const toml = "+++\ntitle = 'Bridges *'\nauthors = [\"Ada Park\", 'Ben Lee']\n+++\n## Part\n\nText";
  expect(read(toml)).toMatchObject({
    title: 'Bridges *',
    author: 'Ada Park, Ben Lee',
    text: '# Bridges \\*\n\n## Part\n\nText',
  });
});

test('a file of rules and signs is read in the time of its length', () => {
  for (const part of ['---\n', '<!--', '<h1>', '# ', '[', '*_`', 'a: \n'])
    expect(read(`---\na: b\n${part.repeat(20_000)}`).title).toBeDefined();
});
