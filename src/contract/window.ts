import { z } from 'zod';
import { check, lastCounts, type Parsed } from './request.ts';

/** Which part of a list is wanted. */
export const windowQuery = z.object({
  limit: z.int().min(1).max(1000).default(100).describe('Entries at most.'),
  offset: z.int().min(0).max(1_000_000_000).default(0).describe('Entries to leave out.'),
});
export type Window = z.infer<typeof windowQuery>;

/**
 * A query by its schema, whose fields are numbers and strings. Of a known field an empty value is as good as none, and of one
 * that is given several times the last counts.
 * @throws ServiceError `invalid_request`
 */
export const parseQuery = <S extends z.ZodObject>(schema: S, query: URLSearchParams): Parsed<z.infer<S>> => {
  const isKnown = (name: string) => Object.hasOwn(schema.shape, name);
  const given = [...query].filter(([name, value]) => value !== '' || !isKnown(name));
  const { request, warnings } = check(
    schema,
    Object.fromEntries(given.map(([name, value]) => [name, numberOf(value)])),
  );
  const repeated = Object.keys(schema.shape).filter((name) => query.getAll(name).length > 1);
  return { request, warnings: [...repeated.map(lastCounts), ...warnings] };
};

/** What does not look like a number is left for the schema to refuse, or to take. */
const numberOf = (value: string) => (/^-?\d{1,20}(?:\.\d{1,20})?$/.test(value) ? Number(value) : value);
