import type { JsonSchema } from '../contract/json-schema.ts';
import { wordsIn } from './words.ts';

const kinds = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const;

/** What a schema asks for, in one shape: references followed, alternatives settled. */
export interface Wish {
  readonly name: string;
  readonly kind: (typeof kinds)[number];
  readonly format: string;
  /** The only values there are; empty for any. */
  readonly choices: readonly (string | number | boolean)[];
  /** The words of its name. */
  readonly words: readonly string[];
  /** Its title and description. */
  readonly hint: string;
  /** Of an object. */
  readonly fields: readonly Wish[];
  /** Names of fields without which an object is nothing. */
  readonly required: ReadonlySet<string>;
  /** Of an array. */
  readonly items: Wish | undefined;
}

type Schema = JsonSchema;

/** Schemas may refer to themselves: what is deeper is not looked for. */
const maxDepth = 8;

/** The wish of a schema whose references lead into `root`. */
export const wishOf = (root: Schema): Wish => {
  const definitions = new Map(
    [...Object.entries(root.definitions ?? {}), ...Object.entries(root.$defs ?? {})].flatMap(
      ([name, schema]) => [[`#/$defs/${name}`, schema] as const, [`#/definitions/${name}`, schema] as const],
    ),
  );
  const read = (name: string, given: Schema, depth: number): Wish => {
    const schema = settle(given, definitions);
    const kind = kindOf(schema);
    const hint = [given.title, schema.title, given.description, schema.description]
      .filter((text, index, all) => text !== undefined && all.indexOf(text) === index)
      .join('. ');
    const isOpen = depth < maxDepth;
    return {
      name,
      kind,
      format: schema.format ?? '',
      choices: choicesOf(schema),
      words: wordsIn(name),
      hint,
      fields:
        kind === 'object' && isOpen
          ? Object.entries(schema.properties ?? {}).map(([field, inner]) => read(field, inner, depth + 1))
          : [],
      required: new Set(schema.required),
      items:
        kind === 'array' && isOpen ? read(name, schema.items ?? { type: 'string' }, depth + 1) : undefined,
    };
  };
  return read('', root, 0);
};

/** Follows references and takes the first alternative that is not null; what stands beside them counts, too. */
const settle = (given: Schema, definitions: ReadonlyMap<string, Schema>): Schema => {
  let schema = given;
  for (let steps = 0; steps < maxDepth; steps++) {
    const { $ref, allOf, anyOf, oneOf, ...own } = schema;
    const referred = typeof $ref === 'string' ? definitions.get($ref) : undefined;
    const alternative = [...(anyOf ?? []), ...(oneOf ?? [])].find(({ type }) => type !== 'null');
    const others = [referred, alternative, ...(allOf ?? [])].filter((other) => other !== undefined);
    if (others.length === 0) return own;
    schema = Object.assign({}, ...others, own);
  }
  return schema;
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

const choicesOf = ({ enum: choices = [], const: only }: Schema): Wish['choices'] =>
  [...choices, ...(only === undefined ? [] : [only])].filter(
    (choice) => typeof choice === 'string' || typeof choice === 'number' || typeof choice === 'boolean',
  );
