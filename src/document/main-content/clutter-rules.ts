/** What an element holds, as far as it tells whether its name may be believed. */
export interface Held {
  /** Of all text. */
  readonly characters: number;
  /** Of what is read rather than followed or pressed: outside links and buttons. The next three are of this as well. */
  readonly own: number;
  readonly words: number;
  /** Pieces of text that are no labels: they have a number, or end as sentences do. */
  readonly statements: number;
  /** Pieces of text that are more than signs which part numbers or words. */
  readonly said: number;
  /** Links, buttons and fields; the element itself may be one. */
  readonly acts: number;
  readonly headings: number;
  readonly mainHeadings: number;
}

/** How much an element may hold and still be taken at its name: a wrapper named `has-ads` is the page. */
type Limit = (held: Held) => boolean;
const always: Limit = () => true;
export const short: Limit = ({ characters, mainHeadings }) => characters < 400 && mainHeadings === 0;

const isLabel: Limit = ({ words, statements }) => words <= 5 && statements === 0;
/** `share-price` and `social-care` are no buttons: those have a link or button for every few words, or are one label. */
const isBar: Limit = (held) => short(held) && (isLabel(held) || held.own <= 40 * held.acts);
const isCopyButton: Limit = (held) => held.characters < 30 && (isLabel(held) || held.acts > 0);
/** What advertising says is its copy, too: a button of this name says little, a label no more than `Copy code`. */
const saysCopy: Limit = ({ characters, words, statements, acts }) =>
  acts > 0 ? characters <= 20 : characters <= 9 && words > 0 && words <= 2 && statements === 0;
/** A banner asks: what says much more than there is to answer is a notice that is the page, or a recipe for cookies. */
const isQuestion: Limit = ({ characters, own, acts, headings, mainHeadings }) =>
  characters < 6000 && mainHeadings === 0 && own <= 300 * (acts + 1) && headings <= Math.max(1, acts);

/** What is never wanted, told by names: advertisements, consent banners, share buttons, trackers. */
export interface Rule {
  /** Tested on the words of id and class in lower case, one space between and around them. */
  readonly words: RegExp;
  readonly limit: Limit;
  /** Advertisements that have text of their own and together are most of the page: a list of classifieds. */
  readonly maybePage?: true;
  /** All that the cell of a table says is none, nor what a number counts. */
  readonly unlessSeen?: true;
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
  'consent|banner|bar|notice|notification|popup|pop up|modal|message|warning|overlay|wall|dialog|law|alert|disclaimer|layer|preferences|prompt|toast';
/** `cmp-banner` and `cmp-container` are parts of a page that Adobe's software makes. */
const consent = new RegExp(
  ` (?:cookies?|gdpr|ccpa|privacy) (?:[a-z]+ )?(?:${noticeWords}) | cmp (?:[a-z]+ )?(?:consent|prompt|law) | cookies?(?:consent|banner|bar|notice|popup|policy|law|message|overlay) | (?:accept|eu) cookies? `,
);

/** A container may hold anything. */
const consentContainer = / (?:cookies?|gdpr|ccpa|privacy) (?:[a-z]+ )?container /;

/** Signs that part what stands beside them. */
export const isParting = (text: string): boolean => /^[\s/.,:;+×·–−-]+$/.test(text);

/** For screen readers alone, but for such signs, which a style sheet draws. */
export const spokenOnly = anyOf(
  'sr only',
  'visually hidden',
  'visuallyhidden',
  'hidden visually',
  'screen ?reader(?: text| only)?',
  'show for sr',
  'sronly',
  'sr (?:clipped|text)',
  'assistive text',
  'element invisible',
  'offscreen',
  'a11y (?:hidden|text)',
);

export const junkRules: readonly Rule[] = [
  {
    // Nobody sees it, but for a sign drawn in its place where it is all that a cell says. A sign by itself, such as the
    // stroke of a fraction or the point of a price, is drawn by the style sheet.
    words: spokenOnly,
    limit: ({ own, said }) => own === 0 || said > 0,
    unlessSeen: true,
  },
  { words: anyOf('clipped', 'reset variations'), limit: isLabel },
  {
    // What players of films and sound show over them.
    words: anyOf(
      '(?:vjs|plyr|jw|mejs|fp) (?:controls?|control (?:bar|text)|captions|error|error display|modal dialog|text track display)',
    ),
    limit: short,
  },
  { words: anyOf('copy'), limit: saysCopy },
  {
    words: anyOf(
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
    limit: isCopyButton,
  },
  {
    // What maps and films are steered by, as their libraries name it.
    words: anyOf(
      'leaflet control(?: container)?',
      'map(?:box|libre)gl ctrl',
      'ol (?:attribution|scale line|zoom)',
      '(?:plyr|mejs) controls',
    ),
    limit: short,
  },
  { words: consentVendors, limit: always },
  { words: consent, limit: isQuestion },
  { words: consentContainer, limit: (held) => held.acts > 0 && isQuestion(held) },
  {
    words: anyOf(
      'adsbygoogle',
      'ad',
      'ads',
      // Advanced headings of a widespread editor.
      'adv(?! heading)',
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
    maybePage: true,
  },
  {
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
    limit: isBar,
  },
];
