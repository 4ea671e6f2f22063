import { urlKey, withoutParameters } from '../url.ts';

/**
 * What parameters of a site make no other page, learned from the pages that were read: who shared it, from where it was linked,
 * which heading of it is meant. Once so many different values have brought copies and none has brought a page, the others are
 * believed to be copies, too, and need not be asked for.
 */
export interface Copies {
  /** A page was read: it was a copy, or it was not. */
  learn(url: string, isCopy: boolean): void;
  /** Whether an address is believed to be a copy of the same one without its parameters. */
  isLikely(url: string): boolean;
}

const proof = 8;
/** Combinations of names that are remembered: after these, none is learned. */
const mostKinds = 1000;

/** @param isKnown whether an address is fetched, or will be. */
export const createCopies = (isKnown: (url: string) => boolean): Copies => {
  /** Values that brought copies; undefined where one has brought a page. */
  const kinds = new Map<string, Set<string> | undefined>();
  return {
    learn: (url, isCopy) => {
      const { kind, values } = parametersOf(url);
      if (values === '' || (kinds.size >= mostKinds && !kinds.has(kind))) return;
      const copies = kinds.has(kind) ? kinds.get(kind) : new Set<string>();
      if (!isCopy) kinds.set(kind, undefined);
      else if (copies === undefined || copies.size < proof) kinds.set(kind, copies?.add(values));
    },
    isLikely: (url) => kinds.get(parametersOf(url).kind)?.size === proof && isKnown(withoutParameters(url)),
  };
};

/** Of the query, and of that of a route. */
const parametersOf = (url: string) => {
  const { host, search, hash } = new URL(urlKey(url));
  const values = [search, hash.split('?')[1] ?? ''].flatMap((query) => [...new URLSearchParams(query)]);
  const names = new Set(values.map(([name]) => name));
  return { kind: `${host}?${[...names].sort().join('&')}`, values: values.flat().join('\n') };
};
