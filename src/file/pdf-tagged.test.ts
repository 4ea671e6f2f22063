import { expect, test } from 'vitest';
import type { Fragment } from './pdf-lines.ts';
import { taggedHtml } from './pdf-tagged.ts';
import type { TagNode } from './pdf-tagged-content.ts';
import { joinPages } from './pdf-tagged-pages.ts';

test('cells of a row that leaves empty ones out stand in the columns in which they are drawn', () => {
  const texts = new Map<string, string>();
  const pieces = new Map<string, Fragment[]>();
  const cell = (text: string, left: number): TagNode => {
    const id = `m${texts.size}`;
    texts.set(id, text);
    pieces.set(id, [{ text, x: left, y: 700, width: 5 * text.length, size: 10, link: undefined }]);
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
  const html = taggedHtml(node('Root', table), { texts, links: new Map(), pieces });
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
  const content = { texts, links: new Map(), pieces: new Map() };
  expect(taggedHtml(joinPages(pages, content), content).replace(/<\/t[rhd]>/g, '')).toBe(
    [
      '<p>The bridge is</p><p>Ends.</p><p>Begins, and</p>',
      '<table><tr><th>A<th>B<tr><td>1<td>2<tr><td>3<td>4</table>',
      '<ol><li>One</li><li>Two goes\non</li><li>Three</li></ol><p>It is\nclosed.</p>',
    ].join(''),
  );
});

/** Leaves that are drawn at places, and what they stand for. */
const drawing = () => {
  const texts = new Map<string, string>();
  const pieces = new Map<string, Fragment[]>();
  const leaf = (text: string, ...drawn: (readonly [text: string, x: number, y: number, size?: number])[]) => {
    const id = `m${texts.size}`;
    texts.set(id, text);
    pieces.set(
      id,
      drawn.map(([said, x, y, size = 10]) => ({
        text: said,
        x,
        y,
        width: 5 * said.length,
        size,
        link: undefined,
      })),
    );
    return { type: 'content', id };
  };
  return { leaf, content: { texts, pieces, links: new Map<string, string>() } };
};
const part = (role: string, ...children: TagNode['children']): TagNode => ({ role, children });

test('code keeps its lines, how far they are set in, and what is empty between them', () => {
  const { leaf, content } = drawing();
  const code = leaf(
    'if (a)\n{\nb  c\n}\nd',
    ...([
      ['if', 50, 700],
      ['(a)', 65, 700],
      ['b', 60, 688],
      ['c', 75, 688],
      ['}', 50, 676],
      ['d', 50, 640],
    ] as const),
  );
  const within = part('Code', leaf(' f()\ng()', ['f()', 55, 600], ['g()', 50, 588]));
  const root = part(
    'Root',
    part('NonStruct', { type: 'content', id: 'shade' }, part('Code', code)),
    part('LI', leaf('Call'), within, leaf('now')),
  );
  expect(taggedHtml(root, content)).toBe(
    '<pre><code>if (a)\n  b  c\n}\n\n\nd</code></pre><li>Call <code>f()\ng()</code>now</li>',
  );
});

test('raised and lowered signs are told apart, a smaller line is none', () => {
  const { leaf, content } = drawing();
  const text = part(
    'P',
    ...[leaf('E = mc', ['E = mc', 50, 700]), part('NonStruct', leaf('2 ', ['2', 80, 704, 8]))],
    ...[leaf('and H', ['and H', 90, 700]), leaf('2', ['2', 115, 697, 8]), leaf('O', ['O', 120, 700])],
    leaf('\nsmall', ['small', 50, 688, 8]),
  );
  expect(taggedHtml(part('Root', text), content)).toBe('<p>E = mc<sup>2</sup> and H<sub>2</sub>O\nsmall</p>');
});

test('lists begin with their number; parts that each begin a line stay lines', () => {
  const { leaf, content } = drawing();
  const item = (sign: string, text: string) => part('LI', part('Lbl', leaf(sign)), leaf(text));
  const lines = ['\nGannet', '\nA bird'].map((text) => part('NonStruct', leaf(text)));
  const root = part('Root', part('L', item('5.', 'five'), item('6.', 'six')), part('NonStruct', ...lines));
  expect(taggedHtml(root, content)).toBe(
    '<ol start="5"><li>five</li><li>six</li></ol><div>\nGannet<br>\nA bird</div>',
  );
});
