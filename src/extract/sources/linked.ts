import { type Entity, everyEntity, isEntity, type Value, valuesOf } from '../../document/metadata/entity.ts';
import type { Page } from '../../document/page.ts';
import { type Candidate, trust } from '../evidence/candidate.ts';
import { onceForEach } from '../page/once.ts';
import { stockIn } from '../reading/stock-words.ts';
import { type Concept, conceptOf } from '../wishes/concepts.ts';
import type { Wish } from '../wishes/wish.ts';
import { wordsIn } from '../wishes/words.ts';

/** Values that the page gives as data: JSON-LD, microdata, RDFa. */

const maxEntities = 300;
const maxValues = 200;

/** The entities of a page, nearest to the top first. What hangs on a prototype's name is nobody's. */
export const entitiesOf = ({ structured: { jsonld, microdata, rdfa } }: Page): Entity[] =>
  everyEntity([...jsonld, ...microdata, ...rdfa])
    .slice(0, maxEntities)
    .filter((entity) => entity.source !== 'jsonld' || !entity.path().includes('__proto__'));

/** The values at the end of a way of property names. */
const reach = (entity: Entity, steps: readonly string[]): Value[] => {
  let values: Value[] = [{ value: entity, path: entity.path }];
  for (const name of steps)
    values = values
      .flatMap(({ value }) => (isEntity(value) ? valuesOf(value, name) : []))
      .slice(0, maxValues);
  return values;
};

/** The properties of an entity by the words of their names, however these are written. */
const byPlainName = onceForEach(
  ({ properties }: Entity): ReadonlyMap<string, readonly Value[]> =>
    new Map([...properties].map(([key, values]) => [wordsIn(key).join(''), values])),
);

const organizations = /(?:Organization|Corporation|Business|Store|Shop|Restaurant|Hotel|Agency)$/;
const isOf = ({ types }: Entity, kind: string): boolean =>
  types.some((type) => type === kind || (kind === 'Organization' && organizations.test(type)));

/** Values of a wish in an entity, best way first. */
export const linkedValues = (entity: Entity, wish: Wish, concept: Concept | undefined): Value[][] => {
  const own = [...(byPlainName(entity).get(wish.words.join('')) ?? [])];
  const ways = (concept?.linked ?? []).map(({ from, steps }) =>
    from === undefined || isOf(entity, from) ? reach(entity, steps) : [],
  );
  return [own, ...ways].filter((values) => values.length > 0);
};

/** The entity, and those of the same kind and name: its variants. */
export const variantsOf = (entity: Entity, others: readonly Entity[]): Entity[] => {
  const name = textOf(entity, 'name');
  const [type] = entity.types;
  return [
    entity,
    ...others.filter(
      (other) =>
        other !== entity && name !== undefined && other.types[0] === type && textOf(other, 'name') === name,
    ),
  ];
};

/** What stands for an entity where a single value is wanted. */
const naming = ['name', 'value', 'headline', 'text', 'url', 'contentUrl', 'ratingValue'];

/** A value that is no entity; of one that is, what it is called by. */
const single = (given: Value, depth = 0): Value | undefined => {
  const { value } = given;
  if (!isEntity(value)) return given;
  if (depth > 2) return undefined;
  for (const name of naming) {
    const [inner] = valuesOf(value, name);
    const found = inner && single(inner, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
};

export const sourceOf = ({ source }: Entity): 'jsonld' | 'microdata' =>
  source === 'jsonld' ? 'jsonld' : 'microdata';

/** Of each way the values at its end, best way first. @param share of the trust in the entity's kind of data. */
export const linkedLists = (
  entity: Entity,
  wish: Wish,
  concept: Concept | undefined,
  share = 1,
): Candidate[][] => {
  const source = sourceOf(entity);
  return linkedValues(entity, wish, concept).map((values, way) =>
    inOrder(values, concept).flatMap((given, place): Candidate[] => {
      const found = single(given);
      if (found === undefined || isEntity(found.value)) return [];
      const confidence = trust[source] * share * 0.97 ** way * (place === 0 ? 1 : 0.6);
      const isData = found.isShown !== true;
      return [{ source, raw: plainText(found.value), isData, confidence, path: found.path }];
    }),
  );
};

const mostOfWay = 10;

/** All of them, where one is wanted. @param share less for an entity that is not the page's own. */
export const linkedCandidates = (
  entity: Entity,
  wish: Wish,
  concept: Concept | undefined,
  share?: number,
): Candidate[] => linkedLists(entity, wish, concept, share).flatMap((list) => list.slice(0, mostOfWay));

/** Of several offers one that can be had will do. */
const inOrder = (values: readonly Value[], concept: Concept | undefined): readonly Value[] =>
  concept?.name === 'availability'
    ? values.toSorted(
        (a, b) =>
          Number(stockIn(String(b.value)) === 'InStock') - Number(stockIn(String(a.value)) === 'InStock'),
      )
    : values;

const plainText = <T>(value: T): T | string =>
  typeof value === 'string' && value.includes('<') ? value.replace(/<[a-z/!][^<>]{0,1000}>/gi, ' ') : value;

/** Types that describe the page's surroundings. */
const around =
  /^(?:WebSite|WebPage|Organization|Corporation|BreadcrumbList|ListItem|ImageObject|SearchAction|SiteNavigationElement|WPHeader|WPFooter|EntryPoint|ReadAction|ItemList|CollectionPage)$/i;

/** What is said of something. */
const voices = /^(?:\w*Review|Comment|\w*Rating|Answer)$/;

/** Reviews and what is in them, but not what they are about. */
export const opinionsIn = onceForEach((entities: readonly Entity[]): ReadonlySet<Entity> => {
  const own = entities.filter(({ types }) => voices.test(types[0] ?? ''));
  const inside = own.flatMap(({ properties }) =>
    [...properties].flatMap(([name, values]) =>
      name === 'itemReviewed' ? [] : values.flatMap(({ value }) => (isEntity(value) ? [value] : [])),
    ),
  );
  return new Set([...own, ...inside]);
});

/** Whether a page may be about it. */
export const isSubject = ({ types }: Entity): boolean =>
  types.length > 0 && !types.some((type) => around.test(type));

/** What the page is about, judged by how much of what is wanted it has. */
export const mainEntity = (
  entities: readonly Entity[],
  wish: Wish,
  page: Page,
  url: string,
): Entity | undefined => {
  const hinted = new Set(wordsIn(`${wish.hint} ${wish.name}`));
  const known = wish.fields.map((field) => ({ field, concept: conceptOf(field) }));
  const opinions = opinionsIn(entities);
  const hasSubject = entities.some((one) => isSubject(one) && !opinions.has(one));
  const scored = entities.map((entity, place) => {
    const covered = known.reduce((sum, { field, concept }) => {
      const has = linkedValues(entity, field, concept).length > 0;
      return sum + (has ? (concept?.isOwn ? 0.5 : 1) : 0);
    }, 0);
    if (hasSubject && opinions.has(entity)) return { entity, score: 0 };
    const isAround = !isSubject(entity);
    const isHinted = entity.types.some((type) => wordsIn(type).every((word) => hinted.has(word)));
    const name = textOf(entity, 'name') ?? textOf(entity, 'headline');
    const isTitle = name !== undefined && sameWords(name, page.metadata.title);
    const isHere = [entity.id, textOf(entity, 'url')].some(
      (address) => address !== undefined && samePage(address, url),
    );
    return {
      entity,
      score:
        covered === 0
          ? 0
          : covered * (isAround && !isHinted ? 0.5 : 1) +
            (isTitle ? 1.5 : 0) +
            (isHere ? 0.5 : 0) +
            (isHinted ? 2 : 0) -
            Math.min(1, place / 50),
    };
  });
  const best = scored.reduce<(typeof scored)[number] | undefined>(
    (found, one) => (one.score > (found?.score ?? 0) ? one : found),
    undefined,
  );
  return best?.entity;
};

const textOf = (entity: Entity, name: string): string | undefined => {
  const [value] = valuesOf(entity, name);
  return typeof value?.value === 'string' ? value.value : undefined;
};

const sameWords = (a: string, b: string): boolean => {
  const [one, other] = [wordsIn(a), new Set(wordsIn(b))];
  return (
    one.length > 0 &&
    one.filter((word) => other.has(word)).length >= 0.8 * Math.max(one.length, other.size * 0.6)
  );
};

const samePage = (address: string, url: string): boolean => {
  const one = URL.parse(address, url);
  return one !== null && one.pathname.length > 1 && one.pathname === new URL(url).pathname;
};
