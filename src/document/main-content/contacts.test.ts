import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { readBlocks, textOf } from './blocks.ts';
import { contacts } from './contacts.ts';

const prose =
  '<p>The harbour council met on Tuesday to discuss how the old stone bridge should be repaired before the summer.</p>'.repeat(
    3,
  );
const facts = {
  title: '',
  description: '',
  stored: '',
  types: [] as string[],
  isTalk: false,
  prices: [],
  lists: [],
};

/** What is added where the prose and the headings of the second level were chosen. */
const added = (html: string, path = '/shop', given: Partial<typeof facts> = {}): string[] => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  const chosen = new Set(
    blocks.all.filter(({ isProse, level, region }) => isProse || level === 2 || region.inTable),
  );
  return contacts(blocks, chosen, { ...facts, url: `https://example.com${path}`, ...given }).map(textOf);
};

const phone = '<div><b>Phone</b><p>0131 555 0142</p></div>';
const address = '<address>14 Cooper’s Close<br>Leith EH6 6RA</address>';
const hours = '<dl><dt>Mo – Fr</dt><dd>9:00 – 18:30 Uhr</dd><dt>So</dt><dd>geschlossen</dd></dl>';
const all = ['Find us', 'Phone', '0131 555 0142', '14 Cooper’s Close Leith EH6 6RA'];

test.each([
  ['its address', '/contact', {}],
  ['its address in another language', '/service/kontakt', {}],
  ['its title', '/a', { title: 'Opening hours | Kettle' }],
  ['what kind of firm it is', '/', { types: ['Restaurant'] }],
])('a page that is for it, by %s, tells where somebody is and how to reach them', (_, path, given) => {
  const page = `<main>${prose}</main><aside><h3>Find us</h3>${phone}${address}</aside>`;
  expect(added(page, path, given)).toEqual(all);
  expect(added(page)).toEqual([]);
  expect(added(page, path, { ...given, types: ['NewsArticle'] })).toEqual([]);
  expect(added(page, path, { ...given, isTalk: true })).toEqual([]);
});

test('the first page of a site that says where it is and when it is open is for it', () => {
  const page = `<main>${prose}</main><footer><h4>Hours</h4>${hours}<div>${address}</div><p>© Kettle</p></footer>`;
  expect(added(page, '/')).toEqual([
    'Hours',
    'Mo – Fr',
    '9:00 – 18:30 Uhr',
    'So',
    'geschlossen',
    '14 Cooper’s Close Leith EH6 6RA',
  ]);
  expect(added(page, '/about')).toEqual([]);
});

test('the foot of a page is asked for what is not told above, its head and forms are not asked', () => {
  const page = (foot: string) =>
    `<header>${phone}</header><main>${prose}<div>${address}</div><form><p>Call 0131 555 0142</p></form></main><footer>${foot}</footer>`;
  expect(added(page('<address>1 Other Street, Leith EH6 6RB</address>'), '/contact')).toEqual([
    '14 Cooper’s Close Leith EH6 6RA',
  ]);
  expect(added(page('<p>hello@kettle.example</p>'), '/contact')).toEqual([
    '14 Cooper’s Close Leith EH6 6RA',
    'hello@kettle.example',
  ]);
});

test('opening hours that were chosen make a page one that is for it', () => {
  const rows = ['Mon', 'Tue', 'Wed'].map((day) => `<tr><td>${day}</td><td>9–17</td></tr>`).join('');
  expect(added(`<main>${prose}<div>${address}</div><table>${rows}</table></main>`)).toEqual([
    '14 Cooper’s Close Leith EH6 6RA',
  ]);
});

test('elsewhere a heading that was chosen keeps what it stands over', () => {
  const section = (name: string, inside: string) =>
    `<main>${prose}<h2>${name}</h2><div>${inside}</div></main>`;
  expect(added(section('Venue', phone + address))).toEqual(all.slice(1));
  expect(added(section('Öffnungszeiten', phone + address))).toEqual(all.slice(1));
  expect(added(section('Contact', '<p>Or call 0131 555 0142</p>'))).toEqual([]);
  expect(added(section('Deliveries', phone + address))).toEqual([]);
});

test('other places are not told of, nor what is told above', () => {
  const nearby = `<h2>Nearby shops</h2><ul><li><h3><a href="/x">Leith</a></h3>${address}</li></ul>`;
  expect(added(`<main>${prose}${nearby}</main>`, '/contact')).toEqual([]);
  expect(added(`<main>${prose}${nearby.replace('Nearby shops', 'À proximité')}</main>`, '/contact')).toEqual(
    [],
  );
  const twice = `<main>${prose}<p>You find us at 14 Cooper’s Close, Leith EH6 6RA, two minutes from the old harbour and its bridge.</p></main><aside>${address}</aside>`;
  expect(added(twice, '/contact')).toEqual([]);
});

test('a directory of many is judged as the list that it is, and so is a page of very many parts', () => {
  expect(added(`<main>${prose}${`<div>${address}</div>`.repeat(50)}</main>`, '/contact')).toEqual([]);
  const page = (parts: number) => `<main>${prose.repeat(parts)}<div>${address}</div></main>`;
  expect(added(page(10), '/contact')).toHaveLength(1);
  expect(added(page(1000), '/contact')).toEqual([]);
});

test('an event tells where it is below any heading that says so', () => {
  const place = `<section><h3>Venue</h3><dl><dd><a href="/hall">Hall</a></dd><dd>${address}</dd></dl></section>`;
  const page = `<main>${prose}${place}<section><h3>Buy tickets</h3>${address}</section></main>`;
  const found = ['Hall', '14 Cooper’s Close Leith EH6 6RA'];
  expect(added(page, '/quartet', { types: ['Event'] })).toEqual(['Venue', ...found]);
  expect(added(page, '/quartet')).toEqual([]);
});
