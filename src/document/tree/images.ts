import { isWebUrl, resolveUrl } from './links.ts';
import type { Element } from './tree.ts';
import { attr, childElements, parentElement } from './tree.ts';

/** Which picture an `<img>` shows, and whether it is one to look at. */

/** Attributes in which lazy loaders keep the picture for later, best first. */
const sources = [
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
    inUse(image, holders, base),
    ...sources.map((name) => attr(image, name)),
    ...holders.flatMap((holder) => sourceSets.map((name) => widest(attr(holder, name)))),
    attr(image, 'src'),
    ...otherSources(image),
  ];
  let first: string | undefined;
  for (const address of candidates) {
    if (address === undefined || /^\s*(?:#|$)/.test(address)) continue;
    const url = resolveUrl(address.trim(), base);
    if (url === undefined || !isWebUrl(url)) continue;
    if (!placeholder.test(url)) return url;
    first ??= url;
  }
  return first;
};

/** What lazy loaders keep under names of their own: `data-wpfc-original-src`, `data-ezsrcset`, `data-flickity-lazyload`. */
const otherSources = ({ attrs }: Element): (string | undefined)[] =>
  attrs
    .filter(({ name }) => name.startsWith('data-'))
    .map(({ name, value }) => {
      if (name.endsWith('srcset')) return widest(value);
      const isSource =
        name.endsWith('src') || (/lazy|original|image|img|photo/.test(name) && isPicture(value));
      return isSource ? value : undefined;
    });

const isPicture = (address: string): boolean =>
  /^[^\s{}<>]+\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]\S*)?$/i.test(address);

/**
 * The picture that the browser shows, in its largest size: which of them it shows depends on the window, and a page that is
 * read from its response must name the same.
 */
const inUse = (image: Element, holders: readonly Element[], base: string): string | undefined => {
  const told = attr(image, 'data-gn-src');
  const shown = told === undefined ? undefined : resolveUrl(told, base);
  if (shown === undefined) return undefined;
  const isShown = (address: string | undefined) =>
    address !== undefined && resolveUrl(address, base) === shown;
  const holder = holders.find(
    (one) =>
      candidatesOf(attr(one, 'srcset')).some(({ address }) => isShown(address)) ||
      (one === image && isShown(attr(one, 'src')?.trim())),
  );
  return widest(holder && attr(holder, 'srcset')) ?? shown;
};

/** What a `srcset` names, `a.jpg 1x, b.jpg 2x`, without pictures that are in it themselves and sizes that are no numbers. */
const candidatesOf = (srcset = ''): { readonly address: string; readonly size: number }[] =>
  // Addresses may hold commas, but not white space, and do not end with them.
  [...srcset.matchAll(/([^\s,](?:\S*[^\s,])?)(?:,+|\s+([^,]*)|$)/g)]
    .map(([, address = '', size = '']) => ({
      address,
      size: size.trim() === '' ? 1 : Number(/^([\d.]+)[wx](?:\s|$)/.exec(size)?.[1]),
    }))
    .filter(({ address, size }) => !address.startsWith('data:') && !Number.isNaN(size));

/** The largest candidate of a `srcset`: `a.jpg 1x, b.jpg 2x` → `b.jpg`. */
const widest = (srcset: string | undefined): string | undefined => {
  const [first, ...others] = candidatesOf(srcset);
  return others.reduce((best, one) => (one.size > (best?.size ?? 0) ? one : best), first)?.address;
};

const trackers =
  /(?:facebook\.com\/tr|doubleclick\.net|google-analytics\.com|googleadservices\.com|scorecardresearch\.com|quantserve\.com|pixel\.wp\.com|bat\.bing\.com|analytics\.twitter\.com|px\.ads\.linkedin\.com|[/.](?:pixel|beacon|track(?:ing)?)(?:\.(?:gif|png|php)|\?))/i;

/** What is shown until a picture comes, by all of its name: a picture that has not come and is called nothing. */
const standIn =
  /\/(?:lazy[_-]?)?(?:blank|clear|empty|grey|loading|pixel|placeholder|spacer|transparent|1x1)(?:\.trans)?\.(?:gif|png|svg)(?:$|\?)/i;

/** What stands for a person beside what they wrote. */
const avatarName = /(?:^|[\s_-])avatar(?:[\s_-]|$)/i;
const avatars = /^https?:\/\/(?:[\w-]+\.)?gravatar\.com\/avatar/i;

/**
 * Pictures nobody looks at: one pixel in size, or in one direction without a name (they hold space), the address of a
 * tracker, a stand-in, an avatar.
 */
export const isOverlooked = (image: Element, url: string | undefined): boolean => {
  const tiny = (name: 'width' | 'height') => /^\s*[01](?:px)?\s*$/.test(attr(image, name) ?? '');
  const style = attr(image, 'style') ?? '';
  const isNamed = (attr(image, 'alt') ?? '').trim() !== '';
  return (
    (tiny('width') && tiny('height')) ||
    (!isNamed && avatarName.test(attr(image, 'class') ?? '')) ||
    (!isNamed && (tiny('width') || tiny('height'))) ||
    /(?:^|;)\s*(?:width|height)\s*:\s*[01]px/i.test(style) ||
    (url !== undefined && (trackers.test(url) || avatars.test(url) || (standIn.test(url) && !isNamed)))
  );
};
