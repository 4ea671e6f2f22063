/**
 * Whether the HTML of a response is all there is to the page: then no browser is needed to read it.
 * Told from the text, without a parser: whatever is not plainly harmless counts as alive.
 */

import { attributeOf, isExecutable, scriptTags } from './scripts.ts';

/** Why a page must be shown in a browser. */
export type Alive = 'script' | 'handler' | 'frame' | 'refresh' | 'shadow_root' | 'hidden_by_style' | 'large';

/** In characters: looking through a longer page would hold up the others. */
const longest = 15_000_000;

const handlers = /[\s"'/](on[a-z]{2,})\s*=/gi;
/** These wait for a reader's hand. */
const byHand =
  /^on(?:(?:dbl)?click|auxclick|contextmenu|mouse\w+|key\w+|pointer\w+|touch\w+|drag\w*|drop|wheel|submit|reset|change|input|invalid|select|copy|cut|paste|beforeprint|afterprint)$/i;

const frames = /<(?:i?frame|frameset|object|embed|applet|fencedframe|portal)\b/i;
const refresh = /<meta\b[^<>]*http-equiv\s*=[\s"']*refresh/i;
const shadowRoot = /\bshadowrootmode\b/i;

const styles = /<style\b[^<>]*>([\s\S]*?)(?:<\/style|$)/gi;
const conditional = /@(?:media|supports|container)[^{}@]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/gi;
const hides = /display\s*:\s*none|visibility\s*:\s*hidden/i;

const some = (matches: Iterable<RegExpExecArray>, test: (group: string) => boolean): boolean => {
  for (const [, group = ''] of matches) if (test(group)) return true;
  return false;
};

/** @returns undefined when the page is a function of its bytes. */
export const aliveBy = (html: string): Alive | undefined => {
  if (html.length > longest) return 'large';
  if (some(html.matchAll(scriptTags), isExecutable)) return 'script';
  if (frames.test(html)) return 'frame';
  if (refresh.test(html)) return 'refresh';
  if (shadowRoot.test(html)) return 'shadow_root';
  if (some(html.matchAll(handlers), (name) => !byHand.test(name))) return 'handler';
  // What a style sheet elsewhere hides cannot be known; what the page itself hides can.
  if (some(html.matchAll(styles), (css) => hides.test(css.replace(conditional, ''))))
    return 'hidden_by_style';
  return undefined;
};

/** What a page that is shown as it came must not have, whatever is known of its kind. */
const unfinished = new RegExp(
  `${refresh.source}|\\bid=["']?(?:cf-)?challenge-|/cdn-cgi/challenge-platform/h/|aria-busy=["']?true|document\\.write(?:ln)?\\(`,
  'i',
);

/** In characters: a page with less text waits for more. */
const littleText = 400;

/** Whether the HTML of a page with scripts shows as much as a page: for kinds of pages known to be complete without them. */
export const showsContent = (html: string): boolean =>
  html.length <= longest && !unfinished.test(html) && hasText(html, littleText);

const skipped = /^<(!--|script|style|noscript|template|head|title)(?![\w-])/i;

/** Whether there is so much text outside tags, spaces not counted. Every character is looked at once. */
const hasText = (html: string, enough: number): boolean => {
  let length = 0;
  for (let at = 0; at < html.length && length < enough; ) {
    const tag = html.indexOf('<', at);
    const text = html.slice(at, tag === -1 ? undefined : tag);
    length += text.replace(/\s+/g, '').length;
    if (tag === -1) break;
    const name = skipped.exec(html.slice(tag, tag + 12))?.[1];
    const end = name === undefined ? html.indexOf('>', tag) : endOf(html, name, tag);
    if (end === -1) break;
    at = end + 1;
  }
  return length >= enough;
};

const endOf = (html: string, name: string, from: number): number => {
  const closing = name === '!--' ? /--/g : new RegExp(`</${name}`, 'gi');
  closing.lastIndex = from + 1 + name.length;
  const found = closing.exec(html);
  return found === null ? -1 : html.indexOf('>', found.index);
};

/** Base address of relative links: `<base href>`, or the page's own. @param url absolute. */
export const baseOf = (html: string, url: string): string => {
  for (const [, tag = ''] of html.matchAll(/<base\b([^<>]*)>/gi)) {
    const href = attributeOf(tag, 'href');
    if (href !== undefined) return URL.parse(href.trim(), url)?.href ?? url;
  }
  return url;
};
