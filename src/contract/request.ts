import { z } from 'zod';
import { type ErrorExtras, ServiceError } from './error.ts';
import { nearest } from './near.ts';

/** A checked body with its defaults filled in, and what the caller should know about it. */
export interface Parsed<T> {
  readonly request: T;
  /** One sentence for each field that was sent but means nothing here. */
  readonly warnings: readonly string[];
}

/** A body may be wrong in more ways than anybody reads, each told by names as long as the body. */
const maxTold = 500;
const maxTelling = 2000;
const brief = (text: string): string =>
  (text.length > maxTelling ? `${text.slice(0, maxTelling)} …` : text).toWellFormed();

/** `warnings` of an answer: there only where there are some. */
export const warningsOf = (...lists: readonly (readonly string[])[]): { warnings?: string[] } => {
  const warnings = lists.flat();
  const told = warnings.slice(0, maxTold).map(brief);
  if (warnings.length > maxTold) told.push(`${warnings.length - maxTold} more warnings are not told`);
  return told.length > 0 ? { warnings: told } : {};
};

export type PlainObject = Record<string, unknown>;
type Issue = NonNullable<ErrorExtras['issues']>[number];

export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `null` for an optional field means "not sent": removed at every depth of objects. */
const dropNulls = (value: PlainObject): PlainObject =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== null)
      .map(([key, entry]) => [key, Array.isArray(entry) ? entry.map(dropNullsOf) : dropNullsOf(entry)]),
  );

const dropNullsOf = (value: unknown) => (isPlainObject(value) ? dropNulls(value) : value);

/** The body as a plain object without nulls, or `invalid_request`. */
export const bodyObject = (body: unknown): PlainObject => {
  if (!isPlainObject(body))
    throw invalidRequest([{ path: '', message: 'The request body must be a JSON object.' }]);
  return dropNulls(body);
};

/** Checks an object against its schema. @throws ServiceError `invalid_request` with its issues. */
export const check = <S extends z.ZodObject>(schema: S, body: PlainObject): Parsed<z.infer<S>> => {
  const result = schema.safeParse(body, { error: inWordsOfJson });
  if (!result.success)
    throw invalidRequest(
      result.error.issues
        .slice(0, maxTold)
        .flatMap(innermost)
        .slice(0, maxTold)
        .map(({ path, message }) => ({ path: brief(path.join('.')), message: brief(message) })),
    );
  return { request: result.data, warnings: unknownFields(schema, body) };
};

/** Of a value that may be of several kinds: what is wrong inside the one that it is says more than that it is none. */
const innermost = (issue: z.core.$ZodIssue): z.core.$ZodIssue[] => {
  // Of a name that cannot be one: what is wrong with it.
  if (issue.code === 'invalid_key')
    return issue.issues.map((inner) => ({
      ...inner,
      path: issue.path,
      message: inner.code === 'too_small' ? 'its name must not be empty' : `its name: ${inner.message}`,
    }));
  const kinds = issue.code === 'invalid_union' ? issue.errors : [];
  const inside = kinds.find((found) => found.length > 0 && found.every(({ path }) => path.length > 0));
  return inside?.flatMap((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
};

/** `undefined`, as the field is by default told to be, and records are nothing that JSON knows. */
const inWordsOfJson: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.input === undefined) return 'is required';
  return issue.expected === 'record'
    ? `Invalid input: expected object, received ${z.core.util.parsedType(issue.input)}`
    : undefined;
};

/** `invalid_request`, whose message is its first issue. */
export const invalidRequest = (issues: readonly Issue[]): ServiceError => {
  const [first] = issues;
  return new ServiceError('invalid_request', { ...(first && { message: sentence(first) }), issues });
};

const sentence = ({ path, message }: Issue) => (path === '' ? message : `${path}: ${message}`);

/** Told of a field that is given several times, in a body or a query. */
export const lastCounts = (name: string): string => `${name} is given more than once: the last one counts`;

/** Fields looked at in one object: guessing what 60 000 of them meant takes a second. */
const maxFields = 100;

/** One sentence for each field that a schema does not know. @param around the names of the object that it stands in. */
export const unknownFields = (
  schema: z.ZodObject,
  body: PlainObject,
  prefix = '',
  around: readonly string[] = [],
): string[] =>
  Object.entries(body)
    .slice(0, maxFields)
    .flatMap(([key, value]) => {
      const known = Object.hasOwn(schema.shape, key) ? schema.shape[key] : undefined;
      if (known === undefined)
        return [
          unknownField(key, prefix, { own: Object.keys(schema.shape), within: namesWithin(schema), around }),
        ];
      const list = Array.isArray(value);
      const kinds = kindsWithin(known);
      if (kinds && list) return unknownFieldsOfKinds(kinds, value, `${prefix}${key}[].`);
      const inner = objectWithin(known);
      const fields = list ? fieldsOfAll(value) : value;
      return inner && isPlainObject(fields)
        ? unknownFields(
            inner,
            fields,
            `${prefix}${key}${list ? '[]' : ''}.`,
            prefix === '' && !list ? Object.keys(schema.shape) : [],
          )
        : [];
    });

/** Of a list whose items are of several kinds, each checked as its own. */
const unknownFieldsOfKinds = (
  kinds: readonly z.ZodObject[],
  items: readonly unknown[],
  prefix: string,
): string[] => {
  const sentences = kinds.flatMap((kind) => {
    const own = items.filter((item) => kind.safeParse(item).success);
    return unknownFields(kind, fieldsOfAll(own), prefix);
  });
  return [...new Set(sentences)];
};

/** The fields that any item of a list has: what is unknown there is told once. */
const fieldsOfAll = (items: readonly unknown[]): PlainObject =>
  Object.fromEntries(items.filter(isPlainObject).flatMap(Object.entries));

/** Names that may have been meant. */
interface Names {
  readonly own: readonly string[];
  /** Those of its objects by where they stand, as `options.timeout` by `timeout`. */
  readonly within: ReadonlyMap<string, string>;
  readonly around: readonly string[];
}

const unknownField = (key: string, prefix: string, { own, within, around }: Names): string => {
  const shown = `unknown field ${prefix}${key.slice(0, 64)}`;
  const word = key.toLowerCase().slice(0, 64);
  const like = (names: readonly string[]) => nearest(word, names, 3) ?? longerOrShorter(word, names);
  if (around.includes(word)) return `${shown}, did you mean ${word}?`;
  // The very name at another place says more than one like it here.
  const guess = within.get(word) ?? like(own) ?? within.get(like([...within.keys()]) ?? '');
  return guess ? `${shown}, did you mean ${prefix}${guess}?` : shown;
};

/** The fields of the objects that a schema has, not of those in its lists: `timeout` may stand in `options` of one endpoint and not of another. */
const namesWithin = (schema: z.ZodObject): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(schema.shape).flatMap(([name, field]) => {
      const inner = unwrapped(field) instanceof z.ZodArray ? undefined : objectWithin(field);
      return Object.keys(inner?.shape ?? {}).map((key) => [key, `${name}.${key}`] as const);
    }),
  );

/** Of `delay` that is `delay_ms`, of `timeout_ms` `timeout`: the only name that goes on where the word ends, or ends before. */
const longerOrShorter = (word: string, known: readonly string[]): string | undefined => {
  const [name, ...others] = known.filter((one) =>
    one.length < word.length ? word.startsWith(`${one}_`) : word.length >= 4 && one.startsWith(word),
  );
  return others.length === 0 ? name : undefined;
};

/** The object schemas that the items of a list may have, where there are several. */
const kindsWithin = (schema: z.core.$ZodType): readonly z.ZodObject[] | undefined => {
  if (schema instanceof z.ZodArray) return kindsWithin(schema.element);
  if (schema instanceof z.ZodDefault) return kindsWithin(schema.unwrap());
  return schema instanceof z.ZodDiscriminatedUnion
    ? schema.options.filter((option) => option instanceof z.ZodObject)
    : undefined;
};

/** What is inside `optional`, `default` and `prefault`. */
const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
    ? unwrapped(schema.unwrap())
    : schema;

/** The object schema inside wrappers, or in a list, if one knows all its fields. */
const objectWithin = (given: z.core.$ZodType): z.ZodObject | undefined => {
  const schema = unwrapped(given);
  if (schema instanceof z.ZodObject) return schema.def.catchall === undefined ? schema : undefined;
  return schema instanceof z.ZodArray ? objectWithin(schema.element) : undefined;
};

/** An absolute `http:` or `https:` address. A host that no URL can hold is an unreachable host. */
export const targetUrl = z
  .string()
  .max(8192)
  .transform((text, context) => {
    const url = URL.parse(text);
    if (url === null && /^\s*https?:\/\//i.test(text)) throw new ServiceError('connection_failed');
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      context.addIssue('must be an absolute http:// or https:// URL');
      return z.NEVER;
    }
    return text.trim();
  })
  .describe('Absolute http:// or https:// address of the page.');

/** An explicit upstream proxy: `http://` or `socks5://`, credentials allowed. */
export const proxyUrl = z
  .string()
  .max(2048)
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && ['http:', 'socks5:'].includes(url.protocol) && url.hostname !== '';
  }, 'must be an http:// or socks5:// URL')
  .describe('Upstream proxy for this request: http://[user:password@]host:port or socks5://…');

/** A text that is stored as it is: the database holds neither NUL nor half a surrogate pair. */
export const storable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
export const notStorable = 'must be well-formed Unicode without NUL';

/** Levels of brackets in a selector: compiling one takes the square of them. */
const maxNesting = 16;

const nestingOf = (selector: string): number => {
  let [level, deepest] = [0, 0];
  for (const sign of selector) {
    if (sign === '(') deepest = Math.max(deepest, ++level);
    else if (sign === ')') level--;
  }
  return deepest;
};

export const cssSelector = z
  .string()
  .min(1)
  .max(4096)
  .refine((selector) => nestingOf(selector) <= maxNesting, `nests deeper than ${maxNesting} levels`);
