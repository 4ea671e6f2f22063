import type { JsonSchema } from '../contract/json-schema.ts';
import type { Page } from '../document/page.ts';
import { type Findings, findingsOf } from './evidence/finding.ts';
import { find } from './find/objects.ts';
import type { Scope } from './find/scope.ts';
import { createPageIndex } from './page/page-index.ts';
import { entitiesOf, mainEntity } from './sources/linked.ts';
import { wishOf } from './wishes/wish.ts';

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
