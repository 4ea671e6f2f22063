import type { JsonSchema } from '../contract/json-schema.ts';
import type { Page } from '../document/page.ts';
import { type Findings, findingsOf } from './finding.ts';
import { entitiesOf, mainEntity } from './linked.ts';
import { find } from './objects.ts';
import { createPageIndex } from './page-index.ts';
import type { Scope } from './scope.ts';
import { wishOf } from './wish.ts';

/** Data of a page that fit a schema, found by what its properties mean. @param url address of the page. */
export const extractSchema = (page: Page, url: string, schema: JsonSchema): Findings => {
  const { wish, warnings } = wishOf(schema);
  const index = createPageIndex(page, url);
  const others = entitiesOf(page);
  const scope: Scope = {
    index,
    region: { index, start: 0, end: index.all.length },
    entity: mainEntity(others, wish, page, url),
    others,
    isPage: true,
    around: [],
  };
  const found = wish.fields.map((field) => [field.name, find(field, scope)] as const);
  const missing = found.filter(([name, { value }]) => value === null && wish.required.has(name));
  return findingsOf(found, [...warnings, ...missing.map(([name]) => `required field ${name} was not found`)]);
};
