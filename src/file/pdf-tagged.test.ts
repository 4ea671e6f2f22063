import { expect, test } from 'vitest';
import { type TagNode, taggedHtml } from './pdf-tagged.ts';
import { joinPages } from './pdf-tagged-pages.ts';

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

test('what a page break parts is whole', () => {
  const texts = new Map<string, string>();
  const text = (said: string) => {
    const id = `m${texts.size}`;
    texts.set(id, said);
    return { type: 'content', id };
  };
  const node = (role: string, ...children: TagNode['children']): TagNode => ({ role, children });
  const page = (...children: TagNode[]) => node('Root', node('Document', ...children));
  const item = (number: string, said: string) =>
    node('LI', node('Lbl', text(number)), node('LBody', text(said)));
  const row = (role: string, ...cells: string[]) =>
    node('TR', ...cells.map((cell) => node(role, text(cell))));
  const pages = [
    page(node('P', text('The bridge is')), node('P', text('Ends.'))),
    page(node('P', text('Begins, and')), node('Table', row('TH', 'A', 'B'), row('TD', '1', '2'))),
    page(
      node('Table', row('TH', 'A', 'B'), row('TD', '', ''), row('TD', '3', '4')),
      node('L', item('1.', 'One'), item('2.', 'Two goes')),
    ),
    page(node('L', node('LI', node('LBody', text('on'))), item('3.', 'Three')), node('P', text('It is'))),
    page(node('P', text('closed.'))),
  ];
  const content = { texts, links: new Map(), extents: new Map() };
  expect(taggedHtml(joinPages(pages, content), content).replace(/<\/t[rhd]>/g, '')).toBe(
    [
      '<p>The bridge is</p><p>Ends.</p><p>Begins, and</p>',
      '<table><tr><th>A<th>B<tr><td>1<td>2<tr><td>3<td>4</table>',
      '<ol><li>One</li><li>Two goes\non</li><li>Three</li></ol><p>It is\nclosed.</p>',
    ].join(''),
  );
});
