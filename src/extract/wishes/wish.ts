import type { JsonSchema } from '../../contract/json-schema.ts';
import { createReferences, type References } from './references.ts';
import { labelOf, wordsIn } from './words.ts';

const kinds = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const;

/** What a text is read as. */
export interface Reading {
  readonly kind: (typeof kinds)[number];
  readonly format: string;
  /** The only values there are; empty for any. */
  readonly choices: readonly (string | number | boolean)[];
}

/** What a schema asks for, in one shape: references followed, alternatives settled. */
export interface Wish extends Reading {
  readonly name: string;
  /** What a text is read as that cannot be read as the wish itself, in order. */
  readonly others: readonly Reading[];
  /** The words of its name. */
  readonly words: readonly string[];
  /** Its title and description. */
  readonly hint: string;
  /** The title of somebody who has a name, too, is what they work as. */
  readonly isDuty: boolean;
  /** Of an object. */
  readonly fields: readonly Wish[];
  /** Names of fields without which an object is nothing. */
  readonly required: ReadonlySet<string>;
  /** Of an array. */
  readonly items: Wish | undefined;
}

interface Schema extends JsonSchema {
  /** Single values of another kind that will do as well. */
  readonly others?: readonly Schema[];
}

/** Schemas may refer to themselves: what is deeper is not looked for. */
const maxDepth = 8;
/** Ten references to each other, eight deep, are a hundred million wishes: levels that hold more are not looked for. */
const maxWishes = 5000;

/** A wish whose insides are not read yet. */
interface Unread {
  readonly wish: { -readonly [key in keyof Wish]: Wish[key] };
  readonly schema: Schema;
}

/** The wish of a schema whose references lead into `root`, and what of it is left out, in words for the caller. */
export const wishOf = (root: Schema): { readonly wish: Wish; readonly warnings: readonly string[] } => {
  const references = createReferences(root);
  const top = unreadOf('', root, references);
  let level = [top];
  let wishes = 1;
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    wishes += level.reduce((sum, one) => sum + sizeOf(one), 0);
    if (wishes > maxWishes)
      return {
        wish: top.wish,
        warnings: [
          ...lostIn(references),
          `the schema asks for more than ${maxWishes} values: what is more than ${depth} deep in it is not looked for`,
        ],
      };
    level = level.flatMap(({ wish, schema }) => {
      if (wish.kind === 'array') {
        const items = unreadOf(wish.name, schema.items ?? { type: 'string' }, references);
        wish.items = items.wish;
        return [items];
      }
      const fields = fieldsOf(wish, schema).map(([name, inner]) => unreadOf(name, inner, references));
      const hasName = depth > 0 && fields.some((field) => field.wish.name === 'name');
      for (const field of fields) field.wish.isDuty = hasName && field.wish.name === 'title';
      wish.fields = fields.map((field) => field.wish);
      return fields;
    });
  }
  return { wish: top.wish, warnings: lostIn(references) };
};

const lostIn = ({ lost }: References): string[] =>
  [...lost].map((reference) => `schema: $ref ${reference} leads nowhere in it`);

const fieldsOf = ({ kind }: Wish, { properties = {} }: Schema): (readonly [string, Schema])[] =>
  kind === 'object' ? Object.entries(properties) : [];

/** How many wishes are in it, one level down. */
const sizeOf = ({ wish, schema }: Unread): number =>
  wish.kind === 'array' ? 1 : fieldsOf(wish, schema).length;

const unreadOf = (name: string, given: Schema, references: References): Unread => {
  const schema = settle(given, references);
  const hint = [given.title, schema.title, given.description, schema.description]
    .filter((text, index, all) => text !== undefined && all.indexOf(text) === index)
    .join('. ');
  return {
    wish: {
      name,
      ...readingOf(schema),
      others: othersOf(schema),
      words: wordsIn(name),
      hint,
      isDuty: false,
      fields: [],
      required: new Set(schema.required),
      items: undefined,
    },
    schema,
  };
};

/** Follows references and settles alternatives; what stands beside them counts, too. */
const settle = (given: Schema, references: References): Schema => {
  // What was read once says nothing new; references may form circles.
  const seen = new Set<Schema>();
  const read = (schema: Schema): Schema => {
    if (seen.has(schema)) return {};
    seen.add(schema);
    const { $ref, allOf = [], anyOf = [], oneOf = [], ...own } = schema;
    const referred = references.find($ref);
    const alternatives = [...anyOf, ...oneOf].filter(({ type }) => type !== 'null').map(read);
    const parts = [...(referred ? [read(referred)] : []), anyOneOf(alternatives), ...allOf.map(read)];
    return together([...parts, own]);
  };
  return read(given);
};

/** The first of alternatives; where it is a single value, also the others that are, all their choices as one. */
const anyOneOf = ([first, ...more]: readonly Schema[]): Schema => {
  if (first === undefined || !isSingle(first)) return first ?? {};
  const single = [first, ...more].flatMap((one) => [one, ...(one.others ?? [])]).filter(isSingle);
  const chooser = single.find(hasChoices);
  const [kept, ...others] = single
    .filter((one) => one === chooser || !hasChoices(one))
    .map((one) => (one === chooser ? { ...one, const: undefined, enum: single.flatMap(choicesOf) } : one));
  return { ...kept, others };
};

const isSingle = (schema: Schema): boolean => !['object', 'array'].includes(kindOf(schema));
const hasChoices = (schema: Schema): boolean => choicesOf(schema).length > 0;

/** All that they say: the properties of each, of other keywords the last. */
const together = (schemas: readonly Schema[]): Schema => {
  const properties = schemas.flatMap((schema) => Object.entries(schema.properties ?? {}));
  const required = schemas.flatMap((schema) => schema.required ?? []);
  return {
    ...Object.assign({}, ...schemas),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
  };
};

const kindOf = ({ type, properties, items, enum: choices }: Schema): Wish['kind'] => {
  const named = [type ?? []].flat().find((name) => name !== 'null');
  const known = kinds.find((kind) => kind === named);
  if (known !== undefined) return known;
  if (properties !== undefined) return 'object';
  if (items !== undefined) return 'array';
  const types = new Set(choices?.filter((choice) => choice !== null).map((choice) => typeof choice));
  return types.size === 1 && types.has('number')
    ? 'number'
    : types.size === 1 && types.has('boolean')
      ? 'boolean'
      : 'string';
};

const readingOf = (schema: Schema): Reading => ({
  kind: kindOf(schema),
  format: schema.format ?? '',
  choices: choicesOf(schema),
});

/** Further types, and further alternatives, of a single value. */
const othersOf = (schema: Schema): Reading[] => {
  if (!isSingle(schema)) return [];
  const [, ...types] = [schema.type ?? []].flat().filter((type) => type !== 'null');
  const further = hasChoices(schema) ? [] : types.map((type) => ({ ...schema, type })).filter(isSingle);
  return [...further, ...(schema.others ?? [])].map(readingOf);
};

const choicesOf = ({ enum: choices = [], const: only }: Schema): Wish['choices'] =>
  [...choices, ...(only === undefined ? [] : [only])].filter(
    (choice) => typeof choice === 'string' || typeof choice === 'number' || typeof choice === 'boolean',
  );

/** What a description begins with, or says in brackets, may be the label on the page: `Monthly fees (gastos)`. */
export const hintLabels = ({ hint }: Pick<Wish, 'hint'>): string[] => {
  const [start = '', ...others] = hint.split(/[.,;:(]/);
  const bracketed =
    others.length === 0 ? [] : [...hint.matchAll(/\(([^()]{2,40})\)/g)].map(([, text = '']) => text);
  return [start, ...bracketed.slice(0, mostBracketed)].map(labelOf).filter((label) => label !== '');
};
const mostBracketed = 3;
