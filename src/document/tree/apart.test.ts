import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from './parse.ts';
import { rawText } from './tree.ts';

const read = (html: string): string => rawText(bodyOf(parseHtml(`<body>${html}`)));

test.each([
  ['small letter, capital', '<span>other items</span><a href="/">Seller</a>', 'other items Seller'],
  ['letter, number', '<label>Pack</label><b>12</b>', 'Pack 12'],
  ['number, currency', '<span>99</span><span>EUR</span>', '99 EUR'],
  ['numbers', '<i>1990</i><i>1991</i>', '1990 1991'],
  ['capitals', '<em>LUX</em><span>Columbia</span>', 'LUX Columbia'],
  ['number in a list', '<span>1</span><strong>Anthills</strong>', '1 Anthills'],
  ['a number and what is counted', '<b>1,200+</b><span>bridges</span>', '1,200+ bridges'],
  ['an icon between', '<span>Size<i class="icon"></i></span><span>Large</span>', 'Size Large'],
  ['an element without text between', '<span>Check-up</span><i></i><b>$60</b>', 'Check-up $60'],
  ['a name in brackets, then a date', '<p>ada (Ada P.)<span>June 1</span></p>', 'ada (Ada P.) June 1'],
  ['a comment between', '<span>Size</span><!----><span>Large</span>', 'Size Large'],
  ['inside other elements', '<a><b>Size</b></a><my-tag><u>Large</u></my-tag>', 'Size Large'],
  [
    'data between',
    '<span>Bridge Street (Ada)</span><link href="/"><span>May 5</span>',
    'Bridge Street (Ada) May 5',
  ],
  ['a rating, then a count', '<span>4.2</span><a>128 reviews</a>', '4.2 128 reviews'],
  ['an amount, then how much less it is', '<del>€429</del><span>-19%</span>', '€429 -19%'],
  ['amounts', '<ins>149,00 €</ins><del>199,00 €</del>', '149,00 € 199,00 €'],
  ['an amount behind a word', '<span>Now</span><b>$12.99</b>', 'Now $12.99'],
  [
    'a sentence behind another',
    '<span>The <i>book</i> of D. Knuth.</span><a>Read</a>',
    'The book of D. Knuth. Read',
  ],
  ['a count, then a rating', '<b>31</b><span>4.5 out of 5</span>', '31 4.5 out of 5'],
  ['a count, then in words', '<b>(1,300)</b><span>1300 reviews</span>', '(1,300) 1300 reviews'],
  ['the mark of a paragraph', '<span>(a)</span><span>sells it</span>', '(a) sells it'],
  ['the number of an item', '<span>1.</span><cite>Xie Y.</cite>', '1. Xie Y.'],
  ['the number of a question', '<b>01.</b>Can owls <i>see</i>?', '01. Can owls see?'],
  ['a text, then a badge', 'Workflow DevKit<span>New</span>', 'Workflow DevKit New'],
  [
    'a text, then several words',
    'Black Edition<span>Complete meal</span> in <b>minutes</b>',
    'Black Edition Complete meal in minutes',
  ],
  [
    'a label, then a text',
    '<strong>PRIMARY NOTES</strong>Warm and <i>woody</i>',
    'PRIMARY NOTES Warm and woody',
  ],
  ['an amount, then a text', '<b>$497.99</b>Value: <i>high</i>', '$497.99 Value: high'],
  ['a label, then a number', '<b>Product ID (ePID)</b><span>270</span>', 'Product ID (ePID) 270'],
  ['a label, then its text', '<b>Tags:</b><a>academic</a>', 'Tags: academic'],
  ['a label before a text', '<b>Score:</b>5 or <i>6</i>', 'Score: 5 or 6'],
  ['a sentence, then a link', 'Never again.<a>View all of it</a>', 'Never again. View all of it'],
  ['a word in brackets that leads on', '<span>)</span><a><span>[source]</span></a>', ') [source]'],
  ['an amount, its unit and what it is of', '<b>225</b><i>g</i><a>caster sugar</a>', '225g caster sugar'],
  ['numbers and what they count', '<b>3</b>beds<b>2</b>baths', '3 beds 2 baths'],
  [
    'amounts in units, and what they are of',
    '<div><div><b>2 h</b><b>saved each week</b></div><div><b>40 m</b><b>of shelves</b></div></div>',
    '2 h saved each week40 m of shelves',
  ],
  ['a count and its text', '<strong>1,284</strong>items', '1,284 items'],
  ['a fraction', '<span>1½</span><a>cups</a>', '1½ cups'],
  ['an amount and for whom', '<b>€99</b><span>per user</span>', '€99 per user'],
  ['an amount and how often', '<b>£8</b><small>pcm</small>', '£8 pcm'],
  ['raised cents and how often', '<p><b>$29</b><sup>99</sup>per month</p>', '$2999 per month'],
  ['cents with their point', '$29<sup>.99</sup><span>per month</span>', '$29.99 per month'],
  ['cents in a span', '<b>$29</b><i>.99</i><span>per month</span>', '$29.99 per month'],
  ['raised cents, then a badge', '<b>$99<sup>95</sup></b><i class="badge">Save 29%</i>', '$9995 Save 29%'],
  ['stars, then their number', '<i>★★★★☆</i><a>4.6</a>', '★★★★☆ 4.6'],
  ['a rating, then what it counts', '<a>4.6<i>(128 reviews)</i></a>', '4.6 (128 reviews)'],
  ['a name, then a tag', '<h3>Burrata<i class="tag">V</i></h3>', 'Burrata V'],
  ['a word, then what is said of it', '<h4>reel<i class="signature-attributes">opt</i></h4>', 'reel opt'],
  [
    'code that is a label',
    '<h3><code class="tsd-tag">Readonly</code><span>options</span></h3>',
    'Readonly options',
  ],
  ['a label, then code', '<i class="label">Added</i><code>clear</code>', 'Added clear'],
  ['the letter of a question', '<b>Q</b><span>Which cards do you take?</span>', 'Q Which cards do you take?'],
  [
    'the method and the address of a request',
    '<b>post</b><span>https://a.example/v1</span>',
    'post https://a.example/v1',
  ],
  ['quoted values', '<i>"small"</i><i>"large"</i>', '"small" "large"'],
  ['the method and the path of a request', '<b>GET</b><i>/v1/{id}</i>', 'GET /v1/{id}'],
  ['a date, then a version', '<time>Mar 4, 2025</time><span>v2.1</span>', 'Mar 4, 2025 v2.1'],
  ['a rating, then a count in brackets', '<span>4.5</span><span>(120)</span>', '4.5 (120)'],
  ['a label and its value, by name', '<i class="label">material</i><i>slate</i>', 'material slate'],
  ['tags, by name', '<i class="tag">added</i><b>dark mode</b>', 'added dark mode'],
  [
    'rows of two parts',
    '<div><span>height</span><span>tall</span></div><div><span>colour</span><span>grey</span></div>',
    'height tallcolour grey',
  ],
  ['labels', '<label>name</label><label>other</label>', 'name other'],
  ['labels of boxes', '<label><input>flat</label><label><input>pitched</label>', 'flat pitched'],
  ['a field between', '<b>small</b><input><b>large</b>', 'small large'],
  ['other scripts', '<span>UCLA</span><span>Потвърден</span>', 'UCLA Потвърден'],
])('elements that touch are words apart: %s', (_, html, text) => {
  expect(read(html)).toBe(text);
});

test.each([
  ['part of a word', '<span>compa</span><span>ny</span>'],
  ['first letter', '<span>T</span><span>he</span>'],
  ['small first letter', '<span>i</span><span>Phone</span>'],
  ['ordinal', '<span>23</span><span>rd</span>'],
  ['ordinal of three letters', '<span>2</span><small>ème</small>'],
  ['digits of a counter', '<span>1</span><span>2</span>'],
  ['formula', '<span>H</span><span>2</span>'],
  ['raised', '<span>Area</span><sup>2</sup>'],
  ['text beside an element', 'Data<b>Feed</b>Watch'],
  ['a part of a word in a text', 'Java<b>Script</b> is fun'],
  ['a part of a word at the end', 'We all like Py<b>Torch</b>, and <b>Wi</b>Fi'],
  ['behind an apostrophe', 'Les pays de l’<a>Union européenne</a>'],
  ['texts with a comment between', 'The last Word<!-- -->Press'],
  ['code', '<code><span>get</span><span>User</span></code>'],
  ['lines of code', '<pre><b><span>get</span><span>User</span></b></pre>'],
  ['signs', '<span>tokio.</span><span>Runtime</span>'],
  ['signature', '<span>class </span><span>tokio.</span><span>Runtime</span><span>(</span><i>x</i>'],
  ['what a type holds', '<span>list</span><a>[</a><a>int</a><span>]</span><a>[1]</a>'],
  ['currency before its amount', '<span>$</span><span>12</span>'],
  ['currency behind its amount', '<span>12,90</span><span>€</span>'],
  ['currency in a text', '<i>Only</i> $<b>12</b> each'],
  ['what a program reads', '<b>site:</b><i>example.com</i>'],
  ['a time', '<b>12:</b><b>30</b>'],
  ['a number with a point', '<b>1.</b><b>30</b>'],
  ['an ordinal', '<b class="value">21</b><span>st of May</span>'],
  ['a part of a word behind code', '<code>Map</code><i class="label">s</i>'],
  ['a large first letter', '<b>A</b><span>ll of it</span>'],
  ['a word parted in two', '<div><span>auto</span><span>mobile</span></div><p><i>is</i></p>'],
  ['a line of code beside its number', '<span>3</span>bridge.open();'],
  ['one letter of many', '<i class="label">a</i><i class="label">b</i>'],
  ['ideographs', '<span>東京</span><span>大阪</span>'],
])('what may be one word is left as it is: %s', (_, html) => {
  expect(read(html)).toBe(html.replace(/<[^>]*>/g, ''));
});

test('thousands that touch take no time', () => {
  const pairs = 50_000;
  expect(read('<span>Ab</span>'.repeat(pairs))).toHaveLength(3 * pairs - 1);
  expect(read('Two Ab<b>Cd</b>'.repeat(pairs))).toHaveLength(8 * pairs);
  const long = 'a'.repeat(2_000_000);
  expect(read(`<span>${long} </span><span>B</span>`)).toBe(`${long} B`);
  expect(read(`${'<span><i></i>'.repeat(500)}${'<i></i>'.repeat(pairs)}`)).toBe('');
});
