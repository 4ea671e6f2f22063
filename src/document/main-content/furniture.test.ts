import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { collapsedText, squeeze } from '../tree/tree.ts';
import { readBlocks } from './blocks.ts';
import { editIcons, furniture } from './furniture.ts';

const prose =
  '<p>The harbour council met on Tuesday to discuss how the old stone bridge should be repaired before the summer.</p>'.repeat(
    3,
  );

/** The texts of `html` that are left when all of it was chosen, without the prose. */
const left = (html: string, url = 'https://example.com/docs/a'): string[] => {
  const blocks = readBlocks(bodyOf(parseHtml(prose + html)));
  const dropped = new Set(furniture(new Set(blocks.all), url));
  return blocks.all
    .filter((block) => !dropped.has(block))
    .map(({ nodes }) => squeeze(nodes.map(({ value }) => value).join('')))
    .filter((text) => !text.startsWith('The harbour council'));
};

const to = (text: string, href = '/edit/a.md') => `<p><a href="${href}">${text}</a></p>`;

test.each([
  to('Edit this page'),
  to('✏️ Edit this page on GitHub →'),
  to('Improve this doc'),
  to('Suggest an edit'),
  to('在 GitHub 上编辑此页'),
  '<p><a href="/new">Report an issue</a> | <a href="/a.md">Edit this page</a></p>',
  '<p>Last updated: 2024-05-03</p>',
  '<div>Sort by:</div>',
  '<button>On this page</button>',
  '<h1><span></span> results matching "<span></span>"</h1><h1>No results matching ""</h1>',
  to('Source', '/src/owl/nest.rs.html#12-48'),
  `<p><a href="/src/owl/nest.rs.html#12">Source</a><a href="#nest">§</a></p>`,
  to('View Source', 'https://git.example.com/owl/blob/v1/nest.go#L12'),
  '<div>Write Your Own Review</div>',
  '<dl><dd>Zugriffe: 1.812</dd></dl>',
  '<p>Hits: 812</p>',
  '<div>【责任编辑：张三】</div>',
  '<h3>Who is online</h3><p>Users browsing this forum: No registered users and 1 guest</p>',
  '<p>Tried this recipe? Let us know how it was!</p>',
  '<div>Last updated on <b>May 3, 2024</b> by <b>Jane Doe</b></div>',
  '<p>Last updated 2 months ago</p>',
  '<p>This page was last edited on 3 May 2024, at 10:20 (UTC).</p>',
  '<p>Last modified May 3, 2024: <a href="/commit/1">fix a word (1234abc)</a></p>',
  '<h2>Feedback</h2><p>Was this page helpful?</p><p>Yes</p><p>Glad to hear it! Please <a href="/new">tell us how we can improve</a>.</p>',
  '<h2>Did you find this article useful?</h2><p>Thank you for your feedback!</p>',
  '<p>Dernière mise à jour il y a 1 mois</p><p>Cela vous a-t-il été utile ?</p><p>Oui</p><p>Non</p>',
  '<p>War dieser Artikel hilfreich?</p><p>Zuletzt aktualisiert am 3. Mai 2024</p>',
  '<p>¿Te ha resultado útil esta página?</p><p>このページはお役に立ちましたか？</p><p>はい</p>',
  '<p>Была ли эта статья полезна?</p><p>هل كانت هذه المقالة مفيدة؟</p><p>نعم</p>',
  to('Seite editieren'),
  '<h3>Quem está online</h3><p>Usuários navegando neste fórum: Nenhum usuário registrado e 3 visitantes</p>',
])('is none of the text: %s', (html) => {
  expect(left(html)).toEqual([]);
});

test.each([
  to('Edit this page', '#edit-this-page'),
  to('Edit this page of the configuration first'),
  to('Report an issue'),
  to('Source', '/water#uses'),
  `<p>1.0.0 · <a href="/src/owl/nest.rs.html#12">Source</a></p>`,
  '<p>Source of the river: <a href="/map#L12">the map</a></p>',
  '<p>Write a review of what you have read.</p>',
  '<p>Edit this page to change what it says.</p>',
  '<h2>Edit this page</h2>',
  '<p>Last updated in May, the rules are those of the council.</p>',
  '<p>Last changed: the speed limit</p>',
  '<p>Was this page helpful to those who asked for the rules?</p>',
  '<p>Yes</p>',
  '<h2>Results matching "bridge"</h2>',
  '<p>On this page, we say how.</p>',
  '<p>Hits: 812 in a year</p>',
  '<p>Cet article a été utile à tous les élèves.</p>',
  '<p>Zuletzt geändert: die Höhe der Brücke</p>',
  '<p>Ja</p>',
  '<p>编辑：请在下面填写您的意见和建议，我们会尽快回复</p>',
  '<p>Sort by size, then by colour</p>',
])('is text: %s', (html) => {
  expect(left(html)).toHaveLength(1);
});

test('where it is most of the page, it is the page', () => {
  const blocks = readBlocks(bodyOf(parseHtml(`<p>Short.</p>${to('Edit this page')}`)));
  expect(furniture(new Set(blocks.all), 'https://example.com/')).toEqual([]);
});

test('what stands over a list of headings stays with it', () => {
  expect(left('<h2>On this page</h2><ul><li><a href="#a">The bridge</a></li></ul>')).toHaveLength(2);
});

test('icons that lead to the source of the page are told by what they are called', () => {
  const body = bodyOf(
    parseHtml(
      '<a href="/e" rel="edit"><svg></svg></a><a href="/r" title="View source of this page"><svg></svg></a><a href="/h" title="Home"><svg></svg></a><a href="/e" title="Edit this page">text</a>',
    ),
  );
  expect(editIcons(body, new Set())).toHaveLength(2);
  expect(collapsedText(body)).toBe('text');
});

test.each(['Like Be the first to like this', 'No labels'])('of pages nobody marked: %s', (text) => {
  expect(left(`<p>${text}</p>`)).toHaveLength(0);
  expect(left(`<p>${text} but us.</p>`)).toHaveLength(1);
});

test.each([
  ['Google Calendar', 'https://www.google.com/calendar/event?action=TEMPLATE&text=Owls'],
  ['iCalendar', 'webcal://example.com/owls/?ical=1'],
  ['Outlook 365', 'https://outlook.office.com/owa/?path=/calendar/action/compose'],
  ['+ Export .ics file', '/owls/?outlook-ical=1'],
  ['Add to calendar', '/owls.ics'],
])('a link that puts what happens into a calendar: %s', (text, href) => {
  expect(left(to(text, href))).toEqual([]);
  expect(left(to(text, '/help/calendars'))).toHaveLength(1);
  expect(left(to(`${text} of all owls`, href))).toHaveLength(1);
});

test('when it was last changed is a part of what is in force', () => {
  const line = '<p>Last updated: 3 May 2024</p>';
  expect(left(line, 'https://example.com/legal/terms')).toHaveLength(1);
  expect(left(line, 'https://parks.example.gov/boats')).toHaveLength(1);
  expect(left(line, 'https://example.com/docs/terminal')).toEqual([]);
});

test.each([
  'No one assigned',
  'None yet',
  'No labels',
  'No branches or pull requests',
  '* indicates a required field',
])('a property that nobody has set goes with its heading: %s', (value) => {
  expect(left(`<h3>Development</h3><p>${value}</p>`)).toEqual([]);
  expect(left(`<h3>Development</h3><p>${value} but we hope for some.</p>`)).toHaveLength(2);
});

test.each([
  'Sign up for free to join this conversation on Code. Already have an account? Sign in to comment',
  'Please register or sign in to reply',
  'You must be logged in to post a comment.',
])('what is asked of those who are not logged in is none of the text: %s', (line) => {
  expect(left(`<p>${line}</p>`)).toEqual([]);
  expect(left(`<p>He said: ${line}</p>`)).toHaveLength(1);
});
