import { expect, test } from 'vitest';
import { nameHashes, scanText, type TextCounts, wordHashes } from './scan.ts';

const counts = (text: string): TextCounts => {
  const found: TextCounts = { characters: 0, digits: 0, capitals: 0, commas: 0, stops: 0 };
  scanText(text, found, []);
  return found;
};

test('words are the same whatever stands between and however they are written', () => {
  expect(wordHashes('One, two — THREE!')).toEqual(wordHashes('one two three'));
  expect(wordHashes('Мост ÉTÉ')).toEqual(wordHashes('мост été'));
  expect(wordHashes('one two')).not.toEqual(wordHashes('two one'));
  expect(wordHashes(' \n\t')).toEqual([]);
});

test('a script without spaces has a word for each character', () => {
  expect(wordHashes('関連記事。')).toHaveLength(4);
});

test('white space counts once, and not at the end', () => {
  expect(counts('  Ten:  a, b;\n c? D.  ')).toEqual({
    characters: 16,
    digits: 0,
    capitals: 2,
    commas: 2,
    stops: 2,
  });
});

test('names are cut where words begin, and neighbours are known as pairs', () => {
  const [nav, bar, pair] = nameHashes('navBar');
  expect(nameHashes('nav-bar')).toEqual([nav, bar, pair]);
  expect(nameHashes('nav bar')).toEqual([nav, bar]);
  expect(wordHashes('nav')).not.toEqual([nav]);
});
