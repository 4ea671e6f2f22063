import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { collapsedText, removeAll } from '../tree/tree.ts';
import { chooseAll } from './article.ts';

/** The whole page without what is named as clutter. */
const kept = (html: string): string => {
  const body = bodyOf(parseHtml(html));
  removeAll(chooseAll(body).dropped);
  return collapsedText(body);
};

const notice = 'We keep your name and address for as long as you are a member of the club. '.repeat(12);
const story = `<p>${'The old bridge was closed in winter and will be opened again in June. '.repeat(5)}</p>`;
const recipe =
  '<h2>Ingredients</h2><ul><li>200 g flour<li>100 g butter</ul><h2>Method</h2><p>Mix it all, bake it for ten minutes.</p><button>Print</button>';
const bike = (colour: string) =>
  `<li class=ad><h2>${colour} city bike</h2><p>Seven gears, good brakes. 120 francs.</p>`;

test.each([
  [
    'a notice',
    `<header>Club</header><div class=privacy-notice><h1>Privacy notice</h1><p>${notice}</p></div>`,
  ],
  ['a notice below its heading', `<h1>Privacy notice</h1><div class=privacy-notice><p>${notice}</p></div>`],
  ['classifieds', `<h1>Bikes</h1><ul class=ads>${bike('Red')}${bike('Blue')}</ul><footer>© Acme</footer>`],
  ['many classifieds', `<h1>Bikes</h1><ul class=ads>${bike('Red').repeat(30)}</ul><footer>© Acme</footer>`],
  ['cookies to eat', `<h1>Cookies</h1><div class=cookie-container>${recipe}</div>`],
  [
    'a part of a page',
    '<div class=cmp-container><h2>Hire talent</h2><p>Easily.</p><a href=/>Start</a></div>',
  ],
  ['a price', `${story}<div class=share-price>Share price: <b>312.40p</b></div>`],
  ['a slogan', `${story}<p class=copy>Fast and light.</p>`],
  ['a name in large letters', `${story}<h3 class=copy-large>Telephone numbers</h3>`],
  [
    'a question that unfolds its answer',
    `${story}<button class=copy-large>What is a marketing list?</button>`,
  ],
  ['a heading by its words', `<h2 id=social-benefits>Social benefits</h2>${story}`],
  [
    'a section by the words of its heading',
    `${story}<section id=sharing-data-between-components><h2>Sharing data between components</h2><p>Lift it up. <a href=/>More</a></p></section>`,
  ],
  [
    'sections by their headings',
    `<section id=words><h2>Words</h2>${story}</section><section id=ads><h2>Ads</h2><p>An ad has a title and a picture.</p></section>`,
  ],
  [
    'what a text is about',
    `${story}<ul><li class="post-2 hentry category-social-media tag-ads"><h2><a href=/2>How to write</a></h2><p>Short and clear.</p></ul>`,
  ],
  [
    'what a style sheet selects',
    `<div class="flex [&>*:has(+.copy-link)]:me-0">409<button></button></div><p>The mooring is taken.</p>`,
  ],
  [
    'a name made unlike all others',
    `${story}<details class=Faq_item__adFNE><summary>Who may come?</summary>All.</details>`,
  ],
  ['an advanced heading', `<h2 class=kt-adv-heading10415_d18b5d-ca>What to look for</h2>${story}`],
  [
    'a teaser in a banner',
    '<div class="cta cmp-cta__banner"><h2>Hire talent</h2><p>Easily.</p><a href=/>Start</a></div>',
  ],
  [
    'care',
    `${story}<div class=social-care><h2>Social care</h2><p>We run twelve homes in the county. <a href=/>More</a></div>`,
  ],
])('a name does not make clutter of %s', (_, html) => {
  expect(kept(html)).toBe(collapsedText(bodyOf(parseHtml(html))));
});

const link = (text: string) => `<a href="/${text}">${text}</a> `;

test.each([
  ['a share bar', `<div class=post-share><h3>Share this</h3>${link('Facebook')}${link('X')}</div>`],
  ['a share bar without links', '<div class=share-buttons>Share this post</div>'],
  [
    'a share bar that says more',
    `<div class=share><p>If you liked this, please share it with your friends:</p>${link('Facebook')}${link('X')}</div>`,
  ],
  ['social links', `<ul class=social-links><li>${link('Instagram')}<li>${link('Mastodon')}</ul>`],
  [
    'what steers a map',
    '<div class=leaflet-control-container><div class=leaflet-control-scale>300 km</div><a href=//leafletjs.com>Leaflet</a></div>',
  ],
  ['what steers a film', '<div class=plyr__controls><progress>% buffered</progress><div>00:00</div></div>'],
  ['a copy button', '<button class=copy-button>Copied!</button>'],
  ['a copy button that is none', '<span class=copy>Copy code</span>'],
  ['an advertisement', '<div class=ad><h3>New shoes</h3><p>Half the price this week only.</p></div>'],
  ['a label', '<div class=ad>Advertisement</div>'],
  ['a place for one', '<div data-ad-slot=7>Advertisement</div>'],
  [
    'a consent banner',
    `<div class=cookie-banner><h2>Cookies</h2><p>${notice.slice(0, 450)}</p>${link('Policy')}<button>OK</button></div>`,
  ],
  ['a banner in a container', '<div class=cookie-container><p>We use cookies.</p><button>OK</button></div>'],
  ['a banner without a button', '<div class=cookie-notice>This site uses cookies.</div>'],
  [
    'what a player shows over a film',
    '<div class="vjs-error-display vjs-modal-dialog"><p>The media could not be loaded.</p></div>',
  ],
])('%s is clutter', (_, clutter) => {
  expect(kept(`<h1>Bridges</h1>${story}${clutter}`)).toBe(kept(`<h1>Bridges</h1>${story}`));
});

test('for screen readers alone is no text, but for what a number counts', () => {
  const spoken = (text: string) => `<span class="sr-only">${text}</span>`;
  expect(kept(`${story}<div><svg></svg><b>3</b> ${spoken('bedrooms')}</div>`)).toContain('3 bedrooms');
  expect(kept(`${story}<div><b>Beds</b> <b>3</b> ${spoken('bedrooms')}</div>`)).not.toContain('bedrooms');
  expect(kept(`${story}<p><span>10${spoken(' minutes')}</span> <b>mins</b></p>`)).not.toContain('minutes');
});
