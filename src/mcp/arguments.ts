import { z } from 'zod';
import { bodyObject, check } from '../contract/request.ts';
import { budgetShape } from './schemas.ts';

/** Takes a tool's own fields out of its arguments; the rest is for the endpoint to check. @throws ServiceError `invalid_request` */
export const takeOwn = <S extends z.ZodObject>(schema: S, given: Readonly<Record<string, unknown>>) => {
  const fields = Object.entries(bodyObject(given));
  const [own = [], rest = []] = [true, false].map((isOwn) =>
    fields.filter(([name]) => Object.hasOwn(schema.shape, name) === isOwn),
  );
  return { own: check(schema, Object.fromEntries(own)).request, rest: Object.fromEntries(rest) };
};

export const budget = z.object(budgetShape);
