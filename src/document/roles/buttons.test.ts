import { serialize } from 'parse5';
import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { nameButtons } from './buttons.ts';

const named = (html: string): string => {
  const body = bodyOf(parseHtml(html));
  nameButtons(body);
  return serialize(body);
};

test.each([
  ['a heading', '<h3><button>Fees</button></h3>', '<h3><span>Fees</span></h3>'],
  [
    'a heading by its role',
    '<div role="heading"><button>Fees</button></div>',
    '<div role="heading"><span>Fees</span></div>',
  ],
  ['what holds a heading', '<button><h3>Fees</h3></button>', '<div><h3>Fees</h3></div>'],
  [
    'the value of a cell',
    '<table><tbody><tr><td><button><div>Chrome</div><div>92</div></button></td></tr></tbody></table>',
    '<table><tbody><tr><td><div><div>Chrome</div><div>92</div></div></td></tr></tbody></table>',
  ],
  [
    'the name of a column',
    '<table><tbody><tr><th aria-sort="none"><button>Votes <i></i></button></th></tr></tbody></table>',
    '<table><tbody><tr><th aria-sort="none"><div>Votes <i></i></div></th></tr></tbody></table>',
  ],
  [
    'what leads elsewhere',
    '<a href="/manual.pdf"><button>Manual</button></a>',
    '<a href="/manual.pdf"><span>Manual</span></a>',
  ],
  [
    'a word of a sentence',
    '<p>All that a <button>browser</button> does is drawn here.</p>',
    '<p>All that a <span>browser</span> does is drawn here.</p>',
  ],
  [
    'a word of a short sentence',
    '<ul><li>Bring a <button aria-haspopup="dialog">head lamp</button> for the stairs.</li></ul>',
    '<ul><li>Bring a <span aria-haspopup="dialog">head lamp</span> for the stairs.</li></ul>',
  ],
  [
    'a term',
    '<dl><dt>A</dt><dd>B</dd><dt><button aria-expanded="false">Fees</button></dt><dd>None.</dd></dl>',
    '<dl><dt>A</dt><dd>B</dd><dt><span aria-expanded="false">Fees</span></dt><dd>None.</dd></dl>',
  ],
  [
    'what says that it opens what follows',
    '<div><div><button aria-expanded="true">Fees<img src="plus.png"></button></div><div>None.</div></div>',
    '<div><div><summary aria-expanded="true">Fees</summary></div><div>None.</div></div>',
  ],
  [
    'an element of its own that folds out what follows',
    '<x-panel><x-head role="button" aria-expanded="false">Fees</x-head><div>None.</div></x-panel>',
    '<x-panel><summary role="button" aria-expanded="false">Fees</summary><div>None.</div></x-panel>',
  ],
  [
    'what is none by its name and folds out what follows',
    '<div><div role="button" aria-expanded="false"><a>Fees</a></div><div>None.</div></div>',
    '<div><summary role="button" aria-expanded="false"><a>Fees</a></summary><div>None.</div></div>',
  ],
  [
    'what is called so',
    '<button class="accordion">Fees</button><p>None.</p><button class="accordion">Terms</button><p>One year.</p>',
    '<summary class="accordion">Fees</summary><p>None.</p><summary class="accordion">Terms</summary><p>One year.</p>',
  ],
  [
    'an entry of a list that is folded',
    `<h4>Forms</h4>${['Fee', 'Term', 'Note'].map((name) => `<div><button aria-expanded="false">${name}</button></div>`).join('')}`,
    `<h4>Forms</h4>${['Fee', 'Term', 'Note'].map((name) => `<div><summary aria-expanded="false">${name}</summary></div>`).join('')}`,
  ],
  [
    'a question',
    '<button>Are there fees?</button><p>No.</p>',
    '<summary>Are there fees?</summary><p>No.</p>',
  ],
  [
    'the address of an operation',
    '<button><span>get</span><span>/v1/owls/{id}</span></button>',
    '<div><span>get</span> <span>/v1/owls/{id}</span></div>',
  ],
  [
    'a response',
    '<button><svg></svg><strong>404 </strong><div>No such owl</div></button>',
    '<div><svg></svg><strong>404 </strong><div>No such owl</div></div>',
  ],
  [
    'a card that is pressed as a whole',
    '<button><span>Barn owl</span><span>It hunts over open land and nests in towers.</span></button>',
    '<div><span>Barn owl</span> <span>It hunts over open land and nests in towers.</span></div>',
  ],
  [
    'an item of a list that is pressed as a whole',
    '<button role="listitem"><div>Barn owl</div><div>It hunts over open land and nests in towers.</div></button>',
    '<div role="listitem"><div>Barn owl</div><div>It hunts over open land and nests in towers.</div></div>',
  ],
])('text: %s', (_, html, expected) => {
  expect(named(html)).toBe(expected);
});

test.each([
  ['what acts', '<button>Add to cart</button><div>5 €</div>'],
  ['what is done with a column', '<table><tr><th>Votes <button>Sort</button></th></tr></table>'],
  [
    'what shows more of the same',
    '<p>Fees are due.</p><button aria-expanded="false">More</button><p>So are taxes.</p>',
  ],
  ['what nothing follows', '<p>Fees</p><button class="accordion">Are there fees?</button>'],
  ['what is done with what a heading stands over', '<h3>Ingredients <div><button>Metric</button></div></h3>'],
  ['a menu', '<button aria-haspopup="true" aria-expanded="false">Fees</button><ul><li>All</li></ul>'],
  ['a tab', '<button role="tab" aria-expanded="true">Fees</button><p>None.</p>'],
  ['how many there are', '<button>200 comments</button><button><strong>200</strong> more</button>'],
  ['entries of a menu', `<nav>${'<div><button aria-expanded="false">Fees</button></div>'.repeat(3)}</nav>`],
  ['what filters a list', '<button aria-expanded="false">Fees</button>'.repeat(3)],
  ['two beside each other', '<div><button aria-expanded="false">Fees</button></div>'.repeat(2)],
  ['all of an item', '<ul><li><button aria-expanded="false">Fees</button></li><li>Terms</li></ul>'],
  ['what a long label says in two', '<button><b>Add to cart</b><span>Ships tomorrow</span></button>'],
  ['what is one sentence', '<button>Yes, I want to have the letter of the owls every week.</button>'],
  [
    'a choice',
    '<button role="radio"><span>Owl</span><span>A silent hunter of the night over land</span></button>',
  ],
  ['a sign that explains what is beside it', '<button>?</button><div>Size</div>'],
])('no text: %s', (_, html) => {
  expect(named(html)).toContain('<button');
});

test.each([
  ['a sentence beside its name', '<span>200</span><p>the owls</p>', ' aria-expanded="false"', true],
  ['one name', '<div>More</div>', ' aria-expanded="false"', false],
  ['a menu', '<p>Owls</p><p>of old</p>', ' aria-expanded="false" aria-haspopup="true"', false],
  ['what does not fold', '<p>Owls</p><p>of old</p>', '', false],
])('an entry that is folded out: %s', (_, inside, attributes, isEntry) => {
  expect(named(`<button${attributes}>${inside}</button>`).startsWith('<summary')).toBe(isEntry);
});
