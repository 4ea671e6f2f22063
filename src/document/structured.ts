import type { Entity } from './entity.ts';
import { readJsonLd } from './jsonld.ts';
import { type Meta, readMeta } from './meta.ts';
import { readMicrodata } from './microdata.ts';
import { readRdfa } from './rdfa.ts';
import { createSelectorOf, type SelectorOf } from './selectors.ts';
import type { Document, Element } from './tree.ts';

/** What a page describes as data: its top-level entities, in document order, and its meta elements. */
export interface Structured {
  readonly jsonld: readonly Entity[];
  readonly microdata: readonly Entity[];
  readonly rdfa: readonly Entity[];
  readonly meta: Meta;
  readonly selectorOf: SelectorOf;
}

/** @param all every element of the document. Paths are told of the document as it is now. */
export const readStructured = (document: Document, all: readonly Element[], base: string): Structured => {
  const { scripts, metas, items, hasRdfa } = surveyOf(all);
  const selectorOf = createSelectorOf(all);
  return {
    jsonld: readJsonLd(scripts),
    microdata: items.length === 0 ? [] : readMicrodata(items, all, base, selectorOf),
    rdfa: hasRdfa ? readRdfa(document, base, selectorOf) : [],
    meta: readMeta(metas, selectorOf),
    selectorOf,
  };
};

/** Where data is, found in one pass: most elements have none. */
const surveyOf = (all: readonly Element[]) => {
  const scripts: Element[] = [];
  const metas: Element[] = [];
  const items: Element[] = [];
  let hasRdfa = false;
  for (const element of all) {
    if (element.tagName === 'script') scripts.push(element);
    if (element.tagName === 'meta') metas.push(element);
    for (const { name } of element.attrs) {
      if (name === 'itemscope') items.push(element);
      // Without one of these nothing is described.
      else if (name === 'typeof' || name === 'vocab') hasRdfa = true;
    }
  }
  return { scripts, metas, items, hasRdfa };
};
