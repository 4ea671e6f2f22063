import { createSelectorOf, type SelectorOf } from '../tree/selectors.ts';
import type { Document, Element } from '../tree/tree.ts';
import type { Entity } from './entity.ts';
import { readJsonLd } from './jsonld.ts';
import { type Meta, readMeta } from './meta.ts';
import { readMicrodata } from './microdata.ts';
import { readRdfa } from './rdfa.ts';

/** Elements by the name of their tag, those of each in document order. */
export type ByTag = (tagName: string) => readonly Element[];

/** What a page describes as data: its top-level entities, in document order, and its meta elements. */
export interface Structured {
  readonly jsonld: readonly Entity[];
  readonly microdata: readonly Entity[];
  readonly rdfa: readonly Entity[];
  readonly meta: Meta;
  /** Every element, by its tag. */
  readonly tagged: ByTag;
  readonly selectorOf: SelectorOf;
}

/** @param all every element of the document. Paths are told of the document as it is now. */
export const readStructured = (document: Document, all: readonly Element[], base: string): Structured => {
  const { tagged, items, hasRdfa } = surveyOf(all);
  const selectorOf = createSelectorOf(all);
  return {
    jsonld: readJsonLd(tagged('script')),
    microdata: items.length === 0 ? [] : readMicrodata(items, all, base, selectorOf),
    rdfa: hasRdfa ? readRdfa(document, base, selectorOf) : [],
    meta: readMeta(tagged('meta'), selectorOf),
    tagged,
    selectorOf,
  };
};

/** The elements by their tags, and where data is, found in one pass: most have none. */
const surveyOf = (all: readonly Element[]) => {
  const tags = new Map<string, Element[]>();
  const items: Element[] = [];
  let hasRdfa = false;
  for (const element of all) {
    const same = tags.get(element.tagName);
    if (same === undefined) tags.set(element.tagName, [element]);
    else same.push(element);
    for (const { name } of element.attrs) {
      if (name === 'itemscope') items.push(element);
      // Without one of these nothing is described.
      else if (name === 'typeof' || name === 'vocab') hasRdfa = true;
    }
  }
  const tagged: ByTag = (tagName) => tags.get(tagName) ?? [];
  return { tagged, items, hasRdfa };
};
