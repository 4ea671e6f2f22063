import { urlKey } from '../url.ts';

/**
 * Learns which query parameters and routes of a site lead to no other page: who shared it, from where it was
 * linked, which heading of it is meant. Once so many different values have brought copies and none another page, the others are
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

/** What has come of the values of one combination of names. */
interface Kind {
  /** Values that brought copies. */
  readonly copies: Set<string>;
  /** Pages that one of them has brought: a site may write them into every link. */
  readonly pages: Set<string>;
  /** Whether they tell pages apart. */
  isTelling: boolean;
}

/** @param isKnown whether an address is fetched, or will be. */
export const createCopies = (isKnown: (url: string) => boolean): Copies => {
  const kinds = new Map<string, Kind>();
  const kindOf = (name: string): Kind | undefined => {
    const known = kinds.get(name);
    if (known !== undefined || kinds.size >= mostKinds) return known;
    const kind = { copies: new Set<string>(), pages: new Set<string>(), isTelling: false };
    kinds.set(name, kind);
    return kind;
  };
  return {
    learn: (url, isCopy) => {
      const extras = extrasOf(url);
      if (extras === undefined) return;
      const { values, page, isRoute } = extras;
      const kind = kindOf(extras.kind);
      if (kind === undefined) return;
      if (!isCopy) {
        kind.isTelling ||= isRoute || isKnown(page) || kind.pages.has(page);
        kind.pages.add(page);
      } else if (kind.copies.size < proof) kind.copies.add(values);
    },
    isLikely: (url) => {
      const extras = extrasOf(url);
      if (extras === undefined) return false;
      const kind = kinds.get(extras.kind);
      if (kind === undefined || kind.isTelling || kind.copies.size < proof) return false;
      return isKnown(extras.page) || kind.pages.has(extras.page);
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
    return {
      kind: `${host}?${[...names].sort().join('&')}`,
      values: parameters.join('\n'),
      page,
      isRoute: false,
    };
  return route === '' ? undefined : { kind: `${host}#`, values: `${pathname}${route}`, page, isRoute: true };
};
