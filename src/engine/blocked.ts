import type { Snapshot } from '../page.ts';

/** Pages that stand in the way of the page: bot walls and challenges. They are neither content nor an error of the site. */

interface Mark {
  readonly name: string;
  /** Statuses it comes with; undefined for any. */
  readonly statuses?: readonly number[];
  readonly sign: (snapshot: Snapshot) => boolean;
}

const inHtml = (pattern: RegExp) => (snapshot: Snapshot) => pattern.test(snapshot.html);
const inTitle = (pattern: RegExp) => (snapshot: Snapshot) => pattern.test(snapshot.title);
const header = (name: string, pattern: RegExp) => (snapshot: Snapshot) =>
  pattern.test(snapshot.headers[name] ?? '');

const refusals = [401, 403, 405, 406, 429, 503];
/** A challenge is a short page; an article about challenges is not. */
const shortPage = 60_000;

const marks: readonly Mark[] = [
  { name: 'cloudflare', sign: header('cf-mitigated', /challenge/i) },
  {
    name: 'cloudflare',
    sign: inHtml(/id="(cf-)?challenge-(running|form|error-title)"|\/cdn-cgi\/challenge-platform\/h\//),
  },
  {
    name: 'interstitial',
    statuses: refusals,
    sign: inTitle(
      /^(just a moment|checking your browser|attention required|one moment, please|please wait|verify(ing)? (you are|that you are) human|access denied|robot check|are you a robot)/i,
    ),
  },
  { name: 'datadome', statuses: refusals, sign: inHtml(/captcha-delivery\.com|geo\.captcha|datadome/i) },
  { name: 'perimeterx', statuses: refusals, sign: inHtml(/id="px-captcha"|perimeterx/i) },
  { name: 'imperva', sign: inHtml(/_Incapsula_Resource|Incapsula incident ID/i) },
  {
    name: 'akamai',
    statuses: refusals,
    sign: inHtml(/errors\.edgesuite\.net|Reference&nbsp;#|Reference #\d+\.[0-9a-f]+/i),
  },
  { name: 'captcha', statuses: refusals, sign: inHtml(/class="(g-recaptcha|h-captcha|cf-turnstile)"/) },
];

/** @returns whose wall it is, or undefined for an ordinary page. */
export const blockedBy = (snapshot: Snapshot): string | undefined => {
  if (snapshot.html.length > shortPage) return undefined;
  return marks.find(
    ({ statuses, sign }) => (statuses === undefined || statuses.includes(snapshot.status)) && sign(snapshot),
  )?.name;
};
