/** Things that a page describes as data, in one shape for JSON-LD, microdata and RDFa. */

export interface Entity {
  readonly source: 'jsonld' | 'microdata' | 'rdfa';
  /** What the page calls it by: `@id`, `itemid` or `resource`. */
  readonly id: string | undefined;
  /** Without the address of the vocabulary: `https://schema.org/Product` is `Product`. */
  readonly types: readonly string[];
  /** By names without vocabulary. References are the entities they name, so paths through them may form circles. */
  readonly properties: ReadonlyMap<string, readonly Value[]>;
  /**
   * Finds it again. JSON-LD: the place among the page's blocks, `jsonld[0]['@graph'][2]`. Microdata and RDFa: a CSS
   * selector of the element, in the page as it was parsed.
   */
  path(): string;
}

/** A value of a property; lists are several values. */
export interface Value {
  readonly value: string | number | boolean | Entity;
  /** It is text of the page, as people write it: not an attribute, not data. */
  readonly isShown?: boolean;
  /** As an entity's. */
  path(): string;
}

/** `https://schema.org/name`, `schema:name` → `name`. */
export const localName = (name: string): string =>
  /^https?:/.test(name) ? name.replace(/^.*[/#](?=.)/, '') : name.replace(/^[\w-]+:(?=\w)/, '');

export const isEntity = (value: Value['value']): value is Entity => typeof value === 'object';

export const valuesOf = (entity: Entity, name: string): readonly Value[] => entity.properties.get(name) ?? [];

/** What stands for an entity where a text is wanted, best first. */
const naming = ['name', 'headline', 'url', 'contentUrl'];

/** The texts of values; an entity by its name, else its address. */
export const textsOf = (values: readonly Value[], depth = 0): string[] =>
  values.flatMap(({ value }) => {
    if (typeof value === 'string') return [value];
    if (!isEntity(value)) return [String(value)];
    if (depth === maxNaming) return [];
    const named = (name: string) => textsOf(valuesOf(value, name), depth + 1);
    const found = naming.map(named).find((texts) => texts.length > 0);
    if (found !== undefined && valuesOf(value, 'name').length > 0) return found;
    // People may have their name in parts.
    const person = ['givenName', 'familyName'].flatMap((name) => named(name).slice(0, 1)).join(' ');
    return person === '' ? (found ?? []) : [person];
  });

/** Names of names: more is a circle. */
const maxNaming = 3;

/** The entities given and all that are reached from them, each once, nearest first. */
export const everyEntity = (entities: readonly Entity[]): Entity[] => {
  const found = new Set(entities);
  for (const entity of found)
    for (const values of entity.properties.values())
      for (const { value } of values) if (isEntity(value)) found.add(value);
  return [...found];
};

/** Pages that draw their text by script may still hold it here. */
const stored = ['articleBody', 'reviewBody', 'text', 'description'];

/** The entities given, and those that are said to be what the page is about. */
const mainEntities = (entities: readonly Entity[]): Entity[] => {
  const found = new Set(entities);
  for (const entity of found)
    for (const name of ['mainEntity', 'mainEntityOfPage'])
      for (const { value } of valuesOf(entity, name)) if (isEntity(value)) found.add(value);
  return [...found];
};

/** The longest text of the main entities. */
export const storedText = (entities: readonly Entity[]): string =>
  mainEntities(entities)
    .map((entity) => stored.flatMap((name) => textsOf(valuesOf(entity, name)))[0])
    .reduce<string>((longest, text = '') => (text.length > longest.length ? text : longest), '');
