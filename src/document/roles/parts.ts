import { elements, type ParentNode } from '../tree/tree.ts';
import { nameEditors } from './editors.ts';
import { nameGrids } from './grids.ts';
import { nameJsonTrees } from './json-trees.ts';
import { listItems } from './loose-items.ts';
import { liftRows } from './nested-rows.ts';
import { joinTables } from './split-tables.ts';

/**
 * Lists, tables and code that a page makes of other elements become such, in place, so that each is judged as a whole and not
 * piece by piece.
 */
export const nameParts = (root: ParentNode): void => {
  const all = elements(root);
  listItems(all);
  nameGrids(all);
  nameEditors(all);
  nameJsonTrees(all);
  joinTables(all);
  liftRows(all);
};
