import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPage } from '../../document/page.ts';
import { renderMarkdown } from './markdown.ts';

const options = { only_main_content: false, include_selectors: [], exclude_selectors: [], links: false };
const render = (html: string, given: Partial<typeof options> = {}) =>
  renderMarkdown(readPage(html, 'https://example.com/a/'), { ...options, ...given }).markdown;

describe('the title', () => {
  const story = '<p>The old bridge was closed in winter and will be opened again in June.</p>'.repeat(12);

  test('a version in a block of its own stands apart in a heading', () => {
    expect(
      render(
        '<h2>Salt API<span><pre> 1.0 </pre></span><small><pre>OAS 3.0</pre></small></h2><p>Of salt.</p>',
      ),
    ).toBe('## Salt API `1.0` `OAS 3.0`\n\nOf salt.');
  });

  test('stands over main content that has none', () => {
    expect(render(`<title>Bridge</title><main>${story}</main>`, { only_main_content: true })).toMatch(
      /^# Bridge\n\nThe old/,
    );
  });

  test('and other headings of pages made for two widths are written once', () => {
    const title = '<h1>Bridge</h1>';
    const plan = '<h2>Plan</h2>';
    const page = `<main>${title}${title}${plan}${plan}${story}${title}${plan}${story}</main>`;
    const both = render(page, { only_main_content: true });
    expect(both.match(/^#+ .*/gm)).toEqual(['# Bridge', '## Plan', '## Plan']);
  });

  test('stands over content whose headings of the first level are those of reviews', () => {
    const reviews = '<h1>Fun for all</h1><p>My family loved it.</p>'.repeat(2);
    const page = (heading: string) =>
      `<title>Jigsaw puzzle, 500 pieces</title><meta property="og:title" content="Jigsaw puzzle, 500 pieces"><main>${story}${heading}${reviews}</main>`;
    expect(render(page(''), { only_main_content: true })).toMatch(/^# Jigsaw puzzle, 500 pieces\n/);
    expect(render(page('<h1>Jigsaw puzzle</h1>'), { only_main_content: true })).toMatch(/^The old bridge/);
  });

  test('is never written twice', () => {
    const markdown = render(`<title>Bridge</title><h1>Bridge</h1><main>${story}</main>`, {
      only_main_content: true,
    });
    expect(markdown.match(/Bridge/g)).toHaveLength(1);
    const repeated = render(`<title>Bridge</title><main><div>Bridge</div>${story}</main>`, {
      only_main_content: true,
    });
    expect(repeated.match(/Bridge/g)).toHaveLength(1);
    expect(repeated).toMatch(/^# Bridge\n/);
  });

  test('is not added to a page that is wanted whole', () => {
    expect(render('<title>Bridge</title><p>Text.</p>')).toBe('Text.');
  });
});

test.each([
  ['<p><b>note:</b>text</p>', '**note**:text'],
  ['<p>这是<b>“强调”</b>文本</p>', '这是“**强调**”文本'],
  ['<p><b><code>a</code></b>b</p>', '**`a`** b'],
  ['<p>a<i>(b)</i>c</p>', 'a(*b*)c'],
  ['<p><b>!</b>a</p>', '!a'],
  ['<p>word<b>,</b>next</p>', 'word,next'],
  ['<p>a<i>...</i>b<b>„</b>c<b>“</b></p>', 'a...b„c“'],
  ['<p><b>a</b><b>b</b> <i> </i>c</p>', '**ab** c'],
])('emphasis beside letters: %s', (html, expected) => {
  expect(render(html)).toBe(expected);
});

test.each([
  ['<b>a <strong>b</strong></b> <i>c <em>d</em></i> <s><s>e</s></s>', '**a b** *c d* ~~e~~'],
  ['<b><a href=/><b>a</b></a></b>', '**[a](https://example.com/)**'],
])('marks within marks of their kind say nothing: %s', (html, expected) => {
  expect(render(`<p>${html}</p>`)).toBe(expected);
});

test('bold may be in bold', () => {
  expect(render('<p><b>a <b>b</b></b></p>')).toBe('**a __b__**');
});

test.each([
  ['<b>a</b> <strong>b</strong>&nbsp; <b>c:</b> d', '**a b c:** d'],
  ['<b>a </b><b>b</b><br><b>c</b>', '**a b**  \n**c**'],
  ['<s>$9</s> <s>$8</s> <i>One</i> <i>Two</i>', '~~$9~~ ~~$8~~ *One* *Two*'],
  ['<b>a</b>, <b>b</b>', '**a**, **b**'],
])('bold words with a space between are one: %s', (html, expected) => {
  expect(render(`<p>${html}</p>`)).toBe(expected);
});

test.each([
  ['$249* or $199*, <b>in all*</b> <i>1*</i>.', '$249\\* or $199\\*, **in all\\*** *1\\**.'],
  ['**Price** for all* of **us**', '\\*\\*Price\\*\\* for all\\* of \\*\\*us\\*\\*'],
  ['$9* a <b>month</b>*, 8* else', '$9\\* a **month**\\*, 8\\* else'],
  ['$9* a <b>month</b>, 8* else', '$9* a **month**, 8* else'],
  ['a *b* c', 'a \\*b\\* c'],
  ['f(*a, **b)', 'f(*a, **b)'],
  ['Autor*innen und Leser*innen', 'Autor\\*innen und Leser\\*innen'],
  ['*** a', '*** a'],
  ['~5 to ~7, 8 ~ 9 ~ 10', '~5 to ~7, 8 ~ 9 ~ 10'],
  ['1~2 and 3~4', '1\\~2 and 3\\~4'],
  ['a<br>~~~ b', 'a  \n\\~~~ b'],
])('signs that mark nothing as they stand are left alone: %s', (html, expected) => {
  expect(render(`<p>${html}</p>`)).toBe(expected);
});

const picture = (alt = 'map') => `<img src="https://example.com/i.png" alt="${alt}">`;
const written = (alt = 'map') => `![${alt}](https://example.com/i.png)`;

test.each([
  [`${picture()}Find a place with${picture()}`, `${written()} Find a place with ${written()}`],
  [
    `<a href=/>${picture()}</a>Find <b>it${picture()}</b>${picture('cat')}<b>b</b>`,
    `[${written()}](https://example.com/) Find **it ${written()}**${written('cat')} **b**`,
  ],
  [
    `${picture('T')}he, a${picture()}b, ${picture()}, (${picture()})`,
    `${written('T')}he, a${written()}b, ${written()}, (${written()})`,
  ],
  [`${picture()}漢字${picture()}`, `${written()}漢字${written()}`],
])('a picture stands apart from the words beside it: %#', (html, expected) => {
  expect(render(`<p>${html}</p>`)).toBe(expected);
});

test.each([
  ['<p>a</p><p>___</p><p>b</p>', 'a\n\n---\n\nb'],
  ['<p>a<br>------<br>b * * c</p>', 'a\n\n---\n\nb * * c'],
  ['<p>a --- b</p><p>--</p><p>...</p>', 'a --- b\n\n\\--\n\n...'],
])('a row of one sign is the line that it draws: %s', (html, expected) => {
  expect(render(html)).toBe(expected);
});

test('a heading that an entry of a list says again, or that follows itself at another level, is one', () => {
  const story = `<p>${'The old bridge was closed in winter. '.repeat(12)}</p>`;
  const entry = (name: string) =>
    `<li>${story}<h3><a href="/b">${name}</a></h3><p>Sale</p><h3>${name}</h3><h4>Size</h4><h4>Size</h4></li>`;
  const page = `<main><h1>Boats</h1><h2>Boats</h2>${story}<ul>${entry('Skiff')}${entry('Dory')}</ul></main>`;
  expect(render(page, { only_main_content: true }).match(/^ *#.*$/gm)).toEqual([
    '# Boats',
    '  ### [Skiff](https://example.com/b)',
    '  #### Size',
    '  ### [Dory](https://example.com/b)',
    '  #### Size',
  ]);
});

test.each([
  [
    '<h2>What to bring<p></p><p>For a start:</p><ul><li>a towel</li></ul>',
    '## What to bring\n\nFor a start:\n\n- a towel',
  ],
  ['<h2><p>What to bring</p><p>to the gym</p></h2>', '## What to bring to the gym'],
  ['<h2>What <div>to</div> <span>bring</span></h2>', '## What to bring'],
])('text below a heading that was not closed is none of it: %s', (html, expected) => {
  expect(render(html)).toBe(expected);
});

test('a cell that shows a picture without words of a tick or a cross has the sign', () => {
  const cell = (file: string, alt = '') => `<td><img src="/i/${file}" alt="${alt}"></td>`;
  const row = `<tr><th>Maps</th>${cell('tick.png')}${cell('cross-2.svg')}${cell('tick.png', 'included')}${cell('map.png')}</tr>`;
  expect(render(`<table>${row}${row}</table>`)).toContain(
    '| Maps | ✓ | ✗ | ![included](https://example.com/i/tick.png) | ![](https://example.com/i/map.png) |',
  );
});

test.each([
  ['<svg class="icon-check"></svg>', '✓'],
  ['<span class="icon"><svg><use xlink:href="/s.svg#tick"></use></svg></span>', '✓'],
  ['<svg data-testid="CheckIcon" class="MuiSvgIcon-root"></svg>', '✓'],
  ['<i class="material-icons">check</i>', '✓'],
  ['<div class="tick"></div>', '✓'],
  ['<i class="fa fa-times"></i>', '✗'],
  ['<svg class="no"></svg>', '✗'],
  ['<span class="not-included"></span>', '✗'],
  ['<ion-icon name="close-outline"></ion-icon>', '✗'],
  ['<svg><path d="M5 13l4 4L19 7"/></svg>', '✓'],
  ['<svg><path d="M20 6 9 17l-5-5"/></svg>', '✓'],
  ['<svg><path d="M0 0h24v24H0z"/><circle r="10"/><polyline points="20 6 9 17 4 12"/></svg>', '✓'],
  ['<svg><path d="M16.707 5.293a1 1 0 010 1.414l-8 8a1 1 0 01-1.414 0z"/></svg>', '✓'],
  ['<svg><path d="M6 18L18 6M6 6l12 12"/></svg>', '✗'],
  ['<svg><line x1="18" y1="6" x2="6" y2="18"/><line x1="6" y1="6" x2="18" y2="18"/></svg>', '✗'],
  ['<svg><path d="M4.293 4.293a1 1 0 011.414 0L10 8.586z"/></svg>', '✗'],
])('a cell that shows nothing but an icon of a tick or a cross has the sign: %s', (icon, sign) => {
  const row = `<tr><th>Maps</th><td>10 GB</td><td>${icon}</td></tr>`;
  expect(render(`<table>${row}${row}</table>`)).toContain(`| Maps | 10 GB | ${sign} |`);
});

test.each(['M12 5v14M5 12h14', 'M6 9l6 6 6-6', 'M5 12h14', 'M5 13a4 4 0 0 1 4 4L19 7'])(
  'a plus, a minus and an arrow are no ticks: %s',
  (path) => {
    const row = `<tr><th>Maps</th><td>10 GB</td><td><svg><path d="${path}"/></svg></td></tr>`;
    expect(render(`<table>${row}${row}</table>`)).not.toMatch(/[✓✗]/);
  },
);

test('the sign of what folds out is no text', () => {
  const button = (sign: string) =>
    `<h3><button aria-expanded="false"><span>Can I track it?</span><span>${sign}</span></button></h3><p>Yes.</p>`;
  expect(render(button('+'))).toBe('### Can I track it?\n\nYes.');
  const sum =
    '<details><summary><h3>T: <a href="/c">Clone</a> + <a href="/s">Send</a></h3></summary><p>Yes.</p></details>';
  expect(render(sum)).toContain('[Clone](https://example.com/c) + [Send](https://example.com/s)');
  expect(render('<p>One <b>+</b> two</p>')).toBe('One **+** two');
  expect(render('<details open><summary>Show 2 more changes</summary><p>One.</p></details>')).toBe('One.');
});

test('an icon that Angular draws in the color of its text is no cross', () => {
  const icon = '<mat-icon class="mat-icon notranslate material-icons mat-icon-no-color">edit</mat-icon>';
  const row = `<tr><th>Maps</th><td>10 GB</td><td>${icon}</td></tr>`;
  expect(render(`<table>${row}${row}</table>`)).not.toMatch(/[✓✗]/);
});

test('the name of an icon that its font draws is no text', () => {
  expect(render('<p>Open <i class="material-icons">home</i>the menu</p>')).toBe('Open the menu');
  expect(render('<p>Open <i class="material-icons"><span>home</span></i>the menu</p>')).toBe('Open the menu');
  expect(render('<p>Open <i class="name">home</i></p>')).toBe('Open *home*');
});

describe('rows of elements that mean nothing, with ticks in their cells', () => {
  const yes = '<svg class="icon-check"></svg>';
  const no = '<i class="fa fa-times"></i>';
  const row = (...cells: string[]) => `<div>${cells.map((cell) => `<div>${cell}</div>`).join('')}</div>`;
  const head = row('', 'Free', 'Pro');
  const lines = row('Search', yes, '10') + row('Export', no, `<span>${yes}</span>`);
  const table = '|  | Free | Pro |\n| --- | --- | --- |';
  const written = '| Search | ✓ | 10 |\n| Export | ✗ | ✓ |';

  test('are a table', () => {
    expect(render(`<div>${head}${lines}</div>`)).toBe(`${table}\n${written}`);
  });

  test('also in groups, whose titles are rows; a title above stands above', () => {
    const group = (inside: string) => `<div>${inside}</div>`;
    expect(render(group(group(head) + group(`<h4>Basics</h4>${lines}`)))).toBe(
      `${table}\n| Basics |  |  |\n${written}`,
    );
    expect(render(group(head + group(lines)))).toBe(`${table}\n${written}`);
    expect(render(group(`<h2>Plans</h2>${head}${lines}`))).toBe(`## Plans\n\n${table}\n${written}`);
  });

  test('without names of columns have those of rows', () => {
    expect(render(`<div>${row('Vegan', yes)}${row('Drop', '6 mm')}</div>`)).toBe(
      '|  |  |\n| --- | --- |\n| Vegan | ✓ |\n| Drop | 6 mm |',
    );
  });

  test('may be lists, and ticks may be told by what they say alone', () => {
    const has = '<svg aria-label="Included"></svg>';
    const lacks = '<svg role="img" aria-label="Not included"></svg>';
    const list = (...items: string[]) =>
      `<ul>${items.map((item) => `<li><span>${item}</span></li>`).join('')}</ul>`;
    const said = '| Feature | Free | Pro |\n| --- | --- | --- |\n| Search | Not included | Included |';
    const rows = [
      ['Feature', 'Free', 'Pro'],
      ['Search', lacks, has],
    ];
    expect(render(`<div>${rows.map((cells) => list(...cells)).join('')}</div>`)).toBe(said);
    const item = (cells: readonly string[]) =>
      `<li>${cells.map((cell) => `<span>${cell}</span>`).join('')}</li>`;
    expect(render(`<ul>${rows.map(item).join('')}</ul>`)).toBe(said);
    expect(render(`<ul>${item(['Search', yes])}${item(['Export', yes])}</ul>`)).toMatch(/^- /);
  });

  test('may be one behind the other in one element', () => {
    const grid = (...cells: string[]) => `<div>${cells.map((cell) => `<div>${cell}</div>`).join('')}</div>`;
    const of = (cells: string[]) => render(grid(...cells));
    expect(of(['Plan', 'Free', 'Pro', 'Search', yes, '10', 'Export', no, yes])).toBe(
      `${table.replace('|  |', '| Plan |')}\n${written}`,
    );
    expect(of(['Plan', 'Free', 'Pro', 'Search', yes, '10', 'Export', 'Import', no, yes])).not.toContain('|');
  });

  test('are none where nothing but crosses, or words beside the cells, are shown', () => {
    expect(render(row('One?', no) + row('Two?', no))).not.toContain('|');
    expect(render(`<div>${row('One', yes)}and<div>${row('Two', yes)}</div></div>`)).not.toContain('|');
    expect(render(`<div>${row(yes, 'One')}${row(yes, 'Two')}</div>`)).not.toContain('|');
  });
});

describe('the number of a step in an element of its own', () => {
  const step = (number: string, inside: string) =>
    `<div class="step"><div class="num">${number}</div>${inside}</div>`;

  test('begins its heading or its text, unless that has it', () => {
    const headed = (title: string) => `<div><h3>${title}</h3><p>Text.</p></div>`;
    expect(render(step('1', headed('Install')) + step('2', headed('2. Start')))).toBe(
      '### 1. Install\n\nText.\n\n### 2. Start\n\nText.',
    );
    expect(render(step('01', '<p>Mix it.</p>') + step('02', '<p>Bake it.</p>'))).toBe(
      '1. Mix it.\n2. Bake it.',
    );
    const head = (number: number) =>
      `<section><header><span>${number}</span><h3>Go</h3></header><p>On.</p></section>`;
    expect(render(head(1) + head(2))).toBe('### 1. Go\n\nOn.\n\n### 2. Go\n\nOn.');
  });

  test('is none where no other step counts on', () => {
    const fact = (number: string, what: string) => step(number, `<div>${what}</div>`);
    expect(render(fact('12', 'bridges') + fact('7', 'towers'))).toBe('12\n\nbridges\n\n7\n\ntowers');
    expect(render(fact('2', 'bridges') + fact('1', 'tower'))).toBe('2\n\nbridges\n\n1\n\ntower');
  });
});

test('a list of nothing but a date is none', () => {
  const time = '<li><a href="/p/1"><time datetime="2025-02-01">Feb 1, 2025</time></a></li>';
  expect(render(`<ul>${time}</ul>`)).toBe('[Feb 1, 2025](https://example.com/p/1)');
  expect(render(`<ul>${time}${time}</ul>`)).toMatch(/^- /);
  expect(render('<ul><li>Since <time>Feb 1</time></li></ul>')).toMatch(/^- /);
});

test('rules that follow each other are one', () => {
  const story = `<p>${'The old bridge was closed in winter. '.repeat(12)}</p>`;
  const page = `<main>${story}<hr><div><hr></div><p>* * *</p>${story}</main>`;
  expect(render(page, { only_main_content: true }).match(/^---$/gm)).toHaveLength(1);
});

test.each([
  [
    '<div><cite><a href=/u>Ada</a> wrote:</cite>Text.</div>',
    '> *[Ada](https://example.com/u) wrote:*\n>\n> Text.',
  ],
  ['Text.<cite>Ada</cite>', '> Text.\n>\n> *Ada*'],
  ['See <cite>Bridges</cite> for more.', '> See *Bridges* for more.'],
])('who is quoted stands on a line of its own: %s', (html, expected) => {
  expect(render(`<blockquote>${html}</blockquote>`)).toBe(expected);
});

test.each([
  [
    '<p>1) <b>a</b> b</p><p>So.</p><p>2) <a href=/c>c</a></p>',
    '1. **a** b\n\nSo.\n\n2. [c](https://example.com/c)',
  ],
  ['<p>- <b>a</b><br>- <i>b</i></p>', '- **a**\n- *b*'],
  ['<p>1) </p><p>2) </p>', '1\\)\n\n2\\)'],
  ['<p>Needs:<br>►<b>a</b><br>►b</p>', 'Needs:\n\n- **a**\n- b'],
  ['<p>🔹a</p><p>🔹 b</p>', '- a\n- b'],
  ['<p>✔️ a</p><p>❌<a href=/c>c</a></p>', '- ✔️ a\n- ❌[c](https://example.com/c)'],
  ['<p>✅ a</p><p>b</p><p>✅ c</p>', '✅ a\n\nb\n\n✅ c'],
  ['<p>Costs:<br>– a<br>– b</p>', 'Costs:\n\n- a\n- b'],
  ['<p>– Is she here?</p><p>– She is.</p>', '– Is she here?\n\n– She is.'],
])('typed lists whose entries begin with a mark: %s', (html, expected) => {
  expect(render(html)).toBe(expected);
});

test.each([
  ['2<sup>n</sup>, 2<sup>10</sup>, O(n<sup>k</sup>), <i>x</i><sup>2</sup>', '2^n, 2^10, O(n^k), *x*^2'],
  ['2<sup>n+1</sup> − e<sup>−kt</sup> + 3<sup>2n</sup>', '2^(n+1) − e^(−kt) + 3^(2n)'],
  [
    '2<sup><i>n</i></sup>, 2<sup><span>10</span></sup>, <i>x</i><sub><i>k</i></sub>, e<sup>−<var>x</var></sup>',
    '2^n, 2^10, *x*\\_k, e^(−x)',
  ],
  ['(5.74)<sup>b</sup>, R<sup>n</sup>', '(5.74)^b, R^n'],
  [
    'the 1<sup>st</sup>, 2<sup>e</sup>, n<sup>o</sup>, M<sup>me</sup>, D<sup>r</sup>, Go<sup>®</sup>',
    'the 1st, 2e, no, Mme, Dr, Go®',
  ],
  [
    '$2,549<sup>00</sup> or <span class="product-price">1.063<sup>07</sup> Lei</span>',
    '$2,549.00 or 1.063,07 Lei',
  ],
  [
    '<sup>$</sup>29<sup>99</sup>/mo, <i>$</i><span>9</span><sup>50</sup>per month',
    '$29.99/mo, $9.50 per month',
  ],
  [
    '10<sup>15</sup>, 5<sup>1</sup>/<sub>2</sub> in, <sup>3</sup>⁄<sub>4</sub>, 1<sup>1/2</sup>',
    '10^15, 5 1/2 in, 3⁄4, 1 1/2',
  ],
  ['H<sub>2</sub>O, NO<sub>x</sub>, C<sub>2</sub>H<sub>5</sub>', 'H2O, NOx, C2H5'],
  [
    'x<sub>i</sub>, N<sub>left</sub>, <i>a</i><sub>n</sub>, log<sub>b</sub> y',
    'x_i, N_left, *a*\\_n, log_b y',
  ],
  ['a<sub>n+1</sub>. <sub>Photo: Ada</sub>', 'a\\_(n+1). Photo: Ada'],
  ['shown<sup>1,2</sup> in 2019<sup>3–5, 8</sup>', 'shown^1,2 in 2019^3–5, 8'],
  ['fact.<sup>4</sup> <sup>1</sup> Of all.', 'fact.^4 ^1 Of all.'],
])('raised and lowered text keeps its meaning: %s', (html, expected) => {
  expect(render(`<p>${html}</p>`)).toBe(expected);
});

test('links that wait for a script are text', () => {
  expect(render('<p><a href="#">Edit</a>, <a href="#!">show</a>, <a href="#a">a</a></p>')).toBe(
    'Edit, show, [a](https://example.com/a/#a)',
  );
});

test.each([
  ['<p>a</p><p>\u200d</p><p>\u200d<em>\u200d</em>b</p>', 'a\n\nb'],
  ['<p>क्\u200d 👩\u200d💻 می\u200cخواهم</p>', 'क्\u200d 👩\u200d💻 می\u200cخواهم'],
])('joiners that join nothing are nothing: %#', (html, expected) => {
  expect(render(html)).toBe(expected);
});

test.each([
  ['<dt>Size:</dt>', '**Size**: small'],
  ['<dt><a href="/s">Size</a> :</dt>', '**[Size](https://example.com/s)**: small'],
  ['<dt>A:</dt><dt>B</dt>', '**A, B**: small'],
  ['<dt><span>Which size?</span></dt>', '**Which size?** small'],
])('a term has one colon: %s', (terms, expected) => {
  expect(render(`<dl>${terms}<dd>small</dd></dl>`)).toBe(expected);
});

test.each([
  ['https://example.com/a_(b)?x=1&y=2#z', 'https://example.com/a_(b)?x=1&y=2#z'],
  ['https://example.com/a)b', '<https://example.com/a)b>'],
  ['https://example.com/?a|b&amp;copy;c', 'https://example.com/?a%7Cb&amp;copy;c'],
  ['mailto:a b@example.com', 'mailto:a%20b@example.com'],
])('addresses are written without backslashes: %s', (href, expected) => {
  const [, address] = /^\[x\]\((.*)\)$/.exec(render(`<p><a href="${href}">x</a></p>`)) ?? [];
  expect(address).toBe(expected);
});

test.each([
  'See https://b.example/src/__init__.py and https://b.example/wiki/Foo_(bar)_baz.',
  '(www.b.example/_a_b), “http://b.example:80/*a*b”',
  'https://b.example/?a[]=1&b[_c]=~d',
])('addresses in a text stay as they are: %s', (value) => {
  expect(render(`<p>${value}</p>`)).toBe(value);
  expect(render(`<p><b>${value}</b></p>`)).toBe(`**${value}**`);
});

test.each([
  ['<a href="/x">https://b.example/_a_b</a>', '[https://b.example/\\_a_b](https://example.com/x)'],
  ['xhttps://b.example/_a_b', 'xhttps://b.example/\\_a_b'],
  ['https://b_b/_a_b', 'https://b_b/\\_a_b'],
  ['https://b.example/_a_', 'https://b.example/\\_a\\_'],
  ['https://b.example/_a_b&amp;copy;c', 'https://b.example/\\_a_b\\&copy;c'],
])('what is no link as it stands is escaped: %s', (html, expected) => {
  expect(render(`<p>${html}</p>`)).toBe(expected);
});

const line = (code: string) => `<span class="line">${code}</span>`;

test.each([
  ['line breaks after them', [line('a'), line(''), line('b')].join('\n'), 'a\n\nb'],
  ['two in a row', [line('a'), line(''), line(''), line('b')].join('\n'), 'a\n\n\nb'],
  ['no line breaks', [line('a'), line(''), line(''), line('b')].join(''), 'a\n\n\nb'],
  ['line breaks as elements', [line('a'), line(''), line('b')].join('<br>'), 'a\n\nb'],
  ['line breaks inside', [line('a\n'), line('\n'), line('b\n')].join(''), 'a\n\nb'],
  ['lines in lines', [line(line('a')), line(line('')), line(line('b'))].join('\n'), 'a\n\nb'],
])('an empty line of code is one: %s', (_, code, expected) => {
  expect(render(`<pre><code>${code}</code></pre>`)).toBe(`\`\`\`\n${expected}\n\`\`\``);
});

test.each([
  [
    '<p>Colour: <select><option>Red<option selected>Blue</select>, qty <input type=number value=2>.</p>',
    'Colour: Blue, qty 2.',
  ],
  ['<div><label>Size</label><span><select><option>M</option></select></span></div>', 'Size M'],
  ['<div><label>Size</label><select><option>M</option></select></div>', 'Size M'],
  ['<div>Sort by <select name=orderby><option>Price</option></select></div>', 'Sort by'],
  ['<div><label>Name <input value=x></label><select><option>A</select></div>', 'Name x'],
  [`<p>Embed: <input value="https://example.com/${'x'.repeat(80)}"></p>`, 'Embed:'],
  ['<p>Pin: <input type=password value=1234></p>', 'Pin:'],
  ['<p>Size: <select><option value="">Choose</option><option>M</option></select></p>', 'Size:'],
  ['<p>Note</p><select><option>M</option></select><input value=1><p>End</p>', 'Note\n\nEnd'],
  ['<p>Code: <textarea>**x** <b></textarea></p>', 'Code: \\*\\*x\\*\\* \\<b>'],
  ['<ul><li><input type=checkbox data-gn-checked="true"> done</li></ul>', '- [x] done'],
  ['<p><input type=checkbox> rope<br><input type=checkbox checked> knife<br>', '- [ ] rope\n- [x] knife'],
  ['<p><input type=checkbox name=a> rope<br><input type=checkbox name=b> knife', 'rope  \nknife'],
  ['<form><input type=checkbox> rope<br><input type=checkbox> knife</form>', 'rope  \nknife'],
  ['<p>☐ rope<br>☒ knife<br>Both are on board.', '- [ ] rope\n- [x] knife\n\nBoth are on board.'],
  ['<p>☐ rope<br>☐ knife<br>or<br>☐ saw<br>☐ axe', '- [ ] rope\n- [ ] knife\n\nor\n\n- [ ] saw\n- [ ] axe'],
  ['<p>Bring:<br>• rope<br>• knife<br>Both are on board.', 'Bring:\n\n- rope\n- knife\n\nBoth are on board.'],
  ['<p>Bring:<br>- rope<br>of hemp<br>- knife', 'Bring:  \n\\- rope  \nof hemp  \n\\- knife'],
  ['<ul><li><input type=checkbox><div>A comment that it folds</div></li></ul>', '- A comment that it folds'],
  ['<ul><li>Sizes<ul><li><label><input type=checkbox> S</label></li></ul></li></ul>', '- Sizes\n  - [ ] S'],
])('what is chosen or typed stands behind the words that tell what it is: %s', (html, expected) => {
  expect(render(html)).toBe(expected);
});

test('formulas cannot smuggle markup or links', () => {
  const markdown = render(
    '<p><math alttext="a&lt;img src=x onerror=alert(1)&gt; [x](javascript:alert(1))"><mi>a</mi></math></p>',
  );
  expect(markdown).not.toContain('<');
  expect(markdown).not.toContain('](');
});

test.each([
  ['<pre>a = 1\nb = 2</pre>', '`a = 1`<br>`b = 2`'],
  ['So:<pre><code>if a:\n\n  b\n</code></pre>and', 'So:<br>`if a:`<br>`  b`<br>and'],
  ['<pre>a\n</pre>', '`a`'],
])('lines of code in a cell: %s', (html, expected) => {
  const table = `<table><tr><th>x</th><th>y</th></tr><tr><td>${html}</td><td>z</td></tr></table>`;
  expect(render(table)).toBe(`| x | y |\n| --- | --- |\n| ${expected} | z |`);
});

test('a cell across a whole row is written once, one across a part of it in each place', () => {
  const rows = '<tr><th colspan=3>Core</th></tr><tr><td>Tasks</td><td colspan=2>100</td></tr>';
  expect(render(`<table><tr><th>Plan</th><th>A</th><th>B</th></tr>${rows}</table>`)).toBe(
    '| Plan | A | B |\n| --- | --- | --- |\n| Core |  |  |\n| Tasks | 100 | 100 |',
  );
});

test('an embedded gist is code', () => {
  const rows = ['def f():', '\n', '    return <span class="pl-c1">1</span>']
    .map(
      (code, index) =>
        `<tr><td class="blob-num js-line-number" data-line-number="${index + 1}"></td>\n<td class="blob-code blob-code-inner js-file-line">${code}</td></tr>`,
    )
    .join('\n');
  expect(
    render(`<table class="highlight tab-size js-file-line-container" data-tab-size="8">${rows}</table>`),
  ).toBe('```\ndef f():\n\n    return 1\n```');
});

test.each([
  [
    '<p>So <span class=MathJax_Preview>E</span><span class=MathJax><nobr aria-hidden=true>E=m</nobr><span class=MJX_Assistive_MathML><math><mi>E</mi></math></span></span><script type="math/tex">E=m</script> holds.</p>',
    'So $E=m$ holds.',
  ],
  [
    '<p><span class=MathJax>a</span><script type="math/tex">a</script> <span class=MathJax>b</span>\n<script type="math/tex">b</script></p>',
    '$a$ $b$',
  ],
  [
    '<div><div class=MathJax_Display><span class=MathJax>a</span></div><script type="math/tex; mode=display">a</script></div>',
    '$$\na\n$$',
  ],
  ['<p><span class=MathJax>a</span> and <script type="math/tex">b</script></p>', 'a and $b$'],
])('a formula that is drawn before its source is one: %s', (html, expected) => {
  expect(render(html)).toBe(expected);
});

test.each([
  [
    '<div class="language-js line-numbers-mode"><button></button><span class="lang">js</span><pre><code>a()\nb()</code></pre><div class="line-numbers-wrapper"><span>1</span><br><span>2</span><br></div></div>',
    '```js\na()\nb()\n```',
  ],
  ['<p>Lines</p><div class="line-number">7</div><p>go there</p>', 'Lines\n\n7\n\ngo there'],
  [
    '<section><div class="react-line-numbers"><div data-line-number="1">1</div><div data-line-number="2">2</div></div><div><pre>a()\nb()</pre></div></section>',
    '```\na()\nb()\n```',
  ],
  ['<div data-line-number="7">Seven swans</div>', 'Seven swans'],
  [
    '<div class="highlight hl-ipython3"><pre><span>import</span> math</pre></div>',
    '```python\nimport math\n```',
  ],
  ['<p>js</p><pre>a()</pre>', 'js\n\n```\na()\n```'],
  [
    '<pre><code><div><b>1</b>let a</div><div><b>2</b></div><div><b>3</b>let b</div></code></pre>',
    '```\nlet a\nlet b\n```',
  ],
  [
    '<pre><code><span class="line"><b>$ seq 2</b></span>\n<span class="line"><b>1</b></span>\n<span class="line"><b>2</b></span></code></pre>',
    '```\n$ seq 2\n1\n2\n```',
  ],
  ['<pre><span class="line"><b>1</b></span>\n<span class="line"><b>2</b></span></pre>', '```\n1\n2\n```'],
])('what a box of code has beside its lines is in the fence, or nowhere: %s', (html, expected) => {
  expect(render(html)).toBe(expected);
});

test.each([
  ['<ol><li>1. One</li><li><p><span>2. </span>Two</p></li></ol>', '1. One\n\n2. Two'],
  ['<ol><li>4) <a href="/x">One</a></li><li>5) Two</li></ol>', '4. [One](https://example.com/x)\n5. Two'],
  ['<ul><li>• One</li><li>•Two</li></ul>', '- One\n- Two'],
  ['<ol><li>1. One</li><li>Two</li></ol>', '1. 1\\. One\n2. Two'],
  ['<ol><li>1.5 mm</li><li>2.5 mm</li></ol>', '1. 1.5 mm\n2. 2.5 mm'],
  ['<ol><li><div>01</div><p>One</p></li><li><div>02</div><p>Two</p></li></ol>', '1. One\n\n2. Two'],
  [
    '<ol><li><div>7</div><p>One</p></li><li><div>3</div><p>Two</p></li></ol>',
    '1. 7\n\n   One\n\n2. 3\n\n   Two',
  ],
  ['<ol><li>1</li><li>2</li></ol>', '1. 1\n2. 2'],
  [
    '<ul><li><span>1.</span><i>One</i></li><li><span>2.</span><i>van Dam</i></li></ul>',
    '1. *One*\n2. *van Dam*',
  ],
  ['<ul><li><div>01</div><p>One</p></li><li><div>02</div><p>Two</p></li></ul>', '1. One\n\n2. Two'],
  ['<ul><li>2. One</li><li>4. Two</li></ul>', '- 2\\. One\n- 4\\. Two'],
])('marks that were typed into a list with its own are none twice: %s', (html, expected) => {
  expect(render(html)).toBe(expected);
});

test.each([
  [
    '<ol><li><span>1.</span><div><p>One</p></div></li><li><span>2.</span><p>Two</p></li></ol>',
    '1. One\n\n2. Two',
  ],
  ['<ul><li><span>(a)</span><p>One</p><p>More</p></li></ul>', '- (a) One\n\n  More'],
  ['<ul><li><p>Yes</p><p>One</p></li></ul>', '- Yes\n\n  One'],
])('the mark of an item begins its text: %s', (html, expected) => {
  expect(render(html)).toBe(expected);
});

test.each([
  [
    '<dl><dt>1.</dt><dd>One<dl><dt>a)</dt><dd>small</dd></dl></dd><dt>2.</dt><dd>Two</dd></dl>',
    '1. One\n   - a) small\n2. Two',
  ],
  ['<dl><dt>1.5</dt><dd>One</dd></dl>', '**1.5**: One'],
  [
    '<dl><dt>size</dt><dd> <dl><dt>Type</dt><dd>int</dd></dl></dd><dt>name</dt><dd>Of it</dd></dl>',
    '**size**\n\n**Type**: int\n\n**name**: Of it',
  ],
  [
    '<dl>In <b>summer</b>: <dt>Monday</dt><dd>9</dd> but not on holidays <dt>Sunday</dt> closed</dl>',
    'In **summer**:\n\n**Monday**: 9\n\nbut not on holidays\n\n**Sunday**\n\nclosed',
  ],
  [
    '<table><tr><td><p>(a)</p></td><td><p>any small thing;</p></td></tr><tr><td>(b)</td><td>all others.</td></tr></table>',
    '(a) any small thing;\n\n(b) all others.',
  ],
  [
    '<table><tr><td>a)</td><td>7</td></tr><tr><td>b)</td><td>8</td></tr></table>',
    '| a) | 7 |\n| --- | --- |\n| b) | 8 |',
  ],
])('paragraphs of laws have their marks: %s', (html, expected) => {
  expect(render(html)).toBe(expected);
});

test.each([
  ['<div class="math">\\[x^2\\]<span>(1)</span></div>', '$$\nx^2 \\tag{1}\n$$'],
  ['<p>(3a) $$x^2$$</p>', '$$\nx^2 \\tag{3a}\n$$'],
  [
    '<table class="ltx_equationgroup"><tr><td></td><td><math alttext="\\displaystyle a"></math></td><td><math alttext="\\displaystyle=b"></math></td><td>(2)</td></tr><tr><td colspan=4>where</td></tr></table>',
    '$$\na =b \\tag{2}\n$$\n\nwhere',
  ],
  ['<p>See (1) $x^2$ there</p>', 'See (1) $x^2$ there'],
])('an equation has its number: %s', (html, expected) => {
  expect(render(html)).toBe(expected);
});

describe('links within the page that cite no note', () => {
  test.each([
    [
      '<table id="E1" class="ltx_equation"><tr><td>$$x^2$$</td><td>(1)</td></tr></table>',
      '$$\nx^2 \\tag{1}\n$$',
    ],
    ['<figure id="E1"><figcaption>One</figcaption></figure>', '*One*'],
    ['<div id="E1" class="math">\\[x^2\\]</div>', '$$\nx^2\n$$'],
    ['<ol><li id="E1">One</li></ol>', '1. One'],
  ])('%s', (html, expected) => {
    const link = '<a class="ltx_ref" href="#E1">1</a>';
    expect(render(`<p>By (${link})</p>${html}`)).toBe(`By ([1](https://example.com/a/#E1))\n\n${expected}`);
  });

  test('a definition that links to itself is none', () => {
    expect(render('<dl><dt id=a><a href="#a"><code>-a</code></a></dt><dd>All</dd></dl>')).toBe(
      '**`-a`**: All',
    );
    expect(render('<h2>Name <a href="#top_of_page">top</a></h2>')).toBe('## Name');
  });
});

test('notes of LaTeXML, and headings of notes that have gone', () => {
  const note =
    '<span class="ltx_note"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer"><span class="ltx_note_content" data-gn-hidden><sup class="ltx_note_mark">1</sup><span class="ltx_tag">1</span>By Kaufman.</span></span></span>';
  expect(render(`<p>Widgets${note}.</p>`)).toBe('Widgets[^1].\n\n[^1]: By Kaufman.');
  const cited = '<p>One<a class="ref" href="#n1">[1]</a></p>';
  expect(
    render(`${cited}<h2>Notes</h2><ol><li id=n1>A note.</li></ol><h2>Sources</h2><ul><li>A book</li></ul>`),
  ).toBe('One[^1]\n\n## Sources\n\n- A book\n\n[^1]: A note.');
});

test('paragraphs of a law that others lead to by their numbers stay where they are', () => {
  const law =
    '<p>(1) Subject to <a href="#p2">(2)</a>, it is open.</p><p id=p2>(2) In winter it is shut.</p><p>(3) It is free.</p>';
  expect(render(law)).toBe(
    '(1) Subject to [(2)](https://example.com/a/#p2), it is open.\n\n(2) In winter it is shut.\n\n(3) It is free.',
  );
});

test('verses that are counted anew are no notes of those with the same numbers', () => {
  const verses = (...numbers: number[]) => numbers.map((one) => `<sup>${one}&nbsp;</sup>And so.`).join(' ');
  expect(render(`<p>It began. ${verses(2, 3, 4)}</p><hr><p>${verses(4, 5)}</p>`)).toBe(
    'It began. ^2 And so. ^3 And so. ^4 And so.\n\n---\n\n^4 And so. ^5 And so.',
  );
});

test('of a gallery in each entry of a list the first picture stays, of buttons all', () => {
  const shop = (entries: string, link = (picture: string) => picture): string => {
    const galleryOf = (name: string) =>
      (name === 'd' ? [1] : [1, 2])
        .map((n) => `<li>${link(`<img src=/${name}${n}.png alt="${name}${n}">`)}</li>`)
        .join('');
    const list = [...entries].map(
      (name) => `<li><ul>${galleryOf(name)}</ul><p>Tent ${name}, 20 EUR</p></li>`,
    );
    const page = `<main><h1>Tents</h1>${'<p>Tents are for nights outside, in summer and in winter.</p>'.repeat(9)}<ul>${list.join('')}</ul></main>`;
    return render(page, { only_main_content: true });
  };
  const pictures = (...page: Parameters<typeof shop>): string[] =>
    [...shop(...page).matchAll(/!\[(..)\]/g)].map(([, alt]) => alt ?? '');
  expect(pictures('abc')).toEqual(['a1', 'b1', 'c1']);
  expect(shop('abd')).not.toMatch(/- - !/);
  expect(pictures('ab')).toEqual(['a1', 'a2', 'b1', 'b2']);
  const button = (picture: string) => `<a href="/buy/${picture.slice(-3, -2)}">${picture}</a>`;
  expect(pictures('abc', button)).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
});

test('controls, prompts of notebooks, avatars and names of pictures that nobody reads are left out', () => {
  const words = '<p>The old bridge was closed in winter and will be opened again in June.</p>'.repeat(12);
  expect(render('<details open><summary>Expand description</summary><p>Text</p></details>')).toBe('Text');
  expect(render('<p><a href="/u"><img class="avatar" alt="" src="/u.png"></a> Ann</p>')).toBe('Ann');
  expect(render('<p><img class="avatar" alt="Ann" src="/u.png"></p>')).toBe(
    '![Ann](https://example.com/u.png)',
  );
  const page = `<main><h1>Bridge</h1>${words}<div class="jp-OutputPrompt">Out[1]:</div><pre>12</pre>${words}</main>`;
  expect(render(page, { only_main_content: true })).not.toContain('Out');
  const picture =
    '<a class="lightbox" href="/b.jpg"><img src="/a.jpg" alt="x"><div class="meta">x 300 KB</div></a>';
  expect(render(`${words}<div>${picture}</div>`)).toMatch(/June\.\n\n\[!\[x\]\(\S+a\.jpg\)\]\(\S+b\.jpg\)$/);
});

test('a list of sections is no list, short copy no button', () => {
  expect(render('<ul><li><section><h2>Fees</h2><p>None.</p></section></li></ul>')).toBe('## Fees\n\nNone.');
  expect(render('<div class="text-copy">Free delivery</div><div class="copy">Copy</div>')).toBe(
    'Free delivery',
  );
});

test('a title is cited in italics, a reference is not', () => {
  expect(render('<p><cite>Emma</cite></p>')).toBe('*Emma*');
  expect(render('<p><cite class="citation book">Austen, J. <i>Emma</i>. 1815.</cite></p>')).toBe(
    'Austen, J. *Emma*. 1815.',
  );
});

test('a sign for screen readers parts what a style sheet parts', () => {
  const half = '<span>1</span><span class="sr-only">/</span><span>2</span>';
  expect(render(`<p>about ${half} <span class="sr-only">of all</span> cups</p>`)).toBe('about 1/2 cups');
  expect(render('<ul><li><span class="sr-only">▢ </span>flour</li></ul>')).toBe('- flour');
});

test('quotations of forums that have no element for them', () => {
  const by =
    '<div>Originally Posted by <b>owl</b> <a href="p1"><img src="view.gif" alt="View Post"></a></div><div>Who?</div>';
  const expected = '> Originally Posted by **owl**\n>\n> Who?\n\nMe.';
  expect(
    render(`<div>\n<div>Quote:</div>\n<table><tr><td>${by}</td></tr></table></div>Me.`),
    'by vBulletin 3',
  ).toBe(expected);
  expect(render(`<div class="bbcode_quote"><div>${by}</div></div>Me.`), 'by vBulletin 4').toBe(expected);
  const table = '<table><tr><td>1</td><td>2</td></tr></table>';
  expect(render(`<div><div>Quote:</div>${table}</div>`)).toBe('Quote:\n\n| 1 | 2 |\n| --- | --- |');
});

test('a picture stands apart from the sentence before it', () => {
  expect(render('<p>On Sale!<img src="a.png" alt="Lamp"></p>')).toMatch(/^On Sale! !\[Lamp\]/);
});

test('a box whose label has no words folds a menu, and is none to be ticked off', () => {
  const box = (label: string) =>
    `<div><input type="checkbox" id="m"><label for="m">${label}</label><p>Text</p></div>`;
  expect(render(box('<svg></svg>'))).toBe('Text');
  expect(render(box('Rope'))).toBe('☐ Rope\n\nText');
});

test('a language is told once, whatever stands before it', () => {
  expect(render('<pre><code class="hljs language-plaintext">a()</code></pre>')).toBe('```\na()\n```');
  expect(render('<pre><code class="hljs language-js">a()</code></pre>')).toBe('```js\na()\n```');
  expect(render('<pre><code class="hljs js">a()</code></pre>')).toBe('```js\na()\n```');
});

test('a list alone in an item goes deeper in the one before, where no number counts it', () => {
  const list = (tag: string) =>
    `<${tag}><li>One</li><li><${tag}><li>Inner</li></${tag}></li><li>Two</li></${tag}>`;
  expect(render(list('ul'))).toBe('- One\n  - Inner\n- Two');
  expect(render(list('ol'))).toBe('1. One\n2. 1. Inner\n3. Two');
  expect(render('<ul><li><ul><li>Inner</li></ul></li><li>Two</li></ul>')).toBe('- - Inner\n- Two');
});

test('the ending of its files over code says no more than its language', () => {
  const code = (label: string) => `<div>${label}</div><pre><code class="language-python">a()</code></pre>`;
  expect(render(code('py'))).toBe('```python\na()\n```');
  expect(render(code('rs'))).toBe('rs\n\n```python\na()\n```');
});

test('boxes of notes by another name', () => {
  const box = '<div class="tip custom-block"><p class="custom-block-title">Try it</p><p>Now.</p></div>';
  expect(render(box)).toBe('> [!tip] Try it\n> Now.');
  expect(render(box.replace('tip ', ''))).toBe('Try it\n\nNow.');
  expect(render(box.replaceAll('custom-block', 'hint-container'))).toBe('> [!tip] Try it\n> Now.');
  const starlight =
    '<p class="starlight-aside__title">Tip</p><div class="starlight-aside__content">Now.</div>';
  expect(render(`<aside class="starlight-aside starlight-aside--tip">${starlight}</aside>`)).toBe(
    '> [!tip] Tip\n> Now.',
  );
  expect(render('<div class="notecard note"><p><strong>Note:</strong> Now.</p></div>')).toBe(
    '> [!note]\n> **Note:** Now.',
  );
  expect(
    render(
      '<blockquote class="callout callout_warn"><h3 class="callout-heading">Limits</h3><p>Now.</p></blockquote>',
    ),
  ).toBe('> [!warning] Limits\n> Now.');
  expect(render('<div class="notecard deprecated"><p>Not now.</p></div>')).toBe(
    '> [!deprecated]\n> Not now.',
  );
  const cells = '<td class="icon"><div class="title">Note</div></td><td class="content">Now.</td>';
  expect(render(`<div class="admonitionblock note"><table><tr>${cells}</tr></table></div>`)).toBe(
    '> [!note]\n> Now.',
  );
});

test('deep quotes and lists end at a depth that can be read', () => {
  const deep = `${'<blockquote><ul><li>'.repeat(200)}<p>text</p>`;
  expect(render(deep)).toMatch(/text$/);
  expect(render(deep).length).toBeLessThan(10_000);
});

test('tag soup gives text, never a fault', () => {
  const tag = fc.constantFrom(
    ...'a b p div span table tbody tr td th caption ul li ol h1 h3 pre code em del sup sub dl dt dd figure figcaption details summary ruby rt rp math annotation img br hr input q blockquote font center script iframe'.split(
      ' ',
    ),
  );
  const piece = fc.oneof(
    fc
      .tuple(
        tag,
        fc.constantFrom(
          '',
          ' href=/x',
          ' href=#n',
          ' id=n',
          ' rowspan=3',
          ' colspan=2',
          ' src=i.png alt=x',
          ' class="line katex"',
        ),
      )
      .map(([name, given]) => `<${name}${given}>`),
    tag.map((name) => `</${name}>`),
    fc.constantFrom('word', ' ', '\n', '1', '|', '*', '.', '`'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      expect(typeof render(pieces.join(''))).toBe('string');
      expect(typeof render(pieces.join(''), { only_main_content: true })).toBe('string');
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['<ul class="requirements"><ul><li>Oak</li><li>Ash</li></ul></ul>', '- Oak\n- Ash'],
  ['<ul><li><ol><li>Oak</li><li>Ash</li></ol></li></ul>', '- 1. Oak\n  2. Ash'],
  ['<ul><ul><li>Oak</li></ul><li>Ash</li></ul>', '- - Oak\n- Ash'],
  ['<ul><li>Trees<ul><li>Oak</li></ul></li></ul>', '- Trees\n  - Oak'],
])('a list that has no items is the one in it: %s', (html, expected) => {
  expect(render(html)).toBe(expected);
});

describe('lists of one item each', () => {
  const item = (text: string, name = 'dots') => `<div><ul class="${name}"><li>${text}</li></ul></div>`;

  test('that are called the same are one list', () => {
    expect(render(`${item('One')}${item('Two')}<p>End</p>${item('Three')}`)).toBe(
      '- One\n- Two\n\nEnd\n\n- Three',
    );
    expect(render(`${item('One')}${item('Two', 'ticks')}`)).toBe('- One\n\n* Two');
  });

  test('and the next number each are one list', () => {
    const numbered = (start: number) => `<ol start="${start}"><li>Step ${start}</li></ol>`;
    expect(render(`${numbered(1)} ${numbered(2)} ${numbered(2)}`)).toBe('1. Step 1\n2. Step 2\n\n2) Step 2');
  });

  test('lists of several items stay apart', () => {
    const list = '<ul><li>One</li><li>Two</li></ul>';
    expect(render(`${list}<ul><li>Three</li></ul>`)).toBe('- One\n- Two\n\n* Three');
  });
});

test('the number beside a paragraph begins it', () => {
  const part = (number: string, text: string) => `<section><span>${number}</span><p>${text}</p></section>`;
  expect(render(`${part('7.', 'The appeal:')}${part('(a)', 'is late;')}${part('8.', 'It fails.')}`)).toBe(
    '7. The appeal:\n\n(a) is late;\n\n8. It fails.',
  );
  expect(render('<div><b>No.</b><p>Not so.</p></div>')).toBe('**No.**\n\nNot so.');
});

test('lines that are blocks of their own and end with a break are one paragraph, parted by blank lines', () => {
  const line = (text: string) => `<div>${text}<br></div>`;
  expect(
    render(
      `<div>${line('The boats lie down')}\n${line('and <i>sleep</i>.')}${line('')}${line('I ask.')}</div>`,
    ),
  ).toBe('The boats lie down  \nand *sleep*.\n\nI ask.');
  expect(render(`${line('A paragraph of many words. '.repeat(5))}${line('Another.')}`)).toMatch(
    /words\.\n\nAnother/,
  );
  expect(render(`Low tide${line('The boats')}by <b>Ada</b>${line('lie down.')}`)).toBe(
    'Low tide\n\nThe boats  \nby **Ada**\n\nlie down.',
  );
});

test('the lines of verse that a link holds stay lines, those of blocks in a link are spaces', () => {
  expect(render('<p><a href="/v">The boat is old,<br>the rope is wet</a></p>')).toBe(
    '[The boat is old,  \nthe rope is wet](https://example.com/v)',
  );
  expect(render('<a href="/c"><div>Oak chair</div><br><div>€ 20</div></a>')).not.toMatch(/ {2}\n/);
});

test('points of Word, typed as text, are those of a list', () => {
  expect(render('<p>·&nbsp;&nbsp; Name</p><p>·&nbsp;&nbsp; Length</p>')).toBe('- Name\n- Length');
});

test('a note that is kept though it stands outside the content is a note', () => {
  const text =
    '<p>The old bridge was closed in winter and will be opened again in June, as everybody knows.</p>'.repeat(
      12,
    );
  const cited = '<p>The toll is paid for a year.<a href="#_ftn1" name="_ftnref1">[1]</a></p>';
  const note = '<div id="ftn1"><p><a href="#_ftnref1" name="_ftn1">[1]</a> From April on.</p></div>';
  const markdown = render(`<div class="one"><div>${text}${cited}</div></div><footer>${note}</footer>`, {
    only_main_content: true,
  });
  expect(markdown).toContain('for a year.[^1]');
  expect(markdown).toMatch(/\[\^1\]: From April on\.$/);
});

test('large type alone on its line is a heading, if it is no sentence', () => {
  const rest = '<br>It was closed in winter.';
  expect(render(`<p><font size="5">The bridge</font>${rest}</p>`)).toMatch(/^## The bridge\n/);
  expect(render(`<p><font size="+2" color="navy">The bridge</font>${rest}</p>`)).toMatch(/^## The bridge\n/);
  for (const text of [
    '<font size="5">The bridge is closed.</font>',
    `<font size="5">${'The bridge is closed and '.repeat(5)}</font>`,
    '<font size="4">The bridge</font>',
    '<font size="5">The bridge</font> is closed',
  ])
    expect(render(`<p>${text}${rest}</p>`)).not.toContain('#');
});

test('a list of Word is as deep as its levels say', () => {
  const item = (level: number, mark: string, text: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${mark}&nbsp;&nbsp;</span>${text}</p>`;
  const items = [
    item(2, 'o', 'thin'),
    item(1, '·', 'Ropes'),
    item(3, '§', 'of hemp'),
    item(1, '1.', 'Poles'),
  ];
  expect(render(items.join('\n'))).toBe('- thin\n- Ropes\n  - of hemp\n\n1. Poles');
});

test('a photograph in a heading is none; drawn words are one', () => {
  const text = '<p>The cake is baked for an hour, and then it rests in the tin until the evening.</p>';
  const of = (heading: string) => render(`<h1>Cake</h1>${text}${heading}${text}`);
  const photo = '<img src="/cake.jpg" alt="A slice of cake" width="736" height="1103">';
  expect(of(`<h2>${photo}</h2>`)).toContain('\n\n![A slice of cake](https://example.com/cake.jpg)\n\n');
  expect(of(`<h2>Slices ${photo}</h2>`)).toContain('## Slices ');
  expect(of('<h2><img src="/bake.png" alt="Baking" width="300" height="40"></h2>')).toContain('## ![Baking]');
  expect(of('<h2><img src="/bake.png" alt="Baking"></h2>')).toContain('## ![Baking]');
});
