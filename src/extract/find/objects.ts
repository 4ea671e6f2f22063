import { isEntity, type Value } from '../../document/metadata/entity.ts';
import { trust } from '../evidence/candidate.ts';
import { evidenceOf, type Finding, findingsOf, nothing } from '../evidence/finding.ts';
import { placesNamed } from '../sources/attributes.ts';
import { linkedValues, mainEntity, sourceOf } from '../sources/linked.ts';
import { conceptNamed, conceptOf } from '../wishes/concepts.ts';
import type { Wish } from '../wishes/wish.ts';
import { findArray } from './lists.ts';
import { findPairs } from './pairs.ts';
import { type Basis, type FieldsIn, type Scope, scopeAt, scopeOf } from './scope.ts';
import { findValue } from './values.ts';

/** Whatever a schema asks for. */
export const find = (wish: Wish, scope: Scope): Finding => {
  if (wish.kind === 'object') return findObject(wish, scope);
  if (wish.kind === 'array') return findArray(wish, scope, fieldsIn);
  return findValue(wish, scope);
};

/** An object: the entity that is meant, or what stands in the element of its name, or its fields one by one. */
const findObject = (wish: Wish, scope: Scope): Finding => {
  if (wish.fields.length === 0) return findPairs(wish, scope);
  const known = entityFor(wish, scope);
  if (known !== undefined) return known;
  const inElement = scope.region === undefined ? [] : elementsFor(wish, scope);
  const apart = fieldsApart(wish, scope);
  return [apart, ...inElement].reduce((best, one) => (weightOf(one) > weightOf(best) ? one : best), nothing);
};

const weightOf = ({ evidence }: Finding): number => evidence?.confidence ?? 0;

/** @returns null fields and all; nothing where one that is required is missing, or all are. */
const fieldsIn: FieldsIn = (wish, scope, basis) => {
  const found = wish.fields.map((field) => [field.name, find(field, scope)] as const);
  return objectOf(wish, found, basis);
};

const objectOf = (wish: Wish, found: readonly (readonly [string, Finding])[], basis?: Basis): Finding => {
  const strongest = found.reduce<Finding>(
    (best, [, one]) => (weightOf(one) > weightOf(best) ? one : best),
    nothing,
  );
  const isMissing = ([name, { value }]: readonly [string, Finding]) =>
    value === null && wish.required.has(name);
  if (strongest.evidence === null || found.some(isMissing)) return nothing;
  const { data, fields, confidence } = findingsOf(found);
  const { source, path, snippet } = basis ?? strongest.evidence;
  return { value: data, evidence: evidenceOf(source, path, snippet, confidence), inside: fields };
};

const entityFor = (wish: Wish, scope: Scope): Finding | undefined => {
  const { entity, index, isPage, others } = scope;
  const concept = conceptOf(wish, scope.around);
  const values = entity === undefined ? [] : linkedValues(entity, wish, concept).flat();
  const linked = values.find(({ value }) => isEntity(value));
  const isGroup = isPage && linked === undefined && concept === undefined;
  const meant =
    linked !== undefined && isEntity(linked.value)
      ? linked.value
      : isGroup
        ? mainEntity(others, wish, index.page, index.url)
        : undefined;
  if (meant === undefined) return entity && named(wish, values, sourceOf(entity));
  const inner = isGroup ? { ...scope, entity: meant } : scopeOf(index, meant, wish.words);
  const finding = fieldsIn(wish, inner, {
    source: sourceOf(meant),
    path: meant.path(),
    snippet: meant.types.join(' '),
  });
  return finding.evidence === null ? undefined : finding;
};

/** A plain value where an object is wanted is its name. */
const named = (wish: Wish, values: readonly Value[], source: 'jsonld' | 'microdata'): Finding | undefined => {
  const [first] = values;
  const field = wish.fields.find((one) => conceptNamed(one.words)?.name === 'title');
  if (first === undefined || field === undefined || typeof first.value !== 'string') return undefined;
  const evidence = evidenceOf(source, first.path(), first.value, trust[source]);
  return objectOf(
    wish,
    wish.fields.map((one) => [one.name, one === field ? { value: first.value, evidence } : nothing]),
  );
};

const mostElements = 3;

const elementsFor = (wish: Wish, { index, region }: Scope): Finding[] =>
  region === undefined
    ? []
    : placesNamed(wish.words, region)
        .filter((place) => index.textOf(place) !== '')
        .slice(0, mostElements)
        .map((place) =>
          fieldsIn(wish, scopeAt(index, place), {
            source: 'attribute',
            path: index.selectorOf(place),
            snippet: index.textOf(place),
          }),
        );

/** Whoever stands behind a page has another name than the page. */
const parties = new Set(
  'contact agent agency broker realtor dealer landlord owner manager recruiter person kontakt ansprechpartner ansprechpartnerin contacto contatto interlocuteur'.split(
    ' ',
  ),
);

/** Fields looked for where the object is: those that mean something by themselves, or together with its name. */
const fieldsApart = (wish: Wish, scope: Scope): Finding => {
  const isGroup =
    conceptOf(wish, scope.around) === undefined && !wish.words.some((word) => parties.has(word));
  const found = wish.fields.map((field) => {
    const together = conceptNamed([...wish.words, ...field.words]);
    const alone = conceptNamed(field.words);
    const isTold =
      isGroup || (alone !== undefined && !alone.isOwn) || (together !== undefined && together !== alone);
    return [field.name, isTold ? find(field, { ...scope, around: wish.words }) : nothing] as const;
  });
  return objectOf(wish, found);
};
