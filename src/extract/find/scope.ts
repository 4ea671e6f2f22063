import type { FieldEvidence } from '../../contract/extract.ts';
import type { Entity } from '../../document/metadata/entity.ts';
import type { Finding } from '../evidence/finding.ts';
import type { PageIndex, Region } from '../page/page-index.ts';
import type { Wish } from '../wishes/wish.ts';

/** Where to look for the fields of an object. */
export interface Scope {
  readonly index: PageIndex;
  /** The part of the page; undefined for what is known as data alone. */
  readonly region: Region | undefined;
  /** What the object is, as data. */
  readonly entity: Entity | undefined;
  /** All entities of the page, where the whole page is looked at. */
  readonly others: readonly Entity[];
  /** The whole page: its meta elements speak of it. */
  readonly isPage: boolean;
  /** The words of the object around. */
  readonly around: readonly string[];
}

/** What an object as a whole is founded on. */
export type Basis = Pick<FieldEvidence, 'source' | 'path' | 'snippet'>;

/** Finds the fields of an object in a scope. @param basis of the object; that of its surest field when not given. */
export type FieldsIn = (wish: Wish, scope: Scope, basis?: Basis) => Finding;

/** What stands in a part of the page: the element at a place and all inside, or what follows it as well. */
export const scopeAt = (index: PageIndex, start: number, end = index.endOf(start)): Scope => ({
  index,
  region: { index, start, end },
  entity: undefined,
  others: [],
  isPage: false,
  around: [],
});

/** What is known of an entity. */
export const scopeOf = (index: PageIndex, entity: Entity, around: readonly string[]): Scope => ({
  index,
  region: undefined,
  entity,
  others: [],
  isPage: false,
  around,
});
