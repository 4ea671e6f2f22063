import { type Candidate, choose, trust } from '../evidence/candidate.ts';
import type { Finding } from '../evidence/finding.ts';
import type { PageIndex } from '../page/page-index.ts';
import type { Setting } from '../reading/coerce.ts';
import { unitOf } from '../reading/durations.ts';
import { heldCandidates, namedCandidates } from '../sources/attributes.ts';
import { countedCandidates } from '../sources/counted.ts';
import { datedCandidates } from '../sources/dated.ts';
import { labelledCandidates } from '../sources/labels.ts';
import { destinationOf, ledToCandidates, sites } from '../sources/led-to.ts';
import { isSubject, linkedCandidates, opinionsIn, variantsOf } from '../sources/linked.ts';
import { rateCandidates, rateUnit } from '../sources/rates.ts';
import { finders } from '../sources/semantic.ts';
import { flagCandidates, spoken } from '../sources/spoken.ts';
import { type Concept, conceptOf, fillers } from '../wishes/concepts.ts';
import { isMeasure, unitNamed } from '../wishes/units.ts';
import { hintLabels, type Wish } from '../wishes/wish.ts';
import { overall } from './overall.ts';
import type { Scope } from './scope.ts';
import { weigh } from './shown.ts';

/** A single value: every source that may tell it is asked. */
export const findValue = (wanted: Wish, scope: Scope): Finding => {
  const { wish, concept } = meantBy(wanted, scope);
  return choose(candidatesFor(wish, concept, scope), wish, settingOf(wish, concept, scope));
};

/** What the page has one of itself is not meant where the name says whose it is: `apply_url`, and `agent_name` under “Agent”. */
const meantBy = (wish: Wish, scope: Scope): { wish: Wish; concept: Concept | undefined } => {
  const { words } = wish;
  const concept = conceptOf(wish, scope.around);
  if (concept === undefined || concept.names.includes(words.join(' '))) return { wish, concept };
  const isOther = concept.name === 'url' ? isElsewhere(wish, scope) : rateUnit(words) !== undefined;
  if (isOther) return { wish, concept: undefined };
  if (!scope.isPage) return { wish, concept };
  const whose = words.filter((word) => !fillers.has(word) && word !== 'name');
  const isLabelled = whose.length > 0 && scope.index.labelled(whose.join(' ')).length > 0;
  return concept.name === 'title' && isLabelled
    ? { wish: { ...wish, words: whose }, concept: undefined }
    : { wish, concept };
};

/** Whether an address leads to something else than what is looked at: of an entry only where it has such a link. */
const isElsewhere = (wish: Wish, { isPage, region }: Scope): boolean => {
  const destination = destinationOf(wish.words);
  return (
    destination.length > 0 &&
    (isPage ||
      destination.some((word) => sites.has(word)) ||
      (region !== undefined && ledToCandidates(wish, undefined, region).length > 0))
  );
};

export const settingOf = (
  { words }: Wish,
  concept: Concept | undefined,
  { index }: Pick<Scope, 'index'>,
): Setting => ({
  concept: concept?.name ?? '',
  names: concept?.names ?? [],
  base: index.page.base,
  language: index.page.metadata.language ?? '',
  measure: unitNamed(words),
  unit:
    words.map((word) => (word === 'm' ? undefined : unitOf(word))).find((unit) => unit !== undefined) ??
    (inMinutes.test(concept?.name ?? '') ? 60 : undefined),
});

/** What recipes tell in minutes, if not otherwise asked for. */
const inMinutes = /^(?:prep|cook|total) time$/;

export const candidatesFor = (wish: Wish, concept: Concept | undefined, scope: Scope): Candidate[] => {
  const told = toldCandidates(wish, concept, scope);
  const { region } = scope;
  if (region === undefined) return told;
  const name = concept?.name ?? '';
  const labels = [
    ...(concept?.names ?? []),
    wish.words.join(' '),
    wish.words.join(' ').replace(/([aou])e/g, '$1'),
    wish.words.filter((word) => !isMeasure(word) && unitOf(word) === undefined).join(' '),
    ...hintLabels(wish),
  ];
  const labelled = labelledCandidates(labels, wish, region);
  const found = [
    ...(weigh[name]?.(told, { region, labelled }) ?? told),
    ...(finders[name]?.(region) ?? []),
    ...(spoken[name]?.(region) ?? []),
    ...countedCandidates(wish, concept, region),
    ...flagCandidates(wish, region),
    ...rateCandidates(wish, region),
    ...ledToCandidates(wish, concept, region),
    ...labelled,
    ...namedCandidates(wish, concept, region),
    ...heldCandidates(wish, concept, region),
  ];
  const dated = datedCandidates(wish, concept, region);
  if (!scope.isPage) return [...dated, ...found];
  const subject = scope.entity !== undefined && isSubject(scope.entity) ? told.find(isFirst) : undefined;
  return [
    ...dated,
    ...overall(name, found, region.index, subject),
    ...addressOf(wish, concept, region.index),
  ];
};

/** JSON-LD of the entity itself: that of others is believed less. */
const isFirst = ({ source, confidence }: Candidate): boolean =>
  source === 'jsonld' && confidence > 0.9 * trust.jsonld;

/** Where a page names no address of its own, the one that it was found at is better than none. */
const addressOf = (
  { words, kind }: Wish,
  concept: Concept | undefined,
  { page, url }: PageIndex,
): Candidate[] =>
  kind === 'string' &&
  concept?.name === 'url' &&
  concept.names.includes(words.join(' ')) &&
  page.metadata.canonical_url === null
    ? [{ source: 'semantic', raw: url, confidence: 0.3, path: () => 'url' }]
    : [];

/** Others than the thing itself. */
const voices = /^(?:Person|ListItem)$/;

/** What the page tells as data and in meta elements. */
const toldCandidates = (wish: Wish, concept: Concept | undefined, scope: Scope): Candidate[] => {
  const { entity, others, isPage } = scope;
  const variants =
    entity === undefined ? [] : concept?.name === 'availability' ? variantsOf(entity, others) : [entity];
  const own = variants.flatMap((variant) => linkedCandidates(variant, wish, concept));
  const isForOthers = own.length === 0 && isPage && !concept?.isOwn;
  const foreign = isForOthers
    ? others
        .filter((other) => other !== entity && !opinionsIn(others).has(other))
        .filter((other) => !other.types.some((type) => voices.test(type)))
        .flatMap((other) => linkedCandidates(other, wish, concept, 0.7))
        .slice(0, 5)
    : [];
  return [...own, ...foreign, ...(isPage ? metaCandidates(wish, concept, scope) : [])];
};

const metaCandidates = (wish: Wish, concept: Concept | undefined, { index }: Scope): Candidate[] =>
  metaNames(wish, concept).flatMap((name, rank) =>
    index.page.structured.meta
      .all(name)
      .slice(0, 3)
      .map(({ content, path }, place) => ({
        source: 'meta' as const,
        raw: content,
        isData: true,
        confidence: trust.meta * 0.98 ** rank * 0.8 ** place,
        path,
      })),
  );

export const metaNames = ({ words }: Wish, concept: Concept | undefined): string[] => [
  ...(concept?.meta ?? []),
  ...['_', '-', ':', ''].map((separator) => words.join(separator)),
];
