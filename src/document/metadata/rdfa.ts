import { resolveUrl } from '../tree/links.ts';
import type { SelectorOf } from '../tree/selectors.ts';
import type { Document, Element } from '../tree/tree.ts';
import { attr, hasAttr, isElement, walk } from '../tree/tree.ts';
import { type Entity, localName, type Value } from './entity.ts';
import { propertyValue, tokensOf } from './property-value.ts';

/** RDFa Lite as entities. */

/** An entity in the making. */
interface Subject extends Entity {
  readonly properties: Map<string, Value[]>;
}

/** What holds for everything inside an element. */
interface Scope {
  readonly subject: Subject | undefined;
  /** A vocabulary is declared: names without prefix mean something. */
  readonly hasVocabulary: boolean;
}

interface Reader {
  readonly base: string;
  readonly selectorOf: SelectorOf;
  readonly byId: Map<string, Subject>;
  readonly top: Set<Subject>;
}

/** The page's entities by RDFa Lite 1.1, and `about` and `content` of its larger brother, in document order. */
export const readRdfa = (document: Document, base: string, selectorOf: SelectorOf): Entity[] => {
  const reader: Reader = { base, selectorOf, byId: new Map(), top: new Set() };
  const scopes: Scope[] = [{ subject: undefined, hasVocabulary: false }];
  walk(
    document,
    (node) => {
      if (!isElement(node)) return false;
      const around = scopes.at(-1);
      if (around !== undefined) scopes.push(readElement(node, around, reader));
      return true;
    },
    () => {
      scopes.pop();
    },
  );
  return [...reader.top].filter(({ types, properties }) => types.length > 0 || properties.size > 0);
};

const readElement = (element: Element, around: Scope, reader: Reader): Scope => {
  if (element.attrs.length === 0) return around;
  const vocab = attr(element, 'vocab');
  const hasVocabulary = vocab === undefined ? around.hasVocabulary : vocab.trim() !== '';
  const { subject } = around;
  const names = tokensOf(element, 'property')
    .filter((name) => hasVocabulary || name.includes(':'))
    .map(localName);
  const named = subjectOf(element, names.length > 0, reader);
  if (subject !== undefined && names.length > 0) {
    const value = named === undefined ? literalOf(element, reader) : { value: named };
    for (const name of new Set(names)) {
      const values = subject.properties.get(name) ?? [];
      values.push({ ...value, path: () => reader.selectorOf(element) });
      subject.properties.set(name, values);
    }
  } else if (named !== undefined) reader.top.add(named);
  return named === undefined ? { subject, hasVocabulary } : { subject: named, hasVocabulary };
};

/** The entity that an element begins; undefined if it says no more of the one around it. */
const subjectOf = (element: Element, isProperty: boolean, reader: Reader): Subject | undefined => {
  const isTyped = hasAttr(element, 'typeof');
  const address = attr(element, 'about') ?? attr(element, 'resource');
  if (!isTyped && (isProperty || address === undefined)) return undefined;
  const id = address === undefined ? undefined : (resolveUrl(address, reader.base) ?? address);
  const known = id === undefined ? undefined : reader.byId.get(id);
  if (known !== undefined) return known;
  const subject: Subject = {
    source: 'rdfa',
    id,
    types: tokensOf(element, 'typeof').map(localName),
    properties: new Map(),
    path: () => reader.selectorOf(element),
  };
  if (id !== undefined) reader.byId.set(id, subject);
  return subject;
};

const literalOf = (element: Element, { base, byId }: Reader): Omit<Value, 'path'> => {
  const resource = attr(element, 'resource');
  if (resource === undefined || hasAttr(element, 'content')) return propertyValue(element, base);
  const address = resolveUrl(resource, base) ?? resource;
  return { value: byId.get(address) ?? address };
};
