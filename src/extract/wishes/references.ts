import type { JsonSchema } from '../../contract/json-schema.ts';
import { percentDecoded } from '../../text.ts';

/** Where references lead (RFC 6901) within a schema, by the keywords that are read: `#`, `#/$defs/Mug`, `#/properties/offer`. */
export interface References {
  /** @returns undefined for one that leads nowhere, which is remembered. */
  find(reference: unknown): JsonSchema | undefined;
  /** Those that led nowhere. */
  readonly lost: ReadonlySet<string>;
}

/** What the members of a schema are called. Both words for definitions are in use, and mixed up. */
const membersBy: Readonly<Record<string, (schema: JsonSchema) => object | undefined>> = {
  properties: ({ properties }) => properties,
  $defs: ({ $defs, definitions }) => ({ ...definitions, ...$defs }),
  definitions: ({ $defs, definitions }) => ({ ...$defs, ...definitions }),
  anyOf: ({ anyOf }) => anyOf,
  oneOf: ({ oneOf }) => oneOf,
  allOf: ({ allOf }) => allOf,
};

export const createReferences = (root: JsonSchema): References => {
  const lost = new Set<string>();
  return {
    lost,
    find: (reference) => {
      if (typeof reference !== 'string') return undefined;
      const [start, ...steps] = reference.split('/').map(unescaped);
      const found = start === '#' ? walk(root, steps) : undefined;
      if (found === undefined) lost.add(reference);
      return found;
    },
  };
};

const walk = (root: JsonSchema, steps: readonly string[]): JsonSchema | undefined => {
  const left = [...steps];
  let at: JsonSchema | undefined = root;
  for (let step = left.shift(); step !== undefined && at !== undefined; step = left.shift())
    at = step === 'items' ? at.items : memberOf(at, step, left.shift());
  return at;
};

const memberOf = (schema: JsonSchema, step: string, name = ''): JsonSchema | undefined => {
  const members = Object.hasOwn(membersBy, step) ? membersBy[step]?.(schema) : undefined;
  return new Map<string, JsonSchema>(Object.entries(members ?? {})).get(name);
};

/** `~1` is a slash; what stands in an address may be escaped as there. */
const unescaped = (step: string): string => {
  const plain = /%[\da-f]{2}/i.test(step) ? percentDecoded(step) : step;
  return plain.replaceAll('~1', '/').replaceAll('~0', '~');
};
