import { isWebUrl, resolveUrl } from './links.ts';
import type { Element } from './tree.ts';
import { attr, childElements, parentElement } from './tree.ts';

/** Attributes that hold the picture, best first: the one in use, then what lazy loaders keep for later. */
const sources = [
  'data-gn-src',
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-orig-file',
  'data-full-src',
  'data-hi-res-src',
  'data-actualsrc',
  'data-echo',
  'data-url',
] as const;
const sourceSets = ['srcset', 'data-srcset', 'data-lazy-srcset'] as const;

/** Addresses and names of pictures that stand for a picture still to come. */
const placeholder =
  /(?:^|[/_.-])(?:blank|spacer|pixel|transparent|placeholder|1x1|clear|lazy|grey|loading|empty)[^/]*\.(?:gif|png|svg|jpe?g|webp)(?:$|\?)/i;

/** The absolute address of an `<img>`, the real one rather than a placeholder; undefined if there is none. */
export const imageSource = (image: Element, base: string): string | undefined => {
  const picture = parentElement(image);
  const holders = picture?.tagName === 'picture' ? [image, ...childElements(picture)] : [image];
  const candidates = [
    ...sources.map((name) => attr(image, name)),
    ...holders.flatMap((holder) => sourceSets.map((name) => widest(attr(holder, name)))),
    attr(image, 'src'),
  ];
  const urls = candidates.flatMap((address) => {
    const url = address === undefined || address.trim() === '' ? undefined : resolveUrl(address.trim(), base);
    return url !== undefined && isWebUrl(url) ? [url] : [];
  });
  return urls.find((url) => !placeholder.test(url)) ?? urls[0];
};

/** The largest candidate of a `srcset`: `a.jpg 1x, b.jpg 2x` → `b.jpg`. */
const widest = (srcset: string | undefined): string | undefined => {
  if (srcset === undefined) return undefined;
  let best: string | undefined;
  let bestSize = -1;
  // Addresses may hold commas, but not white space.
  for (const [, address, size] of srcset.matchAll(/([^\s,]\S*[^\s,])(?:\s+([\d.]+)[wx])?\s*(?:,|$)/g)) {
    const own = Number(size ?? 1);
    if (address !== undefined && !address.startsWith('data:') && own > bestSize) {
      best = address;
      bestSize = own;
    }
  }
  return best;
};

const trackers =
  /(?:facebook\.com\/tr|doubleclick\.net|google-analytics\.com|googleadservices\.com|scorecardresearch\.com|quantserve\.com|pixel\.wp\.com|bat\.bing\.com|analytics\.twitter\.com|px\.ads\.linkedin\.com|[/.](?:pixel|beacon|track(?:ing)?)(?:\.(?:gif|png|php)|\?))/i;

/** Pictures nobody looks at: one pixel in size, or the address of a tracker. */
export const isTracker = (image: Element, url: string | undefined): boolean => {
  const tiny = (name: 'width' | 'height') => /^\s*[01](?:px)?\s*$/.test(attr(image, name) ?? '');
  const style = attr(image, 'style') ?? '';
  return (
    (tiny('width') && tiny('height')) ||
    /(?:^|;)\s*(?:width|height)\s*:\s*[01]px/i.test(style) ||
    (url !== undefined && trackers.test(url))
  );
};
