import { expect, test } from 'vitest';
import { readPage } from '../page.ts';
import { spokenIn } from './language.ts';

const read = (html: string, header = '') =>
  readPage(html, 'https://example.com/', { language: header }).metadata.language;

test.each([
  ['<html lang=de-CH>', 'de-CH'],
  ['<html lang="" xml:lang=fr>', 'fr'],
  ['<body lang=sv>', 'sv'],
  ['<meta http-equiv=Content-Language content=de-AT>', 'de-AT'],
  ['<meta http-equiv=Content-Language content="de, fr"><meta property=og:locale content=pt_BR>', 'pt-BR'],
  ['<meta name=dcterms.language content=nl>', 'nl'],
  [
    '<script type="application/ld+json">{"@type":"Article","headline":"A","inLanguage":"pl-PL"}</script>',
    'pl-PL',
  ],
  ['<html lang="">', null],
  ['<html lang=und>', null],
])('declared: %s', (html, expected) => {
  expect(read(html)).toBe(expected);
});

test('the server may say it, if the page does not', () => {
  expect(read('<p>Text', 'it')).toBe('it');
  expect(read('<html lang=en><p>Text', 'it')).toBe('en');
});

test.each([
  [
    'en',
    'The bridge was built in the north of the town, and it is the oldest of all that are open to the public.',
  ],
  [
    'de',
    'Die Brücke ist die älteste der Stadt und wurde von den Bürgern auf eine Weise gebaut, die das Land nicht kannte.',
  ],
  [
    'fr',
    'Le pont est le plus ancien de la ville et les habitants, qui ne le quittent pas, sont dans une fête pour les ponts.',
  ],
  [
    'es',
    'El puente es el más antiguo de la ciudad y los vecinos lo usan para ir a las islas del norte con una barca.',
  ],
  [
    'pt',
    'A ponte é a mais antiga da cidade e os moradores não a trocam por uma nova, que são mais caras do que as do norte.',
  ],
  [
    'nl',
    'De brug is de oudste van de stad en het is niet bekend dat een andere met zijn bogen voor het water op palen staat.',
  ],
  [
    'ru',
    'Это самый старый мост в городе, и он не похож на другие: по нему ходят как на праздник, что и не удивительно.',
  ],
  [
    'uk',
    'Це найстаріший міст у місті, і він не схожий на інші: до нього йдуть як на свято, що й не дивно, та з радістю в серці на день.',
  ],
  ['ja', 'この橋は町でいちばん古く、北の島へ行く人々が毎日渡っています。'],
  ['zh', '这座桥是城里最古老的桥,每天都有很多人从这里去北边的岛。'],
  ['ko', '이 다리는 도시에서 가장 오래되었으며 매일 많은 사람들이 건넌다.'],
  ['el', 'Η γέφυρα είναι η παλαιότερη της πόλης και οι κάτοικοι την αγαπούν.'],
])('the text tells: %s', (language, text) => {
  expect(spokenIn(text)).toBe(language);
  expect(read(`<title>x</title><script>the and of to in is that for</script><p>${text}</p>`)).toBe(language);
});

test.each(['', 'The bridge', 'Lorem ipsum dolor sit amet consectetur', 'X1 200 mm, Y2 300 mm, Z3 400 mm'])(
  'nothing tells: %s',
  (text) => {
    expect(spokenIn(text)).toBeUndefined();
  },
);
