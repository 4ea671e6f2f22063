import { expect, test } from 'vitest';
import { type TagNode, taggedHtml } from './pdf-tagged.ts';

test('cells of a row that leaves empty ones out stand in the columns in which they are drawn', () => {
  const texts = new Map<string, string>();
  const extents = new Map<string, { left: number; right: number }[]>();
  const cell = (text: string, left: number): TagNode => {
    const id = `m${texts.size}`;
    texts.set(id, text);
    extents.set(id, [{ left, right: left + 5 * text.length }]);
    return { role: 'TD', children: [{ type: 'content', id }] };
  };
  const node = (role: string, ...children: TagNode[]): TagNode => ({ role, children });
  const table = node(
    'Table',
    node('Caption', node('P', cell('Costs', 50))),
    node('TR', cell('Part', 50), cell('Number', 200), cell('Each', 300), cell('Sum', 385)),
    node('TR', cell('Arch', 50), cell('3', 225), cell('5.00', 300), cell('15.00', 375)),
    node('TR', cell('Scaffold', 50), cell('9.00', 380)),
    node('TR', cell('All', 305), cell('24.00', 375)),
  );
  const html = taggedHtml(node('Root', table), { texts, links: new Map(), extents });
  expect(html.replace(/<\/t[rd]>|<caption>.*<\/caption>/g, '').replaceAll('<td>', '|')).toBe(
    '<table><tr>|Part|Number|Each|Sum<tr>|Arch|3|5.00|15.00<tr>|Scaffold|||9.00<tr>|||All|24.00</table>',
  );
});
