import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { readBlocks, textOf } from './blocks.ts';
import { heads } from './posts.ts';

const prose =
  'The old bridge was closed in winter, and it will be opened again in June, as the council says.';

/** What is missed and what is too much where the texts were chosen, and what `kept` says. */
const found = (html: string, { kept = /^$/, chance = 0.2 } = {}) => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  const chosen = new Set(blocks.all.filter((block) => block.isProse || kept.test(textOf(block))));
  const { added, dropped, pictures } = heads(
    blocks,
    chosen,
    Float32Array.from(blocks.all, () => chance),
  );
  return { added: [...added].map(textOf), dropped: [...dropped].map(textOf), pictures: pictures.length };
};

const post = (name: string, text: string) =>
  `<article class="post"><aside><h4 class="username"><a href="/m/1">${name}</a></h4><img src="a.png"><p>New member</p>
  <dl><dt>Joined</dt><dd>Aug 1, 2020</dd></dl></aside><div><time>Aug 9, 2022</time><div>${text}</div></div></article>`;

test('who wrote each post, and when, is added, and what else is known of them left out', () => {
  const page = post('Ruff', prose) + post('Knot', prose) + post('Stint', 'Thanks!');
  const { added, dropped, pictures } = found(page, { kept: /Thanks/ });
  expect(added).toEqual(['Ruff', 'Aug 9, 2022', 'Knot', 'Aug 9, 2022', 'Stint', 'Aug 9, 2022']);
  expect(new Set(dropped)).toEqual(new Set(['New member', 'Joined', 'Aug 1, 2020']));
  expect(pictures).toBe(3);
});

test('a profile that tells by a picture since when somebody is there does not tell when a post was written', () => {
  const icons = (name: string) => post(name, prose).replace('<dt>Joined</dt>', '<dt><svg></svg></dt>');
  expect(found(icons('Ruff') + icons('Knot')).added).toEqual(['Ruff', 'Aug 9, 2022', 'Knot', 'Aug 9, 2022']);
});

test('names that are surely no part of the text are not added', () => {
  const { added, dropped } = found(post('Ruff', prose) + post('Knot', prose), { chance: 0.05 });
  expect(added).toEqual([]);
  expect(dropped).toContain('New member');
});

test('how many liked a post is no part of it, nor is the signature that was left out alone', () => {
  const ended = (name: string, signature = 'Fair winds to all of you, and calm seas') =>
    post(
      name,
      `<div>${prose}</div><a class="vote-count">5</a><p>7</p><p class="post-likes">2 个赞</p><div class="signature">${signature}</div>`,
    );
  const thanks = post('Dunlin', '<p class="height_sig">Thanks!</p>');
  const page = ended('Ruff') + ended('Knot') + ended('Stint', 'Calm seas') + thanks;
  const { added, dropped } = found(page, { kept: /^(?:Fair|\d)/ });
  expect(added).not.toContain('Calm seas');
  expect(dropped).not.toContain('Thanks!');
  expect(dropped.filter((text) => /^\d$/.test(text))).toEqual(['5', '5', '5']);
  expect(dropped.filter((text) => text.endsWith('赞'))).toHaveLength(3);
});

test('of names that are said twice the one with a time counts', () => {
  const twice = (name: string) =>
    `<div class="post"><dl class="profile"><dt><a class="username">${name}</a></dt><dd>Posts: 12</dd></dl>
    <div><p class="author">by <a class="username">${name}</a> » Fri Jan 04, 2019 10:11 am</p><div>${prose}</div></div></div>`;
  expect(found(twice('Ruff') + twice('Knot')).added).toEqual([
    'by Ruff » Fri Jan 04, 2019 10:11 am',
    'by Knot » Fri Jan 04, 2019 10:11 am',
  ]);
});

test('a profile beside a post goes, but not a whole post that is called so', () => {
  const beside = (name: string, rank: string) =>
    `<div class="post"><dl class="postprofile"><dt><a class="username">${name}</a></dt>${rank}</dl>
    <div><p class="author">by <a class="username">${name}</a> » Fri Jan 04, 2019 10:11 am</p><div>${prose}</div></div></div>`;
  const page = beside('Ruff', '<dd>Apprentice</dd>') + beside('Knot', '');
  expect(found(page).dropped).toContain('Apprentice');
  const around = page.replaceAll('class="post"', 'class="postprofile"').replaceAll(prose, prose.repeat(5));
  expect(found(around).dropped).not.toContain(prose.repeat(5).trim());
});

test('names may stand behind what was written', () => {
  const answer = (name: string) =>
    `<div class="answer"><div>${prose}</div><div><a href="/share">Share</a><div>answered Jan 2, 2015 at 8:20</div>
    <div class="user-details"><a href="/users/1/x">${name}</a></div></div></div>`;
  const { added, dropped } = found(answer('Ruff') + answer('Knot'));
  expect(added).toEqual(['Ruff', 'answered Jan 2, 2015 at 8:20', 'Knot', 'answered Jan 2, 2015 at 8:20']);
  expect(dropped).toEqual(['Share', 'Share']);
});

test('what else is called after the author is no name, nor is what has a label', () => {
  const mybb = (name: string) =>
    `<div class="post"><div class="post_author"><div class="author_information"><a href="/user-1.html">${name}</a></div>
    <div class="author_statistics">Posts: 116</div></div><div>${prose}</div><div class="author_buttons"><a href="/f">Find</a></div></div>`;
  expect(found(mybb('Ruff') + mybb('Knot')).added).toEqual(['Ruff', 'Knot']);
});

test('reviews below a text and names in a list are no posts', () => {
  expect(found(`${`<p>${prose}</p>`.repeat(5)}${post('Ruff', prose)}${post('Knot', prose)}`).added).toEqual(
    [],
  );
  const list = '<ul><li><a class="author">Ruff</a></li><li><a class="author">Knot</a></li></ul>';
  expect(found(`<p>${prose}</p>${list}<p>${prose}</p>`).added).toEqual([]);
});

test('what stands in the place of what was chosen of most posts is added, with its name', () => {
  const thread = `${post('Ruff', prose)}${post('Knot', prose)}${post('Stint', 'Thanks!')}`;
  const { added } = found(thread);
  expect(added.filter((text) => ['Stint', 'Thanks!'].includes(text)).sort()).toEqual(['Stint', 'Thanks!']);
  expect(found(post('Ruff', prose) + post('Knot', prose) + post('Stint', '')).added).not.toContain('Stint');
});

test('what somebody has below all of their posts is left out, the card of who wrote is not', () => {
  const signed = (name: string) =>
    `<div class="post"><a class="username">${name}</a><div>${prose}</div><div class="signature">Two wheels good.</div></div>`;
  expect(found(signed('Ruff') + signed('Knot'), { kept: /wheels/ }).dropped).toEqual(
    Array(2).fill('Two wheels good.'),
  );
  const card = (name: string) =>
    `<div><div>${prose}</div><div class="post-signature"><a class="username">${name}</a></div></div>`;
  expect(found(card('Ruff') + card('Knot')).added).toEqual(['Ruff', 'Knot']);
});

test('a name may stand behind a sign that folds its post', () => {
  const folding = (name: string) =>
    `<div><p><a href="javascript:void(0)">[–]</a><a class="author">${name}</a> 3 hours ago</p><div>${prose}</div></div>`;
  expect(found(folding('Ruff') + folding('Knot')).added).toEqual([
    '[–] Ruff 3 hours ago',
    '[–] Knot 3 hours ago',
  ]);
});

test('a talk of short lines has who wrote them, too', () => {
  const short = (name: string, text: string) =>
    `<div class="comment"><p class="tagline"><a class="author" href="/user/${name}">${name}</a> 3 hours ago</p><p>${text}</p></div>`;
  const page = short('Ruff', 'Does it fly?') + short('Knot', 'It does.') + short('Stint', 'Thanks!');
  const { added } = found(page, { kept: /fly|does/ });
  expect(added).toEqual(['Ruff 3 hours ago', 'Knot 3 hours ago', 'Stint 3 hours ago', 'Thanks!']);
});

test('who wrote what the page marks as an answer is added, however unlikely', () => {
  const answer = (name: string) =>
    `<div itemprop="suggestedAnswer"><p>${prose}</p><div>answered Jan 3 at 12:00</div><div itemprop="author"><a href="/users/1">${name}</a></div></div>`;
  const page = answer('Ruff') + answer('Knot');
  expect(found(page, { chance: 0.01 }).added).toEqual([
    'Ruff',
    'answered Jan 3 at 12:00',
    'Knot',
    'answered Jan 3 at 12:00',
  ]);
  expect(found(page.replaceAll('suggestedAnswer', 'review'), { chance: 0.01 }).added).toEqual([]);
});
