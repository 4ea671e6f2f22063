import { urlKey } from '../url.ts';

/**
 * What parameters and routes of a site make no other page, learned from the pages that were read: who shared it, from where it was
 * linked, which heading of it is meant. Once so many different values have brought copies and none has brought a page, the others are
 * believed to be copies, too, and need not be asked for.
 */
export interface Copies {
  /** A page was read: it was a copy, or it was not. */
  learn(url: string, isCopy: boolean): void;
  /** Whether an address is believed to be a copy of the same one without them. */
  isLikely(url: string): boolean;
}

/** Different values that must have brought copies. */
const proof = 8;
/** Combinations of names that are remembered: after these, none is learned. */
const mostKinds = 1000;

/** @param isKnown whether an address is fetched, or will be. */
export const createCopies = (isKnown: (url: string) => boolean): Copies => {
  /** Values that brought copies; undefined where one has brought a page. */
  const kinds = new Map<string, Set<string> | undefined>();
  return {
    learn: (url, isCopy) => {
      const extras = extrasOf(url);
      if (extras === undefined) return;
      const { kind, values } = extras;
      if (kinds.size >= mostKinds && !kinds.has(kind)) return;
      const copies = kinds.has(kind) ? kinds.get(kind) : new Set<string>();
      if (!isCopy) kinds.set(kind, undefined);
      else if (copies === undefined || copies.size < proof) kinds.set(kind, copies?.add(values));
    },
    isLikely: (url) => {
      const extras = extrasOf(url);
      return extras !== undefined && kinds.get(extras.kind)?.size === proof && isKnown(extras.page);
    },
  };
};

/** The parameters of an address, of its query and of its route; where there are none, its route; and the page without them. */
const extrasOf = (address: string) => {
  const url = new URL(urlKey(address));
  const { host, pathname, search } = url;
  const [route = '', query = ''] = url.hash.split('?');
  const parameters = [...new URLSearchParams(search), ...new URLSearchParams(query)];
  const names = new Set(parameters.map(([name]) => name));
  url.search = '';
  url.hash = names.size > 0 ? route : '';
  const page = url.href;
  if (names.size > 0)
    return { kind: `${host}?${[...names].sort().join('&')}`, values: parameters.join('\n'), page };
  return route === '' ? undefined : { kind: `${host}#`, values: `${pathname}${route}`, page };
};
