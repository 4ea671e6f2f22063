import { expect, test } from 'vitest';
import { ancestors, collapsedText, elements } from '../tree/tree.ts';
import { parseXml } from './xml.ts';

test('elements are found by their names in small letters, texts and CDATA in them', () => {
  const document = parseXml(
    '<rss><Item><dc:creator>Ann</dc:creator><title><![CDATA[A & B]]></title></Item></rss>',
  );
  expect(elements(document).map(({ tagName }) => tagName)).toEqual([
    'html',
    'rss',
    'item',
    'dc:creator',
    'title',
  ]);
  expect(collapsedText(document)).toBe('AnnA & B');
});

test('nesting beyond any document is made flat, and nothing is lost', () => {
  const document = parseXml(`${'<a>x'.repeat(20_000)}${'</a>'.repeat(20_000)}<b>last</b>`);
  const all = elements(document);
  expect(all).toHaveLength(20_002);
  expect(Math.max(...all.slice(-2000).map((element) => ancestors(element).length))).toBeLessThanOrEqual(512);
  expect(collapsedText(document)).toBe(`${'x'.repeat(20_000)}last`);
});
