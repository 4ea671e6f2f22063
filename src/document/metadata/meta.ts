import type { SelectorOf } from '../tree/selectors.ts';
import type { Element } from '../tree/tree.ts';
import { attr, clip, squeeze } from '../tree/tree.ts';

/** What a page says of itself in `<meta>`: Open Graph, Twitter, Dublin Core, citations, its own names. */
export interface Meta {
  /** The contents of a name or property, in lower case, as they follow in the page; white space squeezed, none empty. */
  all(name: string): readonly MetaEntry[];
  /** The first content of the first name that has one. */
  first(...names: readonly string[]): string | undefined;
  /** The first contents of the names that fit. */
  like(pattern: RegExp): readonly string[];
}

export interface MetaEntry {
  readonly content: string;
  /** A CSS selector that finds the element in the page as it was parsed. */
  path(): string;
}

/** In UTF-16 code units: longer contents are cut. */
const maxContent = 10_000;

/** What software leaves where it knows no value: a word for none, or the name of what was to be put in. */
const isLeftOver =
  /^(?:undefined|null|\[object Object\]|\{\{[^{}]*\}\}|\{%[^%]*%\}|<%[^%]*%>|\$\{[^{}]*\}|%[\w.-]+%)$/i;

const keys = ['name', 'property', 'itemprop'];

export const readMeta = (metas: readonly Element[], selectorOf: SelectorOf): Meta => {
  const entries = new Map<string, MetaEntry[]>();
  for (const element of metas) {
    const content = squeeze(clip(attr(element, 'content') ?? '', maxContent));
    if (content === '' || isLeftOver.test(content)) continue;
    const names = keys.flatMap((key) => attr(element, key)?.toLowerCase().match(/\S+/g) ?? []);
    for (const name of new Set(names)) {
      const known = entries.get(name) ?? [];
      known.push({ content, path: () => selectorOf(element) });
      entries.set(name, known);
    }
  }
  const of = (name: string) => entries.get(name) ?? [];
  return {
    all: of,
    like: (pattern) =>
      [...entries].flatMap(([name, [entry]]) =>
        entry !== undefined && pattern.test(name) ? [entry.content] : [],
      ),
    first: (...names) => names.flatMap(of)[0]?.content,
  };
};
