import { type JsonObject, textsOf, typesOf } from './jsonld.ts';
import type { Element } from './tree.ts';

/** Everything a page says of itself, gathered in one pass over its elements. */
export interface Signals {
  readonly base: string;
  readonly documentTitle: string;
  /** Content of `<meta>`, first of each name or property, names in lower case. */
  readonly meta: ReadonlyMap<string, string>;
  /** Main things of the page as linked data: JSON-LD first, then microdata. */
  readonly things: readonly JsonObject[];
  readonly all: readonly Element[];
}

export const metaText = ({ meta }: Signals, ...names: string[]): string | undefined =>
  names.map((name) => meta.get(name)).find((content) => content !== undefined);

/** The first text of a property among the page's things: articles and products before the page as such. */
export const property = ({ things }: Signals, ...names: string[]): string | undefined => {
  const ranked = [...things].sort((a, b) => Number(isWebPage(a)) - Number(isWebPage(b)));
  return names.flatMap((name) => ranked.flatMap((thing) => textsOf(thing[name])))[0];
};

const isWebPage = (thing: JsonObject) => typesOf(thing).some((type) => type.endsWith('Page'));
