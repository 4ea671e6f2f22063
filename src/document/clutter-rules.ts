import type { Measure } from './measure.ts';

/**
 * What surrounds content, told by names. `junk` is never wanted: advertisements, consent banners, share buttons,
 * trackers. `frame` is the site around the page: navigation, sidebars, footers, teasers of other pages.
 */
export type Clutter = 'junk' | 'frame';

/** How much text an element may hold and still be taken at its name: a wrapper named `has-sidebar` is the page. */
type Limit = (own: Readonly<Measure>, page: Readonly<Measure>) => boolean;
const always: Limit = () => true;
export const short: Limit = ({ characters }) => characters < 400;
const tinyOrLinks: Limit = ({ characters, linked }) => characters < 30 || linked > characters / 3;
export const littleProse: Limit = ({ characters, prose }) => prose < 600 || prose < characters / 3;
/** Teasers of other pages may be written in whole sentences. */
const smallPart: Limit = (own, page) => own.prose <= page.prose * 0.4;

export interface Rule {
  readonly clutter: Clutter;
  /** Tested on the words of id and class in lower case, one space between and around them. */
  readonly words: RegExp;
  readonly limit: Limit;
}

const anyOf = (...phrases: string[]) => new RegExp(` (?:${phrases.join('|')}) `);

/** Containers of consent managers, by the names their vendors give them. */
const consentVendors = anyOf(
  'onetrust [a-z]+(?: [a-z]+)?',
  'ot sdk [a-z]+',
  'optanon(?: [a-z]+)*',
  'cybot ?cookiebot ?dialog(?: [a-z]+)*',
  'cookiebot(?: [a-z]+)*',
  'didomi (?:host|popup|notice|consent)(?: [a-z]+)*',
  'qc cmp2 (?:container|ui|main)',
  'usercentrics (?:root|cmp ui|banner)',
  'uc (?:banner|overlay|consent)(?: [a-z]+)*',
  'truste (?:consent|overlay|banner|popframe|box)(?: [a-z]+)*',
  'trustarc (?:banner|overlay|notice)(?: [a-z]+)*',
  'sp message (?:container|iframe|open)',
  'cmp(?:box|wrapper|banner|modal|overlay)\\d*',
  'iubenda cs [a-z]+',
  'cookiescript [a-z]+',
  'osano cm [a-z]+',
  'klaro',
  'borlabs ?cookie(?: [a-z]+)*',
  'cky (?:consent|banner|modal|overlay)(?: [a-z]+)*',
  'cmplz (?:cookiebanner|consent|modal)(?: [a-z]+)*',
  'moove gdpr(?: [a-z]+)*',
  'fc consent root',
  'ketch (?:consent|banner|overlay)(?: [a-z]+)*',
  'shopify pc banner(?: [a-z]+)*',
  'hs eu cookie(?: [a-z]+)*',
  'termly(?: [a-z]+)*',
  'axeptio(?: [a-z]+)*',
  'tarteaucitron(?: [a-z]+)*',
  'cookiefirst(?: [a-z]+)*',
  'cookie law info(?: [a-z]+)*',
  'evidon(?: [a-z]+)*',
  'cc (?:window|banner|revoke)',
);

const noticeWords =
  'consent|banner|bar|notice|notification|popup|pop up|modal|message|warning|overlay|wall|dialog|law|alert|disclaimer|layer|preferences|prompt|toast|container';
const consent = new RegExp(
  ` (?:cookies?|gdpr|ccpa|privacy|cmp) (?:[a-z]+ )?(?:${noticeWords}) | cookies?(?:consent|banner|bar|notice|popup|policy|law|message|overlay) | (?:accept|eu) cookies? `,
);

export const clutterRules: readonly Rule[] = [
  {
    // For screen readers alone: nobody sees it.
    clutter: 'junk',
    words: anyOf(
      'sr only',
      'visually hidden',
      'visuallyhidden',
      'screen reader(?: text| only)?',
      'offscreen',
      'a11y hidden',
    ),
    limit: always,
  },
  {
    clutter: 'junk',
    words: anyOf(
      'copy',
      'copy button',
      'btn copy',
      'copy code',
      'code copy',
      'clipboard',
      'zeroclipboard container',
      'mw editsection',
      'mw cite backlink',
      'footnote backref',
      'reversefootnote',
    ),
    limit: ({ characters }) => characters < 30,
  },
  { clutter: 'junk', words: consentVendors, limit: always },
  { clutter: 'junk', words: consent, limit: ({ characters }) => characters < 6000 },
  {
    clutter: 'junk',
    words: anyOf(
      'adsbygoogle',
      'ad',
      'ads',
      'adv',
      'advert',
      'adverts',
      'advertisement',
      'advertisements',
      'advertising',
      'adsense',
      'adslot',
      'adunit',
      'adbox',
      'adblock',
      'adcontainer',
      'adwrapper',
      'gpt ad',
      'div gpt',
      'dfp',
      'doubleclick',
      'sponsored',
      'sponsor links',
      'taboola',
      'outbrain',
      'mgid',
      'revcontent',
      'zergnet',
    ),
    limit: short,
  },
  {
    clutter: 'junk',
    words: anyOf(
      'share',
      'sharing',
      'shares',
      'sharebar',
      'sharebuttons',
      'sharethis',
      'sharedaddy',
      'shariff',
      'addtoany',
      'addthis',
      'social',
      'socials',
      'socialmedia',
      'social media',
      'follow us',
      'tweet button',
      'fb like',
    ),
    limit: short,
  },
  {
    clutter: 'frame',
    words: anyOf(
      'nav',
      'navbar',
      'navigation',
      'menu',
      'menubar',
      'submenu',
      'megamenu',
      'topnav',
      'sidenav',
      'breadcrumbs?',
      'breadcrumb',
      'crumbs',
      'pagination',
      'pager',
      'paging',
      'skip',
      'skiplink',
      'toolbar',
      'language switcher',
    ),
    limit: tinyOrLinks,
  },
  {
    clutter: 'frame',
    words: anyOf(
      'sidebar',
      'side bar',
      'sidebars?',
      'rail',
      'right rail',
      'footer',
      'site footer',
      'masthead',
      'site header',
      'page header top',
      'colophon',
      'widget area',
      'copyright',
    ),
    limit: littleProse,
  },
  {
    clutter: 'frame',
    words: anyOf(
      'related',
      'recommended',
      'recommendations?',
      'recirc',
      'recirculation',
      'read next',
      'more stories',
      'more articles',
      'more from',
      'most read',
      'most popular',
      'popular posts',
      'trending',
      'you may(?: also)? like',
      'also like',
      'up next',
      'upsells?',
      'cross ?sells?',
      'recently viewed',
    ),
    limit: smallPart,
  },
  {
    clutter: 'frame',
    words: anyOf('read more', 'readmore', 'next post', 'prev post', 'post nav(?:igation)?', 'teasers?'),
    limit: littleProse,
  },
  {
    clutter: 'frame',
    words: anyOf(
      'newsletter',
      'newsletters',
      'subscribe',
      'subscription',
      'subscriptions',
      'signup',
      'sign up',
      'optin',
      'popup',
      'pop up',
      'modal',
      'lightbox',
      'paywall',
      'login',
      'promo',
      'promotion',
      'cta',
      'author bio',
      'about author',
      'author box',
      'tags',
      'tag list',
      'tagcloud',
    ),
    limit: short,
  },
  {
    // Below an article they are somebody else's words; where little else is written, they are the page.
    clutter: 'frame',
    words: anyOf(
      'comments',
      'comment list',
      'comments area',
      'commentlist',
      'disqus',
      'disqus thread',
      'respond',
    ),
    limit: (own, page) => page.prose - own.prose >= 1000,
  },
];
