import type { Snapshot } from '../page.ts';

/** Pages that stand in the way of the page: bot walls and challenges. They are neither content nor an error of the site. */

/** A refusal: its title, its HTML, and what is between the tags. */
interface Refusal {
  readonly title: string;
  readonly html: string;
  readonly text: string;
}

/** Whose wall it is, and every pattern that its pages meet. */
interface Mark extends Partial<Readonly<Record<keyof Refusal, RegExp>>> {
  readonly name: string;
  /** Met by other people's pages alone. */
  readonly not?: RegExp;
}

const marks: readonly Mark[] = [
  {
    name: 'cloudflare',
    html: /\/cdn-cgi\/challenge-platform\/h\/|id="(cf-)?challenge-(running|error-title)"/,
  },
  // Ordinary pages deny access and ask to wait, too.
  {
    name: 'cloudflare',
    title: /^(access denied|please wait)/i,
    html: /id="cf-error-details"|Cloudflare Ray ID/,
  },
  { name: 'datadome', html: /captcha-delivery\.com|enable JS and disable any ad blocker/i },
  { name: 'perimeterx', html: /id="px-captcha|px-cdn\.net/ },
  { name: 'imperva', html: /_Incapsula_Resource|Incapsula incident ID/i },
  { name: 'akamai', html: /errors\.edgesuite\.net|Reference(&nbsp;|\s)#\d+\.[0-9a-f]{6,}\.\d{6,}/i },
  {
    name: 'interstitial',
    title:
      /^(just a moment|checking your browser|attention required|one moment, please|verify(ing)? (you are|that you are) human|robot check|are you a robot)/i,
  },
  {
    name: 'captcha',
    html: /class="[^"]*\b(g-recaptcha|h-captcha|cf-turnstile)\b/,
    text: /\b(human|robots?|bots?|unusual traffic|automated)\b/i,
    not: /type="password"/i,
  },
];

/** Walls come with one of these; 401 asks for a password. */
const refusals = new Set([403, 405, 406, 429, 503]);
/** In characters: a wall says little, an article about walls much. */
const littleText = 1500;

/** @returns whose wall it is, or undefined for an ordinary page. */
export const blockedBy = ({ status, headers, title, html }: Snapshot): string | undefined => {
  if (/challenge/i.test(headers['cf-mitigated'] ?? '')) return 'cloudflare';
  if (!refusals.has(status)) return undefined;
  const refusal: Refusal = { title: title.trim(), html, text: textOf(html) };
  if (refusal.text.length >= littleText) return undefined;
  return marks.find((mark) => isMetBy(refusal, mark))?.name;
};

const isMetBy = (refusal: Refusal, { not, ...mark }: Mark): boolean =>
  (['title', 'html', 'text'] as const).every((part) => mark[part]?.test(refusal[part]) ?? true) &&
  !not?.test(refusal.html);

/** What is between the tags, about: for telling little from much. */
const textOf = (html: string): string =>
  html
    .replace(/<(title|script)[\s>][\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
