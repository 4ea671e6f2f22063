import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { squeeze } from '../tree/tree.ts';
import { readBlocks } from './blocks.ts';
import { trimEdges } from './edges.ts';

const prose =
  '<p>The harbour council met on Tuesday to discuss how the old stone bridge should be repaired before the summer.</p>';

/** The texts of `html` that are left when all of it was chosen, without the prose. */
const left = (html: string, types: readonly string[] = [], isTalk = false): string[] => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  return [...trimEdges(blocks, new Set(blocks.all), { url: 'https://example.com/a/b', types, isTalk })]
    .map(({ nodes }) => squeeze(nodes.map(({ value }) => value).join('')))
    .filter((text) => !text.startsWith('The harbour council'));
};

test.each([
  ['Published May 22, 2026', []],
  ['13 July 2023 · 5 min read', []],
  ['€ 29.90', ['€ 29.90']],
  ['Up 12% in 2025', ['Up 12% in 2025']],
  ['Version 2', ['Version 2']],
  ['2024', ['2024']],
])('a line before the text: %s', (line, expected) => {
  expect(left(`<p>${line}</p>${prose}`)).toEqual(expected);
  expect(left(`${prose}<p>${line}</p>`), 'behind it, it is a part of it').toEqual([line]);
});

test('when something happens is not when it was written', () => {
  expect(left(`<p>Saturday, May 17, 2025, 7:30 pm</p>${prose}`, ['MusicEvent'])).toHaveLength(1);
  expect(left(`<div class="event-date">May 17, 2025</div>${prose}`)).toHaveLength(1);
});

test('a date in a list of entries, or of labels with their values, is a part of it', () => {
  const entry = (date: string) => `<div><p>${date}</p><h3>A new quay</h3></div>`;
  expect(left(['May 3, 2026', 'May 2, 2026', 'May 1, 2026'].map(entry).join('') + prose)).toHaveLength(6);
  const fact = (label: string, value: string) => `<div><div>${label}</div><div>${value}</div></div>`;
  const facts = fact('Salary', '€ 900') + fact('Place', 'Leeds') + fact('Closing date', '14 December 2026');
  expect(left(facts + prose)).toContain('14 December 2026');
  expect(left(`<div><p>May 3, 2026</p><h3>A new quay</h3></div>${prose}`), 'one entry').toHaveLength(1);
});

const list = (...hrefs: string[]) =>
  `<ul>${hrefs.map((href, index) => `<li><a href="${href}">Link ${index}</a></li>`).join('')}<li>Here</li></ul>`;

test('the way from the front page is left out, a list of sites is not', () => {
  expect(left(list('/', '/a') + prose)).toEqual([]);
  expect(left(list('https://example.com', '/a') + prose)).toEqual([]);
  expect(left(list('https://example.org/', 'https://example.net/') + prose)).toHaveLength(3);
  expect(left(list('#top', '#end') + prose)).toHaveLength(3);
});

test.each([
  'Subscribe to read on',
  'Sign up to continue reading.',
  'Log in or subscribe to keep reading',
  'Create a free account to read the full article',
  'To continue reading, please log in or register.',
  'Continue reading with a free account',
  'Already a subscriber? <a href="/l">Sign in</a>',
  'Already have an account? <a href="/l">Log in here</a>.',
  'Sie sind bereits Abonnent? <a href="/l">Hier anmelden</a>',
  'Déjà abonné ? <a href="/l">Se connecter</a>',
  'Thanks for reading Harbour Letters! Subscribe for free to receive new posts and support my work.',
  'Harbour Letters is a reader-supported publication. To receive new posts, consider becoming a subscriber.',
])('a line that bars the way to the rest is none of the article: %s', (line) => {
  expect(left(`${prose}<p>${line}</p>${prose}`)).toEqual([]);
  expect(left(`${prose}<div>${line}</div>`)).toEqual([]);
});

test('a question whose button was left out goes with what bars the way beside it', () => {
  const line = (text: string) => `<p>${text}</p>`;
  expect(left(prose + line('Subscribe to read on') + line('Already a subscriber?'))).toEqual([]);
});

test.each([
  'Get unlimited access for €1 a week.',
  'Enjoy full digital access on any device',
  'Cancel anytime',
])('what is offered beside what bars the way goes with it, alone it stays: %s', (offer) => {
  const line = (text: string) => `<p>${text}</p>`;
  expect(left(prose + line('Subscribe to read on') + line(offer))).toEqual([]);
  expect(left(prose + line(offer))).toEqual([offer]);
});

test.each([
  'Subscribers can read on at the library.',
  'Sign up to the course.',
  'Log in to read your messages.',
  'To continue reading, turn the page and look for the second chapter.',
  'Already a member of the council? He is not.',
  'Already have an account?',
  'Log in and read this week’s notes of the others.',
  'Thanks for reading the minutes! They were long.',
])('a line that says something else stays: %s', (line) => {
  expect(left(`${prose}<p>${line}</p>${prose}`)).toHaveLength(1);
});

test('links to other pages are left out under a label that says so', () => {
  const links = '<ul><li><a href="/x">Another story</a></li><li><a href="/y">And one more</a></li></ul>';
  expect(left(`${prose}<h3>Read also:</h3>${links}${prose}`)).toEqual([]);
  expect(left(`${prose}<h3>Sources</h3>${links}${prose}`)).toHaveLength(3);
  expect(left(`${prose}<h3>Read also</h3><p>The reports of the council.</p>`)).toHaveLength(2);
  expect(left(`<h3>Read also</h3>${links}`), 'where there is nothing else').toHaveLength(3);
});

test('a part called “See also” is one, a label of the same words is not', () => {
  const links = '<ul><li><a href="/x">Another bridge</a></li></ul>';
  for (const label of ['See also', '延伸閱讀', 'Xem thêm'])
    expect(left(`${prose}<h2>${label}</h2>${links}`)).toEqual([label, 'Another bridge']);
  expect(left(`${prose}<p>See also:</p>${links}${prose}`)).toEqual([]);
});

test('a paragraph that leads to another page under such a label is left out', () => {
  const story = '<a href="/x">Another story of the bridge</a>';
  expect(left(`${prose}<p>(Leggi anche: ${story})</p><p>READ MORE: ${story}</p>${prose}`)).toEqual([]);
  expect(left(`${prose}<p><a href="/x">Lire aussi : un autre pont</a></p>${prose}`)).toEqual([]);
  const own = [`<p>The report: ${story}</p>`, `<p>Read also what ${story} says of it.</p>`];
  expect(left(prose + own.join('') + prose)).toHaveLength(2);
});

test.each([
  'यह भी पढ़ें',
  '延伸阅读',
  '関連記事',
  '관련기사',
  'اقرأ أيضاً',
  'קראו גם',
  'อ่านเพิ่มเติม',
  'Baca juga',
  'Смотрите также',
])('so it is below a label of another language: %s', (label) => {
  const story = '<a href="/x">Another story of the bridge</a>';
  expect(left(`${prose}<p><b>${label}:</b> ${story}</p>${prose}`)).toEqual([]);
});

test('where a Chinese text is from, and who wrote it, stands over it and is none of it', () => {
  const line = '<div>2023-10-11 09:21 来源：江北日报 作者：王丽 字号：<a>大</a><a>小</a></div>';
  expect(left(line + prose)).toEqual([]);
  expect(left(`<div>来源：江北日报</div>${prose}`)).toHaveLength(1);
});

test('the side of a page that follows its text is none of it', () => {
  const side = '<div class="Layout-sidebar"><h2>Packages</h2><p>None published</p></div>';
  expect(left(`${prose.repeat(3)}${side}`)).toEqual([]);
  expect(left(`${prose}${side.repeat(3)}`), 'where it is much of the page').toHaveLength(6);
  expect(left(`${prose}${side}${prose.repeat(3)}`), 'among the text').toHaveLength(2);
  const listed = side.replace('None published', '<a href="/x">Another bridge</a>');
  expect(left(`${prose.repeat(3)}${listed}`), 'with links').toHaveLength(2);
});

test('the side of a page that comes before its main part is none of it', () => {
  const page = `<div class="side"><h1>Rules</h1><ol><li>Be kind</li></ol></div><div role="main">${prose}</div>`;
  expect(left(page)).toEqual([]);
  expect(left(page.replace('role="main"', ''))).toEqual(['Rules', 'Be kind']);
});

test('how many points a post of a talk has is no part of it', () => {
  expect(left(`<div>37</div><div>38</div>${prose}`, [], true)).toEqual([]);
  expect(left(`<div>37</div>${prose}`)).toEqual(['37']);
  expect(left(`<dl><dt>Likes</dt><dd>37</dd></dl>${prose}`, [], true)).toEqual(['Likes', '37']);
});

test('a name with the numbers of its notes is no menu', () => {
  const name = (text: string) =>
    `<li><a href="#a">${text}</a><sup><a href="#f">1</a>, <a href="#c">✉</a></sup></li>`;
  expect(left(`<ul>${name('Ada Park')}</ul>${prose}`)).toHaveLength(1);
  expect(left(`<ul>${name('Ada Park').replace('✉', 'Mail')}</ul>${prose}`)).toEqual([]);
});

test('links side by side before the text are a menu, a link in parts is an entry', () => {
  expect(left(`<div><a href=/a>One</a> <a href=/b>Two</a> <a href=/c>Three</a></div>${prose}`)).toEqual([]);
  expect(left(`<a href=/a><b>Oak</b> <i>chair</i> <b>€ 20</b></a>${prose}`)).toEqual(['Oakchair€ 20']);
});

test('paragraphs that are links are left out behind a text, but not where they are the page', () => {
  const card =
    '<p><a href="/x">A course on how old stone bridges are repaired while people walk on them.</a></p>';
  expect(left(prose.repeat(4) + card.repeat(3))).toEqual([]);
  expect(left(prose + card.repeat(3))).toHaveLength(3);
});

test('comments below a text are not a part of it, but of a talk, and of a short text', () => {
  const said = `<div id="comments"><p>So the bridge was closed again.</p>${prose}</div>`;
  const text = prose.repeat(10);
  expect(left(text + said)).toEqual([]);
  expect(left(text + said, [], true)).toHaveLength(1);
  expect(left(text + said, ['Product'])).toHaveLength(1);
  expect(left(prose + said)).toHaveLength(1);
  expect(left(text + said.replace('</div>', `${prose.repeat(90)}</div>`))).toHaveLength(1);
  expect(left(`<div class="has-comments">${text}<p>The end</p></div>`)).toHaveLength(1);
});

test('a section with its heading for an address is not what a word of that says', () => {
  const section = (heading: string) =>
    `<section id="respond-to-review-comments"><span></span><h2>${heading}<a href="#x">¶</a></h2><p>Be patient.</p></section>`;
  const text = prose.repeat(10);
  expect(left(text + section('Respond to review comments'))).toEqual([
    'Respond to review comments¶',
    'Be patient.',
  ]);
  expect(left(text + section('What readers say'))).toEqual([]);
});

test('a section that is named by its heading as those beside it are is what it says', () => {
  const section = (id: string, heading: string, words: string) =>
    `<section id="${id}"><h2>${heading}<a href="#${id}">¶</a></h2>${words}</section>`;
  const text = section('lines', 'Lines', prose.repeat(10));
  for (const name of ['Comments', 'Dialogs', 'Bio'])
    expect(left(text + section(name.toLowerCase(), name, '<p>A hash begins one.</p>'))).toEqual([
      'Lines¶',
      `${name}¶`,
      'A hash begins one.',
    ]);
  expect(left(prose.repeat(10) + section('comments', 'Comments', '<p>Nice.</p>'))).toEqual([]);
});

test('who the author is, is not what was written', () => {
  const bio = '<div class="AuthorBio"><p>Jane Doe writes about bridges.</p></div>';
  expect(left(prose + prose + bio)).toEqual([]);
  expect(left(bio), 'a page about her').toHaveLength(1);
  const [one, two] = ['Jane', 'Bo'].map(
    (name) => `<div class="speaker-bio"><p>${name} builds.</p><p>Well.</p></div>`,
  );
  expect(left(`${prose}${prose}${one}`)).toEqual([]);
  expect(left(`${prose}${prose}${one}${two}`), 'those of whom it is about').toHaveLength(4);
  expect(left(prose + prose + bio.replace('AuthorBio', 'post category-bio')), 'its topic').toHaveLength(1);
  expect(left(`${prose}${prose}<div class="biology"><p>Bees sleep in winter.</p></div>`)).toHaveLength(1);
});

/** How many blocks are left where all but links were chosen. */
const leftOfText = (html: string): number => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  const chosen = new Set(blocks.all.filter(({ linked }) => linked === 0));
  return trimEdges(blocks, chosen, { url: 'https://example.com/a/b', types: [], isTalk: false }).size;
};

test('a line that leads to links which were not chosen goes with them where a rule sets it apart', () => {
  const link = '<div><a href="/x">Another story of the bridge</a></div>';
  expect(leftOfText(`${prose}<hr><p>For more on this topic</p>${link}<hr>${prose}`)).toBe(2);
  expect(leftOfText(`${prose}<div><hr></div><p>For more on this topic</p>${link}<hr>${prose}`)).toBe(2);
  expect(leftOfText(`${prose}<p>For more on this topic</p>${link}${prose}`)).toBe(3);
  expect(leftOfText(`${prose}<hr><p>The bridge is safe.</p>${link}${prose}`)).toBe(3);
  expect(leftOfText(`${prose}<hr><p>For more on this topic</p>${prose}`)).toBe(3);
});

test('a label that leads to links which were not chosen goes with them', () => {
  const link = '<div><a href="/x">Another story of the bridge</a></div>';
  expect(leftOfText(`${prose}<h3>Auch interessant:</h3>${link}${prose}`)).toBe(2);
  expect(leftOfText(`${prose}<h3>Sources</h3>${link}${prose}`)).toBe(3);
  expect(leftOfText(`${prose}<h3>Related</h3>${prose}`)).toBe(3);
});

test('paragraphs of links end a text, but for one alone', () => {
  const link = (name: string) => `<p><a href="/${name}">More about ${name}</a></p>`;
  expect(left(prose + link('a') + link('b'))).toEqual([]);
  expect(left(prose + link('a'))).toEqual(['More about a']);
});

test('a page of any size is looked through in the time of its length', () => {
  const items = '<li><a href="/">x</a></li>'.repeat(50_000);
  const labels = '<p>Read also</p>'.repeat(50_000);
  const all = left(`<ul>${items}</ul>${labels}${prose}`).join('');
  expect(all.startsWith('x'.repeat(50_000) + 'Read also'.repeat(50_000))).toBe(true);
  expect(leftOfText('<p>More</p><p><a href="/">x</a></p>'.repeat(50_000))).toBe(50_000);
});

test('a dialog among the text is left out', () => {
  expect(left(`${prose}<div role="dialog"><p>Ten percent less</p></div>${prose}`)).toEqual([]);
});

test('what wikis have around an article is left out, a page that is nothing else is not', () => {
  const box = '<table class="navbox"><tr><td>Barn Owl · Tawny Owl</td></tr></table>';
  const notice = '<table class="metadata ambox"><tr><td>Please add sources.</td></tr></table>';
  expect(left(`${prose}${notice}${box}`)).toEqual([]);
  expect(left(box)).toEqual(['Barn Owl · Tawny Owl']);
});

test('the list of headings of a reference is left out', () => {
  const index = '<h5>Index</h5><h3>Methods</h3><a href="#close">close</a>';
  expect(left(`<section class="tsd-panel tsd-index-panel">${index}</section>${prose}`)).toEqual([]);
  expect(left(`${prose}<details class="tsd-accordion tsd-page-navigation">${index}</details>`)).toEqual([]);
});

test('when a post was written and what it is filed under is left out, but in a list of posts', () => {
  const meta = '<ul class="post-metadata"><li>21 June 2024</li><li><a href="/tags/owls">owls</a></li></ul>';
  const [head, text] = ['<h1>Owls at night</h1>', '<p class="post-meta">In Owls</p>'];
  expect(left(`${head}${meta}${text}${prose}`)).toEqual(['Owls at night']);
  expect(left(`${`<div class="post"><h2>Owls</h2>${text}</div>`.repeat(3)}${prose}`)).toContain('In Owls');
});

test('who wrote an article is no heading of it', () => {
  const head = '<h1>Owls at night</h1><h4 class="article-author-name">Ada Park</h4>';
  expect(left(`${head}${prose}`)).toEqual(['Owls at night']);
  expect(left(`<h1>Owls at night</h1>${prose}<h4 class="author-name">Ada Park</h4>`)).toContain('Ada Park');
});

test('a date in a row with another cell that stays is a part of it', () => {
  const row = (other: string) => `<table><tr><td>Date: 3 March 2026</td>${other}</tr></table>`;
  expect(left(row('<td>Case No: SC 2025/0031</td>') + prose)).toHaveLength(2);
  expect(left(row('') + prose)).toEqual([]);
});

test('when terms came into force stands over them', () => {
  const page = `<p>Last updated: May 22, 2026</p>${prose}`;
  const blocks = readBlocks(bodyOf(parseHtml(page)));
  const kept = (url: string) =>
    trimEdges(blocks, new Set(blocks.all), { url, types: [], isTalk: false }).size;
  expect(kept('https://example.com/legal/terms')).toBe(2);
  expect(kept('https://example.com/news/terms-of-peace-talks')).toBe(1);
});
