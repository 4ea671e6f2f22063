import { expect, test } from 'vitest';
import { readPage } from '../page.ts';

const read = (html: string) => readPage(html, 'https://example.com/a/b').metadata;
const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

test.each([
  ['the heading that the title repeats', '<title>One two | Site</title><h1>One two</h1>', 'One two'],
  ['the title without its site', '<title>One - Site</title><meta property=og:site_name content=Site>', 'One'],
  [
    'the declared title',
    '<title>Shop</title><meta property="og:title" content="Blue chairs - Shop"><meta property="og:site_name" content="Shop">',
    'Blue chairs',
  ],
  ['a heading when nothing else is there', '<h1>Only heading</h1>', 'Only heading'],
  [
    'the heading of a thread without its kind',
    '<title>News - Owls in town? | Acme</title><meta property=og:title content="News - Owls in town?"><h1 class=p-title-value><span class="label label--green">News</span><span class=label-append>&nbsp;</span>Owls in town?</h1>',
    'Owls in town?',
  ],
  [
    'the heading without the slogan in it',
    '<title>Owl House | Boxes for barns | Acme</title><h1>Owl House<span class="header__tagline">Sleep by day</span></h1>',
    'Owl House',
  ],
  ['a heading that is a label', '<h1><span class="badge">Owls in town</span></h1>', 'Owls in town'],
  [
    'not the name of the site in its logo',
    '<title>Blue chairs | Owl</title><div class=logo><h1>Owl</h1></div><h1>Blue chairs</h1>',
    'Blue chairs',
  ],
  [
    'not the book that a chapter is of',
    '<title>What is Ownership? - The Book</title><h1>The Book</h1>',
    'What is Ownership?',
  ],
  [
    'a heading without the link in it that nobody sees',
    `<title>Guide | Kiln</title><h1>Guide <a href="#guide">\u200b</a></h1>`,
    'Guide',
  ],
  [
    'not the name of the blog in its only heading of the first level',
    '<title>Owls at Night: Owls in winter</title><h1><a href="https://example.com/">Owls at Night</a></h1><h3>Owls in winter</h3><p>Text</p>',
    'Owls in winter',
  ],
  [
    'the heading of the chapter, not of the book above it',
    '<title>Introduction - The Owl Book</title><meta property=og:site_name content="The Owl Book"><meta property=og:title content="The Owl Book: birds of the night for everybody"><h1>The Owl Book</h1><h1>Introduction</h1>',
    'Introduction',
  ],
  [
    'the chapter, whose book has a heading over its own',
    '<title>Configuration - The Owl Book</title><h1 class="menu-title">The Owl Book</h1><main><h1>Configuration</h1><p>Text</p></main>',
    'Configuration',
  ],
  [
    'what its feed is called after, where the title is for search engines',
    '<title>Owls at night: all you need to know about owls</title><link rel=alternate title="Owls at night and by day Feed"><h1>Owls at night and by day</h1>',
    'Owls at night and by day',
  ],
  [
    'not what stands where a title is to come',
    `<title>Loading…</title>${ld({ '@type': 'Article', headline: 'Kept' })}`,
    'Kept',
  ],
  [
    'a heading without the sign that links to it',
    `<title>Guide — Acme 1.0 documentation</title><h1>Guide<a class='headerlink' href='#guide' title='Link to this heading'>¶</a></h1>`,
    'Guide',
  ],
  [
    'a heading without the sign that an icon font draws',
    `<title>Guide — Acme 1.0 documentation</title><h1>Guide<a class='headerlink' href='#guide'>\uf0c1</a></h1>`,
    'Guide',
  ],
  [
    'a heading without the sign before it',
    '<title>Guide</title><h1><a class=anchor aria-hidden=true href="#guide">#</a> Guide</h1>',
    'Guide',
  ],
  [
    'a heading of the second level without its anchor',
    '<title>Guide</title><h2>Guide <a href="#guide">Permalink</a></h2>',
    'Guide',
  ],
  [
    'a heading without its button',
    '<title>Enum Result - Docs</title><h1>Enum Result <button>Copy item path</button></h1>',
    'Enum Result',
  ],
  [
    'the title without the site that its data names',
    `<title>Owls of the north - Acme Birds</title>${ld({ '@type': 'Organization', name: 'Acme Birds' })}`,
    'Owls of the north',
  ],
  [
    'the title without the site that a link says to be the brand',
    '<title>Acme Birds | Owls</title><a href="/v2/start.html" class="brand-link"><img alt="Acme logo">Acme Birds</a><h1>Owls</h1>',
    'Owls',
  ],
  [
    'the title without the site that its start is linked as',
    '<title>Owls of the north - Acme Birds</title><a href="/"><img alt="Acme Birds"></a><p>Text</p>',
    'Owls of the north',
  ],
  [
    'the heading of an article, whatever search results are to show',
    `<title>Best owls of 2025: all you need | Acme</title><meta property=og:title content="Which owl is for you?">${ld({ '@type': 'Article', headline: 'Which owl is for you?' })}<h1>Which owl is for you?</h1>`,
    'Which owl is for you?',
  ],
  [
    'the subject of a thread without its label',
    '<meta name=generator content=Discourse><title>Owls at night? | Acme Forum</title><h1>Thread: Owls at night?</h1>',
    'Owls at night?',
  ],
  [
    'what is to be read on the page rather than what is declared alone',
    '<title>Owl boxes and nests</title><meta property=og:title content="Boxes for owls"><p>Boxes for owls</p>',
    'Boxes for owls',
  ],
  [
    'the heading that the markup calls so',
    '<title>What owls eat in winter and why | Acme</title><h1 class=post-title>A menu for the cold</h1><p>Text</p>',
    'A menu for the cold',
  ],
  [
    'not the slogan over what is sold',
    '<title>Owl boxes for barns | Acme</title><h1>They deserve a home.</h1><p>Text</p>',
    'Owl boxes for barns',
  ],
  ['words without marks of where to divide them', '<title>Protec&shy;tion</title>', 'Protection'],
  [
    'what stands where a title is to come, where the heading says so',
    '<title>Home</title><h1>Home</h1><h1>News</h1>',
    'Home',
  ],
  [
    'not the heading of a frame',
    '<title>Owls</title><p>Text</p><div data-gn-frame="/a"><h1>Subscribe</h1></div>',
    'Owls',
  ],
  [
    'the heading of a frame that is all there is',
    '<title>Owls</title><div data-gn-frame="/a"><h1>Barn owls</h1></div>',
    'Barn owls',
  ],
  ['not the title of a picture', '<body><svg><title>icon</title></svg><h1>Page</h1>', 'Page'],
  ['nothing', '<p>text</p>', ''],
])('title: %s', (_, html, expected) => {
  expect(read(html).title).toBe(expected);
});

test('the first page of a site may be called as the site is', () => {
  const html =
    '<title>Acme | Boxes for owls</title><meta property=og:title content="Acme | Boxes for owls"><meta property=og:site_name content=Acme><h1>Sleep by day</h1>';
  expect(readPage(html, 'https://example.com/').metadata.title).toBe('Acme | Boxes for owls');
  expect(read(html).title).not.toContain('Acme');
});

test('title: the name of the site is that of its start, also in one of its languages', () => {
  const html = '<title>Owls</title><meta property=og:site_name content=Owls><h2>Buy our nest boxes</h2>';
  const titleAt = (path: string) => readPage(html, `https://example.com${path}`).metadata.title;
  expect(['/', '/de/', '/en-US', '/index.html'].map(titleAt)).toEqual(['Owls', 'Owls', 'Owls', 'Owls']);
});

test('author: who is said to write the blog below its name, where the entry says nothing', () => {
  const html =
    '<title>Owls in winter</title><div>Owls at Night</div><p>by Ada Park</p><h2>Monday, September 8, 2008</h2><h3>Owls in winter</h3><p>They hunt.</p><p>They rest.</p><p>They wait.</p><p>They sleep.</p>';
  expect(readPage(html, 'https://example.com/2008/09/owls.html').metadata.author).toBe('Ada Park');
});

test('title: what is called as a brand is, rather than a heading of a part', () => {
  const html = `<title>Owl Watch - Owls</title><meta property=og:site_name content=Owls>${ld({ '@type': 'Brand', name: 'Owl Watch' })}<h1>Owl Watch</h1><h2>Shop</h2><h2>Quick Links</h2>`;
  expect(read(html).title).toBe('Owl Watch');
});

test('title: the name of the site, where a page says in all places that it is called so', () => {
  const html =
    '<title>Owls in winter</title><meta property=og:site_name content="Owls in winter"><h1>Owls in winter</h1><h1>Related</h1><p>Text</p>';
  expect(read(html).title).toBe('Owls in winter');
});

test('what templates leave where they know nothing is not said of the page', () => {
  const { author, description, site_name } = read(
    '<meta name=author content=undefined><meta name=description content="{{ page.description }}"><meta property=og:site_name content="%SITE_NAME%"><meta name=application-name content=Owls>',
  );
  expect([author, description, site_name]).toEqual([null, null, 'Owls']);
});

test('published: neither what is still to come nor a date that was never set', () => {
  const publishedOf = (date: string, text: string) =>
    read(`<title>Owls</title><meta property="article:published_time" content="${date}"><h1>Owls</h1>${text}`)
      .published_at;
  expect(publishedOf('2099-01-01T00:00:00Z', '<p>Text</p>')).toBe(null);
  expect(publishedOf('1970-01-01T00:00:00Z', '<p>May 3, 2024</p>')).toBe('2024-05-03');
});

test('published: the earlier of two times in a line, whichever is first', () => {
  const html =
    '<title>Owls</title><article><h1>Owls</h1><span class=posted-on><time class=updated datetime="2025-05-01">May 1, 2025</time> <time class=published datetime="2024-05-01">May 1, 2024</time></span><p>Text</p></article>';
  expect(readPage(html, 'https://example.com/blog/owls').metadata.published_at).toBe('2024-05-01');
});

test('canonical URL: not the start of the site that every page of it declares', () => {
  const html = '<meta property=og:url content="https://example.com/">';
  const canonicalAt = (url: string) => readPage(html, url).metadata.canonical_url;
  expect(canonicalAt('https://example.com/a')).toBe(null);
  expect(canonicalAt('https://example.com/?from=mail')).toBe('https://example.com/');
});

test('title: not the name of the site by its address without the host in front', () => {
  const html = '<title>NIGHT BIRDS | Owls-Here.com</title><h1>Owls-Here.com</h1><p>Text</p>';
  expect(readPage(html, 'https://promotions.owls-here.com/a/b').metadata.title).toBe('NIGHT BIRDS');
});

test.each([
  [
    'linked data',
    ld({ '@type': 'Article', author: [{ name: 'Ada Park' }, { name: 'Bo Lin' }] }),
    'Ada Park, Bo Lin',
  ],
  ['linked data in a graph', ld({ '@graph': [{ '@type': ['Thing', 'BlogPosting'], author: 'Ada' }] }), 'Ada'],
  ['not who wrote a review', ld({ '@type': 'Review', author: { name: 'Customer' } }), null],
  ['a meta element', '<meta name=author content="By Ada Park">', 'Ada Park'],
  ['a link', '<a rel=author href=/ada>Ada Park</a>', 'Ada Park'],
  [
    'a link in a line of any language',
    '<h1>T</h1><p>كتبت <a rel=author href=/a>مريم حداد</a></p>',
    'مريم حداد',
  ],
  [
    'whose post it is',
    '<meta property=og:title content="Ada Park (@ada@kelp.example)"><meta property=og:type content=article><p>Text</p>',
    'Ada Park',
  ],
  ['a byline', '<p class="post-byline">By Ada Park on 3 May 2024</p>', 'Ada Park'],
  ['an address is no name', '<meta name=author content="https://x.example">', null],
  [
    'several of a byline',
    '<h1>T</h1><p class=byline>By <a href=/a>Ada Park</a> and <a href=/b>Bo Lin</a>, <span>Editors</span></p>',
    'Ada Park and Bo Lin',
  ],
  ['several in one text', '<h1>T</h1><p>Written by Ada Park and Bo Lin</p>', 'Ada Park and Bo Lin'],
  ['a byline without a class', '<h1>T</h1><div>By Ada van der Park | 5 min read</div>', 'Ada van der Park'],
  ['a name beside a date', '<h1>T</h1><div>Ada Park</div><div>May 3, 2024</div>', 'Ada Park'],
  ['not a label of a price beside a date', '<h1>T</h1><p>Guide Price</p><p>May 3, 2024</p>', null],
  ['not a kind of text beside a date', '<h1>T</h1><p>Press Release</p><p>May 3, 2024</p>', null],
  ['somebody whose name is a word', '<h1>T</h1><p>Ada Price</p><p>May 3, 2024</p>', 'Ada Price'],
  ['not the account of a system', '<meta name=author content="Super User">', null],
  ['nor that of who runs it', '<h1>T</h1><p class=author>Administrator</p>', null],
  [
    'not where else it is to be had, beside a date',
    '<h1>T</h1><div>May 3, 2024</div><div><a href=//a.example>Pod Place</a><a href=//b.example>Earful</a></div>',
    null,
  ],
  [
    'a byline in letters without capitals',
    '<h1>T</h1><p class=byline>بقلم <a href=/a/1>سلمى حداد</a> — 20 مايو 2024</p>',
    'سلمى حداد',
  ],
  ['who is said to have published', '<h1>T</h1><p>Published May 3, 2024 by Ada Park</p>', 'Ada Park'],
  [
    'behind other things on its line',
    '<h1>T</h1><p><span>May 3, 2024</span> · <span>3 min read</span> · <span>By the owl team</span></p>',
    'the owl team',
  ],
  ['in other languages', '<h1>T</h1><p>Publié le 3 mai 2024 par Ada Park</p>', 'Ada Park'],
  ['in other languages, alone', '<h1>T</h1><p>Von Ada Park</p><p>3. Mai 2024</p>', 'Ada Park'],
  ['a line that says what the next one is', '<h1>T</h1><p>Written by</p><p>Ada Park</p>', 'Ada Park'],
  [
    'in the foot of an article',
    '<article><h1>T</h1><p>Text</p><footer class=author>By Ada Park</footer></article>',
    'Ada Park',
  ],
  ['behind a day', '<h1>T</h1><p>January 5th by Ada Park</p>', 'Ada Park'],
  [
    'the starter of a thread',
    '<meta name=generator content=Discourse><h1>T</h1><ul><li><span>Thread starter</span> owl_42</li></ul>',
    'owl_42',
  ],
  ['before a role and a date', '<h1>T</h1><p>Ada Park | Writer | July 2, 2025</p>', 'Ada Park'],
  [
    'everybody who is declared',
    '<meta name=author content="Ada Park"><meta name=author content="Bo Lin">',
    'Ada Park, Bo Lin',
  ],
  [
    'as a catalogue files them',
    '<meta name=DC.creator content="Park, Ada"><meta name=DC.creator content="Lin, Bo B.">',
    'Ada Park, Bo B. Lin',
  ],
  ['a declared name without its role', '<meta name=author content="By Ada Park, Staff Writer">', 'Ada Park'],
  [
    'a name in parts',
    ld({
      '@type': 'Article',
      headline: 'T',
      author: { '@type': 'Person', givenName: 'Ada', familyName: 'Park', url: '/ada' },
    }),
    'Ada Park',
  ],
  ['a degree belongs to the name', '<h1>T</h1><p>By Ada Park, MD, Ph.D.</p>', 'Ada Park, MD, Ph.D.'],
  ['a role does not', '<h1>T</h1><p>By Ada Park, Head of Owls</p>', 'Ada Park'],
  [
    'credit at the end',
    `<h1>T</h1>${'<p>Text</p>'.repeat(30)}<p>This post was written by Ada Park</p>`,
    'Ada Park',
  ],
  [
    'not a heading beside a date',
    `<meta property=og:type content=article><h1>T</h1><p>May 3, 2024</p><h2>Understanding Owls</h2>`,
    null,
  ],
  [
    'not far from the title where nothing says that it was written',
    `<h1>T</h1>${'<p>Text</p>'.repeat(9)}<p class=author>Ada Park</p>`,
    null,
  ],
  [
    'who signs rather than the name of an account',
    `${ld({ '@type': 'Article', headline: 'T', author: 'ada42' })}<h1>T</h1><p>By Ada Park</p>`,
    'Ada Park',
  ],
  [
    'who signs rather than all who helped',
    `${ld({ '@type': 'Article', headline: 'T', author: ['Ada Park', 'Bo Lin'] })}<h1>T</h1><p>By Ada Park</p>`,
    'Ada Park',
  ],
  [
    'many in one meta element',
    '<meta name=author content="Ada van der Park, Bonaventura Lindqvist, Cecilia Montgomery, Dan Oakes">',
    'Ada van der Park, Bonaventura Lindqvist, Cecilia Montgomery, Dan Oakes',
  ],
  [
    'two, as the line below the title joins them',
    `${ld({ '@type': 'Article', headline: 'T', author: ['Ada Park', 'Bo Lin'] })}<h1>T</h1><p>By <a>Ada Park</a> and <a>Bo Lin</a></p>`,
    'Ada Park and Bo Lin',
  ],
  [
    'all three of a list with a comma before its last',
    `${ld({ '@type': 'Article', headline: 'T', author: ['Ada Park', 'Bo Lin', 'Cy van Orr'] })}<h1>T</h1><p>Written by <a>Ada Park</a>, <a>Bo Lin</a>, and <a>Cy van Orr</a></p>`,
    'Ada Park, Bo Lin, and Cy van Orr',
  ],
  [
    'who is named below the title, not who put the page online',
    `${ld({ '@type': 'Article', headline: 'T', author: 'Dan Oakes' })}<h1>T</h1><p>By <a>Ada Park</a>, <i>Columnist</i></p>`,
    'Ada Park',
  ],
  [
    'a person that is declared rather than the site that is named below the title',
    `<meta property=og:site_name content="Owl News">${ld({ '@type': 'Article', headline: 'T', author: 'Ada Park' })}<h1>T</h1><p>By Owl News</p>`,
    'Ada Park',
  ],
  [
    'who is said to have posted a page, far below it',
    `<h1>T</h1>${'<p>Text</p>'.repeat(40)}<p>Posted by <a href="/u/1">Ada Park</a> on <time>2025-12-18</time> in <a href="/t">talk</a></p>`,
    'Ada Park',
  ],
  ['a link to the page of an author', '<h1>T</h1><p><a href="/authors/ada">Ada Park</a></p>', 'Ada Park'],
  [
    'a person rather than the site',
    `<meta property=og:site_name content=Owl>${ld({ '@type': 'Article', headline: 'T', author: 'Owl' })}<h1>T</h1><p class=author>Ada Park</p>`,
    'Ada Park',
  ],
  [
    'the site where nobody is named',
    `<meta property=og:site_name content=Owl>${ld({ '@type': 'Article', headline: 'T', author: 'Owl' })}<h1>T</h1><p>Text</p>`,
    'Owl',
  ],
  [
    'all that a catalogue names',
    '<meta name=citation_author content="Park, Ada"><meta name=citation_author content="Lin, Bo">',
    'Ada Park, Bo Lin',
  ],
  [
    'who began a thread',
    '<meta name=generator content="Discourse"><h1>T</h1><span class=username>owl_42</span><p>Text</p>',
    'owl_42',
  ],
  [
    'not who commented',
    '<h1>T</h1><p>Text</p><p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><p>f</p><p>g</p><p>h</p><p>i</p><p>j</p><div class=comments><p class=author>Bo Lin</p></div>',
    null,
  ],
  [
    'nobody signs a product',
    `${ld({ '@type': 'Product', name: 'P' })}<h1>P</h1><p class=author>Bo Lin</p>`,
    null,
  ],
  [
    'not the shop that what is for sale leads to',
    '<h1>Kettle</h1><div id=bylineInfo><a href=/stores/owl>Visit the Owl Store</a></div><p>Text</p>',
    null,
  ],
  [
    'not a brand that is called so',
    '<h1>Kettle</h1><div id=bylineInfo><a href=/stores/owl>Brand: Owl</a></div><p>Text</p>',
    null,
  ],
  [
    'not who wrote another article of a list',
    `<title>News</title>${ld(['A one', 'B two', 'C three'].map((headline) => ({ '@type': 'Article', headline, author: 'Bo' })))}<h1>News</h1>`,
    null,
  ],
])('author: %s', (_, html, expected) => {
  expect(read(html).author).toBe(expected);
});

test.each([
  [
    'linked data',
    ld({ '@type': 'NewsArticle', datePublished: '2024-05-03T10:00:00+02:00' }),
    '2024-05-03T10:00:00+02:00',
  ],
  [
    'microdata',
    '<div itemscope itemtype="https://schema.org/Article"><time itemprop=datePublished datetime=2024-05-03>May</time></div>',
    '2024-05-03',
  ],
  [
    'a meta element',
    '<meta property="article:published_time" content="2024-05-03 10:00">',
    '2024-05-03T10:00',
  ],
  ['a time element', '<time datetime="2024-05-03">yesterday</time>', '2024-05-03'],
  [
    "an element of the page's own",
    '<h1>T</h1><my-time datetime="2024-05-03">2 years ago</my-time>',
    '2024-05-03',
  ],
  [
    'a time element behind other words',
    '<title>T</title><h1>T</h1><p>By <a href=/ada>Ada Park</a>, <time datetime="2024-05-03">3 hours ago</time></p>',
    '2024-05-03',
  ],
  ['words', '<span class="entry-date">Posted on May 3, 2024 in News</span>', '2024-05-03'],
  ['a line under the title', '<h1>T</h1><p>3 May 2024 · 5 min read</p>', '2024-05-03'],
  ['a line over the title', '<p>May 3, 2024</p><h1>T</h1><p>Text</p>', '2024-05-03'],
  [
    'when it came out, not when it was changed',
    '<h1>T</h1><p>Updated June 5, 2025</p><p>Published May 3, 2024</p>',
    '2024-05-03',
  ],
  [
    'the earlier of two times',
    '<h1>T</h1><p>Updated <time datetime=2025-06-05>June 5</time>, published <time datetime=2024-05-03>May 3</time></p>',
    '2024-05-03',
  ],
  ['when it was changed, if that is all', '<h1>T</h1><p>Updated June 5, 2025</p>', '2025-06-05'],
  ['before it was changed', '<h1>T</h1><p>May 3, 2024. Updated: June 5, 2025</p>', '2024-05-03'],
  ['behind other words', '<h1>T</h1><p>Essay - Published: 2024.05.03 | owls</p>', '2024-05-03'],
  [
    'what is shown, if it is earlier than what is declared',
    `${ld({ '@type': 'Article', headline: 'T', datePublished: '2025-06-05' })}<h1>T</h1><p>May 3, 2024</p>`,
    '2024-05-03',
  ],
  [
    'what is declared, if it is earlier than what is shown',
    `${ld({ '@type': 'Article', headline: 'T', datePublished: '2023-01-02' })}<h1>T</h1><p>May 3, 2024</p>`,
    '2023-01-02',
  ],
  [
    'not a date far from the title where nothing says that it was written',
    `<h1>T</h1>${'<p>Text</p>'.repeat(9)}<p>May 3, 2024</p>`,
    null,
  ],
  [
    'at the heading that is the title, not at that of the site',
    `<title>Owls | Site</title><meta property=og:title content=Owls><h1>Site</h1>${'<p>Text</p>'.repeat(60)}<h2>Owls</h2><p>May 3, 2024</p>`,
    '2024-05-03',
  ],
  [
    'a name that means it',
    '<meta name="w-published-date" content="2024-05-03T06:03:43.274Z">',
    '2024-05-03T06:03:43.274Z',
  ],
  [
    "not the date of a product's review",
    `${ld({ '@type': 'Product', review: { '@type': 'Review', datePublished: '2024-05-03' } })}<h1>P</h1>`,
    null,
  ],
  [
    'not a date in a sentence',
    `<h1>T</h1><p>On May 3, 2024, the council met for the first time in many years to discuss the bridge and its future.</p>`,
    null,
  ],
  ['nothing like a date', '<meta name=date content="soon"><time>10:30</time>', null],
  [
    'beside when the author came',
    '<h1>T</h1><dl><dt>Joined</dt><dd>May 3, 2008</dd></dl><p>Joined: Mon Mar 03, 2009 9:12 pm</p><p>by Ada » <time datetime=2024-05-03>May 3, 2024</time></p>',
    '2024-05-03',
  ],
])('published: %s', (_, html, expected) => {
  expect(read(html).published_at).toBe(expected);
});

test('linked data is read through comments, CDATA, commas and line breaks', () => {
  const json = '\n<!--\n//<![CDATA[\n{"@type":"Article","headline":"A","author":"Ada\nPark",}\n//]]>\n-->\n';
  expect(read(`<script type="application/ld+json">${json}</script>`).author).toBe('Ada Park');
});

test('addresses are absolute, and only those that lead somewhere', () => {
  const metadata = read('<link rel="canonical" href="/c"><meta property="og:image" content="i.png">');
  expect(metadata.canonical_url).toBe('https://example.com/c');
  expect(metadata.image).toBe('https://example.com/a/i.png');
  expect(
    read('<link rel=canonical href="javascript:x"><meta property=og:image content="data:x">'),
  ).toMatchObject({
    canonical_url: null,
    image: null,
  });
});

test('what leads nowhere gives way to what leads somewhere', () => {
  const { canonical_url, image } = read(
    '<link rel=canonical href=""><meta property="og:url" content="/c"><meta property="og:image" content="data:x"><meta name="twitter:image" content="/i.png">',
  );
  expect([canonical_url, image]).toEqual(['https://example.com/c', 'https://example.com/i.png']);
  const linked = ld({
    '@type': 'Article',
    headline: 'A',
    image: ['data:x', { '@type': 'ImageObject', url: '/l.png' }],
  });
  expect(read(linked).image).toBe('https://example.com/l.png');
});

test('an abstract is a description', () => {
  expect(read('<meta name="DCTERMS.abstract" content="Of owls">').description).toBe('Of owls');
});

test.each([
  ['Owls &amp;amp; &amp;quot;mice&amp;quot; of&amp;nbsp;the F&amp;uuml;rst', 'Owls & "mice" of the Fürst'],
  ["<p>I saw <a href='/x'>an owl</a> again</p>", 'I saw an owl again'],
  ['The <table> element', 'The <table> element'],
])('a summary is words, not markup: %s', (content, expected) => {
  expect(read(`<meta name=description content="${content}">`).description).toBe(expected);
});

test('circles in microdata end', () => {
  const html =
    '<div itemscope id=a itemref=b itemtype="https://schema.org/Article"></div><div id=b itemprop=x itemscope itemref=a></div>';
  expect(read(html).title).toBe('');
});

test('what a page says of itself is cut to a few sentences', () => {
  const long = (characters: number) => 'x'.repeat(characters);
  const { title, description, site_name } = read(
    `<title>${long(1500)}</title><meta name=description content="${long(1999)}😀${long(9)}"><meta property="og:site_name" content="${long(3000)}">`,
  );
  expect([title.length, site_name?.length]).toEqual([1000, 2000]);
  expect(description).toBe(long(1999));
});

test('an address too long to follow is none', () => {
  const path = 'x'.repeat(9000);
  const { image, canonical_url } = read(
    `<link rel=canonical href="/${path}"><meta property="og:image" content="https://example.com/${path}">`,
  );
  expect([image, canonical_url]).toEqual([null, null]);
});

test('an address may hold the date', () => {
  const html = '<h1>T</h1><p>Text</p>';
  expect(readPage(html, 'https://example.com/2024/05/03/t').metadata.published_at).toBe('2024-05-03');
});

test('what a frame says of itself is not said of the page around it', () => {
  const post = `<p>By John Roe</p><time datetime=2020-01-01>1 Jan 2020</time>
    <div itemscope itemtype="https://schema.org/Article"><b itemprop=author>Jane Doe</b>
    <time itemprop=datePublished datetime=2019-05-05>5 May</time></div>`;
  const { author, published_at } = read(`<h1>T</h1><div data-gn-frame="/post">${post}</div><p>Text</p>`);
  expect([author, published_at]).toEqual([null, null]);
  expect(read(`<div data-gn-frame="/post">${post}</div>`)).toMatchObject({
    author: 'John Roe',
    published_at: '2019-05-05',
  });
});

test('a page of any size is read in the time of its length', () => {
  const lines = '<div class="author meta byline">By Ada, </div>'.repeat(10_000);
  expect(read(`<title>${'a | '.repeat(50_000)}</title>${lines}`).author).toBe('Ada');
  expect(read('<b>'.repeat(10_000)).author).toBeNull();
});

test.each([
  [
    '/owls/nest/issues/12',
    'Door sticks · Issue #12 · owls/nest · Code',
    '<h1><bdi>Door sticks</bdi> #12</h1>',
    'Door sticks',
  ],
  [
    '/owls/nest/-/issues/12',
    'Door sticks (#12) · Issues · owls / nest',
    '<h1>Door sticks</h1>',
    'Door sticks',
  ],
  ['/show_bug.cgi?id=12', '12 – Door sticks', '<p>Text</p>', 'Door sticks'],
  ['/owls/nest/issues/12', '#12 - Door sticks - owls/nest', '<h1>Door sticks</h1>', 'Door sticks'],
  ['/browse/NEST-12', '[NEST-12] Door sticks - Owl Jira', '<h1>Door sticks</h1>', 'Door sticks'],
  ['/abs/2401.00012', '[2401.00012] Doors that stick', '<h1>Physics &gt; Doors</h1>', 'Doors that stick'],
])('the title of %s is what the issue is called', (path, title, body, expected) => {
  const html = `<title>${title}</title>${body}<p>The door of the nest stays open.</p>`;
  expect(readPage(html, `https://code.example${path}`).metadata.title).toBe(expected);
});

const talked = (body: string) =>
  readPage(`<title>Owls</title>${body}`, 'https://example.com/forum/topic/owls').metadata;

test('who began a talk is said in a line with points or times', () => {
  const line = (name: string) =>
    `<div><span class="score">14 points</span> by <a>${name}</a> <span class="age" title="2026-03-01T09:12:11 1">7 hours ago</span></div>`;
  expect(talked(`<h1>Owls</h1>${line('ruff')}<p>Text</p>`)).toMatchObject({
    author: 'ruff',
    published_at: '2026-03-01T09:12:11',
  });
  expect(talked(`<h1>Owls</h1>${line('ruff')}${line('knot')}`).author).toBeNull();
});

test('a post of WordPress says below its text who wrote it and when', () => {
  const signed =
    'Posted on <time datetime=2024-05-03>May 3, 2024</time> <time datetime=2025-06-05>June 5, 2025</time> <span>Author</span> <a>Ada Park</a>';
  expect(
    read(
      `<body class="single single-post"><aside><a class=comment-author-link>Bo</a> on <a>Owls</a></aside><article><h1>T</h1>${'<p>Text</p>'.repeat(15)}<footer class=entry-footer>${signed}</footer></article>`,
    ),
  ).toMatchObject({ author: 'Ada Park', published_at: '2024-05-03' });
});

test('a talk began when its first post says, however far from the title', () => {
  const post = `<p>${'<a>Tool</a><br>'.repeat(24)}</p><p><a>Post</a> by <a>ada</a> » <time datetime=2024-05-03>May 3, 2024</time></p>`;
  expect(talked(`<h1>Owls</h1>${post}<p>Text`).published_at).toBe('2024-05-03');
});

test('when an issue was created is said before its title, and not by those who answer', () => {
  const issue = `<p>Open</p><p>Issue created <time datetime=2024-05-03>May 3, 2024</time> by <a>Ada Park</a></p><h1>Owls</h1><p>Text`;
  const answer = '<p>Bo Lin <time datetime=2024-05-04>May 4, 2024</time></p>';
  expect(talked(issue + answer).published_at).toBe('2024-05-03');
});

test('who opened an issue is not what unfolds beside a label', () => {
  const head = '<p>Author</p><details><summary>Show options</summary></details><h3><a>ada</a> commented</h3>';
  expect(talked(`<h1>Owls</h1>${head}<p>Text`).author).toBe('ada');
});

test('who began a talk is the member whose name stands before what says when they wrote', () => {
  const member = (said: string) => `<div><a href=/user/ada>ada</a></div><div>${said} 3 May</div>`;
  expect(talked(`<h1>Owls</h1>${member('wrote on')}<p>Text`).author).toBe('ada');
  expect(talked(`<h1>Owls</h1>${member('last seen')}<p>Text`).author).toBeNull();
});

test('who sent a mail to a list stands before the address', () => {
  const mail =
    '<h1>Owls</h1><b>Ada Park</b> <a>ada at example.org</a><br><i>Tue Mar  3 14:02:11 CET 2026</i>';
  expect(talked(mail)).toMatchObject({ author: 'Ada Park', published_at: '2026-03-03' });
});

test.each([
  ['ja', '記者：山田花子', '山田花子'],
  ['zh', '2023-10-11 09:21 来源：江北日报 作者：王丽 字号：大 中 小', '王丽'],
  ['ar', 'كتبت: ليلى حداد', 'ليلى حداد'],
])('a label before a name in %s is none of it', (language, line, expected) => {
  const html = `<html lang="${language}"><meta property="og:type" content="article"><h1>Owls</h1><p class="author">${line}</p><p>2026-03-01</p>`;
  expect(read(html).author).toBe(expected);
});

test('what a table is called is not who wrote it', () => {
  const html =
    '<h1>Line 7</h1><p>From 1 March 2026.</p><table><caption>Towards Hill</caption><tr><td>06:10</td></tr></table>';
  expect(read(html).author).toBeNull();
});
