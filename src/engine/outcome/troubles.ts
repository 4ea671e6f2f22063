import type { PageOutcome } from '../../contract/outcome.ts';
import type { Mark } from './mark.ts';

/** Pages that are answered, and are not what the caller hoped for. The first row that is met counts. */
export interface Trouble extends Mark {
  readonly outcome: PageOutcome;
  readonly sign: string;
}

const range = (from: number, to: number) =>
  new Set(Array.from({ length: to - from + 1 }, (_, index) => from + index));

const serverErrors = range(500, 599);
const clientAndServerErrors = range(400, 599);
/** Where a page of the site is expected: its own troubles have been told apart before. */
const answers = range(200, 499);
const gateway = new Set([502, 503, 504]);

const cdn = (sign: string, mark: Mark): Trouble => ({ outcome: 'cdn_error', sign, ...mark });
const parked = (sign: string, mark: Mark): Trouble => ({ outcome: 'parked', sign, status: answers, ...mark });
const login = (sign: string, mark: Mark): Trouble => ({
  outcome: 'login_wall',
  sign,
  status: answers,
  ...mark,
});

/** Who sells or parks domains, as hosts of frames and scripts. */
const parkers =
  'sedoparking\\.com|parkingcrew\\.net|bodis(cdn)?\\.com|parklogic\\.com|park\\.above\\.com|img1\\.wsimg\\.com/parking-lander';
const dotted = '[\\w-]+(\\.[\\w-]+)+';
/** In the page's own words: articles quote such pages, and speak of them in the middle of a sentence. */
const ownWords = '(?<![\'"‘“„‚«»”’]\\s?|\\b(if|when|whether|that|why|because|says?|means?|reads?)[:,]?\\s)';
const thisDomain = `${ownWords}\\b(this domain( name)?|the domain( name)? ${dotted})`;
const forSale = '(for sale|available for (sale|purchase))';
const offer = new RegExp(
  `${thisDomain} (is|may be|is now|could be) ${forSale}\\b|^${dotted} is for sale\\b|${ownWords}\\bbuy this domain\\b`,
  'i',
);
/** None, the name of the domain, or the offer itself. */
const offerTitle = new RegExp(
  `^$|^${dotted}($|\\s*[-–—|:]\\s|\\s(is|may be|domain)\\b)|^((this|the|premium|buy) )*domain( name)?( ${dotted})?( (is|may be|is now|could be))?( ${forSale}| parking)?( [-–—|] .*|[.!]*)$|\\.[a-z-]{2,24}( is)? ${forSale}\\b`,
  'i',
);
const parkingNotice = new RegExp(
  `(${thisDomain}|${ownWords}\\bthis web ?page) (is|has been) parked\\b|${ownWords}\\bparked free, courtesy of\\b`,
  'i',
);
const loginPath =
  /^https?:\/\/[^?#]*\/((users?|account|accounts|auth|session|sessions|wp|u)[/-]?)*(log-?in|sign-?in|log_in|sign_in|authorize|sso|auth)(\.\w{2,5})?\/?([?#]|$)/i;

export const troubles: readonly Trouble[] = [
  cdn('Cloudflare status', {
    status: new Set([...range(520, 527), 530]),
    header: ['cf-ray', /./],
    ofLongPages: true,
  }),
  cdn('Cloudflare status', {
    status: new Set([...range(520, 527), 530]),
    header: ['server', /^cloudflare$/i],
    ofLongPages: true,
  }),
  cdn('Cloudflare error page', {
    status: clientAndServerErrors,
    html: /id="cf-error-details"|class="cf-error-code"/,
  }),
  cdn('CloudFront error page', {
    status: clientAndServerErrors,
    title: /^error: the request could not be satisfied$/i,
  }),
  cdn('Akamai error page', {
    status: serverErrors,
    html: /errors\.edgesuite\.net|Reference(&nbsp;|\s)*#\d+\.[0-9a-f]{6,}\.\d{6,}/i,
  }),
  cdn('Fastly error page', { status: serverErrors, text: /^fastly error\b/i }),
  cdn('Varnish error page', { status: serverErrors, text: /\bguru meditation\b.*\bvarnish cache server\b/i }),
  cdn('Azure error page', {
    status: serverErrors,
    header: ['x-azure-ref', /./],
    text: /\bservices aren['’]t available right now\b/i,
  }),
  cdn('Vercel error', { status: serverErrors, header: ['x-vercel-error', /./] }),
  // As nginx and its relatives write it; what is behind them gave no answer.
  cdn('gateway error page', {
    status: gateway,
    html: /<center>\s*<h1>50[234] [\w -]{5,40}<\/h1>\s*<\/center>/i,
  }),
  cdn('gateway error page', { status: gateway, text: /\bno server is available to handle this request\b/i }),

  { outcome: 'origin_error', sign: 'server error', status: serverErrors, ofLongPages: true },
  { outcome: 'rate_limited', sign: 'status 429', status: new Set([429]), ofLongPages: true },

  parked('parking frame', { html: new RegExp(`data-gn-frame="(https?:)?//([\\w-]+\\.)*(${parkers})`, 'i') }),
  parked('parking script', { script: new RegExp(`^https?://([\\w-]+\\.)*(${parkers})`, 'im') }),
  parked('sales address', {
    address:
      /^https?:\/\/(www\.)?(hugedomains\.com\/domain_profile\.cfm|afternic\.com\/forsale\/|sedo\.com\/search\/details)/i,
    ofLongPages: true,
  }),
  parked('offer of the domain', { title: offerTitle, text: offer }),
  parked('parking notice', { text: parkingNotice }),

  login('address of a login', {
    address:
      /^https:\/\/([\w-]+\.)*(linkedin\.com\/(authwall|uas\/login|checkpoint\/)|facebook\.com\/login|instagram\.com\/accounts\/login|(x|twitter)\.com\/(i\/flow\/)?login|reddit\.com\/login|accounts\.google\.com\/|login\.(microsoftonline|live)\.com\/)/i,
    ofLongPages: true,
  }),
  login('password field', { html: /<input\b[^>]{0,200}type="password"/i, address: loginPath }),
  login('password field', {
    html: /<input\b[^>]{0,200}type="password"/i,
    title: /^(log|sign) ?in\b|\b(log|sign) ?in$|\b(login|sign-in) required\b/i,
  }),
  login('status and password field', {
    status: new Set([401, 403]),
    html: /<input\b[^>]{0,200}type="password"/i,
  }),

  // Pictures, drawings, frames and controls are content, too.
  {
    outcome: 'empty',
    sign: 'no text',
    status: answers,
    text: /^$/,
    not: /<(img|svg|canvas|video|audio|picture|table|object|embed|input|button)\b|data-gn-frame="[^"]/i,
  },
  {
    outcome: 'soft_404',
    sign: 'title',
    status: new Set([200]),
    title:
      /^(error )?404\b[\s:|–-]*((page |file )?not found|error)\b|^(page|seite|página) (not found|nicht gefunden|no encontrada|não encontrada)\b|^page introuvable\b/i,
  },
];
