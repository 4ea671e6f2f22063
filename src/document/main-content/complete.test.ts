import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { squeeze } from '../tree/tree.ts';
import { readBlocks } from './blocks.ts';
import { complete } from './complete.ts';

const prose =
  '<p>The harbour council met on Tuesday to discuss how the old stone bridge should be repaired before the summer.</p>'.repeat(
    15,
  );
const figure = (caption: string) => `<figure><img src=a.png><figcaption>${caption}</figcaption></figure>`;

/** The captions that are added where only the prose was chosen and every other block has this chance. */
const added = (html: string, chance: number): string[] => {
  const blocks = readBlocks(bodyOf(parseHtml(html)));
  const chances = Float32Array.from(blocks.all, ({ isProse }) => (isProse ? 0.95 : chance));
  const chosen = new Set(blocks.all.filter(({ isProse }) => isProse));
  return [...complete(blocks, chosen, chances)]
    .filter((block) => !chosen.has(block))
    .map(({ nodes }) => squeeze(nodes.map(({ value }) => value).join('')));
};

test('a caption that is as likely content as not stays with its picture among the text', () => {
  const page = `<article>${prose}${figure('The bridge')}${prose}</article>`;
  expect(added(page, 0.45)).toEqual(['The bridge']);
  expect(added(page, 0.3)).toEqual([]);
});

test('on a short page a caption stays that is less likely', () => {
  const paragraph = prose.slice(0, prose.indexOf('</p>') + 4);
  const note = '<p><a href=/bridges>All bridges</a></p>';
  const page = `<article>${paragraph}${note}${figure('The bridge')}${paragraph}</article>`;
  expect(added(page, 0.2)).toEqual(['The bridge']);
  expect(added(page.replace('The bridge', 'Photo: Ada Park'), 0.2)).toEqual([]);
  expect(added(page, 0.02)).toEqual([]);
});

test('a caption that is a link, or stands beside the text, is not added', () => {
  expect(added(`<article>${prose}${figure('<a href=/b>The bridge</a>')}${prose}</article>`, 0.6)).toEqual([]);
  expect(added(`<article>${prose}</article>${figure('Another story')}`, 0.6)).toEqual([]);
  const aside = `<aside>${figure('Advertisement')}${'<p>more to see</p>'.repeat(8)}</aside>`;
  expect(added(`<article>${prose}${aside}${prose}</article>`, 0.6)).toEqual([]);
});

test('the title of chosen code or text in a figure stays with it', () => {
  const listing = `<figure>${prose}<figcaption>Listing 3: The bridge</figcaption></figure>`;
  expect(added(`<article>${prose}${listing}${prose}</article>`, 0.15)).toEqual(['Listing 3: The bridge']);
  expect(added(`<article>${prose}${listing}</article>`, 0.15)).toEqual(['Listing 3: The bridge']);
  expect(added(`<article>${prose}${listing}${prose}</article>`, 0.05)).toEqual([]);
});

test('what is likely stays between chosen text, one block at a time and no link', () => {
  const between = (html: string) => `<article>${prose}${html}${prose}</article>`;
  const line = '<div>Of stone and timber</div>';
  expect(added(between(line), 0.65)).toEqual(['Of stone and timber']);
  expect(added(between(line), 0.55)).toEqual([]);
  expect(added(between(line + line), 0.65)).toEqual([]);
  expect(added(between('<div><a href=/b>Of stone and timber</a></div>'), 0.65)).toEqual([]);
  expect(added(`<article>${prose}${line}</article>`, 0.65)).toEqual([]);
});

test('on a short page a likely link stays, too', () => {
  const short =
    '<p>The harbour council met on Tuesday to discuss how the old stone bridge should be repaired.</p>';
  const page = `<article>${short}<a href=/b>The minutes</a>${short}</article>`;
  expect(added(page, 0.55)).toEqual(['The minutes']);
  expect(added(page, 0.4)).toEqual([]);
  const credit = figure('<a href=/bo>Bo Lin</a>');
  expect(added(`<article>${short}${credit}${short}</article>`, 0.55)).toEqual([]);
});

test('a heading stays with the chosen text right below it', () => {
  const page = `<article>${prose}<h2>The bridge</h2>${prose}<h2>Elsewhere</h2><p>more</p></article>`;
  expect(added(page, 0.2)).toEqual(['The bridge']);
  expect(added(page, 0.05)).toEqual([]);
});

test('a heading stays right above the heading of a part that was chosen', () => {
  const over = (level: number) =>
    `<article>${prose}<h2>Visits</h2><h${level}>By boat</h${level}>${prose}</article>`;
  expect(added(over(3), 0.25)).toEqual(['By boat', 'Visits']);
  expect(added(over(3), 0.15)).toEqual(['By boat']);
  expect(added(over(2), 0.25)).toEqual(['By boat']);
});

test('what is called after questions stays above them', () => {
  const page = (name: string) => `<article>${prose}<h2>${name}</h2><h2>Is it safe?</h2>${prose}</article>`;
  for (const name of ['FAQ', 'Frequently asked questions about visits', 'Häufige Fragen', 'よくある質問'])
    expect(added(page(name), 0.12)).toEqual(['Is it safe?', name]);
  expect(added(page('Faqra'), 0.12)).toEqual(['Is it safe?']);
});

test('a heading stays with chosen text that little parts it from, and over the headings of its parts', () => {
  const parted = `<h2>The bridge</h2>${'<p>By Ada Reed</p>'.repeat(3)}${prose}`;
  expect(added(`<article>${prose}${parted}</article>`, 0.35)).toEqual(['The bridge']);
  expect(added(`<article>${prose}${parted}</article>`, 0.2)).toEqual([]);
  expect(added(`<article>${prose}${parted.replace(prose, `<p>1904</p>${prose}`)}</article>`, 0.35)).toEqual(
    [],
  );
  const nested = `<h2>Repairs</h2><h3>The bridge</h3>${prose}`;
  expect(added(`<article>${prose}${nested}</article>`, 0.35).toSorted()).toEqual(['Repairs', 'The bridge']);
  expect(added(`<article>${prose}${nested.replace('h2', 'h3')}</article>`, 0.35)).toEqual(['The bridge']);
});

test('code among the text stays, whatever is written on its buttons', () => {
  const example = '<div><span>Copy to the clipboard</span><pre><code>git status</code></pre></div>';
  expect(added(`<article>${prose}${example}${prose}</article>`, 0.25)).toEqual(['git status']);
  expect(added(`<article>${prose}${example}${prose}</article>`, 0.1)).toEqual([]);
  const labelled = example.replace('Copy to the clipboard', 'Code:');
  expect(added(`<article>${prose}${labelled}${prose}</article>`, 0.01)).toEqual(['git status']);
  expect(added(`<article>${prose}</article>${example}`, 0.25)).toEqual([]);
});

test('the sign of a link to a paragraph ends no gap with code', () => {
  const example = '<pre>+--+</pre><a href="#p2">¶</a>';
  expect(added(`<article>${prose}${example}${prose}</article>`, 0.01)).toEqual(['+--+']);
  expect(added(`<article>${prose}${example}</article>`, 0.01)).toEqual([]);
});

const tableOf = (rows: string) => `<table><tr><th>Year</th><th>Boats</th></tr>${rows}</table>`;
const cellsOf = (rows: number) =>
  Array.from({ length: rows }, (_, n) => `<tr><td>19${10 + n}</td><td>${n} boats</td></tr>`).join('');

test('a table of data beside the text is whole', () => {
  const table = tableOf(cellsOf(2));
  const cells = ['Year', 'Boats', '1910', '0 boats', '1911', '1 boats'];
  expect(added(`<article>${prose}${table}<p>more</p></article>`, 0.2)).toEqual(cells);
  expect(added(`<article><p>more</p>${table}${prose}</article>`, 0.2)).toEqual(cells);
  expect(added(`<article>${prose}${table}${prose}</article>`, 0.1)).toEqual([]);
  expect(added(`<article>${prose}</article><p>more</p>${table}<p>more</p>`, 0.2)).toEqual([]);
});

test('of a table that is chosen for the most part nothing is missing, of one that arranges the page it is', () => {
  const long =
    '<td>The harbour council met on Tuesday to discuss how the old stone bridge should be repaired.</td>';
  const rows = `<tr><td>1910</td>${long}</tr><tr><td>1911</td>${long}</tr>`;
  expect(added(tableOf(rows), 0.05).toSorted()).toEqual(['1910', '1911', 'Boats', 'Year']);
  expect(added(`<table role=presentation>${rows}</table>`, 0.05)).not.toContain('1910');
});

test('a list of which a third is chosen is whole', () => {
  const item = (text: string) => `<li>${text}</li>`;
  const long = item(
    'The harbour council met on Tuesday to discuss how the old stone bridge should be repaired.',
  );
  const short = Array.from({ length: 6 }, (_, n) => item(`boat ${n}`)).join('');
  expect(added(`<article>${prose}</article><ul>${long}${short}</ul><p>more</p>`, 0.05)).toHaveLength(6);
  const many = Array.from({ length: 40 }, (_, n) => item(`boat ${n}`)).join('');
  expect(added(`<article>${prose}</article><ul>${long}${many}</ul><p>more</p>`, 0.05)).toEqual([]);
});

test('a list between chosen texts is whole, however little of it was chosen', () => {
  const list = '<ul><li><a href=/a>Ada</a></li><li><a href=/b>Bea</a></li></ul>';
  expect(added(`<article>${prose}${list}${prose}</article>`, 0.2)).toEqual(['Ada', 'Bea']);
  expect(added(`<article>${prose}${list}${prose}</article>`, 0.1)).toEqual([]);
  expect(added(`<article>${prose}${list}</article><p>more</p>`, 0.2)).toEqual([]);
});

test('a list that a chosen sentence leads to stays, be it all links', () => {
  const list = '<ul><li><a href=/a>The first report</a></li><li><a href=/b>The second report</a></li></ul>';
  const leading =
    '<p>The council has published all that it was told of the state of the bridge by those who looked at it:</p>';
  expect(added(`<article>${prose}${leading}${list}</article>`, 0.05)).toEqual([
    'The first report',
    'The second report',
  ]);
  expect(added(`<article>${leading}${prose}${list}</article>`, 0.05)).toEqual([]);
  expect(added(`<article>${prose}<p>See also:</p>${list}</article>`, 0.05)).toEqual([]);
});

test('what the links of a list say again and again is not added with the rest of it', () => {
  const item = (n: number) =>
    `<li><p>The ${n}th council met on Tuesday to discuss how the old stone bridge should be repaired.</p><p>€ ${n}</p><a href="/c">Add to cart</a></li>`;
  expect(added(`<ul>${item(4)}${item(5)}${item(6)}</ul>`, 0.3)).toEqual(['€ 4', '€ 5', '€ 6']);
  expect(added(`<ul>${item(4)}${item(5)}</ul>`, 0.3), 'twice may be by chance').toEqual([
    '€ 4',
    'Add to cart',
    '€ 5',
    'Add to cart',
  ]);
});

test('code behind its label at the end of a text stays, as code without one does', () => {
  const labelled = '<div><p>Code: <a href="#">Select all</a></p><pre><code>cast(line)</code></pre></div>';
  expect(added(`<article>${prose}${labelled}</article>`, 0.05)).toEqual(['cast(line)']);
  expect(added(`<article>${prose}<p>Posts: 3</p><p>Code:</p></article>`, 0.02)).toEqual([]);
});

test('a heading in several pieces and an entry that is folded out are one', () => {
  const said = 'Find the owls that were counted in the old harbour, by the number of their ring and nest.';
  const entry = (attributes: string) => `<button${attributes}><span>GET</span><div>${said}</div></button>`;
  expect(added(prose + entry(' aria-expanded="false"'), 0.01)).toEqual(['GET']);
  expect(added(prose + entry(''), 0.01)).toEqual([]);
  expect(added(`${prose}<h3><span>owls</span><div><p>${said}</p></div></h3>`, 0.01)).toEqual(['owls']);
  expect(added(`${prose}<h3><div>${said}</div><button>Expand all</button></h3>`, 0.01)).toEqual([]);
});

test('who is quoted stays with what was chosen of the quotation', () => {
  const source = '<footer>Ada, <cite>The Courier</cite></footer>';
  const page = (quoted: string) => `<article>${prose}<blockquote>${quoted}</blockquote></article>`;
  expect(added(page(prose + source), 0)).toEqual(['Ada, The Courier']);
  expect(added(page(`<cite>Ada</cite>${prose}`), 0)).toEqual(['Ada']);
  expect(added(page(`<p>more</p>${source}`), 0)).toEqual([]);
});

test('what is folded out behind chosen text stays with it as a whole', () => {
  const entry = '<details><summary>Is it old?</summary><p>Yes.</p></details>';
  expect(added(`<article>${prose}${entry}${entry}</article>`, 0.3)).toHaveLength(4);
  expect(added(`<article>${prose}${entry}</article>`, 0.2)).toEqual([]);
  expect(added(`<article>${prose}</article><nav><a href=/>All</a>${entry}</nav>`, 0.3)).toEqual([]);
});

test('what is pressed to fold out chosen text stays over it', () => {
  const entry = (text: string) => `<details><summary>Is it <b>old</b>?</summary>${text}</details>`;
  expect(added(`<article>${prose}${entry(prose)}</article>`, 0.01)).toEqual(['Is it old?']);
  const linked = entry(prose).replace('</summary>', ' <p><a href=/s>Source</a></p></summary>');
  expect(added(`<article>${prose}${linked}</article>`, 0.01)).toEqual(['Is it old?']);
  expect(added(`<article>${prose}${entry('<p>Yes.</p>')}</article>`, 0.01)).toEqual([]);
});

test('all of a section of a short page is filled in, of more blocks than may be missing elsewhere', () => {
  const short = prose.slice(0, prose.indexOf('</p>') + 4);
  const dishes = ['Burrata', '12', 'With basil', 'Calamari', '14', 'With lemon'];
  const lines = dishes.map((text) => `<div>${text}</div>`).join('');
  expect(added(`${short}<h2>Starters</h2>${lines}<h2>Mains</h2>${short}`, 0.05)).toEqual(
    expect.arrayContaining(dishes),
  );
  expect(added(`${short}<div>More</div>${lines}<div>Less</div>${short}`, 0.05)).toEqual([]);
});

test('the value of a chosen label stays with it', () => {
  const blocks = readBlocks(
    bodyOf(
      parseHtml(
        `${prose}<div><strong>SKU</strong><div>OC-1</div></div><div>OC-2</div><dl><dt>Made:</dt><dd>12 March 2024, 9 am</dd></dl>`,
      ),
    ),
  );
  const chosen = new Set(blocks.all.filter(({ isProse, index }) => isProse || index === 15 || index === 18));
  const added = (chance: number) =>
    [
      ...complete(
        blocks,
        chosen,
        Float32Array.from(blocks.all, () => chance),
      ),
    ]
      .filter((block) => !chosen.has(block))
      .map(({ nodes }) => squeeze(nodes.map(({ value }) => value).join('')));
  expect(added(0.35)).toEqual(['OC-1', '12 March 2024, 9 am']);
  // The markup says what is the value of a term.
  expect(added(0.12)).toEqual(['12 March 2024, 9 am']);
  expect(added(0.05)).toEqual([]);
});

test('who took a picture stays below it, though it is all a link', () => {
  const credited = (credit: string) => figure(`<a href=/n>${credit}</a>`);
  expect(added(`<article>${prose}${credited('Photo: Nils Berg')}${prose}</article>`, 0.45)).toEqual([
    'Photo: Nils Berg',
  ]);
  expect(added(`<article>${prose}${credited('All pictures of the bridge')}${prose}</article>`, 0.45)).toEqual(
    [],
  );
});

test('what ends each entry of a list ends the last', () => {
  const card = (date: string) => `<div class="card">${prose}<span class="date">${date}</span></div>`;
  const read = (html: string, isDate: (index: number) => boolean) => {
    const blocks = readBlocks(bodyOf(parseHtml(html)));
    const chosen = new Set(blocks.all.filter(({ isProse }, index) => isProse || isDate(index)));
    const chances = Float32Array.from(blocks.all, () => 0.1);
    return [...complete(blocks, chosen, chances)].length;
  };
  const cards = ['May 1', 'May 2', 'May 3'].map(card).join('');
  expect(read(`${cards}<footer>The harbour</footer>`, (index) => index < 35)).toBe(48);
  expect(read(`${cards}<footer>The harbour</footer>`, (index) => index < 20)).toBe(46);
});

test('on a short page its main part goes on to what is unlikely', () => {
  const short = prose.slice(0, prose.length / 15);
  const rest = '<h2>Sailing</h2><p>Five days, € 290</p><a href="/book">Book now</a><h2>More</h2>';
  const page = (tag: string, text: string) => `<${tag}>${text}${rest}</${tag}><p>Lake Road 4</p>`;
  expect(added(page('main', short), 0.35)).toEqual(['Sailing', 'Five days, € 290']);
  expect(added(`<main>${short}<p>Five days</p><p>Price: --</p></main>`, 0.35)).toEqual(['Five days']);
  expect(added(page('div', short), 0.35)).toEqual([]);
  expect(added(page('main', short), 0.25)).toEqual([]);
  expect(added(page('main', prose), 0.25)).toEqual([]);
});

test('code behind the text is reached over the labels of its tabs', () => {
  const tabs =
    '<button>cURL</button><button>Python</button><pre><code>curl -u key https://api.example</code></pre>';
  expect(added(`<div>${prose}</div><aside>${tabs}</aside>`, 0.15)).toContain(
    'curl -u key https://api.example',
  );
  expect(added(`<div>${prose}</div><p>Read what others say of it</p><aside>${tabs}</aside>`, 0.15)).toEqual(
    [],
  );
});

test('what a sentence leads to stays, be it one list for each item', () => {
  const said = prose.replace(/\.<\/p>$/, ', and on these papers:</p>');
  const list = (name: string) => `<ul><li><ul><li><a href=/a>${name}</a></li></ul></li></ul>`;
  const lists = ['The plan', 'The costs'].map(list).join('');
  expect(added(`<article>${said}${lists}${prose}${list('Tides')}</article>`, 0.02)).toEqual([
    'The plan',
    'The costs',
  ]);
  expect(added(`<article>${said}${list('The plan')}<div>${list('Shop')}</div></article>`, 0.02)).toEqual([
    'The plan',
  ]);
  expect(added(`<article>${prose}${lists}${prose}</article>`, 0.02)).toEqual([]);
});
