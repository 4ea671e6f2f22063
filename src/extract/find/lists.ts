import { type Entity, everyEntity, isEntity, type Value } from '../../document/metadata/entity.ts';
import { childElements } from '../../document/tree/tree.ts';
import { type Candidate, trust } from '../evidence/candidate.ts';
import { evidenceOf, type Finding, nothing, pathIn } from '../evidence/finding.ts';
import type { Region } from '../page/page-index.ts';
import { coerce } from '../reading/coerce.ts';
import { placesNamed, textFor } from '../sources/attributes.ts';
import { choicesUnder } from '../sources/choices.ts';
import { isWhole } from '../sources/finder.ts';
import { linkedLists, linkedValues, sourceOf } from '../sources/linked.ts';
import { finders } from '../sources/semantic.ts';
import { type Concept, conceptOf } from '../wishes/concepts.ts';
import type { Wish } from '../wishes/wish.ts';
import { wordsIn } from '../wishes/words.ts';
import { labelledPlacesFor, namesOf, singularsOf } from './meant.ts';
import { findPageParts } from './page-parts.ts';
import { findPairList } from './pairs.ts';
import { findRecords } from './records.ts';
import { type FieldsIn, type Scope, scopeOf } from './scope.ts';
import { findInTables } from './tables.ts';
import { candidatesFor, metaNames, settingOf } from './values.ts';

/** Arrays: of entities, of parts of the page that repeat, or of values. */

const maxItems = 1000;
/** Items whose evidence is told. */
const maxTold = 25;

export const findArray = (wish: Wish, scope: Scope, fieldsIn: FieldsIn): Finding => {
  const { items } = wish;
  if (items === undefined) return nothing;
  const concept = conceptOf(wish, scope.around);
  const parts =
    scope.region === undefined ? nothing : listOf(findPageParts(wish, items, concept, scope.region));
  // Of pictures the data of a page know better which are meant; of other parts they tell something else.
  if (parts.evidence !== null && concept?.name !== 'image') return parts;
  const found =
    items.kind === 'object' || items.kind === 'array'
      ? listOfObjects(wish, items, scope, fieldsIn)
      : listOfValues(wish, items, scope);
  if (parts.evidence !== null && found.evidence?.source === 'semantic') return parts;
  const better = [parts, ofEntriesOf(wish, items, scope, fieldsIn)].find((one) => lengthOf(one) > 1);
  return lengthOf(found) < 2 && better !== undefined ? better : found;
};

/** `titles` and `prices`: one value of each entry of a list. */
const ofEntriesOf = (wish: Wish, items: Wish, scope: Scope, fieldsIn: FieldsIn): Finding => {
  if (!told.test(conceptOf(wish, scope.around)?.name ?? '') || items.kind === 'object') return nothing;
  const entry: Wish = { ...items, kind: 'object', fields: [items], required: new Set([items.name]) };
  const { value, evidence } = listOfObjects(wish, entry, scope, fieldsIn);
  const values = Array.isArray(value) ? value.map((one) => one[items.name]) : [];
  const isQuestion = conceptOf(wish, scope.around)?.name === 'question';
  return { value: isQuestion ? values.filter((one) => /[?？]/.test(one)) : values, evidence };
};
const told = /^(?:title|question|price)$/;

const lengthOf = ({ value }: Finding): number => (Array.isArray(value) ? value.length : 0);

/** Of the sources that tell of several values the first; else the one value that there is. */
const listOfValues = (wish: Wish, items: Wish, scope: Scope): Finding => {
  const concept = conceptOf(wish, scope.around);
  const setting = settingOf(wish, concept, scope);
  for (const candidates of listsOf(wish, items, concept, scope)) {
    const read = candidates.flatMap((candidate) => {
      const coerced = coerce(candidate.raw, items, setting, candidate.isData);
      return coerced === undefined ? [] : [{ ...candidate, value: coerced.value, path: candidate.path }];
    });
    const unique = [...new Map(read.map((one) => [one.value, one])).values()].slice(0, maxItems);
    const [first] = unique;
    if (first !== undefined)
      return {
        value: unique.map(({ value }) => value),
        evidence: evidenceOf(first.source, first.path(), String(first.raw), first.confidence),
      };
  }
  return nothing;
};

const listsOf = (wish: Wish, items: Wish, concept: Concept | undefined, scope: Scope): Candidate[][] => {
  const { entity, region, index, isPage } = scope;
  const linked = entity === undefined ? [] : linkedLists(entity, wish, concept);
  const meta = isPage ? metaNames(wish, concept).map((name) => index.page.structured.meta.all(name)) : [];
  const told = meta.map((entries): Candidate[] =>
    entries.map(({ content, path }) => ({
      source: 'meta',
      raw: content,
      isData: true,
      confidence: trust.meta,
      path,
    })),
  );
  const shown =
    region === undefined
      ? []
      : [
          chosenFrom(wish, concept, region),
          ...elementLists(wish, concept, region),
          finders[concept?.name ?? '']?.(region) ?? [],
        ];
  const single = candidatesFor(items, concept, scope)
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, 1);
  const lists = [...linked, ...told].map((list) => splitIfOne(list, concept));
  return [...lists, ...shown, splitIfOne(single, concept)].filter((list) => list.length > 0);
};

const split = /^(?:keywords|section|color|size|material|performer|actors|cuisine)$/;
/** People are told apart by a word, too; a comma alone may stand within a name. */
const people = /^(?:author|director|ceo|represented by)$/;
const betweenPeople = /\s*[;|&]\s*|(?<=\S \S.*),\s*(?=\S+ \S)|,?\s+(?:and|und|et|y|e|en)\s+(?=\p{Lu})/u;

/** `a, b, c` in one text, for what is usually written so. */
const splitIfOne = (list: readonly Candidate[], concept: Concept | undefined): Candidate[] => {
  const [first] = list;
  const name = concept?.name ?? '';
  const between =
    name === 'breadcrumb'
      ? /\s*[›»>→/|]\s*/
      : people.test(name)
        ? betweenPeople
        : split.test(name)
          ? /[,;|]/
          : undefined;
  if (list.length !== 1 || first === undefined || between === undefined) return [...list];
  return String(first.raw)
    .split(between)
    .map((raw) => ({ ...first, raw, path: first.path }));
};

/** What a form lets choose under the name, or under that of one. */
const chosenFrom = (wish: Wish, concept: Concept | undefined, region: Region): Candidate[] => {
  const ofOne = singularsOf(wish.words.at(-1) ?? '').map((last) => [...wish.words.slice(0, -1), last]);
  const choices = [...namesOf(wish, concept), ...ofOne]
    .map((name) => choicesUnder(name.join(' '), region))
    .find(({ length }) => length > 0);
  return (choices ?? []).map(({ place, text }) => ({
    source: 'attribute',
    raw: text,
    confidence: trust.attribute,
    path: () => region.index.selectorOf(place),
  }));
};

/** What an entry has one list of. */
const ofEntries = /^(?:features|changes|ingredients|instructions)$/;

/** Members of the list that bears the name, as a class or as a label; else all elements that bear it. */
const elementLists = (wish: Wish, concept: Concept | undefined, region: Region): Candidate[][] => {
  const { index } = region;
  const names = namesOf(wish, concept);
  const named = names.map((name) => placesNamed(name, region));
  const labelled = labelledPlacesFor(wish, concept, region);
  const isFeature = ofEntries.test(concept?.name ?? '') && !isWhole(region);
  const around = [...named.flat(), ...labelled].map((start) => ({ index, start, end: index.endOf(start) }));
  const members = [...around, ...(isFeature ? [region] : [])]
    .map(membersOf)
    .find((places) => places.length > 1);
  const isOneInAnother = ([first = 0, second = 0]: readonly number[]) => second < index.endOf(first);
  const bearers = named.find((places) => places.length > 1 && places.length < 200 && !isOneInAnother(places));
  return [members, bearers].flatMap((places) =>
    places === undefined
      ? []
      : [
          places.flatMap((place): Candidate[] => {
            const raw = textFor(index, place, wish, concept);
            return raw === ''
              ? []
              : [
                  {
                    source: 'attribute',
                    raw,
                    confidence: trust.attribute,
                    path: () => index.selectorOf(place),
                  },
                ];
          }),
        ],
  );
};

/** The items of the first list inside an element, or of the element. */
const membersOf = ({ index, start, end }: Region): number[] => {
  for (let at = start; at < end; at++) {
    const element = index.all[at];
    if (element?.tagName !== 'ul' && element?.tagName !== 'ol') continue;
    return childElements(element)
      .filter(({ tagName }) => tagName === 'li')
      .map((item) => index.placeOf(item));
  }
  return [];
};

/** Entities, rows of a table or repeated parts of the page: the one that tells the most. */
const listOfObjects = (wish: Wish, items: Wish, scope: Scope, fieldsIn: FieldsIn): Finding => {
  if (items.kind !== 'object') return nothing;
  const read = (entity: Entity) =>
    fieldsIn(items, scopeOf(scope.index, entity, []), {
      source: sourceOf(entity),
      path: entity.path(),
      snippet: entity.types.join(' '),
    });
  const found = [
    ...entityLists(wish, scope).map((entities) => listOf(entities.map(read))),
    ...(scope.region === undefined
      ? []
      : [
          listOf(findInTables(items, scope.region)),
          listOf(findPairList(wish, items, scope)),
          listOf(findRecords(wish, items, scope.region, fieldsIn)),
        ]),
  ];
  return found.reduce((best, one) => (weightOf(one) > weightOf(best) ? one : best), nothing);
};

const entityLists = (wish: Wish, { index, entity, others, around, isPage }: Scope): Entity[][] => {
  const concept = conceptOf(wish, around);
  const of = (from: Entity) =>
    linkedValues(from, wish, concept)
      .map((values) => entitiesIn(values, from).slice(0, maxItems))
      .filter((entities) => entities.length > 0);
  const own = entity === undefined ? [] : of(entity);
  if (!isPage) return own;
  const kinds = Map.groupBy(everyEntity(others), ({ types }) => types[0] ?? '');
  // In a file of data, which shows nothing, one entry is a list, too.
  const isFile = !index.speakers.some(index.isShown);
  // A file that holds nothing but a list.
  const top = index.page.structured.jsonld;
  const isList =
    (top.length > 1 || (isFile && top.some(isEntry))) &&
    new Set(top.map(({ types }) => types[0] ?? '')).size === 1;
  const singulars = singularsOf(wish.words.at(-1) ?? '');
  const isNamed = (type: string) =>
    singulars.some((name) => name.length > 2 && wordsIn(type).some((word) => word.startsWith(name)));
  const named = [...kinds].filter(([type, entities]) => (isFile || entities.length > 1) && isNamed(type));
  return [
    ...own,
    ...others
      .filter((other) => other !== entity)
      .flatMap(of)
      .slice(0, 5),
    ...[...named.map(([, entities]) => entities), ...(isList ? [top] : [])].map((entities) =>
      entities.slice(0, maxItems),
    ),
  ];
};

/** Where none of the values is an entity, each is the name of one: `recipeIngredient`. */
const entitiesIn = (values: readonly Value[], { source }: Entity): Entity[] => {
  const entities = values.flatMap(({ value }) => (isEntity(value) ? [value] : []));
  if (entities.length > 0) return entities;
  return values.map((value) => ({
    source,
    id: undefined,
    types: [String(value.value)],
    properties: new Map([['name', [value]]]),
    path: value.path,
  }));
};

/** Of a list that is all there is. */
const isEntry = ({ path }: Entity): boolean => /^jsonld\[\d+\]\[\d+\]$/.test(path());

const listOf = (findings: readonly Finding[]): Finding => {
  const found = findings.filter(({ evidence }) => evidence !== null).slice(0, maxItems);
  const [first] = found;
  if (first?.evidence === null || first === undefined) return nothing;
  const mean = found.reduce((sum, { evidence }) => sum + (evidence?.confidence ?? 0), 0) / found.length;
  return {
    value: found.map(({ value }) => value),
    evidence: { ...first.evidence, confidence: Math.round(mean * 1000) / 1000 },
    inside: Object.fromEntries(
      found
        .slice(0, maxTold)
        .flatMap(({ evidence, inside = {} }, item) => [
          [`[${item}]`, evidence],
          ...Object.entries(inside).map(([path, entry]) => [pathIn(`[${item}]`, path), entry] as const),
        ]),
    ),
  };
};

/** How much a list tells: how sure its items are, and that there are several. */
const weightOf = ({ value, evidence }: Finding): number =>
  evidence === null || !Array.isArray(value)
    ? 0
    : evidence.confidence * Math.min(1, 0.4 + 0.2 * value.length);
