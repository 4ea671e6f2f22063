import { expect, test } from 'vitest';
import { seen } from '../../../test/support/seen.ts';
import { parseHtml } from '../tree/parse.ts';
import { collapsedText } from '../tree/tree.ts';
import { removeUnseen } from './clean.ts';

const prose = (times: number) =>
  '<p>The ferry sails at nine, and again at noon when the tide allows it, as the harbour office says.</p>'.repeat(
    times,
  );

test('what is hidden is gone', () => {
  expect(seen('<p>shown<p hidden>a<p style="display: none">b<p data-gn-hidden>c<dialog>d</dialog>')).toBe(
    'shown',
  );
  expect(seen('<p>shown<p hidden=until-found>found<dialog open>open</dialog>')).toBe('shownfoundopen');
});

test('a property for machines alone is gone, what is shown on wide screens is not', () => {
  const name = (classes: string) => `<a>Ada</a><span class="${classes}" itemprop=name> Park</span>`;
  expect(seen(name('d-none'))).toBe('Ada');
  expect(seen(name('d-none d-md-inline'))).toBe('Ada Park');
  expect(seen(name('d-none').replace(' itemprop=name', ''))).toBe('Ada Park');
});

test.each([
  ['a panel of tabs', '<div role="tabpanel" data-gn-hidden>folded</div>'],
  ['a panel by its name', '<div class="tab-pane fade" data-gn-hidden>folded</div>'],
  ['a slide of a carousel', '<div class="carousel-item" data-gn-hidden>folded</div>'],
  ['a slide by what it is called aloud', '<div aria-roledescription="slide" data-gn-hidden>folded</div>'],
  ['a slide of a talk', '<section class="future" hidden>folded</section>'],
  ['a part of a slide', '<section><ul><li class="fragment" data-gn-hidden>folded</ul></section>'],
  ['an item that expands, by its name', '<div class="q-expansion-item__content" hidden>folded</div>'],
  ['an answer by its name', '<h3>Fees?</h3><div class="faqItem__answer" hidden>folded</div>'],
  [
    'what a heading opens',
    '<h3><button aria-expanded="false" aria-controls="x">Fees</button></h3><div id="x" hidden>folded</div>',
  ],
  [
    'a part of the page that has the name of what folds it out',
    '<x-head role="button" id="h" aria-expanded="false" aria-controls="x">Fees</x-head><div role="region" id="x" aria-labelledby="h" hidden>folded</div>',
  ],
  [
    'a part of the page that has the name of what stands right before it',
    '<div id="h"><x-item><button aria-expanded="false">Fees</button></x-item></div><div role="region" aria-labelledby="h" hidden>folded</div>',
  ],
  [
    'what a question opens',
    '<button aria-expanded="false" aria-controls="x">Are there fees?</button><div id="x" hidden>folded</div>',
  ],
  [
    'what stands behind a question',
    '<div><button aria-expanded="false"><span>Are there fees?</span></button><div hidden>folded</div></div>',
  ],
  [
    'what stands behind a heading',
    '<div><h3><button aria-expanded="false">Fees</button></h3><div hidden>folded</div></div>',
  ],
  ['a panel of a collapsible', '<p>Fees</p><div class="collapsible-body" data-gn-hidden>folded</div>'],
  [
    'what stands behind a button that is called so',
    `<button class="collapsible">Fees</button><div data-gn-hidden>folded</div>${prose(6)}`,
  ],
  [
    'what the label of an unseen box opens',
    '<input type="checkbox" id="x" data-gn-hidden><label for="x">Fees</label><div data-gn-hidden>folded</div>',
  ],
  [
    'a block that a radio button chooses',
    '<div><div><input type=radio id=a><label for=a>A</label><input type=radio id=b><label for=b>B</label></div><div><pre>a</pre><div data-gn-hidden>folded</div></div></div>',
  ],
  [
    'what scripts unfold in details',
    '<details><summary>Fees</summary><div><div style="display:none;height:0px">folded</div></div></details>',
  ],
])('what folds out where it stands is seen: %s', (_, html) => {
  expect(seen(`<main>${prose(1)}${html}</main>`)).toContain('folded');
  expect(seen(`${prose(1)}<nav>${html}</nav>`)).not.toContain('folded');
  expect(seen(`<main>${prose(1)}<div hidden>${html}</div></main>`)).not.toContain('folded');
});

test('what a button without a name opens stays hidden', () => {
  const more = '<button aria-expanded="false" aria-controls="x">More</button><div id="x" hidden>folded</div>';
  expect(seen(`<main>${prose(1)}${more}</main>`)).not.toContain('folded');
  const menu = '<div><button aria-expanded="false">More</button><div hidden>folded</div></div>';
  expect(seen(`<main>${prose(1)}${menu}</main>`)).not.toContain('folded');
});

test('what a form says once its box is ticked stays hidden', () => {
  const box = '<input type="checkbox" id="x"><label for="x">I agree</label><div data-gn-hidden>folded</div>';
  expect(seen(`<main>${prose(1)}${box}</main>`)).not.toContain('folded');
});

test('what is hidden beside other parts of details, or of a form, stays hidden', () => {
  const notice = '<details><summary>Fees</summary><p>Two.</p><span hidden>folded</span></details>';
  expect(seen(`<main>${prose(1)}${notice}</main>`)).not.toContain('folded');
  const form =
    '<div><div><input type=radio><input type=radio></div><div><p>a</p><p>b</p><p hidden>folded</p></div></div>';
  expect(seen(`<main>${prose(1)}${form}</main>`)).not.toContain('folded');
});

test('what a class shows to others than readers is gone', () => {
  expect(
    seen(
      '<h3><span class="mr-1 not-machine:hidden">### </span>Ferries<i class="not-print:hidden">a</i></h3>',
    ),
  ).toBe('Ferries');
  // By the width of the screen, or the state of a thing.
  expect(seen('<p class="not-md:hidden">a<p class="not-data-open:hidden">b<p class="sm:hidden">c')).toBe(
    'abc',
  );
});

test('slides that a carousel repeats so that it goes round are gone', () => {
  for (const names of [
    'slide slick-cloned',
    'owl-item cloned',
    'splide__slide splide__slide--clone',
    'bx-clone',
  ])
    expect(
      seen(`<div class="${names}">b</div><div class="slide">a</div><div class="cloned-sheep">c</div>`),
    ).toBe('ac');
});

test('letters in the place of the picture of a person are gone', () => {
  const name = '<p>Mara Lund</p>';
  for (const letters of [
    '<div class="MuiAvatar-root">ML</div>',
    '<span data-slot="avatar"><span data-slot="avatar-fallback">ML</span></span>',
    '<div class="avatar placeholder"> <div><span>ML</span></div> </div>',
  ])
    expect(seen(`${letters}${name}`)).toBe('Mara Lund');
  for (const words of [
    '<h2>ML</h2>',
    '<div class="avatar">ML 2</div>',
    '<div class="avatar"><b>ML</b>, 2</div>',
  ])
    expect(seen(`${words}${name}`)).toMatch(/^ML/);
});

test('what stands in the place of text that is to come is gone, where there is other text', () => {
  for (const text of ['Loading…', 'Loading more posts...', 'Please wait…', 'Wird geladen…'])
    expect(seen(`<p>shown</p><div>${text}</div>`)).toBe('shown');
  expect(seen('<div id="root">Loading…</div>')).toBe('Loading…');
  for (const text of [
    '<h2>Loading…</h2>',
    '<p>It says <b>Loading…</b></p>',
    '<p>Loading ships</p>',
    '<code>Loading…</code>',
  ])
    expect(seen(`<p>shown</p>${text}`)).toMatch(/shown.*Loading/);
});

test('data for scripts are gone where a style sheet hides them, and else not', () => {
  const data = '{"sku":7,"price":15.49}';
  const shown = `<h1>Ferries</h1>${prose(1)}`;
  for (const hides of ['class="a-section aok-hidden"', 'style="opacity:0; font-size: 1px"'])
    expect(seen(`${shown}<div ${hides}>\n${data}</div>`)).toBe(collapsedText(parseHtml(shown)));
  for (const html of [
    `<pre><code>${data}`,
    `<table><tr><td>${data}`,
    `<p style="opacity:0.9">${data}`,
    `<p class="hidden">Text, ${data}`,
  ])
    expect(seen(`${shown}${html}`)).toContain('15.49');
  // All that there is.
  expect(seen(`<div class="hidden">${data}`)).toContain('15.49');
});

test('a notice or a menu that is hidden stays hidden beside a short page', () => {
  expect(seen(`<h1>Ferries</h1>${prose(3)}<div hidden>${prose(4)}</div>`)).toBe(
    collapsedText(parseHtml(`<h1>Ferries</h1>${prose(3)}`)),
  );
});

test('where most of the prose is hidden until a script shows it, it is read', () => {
  const page = `<h1>Ferries and their times at all piers of the bay</h1>${prose(2)}<div hidden id="S:0">${prose(20)}</div>`;
  expect(seen(page)).toBe(collapsedText(parseHtml(page)));
  // A browser that has run the scripts knows better.
  expect(seen(page.replace('<div hidden', '<div data-gn-hidden'))).not.toContain(seen(prose(3)));
});

test('a noscript element is read when it holds the page, and else not', () => {
  expect(seen(`<div id=app></div><noscript>${prose(3)}</noscript>`)).toContain('The ferry sails');
  expect(
    seen(`${prose(3)}<noscript>Please switch scripts on to see this page as it is meant.</noscript>`),
  ).not.toContain('switch');
});

test('an example that may be changed is code, a message that may be written is not', () => {
  const document = parseHtml(
    '<div class="playground"><textarea>{"cone": 6}\n</textarea></div><div class="editor"><pre>a()</pre><textarea>a()</textarea></div><form class="comment-editor"><textarea>Hello</textarea></form>',
  );
  removeUnseen(document);
  expect(collapsedText(document)).toBe('{"cone": 6}a()');
});

test('a sign that only an icon font draws is no text, wherever it stands', () => {
  expect(seen('<h2>Install<a href="#i">\uf0c1</a></h2><p><i>\ue5ca</i>In stock')).toBe('InstallIn stock');
});
