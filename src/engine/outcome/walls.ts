import type { WallOutcome } from '../../contract/outcome.ts';
import type { Mark } from './mark.ts';

/**
 * Pages that stand in the way of the page. A `challenge` is a check that may clear, a `blocked` is a no.
 * A row must not meet an article, a form or a small site's own refusal: a page taken for a wall is a page lost.
 * So each row names what only that wall has; words alone count only where they are all that the page says.
 */
export interface Wall extends Mark {
  readonly outcome: WallOutcome;
  /** Whose it is. */
  readonly by: string;
  /** What it is recognised by, for the caller and the log. */
  readonly sign: string;
}

/** Statuses of refusals. 401 asks for a password, and 404 is a page of the site. */
const refusals = new Set([403, 405, 406, 429, 503]);
const forbidden = new Set([403]);

const challenge = (by: string, sign: string, mark: Mark): Wall => ({
  outcome: 'challenge',
  by,
  sign,
  ...mark,
});
const blocked = (by: string, sign: string, mark: Mark): Wall => ({ outcome: 'blocked', by, sign, ...mark });

/** Words that ask the visitor to prove to be a person. */
const proof =
  /\b(verify|verifying|prove|confirm|check|show|ensure|make sure)\b.{0,60}\b(human|not a (ro)?bot|real person|your connection is secure)\b|\bare you (a )?(human|robot)\b|\b(unusual|suspicious|automated) (traffic|activity|requests|queries)\b|\bpress (&amp;|and) hold\b/i;
/** Fields that a person fills in; those of the widget itself are none. */
const form =
  /<select\b|<textarea\b(?![^>]{0,200}captcha-response)|<input\b(?![^>]{0,200}type="(hidden|submit|button|checkbox)")(?![^>]{0,200}captcha)/i;
const widget =
  /class="[^"]*\b(g-recaptcha|h-captcha|cf-turnstile)\b|data-gn-frame="https:\/\/(challenges\.cloudflare\.com\/|[\w.-]+\.hcaptcha\.com\/|www\.(google|recaptcha)\.(com|net)\/recaptcha\/)/;

export const walls: readonly Wall[] = [
  challenge('cloudflare', 'header cf-mitigated', {
    header: ['cf-mitigated', /challenge/i],
    ofLongPages: true,
  }),
  challenge('cloudflare', 'challenge script', {
    script: /\/cdn-cgi\/challenge-platform\/\S*\/orchestrate\//,
  }),
  challenge('cloudflare', 'challenge page', {
    status: refusals,
    html: /\/cdn-cgi\/challenge-platform\/h\/|id="(cf-)?challenge-(running|error-title|error-text)"/,
  }),
  blocked('cloudflare', 'firewall page', {
    status: refusals,
    title: /^(access denied|attention required|please wait)/i,
    html: /id="cf-error-details"|Cloudflare Ray ID/,
  }),
  blocked('cloudflare', 'firewall error', {
    status: refusals,
    html: /id="cf-error-details"|class="cf-error-code"/,
    text: /\berror(\s+code)?:?\s*(1005|1006|1007|1008|1009|1010|1012|1015|1020|1106)\b/i,
  }),

  blocked('datadome', 'refusal frame', {
    html: /data-gn-frame="https:\/\/[\w.-]*captcha-delivery\.com\/[^"]*[?&;]t=bv\b/,
  }),
  challenge('datadome', 'captcha frame', { html: /data-gn-frame="https:\/\/[\w.-]*captcha-delivery\.com\// }),
  challenge('datadome', 'captcha script', { script: /captcha-delivery\.com\//, text: /^.{0,100}$/ }),
  challenge('datadome', 'request for scripts', {
    text: /^please enable js and disable any ad blocker\.?$/i,
  }),

  challenge('perimeterx', 'captcha', { html: /id="px-captcha/ }),
  blocked('perimeterx', 'denial', { title: /^access to this page has been (denied|blocked)\b/i }),

  challenge('imperva', 'frame', { html: /data-gn-frame="[^"]*\/_Incapsula_Resource\?/ }),
  blocked('imperva', 'incident', {
    status: refusals,
    html: /_Incapsula_Resource|Incapsula incident ID/i,
  }),
  challenge('imperva', 'interruption', {
    title: /^pardon our interruption/i,
    text: /\b(made us think|you are a bot|you were a bot|cookies and javascript)\b/i,
  }),

  challenge('akamai', 'behavioural check', {
    html: /id="sec-(if|cpt-if|if-cpt)(-cpt)?(-container)?"|class="behavioral-content"/,
  }),
  challenge('akamai', 'verification by reload', { html: /http-equiv="refresh"[^>]{0,200}[?&;]bm-verify=/i }),
  blocked('akamai', 'denial', {
    title: /^access denied$/i,
    html: /errors\.edgesuite\.net|Reference(&nbsp;|\s)*#\d+\.[0-9a-f]{6,}\.\d{6,}/i,
  }),
  blocked('akamai', 'refusal', {
    status: refusals,
    html: /errors\.edgesuite\.net\/18\.|Reference(&nbsp;|\s)*#18\.[0-9a-f]{6,}\.\d{6,}/i,
  }),

  challenge('kasada', 'script', {
    script: /\/ips\.js\?\S*(kpsdk|KP_)|\/149e9513-[0-9a-f-]{27}\/[0-9a-f-]{36}\/ips\.js/i,
    text: /^.{0,100}$/,
  }),
  challenge('kasada', 'header x-kpsdk-ct', { status: new Set([429]), header: ['x-kpsdk-ct', /./] }),

  challenge('aws_waf', 'header x-amzn-waf-action', {
    header: ['x-amzn-waf-action', /challenge|captcha/i],
    ofLongPages: true,
  }),
  challenge('aws_waf', 'challenge script', {
    script: /\.awswaf\.com\/\S*\/(challenge|captcha)(\.compact)?\.js/,
    html: /id="(challenge|captcha)-container"/,
  }),
  blocked('aws_waf', 'CloudFront refusal', {
    status: forbidden,
    title: /^error: the request could not be satisfied$/i,
    text: /\brequest blocked\b/i,
  }),

  challenge('vercel', 'header x-vercel-mitigated', {
    header: ['x-vercel-mitigated', /challenge/i],
    ofLongPages: true,
  }),
  blocked('vercel', 'header x-vercel-mitigated', { header: ['x-vercel-mitigated', /deny/i] }),
  challenge('vercel', 'checkpoint', { status: refusals, title: /^vercel security checkpoint$/i }),

  blocked('f5', 'support ID', { text: /\brequested url was rejected\b.{0,80}\bsupport id is:? ?<?\d{6,}/i }),

  blocked('sucuri', 'firewall page', { status: refusals, title: /\bsucuri website firewall\b/i }),
  blocked('sucuri', 'header x-sucuri-block', { status: refusals, header: ['x-sucuri-block', /./] }),
  challenge('sucuri', 'redirection by script', {
    header: ['server', /sucuri/i],
    title: /^you are being redirected/i,
  }),

  challenge('ddos_guard', 'check page', { status: refusals, title: /^ddos-guard$/i }),
  challenge('ddos_guard', 'check script', {
    status: refusals,
    script: /\/\.well-known\/ddos-guard\/|\bcheck\.ddos-guard\.net\//,
  }),

  challenge('siteground', 'header sg-captcha', { header: ['sg-captcha', /challenge/i], ofLongPages: true }),
  challenge('siteground', 'captcha address', { address: /^https?:\/\/[^/]+\/\.well-known\/sgcaptcha\// }),
  challenge('imunify360', 'captcha page', { html: /\bimunify360-(webshield|captcha)|id="i360-/i }),
  blocked('imunify360', 'denial', { text: /^.{0,200}\bdenied\b.{0,20}\bimunify360 bot-protection\b/i }),
  challenge('litespeed', 'verification', {
    title: /^(bot verification|one moment, please)/i,
    text: /\b(verifying that you are not a robot|your request is being verified)\b/i,
  }),
  challenge('anubis', 'check script', { script: /\/\.within\.website\/x\/cmd\/anubis\// }),
  challenge('anubis', 'check page', { title: /^making sure you['’]re not a bot!$/i }),
  challenge('fastly', 'client challenge', {
    title: /^client challenge$/i,
    script: /\/_fs-ch-[\w-]+\//,
  }),
  challenge('radware', 'captcha address', { address: /^https:\/\/validate\.perfdrive\.com\// }),
  challenge('radware', 'captcha page', { title: /^radware (bot manager )?(captcha|page)\b/i }),
  blocked('wordfence', 'refusal', { status: refusals, text: /\bgenerated by wordfence\b/i }),
  blocked('mod_security', 'refusal', { status: refusals, text: /\bgenerated by mod_security\b/i }),
  blocked('azure', 'gateway refusal', {
    status: forbidden,
    html: /\bMicrosoft-Azure-Application-Gateway\/v\d/,
  }),
  blocked('azure', 'front door refusal', {
    status: forbidden,
    header: ['x-azure-ref', /./],
    text: /\bthe request is blocked\b/i,
  }),

  challenge('google', 'address', { address: /^https?:\/\/[\w.-]*\bgoogle\.[a-z.]{2,6}\/sorry\// }),
  challenge('google', 'unusual traffic', {
    status: refusals,
    text: /\bdetected unusual traffic from your computer network\b/i,
  }),
  challenge('amazon', 'captcha form', { html: /<form\b[^>]{0,200}action="[^"]*\/errors\/validateCaptcha"/ }),
  challenge('yandex', 'captcha address', {
    address: /^https?:\/\/[\w.-]*\b(yandex|ya)\.[a-z.]{2,6}\/showcaptcha/,
  }),
  challenge('baidu', 'captcha address', { address: /^https?:\/\/wappass\.baidu\.com\/static\/captcha\// }),
  challenge('alibaba', 'punish address', { address: /^https?:\/\/[^?#]+\/_____tmd_____\/punish\b/ }),
  challenge('alibaba', 'punish frame', { html: /data-gn-frame="[^"]*\/_____tmd_____\/punish\b/ }),
  blocked('reddit', 'network security', {
    status: refusals,
    text: /\byou['’]ve been blocked by network security\b/i,
  }),
  blocked('linkedin', 'status 999', { status: new Set([999]), ofLongPages: true }),

  challenge('unknown', 'title of a check', {
    status: refusals,
    title:
      /^(just a moment|checking your browser|attention required|one moment, please|verify(ing)? (you are|that you are|you're) (a )?human|human verification|robot check|are you a robot)/i,
  }),
  challenge('unknown', 'request for scripts and cookies', {
    status: refusals,
    text: /^.{0,200}\benable javascript and cookies to continue\b/i,
  }),
  challenge('unknown', 'captcha instead of a page', {
    status: refusals,
    html: widget,
    text: /\b(human|robots?|bots?|unusual traffic|automated)\b/i,
    not: /type="password"/i,
  }),
  challenge('unknown', 'captcha and nothing else', {
    status: new Set([200, 202]),
    html: widget,
    text: new RegExp(`^(?=.{0,500}$).*(${proof.source})`, 'i'),
    not: form,
  }),
];
