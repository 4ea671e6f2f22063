import { withoutAnchor } from '../../url.ts';
import { shownText } from './text.ts';
import type { Element } from './tree.ts';
import { attr, clip, elementsIn, squeeze } from './tree.ts';
import { readersTarget } from './wrappers.ts';

const followable = new Set(
  'http https mailto tel ftp ftps sftp irc ircs xmpp sms geo magnet news sip matrix'
    .split(' ')
    .map((name) => `${name}:`),
);

/**
 * The absolute form of an address as a browser reads it, control characters removed;
 * undefined if it leads nowhere: `javascript:`, `data:`, `blob:`, broken.
 */
export const resolveUrl = (address: string, base: string): string | undefined => {
  const url = URL.parse(address, base);
  return url !== null && followable.has(url.protocol) ? url.href : undefined;
};

/** The same for a link: where it leads a reader in the end. */
export const linkTarget = (address: string, base: string): string | undefined => {
  const url = resolveUrl(address, base);
  return url === undefined ? undefined : readersTarget(url);
};

export const isWebUrl = (url: string): boolean => /^https?:/.test(url);

/** Longer addresses are data in disguise: nobody follows them, and cut they lead elsewhere. */
export const maxUrl = 8192;
const maxLinkText = 500;

export interface Link {
  readonly url: string;
  readonly text: string;
}

/** Where a `<meta http-equiv=refresh>` leads: for a crawl a link like others, where the page has been read before it did. */
const refreshOf = (meta: Element): string | undefined =>
  attr(meta, 'http-equiv')?.trim().toLowerCase() === 'refresh'
    ? /^\s*[\d.]+[\s;,]+(?:url\s*=\s*)?["']?([^"']+)/i.exec(attr(meta, 'content') ?? '')?.[1]
    : undefined;

/** Where a list goes on that shows more by itself as it is scrolled: its other pages often stand here alone. */
const neighbourOf = (link: Element): string | undefined =>
  /(?:^|\s)(?:next|prev)(?:\s|$)/i.test(attr(link, 'rel') ?? '') ? attr(link, 'href') : undefined;

const addressOf = (element: Element): string | undefined => {
  if (element.tagName === 'a' || element.tagName === 'area') return attr(element, 'href');
  if (element.tagName === 'link') return neighbourOf(element);
  return element.tagName === 'meta' ? refreshOf(element) : undefined;
};

const urlOf = (element: Element, base: string): string | undefined => {
  const href = addressOf(element);
  const url = href === undefined || href.trim() === '' ? undefined : linkTarget(href, base);
  return url !== undefined && isWebUrl(url) && url.length <= maxUrl ? url : undefined;
};

/**
 * Every absolute http(s) link of up to `maxUrl` characters below `roots`, each address once, with the first words that
 * lead there, cut at 500 characters.
 */
export const readLinks = (roots: readonly Element[], base: string): Link[] => {
  const found = new Map<string, string>();
  for (const element of elementsIn(roots)) {
    const url = urlOf(element, base);
    if (url === undefined || found.get(url)) continue;
    const text = shownText(element) || squeeze(attr(element, 'title') ?? attr(element, 'aria-label') ?? '');
    found.set(url, clip(text, maxLinkText));
  }
  return [...found].map(([url, text]) => ({ url, text }));
};

/** Every page that the same links lead to, each once: places on a page are that page. */
export const readLinkedPages = (roots: readonly Element[], base: string): string[] => {
  const urls = new Set<string>();
  for (const element of elementsIn(roots)) {
    const url = urlOf(element, base);
    if (url !== undefined) urls.add(url);
  }
  return [...new Set([...urls].map(withoutAnchor))];
};

/** Whether a link leads to who somebody is, as software for talks has it. */
export const leadsToProfile = (element: Element): boolean =>
  element.tagName === 'a' && profile.test(attr(element, 'href') ?? '');
const profile = /\/(?:users?|members?|u|profile|people)\/.|\/~\w/;
