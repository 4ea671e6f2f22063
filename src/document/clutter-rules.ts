/** How many characters an element may hold and still be taken at its name: a wrapper named `has-ads` is the page. */
type Limit = (characters: number) => boolean;
const always: Limit = () => true;
export const short: Limit = (characters) => characters < 400;

/** What is never wanted, told by names: advertisements, consent banners, share buttons, trackers. */
export interface Rule {
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

export const junkRules: readonly Rule[] = [
  {
    // For screen readers alone: nobody sees it.
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
    limit: (characters) => characters < 30,
  },
  { words: consentVendors, limit: always },
  { words: consent, limit: (characters) => characters < 6000 },
  {
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
];
