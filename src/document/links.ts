import { shownText } from './text.ts';
import type { Element } from './tree.ts';
import { attr, elements, squeeze } from './tree.ts';

const followable = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:']);

/**
 * The absolute form of an address as a browser reads it, control characters removed;
 * undefined if it leads nowhere: `javascript:`, `data:`, `blob:`, broken.
 */
export const resolveUrl = (address: string, base: string): string | undefined => {
  const url = URL.parse(address, base);
  return url !== null && followable.has(url.protocol) ? url.href : undefined;
};

export const isWebUrl = (url: string): boolean => /^https?:/.test(url);

export interface Link {
  readonly url: string;
  readonly text: string;
}

/** Every absolute http(s) link below `roots`, each address once, with the first words that lead there. */
export const readLinks = (roots: readonly Element[], base: string): Link[] => {
  const found = new Map<string, string>();
  for (const root of roots)
    for (const element of [root, ...elements(root)]) {
      const href = element.tagName === 'a' || element.tagName === 'area' ? attr(element, 'href') : undefined;
      const url = href === undefined || href.trim() === '' ? undefined : resolveUrl(href, base);
      if (url === undefined || !isWebUrl(url) || found.get(url)) continue;
      found.set(
        url,
        shownText(element) || squeeze(attr(element, 'title') ?? attr(element, 'aria-label') ?? ''),
      );
    }
  return [...found].map(([url, text]) => ({ url, text }));
};
